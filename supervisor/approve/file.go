package approve

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/gofrs/flock"
)

// lockTime is how long others may take over a change, which is milliseconds.
const lockTime = 5 * time.Second

// fileError is a file that could not be locked or written.
type fileError struct{ err error }

func (e *fileError) Error() string { return e.err.Error() }
func (e *fileError) Unwrap() error { return e.err }

// changeFile puts what change returns in place of the file at path, with a
// newline behind it. Nobody else who takes the same lock changes it meanwhile,
// and nobody reads half of it. written, if set, hears what is there before it is
// another's turn. An error of change leaves the file alone; both theirs are returned
// as they are, others are a *fileError.
func changeFile(path, lock string, change func() ([]byte, error), written func([]byte) error) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return &fileError{err}
	}
	turn := flock.New(lock, flock.SetFlag(os.O_RDONLY|os.O_CREATE|syscall.O_NOFOLLOW), flock.SetPermissions(0o600))
	ctx, cancel := context.WithTimeout(context.Background(), lockTime)
	defer cancel()
	if _, err := turn.TryLockContext(ctx, time.Millisecond); err != nil {
		return &fileError{fmt.Errorf("lock %s, which another process holds: %w", lock, err)}
	}
	defer turn.Close()
	text, err := change()
	if err != nil {
		return err
	}
	temp, err := os.CreateTemp(filepath.Dir(path), "new-*.json") // 0600
	if err != nil {
		return &fileError{err}
	}
	text = append(text, '\n')
	_, err = temp.Write(text)
	err = errors.Join(err, temp.Sync(), temp.Close())
	if err == nil {
		err = os.Rename(temp.Name(), path)
	}
	if err != nil {
		os.Remove(temp.Name())
		return &fileError{err}
	}
	if written == nil {
		return nil
	}
	return written(text)
}
