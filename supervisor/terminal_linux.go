package supervisor

import "golang.org/x/sys/unix"

const (
	ioctlGetTermios = unix.TCGETS
	ioctlSetTermios = unix.TCSETS
)

// await blocks until fd is readable (or writable, with write) or wake is
// readable (-1: none), and says which.
func await(fd int, write bool, wake int) (ready, woken bool) {
	events := int16(unix.POLLIN)
	if write {
		events = unix.POLLOUT
	}
	set := []unix.PollFd{{Fd: int32(fd), Events: events}, {Fd: int32(wake), Events: unix.POLLIN}}
	for {
		_, err := unix.Poll(set, -1)
		if err == unix.EINTR {
			continue
		}
		return set[0].Revents != 0, set[1].Revents != 0
	}
}
