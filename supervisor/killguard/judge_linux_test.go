//go:build amd64 || arm64

package killguard

import (
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
	thread, end := make(chan int), make(chan struct{})
	defer close(end)
	go func() {
		runtime.LockOSThread() // and never unlocked: this thread is a new one, or ends
		thread <- unix.Gettid()
		<-end
	}()

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
		{"a thread of it", <-thread, false},
		{"nobody", gone.ProcessState.Pid(), false},
		{"the first of all", 1, false},
	} {
		if got := g.recycled(tc.number); got != tc.want {
			t.Errorf("%s (%d): %v", tc.name, tc.number, got)
		}
	}
}
