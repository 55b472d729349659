//go:build amd64 || arm64

package supervisor

import (
	"syscall"

	"golang.org/x/sys/unix"
)

// startDirect starts c under its guard. The thread that does it must not end
// before the command (PDEATHSIG): Go's do so only with a goroutine that is
// locked to them.
func startDirect(c Command) (*direct, error) {
	inheritLimit()
	for f := c.filter(nil); ; {
		k, err := newChild(&c, f)
		if err != nil {
			return nil, startError(c, err)
		}
		d, refused, err := k.start()
		switch {
		case refused != nil:
			f = c.filter(refused)
		case err != nil:
			return nil, startError(c, err)
		default:
			c.tell(d.pid)
			return d, nil
		}
	}
}

// filter is what the command is to be under; nothing where its guard fails.
func (c *Command) filter(refused error) Filter {
	if c.Guard == nil {
		return Filter{}
	}
	f, err := c.Guard.Filter(refused)
	if err != nil {
		c.Guard.Failed(err)
		return Filter{}
	}
	return f
}

// inheritLimit undoes that Go has raised the limit on descriptors for this
// process, to one below the most there can be (package syscall, rlimit.go): the
// command is to have what the caller had. Only exec does that, and this one fails.
func inheritLimit() {
	var now unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &now); err != nil || now.Cur == now.Max-1 {
		syscall.Exec("", nil, nil)
	}
}

// judge has the guard judge on the side.
func (d *direct) judge(c *Command) {
	if d.listener >= 0 {
		d.end = guarded{listener: d.listener}.serve(c.Guard)
	}
}

// keep passes signals on and has the guard judge until the command has ended.
func (d *direct) keep(c *Command, signals *catcher) syscall.WaitStatus {
	answer, stop := func() {}, func() {}
	if d.listener >= 0 {
		answer, stop = c.Guard.Serve(d.listener)
	}
	defer stop()
	ended := d.ended()
	if ended < 0 {
		return d.wait()
	}
	on := []unix.PollFd{{Fd: int32(ended), Events: unix.POLLIN}, {Fd: int32(signals.pipe[0]), Events: unix.POLLIN}, {Fd: int32(d.listener), Events: unix.POLLIN}}
	for {
		if _, err := unix.Poll(on, -1); err == unix.EINTR {
			continue
		} else if err != nil {
			return d.wait()
		}
		if on[0].Revents != 0 {
			return d.reap()
		}
		if on[1].Revents != 0 {
			d.forward(signals.next())
		}
		switch on[2].Revents {
		case 0:
		case unix.POLLIN:
			answer()
		default: // the last filtered process has ended
			on[2].Fd = -1
		}
	}
}

// ended is a descriptor that says something when the command has ended. Linux
// before 5.2 has none, and a pipe is made one.
func (d *direct) ended() int {
	var pipe [2]int
	if d.pidfd >= 0 || unix.Pipe2(pipe[:], unix.O_CLOEXEC) != nil {
		return d.pidfd
	}
	d.pidfd = pipe[0]
	go func() {
		awaitEnd(d.pid)
		unix.Close(pipe[1])
	}()
	return d.pidfd
}
