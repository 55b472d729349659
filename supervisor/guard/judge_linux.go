//go:build amd64 || arm64

package guard

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// judge says whether a call that the filter asks about may go on, and what is
// to be reported if not, or if it names Rights. What it reads of the caller is
// only true if the caller still waits, which still asks.
func (g *Guard) judge(n *notice, still func() bool) (goesOn bool, e supervisor.GuardEvent) {
	c, known := callOf(n.arch, n.nr)
	caller := int(n.caller)
	e.Caller = supervisor.GuardedProcess{PID: caller, Name: comm(caller)}
	if !known {
		e.Call = fmt.Sprintf("call %d", n.nr)
		return false, e
	}
	if c.check == checkPledge {
		e = missesRights(caller)
		return true, e
	}
	target, mayPass := int32(0), true
	switch c.check {
	case checkNowhere:
		mayPass = false
	case checkKill, checkQueue, checkThread, checkTarget, checkLimit:
		target = int32(n.args[0])
	case checkPtrace:
		target = int32(n.args[1])
	case checkOwner, checkOwnerAt:
		if slices.Contains(discards[:], uint32(n.args[1])) && c.check == checkOwnerAt {
			if !discardsDisk(caller, int(int32(n.args[0]))) {
				return still(), e
			}
			mayPass = false
			break
		}
		if c.check == checkOwnerAt && uint32(n.args[1]) == typeInto {
			mayPass = false
			break
		}
		target, mayPass = g.owner(n, c.check)
		if mayPass && g.sparesHost(caller, target) && still() {
			return true, e
		}
	}
	e.Call = describe(c, n, target)
	e.Target = g.target(target)
	if caller == 0 || !mayPass || !ownProc() {
		return false, e
	}
	switch {
	case ownThread(caller):
		goesOn = true // the one that started the command
	case nested(caller):
		// Numbers there mean others, and the host has none.
		goesOn = true
	case target > 1 && g.recycled(int(target)):
		goesOn = true
	case c.check == checkKill && target == 0:
		group, ok := groupOf(caller)
		goesOn = ok && (!slices.Contains(g.groups, group) || suspends(uint32(n.args[1])) && g.isOurs(group))
		e.Target = g.target(int32(-group))
	}
	return goesOn && still(), e
}

// discardsDisk reports whether a descriptor is a block device's that is more than
// memory or a file by another name: it is thrown away with all it holds.
func discardsDisk(caller, fd int) bool {
	const ram, loop = 1, 7 // major numbers, from the kernel's admin-guide/devices.txt
	var st unix.Stat_t
	if err := unix.Stat(procPath(caller, "fd/"+strconv.Itoa(fd)), &st); err != nil || st.Mode&unix.S_IFMT != unix.S_IFBLK {
		return false
	}
	major := unix.Major(uint64(st.Rdev))
	return major != ram && major != loop
}

// recycled reports whether a number that was the host's when the command
// started is another's by now: a command may go on for days, while the host's
// threads come and go. A new thread of an old process may be the host's again, and
// no thread is older than its process.
func (g *Guard) recycled(number int) bool {
	for line := range strings.Lines(readProc(number, "status")) {
		if tgid, ok := strings.CutPrefix(line, "Tgid:"); ok {
			return g.isNew(numberOf(strings.TrimSpace(tgid)))
		}
	}
	return false
}

// isNew reports whether a thread was started after everything that the filter
// knows. Its time has steps of 10 ms; within one it counts as old.
func (g *Guard) isNew(tid int) bool {
	f := statOf(tid)
	if len(f) <= startField {
		return false
	}
	ticks, err := strconv.ParseInt(f[startField], 10, 64)
	return err == nil && time.Duration(ticks)*tick > g.since
}

// tick is the kernel's unit for times in /proc (USER_HZ).
const tick = 10 * time.Millisecond

// uptime is what start times in /proc count: the time since the boot.
func uptime() time.Duration {
	var t unix.Timespec
	unix.ClockGettime(unix.CLOCK_BOOTTIME, &t)
	return time.Duration(t.Nano())
}

// suspends reports whether a signal is one a terminal stops a job with, or an
// editor itself and all of its job.
func suspends(sig uint32) bool {
	return sig == uint32(unix.SIGTSTP) || sig == uint32(unix.SIGTTIN) || sig == uint32(unix.SIGTTOU)
}

// isOurs reports whether of the host only this process is in a group.
func (g *Guard) isOurs(group int) bool {
	return !slices.ContainsFunc(g.host, func(p tiers.Process) bool { return p.PGID == group && p.PID != os.Getpid() })
}

// sparesHost reports whether a caller that has a signal sent to target means
// nobody, itself, or its own group.
func (g *Guard) sparesHost(caller int, target int32) bool {
	switch {
	case caller == 0 || !ownProc():
		return false
	case target == 0:
		return true
	case target < 0:
		group, ok := groupOf(caller)
		return ok && group == int(-target) && !slices.Contains(g.groups, group)
	}
	_, err := os.Stat(procPath(caller, "task/"+strconv.Itoa(int(target))))
	return err == nil
}

