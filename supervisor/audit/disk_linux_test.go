package audit

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/gofrs/flock"

	"github.com/hermes-exec/hermes-exec/supervisor"
)

// Disks that are small and belong to one process (a mount namespace), and go
// with it.
func TestDisk(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ role, want string }{
		{"full", "no space left on device; whole; more; whole"},
		{"full-torn", "no space left on device; whole; more; whole"},
		{"read-only", "read-only file system; whole"},
		{"read-only-empty", "read-only file system; whole"},
	} {
		t.Run(tt.role, func(t *testing.T) {
			dir := t.TempDir()
			cmd := exec.Command(os.Args[0])
			cmd.Env = append(os.Environ(), roleEnv+"="+tt.role, homeEnv+"="+dir)
			cmd.SysProcAttr = &syscall.SysProcAttr{
				Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS,
				UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}},
				GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}},
			}
			out, err := cmd.Output()
			if err != nil {
				t.Skip("no namespaces here:", err)
			}
			said := strings.TrimSuffix(string(out), "\n")
			if strings.HasPrefix(said, "mount: ") {
				t.Skip(said)
			}
			if said != tt.want {
				t.Errorf("%q, want %q", said, tt.want)
			}
		})
	}
}

// onDisk plays one of those, and says what came of it.
func onDisk(role string, l *Log) error {
	switch role {
	case "room":
		return fillUp(l)
	case "medium":
		return l.Decided(request(), supervisor.Decision{Allow: true})
	case "low":
		return l.Decided(low("x"), supervisor.Decision{Allow: true})
	}
	home := filepath.Dir(filepath.Dir(l.path))
	if err := syscall.Mount("", "/", "", syscall.MS_REC|syscall.MS_PRIVATE, ""); err != nil {
		return fmt.Errorf("mount: %w", err)
	}
	if err := syscall.Mount("tmpfs", home, "tmpfs", 0, "size=64k"); err != nil {
		return fmt.Errorf("mount: %w", err)
	}
	written := 0
	record := func() error {
		err := l.Decided(low("w "+strconv.Itoa(written)), supervisor.Decision{Allow: true})
		if err == nil {
			written++
		}
		return err
	}
	whole := func(torn bool) string {
		c, err := Verify(home)
		if err != nil || c.Records != written || (c.Torn > 0) != torn {
			return fmt.Sprintf("%+v, %v; %d were written", c, err, written)
		}
		return "whole"
	}
	if role == "read-only" {
		record()
	}
	if strings.HasPrefix(role, "read-only") {
		if err := syscall.Mount("", home, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
			return fmt.Errorf("mount: %w", err)
		}
		return fmt.Errorf("%s; %s", cause(record()), whole(false))
	}

	filler := filepath.Join(home, "filler")
	if err := os.WriteFile(filler, make([]byte, 16<<10), 0o600); err != nil {
		return err
	}
	for {
		err := record()
		if err == nil {
			continue
		}
		said := cause(err) + "; "
		if role == "full-torn" { // the crash came with the full disk
			f, err := os.OpenFile(l.path, os.O_WRONLY|os.O_APPEND, 0)
			if err != nil {
				return err
			}
			if _, err := f.WriteString(`{"v":1`); err != nil {
				return err
			}
			f.Close()
			for range 3 {
				if err := record(); cause(err) != "no space left on device" {
					return err
				}
			}
		}
		said += whole(role == "full-torn")
		os.Remove(filler)
		if err := record(); err != nil {
			return err
		}
		if role == "full-torn" {
			written++ // the note
			if text, err := os.ReadFile(l.path + tornSuffix); string(text) != `{"v":1`+"\n" {
				return fmt.Errorf("aside is %q, %v", text, err)
			}
		}
		return fmt.Errorf("%s; more; %s", said, whole(false))
	}
}

// cause is what the kernel said.
func cause(err error) string {
	if err == nil {
		return "no error"
	}
	return err.Error()[strings.LastIndex(err.Error(), ": ")+2:]
}

// A disk that fills up in the middle of a record leaves nothing of it.
func TestNoRoom(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	l := open(t, home)
	pair(t, l)
	before, err := os.ReadFile(l.path)
	if err != nil {
		t.Fatal(err)
	}
	for _, room := range []string{"0", "1", "100"} {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), homeEnv+"="+home, roleEnv+"=room", nameEnv+"="+room)
		out, err := cmd.Output()
		if err != nil || !strings.Contains(string(out), "write: ") || strings.Contains(string(out), "turn") {
			t.Errorf("room for %s bytes: %q, %v", room, out, err)
		}
		after, err := os.ReadFile(l.path)
		if err != nil || string(after) != string(before) {
			t.Errorf("room for %s bytes: the log became %q, %v", room, after, err)
		}
	}
}

