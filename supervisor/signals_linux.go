package supervisor

import (
	"os"
	"runtime"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// sigaction is the kernel's struct, opaque here: all zero is the default action.
// os/signal can catch a signal and ignore it, but not give it back its default
// action once it was caught, and without that this process can neither be
// suspended nor die as its command did.
type sigaction [64]byte

// swapAction sets the action of sig and returns the one before.
func swapAction(sig syscall.Signal, to sigaction) (before sigaction) {
	const sigsetSize = 8 // of the kernel's signal set, not the C library's
	unix.RawSyscall6(unix.SYS_RT_SIGACTION, uintptr(sig), uintptr(unsafe.Pointer(&to)), uintptr(unsafe.Pointer(&before)), sigsetSize, 0, 0)
	return before
}

// raise sends sig to this thread: unlike a signal to the process it has been
// acted upon when the call returns. The caller has locked the thread.
func raise(sig syscall.Signal) {
	unix.Tgkill(os.Getpid(), unix.Gettid(), sig)
}

// stopSelf stops this process, and for a job control signal its group with it,
// as the terminal would have. It returns when the process was continued, or at
// once where nobody could continue it (an orphaned group: no shell above).
func stopSelf(sig syscall.Signal) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if sig == syscall.SIGSTOP {
		raise(sig)
		return
	}
	if sig == syscall.SIGTSTP { // the only one of them that is caught
		before := swapAction(sig, sigaction{})
		defer swapAction(sig, before)
	}
	// One stop, not two: the group's signal may be taken by any thread at
	// any time, ours waits until that is sent. Whichever stops the
	// process, SIGCONT discards the other.
	unix.PthreadSigmask(unix.SIG_BLOCK, only(sig), nil)
	raise(sig)
	syscall.Kill(0, sig)
	unix.PthreadSigmask(unix.SIG_UNBLOCK, only(sig), nil)
}

// dieOf ends this process with sig if that is possible. Nothing may be dumped:
// a core_pattern that is a pipe does not ask for RLIMIT_CORE.
func dieOf(sig syscall.Signal) {
	runtime.LockOSThread()
	unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0)
	swapAction(sig, sigaction{})
	unix.PthreadSigmask(unix.SIG_UNBLOCK, only(sig), nil)
	raise(sig)
}

// onMainThread reports whether the caller runs on the thread this process began
// with.
func onMainThread() bool { return unix.Gettid() == os.Getpid() }

// Deafen has signals to this process come to other threads than the calling one,
// which is locked.
func Deafen() {
	var all unix.Sigset_t
	for i := range all.Val {
		all.Val[i] = ^all.Val[i]
	}
	unix.PthreadSigmask(unix.SIG_BLOCK, &all, nil)
}

func only(sig syscall.Signal) *unix.Sigset_t {
	var set unix.Sigset_t
	word := 8 * unsafe.Sizeof(set.Val[0])
	bit := uintptr(sig) - 1
	set.Val[bit/word] |= 1 << (bit % word)
	return &set
}

// suspenders are the signals that ask this process to suspend: it stops the
// command first and itself after.
var suspenders = []syscall.Signal{syscall.SIGTSTP}
