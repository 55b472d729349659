package supervisor

import (
	"context"
	"os/signal"
	"syscall"
)

// keepDirect keeps a command that shares this process's group, its streams and
// every descriptor above 2 that was handed to it without CLOEXEC (what the Go
// runtime and this program open for themselves has it).
func keepDirect(ctx context.Context, c Command) (Status, error) {
	// A signal that comes while the command starts is passed on once it has.
	signals := caught()
	children := newChildren(ctx, c)
	defer children.stop()
	pid, end, err := startDirect(c)
	if err != nil {
		signal.Stop(signals)
		return Status{}, err
	}
	defer end()
	if !c.GiveUp { // else this process ends as the command did, and not before
		defer signal.Stop(signals)
	}
	children.own = pid
	catchMore(signals, c)
	c.giveUp(0, 1)
	for {
		select {
		case <-children.changed:
			if ws, ended := children.reap(); ended {
				return children.finish(statusOf(ws)), nil
			}
		case sig := <-signals:
			forward(pid, sig.(syscall.Signal))
		case <-children.due:
			children.climb()
		case <-children.cancelled:
			children.cancel()
		case ask := <-c.Aside:
			go ask() // the terminal is nobody's here
		}
	}
}

// startDirect starts c under its guard, on a thread that stays until end is
// called: neither the guard's filter nor PDEATHSIG may be another's.
func startDirect(c Command) (pid int, end func(), err error) {
	endGuard := func() {}
	leave := OnThread(func() {
		if c.Guard != nil {
			g := guarded{listener: -1}
			g.listener, g.err = c.Guard.Install()
			endGuard = g.serve(c.Guard)
			defer answerable()()
		}
		attr := &syscall.SysProcAttr{}
		if !c.Outlives {
			attr = withDeathSignal(attr)
		}
		pid, err = syscall.ForkExec(c.Path, c.Argv, &syscall.ProcAttr{Dir: c.Dir, Env: c.Env, Files: []uintptr{0, 1, 2}, Sys: attr})
	})
	if err != nil {
		leave()
		endGuard()
		return 0, nil, startError(c, err)
	}
	c.tell(pid)
	return pid, func() {
		leave()
		endGuard()
	}, nil
}

// forward passes a signal on to the command, not to its group, which is ours.
func forward(pid int, sig syscall.Signal) {
	if !fromKeyboard(sig) || !sharesForeground() {
		syscall.Kill(pid, sig)
	}
}
