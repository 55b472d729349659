package supervisor

import (
	"os"
	"runtime"

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

	// Serve is for what comes to the listener of an installed guard, which is
	// the guard's from then on: answer judges the call that has come, and stop
	// ends that. What was judged by then is reported when stop returns.
	Serve(listener int) (answer, stop func())

	// Failed is told why the guard is not in force. The command runs all the same.
	Failed(err error)
}

// Installer is [Guard].Install in the monitor of a terminal, itself one of those
// to be guarded. orders come from [Guard].Orders.
type Installer func(orders string) (listener int, err error)

// GuardEvent is what the audit log should know of a guard: that it refused a
// call, that a program missed what the guard takes, or that it is not in force.
type GuardEvent struct {
	Off  string // why it is not in force; "" for a call
	More int    // so many refused calls that are not reported one by one

	Rights string // the set-uid file, or the like, that Caller runs without its rights
	Call   string // "kill(4711, SIGKILL)"

	Caller, Target GuardedProcess
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
		deafen()
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

// serve has it judge on the side until stop is called, or reports why there is
// nothing to judge.
func (g guarded) serve(by Guard) (stop func()) {
	switch {
	case g.err != nil:
		by.Failed(g.err)
	case g.listener >= 0:
		stop, err := listen(by, g.listener)
		if err == nil {
			return stop
		}
		by.Failed(err)
	}
	return func() {}
}

// listen has a guard judge what comes to a listener, on a goroutine, until stop
// is called. Who waits then is told ENOSYS by the kernel, as is everyone after a
// supervisor that was killed: nobody waits for good.
func listen(by Guard, listener int) (stop func(), err error) {
	r, w, err := os.Pipe()
	if err != nil {
		unix.Close(listener)
		return nil, err
	}
	answer, end := by.Serve(listener)
	over := make(chan struct{})
	go func() {
		defer close(over)
		on := []unix.PollFd{{Fd: int32(r.Fd()), Events: unix.POLLIN}, {Fd: int32(listener), Events: unix.POLLIN}}
		for {
			_, err := unix.Poll(on, -1)
			switch {
			case err == unix.EINTR:
			case err != nil, on[0].Revents != 0:
				return
			case on[1].Revents&unix.POLLIN == 0: // the last filtered process has ended
				on[1].Fd = -1
			default:
				answer()
			}
		}
	}()
	return func() {
		w.Close()
		<-over
		end()
		r.Close()
	}, nil
}

// close gives up a listener that nobody serves.
func (g guarded) close() {
	if g.listener > 2 {
		unix.Close(g.listener)
	}
}
