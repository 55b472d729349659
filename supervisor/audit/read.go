package audit

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// Record is a line of the log as it is read. What does not go with its event
// is empty.
type Record struct {
	V       int       `json:"v"`
	Seq     uint64    `json:"seq"`
	Prev    string    `json:"prev"`
	Time    time.Time `json:"time"`
	Event   string    `json:"event"` // "decision", "exit", "guard", "torn"
	ID      string    `json:"id"`    // the same for a decision and its exit
	Session string    `json:"session"`
	Sum     string    `json:"sum"`

	Dir         string   `json:"dir"`
	Cmd         string   `json:"cmd"`
	Tier        string   `json:"tier"`
	DecidedTier string   `json:"decided_tier"` // after escalation, where that is another
	Decision    string   `json:"decision"`     // "allow" or "deny"
	Hardline    bool     `json:"hardline"`
	Rules       []string `json:"rules"`
	By          string   `json:"by"`
	Reason      string   `json:"reason"`
	TookMS      float64  `json:"took_ms"` // how long the answer took
	Opinion     *Opined  `json:"opinion"` // of the reviewer, where it was asked
	Ancestors   []Named  `json:"ancestors"`

	Status     *int    `json:"status"`
	Signal     string  `json:"signal"`
	DurationMS float64 `json:"duration_ms"`

	Off         string `json:"off"`          // why the kernel guard is not there
	Refused     string `json:"refused"`      // the call that it refused
	RefusedMore int    `json:"refused_more"` // further ones that have no record of their own
	Caller      *Named `json:"caller"`       // who called
	Target      *Named `json:"target"`       // whom it would have reached

	Bytes int    `json:"bytes"` // of a torn line
	Kept  string `json:"kept"`  // the file beside the log that holds it
}

// Named is a process in a record.
type Named struct {
	PID  int    `json:"pid"`
	Name string `json:"name"`
}

// Line is a line of the log, or of one that was rotated.
type Line struct {
	File   string
	Number int // from 1
	Text   []byte
	Whole  bool // a newline ends it
}

// Parse reads the line's record. It says nothing about the chain.
func (l *Line) Parse() (*Record, error) {
	r := &Record{}
	d := json.NewDecoder(bytes.NewReader(l.Text))
	d.DisallowUnknownFields()
	if err := d.Decode(r); err != nil {
		return nil, fmt.Errorf("not a record: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("not a record: more than one value")
	}
	if r.V != 1 {
		return nil, fmt.Errorf("a record of version %d, which this program does not know", r.V)
	}
	return r, nil
}

// Path is the log of $HERMES_HOME.
func Path(home string) string { return filepath.Join(home, "exec", "audit.jsonl") }

// Files are the log of $HERMES_HOME and those that were rotated before it,
// oldest first; those that do not exist are left out.
func Files(home string) ([]string, error) {
	files, err := rotated(Path(home))
	if err != nil {
		return nil, fmt.Errorf("read the audit log: %w", err)
	}
	if _, err := os.Lstat(Path(home)); err == nil {
		files = append(files, Path(home))
	}
	return files, nil
}

// Lines reads a log from the byte offset on, as far as it goes while nobody
// writes: a record that is being written is seen whole or not at all. yield
// ends it by false. next is where to go on later.
func Lines(path string, offset int64, yield func(Line) bool) (next int64, err error) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return offset, err
	}
	defer f.Close()
	if fi, err := f.Stat(); err != nil || !fi.Mode().IsRegular() {
		return offset, fmt.Errorf("%s: not a plain file", path)
	}
	size, err := settledSize(f)
	if err != nil {
		return offset, fmt.Errorf("%s: %w", path, err)
	}
	if size < offset { // another file by now
		offset = 0
	}
	r := bufio.NewReaderSize(io.NewSectionReader(f, offset, size-offset), 64<<10)
	for number := 1; ; number++ {
		text, err := r.ReadBytes('\n')
		if len(text) > 0 {
			body, whole := bytes.CutSuffix(text, []byte{'\n'})
			offset += int64(len(text))
			if !yield(Line{File: path, Number: number, Text: body, Whole: whole}) {
				return offset, nil
			}
		}
		switch {
		case errors.Is(err, io.EOF):
			return offset, nil
		case err != nil:
			return offset, fmt.Errorf("%s: %w", path, err)
		}
	}
}

// settledSize is the size of the log at a moment when nobody writes to it, or
// what it is now where somebody sits on the lock.
func settledSize(f *os.File) (int64, error) {
	if lockFile(f, syscall.LOCK_SH, time.Now().Add(lockPatience), lockPatience) == nil {
		defer syscall.Flock(int(f.Fd()), syscall.LOCK_UN)
	}
	fi, err := f.Stat()
	if err != nil {
		return 0, err
	}
	return fi.Size(), nil
}
