package supervisor

import (
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// giveUp is release where the command is all there is.
func (c *Command) giveUp(streams ...int) {
	if c.GiveUp {
		release(streams...)
	}
}

// release closes what this process has inherited for the command above 2: once
// that runs, whoever waits for the last writer of a pipe waits for the command,
// not for us. What we have opened ourselves closes on exec, and so is told apart.
//
// The standard streams named are kept open on nothing, so that no other file
// takes their place.
func release(streams ...int) {
	syscall.ForkLock.Lock() // a pipe that is being made is not marked yet
	defer syscall.ForkLock.Unlock()
	for _, fd := range descriptors() {
		if flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFD, 0); fd > 2 && err == nil && flags&unix.FD_CLOEXEC == 0 {
			unix.Close(fd)
		}
	}
	if len(streams) == 0 {
		return
	}
	null, err := unix.Open("/dev/null", unix.O_RDWR|unix.O_CLOEXEC, 0)
	if err != nil {
		return
	}
	defer unix.Close(null)
	for _, fd := range streams {
		replaceStream(null, fd)
	}
}

// descriptors are those that this process has open. It goes around os.File,
// which takes longer to open a folder than to read it.
func descriptors() (fds []int) {
	dir, err := unix.Open(ownDescriptors, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil
	}
	defer unix.Close(dir)
	var buf [1 << 10]byte
	for {
		n, err := unix.ReadDirent(dir, buf[:])
		if err != nil || n <= 0 {
			return fds
		}
		_, _, names := unix.ParseDirent(buf[:n], -1, nil)
		for _, name := range names {
			if fd, err := strconv.Atoi(name); err == nil && fd != dir {
				fds = append(fds, fd)
			}
		}
	}
}
