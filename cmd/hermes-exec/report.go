package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"syscall"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// reportFile is where --report goes: a descriptor of the caller's, or a file
// that is appended to. nil: nowhere.
type reportFile struct{ *os.File }

// openReport opens it before anything runs, so that a report that cannot be
// written is a failure and not a command without one. The command does not
// inherit it: it could write a verdict of its own.
func openReport(target string) (*reportFile, error) {
	if target == "" {
		return nil, nil
	}
	if fd, err := strconv.Atoi(target); err == nil && fd >= 0 {
		dup, err := syscall.Dup(fd) // 1 and 2 stay open for the command
		if err != nil {
			return nil, fmt.Errorf("--report %d: %w; the descriptor must be open", fd, err)
		}
		syscall.CloseOnExec(dup)
		if fd > 2 {
			syscall.CloseOnExec(fd)
		}
		return &reportFile{os.NewFile(uintptr(dup), "report")}, nil
	}
	f, err := os.OpenFile(target, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return nil, fmt.Errorf("--report: %w", err)
	}
	return &reportFile{f}, nil
}

// outcome is what became of a request, as one JSON line.
type outcome struct {
	Verdict *tiers.Verdict `json:"verdict"`
	Outcome struct {
		Allowed    bool       `json:"allowed"`
		By         string     `json:"by"`
		Reason     string     `json:"reason,omitempty"`
		Tier       tiers.Tier `json:"tier"` // after escalation
		TookMS     int64      `json:"took_ms"`
		Status     int        `json:"status"`           // what this program exits with; 128+n for a signal
		Signal     int        `json:"signal,omitempty"` // it died by
		DurationMS int64      `json:"duration_ms,omitempty"`
		Error      string     `json:"error,omitempty"`
		Opinion    string     `json:"opinion,omitempty"` // of the reviewer, where it was asked
	} `json:"outcome"`
}

// write writes the line and closes. A reader that has gone is not the
// command's business.
func (f *reportFile) write(r *supervisor.Request, w *witness, s supervisor.Status, err error) {
	if f != nil {
		f.add(r, w, s, err)
		f.Close()
	}
}

// add writes a line, and more may follow.
func (f *reportFile) add(r *supervisor.Request, w *witness, s supervisor.Status, err error) {
	if f == nil {
		return
	}
	d := w.decision
	o := outcome{Verdict: r.Verdict}
	var refusal *supervisor.Refusal
	if errors.As(err, &refusal) {
		d = refusal.Decision // the audit log may have turned it
	}
	o.Outcome.Allowed, o.Outcome.By, o.Outcome.Reason = d.Allow, d.By, d.Reason
	o.Outcome.Tier, o.Outcome.TookMS = d.Tier, d.Took.Milliseconds()
	if r.Opinion != nil {
		o.Outcome.Opinion = r.Opinion.String()
	}
	o.Outcome.DurationMS = w.ran.Milliseconds()
	o.Outcome.Status, o.Outcome.Signal = s.ExitCode(), int(s.Signal)
	if err != nil {
		o.Outcome.Status = exitStatus(err)
		if refusal == nil {
			o.Outcome.Error = err.Error()
		}
	}
	if err := writeJSON(f, o); err != nil {
		os.Stderr.WriteString("hermes-exec: the report of this command was not written: " + err.Error() + "\n")
	}
}

// witness is a recorder that also remembers, for the report.
type witness struct {
	supervisor.Recorder
	decision supervisor.Decision
	ran      time.Duration
}

func (w *witness) Decided(r *supervisor.Request, d supervisor.Decision) error {
	w.decision = d
	return w.Recorder.Decided(r, d)
}

func (w *witness) Ended(r *supervisor.Request, d supervisor.Decision, s supervisor.Status, took time.Duration) error {
	w.ran = took
	return w.Recorder.Ended(r, d, s, took)
}

// writeJSON writes v as one line, <, > and & as they are: these are commands,
// not web pages.
func writeJSON(w interface{ Write([]byte) (int, error) }, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}
