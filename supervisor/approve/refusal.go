package approve

import (
	"fmt"
	"strings"

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
	b.WriteString("  " + wayOut(d) + "\n")
	return b.String()
}

// line writes one labelled line. An empty value is no line.
func line(b *strings.Builder, label, value string) {
	if value != "" {
		fmt.Fprintf(b, "  %-9s%s\n", label+":", Visible(value))
	}
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
func wayOut(d supervisor.Decision) string {
	const judged = "the effect is judged, not the wording"
	switch d.By {
	case byHardline:
		return "Rephrasing will not help: " + judged + ". Nobody can approve this one."
	case byHuman:
		return "Rephrasing will not help: " + judged + ". Stop and ask the person."
	case byRepeat:
		return "Rephrasing will not help: " + judged + ". The person can run it, or allow it with hermes-exec policy allow."
	case byCrisis:
		return "Rephrasing will not help: care for the person first."
	}
	return "Rephrasing will not help: " + judged + ". Ask the person, or go on without it."
}
