package shellparse

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// patterns expands a word to the patterns that it may be: a backslash stands
// before what is quoted in it, and what comes of an expansion is live.
func (ev *evaluator) patterns(c *ctx, w *syntax.Word) []Text {
	if w == nil {
		return []Text{""}
	}
	return ev.settled(ev.joined(c, w.Parts, inPattern))
}

// replacements expands the word behind the second / of ${x/a/b}. A & in the
// result stands for what was matched, and \ before a character for that. Before
// bash 5.2 a & was a & and nothing else, so both are given.
func (ev *evaluator) replacements(c *ctx, w *syntax.Word) []Text {
	if w == nil {
		return []Text{""}
	}
	var out []Text
	for _, t := range ev.settled(ev.joined(c, w.Parts, inReplacement)) {
		out = joinTexts(out, []Text{t})
		if older := plainAmpersands(t); older != t {
			out = joinTexts(out, []Text{older})
		}
	}
	return out
}

// plainAmpersands puts a backslash before every & that has none.
func plainAmpersands(t Text) Text {
	if strings.IndexByte(string(t), '&') < 0 {
		return t
	}
	var sb strings.Builder
	for i := 0; i < len(t); i++ {
		switch {
		case t[i] == '\\' && i+1 < len(t):
			sb.WriteByte(t[i])
			i++
		case t[i] == '&':
			sb.WriteByte('\\')
		}
		sb.WriteByte(t[i])
	}
	return Text(sb.String())
}

// shielded puts a backslash before each character that may mean something in a
// pattern or a replacement.
func shielded(texts []Text) []Text {
	out := make([]Text, len(texts))
	for i, t := range texts {
		if strings.IndexFunc(string(t), special) < 0 {
			out[i] = t
			continue
		}
		var sb strings.Builder
		for i := 0; i < len(t); i++ {
			switch {
			case t[i] == 0 && i+2 < len(t): // a mark
				sb.WriteString(string(t[i : i+2]))
				i += 2
			case special(rune(t[i])):
				sb.WriteByte('\\')
			}
			sb.WriteByte(t[i])
		}
		out[i] = Text(sb.String())
	}
	return out
}

func special(r rune) bool { return r < 0x80 && r != 0 && r != '/' && notOfName(r) }

// unquotedIn is what an expansion without quotes adds to a pattern or a
// replacement. A backslash at its end would go with what stands behind it. In a
// replacement its backslashes are characters, as long as none stands before
// another or a &.
func (ev *evaluator) unquotedIn(in quoting, texts []Text) []Text {
	if !in.shields() {
		return texts
	}
	out := make([]Text, len(texts))
	for i, t := range texts {
		s := string(t)
		switch {
		case strings.HasSuffix(s, `\`), in == inReplacement && (strings.Contains(s, `\\`) || strings.Contains(s, `\&`)):
			out[i] = unknownText(ev.taint(t))
		case in == inReplacement:
			out[i] = Text(strings.ReplaceAll(s, `\`, `\\`))
		default:
			out[i] = t
		}
	}
	return out
}
