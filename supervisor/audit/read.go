package audit

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"time"
)

// Record is a line of the log as it is read. What does not go with its event
// is empty. Secrets are masked in all that others chose, see [Mask].
type Record struct {
	V    int    `json:"v"`
	Seq  uint64 `json:"seq"`
	Prev string `json:"prev"`
	header
	decided
	ended
	guarded
	torn
	Sum string `json:"sum"`
}

type header struct {
	Time    time.Time `json:"time"`
	Event   string    `json:"event"`        // "decision", "exit", "guard", "torn"
	ID      string    `json:"id,omitempty"` // the same for a decision, its exit and what its guard did
	Session string    `json:"session,omitempty"`
}

type decided struct {
	Dir         string   `json:"dir"`
	Cmd         string   `json:"cmd"`
	Tier        string   `json:"tier"`
	DecidedTier string   `json:"decided_tier,omitempty"` // after escalation, where that is another
	Decision    string   `json:"decision"`               // "allow" or "deny"
	Hardline    bool     `json:"hardline"`
	Rules       []string `json:"rules"` // each once, in order of first mention
	By          string   `json:"by"`
	Reason      string   `json:"reason,omitempty"`
	TookMS      float64  `json:"took_ms"`             // how long the answer took
	Opinion     *Opined  `json:"opinion,omitempty"`   // of the reviewer, where it was asked
	Screening   string   `json:"screening,omitempty"` // of a message, where there is a content screen
	Ancestors   []Named  `json:"ancestors"`           // nearest first, the supervisor first of all
}

type ended struct {
	Status     *int    `json:"status,omitempty"`
	Signal     string  `json:"signal,omitempty"`
	Unstarted  string  `json:"unstarted,omitempty"` // why it could not be started
	DurationMS float64 `json:"duration_ms"`
}

type guarded struct {
	Off         string `json:"off,omitempty"`          // why the kernel guard is not there
	Refused     string `json:"refused,omitempty"`      // the call that it refused
	RefusedMore int    `json:"refused_more,omitempty"` // further ones that have no record of their own
	Rights      string `json:"rights,omitempty"`       // the file whose rights it took from the caller
	Caller      *Named `json:"caller,omitempty"`       // who called
	Target      *Named `json:"target,omitempty"`       // whom it would have reached

	Exec    string  `json:"exec,omitempty"`    // the words of a program that was to be started below the command
	Outcome string  `json:"outcome,omitempty"` // "refused", or "allowed" where it was asked about
	Decider string  `json:"decider,omitempty"` // who decided, as by says it of a decision
	Rule    string  `json:"rule,omitempty"`
	Why     string  `json:"why,omitempty"`
	Chain   []Named `json:"chain,omitempty"`  // who was to start it, nearest first
	Unread  string  `json:"unread,omitempty"` // why an exec of the caller's was not judged, and went on
}

type torn struct {
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
	File   string // as it was called when it was opened
	Number int    // from 1
	Text   []byte // valid until the next line
	Whole  bool   // a newline ends it

	nth int // of the files that were read, from 1
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
