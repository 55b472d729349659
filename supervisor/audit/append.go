package audit

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/gofrs/flock"
	"golang.org/x/sys/unix"

	"github.com/hermes-exec/hermes-exec/supervisor/system"
)

// append puts a record at the end of the chain, in one write, so that readers
// and a crash see all of it or a torn last line. durable has it on the disk
// when this returns.
func (l *Log) append(rec *record) error {
	body, err := rec.body()
	switch {
	case err != nil:
		return err
	case l.system:
		return system.Record(system.Line{Durable: rec.durable, Record: body})
	}
	return l.appendBody(body, rec.durable)
}

// ofChain are the members of a line that only the log itself gives.
var ofChain = [...]string{"v", "seq", "prev", "sum"}

// Append puts a record that another process has made at the end of the chain. An
// error says why it is none, or that it is not on record.
func (l *Log) Append(body []byte, durable bool) error {
	var members map[string]json.RawMessage
	var line bytes.Buffer
	if err := errors.Join(json.Unmarshal(body, &members), json.Compact(&line, body)); err != nil {
		return fmt.Errorf("not a record: %w", err)
	}
	for name := range members {
		if slices.ContainsFunc(ofChain[:], func(own string) bool { return strings.EqualFold(own, name) }) { // as who reads it does
			return fmt.Errorf("not a record: it says %q itself", name)
		}
	}
	if len(members) == 0 {
		return errors.New("not a record: it is empty")
	}
	return l.appendBody(line.Bytes(), durable)
}

func (l *Log) appendBody(body []byte, durable bool) (err error) {
	for again := true; again && err == nil; {
		again, err = l.write(body, durable)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", l.path, err)
	}
	return nil
}

// write is one attempt. again: the file was rotated before it was our turn, or
// something had to be put in order first.
func (l *Log) write(body []byte, durable bool) (again bool, err error) {
	turn, err := l.turn()
	if err != nil {
		return false, err
	}
	defer turn.Close()
	f, err := openPlain(l.path, os.O_RDWR|os.O_APPEND)
	if errors.Is(err, fs.ErrNotExist) {
		return true, nil
	}
	if err != nil {
		return false, err
	}
	defer f.Close()
	fi, err := f.Stat()
	if err != nil {
		return false, err
	}
	if held, err := turn.Stat(); err != nil || !os.SameFile(fi, held) {
		return true, err
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
	if _, err = f.Write(c.link(body)); err != nil {
		err = fmt.Errorf("write: %w", bare(err))
	} else if durable {
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
	rec := tornRecord(time.Now(), len(torn), l.path)
	body, err := rec.body()
	if err != nil {
		return err
	}
	note := c.link(body)
	// What is opened to be appended to cannot be overwritten.
	over, err := openPlain(l.path, os.O_WRONLY)
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
	aside, err := openPlain(l.path+tornSuffix, os.O_RDWR|os.O_APPEND|os.O_CREATE)
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
	_, err = aside.Write(line)
	return bare(err)
}

// careful has no open follow a link, or wait for who is at the other end of a pipe.
const careful = unix.O_NOFOLLOW | unix.O_NONBLOCK

// openPlain opens a plain file and nothing else.
func openPlain(path string, flags int) (*os.File, error) {
	f, err := os.OpenFile(path, flags|careful, 0o600)
	if err != nil {
		return nil, noLink(err)
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

// noLink says what it means that a link was not followed.
func noLink(err error) error {
	if errors.Is(err, unix.ELOOP) {
		return errors.New("a symbolic link, which is refused: remove it")
	}
	return err
}

// Writable reports why nothing could be appended to the log of $HERMES_HOME. It
// appends nothing, and makes nothing that is not there.
func Writable(home string) error {
	path := Path(home)
	f, err := openPlain(path, os.O_RDWR|os.O_APPEND)
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

// turn waits until it is ours to append. The log itself is what is locked, made
// with its folders if need be: whoever rotates it needs its lock as well.
func (l *Log) turn() (*flock.Flock, error) {
	turn := flock.New(l.path, flock.SetFlag(os.O_RDONLY|os.O_CREATE|careful), flock.SetPermissions(0o600))
	ctx, cancel := context.WithTimeout(context.Background(), l.patience)
	defer cancel()
	_, err := turn.TryLockContext(ctx, lockPause)
	if errors.Is(err, fs.ErrNotExist) {
		if err := os.MkdirAll(filepath.Dir(l.path), 0o700); err != nil {
			return nil, err
		}
		_, err = turn.TryLockContext(ctx, lockPause)
	}
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return nil, fmt.Errorf("locked by another process for more than %v", l.patience)
	case err != nil:
		return nil, noLink(err)
	}
	return turn, nil
}

// bare takes the path out of an error that is reported with it.
func bare(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}
