package audit

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// appendLine appends a whole line to the file in one write, so that readers
// and a crash see all of it or a torn last line. A torn line that another
// writer left is ended first: it stays as it is, on a line of its own.
func appendLine(path string, line []byte, patience time.Duration) error {
	f, err := openAppend(path)
	if err != nil {
		return err
	}
	defer f.Close() // and with it the lock
	if err := lockFile(f, patience); err != nil {
		return err
	}
	fi, err := f.Stat()
	if err != nil {
		return err
	}
	size := fi.Size()
	if size > 0 {
		var last [1]byte
		if _, err := f.ReadAt(last[:], size-1); err != nil {
			return err
		}
		if last[0] != '\n' {
			line = append([]byte{'\n'}, line...)
		}
	}
	if err := write(f, line); err != nil {
		// A full disk may have taken half of it; whoever reads would not know
		// that the decision was never carried out.
		return errors.Join(err, f.Truncate(size))
	}
	return nil
}

// openAppend opens the file, made with its folders if need be.
func openAppend(path string) (*os.File, error) {
	const flags = os.O_RDWR | os.O_APPEND | os.O_CREATE | syscall.O_NOFOLLOW | syscall.O_NONBLOCK
	f, err := os.OpenFile(path, flags, 0o600)
	if errors.Is(err, fs.ErrNotExist) {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return nil, err
		}
		f, err = os.OpenFile(path, flags, 0o600)
	}
	switch {
	case errors.Is(err, syscall.ELOOP):
		return nil, errors.New("a symbolic link, which is refused: remove it")
	case err != nil:
		return nil, bare(err)
	}
	fi, err := f.Stat()
	if err == nil && !fi.Mode().IsRegular() {
		err = errors.New("not a plain file: remove it")
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// lockFile takes the file's own lock, not one beside it: appending needs this
// one descriptor and nothing else.
func lockFile(f *os.File, patience time.Duration) error {
	const pause, maxPause = 50 * time.Microsecond, 5 * time.Millisecond
	deadline := time.Now().Add(patience)
	for wait := pause; ; wait = min(2*wait, maxPause) {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		switch {
		case err == nil:
			return nil
		case err == syscall.EINTR:
			continue
		case err != syscall.EWOULDBLOCK:
			return fmt.Errorf("lock: %w", err)
		case time.Now().After(deadline):
			return fmt.Errorf("locked by another process for more than %v", patience)
		}
		time.Sleep(wait)
	}
}

// write is one write(2): os.File would go on after a short one.
func write(f *os.File, b []byte) error {
	for {
		n, err := syscall.Write(int(f.Fd()), b)
		switch {
		case err == syscall.EINTR:
			continue
		case err != nil:
			return fmt.Errorf("write: %w", err)
		case n < len(b):
			return fmt.Errorf("write: %d of %d bytes: %w", n, len(b), syscall.ENOSPC)
		}
		return nil
	}
}

// bare takes the path out of an error that is reported with it.
func bare(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}
