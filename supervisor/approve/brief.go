package approve

import (
	"fmt"
	"strings"

	"github.com/hermes-exec/hermes-exec/supervisor"
)

// Brief is a question for a person who reads it elsewhere than on a terminal.
// All of it is printable text, secrets masked, as on the terminal: see
// [Visible].
type Brief struct {
	Title string

	// Command is the text in rows behind gutters, with ^^^^ below what needs the
	// answer. What is marked is always whole; the rest may have lost its middle.
	Command string

	Fields []BriefField // what is known about it, most important first
}

// BriefField is a label and its value, one line that is not cut.
type BriefField struct{ Label, Text string }

// NewBrief words a question, its rows at most width columns wide.
func NewBrief(r *supervisor.Request, mask func(string) string, width int) *Brief {
	v, f := r.Verdict, subject(r.Verdict)
	plain := text(r)
	m, spans := masked(mask, plain, marks(v, plain))
	b := &Brief{Title: raised(r).String() + " command", Command: briefRows(m, spans, width)}
	if f.Pos.File != "" {
		b.add(mask, "runs", f.Command+" ("+f.Pos.String()+")")
	}
	b.add(mask, "why", f.Why)
	b.add(mask, "target", f.Target)
	b.add(mask, "through", strings.Join(f.Via, ", "))
	if r.Opinion != nil {
		b.add(mask, "reviewer", r.Opinion.String())
	}
	if r.Facts != nil {
		b.add(mask, "asked by", ancestry(r.Facts))
		b.add(mask, "in", r.Facts.Dir)
	}
	b.add(mask, "rule", f.Rule)
	b.add(mask, "safer", f.Safer)
	if n := len(v.Findings) - 1; n > 0 {
		b.add(nil, "more", fmt.Sprintf("%d more found", n))
	}
	return b
}

func (b *Brief) add(mask func(string) string, label, value string) {
	if value == "" {
		return
	}
	if mask != nil {
		value = mask(value)
	}
	b.Fields = append(b.Fields, BriefField{label, Visible(value)})
}
