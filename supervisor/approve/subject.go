package approve

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// text is the command as it was judged.
func text(r *supervisor.Request) string {
	if r.Verdict.Cmd != "" {
		return r.Verdict.Cmd
	}
	return r.Text
}

// subject is what a question or a refusal is about: the worst finding, the
// first one of several, or what was not understood where no rule spoke.
func subject(v *tiers.Verdict) tiers.Finding {
	if len(v.Findings) == 0 {
		f := tiers.Finding{Rule: "tier", Tier: v.Tier, Why: "commands of this tier need a person's answer"}
		if len(v.Problems) > 0 {
			p := v.Problems[0]
			f.Rule, f.Pos = p.Kind, p.Pos
			f.Why = "part of it could not be understood: " + p.Text
		}
		return f
	}
	return slices.MaxFunc(v.Findings, func(a, b tiers.Finding) int { // the first of equals
		if a.Hardline != b.Hardline {
			if a.Hardline {
				return 1
			}
			return -1
		}
		return int(a.Tier) - int(b.Tier)
	})
}

// where words the place of a finding and how it was reached; "" where neither is known.
func where(f tiers.Finding) string {
	var parts []string
	if f.Pos.Line > 0 {
		parts = append(parts, Visible(f.Pos.String()))
	}
	if len(f.Via) > 0 {
		parts = append(parts, "through "+strings.Join(f.Via, ", "))
	}
	return strings.Join(parts, ", ")
}

// span is a byte range [start, end) of a text.
type span struct{ start, end int }

// marks are the parts of text that need an answer, in order and not
// overlapping. Positions outside the text, as in a script file, are left out.
func marks(v *tiers.Verdict, text string) []span {
	var spans []span
	add := func(p tiers.Pos) {
		if p.File != "" || p.Offset < 0 || p.End <= p.Offset || p.End > len(text) {
			return
		}
		spans = append(spans, span{runeStart(text, p.Offset), runeEnd(text, p.End)})
	}
	for _, f := range v.Findings {
		if f.Hardline || f.Tier.NeedsHuman() {
			add(f.Pos)
		}
	}
	for _, p := range v.Problems {
		add(p.Pos)
	}
	slices.SortFunc(spans, func(a, b span) int { return a.start - b.start })
	merged := spans[:0]
	for _, s := range spans {
		if n := len(merged); n > 0 && s.start <= merged[n-1].end {
			merged[n-1].end = max(merged[n-1].end, s.end)
			continue
		}
		merged = append(merged, s)
	}
	return merged
}

// runeEnd is i, or the end of the character that i is inside of.
func runeEnd(s string, i int) int {
	j := runeStart(s, i)
	if j == i {
		return i
	}
	_, n := utf8.DecodeRuneInString(s[j:])
	return max(i, j+n)
}

// masked hides the secrets in text and moves the marks to where their parts
// now stand. A secret can lie across the edge of a mark, so text is masked as
// a whole, and an edge is looked for from its own side: the mark grows over
// what cannot be told apart, never shrinks.
func masked(mask func(string) string, text string, spans []span) (string, []span) {
	if mask == nil {
		return text, spans
	}
	m := mask(text)
	if m == text {
		return text, spans
	}
	moved := make([]span, 0, len(spans))
	for _, s := range spans {
		start := runeStart(m, commonPrefix(m, mask(text[:s.start])))
		end := runeEnd(m, len(m)-commonSuffix(m, mask(text[s.end:])))
		if start >= end {
			return m, []span{{0, len(m)}}
		}
		if n := len(moved); n > 0 && start <= moved[n-1].end {
			moved[n-1].end = max(moved[n-1].end, end)
			continue
		}
		moved = append(moved, span{start, end})
	}
	return m, moved
}

func commonPrefix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

func commonSuffix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	return n
}
