package supervisor

import (
	"time"

	"github.com/hermes-exec/hermes-exec/tiers"
)

// Opinion is what the reviewer, a language model, says about a request. It is
// advice from somebody who can be talked into anything: what it may change is
// decided where the deciders are put in order.
type Opinion struct {
	Says   string        // one of the four below
	Tier   tiers.Tier    // where it says raise: to what
	Reason string        // a sentence or two, not to be trusted; for none: why there is no opinion
	Cached bool          // it was given a while ago, on the same command
	Took   time.Duration // to come
}

// What an opinion can say.
const (
	SaysApprove = "approve"
	SaysDeny    = "deny"
	SaysRaise   = "raise"
	SaysNone    = "none" // whatever is not exactly one of the others
)

// String is the opinion for a reader.
func (o *Opinion) String() string {
	s := o.Says
	switch o.Says {
	case SaysRaise:
		s = "raise to " + o.Tier.String()
	case SaysNone:
		s = "no opinion"
	}
	if o.Reason != "" {
		s += ": " + o.Reason
	}
	return s
}
