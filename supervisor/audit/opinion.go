package audit

import (
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor"
)

// Opined is what the reviewer, a language model, said of a command.
type Opined struct {
	Says   string  `json:"says"`           // "approve", "deny", "raise", "none"
	Tier   string  `json:"tier,omitempty"` // of raise
	Reason string  `json:"reason,omitempty"`
	Cached bool    `json:"cached,omitempty"` // it was said before, of the same command
	TookMS float64 `json:"took_ms"`
}

func opined(o *supervisor.Opinion) *Opined {
	if o == nil {
		return nil
	}
	said := &Opined{Says: o.Says, Reason: Mask(o.Reason), Cached: o.Cached, TookMS: milliseconds(o.Took)}
	if o.Says == supervisor.SaysRaise {
		said.Tier = o.Tier.String()
	}
	return said
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
