package procs

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"golang.org/x/sys/unix"

	"github.com/hermes-exec/hermes-exec/tiers"
)

// szomb is SZOMB of <sys/proc.h>: exited, not yet waited for.
const szomb = 5

func kinfo(pid int) (*unix.KinfoProc, error) {
	k, err := unix.SysctlKinfoProc("kern.proc.pid", pid)
	if errors.Is(err, unix.EIO) { // an answer of no rows
		err = unix.ESRCH
	}
	return k, err
}

func get(pid int) (tiers.Process, error) {
	k, err := kinfo(pid)
	if err != nil {
		return tiers.Process{}, fmt.Errorf("process %d: %w", pid, err)
	}
	return row(k), nil
}

// row adds the session and the command line, which the kernel gives only for
// processes of the same user.
func row(k *unix.KinfoProc) tiers.Process {
	pid := int(k.Proc.P_pid)
	p := tiers.Process{
		PID: pid, PPID: int(k.Eproc.Ppid), PGID: int(k.Eproc.Pgid),
		Name: unix.ByteSliceToString(k.Proc.P_comm[:]),
	}
	if sid, err := unix.Getsid(pid); err == nil {
		p.SID = sid
	}
	if b, err := unix.SysctlRaw("kern.procargs2", pid); err == nil {
		p.Argv, _ = parseProcargs(b)
	}
	return p
}

// All returns the whole process table in order of pid.
func All() ([]tiers.Process, error) {
	ks, err := unix.SysctlKinfoProcSlice("kern.proc.all")
	if err != nil {
		return nil, fmt.Errorf("read the process table: %w", err)
	}
	all := make([]tiers.Process, 0, len(ks))
	for i := range ks {
		if ks[i].Proc.P_pid > 0 { // 0 is the kernel itself
			all = append(all, row(&ks[i]))
		}
	}
	slices.SortFunc(all, func(a, b tiers.Process) int { return cmp.Compare(a.PID, b.PID) })
	return all, nil
}

// StartTime returns when pid started, to 1 µs.
func StartTime(pid int) (time.Time, error) {
	k, err := kinfo(pid)
	if err != nil {
		return time.Time{}, fmt.Errorf("start time of process %d: %w", pid, err)
	}
	return time.Unix(k.Proc.P_starttime.Unix()), nil
}

func zombie(pid int) (bool, error) {
	k, err := kinfo(pid)
	if err != nil {
		return false, err
	}
	return k.Proc.P_stat == szomb, nil
}
