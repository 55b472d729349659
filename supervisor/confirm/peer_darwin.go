package confirm

import (
	"fmt"
	"net"

	"golang.org/x/sys/unix"
)

// peerPID is the process that made a connection.
func peerPID(c *net.UnixConn) (int, error) {
	raw, err := c.SyscallConn()
	if err != nil {
		return 0, err
	}
	var pid int
	var failed error
	if err := raw.Control(func(fd uintptr) {
		pid, failed = unix.GetsockoptInt(int(fd), unix.SOL_LOCAL, unix.LOCAL_PEERPID)
	}); err != nil {
		return 0, err
	}
	if failed != nil {
		return 0, fmt.Errorf("who is asking: %w", failed)
	}
	return pid, nil
}

// peerUID is the user it belongs to.
func peerUID(c *net.UnixConn) (int, error) {
	raw, err := c.SyscallConn()
	if err != nil {
		return 0, err
	}
	var cred *unix.Xucred
	var failed error
	if err := raw.Control(func(fd uintptr) {
		cred, failed = unix.GetsockoptXucred(int(fd), unix.SOL_LOCAL, unix.LOCAL_PEERCRED)
	}); err != nil {
		return 0, err
	}
	if failed != nil {
		return 0, fmt.Errorf("who is asking: %w", failed)
	}
	return int(cred.Uid), nil
}
