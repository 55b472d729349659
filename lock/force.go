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
	killGrace = 2 * time.Second        // from KILL to giving up
	pollEvery = 10 * time.Millisecond
)

// ForceRelease ends the server of that name: TERM, after 0.5 s KILL. It
// returns once the name is free. That nothing holds it is no error; a stale
// pid file is removed.
//
// Only the process that the pid file names is signalled. This process, its
// parent and pid 1 never are, whatever the file says: its writer could be
// anyone. Callers with a longer list of processes to spare look at [List] first.
func ForceRelease(dir, name string) error {
	at, err := locate(dir, name)
	if err != nil {
		return err
	}
	s, err := at.look(true)
	if err != nil || !s.taken() {
		return err
	}
	if !s.pid.runs() {
		return fmt.Errorf("force release of %q: its lock is held, but no process that runs is named in %s: find the holder with 'fuser %s'", name, at.pid(), at.lock())
	}
	if pid := s.pid.pid; spared(pid) {
		return fmt.Errorf("force release of %q: pid %d is this process, its parent or pid 1, and is not signalled", name, pid)
	}
	if err := end(s.pid); err != nil {
		return fmt.Errorf("force release of %q: %w", name, err)
	}
	return at.awaitFree(time.Now().Add(killGrace))
}

func spared(pid int) bool {
	return pid <= 1 || pid == os.Getpid() || pid == os.Getppid()
}

// end signals a process until it is gone. The handle is of the process, not
// of its number (where the kernel has such handles), so no later owner of the
// number is hit; that it is the right one is checked once we hold it.
func end(p pidFile) error {
	proc, err := os.FindProcess(p.pid)
	if err != nil {
		return err
	}
	defer proc.Release()
	for _, step := range []struct {
		signal syscall.Signal
		grace  time.Duration
	}{{syscall.SIGTERM, termGrace}, {syscall.SIGKILL, killGrace}} {
		if !p.runs() {
			return nil
		}
		if err := proc.Signal(step.signal); err != nil {
			if errors.Is(err, os.ErrProcessDone) {
				return nil
			}
			return fmt.Errorf("signal pid %d: %w", p.pid, err)
		}
		for deadline := time.Now().Add(step.grace); p.runs() && time.Now().Before(deadline); {
			time.Sleep(pollEvery)
		}
	}
	if p.runs() {
		return fmt.Errorf("pid %d is still there after KILL", p.pid)
	}
	return nil
}

// awaitFree waits for the holder of the kernel lock, which outlives its server
// by a moment, and leaves no stale pid file.
func (f files) awaitFree(deadline time.Time) error {
	for {
		s, err := f.look(true)
		if err != nil || !s.taken() {
			return err
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("force release of %q: its server has ended, but the lock is still held, or taken again", f.name)
		}
		time.Sleep(pollEvery)
	}
}
