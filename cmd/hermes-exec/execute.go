package main

import (
	"context"
	"errors"
	"io"
	"os"
	"syscall"
	"time"

	"github.com/hermes-exec/hermes-exec/shellparse"
	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/supervisor/approve"
	"github.com/hermes-exec/hermes-exec/supervisor/audit"
	"github.com/hermes-exec/hermes-exec/supervisor/seal"
	"github.com/hermes-exec/hermes-exec/supervisor/system"
	"github.com/hermes-exec/hermes-exec/tiers"
	"github.com/hermes-exec/hermes-exec/tiers/policy"
)

// execute assembles the story of [supervisor.Supervisor.Do] for one request
// and runs it.
func execute(w *world, script *shellparse.Script, c supervisor.Command, s settings, start supervisor.Runner) (supervisor.Status, error) {
	options := s.options()
	laid, err := w.govern(&options)
	if err != nil {
		return supervisor.Status{}, err
	}
	r := newRequest(w, script, c, s, options)
	record := &witness{Recorder: openAudit(w.hermes)}
	story := newStory(w, s, laid, record, w.unchanged(r, w.guarded(r, laid, record, start)))
	status, err := story.Do(context.Background(), r)
	if !errors.Is(err, syscall.ENOEXEC) { // that is asked again, as the shell's
		s.report.write(r, record, status, err)
	}
	return status, err
}

func newRequest(w *world, script *shellparse.Script, c supervisor.Command, s settings, options tiers.Options) *supervisor.Request {
	facts := w.facts(tiers.NeedsOf(script))
	facts.Host = w.host() // the record names them whatever the verdict needs
	return &supervisor.Request{
		Text:    script.Source,
		Script:  script,
		Options: options,
		Facts:   facts,
		Session: w.session(),
		Mode:    w.mode(&s),
		Command: c,
	}
}

func newStory(w *world, s settings, laid policy.Settings, record supervisor.Recorder, start supervisor.Runner) *supervisor.Supervisor {
	return &supervisor.Supervisor{
		Approver: attentive{w.screened(laid.Screen, withResources{judged(w.approver(laid), s), w.stderr()}), laid.LLM != nil || laid.Screen != nil},
		Recorder: record,
		Run:      start,
		Warn:     w.stderr(),

		ExitStatus: exitStatus,
	}
}

// approver asks whoever is to be asked.
func (w *world) approver(laid policy.Settings) supervisor.Approver {
	chain := &approve.Chain{Human: w.onTerminal(w.prompt()), Refused: &approve.Refusals{Home: w.hermes}}
	chain.Away = w.away()
	if laid.LLM != nil {
		chain.Reviewer = w.reviewer(laid.LLM)
	}
	return chain
}

// prompt asks the person at the terminal.
func (w *world) prompt() *approve.Prompt {
	p := &approve.Prompt{
		TTY:     w.terminal(),
		Vouch:   w.vouch,
		NoColor: os.Getenv("NO_COLOR") != "",
		Dumb:    os.Getenv("TERM") == "" || os.Getenv("TERM") == "dumb",
		Mask:    audit.Mask,
		Hidden:  !w.open,
	}
	if !w.nested() || !seal.Kernel() { // the kernel takes no seal from below a guard
		p.Keep = func(g approve.Grant) error { return approve.AddGrant(w.hermes, g) }
	}
	return p
}

// openAudit gives the log, or a recorder that fails the way the log did: what
// that means for the request is the supervisor's to decide.
func openAudit(home string) supervisor.Recorder {
	if system.Asked() {
		return audit.OpenSystem()
	}
	log, err := audit.Open(home)
	if err != nil {
		return noLog{err}
	}
	return log
}

type noLog struct{ err error }

func (n noLog) Decided(*supervisor.Request, supervisor.Decision) error { return n.err }

func (n noLog) Ended(*supervisor.Request, supervisor.Decision, supervisor.Status, time.Duration) error {
	return n.err
}

func (n noLog) Guarded(*supervisor.Request, supervisor.GuardEvent) error { return n.err }

// withResources shows where help is before the words that call for it run as
// part of an ordinary command. Where they stop the command the refusal shows them.
type withResources struct {
	supervisor.Approver
	to io.Writer
}

func (a withResources) Approve(ctx context.Context, r *supervisor.Request) (supervisor.Decision, error) {
	if r.Verdict.Crisis && r.Verdict.Status != "crisis" && r.Verdict.Reason != "crisis_bypass" {
		io.WriteString(a.to, endLine(tiers.Resources))
	}
	return a.Approver.Approve(ctx, r)
}

// attentive listens for signals where somebody may be asked, the reviewer
// (reviewed) or a person: what was decided is on record before one of them ends
// this process.
type attentive struct {
	supervisor.Approver
	reviewed bool
}

func (a attentive) Approve(ctx context.Context, r *supervisor.Request) (supervisor.Decision, error) {
	if r.Mode != supervisor.Off && (a.reviewed || r.Verdict.Decision != tiers.Allow) {
		supervisor.Listen()
	}
	return a.Approver.Approve(ctx, r)
}

// unchanged starts the command only while the script files the verdict was
// given on still hold what was read: a prompt can stand for a minute.
func (w *world) unchanged(r *supervisor.Request, start supervisor.Runner) supervisor.Runner {
	return func(ctx context.Context, c supervisor.Command) (supervisor.Status, error) {
		for _, f := range r.Script.Files {
			if text, err := readScript(f.Path); err != nil || text != f.Text {
				return supervisor.Status{}, &startError{
					name: f.Path, text: "changed after it was judged; nothing was run", status: exitRefused, err: err,
					way: "run the command again: it is judged by what the file now holds",
				}
			}
		}
		w.notesWritten(r)
		status, err := start(ctx, c)
		if err != nil {
			err = cannotStart(r.Command.Argv[0], err)
		}
		return status, err
	}
}

// unstartable is the runner of a program that was not found.
func unstartable(err error) supervisor.Runner {
	return func(context.Context, supervisor.Command) (supervisor.Status, error) {
		return supervisor.Status{}, err
	}
}
