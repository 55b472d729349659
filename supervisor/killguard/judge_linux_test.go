//go:build amd64 || arm64

package killguard

import (
	"io"
	"os"
	"os/exec"
	"runtime"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// A number is another's by now if what has it came later, and is no thread of
// what was there before.
func TestRecycled(t *testing.T) {
	old := exec.Command("sleep", "60")
	if err := old.Start(); err != nil {
		t.Fatal(err)
	}
	defer old.Wait()
	defer old.Process.Kill()
	time.Sleep(3 * tick) // start times have steps
	g := &Guard{since: uptime()}
	time.Sleep(3 * tick)

	later := exec.Command("sleep", "60")
	if err := later.Start(); err != nil {
		t.Fatal(err)
	}
	defer later.Wait()
	defer later.Process.Kill()
	end := make(chan struct{})
	defer close(end)

	gone := exec.Command("true")
	if err := gone.Run(); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		name   string
		number int
		want   bool
	}{
		{"a process from before", old.Process.Pid, false},
		{"one that came later", later.Process.Pid, true},
		{"this one", os.Getpid(), false},
		{"a new thread of it", newThread(t, end), false},
		{"nobody", gone.ProcessState.Pid(), false},
		{"the first of all", 1, false},
	} {
		if got := g.recycled(tc.number); got != tc.want {
			t.Errorf("%s (%d): %v", tc.name, tc.number, got)
		}
	}
}

// newThread starts threads of this process until one is new: Go may have some to
// spare from before. They stay until end is closed.
func newThread(t *testing.T, end chan struct{}) int {
	t.Helper()
	g := &Guard{since: uptime()}
	time.Sleep(3 * tick)
	for range 1000 {
		thread := make(chan int)
		go func() {
			runtime.LockOSThread() // and never unlocked: this thread ends with it
			thread <- unix.Gettid()
			<-end
		}()
		if tid := <-thread; g.isNew(tid) {
			return tid
		}
	}
	t.Fatal("no thread is new")
	return 0
}

// A guard that nobody needs any more gives its listener up, which is how those
// who still wait get an answer.
func TestListenerGivenUp(t *testing.T) {
	t.Parallel()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	listener, err := unix.FcntlInt(w.Fd(), unix.F_DUPFD_CLOEXEC, 3)
	if err != nil {
		t.Fatal(err)
	}
	w.Close()
	_, stop := New(nil, nil).Serve(listener)
	stop()
	r.SetReadDeadline(time.Now().Add(20 * time.Second))
	if _, err := r.Read(make([]byte, 1)); err != io.EOF {
		t.Errorf("it is kept: %v", err)
	}
}
