package supervisor

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

func statusOf(ws syscall.WaitStatus) Status {
	if ws.Signaled() {
		return Status{Signal: ws.Signal()}
	}
	return Status{Code: ws.ExitStatus()}
}

// ExitCode is the status a shell shows for it in $?: the exit status, or 128
// plus the number of the signal.
func (s Status) ExitCode() int {
	if s.Signal != 0 {
		return 128 + int(s.Signal)
	}
	return s.Code
}

// Die ends this process the way the command ended: it exits with the same
// status, or dies of the same signal, so that a caller sees what it would have
// seen from the command itself. It leaves no core of its own. Where the signal
// does not end it, it exits with [Status.ExitCode].
func (s Status) Die() {
	if s.Signal != 0 {
		var core unix.Rlimit
		if unix.Getrlimit(unix.RLIMIT_CORE, &core) == nil {
			core.Cur = 0
			unix.Setrlimit(unix.RLIMIT_CORE, &core)
		}
		dieOf(s.Signal)
	}
	os.Exit(s.ExitCode())
}
