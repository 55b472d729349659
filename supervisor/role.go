package supervisor

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// A program that starts itself once more, in another role, needs what is here
// (the monitor of a terminal is one such role).

// Self is this program's file, even if another has taken its place since.
func Self() (string, error) { return self() }

// Assume is called by a process that was started in a role: it is shown under
// that name, and fd becomes the control socket, which must be of its parent's
// making and is not handed on.
func Assume(name string, fd int) (control *os.File, err error) {
	nameProcess(name)
	unix.CloseOnExec(fd)
	if addr, err := unix.Getsockname(fd); err != nil {
		return nil, err
	} else if _, ok := addr.(*unix.SockaddrUnix); !ok || !madeBy(fd, os.Getppid()) {
		return nil, errors.New("the control socket is not the parent's")
	}
	unix.SetNonblock(fd, true)
	return os.NewFile(uintptr(fd), "control"), nil
}

// ControlPair returns two connected sockets, neither of which survives an
// exec. The second is for a child, see [Assume].
func ControlPair() (ours *os.File, theirs int, err error) { return controlPair() }
