package supervisor

import (
	"os"
	"os/signal"
	"runtime"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// sigaction is the kernel's struct, which os/signal cannot reach: it can catch
// a signal and ignore it, but not give it back its default action once it was
// caught. All zero is that default; the fields are not needed.
type sigaction [64]byte

// sigsetSize is the size of the kernel's signal set (not the C library's).
const sigsetSize = 8

// swapAction sets the action of sig and returns the one before.
func swapAction(sig syscall.Signal, to *sigaction) (before sigaction) {
	unix.RawSyscall6(unix.SYS_RT_SIGACTION, uintptr(sig), uintptr(unsafe.Pointer(to)), uintptr(unsafe.Pointer(&before)), sigsetSize, 0, 0)
	return before
}

// raise sends sig to this thread: unlike a signal to the process it has been
// acted upon when the call returns. The caller has locked the thread.
func raise(sig syscall.Signal) {
	unix.Tgkill(os.Getpid(), unix.Gettid(), sig)
}

// handler is its address, 0 for the default action and 1 for none.
func (a *sigaction) handler() uintptr { return *(*uintptr)(unsafe.Pointer(a)) }

// ignoreAction is SIG_IGN.
var ignoreAction = sigaction{0: 1}

func (a *sigaction) ignored() bool { return a.handler() == 1 }
func (a *sigaction) handled() bool { return a.handler() > 1 }

// ignore has sig ignored, also where os/signal leaves it to the runtime.
func ignore(sig syscall.Signal) {
	signal.Ignore(sig)
	if action := swapAction(sig, nil); !action.ignored() {
		to := ignoreAction
		swapAction(sig, &to)
	}
}

// forkExec is syscall.ForkExec for a child that has the signal mask this process
// was started with: Go's has the thread's, from which the runtime takes some out.
func forkExec(path string, argv []string, attr *syscall.ProcAttr) (pid int, err error) {
	if lookedBefore {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		var own unix.Sigset_t
		unix.PthreadSigmask(unix.SIG_SETMASK, &unix.Sigset_t{Val: [16]uint64{maskAtStart}}, &own)
		defer unix.PthreadSigmask(unix.SIG_SETMASK, &own, nil)
	}
	return syscall.ForkExec(path, argv, attr)
}

// stillIgnored reports whether sig is ignored now.
func stillIgnored(sig syscall.Signal) bool {
	action := swapAction(sig, nil)
	return signal.Ignored(sig) || action.ignored()
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
	if ignored(sig) {
		return
	}
	before := swapAction(sig, &sigaction{})
	defer swapAction(sig, &before)

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
	swapAction(sig, &sigaction{})
	unix.PthreadSigmask(unix.SIG_UNBLOCK, only(sig), nil)
	raise(sig)
}

// dieOfTheRest has the signals end this process, and with it the command, that
// the Go runtime swallows or dies of with a trace of its own. Nobody sends them,
// so the command, which might have a handler, gets KILL.
func dieOfTheRest() {
	for _, sig := range [...]syscall.Signal{syscall.SIGSTKFLT, syscall.SIGPROF, syscall.SIGPWR} {
		dieOfThis(sig)
	}
	const firstRealTime = 34 // those below are the C library's
	for sig := syscall.Signal(firstRealTime); sig <= lastSignal; sig++ {
		dieOfThis(sig)
	}
}

// dieOfThis gives sig its default action, unless it is ignored.
func dieOfThis(sig syscall.Signal) {
	if before := swapAction(sig, &sigaction{}); before.ignored() {
		swapAction(sig, &before)
	}
}

const lastSignal = 64

// deafen has signals to this process come to other threads than the calling one.
func deafen() {
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
