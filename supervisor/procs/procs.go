// Package procs reads the process table: who a process is, who its ancestors
// are, whether it still lives. It asks the kernel directly (/proc on Linux,
// sysctl kern.proc on macOS), so it starts no program and can be asked while a
// command waits.
package procs

import (
	"fmt"
	"os"
	"syscall"

	"github.com/hermes-exec/hermes-exec/tiers"
)

// maxAncestors bounds the walk up the tree. Real trees are a few dozen deep;
// the bound only stops a table that changes faster than it is read.
const maxAncestors = 1024

// Get returns one row of the process table. The error wraps [syscall.ESRCH]
// where there is no such process, or none this user may see.
func Get(pid int) (tiers.Process, error) {
	if pid <= 0 {
		return tiers.Process{}, fmt.Errorf("process %d: %w", pid, syscall.ESRCH)
	}
	return get(pid)
}

// Ancestors returns pid's own row, its parent's, and so on, nearest first. Pid
// 1 is always the last, also where the chain does not lead there: a process
// that entered a container from outside has parent 0. A process that lives but
// may not be read (hidepid) has only its PID set. The result is empty where
// pid itself is gone.
func Ancestors(pid int) []tiers.Process {
	return ancestors(pid, lookup)
}

// ancestors walks up the table as get shows it.
func ancestors(pid int, get func(int) (tiers.Process, bool)) []tiers.Process {
	p, ok := get(pid)
	if !ok {
		return nil
	}
	chain := []tiers.Process{p}
	for p.PPID > 0 && len(chain) < maxAncestors && !contains(chain, p.PPID) {
		parent, ok := get(p.PPID)
		if !ok {
			// The parent went while we looked: the kernel has given p a new one.
			again, ok := get(p.PID)
			if !ok || again.PPID == p.PPID {
				break
			}
			p.PPID = again.PPID
			chain[len(chain)-1].PPID = again.PPID
			continue
		}
		chain = append(chain, parent)
		p = parent
	}
	if !contains(chain, 1) {
		if first, ok := get(1); ok {
			chain = append(chain, first)
		}
	}
	return chain
}

func contains(ps []tiers.Process, pid int) bool {
	for i := range ps {
		if ps[i].PID == pid {
			return true
		}
	}
	return false
}

// lookup is [Get] for guarding: a process that answers a signal but hides its
// row is still there, known by its number alone.
func lookup(pid int) (tiers.Process, bool) {
	p, err := Get(pid)
	if err == nil {
		return p, true
	}
	if pid == os.Getpid() {
		return tiers.Process{PID: pid, PPID: os.Getppid(), PGID: syscall.Getpgrp()}, true
	}
	return tiers.Process{PID: pid}, answers(pid)
}

// Alive reports whether pid is a process that runs. A zombie does not: it only
// waits for its parent to take note.
func Alive(pid int) bool {
	if !answers(pid) {
		return false
	}
	ended, err := zombie(pid)
	return err != nil || !ended // a row that may not be read is a live one
}

// answers reports whether pid exists, zombies and other users' processes included.
func answers(pid int) bool {
	if pid <= 0 { // 0 and below are groups to kill(2)
		return false
	}
	err := syscall.Kill(pid, 0)
	return err == nil || err == syscall.EPERM
}
