package audit

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// append puts a record at the end of the chain, in one write, so that readers
// and a crash see all of it or a torn last line. durable has it on the disk
// when this returns.
func (l *Log) append(rec *record) error {
	if err := l.write(rec.body(), rec.durable()); err != nil {
		return fmt.Errorf("%s: %w", l.path, err)
	}
	return nil
}

func (l *Log) write(body []byte, durable bool) error {
	for deadline := time.Now().Add(l.patience); ; {
		again, err := l.writeTo(body, durable, deadline)
		if !again {
			return err
		}
	}
}

// writeTo is one attempt. again: the file was rotated before it was our turn,
// or had to be.
func (l *Log) writeTo(body []byte, durable bool, deadline time.Time) (again bool, err error) {
	f, err := openAppend(l.path)
	if err != nil {
		return false, err
	}
	defer f.Close() // and with it the lock
	if err := lockFile(f, syscall.LOCK_EX, deadline, l.patience); err != nil {
		return false, err
	}
	fi, err := f.Stat()
	if err != nil {
		return false, err
	}
	if now, err := os.Stat(l.path); err != nil || !os.SameFile(fi, now) {
		return true, nil
	}
	c, torn, err := l.lastLink(f, fi.Size())
	if err != nil {
		return false, err
	}
	if fi.Size() > 0 && fi.Size()+int64(len(body)) > l.maxSize {
		return true, os.Rename(l.path, rotatedName(l.path, c.seq))
	}
	size := fi.Size() - int64(len(torn))
	if len(torn) > 0 {
		if err := l.keepAside(f, torn, size); err != nil {
			return false, err
		}
	}
	var lines []byte
	if len(torn) > 0 {
		lines = c.link(lines, tornBody(time.Now(), len(torn), l.path))
	}
	lines = c.link(lines, body)
	if err := write(f, lines); err != nil {
		// A full disk may have taken half of it; whoever reads would not know
		// that the decision was never carried out.
		return false, errors.Join(err, f.Truncate(size))
	}
	if durable {
		err = f.Sync()
	}
	return false, err
}

// keepAside takes a torn last line out of the log, into a file of its own.
func (l *Log) keepAside(f *os.File, torn []byte, size int64) error {
	aside, err := openAppend(l.path + tornSuffix)
	if err != nil {
		return fmt.Errorf("keep a torn line aside: %w", err)
	}
	defer aside.Close()
	if err := write(aside, append(slices.Clip(torn), '\n')); err != nil {
		return fmt.Errorf("keep a torn line aside: %w", err)
	}
	return f.Truncate(size)
}

// openAppend opens the file, made with its folders if need be.
func openAppend(path string) (*os.File, error) {
	f, err := openPlain(path, os.O_CREATE)
	if errors.Is(err, fs.ErrNotExist) {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return nil, err
		}
		return openPlain(path, os.O_CREATE)
	}
	return f, err
}

// openPlain opens the file to append to it, and nothing but a plain file.
func openPlain(path string, more int) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_APPEND|syscall.O_NOFOLLOW|syscall.O_NONBLOCK|more, 0o600)
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

// Writable reports why nothing could be appended to the log of $HERMES_HOME. It
// appends nothing, and makes nothing that is not there.
func Writable(home string) error {
	path := Path(home)
	f, err := openPlain(path, 0)
	if err == nil {
		return f.Close()
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: %w", path, err)
	}
	for dir := filepath.Dir(path); ; dir = filepath.Dir(dir) { // it would be made, with its folders
		err := unix.Access(dir, unix.W_OK|unix.X_OK)
		_, there := os.Lstat(dir) // a link to nowhere is
		if !errors.Is(err, fs.ErrNotExist) || there == nil {
			if err != nil {
				err = fmt.Errorf("%s: %w", dir, err)
			}
			return err
		}
	}
}

// lockFile takes the file's own lock, not one beside it: appending needs this
// one descriptor and nothing else.
func lockFile(f *os.File, how int, deadline time.Time, patience time.Duration) error {
	const pause, maxPause = 50 * time.Microsecond, 5 * time.Millisecond
	for wait := pause; ; wait = min(2*wait, maxPause) {
		err := syscall.Flock(int(f.Fd()), how|syscall.LOCK_NB)
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
