// Package lock keeps one server of a name: of any number of processes that
// start it at once, one gets the lock and the others learn who has it.
//
// The truth is a kernel lock (flock) on DIR/NAME.lock, held by one process for
// as long as the server lives and gone with that process however it ends. The
// file is never unlinked: two processes could then each lock a file of that
// name. DIR/NAME.pid informs: it holds a pid as plain decimal text, for people
// and for other tools, which read and write the same file but know nothing of
// the lock. So a pid file without a lock counts too, as long as its process is
// alive and started before the file was written; else it is stale.
package lock

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"github.com/gofrs/flock"
)

// patience is how long [Acquire] puts up with others who only look: their
// shared locks last microseconds, but some may be looking at any moment.
const patience = 2 * time.Second

// changing is how long a holder that names no server is taken for one who has
// the lock since a moment ago, or gives it up this moment.
const changing = 200 * time.Millisecond

// HeldError says that a name is taken.
type HeldError struct {
	Name  string
	PID   int       // the server's; 0 where no pid file names one that runs
	Since time.Time // zero where not known
	Owner *Owner    // nil where the holder did not say
	Left  *Owner    // where no lock is held: what the last holder said, if it was killed
}

func (e *HeldError) Error() string {
	who := "a process that left no pid"
	if e.PID > 0 {
		who = "pid " + strconv.Itoa(e.PID)
	}
	if !e.Since.IsZero() {
		who += " since " + e.Since.Local().Format(time.DateTime)
	}
	if o := e.Owner; o != nil && o.Client.PID > 0 {
		who += ", for " + o.Client.String()
	}
	if o := e.Owner; o != nil && o.Dir != "" {
		who += ", from " + o.Dir
	}
	return fmt.Sprintf("%q is held by %s", e.Name, who)
}

// Leaving reports whether the name is about to be free: its holder is on its way
// out or, where none is known, what the pid file names is, or is gone since.
func (e *HeldError) Leaving() bool {
	if e.Owner != nil {
		return e.Owner.Leaving()
	}
	return e.PID > 0 && (dying(e.PID) || !alive(e.PID))
}

// Lock is a name held by this process. Its methods are not for concurrent use.
type Lock struct {
	at    files
	fl    *flock.Flock
	pid   int  // what we wrote to the pid file; 0 once released
	noted bool // there is an owner in the lock file
}

// Acquire takes name in the folder dir, which is made if it is not there. The
// error is a *[HeldError] where another process has it. Until [Lock.SetPID]
// says otherwise the pid file names this process.
//
// The descriptor that holds the lock is not inherited: a program started
// afterwards cannot keep the name beyond this process.
func Acquire(dir, name string) (*Lock, error) {
	at, err := locate(dir, name)
	if err != nil {
		return nil, err
	}
	if err := at.makeDir(); err != nil {
		return nil, err
	}
	fl, err := at.exclusive()
	if err != nil {
		return nil, err
	}
	l := &Lock{at: at, fl: fl}
	if err := l.take(); err != nil {
		fl.Unlock()
		return nil, err
	}
	return l, nil
}

// take makes the pid file ours, unless another tool's server is running.
func (l *Lock) take() error {
	p, err := l.at.readPID()
	if err != nil {
		return err
	}
	if p.runs() && p.pid != os.Getpid() {
		return &HeldError{Name: l.at.name, PID: p.pid, Since: p.written, Left: l.at.left()}
	}
	now := time.Now() // since when, for those who find it taken
	if err := os.Chtimes(l.at.lock(), now, now); err != nil {
		return fmt.Errorf("lock %q: %w", l.at.name, err)
	}
	return l.SetPID(os.Getpid())
}

// SetPID writes the server's pid to the pid file, which readers see change
// from one whole number to the other.
func (l *Lock) SetPID(pid int) error {
	if l.fl == nil {
		return fmt.Errorf("write the pid of %q: the lock was released", l.at.name)
	}
	if pid <= 0 {
		return fmt.Errorf("write the pid of %q: %d is no pid", l.at.name, pid)
	}
	if err := l.at.writePID(pid); err != nil {
		return fmt.Errorf("write the pid of %q: %w", l.at.name, err)
	}
	l.pid = pid
	return nil
}

