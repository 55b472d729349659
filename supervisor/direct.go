package supervisor

import (
	"context"
	"os/signal"
	"sync"
	"syscall"
)

// direct is a command that shares this process's group, its streams and every
// descriptor above 2 that was handed to it without CLOEXEC (what the Go runtime
// and this program open for themselves has it).
type direct struct {
	pid      int
	pidfd    int    // or what stands for it; -1 where the system has none
	listener int    // of its guard, not judged yet; -1: there is none
	end      func() // gives up what the command needed while it ran; nil: nothing

	mu     sync.Mutex
	reaped bool // the pid may be another's
}

// keepDirect starts c and waits for it.
func keepDirect(ctx context.Context, c Command) (Status, error) {
	if c.limited(ctx) {
		return keepLimited(ctx, c)
	}
	// A signal that comes while the command starts is passed on once it has.
	signals, err := catchAll(c)
	if err != nil {
		return Status{}, err
	}
	d, err := startDirect(c)
	if err != nil {
		signals.stop()
		return Status{}, err
	}
	defer d.close()
	if !c.GiveUp {
		defer signals.stop()
	}
	c.giveUp(0, 1)
	return statusOf(d.keep(&c, signals)), nil
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
	defer d.close()
	d.judge(&c)
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
			d.forward(sig.(syscall.Signal))
		case <-children.due:
			children.climb()
		case <-children.cancelled:
			children.cancel()
		}
	}
}

func (d *direct) close() {
	if d.end != nil {
		d.end()
	}
	if d.pidfd >= 0 {
		syscall.Close(d.pidfd)
	}
}

// wait returns how the command ended.
func (d *direct) wait() syscall.WaitStatus {
	awaitEnd(d.pid)
	return d.reap()
}

func (d *direct) reap() syscall.WaitStatus {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.reaped = true
	return reap(d.pid)
}

// forward passes a signal on to the command, not to its group, which is ours.
func (d *direct) forward(sig syscall.Signal) {
	if fromKeyboard(sig) && sharesForeground() {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.reaped {
		syscall.Kill(d.pid, sig)
	}
}
