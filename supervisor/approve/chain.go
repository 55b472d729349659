// Package approve answers one question: who says yes. A [Chain] asks each
// decider in turn and stops at the first that has an answer; before the last, a
// person at the terminal (see [Prompt]) or elsewhere (see [Away]), a language model
// may have a word (see [Reviewer]). [Refusal] words a no for the agent that has to
// live with it.
package approve

import (
	"context"
	"errors"
	"fmt"

	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// Deciders, as [supervisor.Decision].By names them.
const (
	byHardline = "hardline"
	byPolicy   = "policy"
	byCrisis   = "crisis"
	byBypass   = "crisis_bypass"
	byGrant    = "permission"
	byTier     = "tier"
	byMode     = "mode"
	byLLM      = "llm"
	ByHuman    = "human" // a person, at the terminal or elsewhere
	byRepeat   = "repeat"
	byTimeout  = "timeout"
	byNobody   = "nobody"
)

// Status and reason of a verdict, see [tiers.Verdict].
const (
	statusCrisis = "crisis"
	reasonBypass = "crisis_bypass"
)

// howToAsk follows every refusal for want of a person.
const howToAsk = "A person can answer at hermes-exec's own terminal, or with `hermes-confirmd serve` and `hermes-confirmd watch`, or run it themselves."

// errNoTerminal is why nobody is asked where this session has none.
var errNoTerminal = errors.New("there is no terminal")

// Chain is the order in which a request is decided. It is the
// [supervisor.Approver] of the wrapper.
type Chain struct {
	// Reviewer asks the language model, see [Reviewer]. An error means that the
	// question was withdrawn. nil: none is configured.
	Reviewer interface {
		Review(ctx context.Context, r *supervisor.Request) (supervisor.Opinion, error)
	}
	// Human asks a person; an error means that it could not. It may say beforehand
	// whether it can, by a method Ready() error. nil: nobody is there.
	Human supervisor.Approver
	// Refused remembers what a person has refused; nil: it is asked again.
	Refused *Refusals
	// Away asks a person elsewhere, where Human cannot ask and in mode cron; it
	// says beforehand whether it can. nil: there is no way to.
	Away interface {
		supervisor.Approver
		Ready() error
	}
}

// decider answers a request, or leaves it to the next one (ok is false).
type decider func(r *supervisor.Request) (d supervisor.Decision, ok bool)

// Approve implements [supervisor.Approver]. Where nobody can be asked the
// answer is no, at once; an error means that r has not been judged.
func (c *Chain) Approve(ctx context.Context, r *supervisor.Request) (supervisor.Decision, error) {
	if r.Verdict == nil {
		return supervisor.Decision{}, errors.New("the command has not been judged")
	}
	// The order is the whole of the policy: what is listed first cannot be
	// overruled by what follows.
	for _, decide := range [...]decider{hardline, policy, crisis, permission, c.tier, c.mode, c.Refused.repeated} {
		if d, ok := decide(r); ok {
			d.Tier = r.Verdict.Tier
			return d, nil
		}
	}
	if d, ok := c.reviewed(ctx, r); ok {
		d.Tier = r.Verdict.Tier
		return d, nil
	}
	return c.human(ctx, r), nil
}

func hardline(r *supervisor.Request) (supervisor.Decision, bool) {
	if !r.Verdict.Hardline && (r.Verdict.Denied || r.Verdict.Decision != tiers.Block) {
		return supervisor.Decision{}, false
	}
	return supervisor.Decision{By: byHardline, Reason: "hardline: no mode, permission or answer lets it through"}, true
}

func policy(r *supervisor.Request) (supervisor.Decision, bool) {
	if !r.Verdict.Denied {
		return supervisor.Decision{}, false
	}
	return supervisor.Decision{By: byPolicy, Reason: "a policy file forbids it, and nobody can approve it"}, true
}

func crisis(r *supervisor.Request) (supervisor.Decision, bool) {
	if r.Verdict.Status != statusCrisis {
		return supervisor.Decision{}, false
	}
	return supervisor.Decision{By: byCrisis, Reason: "words of suicidal intent are not a command to approve"}, true
}

// permission is what a person has allowed before, for good or for this session:
// the judge has held the permissions against each command, and lowered what
// they cover.
func permission(r *supervisor.Request) (supervisor.Decision, bool) {
	if r.Verdict.Decision != tiers.Allow || r.Verdict.Granted == "" {
		return supervisor.Decision{}, false
	}
	return supervisor.Decision{Allow: true, By: byGrant, Reason: "permitted: " + r.Verdict.Granted}, true
}

func (c *Chain) tier(r *supervisor.Request) (supervisor.Decision, bool) {
	if r.Verdict.Decision != tiers.Allow || c.lacksWord(r) {
		return supervisor.Decision{}, false
	}
	if r.Verdict.Reason == reasonBypass {
		return supervisor.Decision{Allow: true, By: byBypass, Reason: "a message that carries crisis resources must not wait"}, true
	}
	return supervisor.Decision{Allow: true, By: byTier, Reason: r.Verdict.Tier.String() + " runs without asking"}, true
}

func (c *Chain) mode(r *supervisor.Request) (supervisor.Decision, bool) {
	switch {
	case r.Mode == supervisor.Off:
		return supervisor.Decision{Allow: true, By: byMode, Reason: "mode off runs everything but hardline"}, true
	case r.Mode == supervisor.Cron && r.Verdict.Tier != tiers.Low && !c.away(): // the reviewer may be for LOW
		return unattended(r), true
	}
	return supervisor.Decision{}, false // manual, smart, and any mode that is not known
}

func unattended(r *supervisor.Request) supervisor.Decision {
	return supervisor.Decision{By: byMode, Reason: fmt.Sprintf("mode cron has nobody to ask about %s. %s", r.Verdict.Tier, howToAsk), Tier: r.Verdict.Tier}
}

// away reports whether a person elsewhere can be asked.
func (c *Chain) away() bool { return c.Away != nil && c.Away.Ready() == nil }

// human asks at the terminal, else elsewhere. The person at the terminal who
// gives no answer has been asked all the same.
func (c *Chain) human(ctx context.Context, r *supervisor.Request) supervisor.Decision {
	if r.Mode == supervisor.Cron && !c.away() {
		return unattended(r)
	}
	err := errNoTerminal
	if c.Human != nil && r.Mode != supervisor.Cron {
		var d supervisor.Decision
		if d, err = c.Human.Approve(ctx, r); err == nil {
			return c.Refused.learn(r, d)
		}
	}
	if c.Away != nil {
		d, away := c.Away.Approve(ctx, r)
		if away == nil {
			return c.Refused.learn(r, d)
		}
		if r.Mode == supervisor.Cron {
			err = away
		} else {
			err = fmt.Errorf("%w, and %w", err, away)
		}
	}
	return supervisor.Decision{By: byNobody, Reason: fmt.Sprintf("nobody could be asked: %v. %s", err, howToAsk), Tier: raised(r)}
}
