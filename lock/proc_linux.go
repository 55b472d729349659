package lock

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// userHZ is the unit of starttime in /proc/PID/stat, per second: USER_HZ is
// 100 on every architecture Go runs Linux on.
const userHZ = 100

// alive reports whether pid runs; a zombie does not.
func alive(pid int) bool {
	if err := syscall.Kill(pid, 0); err != nil && err != syscall.EPERM {
		return false
	}
	f, err := statFields(pid)
	if err != nil {
		return true // it exists; its row may be hidden from us
	}
	state, threads := f[0][0], string(f[20-3])
	// A main thread that left others running shows as a zombie too.
	return state != 'Z' && state != 'X' || threads > "1"
}

// startTime returns when pid started, to 10 ms.
func startTime(pid int) (time.Time, error) {
	ticks, err := birth(pid)
	if err != nil {
		return time.Time{}, err
	}
	var up unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_BOOTTIME, &up); err != nil {
		return time.Time{}, err
	}
	return time.Now().Add(time.Duration(ticks)*(time.Second/userHZ) - time.Duration(up.Nano())), nil
}

// birth tells pid from those that had the number before: its start in ticks
// since the boot, which no clock that is set moves.
func birth(pid int) (int64, error) {
	f, err := statFields(pid)
	if err != nil {
		return 0, err
	}
	return strconv.ParseInt(string(f[22-3]), 10, 64)
}

// statFields returns /proc/PID/stat from field 3 (state) to at least 22
// (starttime). The name before them may hold anything, parentheses included.
func statFields(pid int) ([][]byte, error) {
	b, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return nil, err
	}
	f := bytes.Fields(b[bytes.LastIndexByte(b, ')')+1:])
	if len(f) <= 22-3 {
		return nil, fmt.Errorf("stat line of process %d: %q", pid, b)
	}
	return f, nil
}

// dying reports whether pid has been killed and will not run another line of its
// program: KILL is pending, or it is exiting (PF_EXITING of <linux/sched.h>). On
// a busy machine that takes a while.
func dying(pid int) bool {
	const exiting = 0x4
	status, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
	if err != nil {
		return false
	}
	if killPending(status) {
		return true
	}
	f, err := statFields(pid) // after that: what is no longer pending is under way
	if err != nil {
		return false
	}
	flags, err := strconv.ParseUint(string(f[9-3]), 10, 64)
	return err == nil && flags&exiting != 0
}

// killPending finds KILL among the signals pending in /proc/PID/status.
func killPending(status []byte) bool {
	for line := range bytes.Lines(status) {
		pending, ok := bytes.CutPrefix(line, []byte("SigPnd:"))
		if !ok {
			pending, ok = bytes.CutPrefix(line, []byte("ShdPnd:"))
		}
		mask, err := strconv.ParseUint(string(bytes.TrimSpace(pending)), 16, 64)
		if ok && err == nil && mask&(1<<(syscall.SIGKILL-1)) != 0 {
			return true
		}
	}
	return false
}
