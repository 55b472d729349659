// Package audit writes down what was decided and how it ended: one line of
// JSON each, appended to HOME/exec/audit.jsonl. [Log] is the recorder that the
// supervisor is handed; [Reader] and [Verify] are for who reads it afterwards.
//
// Each line has a number, and the hash of the line before it: so a line that was
// changed, left out or put in between is found by [Verify], though not one that
// was cut off the end, nor a log that was written anew. Many processes append at
// once, each under a lock for as long as one write takes. A crash in the middle
// of that leaves a torn last line, which the next writer moves aside and notes.
// Past 16 MiB the log goes on in a new file that carries on the chain.
//
// Nothing secret is to be written down: every text goes through [Mask] first,
// which knows secrets by where they stand and what they look like.
package audit

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor"
)

// Log is an audit log. It implements [supervisor.Recorder], and its methods
// may be called at the same time. The file is opened for each record and not
// kept: a command may run for days, and the log be rotated meanwhile.
type Log struct {
	path     string
	patience time.Duration // how long a record waits for its turn
	maxSize  int64         // bytes, from which on it is rotated
	system   bool          // the machine's daemon keeps it, see [system.Record]

	mu  sync.Mutex
	ids map[*supervisor.Request]string // requests that were allowed and have not ended
}

var _ supervisor.Recorder = (*Log)(nil)

// lockPatience is what a record waits for others. Every writer holds the lock
// for microseconds, so longer means that someone sits on it.
const lockPatience = 2 * time.Second

// lockPause is how long it waits before it tries again.
const lockPause = 200 * time.Microsecond

// Open returns the log of $HERMES_HOME. It touches no file: folders (0700) and
// the file (0600) are made by the first record.
func Open(home string) (*Log, error) {
	if home == "" {
		return nil, errors.New("audit log: no home folder: set HERMES_HOME")
	}
	return &Log{path: filepath.Join(home, "exec", "audit.jsonl"), patience: lockPatience, maxSize: maxSize}, nil
}

// OpenSystem returns the log that the machine's daemon keeps for this user.
func OpenSystem() *Log { return &Log{system: true} }

// Decided appends the decision on a request. An error means that it is not on
// record.
func (l *Log) Decided(r *supervisor.Request, d supervisor.Decision) error {
	rec := decision(r, d, time.Now())
	if d.Allow {
		l.mu.Lock()
		if l.ids == nil {
			l.ids = make(map[*supervisor.Request]string)
		}
		l.ids[r] = rec.ID
		l.mu.Unlock()
	}
	return l.append(&rec)
}

// Ended appends how the command of a request ended.
func (l *Log) Ended(r *supervisor.Request, d supervisor.Decision, s supervisor.Status, took time.Duration) error {
	now := time.Now()
	l.mu.Lock()
	id, ok := l.ids[r]
	delete(l.ids, r)
	l.mu.Unlock()
	if !ok { // never decided: a record of its own
		id = newID(now)
	}
	rec := exit(r, s, took, id, now)
	return l.append(&rec)
}

// Guarded appends what the guard of a running command did.
func (l *Log) Guarded(r *supervisor.Request, e supervisor.GuardEvent) error {
	now := time.Now()
	l.mu.Lock()
	id, ok := l.ids[r]
	l.mu.Unlock()
	if !ok {
		id = newID(now)
	}
	rec := guardEvent(r, e, id, now)
	return l.append(&rec)
}

// newID ties the two records of a request together: no process decides twice
// in a nanosecond, and no two processes have a pid at the same time.
func newID(now time.Time) string {
	return strconv.Itoa(os.Getpid()) + "-" + strconv.FormatInt(now.UnixNano(), 10)
}
