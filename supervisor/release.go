package supervisor

import (
	"os"
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

// Release closes what this process has inherited above 2, for one that runs on
// beside the command.
func Release() { release() }

// release closes what this process has inherited for the command above 2: once
// that runs, whoever waits for the last writer of a pipe waits for the command,
// not for us. What we have opened ourselves closes on exec, and so is told apart.
//
// The standard streams named are kept open on nothing, so that no other file
// takes their place.
func release(streams ...int) {
	syscall.ForkLock.Lock() // a pipe that is being made is not marked yet
	defer syscall.ForkLock.Unlock()
	open, _ := os.ReadDir(ownDescriptors) // as far as that can be read
	for _, entry := range open {
		fd, err := strconv.Atoi(entry.Name())
		if err != nil || fd <= 2 {
			continue
		}
		if flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFD, 0); err == nil && flags&unix.FD_CLOEXEC == 0 {
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
