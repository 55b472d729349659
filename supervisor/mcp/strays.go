package mcp

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/hermes-exec/hermes-exec/lock"
)

// When a keeper and the process above it are both killed outright, nobody is
// left to take the server's tree down: its root dies with the keeper
// (PDEATHSIG), what that has started lives on. All of it has the keeper's mark
// in its environment, and the mark stands in the lock file until a holder
// releases the name; so the next one who has the lock knows what to look for.
const markName = "HERMES_EXEC_MCP_MARK"

func newMark() string { return fmt.Sprintf("%016x%016x", rand.Uint64(), rand.Uint64()) }

// markedEnv is this process's environment with the mark.
func markedEnv(mark string) []string {
	env := slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, markName+"=") })
	return append(env, markName+"="+mark)
}

// strayGrace is what strays have from KILL on. On a busy machine that takes some
// of it: a process that was killed has to run once more to go.
const strayGrace = 10 * time.Second

// endStrays ends what a killed holder has left: TERM, killAfter, KILL. It
// returns how many processes there were. Those in spare are left alone.
func endStrays(left *lock.Owner, spare []int) (n int, err error) {
	if left == nil || left.Mark == "" {
		return 0, nil
	}
	seen := map[int]bool{}
	round := func(sig syscall.Signal, grace time.Duration, every time.Duration) bool {
		told := map[int]bool{}
		for deadline := time.Now().Add(grace); ; time.Sleep(every) {
			strays := strays(left.Mark, spare)
			if len(strays) == 0 {
				return true
			}
			for _, pid := range strays {
				if seen[pid] = true; !told[pid] || sig == syscall.SIGKILL {
					told[pid] = signalStray(pid, left.Mark, sig)
				}
			}
			if time.Now().After(deadline) {
				return false
			}
		}
	}
	const pause = 10 * time.Millisecond
	if !round(syscall.SIGTERM, killAfter, pause) && !round(syscall.SIGKILL, strayGrace, pause) {
		err = errors.New("some of what a killed holder has started cannot be ended")
	}
	return len(seen), err
}

// signalStray signals a process if it is still the one with the mark: the handle
// is of the process, not of its number.
func signalStray(pid int, mark string, sig syscall.Signal) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	defer p.Release()
	return hasMark(pid, mark) && p.Signal(sig) == nil && (sig != syscall.SIGTERM || p.Signal(syscall.SIGCONT) == nil)
}

// strays are the processes with the mark, but those to be spared.
func strays(mark string, spare []int) []int {
	return slices.DeleteFunc(marked(mark), func(pid int) bool { return pid == os.Getpid() || slices.Contains(spare, pid) })
}

// abandoned reports whether what has the name is a stray itself: it counts as
// long as it runs.
func abandoned(held *lock.HeldError) bool {
	return held.Left != nil && held.Left.Mark != "" && hasMark(held.PID, held.Left.Mark)
}

// EndStrays ends what was left of the server of that name by a holder that was
// killed, and returns how many processes that were. Where the name is taken
// there is nothing to do: who took it did it.
func EndStrays(dir, name string, spare []int) (n int, err error) {
	l, err := lock.Acquire(dir, name)
	if held := new(lock.HeldError); errors.As(err, &held) {
		if !abandoned(held) || slices.Contains(spare, held.PID) {
			return 0, nil
		}
		if err = lock.Evict(dir, held); err == nil {
			n = 1
			l, err = lock.Acquire(dir, name)
		}
	}
	if err != nil {
		return n, fmt.Errorf("end what is left of %q: %w", name, err)
	}
	left := l.Left()
	more, err := endStrays(left, spare)
	if err == nil && left != nil {
		err = l.Describe(lock.Owner{}) // which goes with the release
	}
	if err != nil {
		err = fmt.Errorf("end what is left of %q: %w", name, err)
	}
	return n + more, errors.Join(err, l.Release())
}

// Clean removes stale pid files, ends the processes that killed holders have
// left, and returns how many of each.
func Clean(dir string, spare []int) (files, processes int, err error) {
	files, err = lock.CleanStale(dir)
	all, _ := lock.ListAll(dir) // it has the errors of CleanStale
	for _, e := range all {
		if e.Left != nil {
			n, endErr := EndStrays(dir, e.Name, spare)
			processes += n
			err = errors.Join(err, endErr)
		}
	}
	return files, processes, err
}