// ownerGroup is F_OWNER_PGRP: the number is a group's.
const ownerGroup = 2

// owner reads who is to get SIGIO.
func (g *Guard) owner(n *notice, by check) (target int32, ok bool) {
	if by == checkOwner && int32(n.args[1]) == setOwner {
		return int32(n.args[2]), true
	}
	size, values := 4, [2]int32{}
	if by == checkOwner {
		size = 8 // struct f_owner_ex: kind, pid
	}
	local := []unix.Iovec{{Base: (*byte)(unsafe.Pointer(&values))}}
	local[0].SetLen(size)
	remote := []unix.RemoteIovec{{Base: uintptr(n.args[2]), Len: size}}
	if got, err := unix.ProcessVMReadv(int(n.caller), local, remote, 0); err != nil || got != size {
		return 0, false
	}
	if by == checkOwnerAt {
		return values[0], true
	}
	if values[0] == ownerGroup {
		return -values[1], true
	}
	return values[1], true
}

// target names what a call is aimed at. A group is named by its leader, or by
// whoever of the host is in it.
func (g *Guard) target(target int32) supervisor.GuardedProcess {
	pid := int(target)
	if pid < 0 {
		pid = -pid
		if _, ok := g.name(pid); !ok {
			for _, p := range g.host {
				if p.PGID == pid {
					return supervisor.GuardedProcess{PID: p.PID, Name: p.Name}
				}
			}
		}
	}
	if pid <= 1 && target != 1 {
		return supervisor.GuardedProcess{}
	}
	name, ok := g.name(pid)
	if !ok {
		name = comm(pid)
	}
	return supervisor.GuardedProcess{PID: pid, Name: name}
}

// name is what a process of the host is called.
func (g *Guard) name(pid int) (name string, ok bool) {
	for _, p := range g.host {
		if p.PID == pid {
			return p.Name, true
		}
	}
	return "", false
}

// describe writes a call as strace would.
func describe(c call, n *notice, target int32) string {
	sig := ""
	switch c.check {
	case checkKill, checkQueue:
		sig = ", " + signalName(n.args[1])
	case checkThread:
		sig = fmt.Sprintf(", %d, %s", int32(n.args[1]), signalName(n.args[2]))
	case checkAlways, checkNowhere:
		return c.name + "()"
	case checkPtrace:
		return fmt.Sprintf("ptrace(attach, %d)", target)
	case checkOwner, checkOwnerAt:
		switch {
		case uint32(n.args[1]) == typeInto:
			return c.name + "(TIOCSTI)"
		case slices.Contains(discards[:], uint32(n.args[1])):
			return c.name + "(discard a disk)"
		}
		return fmt.Sprintf("%s(set owner, %d)", c.name, target)
	}
	return fmt.Sprintf("%s(%d%s)", c.name, target, sig)
}

func signalName(arg uint64) string {
	if name := unix.SignalName(unix.Signal(uint32(arg))); name != "" {
		return name
	}
	return strconv.Itoa(int(int32(arg)))
}

// ownThread reports whether a thread is one of this process.
func ownThread(tid int) bool {
	_, err := os.Stat("/proc/self/task/" + strconv.Itoa(tid))
	return err == nil
}

// nested reports whether a thread is in a pid namespace below ours: its status
// then has a number for each.
func nested(tid int) bool {
	for line := range strings.Lines(readProc(tid, "status")) {
		if numbers, ok := strings.CutPrefix(line, "NSpid:"); ok {
			return len(strings.Fields(numbers)) > 1
		}
	}
	return false
}

// groupOf gives a thread's process group.
func groupOf(tid int) (group int, ok bool) {
	f := statOf(tid)
	if len(f) < 3 {
		return 0, false
	}
	group, err := strconv.Atoi(f[2])
	return group, err == nil && group > 0
}

// statOf is what the kernel says of a thread, from its state on.
func statOf(tid int) []string {
	stat := readProc(tid, "stat") // PID (NAME) STATE PPID PGID …, and NAME may hold anything
	return strings.Fields(stat[strings.LastIndexByte(stat, ')')+1:])
}

func comm(tid int) string { return strings.TrimSuffix(readProc(tid, "comm"), "\n") }

// ownProc reports whether /proc is that of our own pid namespace: otherwise
// everybody there is someone else.
func ownProc() bool {
	self, err := os.Readlink("/proc/self")
	return err == nil && self == strconv.Itoa(os.Getpid())
}

func procPath(pid int, file string) string { return "/proc/" + strconv.Itoa(pid) + "/" + file }

// readProc reads a file of /proc, "" where it cannot.
func readProc(pid int, file string) string {
	if pid <= 0 {
		return ""
	}
	b, err := os.ReadFile(procPath(pid, file))
	if err != nil {
		return ""
	}
	return string(b)
}

func numberOf(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0
	}
	return n
}
