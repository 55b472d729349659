//go:build !linux || (!amd64 && !arm64)

package supervisor

import (
	"os"
	"os/signal"
	"syscall"
)

// catcher has signals delivered to a channel. Those in [deadly] are caught when
// the command has started, which they would hold up.
type catcher struct{ c chan os.Signal }

func catchAll(Command) (*catcher, error) { return &catcher{caught()}, nil }

func (k *catcher) stop() { signal.Stop(k.c) }

// startDirect starts c. There are no guards here.
func startDirect(c Command) (*direct, error) {
	d := &direct{pidfd: -1, listener: -1}
	var err error
	d.end = onThread(func() (stay func()) {
		d.pid, err = syscall.ForkExec(c.Path, c.Argv, &syscall.ProcAttr{
			Dir:   c.Dir,
			Env:   c.Env,
			Files: []uintptr{0, 1, 2},
			Sys:   c.deathSignal(&syscall.SysProcAttr{}),
		})
		return nil
	})
	if err != nil {
		d.end()
		return nil, startError(c, err)
	}
	c.tell(d.pid)
	return d, nil
}

// deathSignal is [withDeathSignal] for a command that is to have it.
func (c Command) deathSignal(attr *syscall.SysProcAttr) *syscall.SysProcAttr {
	if c.Outlives {
		return attr
	}
	return withDeathSignal(attr)
}

func (d *direct) judge(*Command) {}

// keep passes signals on until the command has ended.
func (d *direct) keep(c *Command, signals *catcher) syscall.WaitStatus {
	catchMore(signals.c, *c)
	ended := make(chan struct{})
	defer close(ended)
	go func() {
		for {
			select {
			case sig := <-signals.c:
				d.forward(sig.(syscall.Signal))
			case <-ended:
				return
			}
		}
	}()
	return d.wait()
}
