package supervisor

import "golang.org/x/sys/unix"

// open makes a pipe that holds a page at most, so that it can be written to
// only while it is empty: that is how it shows that all was read. For a shell
// that reads blocks each write is a packet, which is what one read gets.
func (f *Feed) open(blocks bool) (read int, err error) {
	flags := unix.O_CLOEXEC
	if blocks {
		flags |= unix.O_DIRECT
	}
	var p [2]int
	if err := unix.Pipe2(p[:], flags); err != nil {
		return -1, err
	}
	if _, err := unix.FcntlInt(uintptr(p[1]), unix.F_SETPIPE_SZ, packet); err != nil {
		unix.Close(p[0])
		unix.Close(p[1])
		return -1, err
	}
	f.pipe = p[1]
	return p[0], nil
}

// awaitTaken returns when everything written was read.
func (f *Feed) awaitTaken() error {
	for {
		fds := []unix.PollFd{{Fd: int32(f.pipe), Events: unix.POLLOUT}}
		switch _, err := unix.Poll(fds, -1); {
		case err == unix.EINTR:
		case err != nil:
			return err
		case fds[0].Revents&unix.POLLERR != 0:
			return ErrGone
		default:
			return nil
		}
	}
}

// replaceStream makes fd the standard stream to, which a command inherits.
func replaceStream(fd, to int) error { return unix.Dup3(fd, to, 0) }
