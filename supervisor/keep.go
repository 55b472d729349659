package supervisor

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// Keep starts c and stays with it until it has ended. It returns how it ended;
// an error means that it could not be started: [fs.ErrNotExist] and
// [fs.ErrPermission] say that of the program itself, and nothing else does.
//
// Where a standard stream is a terminal, the command gets a terminal of its
// own and a session on it ([Command.Pty] can change that); otherwise it shares
// this process's group and streams. Signals sent to this process are passed on,
// see [forwarded].
//
// A program that calls Keep calls [Monitor] first in its main.
//
// When ctx is done the whole tree is taken down, as at the end of
// [Command.Timeout], and the status is how the command ended. With a timeout,
// such a ctx or [Command.Tree] this process adopts the command's orphans and reaps every child
// of its own, so it must not have other children then.
func Keep(ctx context.Context, c Command) (Status, error) {
	if c.Env == nil {
		c.Env = os.Environ()
	}
	term, on := findTerminal([3]int{c.input(), 1, 2})
	if c.Pty == PtyAlways || c.Pty != PtyNever && on != [3]bool{} {
		return keepOnPty(ctx, c, term, on)
	}
	term.close()
	return keepDirect(ctx, c)
}

// startError says why the command could not be started. The kernel answers
// ENOENT for three things; only a missing program may look like one, since the
// exit status (127) is made from it.
func startError(c Command, err error) error {
	if dirErr := directoryError(c, err); dirErr != nil {
		return dirErr
	}
	if errors.Is(err, fs.ErrNotExist) {
		if _, statErr := os.Stat(c.Path); statErr == nil {
			return fmt.Errorf("start %s: its interpreter (the #! line, or the loader) does not exist: %w", c.Path, syscall.EACCES)
		}
	}
	return &fs.PathError{Op: "start", Path: c.Path, Err: err}
}

// directoryError blames the working directory for err if that is at fault.
func directoryError(c Command, err error) error {
	if c.Dir == "" {
		return nil
	}
	if fi, statErr := os.Stat(c.Dir); statErr == nil && fi.IsDir() {
		return nil
	}
	return fmt.Errorf("start %s in the folder %s: %v", c.Path, c.Dir, err)
}

// reap waits until our child pid has ended and returns how. A child that is
// not there counts as killed.
func reap(pid int) syscall.WaitStatus {
	for {
		var ws syscall.WaitStatus
		switch _, err := syscall.Wait4(pid, &ws, 0, nil); err {
		case nil:
			return ws
		case syscall.EINTR:
		default:
			return syscall.WaitStatus(syscall.SIGKILL)
		}
	}
}
