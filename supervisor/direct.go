package supervisor

import (
	"context"
	"os"
	"os/signal"
	"sync"
	"syscall"
)

// direct is a command that shares this process's group, its streams and every
// descriptor above 2 that was handed to it without CLOEXEC (what the Go runtime
// and this program open for themselves has it).
type direct struct {
	pid int
	end func() // gives up what the command needed while it ran

	mu     sync.Mutex
	reaped bool // the pid may be another's
}

// keepDirect starts c and waits for it.
func keepDirect(ctx context.Context, c Command) (Status, error) {
	if c.limited(ctx) {
		return keepLimited(ctx, c)
	}
	// A signal that comes while the command starts is passed on once it has.
	signals := caught()
	if !c.GiveUp { // it takes a switch of threads for each of them
		defer signal.Stop(signals)
	}
	running, ended := make(chan *direct, 1), make(chan struct{})
	go passOn(signals, running, ended)
	defer close(ended)

	d, err := startDirect(c)
	if err != nil {
		return Status{}, err
	}
	defer d.end()
	catchMore(signals, c)
	running <- d
	c.giveUp(0, 1)
	return statusOf(d.wait()), nil
}

// passOn forwards signals to the command until that has ended.
func passOn(signals <-chan os.Signal, running <-chan *direct, ended <-chan struct{}) {
	var d *direct
	select {
	case d = <-running:
	case <-ended:
		return
	}
	for {
		select {
		case sig := <-signals:
			d.forward(sig)
		case <-ended:
			return
		}
	}
}

// keepLimited keeps a command whose time is limited: orphans come in.
func keepLimited(ctx context.Context, c Command) (Status, error) {
	signals := caught()
	defer signal.Stop(signals)
	children := newChildren(ctx, c)
	defer children.stop()
	d, err := startDirect(c)
	if err != nil {
		return Status{}, err
	}
	defer d.end()
	children.own = d.pid
	catchMore(signals, c)
	c.giveUp(0, 1)
	for {
		select {
		case <-children.changed:
			if ws, ended := children.reap(); ended {
				return children.finish(statusOf(ws)), nil
			}
		case sig := <-signals:
			d.forward(sig)
		case <-children.due:
			children.climb()
		case <-children.cancelled:
			children.cancel()
		}
	}
}

func startDirect(c Command) (*direct, error) {
	var pid int
	var err error
	stop := func() {}
	endThread := onThread(func() (judge func()) {
		g := c.install()
		pid, err = syscall.ForkExec(c.Path, c.Argv, &syscall.ProcAttr{
			Dir:   c.Dir,
			Env:   c.Env,
			Files: []uintptr{0, 1, 2},
			Sys:   c.deathSignal(&syscall.SysProcAttr{}),
		})
		if err != nil {
			g.close()
			return nil
		}
		judge, stop = g.serve(c.Guard)
		return judge
	})
	if err != nil {
		endThread()
		return nil, startError(c, err)
	}
	c.tell(pid)
	return &direct{pid: pid, end: func() { stop(); endThread() }}, nil
}

// wait returns how the command ended.
func (d *direct) wait() syscall.WaitStatus {
	awaitEnd(d.pid)
	d.mu.Lock()
	defer d.mu.Unlock()
	d.reaped = true
	return reap(d.pid)
}

// forward passes a signal on to the command, not to its group, which is ours.
func (d *direct) forward(s os.Signal) {
	sig := s.(syscall.Signal)
	if fromKeyboard(sig) && sharesForeground() {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.reaped {
		syscall.Kill(d.pid, sig)
	}
}
