package main

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/hermes-exec/hermes-exec/shellparse"
)

// TestReadScript: what is no file on a disk is not read, and nothing is waited for.
func TestReadScript(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	write := func(name, text string) string {
		if err := os.WriteFile(at(name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return at(name)
	}
	if err := syscall.Mkfifo(at("fifo"), 0o644); err != nil {
		t.Fatal(err)
	}
	sparse := write("sparse", "echo a\n")
	if err := os.Truncate(sparse, 1<<40); err != nil {
		t.Logf("no sparse files here: %v", err)
		sparse = write("sparse", strings.Repeat("echo a\n", shellparse.MaxInput))
	}
	if err := os.Symlink("/dev/zero", at("link")); err != nil {
		t.Fatal(err)
	}
	binary := write("binary", "\x7fELF\x00")
	if err := os.Truncate(binary, shellparse.MaxInput+1); err != nil {
		t.Fatal(err)
	}
	type row struct{ path, text, err string }
	rows := []row{
		{write("script", "echo a\n"), "echo a\n", ""},
		{write("empty", ""), "", ""},
		{write("full", strings.Repeat("a", shellparse.MaxInput)), strings.Repeat("a", shellparse.MaxInput), ""},
		{at("fifo"), "", "not a regular file"},
		{dir, "", "is a directory"},
		{"/dev/zero", "", "not a regular file"},
		{"/dev/null", "", ""},
		{at("link"), "", "not a regular file"},
		{"/dev/tty", "", "/dev/tty"},
		{at("none"), "", "no such file"},
		{sparse, "", shellparse.ErrTooLong.Error()},
		{binary, "", errBinary.Error()},
	}
	if runtime.GOOS == "linux" {
		rows = append(rows, row{"/proc/self/stat", "", "not a file on a disk"}, row{"/proc/self/environ", "", "not a file on a disk"}, row{"/sys/kernel/mm/transparent_hugepage/enabled", "", "/sys/"},
			row{"/proc/self/cwd/readscript_test.go", readOwn(t), ""})
		if os.Getuid() == 0 {
			rows = append(rows, row{"/proc/kmsg", "", "/proc/kmsg"})
		}
	}
	for _, tt := range rows {
		text, err := readScript(tt.path)
		switch {
		case tt.err == "" && (err != nil || text != tt.text):
			t.Errorf("%s: %d bytes, %v; want %d", tt.path, len(text), err, len(tt.text))
		case tt.err != "" && (err == nil || !strings.Contains(err.Error(), tt.err)):
			t.Errorf("%s: %d bytes, %v; want %s", tt.path, len(text), err, tt.err)
		}
	}
	if _, err := readScript(sparse); !errors.Is(err, shellparse.ErrTooLong) {
		t.Errorf("sparse: %v", err)
	}
	script := shellparse.Parse("bash '"+at("fifo")+"'", shellparse.Options{ReadFile: readScript})
	if len(script.Problems) == 0 && !slices.ContainsFunc(script.Commands, func(c shellparse.Command) bool { return c.Code != nil }) {
		t.Error("a shell that reads a pipe by its name passes for one whose script is not there")
	}
}

func readOwn(t *testing.T) string {
	b, err := os.ReadFile("readscript_test.go")
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestReadGrowing: a file that is written to without end is read to the limit.
func TestReadGrowing(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "log")
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	stop, done := make(chan bool), make(chan bool)
	go func() {
		defer close(done)
		block := []byte(strings.Repeat("echo a\n", 1<<10))
		for size := 0; size < 64<<20; size += len(block) {
			select {
			case <-stop:
				return
			default:
				f.Write(block)
			}
		}
	}()
	for range 20 {
		if text, err := readScript(name); err != nil && !errors.Is(err, shellparse.ErrTooLong) || len(text) > shellparse.MaxInput+1 {
			t.Errorf("%d bytes, %v", len(text), err)
		}
	}
	close(stop)
	<-done
	f.Close()
}

// TestPatiently: a read that never comes to an end is given up.
func TestPatiently(t *testing.T) {
	t.Parallel()
	hang := make(chan bool)
	defer close(hang)
	_, err := patiently("x", time.Millisecond, func() (string, error) { <-hang; return "", nil })
	if err == nil || !strings.Contains(err.Error(), "read x: no answer within 1ms") {
		t.Error(err)
	}
}
