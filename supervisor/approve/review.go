package approve

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// reviewTime is how long the reviewer has, all told (SPEC §4). It is also what
// a hermes-confirmd that hangs costs.
const reviewTime = 5 * time.Second

// What is longer than this is not reviewed: a model that is shown a part of a
// command cannot speak about all of it, and services cut off what their model
// has no room for without a word. Together with the instructions it is at most
// some 8,000 tokens.
const (
	maxReviewed         = 8 << 10 // bytes of text
	maxReviewedCommands = 100
	maxReviewedFacts    = 16 << 10 // bytes of what is known about them
)

// maxOpinion is how much of the reviewer's reason is kept, in bytes.
const maxOpinion = 300

// Reviewer asks the language model.
type Reviewer struct {
	Client *Client
	LLM    LLM
	Mask   func(string) string // hides secrets from it
}

// Review gives the reviewer's opinion on r, within [reviewTime]. Whatever goes
// wrong there is none. An error means that the question itself was withdrawn.
func (v *Reviewer) Review(ctx context.Context, r *supervisor.Request) (supervisor.Opinion, error) {
	began := time.Now()
	timed, cancel := context.WithTimeout(ctx, reviewTime)
	defer cancel()
	answered := make(chan supervisor.Opinion, 1)
	go func() { answered <- v.ask(timed, r) }()
	var o supervisor.Opinion
	select {
	case o = <-answered:
	case <-timed.Done():
		o = noOpinion("no answer in time")
	}
	o.Took = time.Since(began)
	return o, context.Cause(ctx)
}

func (v *Reviewer) ask(ctx context.Context, r *supervisor.Request) supervisor.Opinion {
	if len(text(r)) > maxReviewed || r.Script != nil && len(r.Script.Commands) > maxReviewedCommands {
		return noOpinion("too long to be reviewed")
	}
	q := NewQuestion(WantReview, r, v.Mask)
	if facts, err := json.Marshal(q.Facts); err != nil || len(facts) > maxReviewedFacts {
		return noOpinion("too long to be reviewed")
	}
	q.LLM, q.TimeoutS = &v.LLM, int(reviewTime/time.Second)
	o := noOpinion("hermes-confirmd gave no answer")
	err := v.Client.Ask(ctx, q, func(a *Answer) bool {
		o = a.opinion(r.Verdict.Tier)
		return false
	})
	if err != nil {
		o = noOpinion(err.Error())
	}
	if v.Mask != nil {
		o.Reason = v.Mask(o.Reason)
	}
	o.Reason = fold(o.Reason, maxOpinion)
	return o
}

// opinion is what the answer comes to on a command of tier t.
func (a *Answer) opinion(t tiers.Tier) supervisor.Opinion {
	o := supervisor.Opinion{Says: a.Opinion, Reason: a.Reason, Cached: a.Cached}
	switch {
	case a.Opinion == supervisor.SaysRaise && a.Tier != nil && *a.Tier > t:
		o.Tier = *a.Tier
		return o
	case a.Opinion == supervisor.SaysRaise:
		return noOpinion("it says raise, and not to a higher tier")
	case a.Tier != nil:
		return noOpinion(fmt.Sprintf("it says %s, with a tier", a.Opinion))
	case a.Opinion == supervisor.SaysApprove, a.Opinion == supervisor.SaysDeny, a.Opinion == supervisor.SaysNone:
		return o
	}
	return noOpinion(fmt.Sprintf("it says %q", a.Opinion))
}

func noOpinion(reason string) supervisor.Opinion {
	return supervisor.Opinion{Says: supervisor.SaysNone, Reason: reason}
}

// asksAt is the tier at which a person is asked: a LOW command that asks all
// the same (preset strict) has no time of its own, and gets that of the lowest
// tier a person answers.
func asksAt(r *supervisor.Request) tiers.Tier { return max(raised(r), tiers.Medium) }

// raised is the tier of a request, by the rules or by the reviewer.
func raised(r *supervisor.Request) tiers.Tier {
	if o := r.Opinion; o != nil && o.Says == supervisor.SaysRaise {
		return max(r.Verdict.Tier, o.Tier)
	}
	return r.Verdict.Tier
}

// reviewed asks the reviewer where its word can change something: where it may
// approve, or where there is a person to read it. Only an approval, of what it
// may approve, is an answer; everything else leaves it to the person.
func (c *Chain) reviewed(ctx context.Context, r *supervisor.Request) (d supervisor.Decision, ok bool) {
	if c.Reviewer == nil {
		return d, false
	}
	may := c.lacksWord(r) || screenedSafe(r) && r.Mode == supervisor.Smart && r.Verdict.Decision == tiers.Ask && r.Verdict.Tier == tiers.Medium
	if !may && !c.somebody(r) {
		return d, false
	}
	o, err := c.Reviewer.Review(ctx, r)
	r.Opinion = &o
	switch {
	case err != nil:
		return supervisor.Decision{By: byNobody, Reason: "the question was withdrawn: " + err.Error()}, true
	case may && o.Says == supervisor.SaysApprove:
		reason := "the language model approved it"
		if o.Reason != "" {
			reason += ": " + o.Reason
		}
		return supervisor.Decision{Allow: true, By: byLLM, Reason: reason}, true
	}
	return d, false
}

// screenedSafe reports whether no content screen has spoken against it: else a
// person is asked, and no language model is enough.
func screenedSafe(r *supervisor.Request) bool { return r.Screening == nil || r.Screening.Safe() }

// lacksWord reports whether a LOW command needs the reviewer's word, as it
// does under the preset strict wherever there is a reviewer and no permission
// (that was asked for before). In standard LOW runs without: to ask for each build and edit would make every one of them
// wait for a model.
func (c *Chain) lacksWord(r *supervisor.Request) bool {
	v := r.Verdict
	return c.Reviewer != nil && r.Options.Preset == tiers.Strict && v.Tier == tiers.Low && v.Reason != reasonBypass
}

// somebody reports whether a person can be asked, here or elsewhere.
func (c *Chain) somebody(r *supervisor.Request) bool {
	if c.away() {
		return true
	}
	if c.Human == nil || r.Mode == supervisor.Cron {
		return false
	}
	h, asks := c.Human.(interface{ Ready() error })
	return !asks || h.Ready() == nil
}
