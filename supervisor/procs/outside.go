package procs

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/hermes-exec/hermes-exec/tiers"
)

// Filters is how many seccomp filters a process may have at most to be outside:
// what a supervised command starts has one more than its supervisor, the kernel
// guard's, and keeps it when it has left the process tree.
type Filters int

// FiltersAbove is that measure for who asks a question: the filters of the
// supervisor furthest up above a process, so that a sandbox around that is no mark
// of what it supervises. Where there is none it is the process's own.
func FiltersAbove(pid int, ours os.FileInfo) (most Filters, supervised bool, err error) {
	chain := Ancestors(pid)
	if len(chain) == 0 {
		return 0, false, fmt.Errorf("process %d is gone, or cannot be looked at", pid)
	}
	outermost := pid
	for _, p := range chain {
		if Supervises(p, ours) {
			outermost, supervised = p.PID, true
		}
	}
	most, err = filters(outermost)
	return most, supervised, err
}

// Outside gives an error unless a process is known to have been started by no
// supervised command: no supervisor (ours is its file, see [Supervises]) is among
// its ancestors, nor is it one, and it has no more filters than most. It is the
// one answer to who may serve, answer, and change what holds.
func Outside(pid int, ours os.FileInfo, most Filters) error {
	p, found, known := SupervisorOf(pid, ours)
	switch {
	case !known:
		return fmt.Errorf("process %d is gone, or cannot be looked at", pid)
	case found:
		return fmt.Errorf("process %d runs under a supervisor (%s, pid %d)", pid, p.Name, p.PID)
	}
	n, err := filters(pid)
	switch {
	case err != nil:
		return fmt.Errorf("process %d cannot be looked at: %w", pid, err)
	case n > most:
		return fmt.Errorf("process %d runs under a seccomp filter, as what a supervised command starts does, or what a sandbox holds that the agent is not in", pid)
	}
	return nil
}

// Outsider gives an error where this process itself is known to be inside: under a
// supervisor, or marked by the kernel guard of one (see [Marked]).
func Outsider(ours os.FileInfo) error {
	most, err := filters(os.Getpid())
	if err != nil {
		return err
	}
	if err := Outside(os.Getpid(), ours, most); err != nil {
		return err
	}
	if guarded, _ := Marked(""); guarded {
		return fmt.Errorf("process %d was started by a supervised command", os.Getpid())
	}
	return nil
}

// MarkInside sets [tiers.Process].Inside for those rows, by the beginnings of their
// names, that are known not to be outside, as a process in this one's place
// measures it.
func MarkInside(all []tiers.Process, ours os.FileInfo, names ...string) {
	most, _, err := FiltersAbove(os.Getpid(), ours)
	if err != nil {
		return
	}
	for i := range all {
		p := &all[i]
		if !slices.ContainsFunc(names, func(name string) bool { return strings.HasPrefix(strings.ToLower(p.Name), name) }) {
			continue
		}
		_, found, _ := SupervisorOf(p.PID, ours)
		n, err := filters(p.PID)
		ended, gone := zombie(p.PID) // it holds nothing any more
		p.Inside = found || err == nil && n > most || ended || gone != nil
	}
}
