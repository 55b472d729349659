package mcp

import (
	"golang.org/x/sys/unix"

	"github.com/hermes-exec/hermes-exec/lock"
)

// goneEvery is how often is looked, in ms, where the kernel does not tell.
const goneEvery = 200

// awaitHangUp waits for the hang-up of standard input. Data that is there
// wakes nobody here.
func awaitHangUp(stop int) bool {
	fds := []unix.PollFd{{Fd: 0, Events: unix.POLLRDHUP}, {Fd: int32(stop)}}
	for {
		if _, err := unix.Poll(fds, -1); err == unix.EINTR {
			continue
		} else if err != nil || fds[1].Revents != 0 || fds[0].Revents&unix.POLLNVAL != 0 {
			return false
		}
		if fds[0].Revents != 0 {
			return true
		}
	}
}

// awaitGone waits until one of the chain has ended. It is not PDEATHSIG that
// tells: that comes when the thread ends that started us, which a client
// may well survive.
func awaitGone(chain []lock.Process, stop int) bool {
	fds := []unix.PollFd{{Fd: int32(stop)}}
	wait := -1
	for _, p := range chain {
		fd, err := unix.PidfdOpen(p.PID, 0)
		if err != nil { // an old kernel, or a filter; or it is gone already
			wait = goneEvery
			continue
		}
		defer unix.Close(fd)
		fds = append(fds, unix.PollFd{Fd: int32(fd), Events: unix.POLLIN})
	}
	for !gone(chain) { // else the descriptors are theirs
		if _, err := unix.Poll(fds, wait); err != nil && err != unix.EINTR || fds[0].Revents != 0 {
			return false
		}
	}
	return true
}
