package audit

import (
	"bytes"
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
		if !again || err != nil {
			return err
		}
	}
}

// writeTo is one attempt. again: the file was rotated before it was our turn,
// or something had to be put in order first.
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
	if len(torn) > 0 {
		return true, l.mend(f, c, torn, fi.Size()-int64(len(torn)))
	}
	if fi.Size() > 0 && fi.Size()+int64(len(body)) > l.maxSize && l.rotate(f, c) {
		return true, nil
	}
	if err = write(f, c.link(nil, body)); err == nil && durable {
		err = l.sync(f)
	}
	if err != nil {
		// A full disk may have taken half of it, or all but the promise to keep
		// it; whoever reads would not know that the decision was never carried out.
		return false, errors.Join(err, f.Truncate(fi.Size()))
	}
	return false, nil
}

// rotate gives the log the name of its last record. Where that cannot be done
// the log goes on as it is: a large file is better than none.
func (l *Log) rotate(f *os.File, c chain) bool {
	to := rotatedName(l.path, c.seq)
	if _, err := os.Lstat(to); !errors.Is(err, fs.ErrNotExist) {
		return false // never over another one
	}
	// What comes after it must not outlive it.
	return f.Sync() == nil && os.Rename(l.path, to) == nil
}

// sync has the record on the disk, and the names of the log and of what was
// rotated before it.
func (l *Log) sync(f *os.File) error {
	if err := f.Sync(); err != nil {
		return bare(err)
	}
	dir, err := os.Open(filepath.Dir(l.path))
	if err != nil {
		return err
	}
	defer dir.Close()
	if err := dir.Sync(); err != nil && !errors.Is(err, syscall.EINVAL) { // not every file system has that
		return bare(err)
	}
	return nil
}

// mend takes a torn last line, which begins at start, out of the log: it is kept
// in a file of its own, and a record of that written in its place. Whenever this
// is cut off, the line is still there or noted, and the chain whole.
func (l *Log) mend(f *os.File, c chain, torn []byte, start int64) error {
	if err := l.keepAside(torn); err != nil {
		return fmt.Errorf("keep its torn last line in %s: %w", l.path+tornSuffix, err)
	}
	note := c.link(nil, tornBody(time.Now(), len(torn), l.path))
	// What is opened to be appended to cannot be overwritten.
	over, err := os.OpenFile(l.path, os.O_WRONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return bare(err)
	}
	defer over.Close()
	if !sameFile(over, f) {
		return errors.New("another file has taken its place")
	}
	if _, err := over.WriteAt(note, start); err != nil {
		return bare(err)
	}
	return bare(over.Truncate(start + int64(len(note))))
}

// keepAside appends a torn line to the file for those, unless it is the last one
// there already: an earlier writer may have come no further.
func (l *Log) keepAside(torn []byte) error {
	aside, err := openAppend(l.path + tornSuffix)
	if err != nil {
		return err
	}
	defer aside.Close()
	fi, err := aside.Stat()
	if err != nil {
		return err
	}
	line := append(slices.Clip(torn), '\n')
	last := make([]byte, len(line))
	if n, err := aside.ReadAt(last, max(fi.Size()-int64(len(line)), 0)); err == nil && bytes.Equal(last[:n], line) {
		return nil
	}
	return write(aside, line)
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
	f, err := openUnpolled(path, os.O_RDWR|os.O_APPEND|unix.O_NOFOLLOW|more)
	switch {
	case errors.Is(err, unix.ELOOP):
		return nil, errors.New("a symbolic link, which is refused: remove it")
	case err != nil:
		return nil, err
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

// openUnpolled opens a file without waiting for who is at the other end, should
// it be a pipe. [os.OpenFile] would have the runtime poll it, and set that up
// first: six system calls at every start.
func openUnpolled(path string, flags int) (*os.File, error) {
	for {
		fd, err := unix.Open(path, flags|unix.O_NONBLOCK|unix.O_CLOEXEC, 0o600)
		switch {
		case err == unix.EINTR:
			continue
		case err != nil:
			return nil, err
		}
		unix.SetNonblock(fd, false) // or os.NewFile would have it polled
		return os.NewFile(uintptr(fd), path), nil
	}
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
