package supervisor

import "golang.org/x/sys/unix"

// Go's runtime opens /dev/null in the place of a standard stream that is closed,
// before any code of ours, so that no file takes its number by accident. To the
// command it is to be closed: then `echo` fails where bash's would. What the
// runtime has opened looks like what a caller may have opened (`1<>/dev/null`,
// Python's DEVNULL), so it is not guessed: the streams are looked at before it is
// there, see before_linux_amd64.s.

// Closed reports whether a standard stream was closed when this process started,
// as far as that is known. What was put there since is for the command all the
// same.
func Closed(fd int) bool { return fd >= 0 && fd < 3 && closedAtStart>>fd&1 != 0 }

// keepClosed has the command not see the /dev/null in the place of a closed
// stream: exec closes it.
func keepClosed() {
	for fd := range 3 {
		if Closed(fd) {
			unix.CloseOnExec(fd)
		}
	}
}

// standardStreams are those to hand down to a child.
func standardStreams() (streams [3]uintptr) {
	for fd := range streams {
		streams[fd] = uintptr(fd)
		if flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFD, 0); err == nil && flags&unix.FD_CLOEXEC != 0 {
			streams[fd] = noStream
		}
	}
	return streams
}

// noStream stands for a closed one in [syscall.ProcAttr].
const noStream = ^uintptr(0)
