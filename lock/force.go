package lock

import (
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"
)

const (
	termGrace = 500 * time.Millisecond // from TERM to KILL, as the Python tool that shares the folder has it
	killGrace = 10 * time.Second       // from KILL to giving up: on a busy machine to go takes a while
	tidyGrace = time.Second            // for a holder to notice that its server has ended, and free the name
	freeGrace = 5 * time.Second        // from the server's end to that of what it started, and of the lock
	pollEvery = 10 * time.Millisecond
)

// ForceRelease ends the server of that name: TERM, after 0.5 s KILL. It
// returns once the name is free. That nothing holds it is no error; a stale
// pid file is removed.
//
// Only the process that the pid file names is signalled or, where none runs
// that is named there, the one that holds the lock and has said so. This
// process, its parent and pid 1 never are, whatever the file says: its writer
// could be anyone. Callers with a longer list of processes to spare look at
// [List] first, and use [Evict].
func ForceRelease(dir, name string) error {
	at, err := locate(dir, name)
	if err != nil {
		return err
	}
	s, err := at.look(true)
	if err != nil || !s.taken() {
		return err
	}
	held := &HeldError{Name: name, PID: s.pid.pid, Since: s.pid.written}
	if s.locked {
		held = at.held()
	}
	return at.evict(held)
}

// Evict ends one server as [ForceRelease] does: the one that an [Acquire]
// met. If another has the name by now, that one is left alone, and there is
// no error: the next Acquire will meet it.
func Evict(dir string, held *HeldError) error {
	at, err := locate(dir, held.Name)
	if err != nil {
		return err
	}
	return at.evict(held)
}

func (f files) evict(held *HeldError) error {
	p, err := f.readPID()
	if err != nil {
		return err
	}
	switch {
	case held.PID > 0 && p.pid == held.PID && p.runs():
		if err := f.endAll(p.pid, p.runs); err != nil {
			return err
		}
	case held.PID > 0: // it has ended
	case held.Owner != nil && held.Owner.Holder.Runs():
		// The server has ended, most likely, and its holder is about to end
		// what it has left behind: not to be disturbed in that.
		err := f.awaitFree(held, time.Now().Add(tidyGrace))
		if err == nil || f.owner().Leaving() {
			break
		}
		if err := f.endAll(held.Owner.Holder.PID, held.Owner.Holder.Runs); err != nil {
			return err
		}
	default:
		if s, err := f.look(true); err != nil || !s.taken() {
			return err
		}
		return fmt.Errorf("force release of %q: its lock is held, but no process that runs is named in %s: find the holder with 'fuser %s'", f.name, f.pid(), f.lock())
	}
	err = f.awaitFree(held, time.Now().Add(freeGrace))
	if err != nil && held.Owner != nil { // it is stopped, or hangs, or has ended just now
		if endErr := f.endAll(held.Owner.Holder.PID, held.Owner.Holder.Runs); endErr != nil {
			return errors.Join(endErr, err)
		}
		err = f.awaitFree(held, time.Now().Add(tidyGrace))
	}
	return err
}

func (f files) endAll(pid int, runs func() bool) error {
	if spared(pid) {
		return fmt.Errorf("force release of %q: pid %d is this process, its parent or pid 1, and is not signalled", f.name, pid)
	}
	if err := end(pid, runs); err != nil {
		return fmt.Errorf("force release of %q: %w", f.name, err)
	}
	return nil
}

func spared(pid int) bool {
	return pid <= 1 || pid == os.Getpid() || pid == os.Getppid()
}

// end signals a process until it is gone. The handle is of the process, not
// of its number (where the kernel has such handles), so no later owner of the
// number is hit; that it is the right one is checked once we hold it.
func end(pid int, runs func() bool) error {
	proc, err := os.FindProcess(pid)
	if err != nil {
		return err
	}
	defer proc.Release()
	for _, step := range []struct {
		signal syscall.Signal
		grace  time.Duration
	}{{syscall.SIGTERM, termGrace}, {syscall.SIGKILL, killGrace}} {
		if !runs() {
			return nil
		}
		if err := proc.Signal(step.signal); err != nil {
			if errors.Is(err, os.ErrProcessDone) {
				return nil
			}
			return fmt.Errorf("signal pid %d: %w", pid, err)
		}
		for deadline := time.Now().Add(step.grace); runs() && time.Now().Before(deadline); {
			time.Sleep(pollEvery)
		}
	}
	if runs() {
		return fmt.Errorf("pid %d is still there after KILL", pid)
	}
	return nil
}

// awaitFree waits until held no longer has the name: the holder of the kernel
// lock outlives its server by as long as it takes to end the server's own
// processes. It leaves no stale pid file.
func (f files) awaitFree(held *HeldError, deadline time.Time) error {
	for {
		s, err := f.look(true)
		if err != nil || !s.taken() || s.pid.runs() && s.pid.pid != held.PID {
			return err
		}
		if held.Owner != nil && !held.Owner.Holder.Runs() {
			return nil // whoever has the lock is another
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("force release of %q: its server has ended, but the lock is still held, or taken again", f.name)
		}
		time.Sleep(pollEvery)
	}
}
