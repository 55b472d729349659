package confirm

import (
	"fmt"
	"net"

	"golang.org/x/sys/unix"
)

// peerPID is the process that made a connection, as the kernel noted it then.
func peerPID(c *net.UnixConn) (int, error) {
	raw, err := c.SyscallConn()
	if err != nil {
		return 0, err
	}
	var cred *unix.Ucred
	var failed error
	if err := raw.Control(func(fd uintptr) {
		cred, failed = unix.GetsockoptUcred(int(fd), unix.SOL_SOCKET, unix.SO_PEERCRED)
	}); err != nil {
		return 0, err
	}
	if failed != nil {
		return 0, fmt.Errorf("who is asking: %w", failed)
	}
	if cred.Pid <= 0 { // of a pid namespace that is not seen from here
		return 0, fmt.Errorf("who is asking: a process that is not seen from here")
	}
	return int(cred.Pid), nil
}
