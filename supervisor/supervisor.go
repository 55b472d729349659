// Package supervisor is the whole program: parse → classify → decide → record
// → run. [Supervisor.Do] tells the story, in supervisor.go; the other files start
// the command and keep it (terminal, signals, status). The packages below this
// one implement what it declares and are handed in by cmd: approve an [Approver],
// audit a [Recorder], guard a [Guard], mcp a [Runner].
package supervisor

import (
	"context"
	"errors"
	"fmt"
	"io"
	"syscall"
	"time"

	"github.com/hermes-exec/hermes-exec/shellparse"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// Request is one command that someone wants run.
type Request struct {
	Text      string             // what is judged and shown: the script, or the argv quoted
	Script    *shellparse.Script // Text, analysed
	Options   tiers.Options
	Facts     *tiers.Facts
	Verdict   *tiers.Verdict   // set by Judge
	Decision  Decision         // set by Do
	Opinion   *Opinion         // the reviewer's, set by the Approver; nil: it was not asked
	Screening *tiers.Screening // the content screen's, set by the Approver; nil: it was not asked
	Session   string           // HERMES_SESSION_KEY, or the nearest ancestor that is no shell
	Mode      Mode
	Command   Command
}

// Mode says who answers what the tiers do not allow by themselves.
type Mode string

const (
	Manual Mode = "manual" // a person answers MEDIUM and up
	Smart  Mode = "smart"  // the LLM may approve MEDIUM
	Off    Mode = "off"    // everything runs but hardline
	Cron   Mode = "cron"   // LOW runs, MEDIUM and up is denied
)

// Decision is the answer to a request.
type Decision struct {
	Allow  bool
	By     string        // who decided: "hardline", "policy", "crisis", "permission", "tier", "mode", "llm", "human", "repeat", "timeout", "nobody", "audit"
	Reason string        // for the refusal and the record
	Tier   tiers.Tier    // the tier it was decided at, after escalation
	Took   time.Duration // how long the answer took
}

// Approver answers a request. An error means it could not ask; the request is
// then refused with it as the reason.
type Approver interface {
	Approve(ctx context.Context, r *Request) (Decision, error)
}

// Recorder writes down what was decided and how it ended.
type Recorder interface {
	Decided(r *Request, d Decision) error
	Ended(r *Request, d Decision, s Status, took time.Duration) error
	Guarded(r *Request, e GuardEvent) error // while it runs
}

// Runner starts what was approved and stays until it has ended: [Keep], or
// the same behind a lock.
type Runner func(ctx context.Context, c Command) (Status, error)

// Status is how a command ended.
type Status struct {
	Code   int            // exit status; 0 where Signal is set
	Signal syscall.Signal // the signal it died by, or 0

	Unstarted string // why it could not be started; "": it was
}

// Refusal is the error of a request that was not run.
type Refusal struct {
	Request  *Request
	Decision Decision
}

func (r *Refusal) Error() string {
	return fmt.Sprintf("refused by %s: %s", r.Decision.By, r.Decision.Reason)
}

// Supervisor runs requests.
type Supervisor struct {
	Approver Approver
	Recorder Recorder
	Run      Runner
	Warn     io.Writer // where a failing audit log is reported; nil: nowhere

	// ExitStatus is what the caller gets for a command that could not be started,
	// by the runner's error. nil: 125.
	ExitStatus func(error) int
}

// ErrPassedOn is what a [Runner] returns that has passed the command on to a shell
// that is open: how it ends is recorded by whoever hears of it, or by nobody.
var ErrPassedOn = errors.New("passed to the shell")

// Do is the story: the request is judged, decided, recorded and run. What was
// judged is what runs: r is not read again from anywhere. A request that is
// refused gives a *[Refusal].
func (s *Supervisor) Do(ctx context.Context, r *Request) (Status, error) {
	r.Verdict = tiers.Judge(r.Script, r.Facts, r.Options)

	asked := time.Now()
	d, err := s.Approver.Approve(ctx, r)
	if err != nil {
		d = Decision{By: "nobody", Reason: err.Error()}
	}
	d.Took = time.Since(asked)
	d.Tier = max(d.Tier, r.Verdict.Tier)
	r.Decision = d

	if err := s.Recorder.Decided(r, d); err != nil {
		d = s.unrecorded(r, d, err)
	}
	if !d.Allow {
		return Status{}, &Refusal{r, d}
	}

	started := time.Now()
	status, err := s.Run(ctx, r.Command)
	if errors.Is(err, ErrPassedOn) {
		return Status{}, err
	}
	end := status
	if err != nil {
		end = s.unstarted(err)
	}
	if err := s.Recorder.Ended(r, d, end, time.Since(started)); err != nil {
		s.warn("the end of this command is not in the audit log: %v", err)
	}
	if err != nil {
		return Status{}, err
	}
	return status, nil
}

// unstarted is the end of a command that was allowed and could not be started,
// for the record.
func (s *Supervisor) unstarted(err error) Status {
	const failure = 125
	end := Status{Code: failure, Unstarted: err.Error()}
	if s.ExitStatus != nil {
		end.Code = s.ExitStatus(err)
	}
	return end
}

// unrecorded is the decision where the audit log cannot be written: what needs
// no one's approval goes on with a warning, the rest is refused, since an
// approval that leaves no trace is none.
func (s *Supervisor) unrecorded(r *Request, d Decision, err error) Decision {
	switch {
	case !d.Allow:
		return d
	case !r.Verdict.Tier.NeedsHuman():
		s.warn("audit log: %v", err)
		return d
	}
	d.Allow, d.By = false, "audit"
	d.Reason = fmt.Sprintf("the audit log cannot be written (%v), and %s commands run only where they are recorded", err, r.Verdict.Tier)
	return d
}

func (s *Supervisor) warn(format string, args ...any) {
	if s.Warn != nil {
		fmt.Fprintf(s.Warn, "hermes-exec: "+format+"\n", args...)
	}
}
