package lock

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
	"time"
)

// maxNote is the most that is read of a lock file.
const maxNote = 8 << 10

// Owner is what the holder of a name says of itself in the lock file: whom it
// serves, from where it was started. It informs, as the pid file does; that
// the name is taken the kernel says.
type Owner struct {
	Holder Process   `json:"holder"` // has the lock, and sees to the server
	Client Process   `json:"client"` // whom the server is for
	Runner Process   `json:"runner"` // what the client started, if it is not the holder itself
	Dir    string    `json:"dir"`    // working directory it was started from
	Since  time.Time `json:"since"`
	Ending bool      `json:"ending"` // see Leaving

	// Mark is in the environment of all that the holder has started, and of
	// nothing else: it tells what is left of a server whose holder was killed.
	Mark string `json:"mark,omitempty"`
}

// Process is one process, not just a number that another may have next.
type Process struct {
	PID   int    `json:"pid"`
	Birth int64  `json:"birth"` // when it started, in units of the kernel's since an origin of the kernel's
	Name  string `json:"name"`
}

// Identify returns the process that has the number pid now.
func Identify(pid int, name string) Process {
	b, err := birth(pid)
	if err != nil {
		return Process{Name: name}
	}
	return Process{pid, b, name}
}

// Runs reports whether that very process is alive.
func (p Process) Runs() bool {
	if p.PID <= 0 || !alive(p.PID) {
		return false
	}
	b, err := birth(p.PID)
	return err != nil || b == p.Birth // what cannot be told counts as running
}

func (p Process) String() string { return fmt.Sprintf("%s (pid %d)", p.Name, p.PID) }

// HolderPID is the holder's number, 0 where that is not known.
func (o *Owner) HolderPID() int {
	if o == nil {
		return 0
	}
	return o.Holder.PID
}

// Orphaned reports whether the client is gone: nobody talks to this server.
func (o *Owner) Orphaned() bool { return o != nil && o.Client.PID > 0 && !o.Client.Runs() }

// Leaving reports whether the holder is on its way out: it says so, it has been
// killed, or what it works for has been, which it will notice.
func (o *Owner) Leaving() bool {
	return o != nil && (o.Ending || dying(o.Holder.PID) || o.Runner.PID > 0 && (dying(o.Runner.PID) || !o.Runner.Runs()))
}

// Describe writes in the lock file who has it. The holder is this process and
// Since, where it is zero, now.
func (l *Lock) Describe(o Owner) error {
	if l.fl == nil {
		return fmt.Errorf("describe the owner of %q: the lock was released", l.at.name)
	}
	o.Holder = Identify(os.Getpid(), o.Holder.Name)
	if o.Since.IsZero() {
		o.Since = time.Now()
	}
	text, err := json.Marshal(o)
	if err != nil {
		return fmt.Errorf("describe the owner of %q: %w", l.at.name, err)
	}
	if err := l.at.note(append(text, '\n')); err != nil {
		return fmt.Errorf("describe the owner of %q: %w", l.at.name, err)
	}
	l.noted = true
	return nil
}

// Left returns what the holder before said of itself, if it was killed before it
// could release the name; nil where it was not. It is asked before Describe.
func (l *Lock) Left() *Owner {
	if l.fl == nil || l.noted {
		return nil
	}
	return l.at.left()
}

// left is the note in a lock file that nobody else holds.
func (f files) left() *Owner {
	o, err := f.readOwner()
	if err != nil || o.Holder.PID <= 0 {
		return nil
	}
	return o
}

// note makes text the content of the lock file. That one is never replaced, so
// it is overwritten: a reader takes the first value there, whatever follows it.
func (f files) note(text []byte) error {
	fh, err := os.OpenFile(f.lock(), os.O_WRONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return err
	}
	_, err = fh.WriteAt(text, 0)
	if err == nil {
		err = fh.Truncate(int64(len(text)))
	}
	return errors.Join(err, fh.Close())
}

// owner reads who has the lock; nil where that is not said, or was said by a
// process that is gone: its successor may not have come to it yet.
func (f files) owner() *Owner {
	for range 3 { // it may be written this moment
		o, err := f.readOwner()
		if err != nil {
			continue
		}
		if !o.Holder.Runs() {
			return nil
		}
		return o
	}
	return nil
}

func (f files) readOwner() (*Owner, error) {
	fh, err := os.OpenFile(f.lock(), os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer fh.Close()
	fi, err := fh.Stat()
	if err != nil {
		return nil, err
	}
	if !fi.Mode().IsRegular() {
		return nil, fs.ErrInvalid
	}
	o := new(Owner)
	return o, json.NewDecoder(io.LimitReader(fh, maxNote)).Decode(o)
}
