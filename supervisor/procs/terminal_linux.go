package procs

import (
	"fmt"
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// Leader gives the leader of the session that a terminal (its device number)
// controls; 0 where there is none.
func Leader(dev uint64) int {
	names, err := pids()
	if err != nil {
		return 0
	}
	for _, pid := range names {
		if st, err := readStat(pid); err == nil && st.sid == pid && st.terminal() == dev && dev != 0 {
			return pid
		}
	}
	return 0
}

// StartedBefore reports whether process a started before process b did, as the
// kernel counts it: in the same 10 ms neither did.
func StartedBefore(a, b int) (bool, error) {
	first, err := readStat(a)
	if err != nil {
		return false, fmt.Errorf("start time of process %d: %w", a, err)
	}
	second, err := readStat(b)
	if err != nil {
		return false, fmt.Errorf("start time of process %d: %w", b, err)
	}
	return first.start < second.start, nil
}

// OnlyOnOwn reports whether a process has no terminal open but its controlling
// one.
func OnlyOnOwn(pid int) bool {
	st, err := readStat(pid)
	if err != nil {
		return false
	}
	fds, err := os.ReadDir(procPath(pid, "fd"))
	if err != nil {
		return false
	}
	for _, fd := range fds {
		var at unix.Stat_t
		if unix.Stat(procPath(pid, "fd/"+fd.Name()), &at) != nil || at.Mode&unix.S_IFMT != unix.S_IFCHR {
			continue
		}
		if major := unix.Major(at.Rdev); isTerminal(major) && at.Rdev != st.terminal() {
			return false
		}
	}
	return true
}

// isTerminal knows the major numbers of terminals that processes can make: the
// other sides of ptys, from the kernel's devices.txt.
func isTerminal(major uint32) bool { return major >= 136 && major <= 143 || major == 3 }

// terminal is the device number of the controlling terminal: /proc writes it as
// stat(2) does, in 32 bits.
func (s stat) terminal() uint64 { return uint64(uint32(s.tty)) }

// pids are the numbers of all processes.
func pids() ([]int, error) {
	d, err := os.Open("/proc")
	if err != nil {
		return nil, err
	}
	defer d.Close()
	names, err := d.Readdirnames(-1)
	if err != nil {
		return nil, err
	}
	list := make([]int, 0, len(names))
	for _, name := range names {
		if pid, err := strconv.Atoi(name); err == nil {
			list = append(list, pid)
		}
	}
	return list, nil
}
