package procs

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/hermes-exec/hermes-exec/tiers"
)

// userHZ is the unit of the times in /proc/PID/stat, per second: USER_HZ is
// 100 on every architecture Go runs Linux on, whatever the kernel's own HZ.
const userHZ = 100

func get(pid int) (tiers.Process, error) {
	st, err := readStat(pid)
	if err != nil {
		return tiers.Process{}, fmt.Errorf("process %d: %w", pid, err)
	}
	return row(pid, st), nil
}

// row adds the command line. It stays empty for kernel threads, zombies, and a
// process that went in between.
func row(pid int, st stat) tiers.Process {
	b, _ := read(procPath(pid, "cmdline"), make([]byte, 0, 1024))
	return tiers.Process{
		PID: pid, PPID: st.ppid, PGID: st.pgid, SID: st.sid,
		Name: st.comm, Argv: splitArgs(b), Threads: st.threads,
	}
}

// All returns the whole process table in order of pid. Processes that end
// while it is read are left out.
func All() ([]tiers.Process, error) {
	list, err := pids()
	if err != nil {
		return nil, fmt.Errorf("read the process table: %w", err)
	}
	slices.Sort(list)
	all := make([]tiers.Process, 0, len(list))
	for _, pid := range list {
		if st, err := readStat(pid); err == nil {
			all = append(all, row(pid, st))
		}
	}
	return all, nil
}

// StartTime returns when pid started, to 10 ms. It is counted from the boot,
// so a wall clock that was set since moves it.
func StartTime(pid int) (time.Time, error) {
	st, err := readStat(pid)
	if err != nil {
		return time.Time{}, fmt.Errorf("start time of process %d: %w", pid, err)
	}
	var boot unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_BOOTTIME, &boot); err != nil {
		return time.Time{}, fmt.Errorf("start time of process %d: %w", pid, err)
	}
	up := time.Duration(boot.Nano())
	started := time.Duration(st.start) * (time.Second / userHZ)
	return time.Now().Add(started - up), nil
}

func zombie(pid int) (bool, error) {
	st, err := readStat(pid)
	return st.ended(), err
}

// stat is what we read of /proc/PID/stat, see proc_pid_stat(5).
type stat struct {
	comm            string
	state           byte
	ppid, pgid, sid int
	tty             int // the number of its controlling terminal; 0: it has none
	threads         int
	start           uint64 // since boot, in 1/userHZ s
}

// ended reports whether all of the process has exited. A main thread that has
// left the others running shows as a zombie too.
func (s stat) ended() bool {
	return (s.state == 'Z' || s.state == 'X' || s.state == 'x') && s.threads <= 1
}

func readStat(pid int) (stat, error) {
	var buf [1024]byte
	b, err := readLine(procPath(pid, "stat"), buf[:])
	if errors.Is(err, syscall.ENOENT) {
		err = syscall.ESRCH
	}
	if err != nil {
		return stat{}, err
	}
	return parseStat(string(b))
}

// parseStat reads a line of the form `PID (COMM) STATE PPID …`. COMM is
// whatever the process chose, parentheses and newlines included, so its end is
// the last parenthesis of the line.
func parseStat(line string) (stat, error) {
	open, end := strings.IndexByte(line, '('), strings.LastIndexByte(line, ')')
	if open < 0 || end < open {
		return stat{}, fmt.Errorf("stat line without a name: %q", line)
	}
	f := strings.Fields(line[end+1:])
	const fields = 20 // state (3) to starttime (22)
	if len(f) < fields || len(f[0]) != 1 {
		return stat{}, fmt.Errorf("stat line of %d fields: %q", len(f)+2, line)
	}
	s := stat{comm: line[open+1 : end], state: f[0][0]}
	for _, n := range []struct {
		to    *int
		field int
	}{{&s.ppid, 4}, {&s.pgid, 5}, {&s.sid, 6}, {&s.tty, 7}, {&s.threads, 20}} {
		v, err := strconv.Atoi(f[n.field-3])
		if err != nil {
			return stat{}, fmt.Errorf("stat field %d: %w", n.field, err)
		}
		*n.to = v
	}
	v, err := strconv.ParseUint(f[22-3], 10, 64)
	if err != nil {
		return stat{}, fmt.Errorf("stat field 22: %w", err)
	}
	s.start = v
	return s, nil
}

func procPath(pid int, file string) string {
	return "/proc/" + strconv.Itoa(pid) + "/" + file
}

// readLine reads a file of /proc that the kernel gives in one piece.
func readLine(path string, buf []byte) ([]byte, error) {
	fd, err := syscall.Open(path, syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	defer syscall.Close(fd)
	for {
		n, err := syscall.Read(fd, buf)
		if err != syscall.EINTR {
			return buf[:max(n, 0)], err // ESRCH: it went after the open
		}
	}
}

// read appends a file of /proc to buf. It goes around os.File, whose poller
// and finalizer cost more than the read.
func read(path string, buf []byte) ([]byte, error) {
	fd, err := syscall.Open(path, syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	defer syscall.Close(fd)
	for {
		if len(buf) == cap(buf) {
			buf = slices.Grow(buf, len(buf)+512)
		}
		n, err := syscall.Read(fd, buf[len(buf):cap(buf)])
		switch {
		case err == syscall.EINTR:
		case err != nil: // ESRCH: it went after the open
			return nil, err
		case n == 0:
			return buf, nil
		default:
			buf = buf[:len(buf)+n]
		}
	}
}