// fillUp appends a decision where the file may only grow by so many bytes.
func fillUp(l *Log) error {
	n, err := strconv.ParseUint(os.Getenv(nameEnv), 10, 64)
	if err != nil {
		return err
	}
	fi, err := os.Stat(l.path)
	if err != nil {
		return err
	}
	signal.Ignore(syscall.SIGXFSZ)
	limit := uint64(fi.Size()) + n
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: limit, Max: limit}); err != nil {
		return err
	}
	err = l.Decided(request(), supervisor.Decision{Allow: true})
	if free, lockErr := flock.New(l.path).TryLock(); !free {
		return fmt.Errorf("the turn was not given back: %w, %w", err, lockErr)
	}
	return err
}

// What is opened for a while is closed, and a turn with it; a reader keeps the file
// that it is in.
func TestClosed(t *testing.T) {
	t.Parallel()
	home, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	l := open(t, home)
	pair(t, l)
	r := NewReader(home, 0)
	for _, tt := range []struct {
		name string
		do   func()
		want int
	}{
		{"written", func() { pair(t, l) }, 0},
		{"verified", func() { wantChain(t, home, 4) }, 0},
		{"read", func() { numbers(t, r) }, 1},
		{"read on", func() { numbers(t, r) }, 1},
		{"closed", r.Close, 0},
	} {
		tt.do()
		entries, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			t.Fatal(err)
		}
		open := 0
		for _, e := range entries {
			if to, err := os.Readlink("/proc/self/fd/" + e.Name()); err == nil && strings.HasPrefix(to, home) {
				open++
			}
		}
		if open != tt.want {
			t.Errorf("%s: %d open, want %d", tt.name, open, tt.want)
		}
	}
}

// What reaches the disk, in which order: a record that somebody answers for
// before its turn is over, with the names in its folder; what is rotated before
// it gets its other name.
func TestSynced(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("strace"); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	call := regexp.MustCompile(`(?m)^[0-9]+ +(write|fsync|flock|rename)[a-z0-9]*\(.*?/exec(?:/([^/">]+))?[">]`)
	for _, tt := range []struct {
		name, role, max, want string
		fails                 string // the error of the sync of the folder
		said                  string
	}{
		{"low", "low", "", "flock log; write log; flock log", "", "<nil>"},
		{"medium", "medium", "", "flock log; write log; fsync log; fsync folder; flock log", "", "<nil>"},
		{"rotated", "low", "1", "flock log; fsync log; rename log; flock audit-000000000002.jsonl; flock log; write log; flock log", "", "<nil>"},
		{"a folder that cannot be synced", "medium", "", "fsync folder", "EIO", "input/output error"},
		{"a file system that syncs no folder", "medium", "", "fsync folder", "EINVAL", "<nil>"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			home, out := t.TempDir(), filepath.Join(t.TempDir(), "strace")
			pair(t, open(t, home))
			cmd := exec.Command("strace", "-f", "-y", "-qq", "-o", out,
				"-e", "trace=write,fsync,fdatasync,flock,rename,renameat,renameat2", os.Args[0])
			if tt.fails != "" { // what concerns the folder is all that is seen then
				cmd.Args = slices.Insert(cmd.Args, 1, "-P", filepath.Join(home, "exec"), "-e", "inject=fsync:error="+tt.fails)
			}
			cmd.Env = append(os.Environ(), homeEnv+"="+home, roleEnv+"="+tt.role, maxEnv+"="+tt.max)
			if said, err := cmd.CombinedOutput(); strings.Contains(string(said), "ptrace") {
				t.Skipf("strace may not trace here: %s", said)
			} else if !strings.HasSuffix(string(said), tt.said+"\n") || err != nil {
				t.Fatalf("%s, %v", said, err)
			}
			text, err := os.ReadFile(out)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, m := range call.FindAllStringSubmatch(string(text), -1) {
				got = append(got, m[1]+" "+cmp.Or(strings.Replace(m[2], "audit.jsonl", "log", 1), "folder"))
			}
			if s := strings.Join(got, "; "); s != tt.want {
				t.Errorf("%s, want %s\n%s", s, tt.want, text)
			}
		})
	}
}
