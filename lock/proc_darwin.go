package lock

import (
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// szomb is SZOMB of <sys/proc.h>: exited, not yet waited for.
const szomb = 5

// alive reports whether pid runs; a zombie does not.
func alive(pid int) bool {
	if err := syscall.Kill(pid, 0); err != nil && err != syscall.EPERM {
		return false
	}
	k, err := unix.SysctlKinfoProc("kern.proc.pid", pid)
	return err != nil || k.Proc.P_stat != szomb
}

// startTime returns when pid started, to 1 µs.
func startTime(pid int) (time.Time, error) {
	k, err := unix.SysctlKinfoProc("kern.proc.pid", pid)
	if err != nil {
		return time.Time{}, err
	}
	return time.Unix(k.Proc.P_starttime.Unix()), nil
}

// birth tells pid from those that had the number before: its start in µs.
func birth(pid int) (int64, error) {
	started, err := startTime(pid)
	return started.UnixMicro(), err
}

// dying cannot be told here: a process that was killed is alive until it is gone.
func dying(pid int) bool { return false }
