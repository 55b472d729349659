package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"time"

	"golang.org/x/term"

	"github.com/hermes-exec/hermes-exec/shellparse"
	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/supervisor/approve"
	"github.com/hermes-exec/hermes-exec/supervisor/audit"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// exitBlock is what every agent's hook ends with that wants the call stopped
// and cannot say so in JSON. 1 and 125 would let it pass. It is also what a
// crash of this program ends with.
const exitBlock = 2

// decision is what a hook says of a call.
type decision string

const (
	noOpinion decision = ""     // the agent goes on as without the hook: it asks, or not
	ask       decision = "ask"  // the agent asks the person
	deny      decision = "deny" // it does not happen
)

// hookVerb is `hermes-exec hook AGENT`: the agent's own hook before each call of
// a tool. It is told of the call in JSON on standard input, and answers in the
// agent's own form. What cannot be judged is denied.
func hookVerb(args []string) (supervisor.Status, error) {
	blocked := supervisor.Status{Code: exitBlock}
	if len(args) == 1 && (args[0] == "-h" || args[0] == "--help") {
		return supervisor.Status{}, flag.ErrHelp
	}
	if len(args) != 1 {
		report(os.Stderr, usagef("hook", "needs one agent"))
		return blocked, nil
	}
	a, err := agentNamed("hook", args[0])
	if err != nil {
		report(os.Stderr, err)
		return blocked, nil
	}
	if term.IsTerminal(0) {
		report(os.Stderr, usagef("hook", "an agent gives it JSON on standard input, which is a terminal"))
		return blocked, nil
	}
	said, reason := a.judge(os.Stdin)
	if answer := a.answer(said, reason); answer != nil {
		err = writeJSON(os.Stdout, answer)
	}
	if err != nil { // nobody has read it
		report(os.Stderr, fmt.Errorf("hook: write the answer: %w", err))
		return blocked, nil
	}
	return supervisor.Status{}, nil
}

// judge reads a call and decides on it, by the same story as a command that
// this program runs itself; only that it is the agent who starts it.
func (a anAgent) judge(in io.Reader) (decision, string) {
	c, err := callWithin(in, readWithin)
	w := newWorld()
	if err != nil {
		d := supervisor.Decision{By: byUnread, Tier: tiers.High, Reason: fmt.Sprintf("what %s says of this call cannot be read: %s", a.title, visible(err.Error()))}
		unsaid := w.recordDenied(shellparse.ParseArgv([]string{"hermes-exec", "hook", a.name}, w.reading()), d)
		return deny, fmt.Sprintf("hermes-exec: DENIED: %s\n  Nothing is wrong with the command as such: ask the person to look at `hermes-exec init %s`.\n%s", d.Reason, a.name, unsaid)
	}
	if c.dir != "" {
		w.dir = c.dir
	}
	if said, reason := w.guardFiles(a, c); said == deny || !c.given {
		return said, reason
	}
	said, reason, err := w.decideFor(a, c.script(w.reading()), true)
	if err != nil {
		return deny, "hermes-exec: DENIED: " + visible(err.Error())
	}
	return said, reason
}

// readWithin is how long an agent may take to say what it is about to do.
const readWithin = 20 * time.Second

// callWithin is readCall for an agent that may never come to an end.
func callWithin(in io.Reader, limit time.Duration) (*call, error) {
	type result struct {
		c   *call
		err error
	}
	read := make(chan result, 1)
	go func() {
		c, err := readCall(in)
		read <- result{c, err}
	}()
	select {
	case r := <-read:
		return r.c, r.err
	case <-time.After(limit):
		return nil, fmt.Errorf("standard input did not end within %v", limit)
	}
}

// decideFor is the story of one call: judged, decided and recorded. An agent
// that can ask the person does that itself.
func (w *world) decideFor(a anAgent, script *shellparse.Script, mayAsk bool) (decision, string, error) {
	var options tiers.Options
	laid, err := w.govern(&options)
	if err != nil {
		return deny, "", err
	}
	r := newRequest(w, script, supervisor.Command{Dir: w.dir}, settings{}, options)
	record := &decidedOnly{witness{Recorder: openAudit(w.hermes)}}
	chain := &approve.Chain{Refused: &approve.Refusals{Home: w.hermes}, Away: w.away()}
	if laid.LLM != nil {
		chain.Reviewer = w.reviewer(laid.LLM)
	}
	switch {
	case a.asks && mayAsk:
		chain.Human = agentAsks{a.title}
	case w.terminal() != "": // one that the person has put aside for it; the agent's own screen is not drawn over
		chain.Human = w.prompt()
	}
	story := &supervisor.Supervisor{
		Approver: withResources{chain, os.Stderr},
		Recorder: record,
		Run: func(context.Context, supervisor.Command) (supervisor.Status, error) {
			return supervisor.Status{}, nil // the agent's to do
		},
		Warn: os.Stderr,
	}
	ctx, cancel := context.WithTimeout(context.Background(), answerWithin)
	defer cancel()
	_, err = story.Do(ctx, r)
	var refusal *supervisor.Refusal
	switch {
	case errors.As(err, &refusal):
		return deny, audit.Mask(approve.Refusal(refusal.Request, refusal.Decision)), nil
	case err != nil:
		return deny, "", err
	case record.decision.By == byAgent:
		return ask, audit.Mask(askedText(r.Verdict)), nil
	}
	return noOpinion, "", nil
}

// answerWithin is what a hook may take: less than hookTimeout, after which some
// agents go on as if nothing had been said.
const answerWithin = 150 * time.Second

// byAgent is who decides where the agent asks the person itself.
const byAgent = "agent"

// byUnread is who decides where nobody could: the call cannot be read.
const byUnread = "unread"

// recordDenied writes down a no that the story does not come to. It returns what
// is to be said where that cannot be written.
func (w *world) recordDenied(script *shellparse.Script, d supervisor.Decision) string {
	r := newRequest(w, script, supervisor.Command{Dir: w.dir}, settings{}, tiers.Options{})
	r.Verdict = tiers.Judge(script, r.Facts, r.Options)
	if err := openAudit(w.hermes).Decided(r, d); err != nil {
		return "  This is not in the audit log: " + visible(err.Error()) + "\n"
	}
	return ""
}

// agentAsks is the person, asked by the agent.
type agentAsks struct{ title string }

// Approve leaves the answer to the agent's own question.
func (a agentAsks) Approve(context.Context, *supervisor.Request) (supervisor.Decision, error) {
	return supervisor.Decision{Allow: true, By: byAgent, Reason: a.title + " asks the person; what they answer is not recorded here"}, nil
}

// decidedOnly records what was decided. How the command ends is not seen here.
type decidedOnly struct{ witness }

func (d *decidedOnly) Ended(*supervisor.Request, supervisor.Decision, supervisor.Status, time.Duration) error {
	return nil
}

// askedText is what the person reads in the agent's question.
func askedText(v *tiers.Verdict) string {
	text := fmt.Sprintf("hermes-exec: %s", v.Tier)
	for _, f := range v.Findings {
		if f.Tier == v.Tier && f.Granted == "" {
			return text + " (" + f.Rule + "): " + findingText(v.Cmd, f)
		}
	}
	for _, p := range v.Problems {
		return text + ": " + visible(p.Text)
	}
	return text
}
