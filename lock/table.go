package lock

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"
)

// Entry is one name, and who has it.
type Entry struct {
	Name   string
	PID    int       // 0 where the pid file is missing
	Since  time.Time // when it was taken
	Locked bool      // a kernel lock is held; else another tool wrote the pid file
	Stale  bool      // neither: a pid file of a server that no longer runs
	Owner  *Owner    // nil where the holder did not say
	Left   *Owner    // no lock is held; its last holder was killed, and had said this
}

// state is what one look at a name shows.
type state struct {
	locked  bool
	pid     pidFile
	cleaned bool // a stale pid file was there and is gone now
}

func (s state) taken() bool { return s.locked || s.pid.runs() }

// look finds out who has a name. With clean it removes a stale pid file, which
// it does under the kernel lock, so that no one can take the name meanwhile.
func (f files) look(clean bool) (state, error) {
	fl, err := f.shared(false)
	missing := errors.Is(err, fs.ErrNotExist)
	if err != nil && !missing {
		return state{}, err
	}
	if fl == nil && !missing {
		p, err := f.readPID()
		return state{locked: true, pid: p}, err
	}
	p, err := f.readPID()
	if missing && clean && err == nil && p.stale() {
		// Never locked before, but it may be the next moment.
		if fl, err = f.shared(true); err == nil && fl == nil {
			return state{locked: true, pid: p}, nil
		}
	}
	if fl == nil || err != nil {
		if fl != nil {
			fl.Unlock()
		}
		return state{pid: p}, err
	}
	s := state{pid: p}
	if clean && p.stale() {
		s.cleaned, err = f.removeStale(p)
	}
	return s, errors.Join(err, fl.Unlock())
}

// IsLocked reports whether a server of that name runs. A stale pid file is
// removed.
func IsLocked(dir, name string) (bool, error) {
	at, err := locate(dir, name)
	if err != nil {
		return false, err
	}
	s, err := at.look(true)
	return s.taken(), err
}

// List returns the names that are taken, in order. It changes nothing. Where
// some cannot be read, the others are returned with the error.
func List(dir string) ([]Entry, error) {
	return list(dir, func(s state, left *Owner) bool { return s.taken() })
}

// ListAll is [List] with those among them that have a stale pid file, or whose
// last holder was killed.
func ListAll(dir string) ([]Entry, error) {
	return list(dir, func(s state, left *Owner) bool { return s.taken() || s.pid.found || left != nil })
}

func list(dir string, wanted func(state, *Owner) bool) ([]Entry, error) {
	var all []Entry
	err := each(dir, func(at files) error {
		s, err := at.look(false)
		if err != nil {
			return err
		}
		var left *Owner
		if !s.locked {
			left = at.left()
		}
		if !wanted(s, left) {
			return nil
		}
		e := Entry{Name: at.name, PID: s.pid.pid, Since: s.pid.written, Locked: s.locked, Stale: !s.locked && s.pid.stale(), Left: left}
		if s.locked {
			if fi, err := os.Lstat(at.lock()); err == nil {
				e.Since = fi.ModTime()
			}
			if e.Owner = at.owner(); e.Owner != nil {
				e.Since = e.Owner.Since
			}
		}
		all = append(all, e)
		return nil
	})
	return all, err
}

// CleanStale removes the pid files of servers that no longer run, and returns
// how many.
func CleanStale(dir string) (int, error) {
	n := 0
	err := each(dir, func(at files) error {
		s, err := at.look(true)
		if s.cleaned {
			n++
		}
		return err
	})
	return n, err
}

// each calls do for every name that has a file in dir, in order. A folder that
// is not there has none.
func each(dir string, do func(files) error) error {
	fi, err := os.Lstat(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("lock folder: %w", err)
	}
	if err := checkDir(dir, fi); err != nil {
		return err
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return fmt.Errorf("lock folder: %w", err)
	}
	seen := make(map[string]bool)
	var errs []error
	for _, e := range entries {
		name, ok := strings.CutSuffix(e.Name(), ".pid")
		if !ok {
			name, ok = strings.CutSuffix(e.Name(), ".lock")
		}
		if !ok || seen[name] || !validName(name) {
			continue
		}
		seen[name] = true
		errs = append(errs, do(files{dir, name}))
	}
	return errors.Join(errs...)
}
