package approve

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// fileError is a file that could not be locked or written.
type fileError struct{ err error }

func (e *fileError) Error() string { return e.err.Error() }
func (e *fileError) Unwrap() error { return e.err }

// changeFile puts what change returns in place of the file at path, with a
// newline behind it. Nobody else who takes the same lock changes it meanwhile,
// and nobody reads half of it. An error of change leaves the file alone, and is returned as it is;
// others are a *fileError.
func changeFile(path, lock string, change func() ([]byte, error)) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return &fileError{err}
	}
	turn, err := os.OpenFile(lock, os.O_RDWR|os.O_CREATE|syscall.O_NOFOLLOW, 0o600)
	if err != nil {
		return &fileError{err}
	}
	defer turn.Close() // and with it the lock
	for {
		if err := syscall.Flock(int(turn.Fd()), syscall.LOCK_EX); err == nil {
			break
		} else if err != syscall.EINTR {
			return &fileError{fmt.Errorf("lock: %w", err)}
		}
	}
	text, err := change()
	if err != nil {
		return err
	}
	temp, err := os.CreateTemp(filepath.Dir(path), "new-*.json") // 0600
	if err != nil {
		return &fileError{err}
	}
	_, err = temp.Write(append(text, '\n'))
	err = errors.Join(err, temp.Sync(), temp.Close())
	if err == nil {
		err = os.Rename(temp.Name(), path)
	}
	if err != nil {
		os.Remove(temp.Name())
		return &fileError{err}
	}
	return nil
}
