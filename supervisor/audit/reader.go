package audit

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/gofrs/flock"
)

// Reader goes through a log: the files that were rotated, oldest first, the one
// that is written to, and then what has been added since. A rotation meanwhile
// hides nothing from it, as it follows the files and not their names.
type Reader struct {
	path   string
	newest int // how many files to begin with; 0: all

	older  bool     // there were more than that
	at     *os.File // nil: nothing was read yet
	name   string   // of at, when it was opened
	offset int64    // of the next line
	number int      // of the last one
	nth    int      // of at, among the files that were read
}

// NewReader reads the log of $HERMES_HOME from the beginning, or only the newest
// of its files, where that is not 0.
func NewReader(home string, newest int) *Reader {
	return &Reader{path: Path(home), newest: newest}
}

// Close gives up the file that is being read.
func (r *Reader) Close() {
	if r.at != nil {
		r.at.Close()
	}
}

// Older reports whether there are files before the newest that are read.
func (r *Reader) Older() bool { return r.older }

// Read yields the lines that it has not yielded before; yield ends it by false.
// A record that is being written is seen whole or not at all. A last line that
// is torn comes again the next time. That there is no log is no error.
func (r *Reader) Read(yield func(Line) bool) error {
	if err := r.read(yield); err != nil {
		return fmt.Errorf("read the audit log: %w", err)
	}
	return nil
}

func (r *Reader) read(yield func(Line) bool) error {
	for {
		if r.at != nil {
			if more, err := r.lines(yield); err != nil || !more {
				return err
			}
		}
		next, err := r.next()
		if err != nil || next == nil {
			return err
		}
		if r.at != nil { // it is complete, but may have grown before it was rotated
			more, err := r.lines(yield)
			if err != nil || !more {
				next.Close()
				return err
			}
			r.at.Close()
		}
		r.at, r.name, r.offset, r.number = next, next.Name(), 0, 0
		r.nth++
	}
}

// lines yields what there is in the file.
func (r *Reader) lines(yield func(Line) bool) (more bool, err error) {
	size, err := settledSize(r.at)
	if err != nil {
		return false, err
	}
	if size < r.offset { // someone has emptied it
		r.offset, r.number = 0, 0
	}
	from := bufio.NewReaderSize(io.NewSectionReader(r.at, r.offset, size-r.offset), 64<<10)
	for {
		text, err := from.ReadBytes('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return false, err
		}
		body, whole := bytes.CutSuffix(text, []byte{'\n'})
		if whole {
			r.offset += int64(len(text))
			r.number++
		}
		switch {
		case len(text) == 0:
			return true, nil
		case whole && !yield(Line{File: r.name, Number: r.number, Text: body, Whole: true, nth: r.nth}):
			return false, nil
		case !whole:
			return yield(Line{File: r.name, Number: r.number + 1, Text: body, nth: r.nth}), nil
		}
	}
}

// next opens the file that the log goes on in, nil where there is none (yet).
func (r *Reader) next() (*os.File, error) {
	for {
		next, err := r.successor()
		if !errors.Is(err, errMoved) {
			return next, err
		}
	}
}

// errMoved says that a file was put away while it was looked for.
var errMoved = errors.New("put away meanwhile")

func (r *Reader) successor() (*os.File, error) {
	// The log comes first: whatever it becomes, we have it.
	log, err := openRead(r.path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	old, err := rotated(r.path)
	if err != nil {
		closeFile(log)
		return nil, err
	}
	i := 0
	switch {
	case r.at == nil:
		if files := len(old) + 1; r.newest > 0 && files > r.newest {
			r.older, i = true, files-r.newest
		}
	case log != nil && sameFile(log, r.at): // a moment ago nothing was rotated since
		closeFile(log)
		return nil, nil
	default:
		if i = r.find(old) + 1; i == 0 { // it was taken away
			i = after(old, r.name, r.path)
		}
	}
	if i >= len(old) {
		return log, nil
	}
	closeFile(log)
	f, err := openRead(old[i])
	if errors.Is(err, fs.ErrNotExist) { // put away this moment
		return nil, errMoved
	}
	return f, err
}

// after returns the place of the first file that was rotated later than name.
func after(old []string, name, log string) int {
	if name == log {
		return len(old)
	}
	i := slices.IndexFunc(old, func(path string) bool { return inChain(path, name) > 0 })
	if i < 0 {
		return len(old)
	}
	return i
}

// find returns the place of the file that is being read, -1 where it is none.
func (r *Reader) find(files []string) int {
	at, err := r.at.Stat()
	return slices.IndexFunc(files, func(path string) bool {
		fi, statErr := os.Lstat(path)
		return err == nil && statErr == nil && os.SameFile(fi, at)
	})
}

func sameFile(a, b *os.File) bool {
	x, err := a.Stat()
	y, err2 := b.Stat()
	return err == nil && err2 == nil && os.SameFile(x, y)
}

func closeFile(f *os.File) {
	if f != nil {
		f.Close()
	}
}

func openRead(path string) (*os.File, error) {
	f, err := openPlain(path, os.O_RDONLY)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, bare(err))
	}
	return f, nil
}

// settledSize is the size of a file of the log at a moment when nobody writes to
// it, or what it is now where somebody sits on the lock. Where its name is
// another file's by now, nobody will write to it any more.
func settledSize(f *os.File) (int64, error) {
	turn := flock.New(f.Name(), flock.SetFlag(os.O_RDONLY|careful))
	ctx, cancel := context.WithTimeout(context.Background(), lockPatience)
	defer cancel()
	if locked, err := turn.TryRLockContext(ctx, lockPause); locked && err == nil {
		defer turn.Close()
	}
	fi, err := f.Stat()
	if err != nil {
		return 0, fmt.Errorf("%s: %w", filepath.Base(f.Name()), err)
	}
	return fi.Size(), nil
}
