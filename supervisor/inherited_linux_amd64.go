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

// calledFrom finds the call of a function, or the jump to it, in the code at an
// address, 0 where there is none.
func calledFrom(at uintptr, name string) uintptr {
	var code [256]byte
	if !readMemory(code[:], at) {
		return 0
	}
	const call, jump, length = 0xe8, 0xe9, 5 // and the distance from its end
	for i := range len(code) - length {
		if code[i] != call && code[i] != jump {
			continue
		}
		target := at + uintptr(i+length) + distance(code[i+1:])
		if f := runtime.FuncForPC(target); f != nil && f.Entry() == target && f.Name() == name {
			return target
		}
	}
	return 0
}

// firstAddress finds the first address that the code at an address takes:
// LEA REGISTER, [RIP+distance].
func firstAddress(at uintptr) uintptr {
	var code [64]byte
	if !readMemory(code[:], at) {
		return 0
	}
	const length = 7
	for i := range len(code) - length {
		if wide, lea, mode := code[i], code[i+1], code[i+2]; wide&^4 == 0x48 && lea == 0x8d && mode&0xc7 == 5 {
			return at + uintptr(i+length) + distance(code[i+3:])
		}
	}
	return 0
}

func distance(code []byte) uintptr { return uintptr(int32(binary.LittleEndian.Uint32(code))) }

// readMemory reads this process's own memory, or fails.
func readMemory(to []byte, from uintptr) bool {
	local := []unix.Iovec{{Base: &to[0], Len: uint64(len(to))}}
	remote := []unix.RemoteIovec{{Base: from, Len: len(to)}}
	n, err := unix.ProcessVMReadv(os.Getpid(), local, remote, 0)
	return err == nil && n == len(to)
}
