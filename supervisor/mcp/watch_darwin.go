package mcp

import (
	"golang.org/x/sys/unix"

	"github.com/hermes-exec/hermes-exec/lock"
)

// awaitHangUp waits for the end of standard input.
func awaitHangUp(stop int) bool {
	var watched unix.Kevent_t
	// CLEAR: data that the server has not read wakes us once, not all the time.
	unix.SetKevent(&watched, 0, unix.EVFILT_READ, unix.EV_ADD|unix.EV_CLEAR)
	return await([]unix.Kevent_t{watched}, stop, func(e unix.Kevent_t) bool { return e.Flags&unix.EV_EOF != 0 })
}

// awaitGone waits until one of the chain has ended.
func awaitGone(chain []lock.Process, stop int) bool {
	watched := make([]unix.Kevent_t, len(chain))
	for i, p := range chain {
		unix.SetKevent(&watched[i], p.PID, unix.EVFILT_PROC, unix.EV_ADD|unix.EV_ONESHOT)
		watched[i].Fflags = unix.NOTE_EXIT
	}
	return await(watched, stop, func(unix.Kevent_t) bool { return true }) || gone(chain)
}

// await waits for an event that is one meant. It returns false where
// something cannot be watched, and when stop is hung up.
func await(watched []unix.Kevent_t, stop int, meant func(unix.Kevent_t) bool) bool {
	kq, err := unix.Kqueue()
	if err != nil {
		return false
	}
	defer unix.Close(kq)
	unix.CloseOnExec(kq)
	var end unix.Kevent_t
	unix.SetKevent(&end, stop, unix.EVFILT_READ, unix.EV_ADD)
	if _, err := unix.Kevent(kq, append(watched, end), nil, nil); err != nil {
		return false
	}
	events := make([]unix.Kevent_t, 1)
	for {
		n, err := unix.Kevent(kq, nil, events, nil)
		switch {
		case err == unix.EINTR:
		case err != nil || n > 0 && int(events[0].Ident) == stop && events[0].Filter == unix.EVFILT_READ:
			return false
		case n > 0 && meant(events[0]):
			return true
		}
	}
}
