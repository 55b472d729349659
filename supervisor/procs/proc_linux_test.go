package procs

import (
	"bufio"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

func TestParseStat(t *testing.T) {
	t.Parallel()
	const rest = " 1 2 3 34816 7 4194560 1 0 0 0 0 0 0 0 20 0 4 0 123456 2703360 226 18446744073709551615"
	const dead = " 1 2 3 0 -1 4 0 0 0 0 0 0 0 0 20 0 1 0 123456 0 0 0"
	tests := []struct {
		line  string
		comm  string
		ended bool
	}{
		{"9 (bash) S" + rest, "bash", false},
		{"9 (tmux: server) S" + rest, "tmux: server", false},
		{"9 ((sd-pam)) S" + rest, "(sd-pam)", false},
		{"9 (a) S 1 2 3 (b) R" + rest, "a) S 1 2 3 (b", false},
		{"9 (line\nbreak) S" + rest + "\n", "line\nbreak", false},
		{"9 () S" + rest, "", false},
		{"9 (kworker/u8:3-events_unbound) I" + rest, "kworker/u8:3-events_unbound", false},
		{"9 (leader) Z" + rest, "leader", false}, // three threads run on
		{"9 (dead) Z" + dead, "dead", true},
		{"9 (dead) X" + dead, "dead", true},
		{"9 (dead) x" + dead, "dead", true},
		{"9 (alone) T" + dead, "alone", false},
		{"9 (an old kernel's) S" + rest[:strings.Index(rest, " 2703360")], "an old kernel's", false},
	}
	for _, tt := range tests {
		s, err := parseStat(tt.line)
		if err != nil {
			t.Errorf("%q: %v", tt.line, err)
			continue
		}
		if s.comm != tt.comm || s.ppid != 1 || s.pgid != 2 || s.sid != 3 || s.start != 123456 || s.ended() != tt.ended {
			t.Errorf("%q: %+v, ended %v", tt.line, s, s.ended())
		}
	}
	for _, line := range []string{"", "9", "9 (x", "9 x)", ")9(", "9 (x) S 1 2 3", "9 (x) S a" + rest[2:], "9 (x) SS" + rest} {
		if s, err := parseStat(line); err == nil {
			t.Errorf("%q: %+v, want an error", line, s)
		}
	}
}

// Names are the file's, whatever characters it has.
func TestNames(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"two words", "a) S 1 1", "(paren)", "new\nline", "plain"} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.Symlink(self(t), path); err != nil {
			t.Fatal(err)
		}
		cmd := start(t, path, "argv0")
		p, err := Get(cmd.Process.Pid)
		if err != nil {
			t.Fatal(err)
		}
		if p.Name != name || p.PPID != os.Getpid() {
			t.Errorf("name %q, ppid %d; want %q, %d", p.Name, p.PPID, name, os.Getpid())
		}
	}
}

// A process may also name itself.
func TestNameSetByProcess(t *testing.T) {
	const name = ") R 1 (x) Z 0"
	old, err := os.ReadFile("/proc/self/comm")
	if err != nil {
		t.Fatal(err)
	}
	set := func(s []byte) error { return os.WriteFile("/proc/self/comm", s, 0) }
	if err := set([]byte(name)); err != nil {
		t.Skip(err)
	}
	defer set(old)
	p, err := Get(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	if p.Name != name || p.PPID != os.Getppid() {
		t.Errorf("name %q, ppid %d; want %q, %d", p.Name, p.PPID, name, os.Getppid())
	}
}

func TestAliveZombie(t *testing.T) {
	t.Parallel()
	cmd := start(t, self(t), "echo")
	pid := cmd.Process.Pid
	if !Alive(pid) {
		t.Fatal("a running process is not alive")
	}
	cmd.Process.Kill()
	awaitExit(t, pid)
	if Alive(pid) {
		t.Error("a zombie is alive")
	}
}

// awaitExit returns once a child has exited, and leaves it a zombie.
func awaitExit(t *testing.T, pid int) {
	t.Helper()
	for {
		err := unix.Waitid(unix.P_PID, pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if err == nil {
			return
		}
		if !errors.Is(err, unix.EINTR) {
			t.Fatal(err)
		}
	}
}

// leaderless makes this binary a process whose main thread has exited.
const leaderless = "PROCS_TEST_LEADERLESS"

func init() {
	if os.Getenv(leaderless) == "" {
		return
	}
	runtime.LockOSThread() // init runs on the main thread
	go func() {
		for { // the row shows the zombie a moment after the thread is told to go
			if st, err := readStat(os.Getpid()); err != nil || st.state == 'Z' {
				break
			}
			runtime.Gosched()
		}
		os.Stdout.WriteString("gone\n")
		io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	}()
	syscall.Syscall(syscall.SYS_EXIT, 0, 0, 0) // not raw, which would take an only processor with it
}

// A process outlives its main thread; the table then shows a zombie.
func TestAliveWithoutMainThread(t *testing.T) {
	t.Parallel()
	cmd := exec.Command(self(t))
	cmd.Env = append(os.Environ(), leaderless+"=1")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Wait()
	defer cmd.Process.Kill()
	defer in.Close()
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "gone\n" {
		t.Fatalf("%q, %v", line, err)
	}
	if !Alive(cmd.Process.Pid) {
		t.Error("taken for dead while its other threads run")
	}
}
