package supervisor

import "golang.org/x/sys/unix"

const (
	ioctlGetTermios = unix.TIOCGETA
	ioctlSetTermios = unix.TIOCSETA
)

// await blocks until fd is readable (or writable, with write) or wake is
// readable (-1: none), and says which. It is select, since poll and kqueue of macOS do not
// take /dev/tty (BUGS of poll(2)).
func await(fd int, write bool, wake int) (ready, woken bool) {
	for {
		var r, w unix.FdSet
		if wake >= 0 {
			r.Set(wake)
		}
		if write {
			w.Set(fd)
		} else {
			r.Set(fd)
		}
		_, err := unix.Select(max(fd, wake)+1, &r, &w, nil, nil)
		if err == unix.EINTR {
			continue
		}
		if err != nil {
			return true, true
		}
		return r.IsSet(fd) || w.IsSet(fd), wake >= 0 && r.IsSet(wake)
	}
}
