package approve

import (
	"fmt"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// maxRefusal is how many bytes of one line of a refusal are the command's: the
// agent has the text, and needs to be told which one and where, not all of it.
const maxRefusal = 300

// Refusal words a no for the agent that reads it, without colour, ending in a
// newline: what was refused, which part of the text, why, what would be
// accepted instead, and that rephrasing will not help. A crisis refusal begins
// with [tiers.Resources]; whoever prints a refusal for another reason prints
// those resources itself where the verdict says Crisis.
func Refusal(r *supervisor.Request, d supervisor.Decision) string {
	var b strings.Builder
	if d.By == byCrisis {
		b.WriteString(tiers.Resources + "\n\n")
	}
	kind := "DENIED"
	switch d.By {
	case byHardline:
		kind = "BLOCKED (hardline)"
	case byPolicy:
		kind = "BLOCKED (policy)"
	}
	if r.Verdict == nil {
		fmt.Fprintf(&b, "hermes-exec: %s: %s\n", kind, refused(r.Text))
		line(&b, "decided", d.Reason)
		return b.String()
	}
	cmd, f := text(r), subject(r.Verdict)
	fmt.Fprintf(&b, "hermes-exec: %s: %s\n", kind, refused(cmd))
	line(&b, "part", part(cmd, f))
	line(&b, "target", f.Target)
	line(&b, "why", fmt.Sprintf("%s (%s, %s)", f.Why, max(d.Tier, r.Verdict.Tier), f.Rule))
	line(&b, "decided", d.Reason)
	line(&b, "instead", instead(f, d))
	line(&b, "note", r.Verdict.Unconfirmed)
	b.WriteString("  " + wayOut(r, d) + "\n")
	return b.String()
}

// line writes one labelled line. An empty value is no line.
func line(b *strings.Builder, label, value string) {
	if value != "" {
		fmt.Fprintf(b, "  %-9s%s\n", label+":", Visible(value))
	}
}

// valueAt is the column in which the values of a refusal's lines begin, see [line].
const valueAt = 11

// Fit breaks the lines of a refusal that are wider than a terminal at their
// spaces; width is in columns.
func Fit(refusal string, width int) string {
	if width < 2*valueAt {
		return refusal
	}
	var b strings.Builder
	for l := range strings.Lines(refusal) {
		l = strings.TrimSuffix(l, "\n")
		indent := 2
		if len(l) > valueAt && l[valueAt-1] == ' ' && strings.Contains(l[:valueAt], ":") && strings.HasPrefix(l, "  ") {
			indent = valueAt
		}
		if len(l) <= width { // in bytes, of which a column takes one or more
			b.WriteString(l + "\n")
			continue
		}
		for i, part := range wrap(l[indent:], width-indent) {
			if i == 0 {
				part = l[:indent] + part
			} else {
				part = strings.Repeat(" ", indent) + part
			}
			b.WriteString(part + "\n")
		}
	}
	return b.String()
}

// refused is a command on one line, as far as it fits.
func refused(cmd string) string {
	return Visible(fold(strings.TrimSuffix(cmd, "\n"), maxRefusal))
}

// Written is the stretch of the command that a finding is about, on one line, as it
// is written; where that is elsewhere, as it would run.
func Written(cmd string, f tiers.Finding) string {
	p := f.Command
	if f.Pos.File == "" && f.Pos.Offset >= 0 && f.Pos.Offset < f.Pos.End && f.Pos.End <= len(cmd) {
		p = cmd[f.Pos.Offset:f.Pos.End]
	}
	return fold(p, maxRefusal)
}

// part is that with its place.
func part(cmd string, f tiers.Finding) string {
	p := Written(cmd, f)
	if p == "" {
		return ""
	}
	if w := where(f); w != "" {
		p += " (" + w + ")"
	}
	return p
}

func instead(f tiers.Finding, d supervisor.Decision) string {
	switch {
	case d.By == byCrisis:
		return "answer the person, and give them the lines above; a message that carries them is sent without asking"
	case f.Safer != "":
		return f.Safer
	case d.By == byHardline:
		return "nothing that does the same; leave it to the person"
	}
	return "a command that does less, or the person's yes"
}

// wayOut says that the same thing in other words gets the same answer.
func wayOut(r *supervisor.Request, d supervisor.Decision) string {
	const judged = "the effect is judged, not the wording"
	switch d.By {
	case byHardline:
		return "Rephrasing will not help: " + judged + ". Nobody can approve this one."
	case ByHuman:
		return "Rephrasing will not help: " + judged + ". Do not try again: ask the person how to go on."
	case byRepeat:
		way := "Rephrasing will not help: " + judged + ". The person can run it in a shell of their own, or allow it there"
		if offer := offered(r); len(offer) == 1 {
			return way + ": hermes-exec policy allow " + shellWord(offer[0]) + " --here --for 10m"
		}
		return way + " with hermes-exec policy allow."
	case byCrisis:
		return "Rephrasing will not help: care for the person first."
	}
	return "Rephrasing will not help: " + judged + ". Ask the person, or go on without it."
}

// shellWord is text as one word of bash.
func shellWord(text string) string {
	word, err := syntax.Quote(text, syntax.LangBash)
	if err != nil { // NUL: no shell word holds one
		return text
	}
	return word
}
