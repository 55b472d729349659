package main

import (
	"os"
	"runtime/debug"
	"time"
	"unsafe"

	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

// calls makes them on this thread, and gives what processor time they took.
func calls(asks, signals int) (time.Duration, error) {
	debug.SetGCPercent(-1)
	self := uintptr(os.Getpid())
	began, err := threadTime()
	if err != nil {
		return 0, err
	}
	for range asks {
		unix.RawSyscall(unix.SYS_GETPID, 0, 0, 0)
	}
	for range signals {
		if _, _, errno := unix.RawSyscall(unix.SYS_KILL, self, 0, 0); errno != 0 {
			return 0, errno
		}
	}
	ended, err := threadTime()
	return ended - began, err
}

func threadTime() (time.Duration, error) {
	var t unix.Timespec
	err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t)
	return time.Duration(t.Nano()), err
}

// allowAll puts the least filter there is on this thread.
func allowAll() error {
	code, err := bpf.Assemble([]bpf.Instruction{bpf.RetConstant{Val: unix.SECCOMP_RET_ALLOW}})
	if err != nil {
		return err
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return err
	}
	program := unix.SockFprog{Len: uint16(len(code)), Filter: (*unix.SockFilter)(unsafe.Pointer(&code[0]))}
	if _, _, errno := unix.RawSyscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_SPEC_ALLOW, uintptr(unsafe.Pointer(&program))); errno != 0 {
		return errno
	}
	return nil
}
