package mcp

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/hermes-exec/hermes-exec/lock"
	"github.com/hermes-exec/hermes-exec/supervisor"
)

// The server's streams are this process's, so Run is called in this binary
// started again, with the command as its arguments. It tells on descriptor 3
// what happens.
const dirEnv = "MCP_TEST_DIR"

func TestMain(m *testing.M) {
	dir := os.Getenv(dirEnv)
	if dir == "" {
		os.Exit(m.Run())
	}
	tell := os.NewFile(3, "tell")
	argv := os.Args[1:]
	path, err := exec.LookPath(argv[0])
	if err != nil {
		path = argv[0]
	}
	status, err := Run(context.Background(), Options{
		Dir:  dir,
		Name: "fs",
		Command: supervisor.Command{
			Path: path, Argv: argv, Pty: supervisor.PtyAlways,
			Started: func(pid int) { fmt.Fprintf(tell, "started %d\n", pid) },
		},
		Warn: tell,
	})
	var held *lock.HeldError
	switch {
	case errors.As(err, &held):
		fmt.Fprintf(tell, "held by %d\n", held.PID)
	case errors.Is(err, fs.ErrNotExist):
		fmt.Fprintln(tell, "not found")
	case err != nil:
		fmt.Fprintln(tell, err)
	case status.Signal != 0:
		fmt.Fprintf(tell, "died of %v\n", status.Signal)
	default:
		fmt.Fprintf(tell, "exit %d\n", status.Code)
	}
	os.Exit(0)
}

// runner is a process that is in Run.
type runner struct {
	*exec.Cmd
	in   io.WriteCloser
	out  *bufio.Reader
	told *bufio.Reader
}

func start(t *testing.T, dir string, argv ...string) *runner {
	t.Helper()
	r := &runner{Cmd: exec.Command(os.Args[0], argv...)}
	r.Env = append(os.Environ(), dirEnv+"="+dir)
	r.Stderr = os.Stderr
	in, err := r.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := r.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	tellR, tellW, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	tellR.SetReadDeadline(time.Now().Add(time.Minute)) // fails, rather than hangs
	r.ExtraFiles = []*os.File{tellW}
	r.in, r.out, r.told = in, bufio.NewReader(out), bufio.NewReader(tellR)
	if err := r.Start(); err != nil {
		t.Fatal(err)
	}
	tellW.Close()
	t.Cleanup(func() {
		in.Close()
		r.Process.Kill()
		r.Wait()
		tellR.Close()
	})
	return r
}

func (r *runner) wantTold(t *testing.T, want string) {
	t.Helper()
	if line, err := r.told.ReadString('\n'); line != want+"\n" {
		t.Fatalf("told %q (%v), want %q", line, err, want)
	}
}

// started returns the server's pid once it runs.
func (r *runner) started(t *testing.T) int {
	t.Helper()
	line, err := r.told.ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSuffix(strings.TrimPrefix(line, "started "), "\n"))
	if err != nil {
		t.Fatalf("told %q: %v", line, err)
	}
	return pid
}

func TestRun(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "mcp")
	a := start(t, dir, "cat")
	pid := a.started(t)
	if b, err := os.ReadFile(filepath.Join(dir, "fs.pid")); string(b) != strconv.Itoa(pid) {
		t.Errorf("pid file %q, %v; want %d", b, err, pid)
	}
	if pid == a.Process.Pid {
		t.Errorf("%d is the supervisor, not the server", pid)
	}

	// A second one starts nothing and says who is there.
	b := start(t, dir, "cat")
	b.wantTold(t, fmt.Sprintf("held by %d", pid))

	// Every byte arrives as it is, lines as soon as they are written.
	all := make([]byte, 256)
	for i := range all {
		all[i] = byte(i)
	}
	for range 3 {
		if _, err := a.in.Write(all); err != nil {
			t.Fatal(err)
		}
		got := make([]byte, len(all))
		if _, err := io.ReadFull(a.out, got); err != nil || !bytes.Equal(got, all) {
			t.Fatalf("%q, %v", got, err)
		}
	}

	a.in.Close()
	a.wantTold(t, "exit 0")
	if _, err := os.Lstat(filepath.Join(dir, "fs.pid")); err == nil {
		t.Error("the pid file is still there")
	}
	c := start(t, dir, "cat")
	c.started(t)
}

// However the command ends, its status is passed on and the name is free.
func TestRunEnds(t *testing.T) {
	tests := []struct {
		argv []string
		want []string
	}{
		{[]string{"sh", "-c", "exit 7"}, []string{"started", "exit 7"}},
		{[]string{"sh", "-c", "kill -TERM $$"}, []string{"started", "died of terminated"}},
		{[]string{"/nonexistent/server"}, []string{"not found"}},
	}
	dir := t.TempDir()
	for _, tt := range tests {
		r := start(t, dir, tt.argv...)
		for _, want := range tt.want {
			if want == "started" {
				r.started(t)
				continue
			}
			r.wantTold(t, want)
		}
		if held, err := lock.IsLocked(dir, "fs"); held || err != nil {
			t.Errorf("%q: locked %v, %v", tt.argv, held, err)
		}
		if _, err := os.Lstat(filepath.Join(dir, "fs.pid")); err == nil {
			t.Errorf("%q: the pid file is still there", tt.argv)
		}
	}
}

func TestRunBadName(t *testing.T) {
	if _, err := Run(context.Background(), Options{Dir: t.TempDir(), Name: "../x"}); err == nil {
		t.Error("no error")
	}
}
