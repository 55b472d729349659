package shellparse

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// glob reads a pattern that is held against a text. ok is false where that is
// more work than is followed, or the shells differ.
func (ev *evaluator) glob(c *ctx, text, pattern string) (g glob, ok bool) {
	if !ev.matches(len(text), len(pattern)) {
		return g, false
	}
	g, ok = globOf(pattern)
	switch c.env.shell.dialect {
	case syntax.LangZsh: // in which | and # may be operators, and an expansion is no pattern
		return g, false
	case syntax.LangPOSIX:
		ok = ok && !g.caret
	}
	return g, ok && (!g.ascii || isASCII(text))
}

func isASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= 0x80 }) < 0
}

// suffix is [glob.prefix] for the end.
func (g glob) suffix(s []rune, most bool) (n int, ok bool) {
	s = slices.Clone(s)
	slices.Reverse(s)
	return g.reversed().prefix(s, most)
}

// replace is ${x/pattern/with}. A # or % at the start of the pattern ties it to
// that end of the value, where a pattern of nothing else is found as well.
func (ev *evaluator) replace(c *ctx, s, pattern, with string, all bool) (string, bool) {
	end := byte(0)
	if !all && pattern != "" && (pattern[0] == '#' || pattern[0] == '%') {
		end, pattern = pattern[0], pattern[1:]
	}
	g, ok := ev.glob(c, s, pattern)
	if !ok || g.odd {
		return "", false
	}
	chars := []rune(s)
	switch {
	case end == '#':
		if n, found := g.prefix(chars, true); found {
			return filled(with, string(chars[:n])) + string(chars[n:]), true
		}
		return s, true
	case end == '%':
		if n, found := g.suffix(chars, true); found {
			n = len(chars) - n
			return string(chars[:n]) + filled(with, string(chars[n:])), true
		}
		return s, true
	case pattern == "":
		return s, true
	case s == "":
		if g.whole(nil) {
			return filled(with, ""), true
		}
		return "", true
	}
	var sb strings.Builder
	from := 0
	for from < len(chars) {
		start, end, found := g.find(chars, from)
		if !found {
			break
		}
		sb.WriteString(string(chars[from:start]))
		sb.WriteString(filled(with, string(chars[start:end])))
		from = end
		ev.steps += 1 + len(with)>>8
		if sb.Len() > 4*maxCapture || ev.steps > MaxSteps {
			return "", false
		}
		if !all {
			break
		}
	}
	sb.WriteString(string(chars[from:]))
	return sb.String(), ev.charge(sb.Len(), c.pos)
}

// filled is a replacement with what was matched in place of each &.
func filled(with, matched string) string {
	if strings.IndexAny(with, `&\\`) < 0 {
		return with
	}
	var sb strings.Builder
	for i := 0; i < len(with); i++ {
		switch b := with[i]; {
		case b == '&':
			sb.WriteString(matched)
			continue
		case b == '\\' && i+1 < len(with):
			i++
		}
		sb.WriteByte(with[i])
	}
	return sb.String()
}
