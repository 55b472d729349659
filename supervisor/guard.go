package supervisor

import (
	"runtime"
	"runtime/debug"

	"golang.org/x/sys/unix"
)

// Guard keeps a command, and all that it starts, from doing something to the
// processes above it. Package guard has the one there is.
type Guard interface {
	// Install puts the guard on the calling thread, which is locked and is never
	// used again for anything but to start the command in this process's group.
	// The listener is -1 where the guard judges all by itself.
	Install() (listener int, err error)

	// Orders is for an [Installer] in the monitor of the command's terminal.
	Orders() string

	// Serve judges what comes to the listener of an installed guard, which is the
	// guard's from then on, until end is called: when the command has ended, and
	// no thread of ours has the guard any more. What was judged by then is
	// reported when end returns, and what is left of the command is seen to.
	Serve(listener int) (end func(), err error)

	// Failed is told why the guard is not in force. The command runs all the same.
	Failed(err error)
}

// Installer is [Guard].Install in the monitor of a terminal, itself one of those
// to be guarded. orders come from [Guard].Orders.
type Installer func(orders string) (listener int, err error)

// GuardEvent is what the audit log should know of a guard: that it refused a
// call or an exec, that a program missed what the guard takes, or that it is not
// in force.
type GuardEvent struct {
	Off  string // why it is not in force; "" for a call
	More int    // so many refused calls that are not reported one by one

	Rights string // the set-uid file, or the like, that Caller runs without its rights
	Call   string // "kill(4711, SIGKILL)"

	Caller, Target GuardedProcess

	Exec      string           // the words of a program that was to be started below the command
	Rule, Why string           // why it was not, or asked about
	Chain     []GuardedProcess // who was to start it, nearest first
	By        string           // who decided, as [Decision].By has it
	Allowed   bool             // it was asked about, and started
	Unread    string           // why Caller's exec could not be judged, and went on
}

// GuardedProcess names a process; PID is 0 where it is not known, or not one.
type GuardedProcess struct {
	PID  int
	Name string
}

// OnThread calls start on a thread of its own and returns after it. The thread
// remains until end is called: the kernel ties PDEATHSIG to the thread that
// forked. Nothing else ever runs on it, since a guard's filter cannot be taken
// off again; it ends with its goroutine. It is not the main thread, which cannot
// end, and whose filters /proc gives for those of the process.
func OnThread(start func()) (end func()) {
	started, over := make(chan struct{}), make(chan struct{})
	go func() {
		runtime.LockOSThread()
		if onMainThread() {
			end := OnThread(start) // on another, as long as this one is taken
			close(started)
			<-over
			end()
			runtime.UnlockOSThread()
			return
		}
		start()
		// A signal that ends this process and that nobody catches is raised
		// anew by the thread it came to, which a filter would take for a call
		// against the host.
		Deafen()
		close(started)
		<-over
	}()
	<-started
	return func() { close(over) }
}

// guarded is what became of a guard's installation.
type guarded struct {
	listener int // -1: there is nothing to serve
	err      error
}

// serve has it judge on the side until end is called, or reports why there is
// nothing to judge.
func (g guarded) serve(by Guard) (end func()) {
	switch {
	case g.err != nil:
		by.Failed(g.err)
	case g.listener >= 0:
		end, err := by.Serve(g.listener)
		if err == nil {
			return end
		}
		by.Failed(err)
	}
	return func() {}
}

// answerable readies this process for a fork whose child waits for an answer of
// ours before its exec: until then the thread hangs in vfork, so there must be
// another processor to run what answers, and no collection that waits for it.
func answerable() (over func()) {
	if runtime.GOMAXPROCS(0) < 2 {
		runtime.GOMAXPROCS(2)
	}
	percent := debug.SetGCPercent(-1)
	return func() { debug.SetGCPercent(percent) }
}

// close gives up a listener that nobody serves.
func (g guarded) close() {
	if g.listener > 2 {
		unix.Close(g.listener)
	}
}
