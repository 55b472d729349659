package approve

import (
	"context"
	"errors"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// screenTime is how long a screening may take, all told: the guard's five seconds,
// and the program that asks it.
const screenTime = 6 * time.Second

// Screened has messages screened for what they say before Next decides: what is
// not known to be safe needs a person, whatever is permitted and whatever the
// language model thinks. Messages that carry help, and what is blocked anyway,
// do not wait for it; in mode off nobody is asked, and so nothing is screened.
type Screened struct {
	supervisor.Approver
	Client *Client
	Screen Screen
	Mask   func(string) string // hides secrets from it

	// Until is a context that also ends at a signal to this process; nil: none does.
	Until func(context.Context) (ctx context.Context, stop func())
}

// Approve implements [supervisor.Approver].
func (s *Screened) Approve(ctx context.Context, r *supervisor.Request) (supervisor.Decision, error) {
	if r.Verdict == nil || r.Script == nil || r.Mode == supervisor.Off {
		return s.Approver.Approve(ctx, r)
	}
	text, whole, ok := tiers.Message(r.Script, r.Verdict, r.Options.Action)
	if !ok {
		return s.Approver.Approve(ctx, r)
	}
	if s.Mask != nil {
		text = s.Mask(text)
	}
	asking, stop := ctx, func() {}
	if s.Until != nil {
		asking, stop = s.Until(ctx)
	}
	said := s.ask(asking, r, text)
	withdrawn := context.Cause(asking)
	stop()
	if withdrawn != nil {
		return supervisor.Decision{By: byNobody, Reason: "the question was withdrawn: " + withdrawn.Error(), Tier: r.Verdict.Tier}, nil
	}
	if said.Safe() && !whole {
		said = tiers.Screening{Verdict: tiers.ScreenedError, Reason: "part of what it says is not known beforehand"}
	}
	r.Screening = &said
	r.Verdict.Screened(&said, fold(text, maxField))
	return s.Approver.Approve(ctx, r)
}

func (s *Screened) ask(ctx context.Context, r *supervisor.Request, text string) tiers.Screening {
	ctx, cancel := context.WithTimeoutCause(ctx, screenTime, errors.New("no answer in time"))
	defer cancel()
	failed := func(reason string) tiers.Screening {
		return tiers.Screening{Verdict: tiers.ScreenedError, Reason: fold(reason, maxOpinion)}
	}
	q := &Question{V: AskVersion, Want: WantScreen, Cmd: text, Screen: &s.Screen, Session: r.Session, TimeoutS: int(screenTime / time.Second)}
	said := failed("hermes-confirmd gave no answer")
	err := s.Client.Ask(ctx, q, func(a *Answer) bool {
		switch {
		case a.Screening == nil:
			said = failed("hermes-confirmd gave another answer")
		default:
			said = *a.Screening
			said.Reason = fold(said.Reason, maxOpinion)
		}
		return false
	})
	switch {
	case ctx.Err() != nil:
		return failed(context.Cause(ctx).Error())
	case err != nil:
		return failed(err.Error())
	}
	return said
}
