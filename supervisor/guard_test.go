package supervisor

import (
	"context"
	"errors"
	"io"
	"os"
	"strconv"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// fakeGuard has the write end of a pipe for a listener: what is read from the
// other ends when nobody holds it any more.
type fakeGuard struct {
	listener int // -1: refused

	served  int
	stopped bool
	failed  error
}

func (g *fakeGuard) Orders() string { return strconv.Itoa(g.listener) }

func (g *fakeGuard) Install() (int, error) { return installFake(g.Orders()) }

// installFake is an [Installer], in the monitors of these tests.
func installFake(orders string) (int, error) {
	listener, err := strconv.Atoi(orders)
	if err != nil || listener < 0 {
		return -1, syscall.EPERM
	}
	return unix.FcntlInt(uintptr(listener), unix.F_DUPFD_CLOEXEC, 3)
}

func (g *fakeGuard) Serve(listener int) (end func(), err error) {
	g.served++
	return func() {
		g.stopped = true
		unix.Close(listener)
	}, nil
}

func (g *fakeGuard) Failed(err error) { g.failed = err }

// A guard is served while the command runs, or told why it is not in force, and
// nobody keeps its listener.
func TestGuard(t *testing.T) {
	for _, tt := range []struct {
		name, path string
		refused    bool
		err        error
	}{
		{"in force", "/bin/sh", false, nil},
		{"refused", "/bin/sh", true, nil},
		{"no such program", "/nowhere", false, os.ErrNotExist},
		{"refused, and no such program", "/nowhere", true, os.ErrNotExist},
	} {
		for _, pty := range []PtyMode{PtyNever, PtyAlways} {
			t.Run(tt.name+"/pty="+string(pty), func(t *testing.T) {
				r, w, err := os.Pipe()
				if err != nil {
					t.Fatal(err)
				}
				defer r.Close()
				g := &fakeGuard{listener: -1}
				if !tt.refused { // a monitor inherits it
					if g.listener, err = unix.FcntlInt(w.Fd(), unix.F_DUPFD, 3); err != nil {
						t.Fatal(err)
					}
				}
				w.Close()
				status, err := Keep(context.Background(), Command{Path: tt.path, Argv: []string{"sh", "-c", "exit 3"}, Pty: pty, Guard: g})
				if !errors.Is(err, tt.err) || err == nil && status != (Status{Code: 3}) {
					t.Errorf("ended with %+v, %v", status, err)
				}
				if tt.err == nil && (g.served > 0 == tt.refused || errors.Is(g.failed, syscall.EPERM) != tt.refused) || g.stopped != (g.served > 0) {
					t.Errorf("served %d times, stopped %v, told %v", g.served, g.stopped, g.failed)
				}
				unix.Close(g.listener)
				r.SetReadDeadline(time.Now().Add(patience))
				if _, err := r.Read(make([]byte, 1)); err != io.EOF {
					t.Errorf("the listener is kept: %v", err)
				}
			})
		}
	}
}

// What the monitor tells before it tells of the command itself.
func TestAwaitStart(t *testing.T) {
	for _, tt := range []struct {
		name   string
		told   []message
		failed string // what the guard is told
		pid    int    // that Started is called with
		err    error
	}{
		{"started", []message{{verb: started, arg: 7, listener: -1}}, "", 7, nil},
		{"a guard that judges by itself", []message{{verb: guardOn, listener: -1}, {verb: started, arg: 7, listener: -1}}, "", 7, nil},
		{"a listener that is lost", []message{{verb: guardOn, arg: 1, listener: -1}, {verb: started, arg: 7, listener: -1}},
			"its listener did not arrive: what it would judge fails", 7, nil},
		{"no guard", []message{{verb: guardOff, arg: int(syscall.EPERM)}, {verb: started, arg: 7, listener: -1}}, syscall.EPERM.Error(), 7, nil},
		{"no command", []message{{verb: failed, arg: int(syscall.ENOENT)}}, "", 0, syscall.ENOENT},
		{"ended before it was said to run", []message{{verb: ended}}, "", 0, nil},
		{"no monitor", nil, "", 0, nil},
	} {
		events := make(chan message, len(tt.told))
		for _, m := range tt.told {
			events <- m
		}
		close(events)
		g, pid := &fakeGuard{}, 0
		err := (&session{events: events}).awaitStart(Command{Path: "/nowhere", Guard: g, Started: func(p int) { pid = p }})
		said := ""
		if g.failed != nil {
			said = g.failed.Error()
		}
		if said != tt.failed || pid != tt.pid || !errors.Is(err, tt.err) || (err == nil) != (tt.err == nil) {
			t.Errorf("%s: the guard was told %q, the pid is %d, %v", tt.name, said, pid, err)
		}
	}
}

// What the monitor tells of the guard, and that it keeps no listener.
func TestTellGuard(t *testing.T) {
	for _, tt := range []struct {
		name   string
		orders string
		err    error
		hands  bool // a listener
		want   message
	}{
		{"none", "", nil, false, message{verb: ended}},
		{"refused", "on", syscall.EPERM, false, message{verb: guardOff, arg: int(syscall.EPERM)}},
		{"failed in words", "on", errors.New("no luck"), false, message{verb: guardOff, arg: int(syscall.EINVAL)}},
		{"judges by itself", "on", nil, false, message{verb: guardOn}},
		{"listens", "on", nil, true, message{verb: guardOn, arg: 1}},
	} {
		ours, theirs, err := controlPair()
		if err != nil {
			t.Fatal(err)
		}
		m := &monitor{control: os.NewFile(uintptr(theirs), "control"), orders: tt.orders}
		g := guarded{listener: -1, err: tt.err}
		if tt.hands {
			if g.listener, err = unix.FcntlInt(0, unix.F_DUPFD_CLOEXEC, 3); err != nil {
				t.Fatal(err)
			}
		}
		m.tellGuard(g)
		if _, err := unix.FcntlInt(uintptr(g.listener), unix.F_GETFD, 0); err == nil {
			t.Errorf("%s: the monitor keeps its own", tt.name)
		}
		message{verb: ended}.writeTo(m.control)
		got, err := readMessage(ours)
		if arrived := got.listener >= 0; err != nil || got.verb != tt.want.verb || got.arg != tt.want.arg || arrived != tt.hands {
			t.Errorf("%s: %+v, %v", tt.name, got, err)
		}
		guarded{listener: got.listener}.close()
		ours.Close()
		m.control.Close()
	}
}
