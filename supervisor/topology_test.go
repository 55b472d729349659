package supervisor

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"
)

// sight is what a command sees of itself and its surroundings.
type sight struct {
	PID, PPID, Group, Session int
	Foreground                int // of its controlling terminal; 0: it has none
	ParentGroup               int
	Streams                   [3]stream
	Descriptors               []int
}

type stream struct {
	Terminal bool
	Own      bool // that is the controlling terminal
	Ino      uint64
}

func look() sight {
	s := sight{PID: os.Getpid(), PPID: os.Getppid(), Group: unix.Getpgrp()}
	s.Session, _ = unix.Getsid(0)
	s.ParentGroup, _ = unix.Getpgid(s.PPID)
	if tty, err := unix.Open("/dev/tty", unix.O_RDWR|unix.O_CLOEXEC, 0); err == nil {
		s.Foreground, _ = foregroundOf(tty)
	}
	for fd := range s.Streams {
		var st unix.Stat_t
		unix.Fstat(fd, &st)
		_, err := unix.IoctlGetTermios(fd, ioctlGetTermios)
		_, ctty := foregroundOf(fd)
		s.Streams[fd] = stream{err == nil, ctty == nil, st.Ino}
	}
	for fd := range 64 {
		if flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFD, 0); err == nil && flags&unix.FD_CLOEXEC == 0 {
			s.Descriptors = append(s.Descriptors, fd)
		}
	}
	return s
}

// probe has cmd, which is acting "probe", started by start and returns what
// the command saw.
func probe(t *testing.T, cmd *exec.Cmd, start func()) sight {
	t.Helper()
	out := filepath.Join(t.TempDir(), "sight")
	cmd.Env = append(cmd.Env, "OUT="+out)
	start()
	if status := endOf(t, cmd); status != (Status{}) {
		t.Fatalf("ended with %+v", status)
	}
	b, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	var s sight
	if err := json.Unmarshal(b, &s); err != nil {
		t.Fatal(err)
	}
	return s
}

// Who is whose parent, in which session and group, on which terminal: for
// every combination of streams that are terminals and that are not.
func TestTopology(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"pipe", "file"} {
		for combination := range 8 {
			var on [3]bool
			name := ""
			for fd := range on {
				on[fd] = combination>>fd&1 == 1
				name += map[bool]string{true: "t", false: string(kind[0])}[on[fd]]
			}
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				topology(t, kind, on)
			})
		}
	}
}

func topology(t *testing.T, kind string, on [3]bool) {
	cmd := acting(t, "", "probe")
	var files [3]*os.File
	for fd := range files {
		if !on[fd] {
			files[fd] = open(t, kind, fd == 0)
		}
	}
	if !on[0] {
		cmd.Stdin = files[0]
	}
	if !on[1] {
		cmd.Stdout = files[1]
	}
	if !on[2] {
		cmd.Stderr = files[2]
	}
	var screen *screen
	s := probe(t, cmd, func() { screen = openScreen(t, cmd) })
	supervisor := cmd.Process.Pid // leads its session and group here

	for fd, got := range s.Streams {
		if got.Terminal != on[fd] || got.Terminal && !got.Own {
			t.Errorf("stream %d: %+v; terminal: want %v, and its own", fd, got, on[fd])
		}
		if !on[fd] && got.Ino != inode(t, files[fd]) {
			t.Errorf("stream %d is not the caller's", fd)
		}
		if on[fd] && got.Ino == inode(t, screen.slave) {
			t.Errorf("stream %d is the user's terminal itself", fd)
		}
	}
	if on == [3]bool{} {
		if s.PPID != supervisor || s.Group != supervisor || s.Session != supervisor {
			t.Errorf("%+v: not below and beside the supervisor %d", s, supervisor)
		}
		return
	}
	monitor := s.PPID
	if monitor == supervisor || s.Session != monitor || s.ParentGroup != monitor {
		t.Errorf("%+v: its parent does not lead its session", s)
	}
	if s.Group != s.PID {
		t.Errorf("%+v: does not lead its group", s)
	}
	foreground := s.PID
	if kind == "pipe" && on != [3]bool{true, true, true} {
		foreground = monitor // whoever reads the pipe may have the terminal
	}
	if s.Foreground != foreground {
		t.Errorf("%+v: in the foreground should be %d", s, foreground)
	}
}

// A stream on another terminal than ours counts as a file, whichever it is.
func TestTopologyOfTwoTerminals(t *testing.T) {
	t.Parallel()
	for others := range 7 { // a bit for each that is
		master, slave, err := pty.Open()
		if err != nil {
			t.Fatal(err)
		}
		defer master.Close()
		defer slave.Close()
		cmd := acting(t, "", "probe")
		if others&1 != 0 {
			cmd.Stdin = slave
		}
		if others&2 != 0 {
			cmd.Stdout = slave
		}
		if others&4 != 0 {
			cmd.Stderr = slave
		}
		s := probe(t, cmd, func() { openScreen(t, cmd) })
		for i, got := range s.Streams {
			other := others>>i&1 == 1
			if !got.Terminal || got.Own == other || (got.Ino == inode(t, slave)) != other {
				t.Errorf("stream %d of others %b: %+v", i, others, got)
			}
		}
	}
}

// open returns one end of a pipe whose other stays open, or a file.
func open(t *testing.T, kind string, toRead bool) *os.File {
	t.Helper()
	if kind == "file" {
		f, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { f.Close() })
		return f
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close(); w.Close() })
	if toRead {
		return r
	}
	return w
}

func inode(t *testing.T, f *os.File) uint64 {
	t.Helper()
	var st unix.Stat_t
	if err := unix.Fstat(int(f.Fd()), &st); err != nil {
		t.Fatal(err)
	}
	return st.Ino
}

// A supervisor inside another has the terminal of the outer one's command, and
// gives its own command one more.
func TestNestedTopology(t *testing.T) {
	t.Parallel()
	cmd := supervised(t, "", "env", "KEEP=", "ACT=probe", testBinary(t), testBinary(t))
	s := probe(t, cmd, func() { openScreen(t, cmd) })
	if s.Session != s.PPID || s.Group != s.PID || s.Foreground != s.PID {
		t.Errorf("%+v: not in the foreground of a session led by its parent", s)
	}
}

// Descriptors above 2 reach the command, and no others: it has those it has
// without a supervisor.
func TestDescriptors(t *testing.T) {
	t.Parallel()
	run := func(t *testing.T, cmd *exec.Cmd) string {
		cmd.ExtraFiles = []*os.File{open(t, "pipe", true), open(t, "pipe", false)}
		return fmt.Sprint(probe(t, cmd, func() { openScreen(t, cmd) }).Descriptors)
	}
	bare := exec.Command(testBinary(t))
	bare.Env = append(os.Environ(), "ACT=probe")
	want := run(t, bare)
	for _, options := range []string{"pty=never", "pty=auto", "pty=always"} {
		t.Run(options, func(t *testing.T) {
			t.Parallel()
			if got := run(t, acting(t, options, "probe")); got != want {
				t.Errorf("the command has %s, want %s", got, want)
			}
		})
	}
}
