package audit

import (
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor"
)

// Opined is what the reviewer, a language model, said of a command.
type Opined struct {
	Says   string  `json:"says"` // "approve", "deny", "raise", "none"
	Tier   string  `json:"tier"` // of raise
	Reason string  `json:"reason"`
	Cached bool    `json:"cached"` // it was said before, of the same command
	TookMS float64 `json:"took_ms"`
}

func opinion(o *object, said *supervisor.Opinion) {
	o.key("opinion")
	one := object{b: o.b}
	one.str("says", said.Says)
	if said.Says == supervisor.SaysRaise {
		one.str("tier", said.Tier.String())
	}
	if said.Reason != "" {
		one.str("reason", Mask(said.Reason))
	}
	if said.Cached {
		one.bool("cached", true)
	}
	one.milliseconds("took_ms", said.Took)
	o.b = append(one.b, '}')
}

// String is the opinion for a reader.
func (o *Opined) String() string {
	s := supervisor.Opinion{Says: o.Says, Reason: o.Reason}
	s.Tier.UnmarshalText([]byte(o.Tier)) // an unknown one reads SAFE; the line itself is there to be read
	text := s.String()
	if o.Cached {
		text += " (said before)"
	}
	return text + ", after " + time.Duration(o.TookMS*float64(time.Millisecond)).Round(time.Millisecond).String()
}
