//go:build amd64 || arm64

package supervisor

import (
	"fmt"
	"os"
	"os/signal"
	"slices"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// catcher has the signals that come to this process written to a pipe, by a
// handler of its own. The Go runtime's way (os/signal) takes two switches of
// threads for each signal to be caught, twenty of them before a command starts.
// But os/signal does not see what that handler catches: where others in this
// process listen as well, the signals come by way of os/signal.
type catcher struct {
	pipe   [2]int
	before []caughtSignal
	shared chan os.Signal // nil where the handler is our own
	passed chan struct{}  // all of that is in the pipe
}

type caughtSignal struct {
	sig    syscall.Signal
	action sigaction
}

// What the handlers use, which are written in assembly: the end of the pipe they
// write to, and who gets a signal that stands for an error in this program.
var (
	signalPipe     int32
	runtimeHandler uintptr
)

// faults are those of [deadly] that the kernel sends for an error in this program.
// A clock that runs out is none: who sets one may have started this program after.
var faults = [...]syscall.Signal{syscall.SIGSEGV, syscall.SIGBUS, syscall.SIGFPE, syscall.SIGILL, syscall.SIGTRAP, syscall.SIGSYS}

// catchAll catches what is [forwarded] and what is [deadly], but nothing that is
// ignored, and has the rest do what they would to another program. A broken
// pipe is for those only who write to none but the command's own.
func catchAll(c Command) (*catcher, error) {
	k := &catcher{}
	if err := unix.Pipe2(k.pipe[:], unix.O_CLOEXEC|unix.O_NONBLOCK); err != nil {
		return nil, fmt.Errorf("a pipe for signals: %w", err)
	}
	if c.Fed || held != nil { // each statement may be asked about; this command was
		k.shared, k.passed = caught(), make(chan struct{})
		catchMore(k.shared, c)
		go k.passOn()
		return k, nil
	}
	k.before = make([]caughtSignal, 0, len(forwarded)+len(deadly)+1)
	signalPipe = int32(k.pipe[1])
	onSignal, onFault, restore := handlers()
	urgent := swapAction(syscall.SIGURG, nil) // which the runtime needs for itself
	runtimeHandler = urgent.handler()
	for _, sig := range forwarded {
		k.catch(sig, onSignal, restore)
	}
	for _, sig := range deadly {
		handler := onSignal
		if slices.Contains(faults[:], sig) {
			handler = onFault
		}
		k.catch(sig, handler, restore)
	}
	k.catch(syscall.SIGPIPE, onSignal, restore)
	dieOfTheRest()
	return k, nil
}

// passOn writes what os/signal delivers to the pipe.
func (k *catcher) passOn() {
	defer close(k.passed)
	for sig := range k.shared {
		unix.Write(k.pipe[1], []byte{byte(sig.(syscall.Signal))})
	}
}

func (k *catcher) catch(sig syscall.Signal, handler, restore uintptr) {
	const onStack, restorer, restart = 0x08000000, 0x04000000, 0x10000000
	flags := uintptr(onStack | restart | 4) // SA_SIGINFO
	if restore != 0 {
		flags |= restorer
	}
	ours := newAction(handler, flags, restore)
	before := swapAction(sig, &ours)
	if before.ignored() {
		swapAction(sig, &before)
		return
	}
	k.before = append(k.before, caughtSignal{sig, before})
}

// next is the next signal that has come, 0 where there is none.
func (k *catcher) next() syscall.Signal {
	var b [1]byte
	for {
		switch n, err := unix.Read(k.pipe[0], b[:]); {
		case n == 1:
			return syscall.Signal(b[0])
		case err != unix.EINTR:
			return 0
		}
	}
}

// stop leaves the signals to whoever had them before.
func (k *catcher) stop() {
	if k.shared != nil {
		signal.Stop(k.shared)
		close(k.shared)
		<-k.passed
	}
	for i := range k.before {
		swapAction(k.before[i].sig, &k.before[i].action)
	}
	unix.Close(k.pipe[0])
	unix.Close(k.pipe[1])
}

// handlers are the addresses of a handler for what somebody sends, of one for
// what may also stand for an error in this program, and of what handlers return
// to, 0 where the kernel knows.
func handlers() (onSignal, onFault, restore uintptr)

// newAction is struct sigaction as the kernel has it.
func newAction(handler, flags, restore uintptr) (a sigaction) {
	*(*[4]uintptr)(unsafe.Pointer(&a)) = [4]uintptr{handler, flags, restore, ^uintptr(0)}
	return a
}
