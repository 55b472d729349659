package approve

import (
	"fmt"
	"strings"

	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// Widths a page is laid out for, in columns. A terminal that does not say how
// wide it is, or says something absurd, gets the default.
const (
	minWidth     = 20
	maxWidth     = 200
	defaultWidth = 80
)

// labelWidth is the column at which the values of a page start.
const labelWidth = 10

// maxField is how many bytes of a name, path or sentence the question shows;
// explain shows all of it.
const maxField = 400

// page lays out text for a terminal. Every line of it is ours, or stands
// behind a gutter or a label.
type page struct {
	strings.Builder
	width int
	color bool
	mask  func(string) string // nil: nothing is masked
}

// question is what a person must see to answer.
func (p *page) question(r *supervisor.Request, deletes *touched) {
	p.line("hermes-exec: " + raised(r).String() + " command, needs an answer")
	p.command(r, false)
	for _, f := range questionFields(r, deletes) {
		p.field(f.Name, f.Value, maxField)
	}
	if n := len(r.Verdict.Findings) - 1; n > 0 {
		p.field("more", fmt.Sprintf("%d more found: e explains", n), 0)
	}
}

// explain is everything that was found, uncut.
func (p *page) explain(r *supervisor.Request, deletes *touched) {
	v := r.Verdict
	p.line("hermes-exec: everything that was found")
	p.command(r, true)
	p.deletes(deletes, 0)
	for i, f := range v.Findings {
		p.item(fmt.Sprintf("%d of %d, %s", i+1, len(v.Findings), f.Tier))
		for _, f := range findingFields(f) {
			p.field(f.Name, f.Value, 0)
		}
	}
	for _, pr := range v.Problems {
		p.item("not understood")
		for _, f := range problemFields(pr) {
			p.field(f.Name, f.Value, 0)
		}
	}
}

func (p *page) help(t tiers.Tier, has func(key byte) bool) {
	p.line("hermes-exec: keys")
	for _, k := range keys {
		if !has(k.key) {
			continue
		}
		does := k.does
		if k.key == 'y' && t == tiers.Critical {
			p.field("yes Enter", "the word, typed, then Enter: "+does, 0)
			continue
		}
		p.field(string(k.key), does, 0)
	}
	p.field("else", "Enter, Ctrl-C, Ctrl-D and silence deny; keys that arrive together, as a paste does, are no answer", 0)
	p.field("rows", "| a line of the command, : the rest of a long one, ~ left out here", 0)
}

func (p *page) command(r *supervisor.Request, all bool) {
	text := text(r)
	m, spans := masked(p.mask, text, marks(r.Verdict, text))
	p.WriteString(commandRows(m, spans, p.width, p.color, all))
}

// line writes a line of our own, in bold where there is color.
func (p *page) line(s string) {
	for _, l := range wrap(s, p.width) {
		if p.color {
			l = seqBold + l + seqReset
		}
		p.WriteString(l + "\n")
	}
}

func (p *page) deletes(t *touched, limit int) {
	if t != nil {
		p.field("deletes", t.String(), limit)
	}
}

// item writes the line above a group of fields.
func (p *page) item(s string) {
	for _, l := range wrap(s, p.width-2) {
		p.WriteString("  " + l + "\n")
	}
}

// field writes a label and its value, of which at most limit bytes are shown
// (0: all), wrapped behind the label. An empty value is no field.
func (p *page) field(label, value string, limit int) {
	if value == "" {
		return
	}
	if p.mask != nil {
		value = p.mask(value)
	}
	if limit > 0 {
		value = fold(value, limit)
	}
	label = Visible(label)
	for _, l := range wrap(value, p.width-labelWidth-2) {
		fmt.Fprintf(p, "  %-*s%s\n", labelWidth, label, l)
		label = ""
	}
}

// ancestry names who asks, nearest first. The supervisor itself, the first of
// [tiers.Facts].Host, is left out: the reader is looking at it.
func ancestry(f *tiers.Facts) string {
	if len(f.Host) < 2 {
		return ""
	}
	names := make([]string, 0, len(f.Host)-1)
	for _, p := range f.Host[1:] {
		names = append(names, fmt.Sprintf("%s(%d)", p.Name, p.PID))
	}
	return strings.Join(names, " < ")
}
