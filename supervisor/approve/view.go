package approve

import (
	"fmt"
	"strings"

	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// View is a question for a reader that lays it out in its own way, such as a
// browser: what [Prompt] writes, its texts masked and through [Visible].
type View struct {
	Command []Part
	Fields  []Field
	More    []Finding // of [NewView] with all: everything that was found
}

// Part is a stretch of the command. Its lines are the command's own.
type Part struct {
	Text   string `json:"text,omitempty"`
	Marked bool   `json:"marked,omitempty"` // it needs the answer, and is never cut
	Cut    int    `json:"cut,omitempty"`    // in place of a text: so many bytes are left out here
}

// Field is a label and its value.
type Field struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Finding is what one rule says, or what was not understood.
type Finding struct {
	Title  string  `json:"title"`
	Fields []Field `json:"fields"`
}

// NewView is the view of a request. Without all it leaves out of long texts what
// the prompt does.
func NewView(r *supervisor.Request, mask func(string) string, all bool) *View {
	v := &View{}
	plain := text(r)
	cmd, spans := masked(mask, plain, marks(r.Verdict, plain))
	v.Command = parts(cmd, spans, all)
	show := func(fields []Field, limit int) (shown []Field) {
		for _, f := range fields {
			if f.Value != "" {
				shown = append(shown, f.Shown(mask, limit))
			}
		}
		return shown
	}
	if !all {
		v.Fields = show(questionFields(r, nil), maxField)
		return v
	}
	v.Fields = show(requestFields(r), 0)
	if len(r.Verdict.Findings) == 0 { // what speaks then is no finding
		v.Fields = show(questionFields(r, nil), 0)
	}
	for i, f := range r.Verdict.Findings {
		v.More = append(v.More, Finding{fmt.Sprintf("%d of %d, %s", i+1, len(r.Verdict.Findings), f.Tier), show(findingFields(f), 0)})
	}
	for _, p := range r.Verdict.Problems {
		v.More = append(v.More, Finding{"not understood", show(problemFields(p), 0)})
	}
	return v
}

// MaxField is how many bytes of a value are shown where not all of it has to be.
const MaxField = maxField

// Shown is a field as it may be shown: masked, at most limit bytes of its value
// (0: all), and visible.
func (f Field) Shown(mask func(string) string, limit int) Field {
	if mask != nil {
		f.Value = mask(f.Value)
	}
	if limit > 0 {
		f.Value = fold(f.Value, limit)
	}
	return Field{Visible(f.Name), Visible(f.Value)}
}

// questionFields are what a person must see beside the command.
func questionFields(r *supervisor.Request, deletes *touched) []Field {
	v := r.Verdict
	f := subject(v)
	var list []Field
	add := func(name, value string) { list = append(list, Field{name, value}) }
	if f.Pos.File != "" { // which the command does not show
		add("runs", f.Command+" ("+f.Pos.String()+")")
	}
	add("rule", f.Rule)
	add("why", f.Why)
	add("target", f.Target)
	if deletes != nil {
		add("deletes", deletes.String())
	}
	add("through", strings.Join(f.Via, ", "))
	add("safer", f.Safer)
	return append(list, requestFields(r)...)
}

// requestFields are what there is to say about a request as a whole.
func requestFields(r *supervisor.Request) (list []Field) {
	if r.Verdict.Unconfirmed != "" {
		list = append(list, Field{"note", r.Verdict.Unconfirmed})
	}
	if r.Opinion != nil {
		list = append(list, Field{"reviewer", r.Opinion.String()})
	}
	if r.Facts != nil {
		list = append(list, Field{"asked by", ancestry(r.Facts)}, Field{"in", r.Facts.Dir})
	}
	return list
}

// findingFields are all of what one rule says.
func findingFields(f tiers.Finding) []Field {
	return []Field{
		{"rule", f.Rule}, {"at", where(f)}, {"runs", f.Command}, {"why", f.Why}, {"target", f.Target}, {"safer", f.Safer},
	}
}

func problemFields(p tiers.Problem) []Field {
	return []Field{{p.Kind, p.Text}, {"at", where(tiers.Finding{Pos: p.Pos})}}
}

// parts are a text cut at the edges of its marks, as [commandRows] shows it.
func parts(text string, marks []span, all bool) []Part {
	text = strings.TrimSuffix(text, "\n")
	var list []Part
	add := func(s string, marked bool) {
		if s != "" {
			list = append(list, Part{Text: visibleLines(s), Marked: marked})
		}
	}
	unmarked := func(s string, all bool) {
		head, tail := headLen(s), len(s)-tailLen(s)
		if all || head >= tail {
			add(s, false)
			return
		}
		add(s[:head], false)
		list = append(list, Part{Cut: tail - head})
		add(s[tail:], false)
	}
	at := 0
	for _, m := range marks {
		end := min(m.end, len(text))
		start := min(m.start, end)
		unmarked(text[at:start], all)
		add(text[start:end], true)
		at = end
	}
	unmarked(text[at:], all || len(marks) == 0)
	return list
}

// visibleLines is [Visible] but for the ends of lines, which stay.
func visibleLines(s string) string {
	var b strings.Builder
	for i, line := range strings.Split(s, "\n") {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(Visible(line))
	}
	return b.String()
}