// Release gives the name up. The pid file goes with it, unless another tool has
// written a pid of its own there. Releasing twice is no error.
func (l *Lock) Release() error {
	if l.fl == nil {
		return nil
	}
	p, err := l.at.readPID()
	if err == nil && p.found && p.pid == l.pid {
		err = l.at.removePID()
	}
	if l.noted {
		err = errors.Join(err, l.at.note(nil))
	}
	if unlock := l.fl.Unlock(); unlock != nil {
		return errors.Join(err, fmt.Errorf("unlock %q: %w", l.at.name, unlock))
	}
	l.fl = nil
	return err
}

// exclusive takes the kernel lock.
func (f files) exclusive() (*flock.Flock, error) {
	fl := flock.New(f.lock(), flock.SetFlag(os.O_CREATE|os.O_RDWR|syscall.O_NOFOLLOW), flock.SetPermissions(0o600))
	began := time.Now()
	for deadline := began.Add(patience); ; {
		ok, err := fl.TryLock()
		if err != nil {
			return nil, f.lockError(err)
		}
		if ok {
			same, err := f.stillThere(fl)
			if same {
				return fl, nil
			}
			fl.Unlock()
			if err != nil {
				return nil, f.lockError(err)
			}
		} else {
			s, err := f.shared(false)
			if errors.Is(err, fs.ErrNotExist) { // someone removed it since
				continue
			}
			if err != nil {
				return nil, err
			}
			if s != nil {
				s.Unlock()
			}
			switch e := f.held(); {
			case s == nil && (e.PID > 0 || time.Since(began) > changing), time.Now().After(deadline):
				return nil, e
			}
		}
		// Whoever only looks is done by now; the spread keeps many of us apart.
		time.Sleep(time.Duration(rand.Int64N(int64(500 * time.Microsecond))))
	}
}

// shared takes the kernel lock as one who only looks; nil if a holder has it.
// While it is held nobody can acquire the name, and an [Acquire] that meets it
// knows from its kind that no server runs. A missing file is made only for
// create; else it gives an error that is [fs.ErrNotExist].
func (f files) shared(create bool) (*flock.Flock, error) {
	flag := os.O_RDONLY | syscall.O_NOFOLLOW | syscall.O_NONBLOCK
	if create {
		flag |= os.O_CREATE
	}
	fl := flock.New(f.lock(), flock.SetFlag(flag), flock.SetPermissions(0o600))
	ok, err := fl.TryRLock()
	if err != nil {
		return nil, f.lockError(err)
	}
	if !ok {
		return nil, nil
	}
	return fl, nil
}

// stillThere reports whether the file that was locked is a plain file and
// still the one of its name. The error is set where it never will be.
func (f files) stillThere(fl *flock.Flock) (bool, error) {
	open, err := fl.Stat()
	if err != nil {
		return false, err
	}
	if !open.Mode().IsRegular() {
		return false, errors.New("not a plain file")
	}
	named, err := os.Lstat(f.lock())
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil && os.SameFile(open, named), err
}

// held says who has the kernel lock, as far as the files tell.
func (f files) held() *HeldError {
	e := &HeldError{Name: f.name}
	if fi, err := os.Lstat(f.lock()); err == nil {
		e.Since = fi.ModTime()
	}
	// The pid goes first when a name is released: where it is still there, the
	// owner's note was, too.
	if e.Owner = f.owner(); e.Owner != nil {
		e.Since = e.Owner.Since
	}
	if p, err := f.readPID(); err == nil && p.runs() {
		e.PID = p.pid
	}
	return e
}

func (f files) lockError(err error) error {
	if errors.Is(err, syscall.ELOOP) {
		return fmt.Errorf("lock %q: %s is a symbolic link, which is refused: remove it", f.name, f.lock())
	}
	return fmt.Errorf("lock %q: %s: %w", f.name, filepath.Base(f.lock()), err)
}
