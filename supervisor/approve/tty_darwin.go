package approve

import "golang.org/x/sys/unix"

const (
	getModes = unix.TIOCGETA
	setModes = unix.TIOCSETA
)

// discardInput drops what has been typed and not read. 1 is FREAD of
// <sys/fcntl.h>: the input queue.
func discardInput(fd int) error { return unix.IoctlSetPointerInt(fd, unix.TIOCFLUSH, 1) }
