//go:build amd64 || arm64

package supervisor

import (
	"encoding/binary"
	"os"
	"runtime"
	"syscall"

	"golang.org/x/sys/unix"
)

// readIgnored gives the signals that were ignored when this process started,
// signal n as bit n-1.
//
// The Go runtime replaces the actions of nearly all signals before any other
// code runs, and the kernel then knows no more of them. The runtime does: it
// keeps what it found in an array, runtime.fwdSig, that it shows to nobody. The
// way there leads through its code: the kernel knows the address of its handler
// (in a program with C, of one before that), which calls sigtrampgo, which calls sigfwdgo, which begins with the array's
// address. Each step is checked by name, memory is read in a way that cannot
// fault, and an array that could not be that one counts for nothing: then, as
// with a runtime that is built otherwise, known is false.
func readIgnored() (set uint64, known bool) {
	action := swapAction(syscall.SIGURG, nil) // which the runtime needs for itself
	at := action.handler()
	if behindC := calledFrom(at, "runtime.sigtramp"); behindC != 0 {
		at = behindC
	}
	for _, name := range [...]string{"runtime.sigtrampgo", "runtime.sigfwdgo"} {
		if at = calledFrom(at, name); at == 0 {
			return 0, false
		}
	}
	const signals = 65
	var found [signals * 8]byte
	if !readMemory(found[:], firstAddress(at)) {
		return 0, false
	}
	for sig := range signals {
		switch binary.LittleEndian.Uint64(found[8*sig:]) {
		case 0:
		case 1: // SIG_IGN; two of them nobody can ignore, and the numbers 0, 32 and 33 are no program's
			if sig == 0 || sig == 32 || sig == 33 || syscall.Signal(sig) == syscall.SIGKILL || syscall.Signal(sig) == syscall.SIGSTOP {
				return 0, false
			}
			set |= 1 << (sig - 1)
		default: // a program begins with no handlers
			return 0, false
		}
	}
	return set, true
}

// isFunction reports whether a function of this name begins at an address.
func isFunction(at uintptr, name string) bool {
	f := runtime.FuncForPC(at)
	return f != nil && f.Entry() == at && f.Name() == name
}

// readMemory reads this process's own memory, or fails.
func readMemory(to []byte, from uintptr) bool {
	local := []unix.Iovec{{Base: &to[0], Len: uint64(len(to))}}
	remote := []unix.RemoteIovec{{Base: from, Len: len(to)}}
	n, err := unix.ProcessVMReadv(os.Getpid(), local, remote, 0)
	return err == nil && n == len(to)
}
