package supervisor

import (
	"os"
	"os/signal"
	"syscall"
	"time"
)

// stopSelf stops this process, and for a job control signal its group with it,
// as the terminal would have. It returns when the process was continued, or at
// once where nobody could continue it (an orphaned group: no shell above).
func stopSelf(sig syscall.Signal) {
	if sig == syscall.SIGSTOP {
		syscall.Kill(os.Getpid(), sig)
		return
	}
	syscall.Kill(0, sig)
}

// dieOf ends this process with sig if that is possible. Go dies of a signal
// nobody is notified of; a second is ample for one of its threads to take it.
func dieOf(sig syscall.Signal) {
	signal.Reset(sig)
	syscall.Kill(os.Getpid(), sig)
	time.Sleep(time.Second)
}

// suspenders are the signals that ask this process to suspend. There are none
// here: once caught, a signal cannot be given its default action again, and
// stopSelf needs that of SIGTSTP.
var suspenders []syscall.Signal

// Deafen is for filtered threads, which there are none of.
func Deafen() {}

// onMainThread is for filtered threads, too.
func onMainThread() bool { return false }
