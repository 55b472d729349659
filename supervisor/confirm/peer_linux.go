package confirm

import (
	"fmt"
	"net"

	"golang.org/x/sys/unix"
)

// peerPID is the process that made a connection, as the kernel noted it then.
func peerPID(c *net.UnixConn) (int, error) {
	cred, err := peer(c)
	if err != nil {
		return 0, err
	}
	if cred.Pid <= 0 { // of a pid namespace that is not seen from here
		return 0, fmt.Errorf("who is asking: a process that is not seen from here")
	}
	return int(cred.Pid), nil
}

// peerUID is the user it belonged to then.
func peerUID(c *net.UnixConn) (int, error) {
	cred, err := peer(c)
	if err != nil {
		return 0, err
	}
	return int(cred.Uid), nil
}

func peer(c *net.UnixConn) (*unix.Ucred, error) {
	raw, err := c.SyscallConn()
	if err != nil {
		return nil, err
	}
	var cred *unix.Ucred
	var failed error
	if err := raw.Control(func(fd uintptr) {
		cred, failed = unix.GetsockoptUcred(int(fd), unix.SOL_SOCKET, unix.SO_PEERCRED)
	}); err != nil {
		return nil, err
	}
	if failed != nil {
		return nil, fmt.Errorf("who is asking: %w", failed)
	}
	return cred, nil
}
