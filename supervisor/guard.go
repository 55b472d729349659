package supervisor

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// Guard keeps a command, and all that it starts, from doing something to the
// processes above it. killguard has the one there is.
type Guard interface {
	// Install puts the guard on the calling thread, which is locked and is
	// never used again for anything but to start the command. What it has to
	// judge comes to listener; -1: the guard judges all by itself.
	Install() (listener int, err error)

	// Orders is for an [Installer] in the monitor of the command's terminal.
	Orders() string

	// Serve is for what comes to listener, which is the guard's from then on:
	// judge answers it until stop is called. What was judged by then is
	// reported when stop returns.
	Serve(listener int) (judge, stop func())

	// Failed is told why Install failed. The command runs all the same.
	Failed(err error)
}

// Installer is [Guard].Install for the monitor of a terminal, itself one of
// those to be guarded. orders come from [Guard].Orders.
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

// onThread calls start on a thread of its own and returns after it. The thread
// then runs stay, if there is one, and remains until end is called: the kernel
// ties PDEATHSIG to the thread that forked. Nothing else ever runs on it, since
// a guard's filter cannot be taken off again; it ends with its goroutine.
func onThread(start func() (stay func())) (end func()) {
	started, over := make(chan struct{}), make(chan struct{})
	go func() {
		runtime.LockOSThread()
		stay := start()
		// A signal that ends this process and that nobody catches is raised
		// anew by the thread it came to, which a filter would take for a call
		// against the host.
		deafen()
		close(started)
		if stay != nil {
			stay()
		}
		<-over
	}()
	<-started
	return func() { close(over) }
}

// install puts c's guard on the calling thread.
func (c *Command) install() guarded {
	if c.Guard == nil {
		return guarded{listener: -1, none: true}
	}
	listener, err := c.Guard.Install()
	return guarded{listener: listener, err: err}
}

// guarded is what became of a guard's installation.
type guarded struct {
	listener int // -1: there is nothing to serve
	err      error
	none     bool // the command has no guard
}

// serve prepares to judge, or reports why there is nothing to judge.
func (g guarded) serve(by Guard) (judge, stop func()) {
	switch {
	case g.err != nil:
		by.Failed(g.err)
	case g.listener >= 0:
		return by.Serve(g.listener)
	}
	return nil, func() {}
}

// close gives up a listener that nobody serves.
func (g guarded) close() {
	if g.listener > 2 {
		unix.Close(g.listener)
	}
}
