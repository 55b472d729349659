//go:build amd64 || arm64

package guard

import (
	"io"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/tiers"
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

	// What was started in the step in which the guard began was there before it.
	ticks, err := strconv.Atoi(statOf(later.Process.Pid)[22-3])
	if err != nil {
		t.Fatal(err)
	}
	started := time.Duration(ticks) * tick
	for since, want := range map[time.Duration]bool{started - 1: true, started: false, started + 1: false} {
		if got := (&Guard{since: since}).recycled(later.Process.Pid); got != want {
			t.Errorf("started at %s, the guard at %s: %v", started, since, got)
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
	end, err := New(nil, nil).Serve(listener)
	if err != nil {
		t.Fatal(err)
	}
	end()
	r.SetReadDeadline(time.Now().Add(20 * time.Second))
	if _, err := r.Read(make([]byte, 1)); err != io.EOF {
		t.Errorf("it is kept: %v", err)
	}
}

// TestDescribe: a refused call is told as strace would, and by the names of the
// host's processes.
func TestDescribe(t *testing.T) {
	g := New([]tiers.Process{{PID: 50, PGID: 49, Name: "hermes"}, {PID: 60, PGID: 60, Name: "tmux"}, {PID: 61, PGID: 60, Name: "bash"}, {PID: 62}}, nil)
	if got, want := New(append(slices.Clone(g.host), tiers.Process{PID: 62, PGID: 1}), nil).groups, []int{49, 60}; !slices.Equal(got, want) { // 1 would be all
		t.Errorf("groups %v, want %v", got, want)
	}
	const gone = 1 << 22 // above every pid
	for _, tc := range []struct {
		nr     uint32
		args   [6]uint64
		target int32
		want   string
		whom   supervisor.GuardedProcess
	}{
		{unix.SYS_KILL, [6]uint64{50, killed}, 50, "kill(50, SIGKILL)", supervisor.GuardedProcess{PID: 50, Name: "hermes"}},
		{unix.SYS_KILL, [6]uint64{minus(60), term}, -60, "kill(-60, SIGTERM)", supervisor.GuardedProcess{PID: 60, Name: "tmux"}},
		{unix.SYS_KILL, [6]uint64{minus(49), term}, -49, "kill(-49, SIGTERM)", supervisor.GuardedProcess{PID: 50, Name: "hermes"}}, // its leader is gone
		{unix.SYS_KILL, [6]uint64{minus(1), 99}, -1, "kill(-1, 99)", supervisor.GuardedProcess{}},
		{unix.SYS_KILL, [6]uint64{0, 1<<32 | killed}, 0, "kill(0, SIGKILL)", supervisor.GuardedProcess{}},
		{unix.SYS_KILL, [6]uint64{gone, minus(2)}, gone, "kill(4194304, -2)", supervisor.GuardedProcess{PID: gone}},
		{unix.SYS_TKILL, [6]uint64{61, killed}, 61, "tkill(61, SIGKILL)", supervisor.GuardedProcess{PID: 61, Name: "bash"}},
		{unix.SYS_TGKILL, [6]uint64{50, 51, killed}, 50, "tgkill(50, 51, SIGKILL)", supervisor.GuardedProcess{PID: 50, Name: "hermes"}},
		{unix.SYS_PTRACE, [6]uint64{unix.PTRACE_ATTACH, 50}, 50, "ptrace(attach, 50)", supervisor.GuardedProcess{PID: 50, Name: "hermes"}},
		{unix.SYS_PIDFD_OPEN, [6]uint64{50}, 50, "pidfd_open(50)", supervisor.GuardedProcess{PID: 50, Name: "hermes"}},
		{unix.SYS_FCNTL, [6]uint64{3, unix.F_SETOWN, 50}, 50, "fcntl(set owner, 50)", supervisor.GuardedProcess{PID: 50, Name: "hermes"}},
		{unix.SYS_IOCTL, [6]uint64{3, fioSetOwn}, 50, "ioctl(set owner, 50)", supervisor.GuardedProcess{PID: 50, Name: "hermes"}},
		{unix.SYS_IOCTL, [6]uint64{3, 1<<32 | typeInto}, 0, "ioctl(TIOCSTI)", supervisor.GuardedProcess{}},
		{unix.SYS_REBOOT, [6]uint64{}, 0, "reboot()", supervisor.GuardedProcess{}},
		{unix.SYS_VHANGUP, [6]uint64{}, 0, "vhangup()", supervisor.GuardedProcess{}},
	} {
		c, ok := callOf(archNative, tc.nr)
		if got := describe(c, &notice{args: tc.args}, tc.target); !ok || got != tc.want {
			t.Errorf("%s, want %s", got, tc.want)
		}
		if got := g.target(tc.target); got != tc.whom {
			t.Errorf("%s is aimed at %+v, want %+v", tc.want, got, tc.whom)
		}
	}
}

// TestHostNumbers: the filter gets the host's processes first, then their
// threads, but for the supervisor's own, which come and go.
func TestHostNumbers(t *testing.T) {
	pid := os.Getpid()
	end := make(chan struct{})
	defer close(end)
	tid := newThread(t, end)
	g := New([]tiers.Process{{PID: pid, PGID: 49, Threads: 9}, {PID: 1 << 22, PGID: 60}, {}}, nil)
	if n := g.numbers(true); !slices.Equal(n.pids, []int{pid, 1 << 22}) || !slices.Equal(n.groups, []int{49, 60}) || !n.shared {
		t.Errorf("%+v", n)
	}
	for threads, more := range map[int]bool{0: true, 1: false, 2: true} { // a thread's folder lists those beside it
		n := New([]tiers.Process{{PID: tid, Threads: threads}}, nil).numbers(true)
		if n.pids[0] != tid || (len(n.pids) > 1) != more {
			t.Errorf("of %d threads: %v", threads, n.pids)
		}
	}
	threads := addThreads([]int{7}, pid)
	if len(threads) < 2 || threads[0] != 7 || slices.Contains(threads, pid) || slices.Contains(threads, 0) {
		t.Errorf("%v beside %d", threads, pid)
	}
	if got := addThreads([]int{7}, 1<<22); !slices.Equal(got, []int{7}) {
		t.Errorf("nobody's threads are %v", got)
	}
}

// TestSparesHost: a signal for itself or for its own group is not one for the host.
func TestSparesHost(t *testing.T) {
	end := make(chan struct{})
	defer close(end)
	self, group := os.Getpid(), unix.Getpgrp()
	link, err := os.Readlink("/proc/self")
	if own := err == nil && link == strconv.Itoa(self); ownProc() != own {
		t.Fatalf("/proc is our own: %v, it calls us %q, %v", ownProc(), link, err)
	} else if !own || group < 2 {
		t.Skip("this process has no number, or no group, that it could name")
	}
	ours, hosts := New(nil, nil), New([]tiers.Process{{PID: 50, PGID: group}}, nil)
	for _, tc := range []struct {
		name   string
		g      *Guard
		caller int
		target int
		want   bool
	}{
		{"nobody", hosts, self, 0, true},
		{"itself", hosts, self, self, true},
		{"a thread of its own", hosts, self, newThread(t, end), true},
		{"another process", ours, self, 1 << 22, false},
		{"its own group", ours, self, -group, true},
		{"the host's group, which it is in", hosts, self, -group, false},
		{"another group", ours, self, -1 << 22, false},
		{"nobody, from a caller that is not known", ours, 0, 0, false},
	} {
		if got := tc.g.sparesHost(tc.caller, int32(tc.target)); got != tc.want {
			t.Errorf("%s: %v", tc.name, got)
		}
	}
	alone := New([]tiers.Process{{PID: self, PGID: group}, {PID: 50, PGID: 49}}, nil)
	if !alone.isOurs(group) || alone.isOurs(49) || hosts.isOurs(group) {
		t.Errorf("ours: %v, %v, %v", alone.isOurs(group), alone.isOurs(49), hosts.isOurs(group))
	}
	for sig, want := range map[unix.Signal]bool{unix.SIGTSTP: true, unix.SIGTTIN: true, unix.SIGTTOU: true, unix.SIGSTOP: false, unix.SIGTERM: false} {
		if got := suspends(uint32(sig)); got != want {
			t.Errorf("%s suspends: %v", sig, got)
		}
	}
}
