//go:build amd64 || arm64

package guard

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"unsafe"

	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"

	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/supervisor/procs"
	"github.com/hermes-exec/hermes-exec/supervisor/seal"
)

// Exists says whether this system has the guard. Whether this kernel lets it be
// put on is [Available]'s to say.
const Exists = true

// Install implements [supervisor.Guard] for a command that shares this process's
// group.
func (g *Guard) Install() (listener int, err error) { return install(g.numbers(true)) }

// Installer is a [supervisor.Installer]. The command gets a session of its own.
func Installer(orders string) (listener int, err error) {
	n, err := parseNumbers(orders)
	if err != nil {
		return -1, err
	}
	self := os.Getpid()
	n.pids = append([]int{self}, n.pids...)
	n.groups = append([]int{unix.Getpgrp()}, n.groups...)
	return install(n)
}

// install filters the calling thread. Where the filter judges by itself the
// listener is -1.
//
// The filter does not isolate anybody, so the kernel need not slow speculation
// down for it (SPEC_ALLOW). A caller that waits for its answer is not to be woken
// by every signal, since it would ask again; kernels before 5.19 do not know
// that (EINVAL). Where somebody listens above already (EBUSY) there can be no
// second listener, and the filter refuses by itself.
func install(n numbers) (listener int, err error) {
	n.ring, n.sealed, n.session = seal.Ring()
	if n.pledged = TakesRights(); n.pledged {
		if err := known(); err != nil { // nothing is to be taken for no guard
			return -1, err
		}
		if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
			return -1, fmt.Errorf("no_new_privs: %w", err)
		}
	}
	above := procs.Judged()
	n.judged = n.execs || above
	asking, err := build(n, true)
	if err != nil {
		return -1, err
	}
	const listen = unix.SECCOMP_FILTER_FLAG_NEW_LISTENER | unix.SECCOMP_FILTER_FLAG_SPEC_ALLOW
	listener, err = seccomp(asking, listen|unix.SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV)
	if errors.Is(err, unix.EINVAL) {
		n.execs, n.judged = false, above // each signal would have one tried again
		if asking, err = build(n, true); err != nil {
			return -1, err
		}
		listener, err = seccomp(asking, listen)
	}
	if errors.Is(err, unix.EBUSY) {
		n.judged = above
		refusing, err := build(n, false)
		if err == nil {
			_, err = seccomp(refusing, unix.SECCOMP_FILTER_FLAG_SPEC_ALLOW)
		}
		return -1, err
	}
	return listener, err
}

// known reports whether the kernel knows what the filter is made of.
func known() error {
	action := uint32(unix.SECCOMP_RET_USER_NOTIF)
	if _, _, errno := unix.RawSyscall(unix.SYS_SECCOMP, unix.SECCOMP_GET_ACTION_AVAIL, 0, uintptr(unsafe.Pointer(&action))); errno != 0 {
		return fmt.Errorf("seccomp: %w", errno)
	}
	return nil
}

// seccomp puts a filter on the calling thread.
func seccomp(filter []bpf.RawInstruction, flags uintptr) (fd int, err error) {
	// bpf.RawInstruction is struct sock_filter, field by field.
	program := unix.SockFprog{Len: uint16(len(filter)), Filter: (*unix.SockFilter)(unsafe.Pointer(&filter[0]))}
	r, _, errno := unix.RawSyscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, flags, uintptr(unsafe.Pointer(&program)))
	runtime.KeepAlive(filter)
	if errno != 0 {
		return -1, fmt.Errorf("seccomp: %w", errno)
	}
	return int(r), nil
}

// TakesRights reports whether the guard takes the command's way to more rights
// (no_new_privs: sudo and its like fail then). Who has CAP_SYS_ADMIN needs no
// such pledge, and who has made it already loses nothing.
func TakesRights() bool {
	if made, err := unix.PrctlRetInt(unix.PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0); err == nil && made == 1 {
		return false
	}
	var data [2]unix.CapUserData
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	if unix.Capget(&header, &data[0]) != nil {
		return true
	}
	return data[0].Effective&(1<<unix.CAP_SYS_ADMIN) == 0
}

// Available puts a guard on a thread that does nothing else and ends, and
// reports why that failed. listens is false where somebody listens above
// already, so that refusals are neither explained nor recorded. What it takes
// from a command ([TakesRights]) it takes from that thread alone.
func Available() (listens bool, err error) {
	supervisor.OnThread(func() {
		var listener int
		if listener, err = install(numbers{pids: []int{os.Getpid()}}); listener >= 0 {
			listens = true
			unix.Close(listener)
		}
	})()
	return listens, err
}

// ExecsAvailable reports why execs cannot be judged on this kernel.
func ExecsAvailable() error {
	const flags = unix.SECCOMP_FILTER_FLAG_NEW_LISTENER | unix.SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV
	if _, _, errno := unix.RawSyscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, flags, 0); errno != unix.EFAULT { // of the filter that is none
		return errors.New("Linux 5.19 or later is needed")
	}
	return nil
}

// addThreads adds the threads of a process that are not its first: kill(2)
// takes their numbers, too.
func addThreads(pids []int, pid int) []int {
	threads, err := os.ReadDir(procPath(pid, "task"))
	if err != nil {
		return pids
	}
	for _, t := range threads {
		if tid := numberOf(t.Name()); tid > 0 && tid != pid {
			pids = append(pids, tid)
		}
	}
	return pids
}
