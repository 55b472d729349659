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

func (g *fakeGuard) Serve(listener int) (answer, stop func()) {
	g.served++
	return func() {}, func() {
		g.stopped = true
		unix.Close(listener)
	}
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
