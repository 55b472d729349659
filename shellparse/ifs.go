package shellparse

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// What unquoted expansions are split at. A script that sets IFS for a while
// and then sets it back leaves, on the ways through it, more than one value;
// a text is then split in each way.

const defaultIFS = " \t\n"

// separators gives the values that IFS may have. known is false where it may
// have others too.
func (ev *evaluator) separators(c *ctx) (values []string, known bool) {
	v := c.env.get("IFS")
	if v == nil || !v.isSet() || v.array {
		return []string{defaultIFS}, v == nil || !v.array
	}
	known = true
	for _, t := range v.texts {
		if s, ok := t.Exact(); ok {
			values = append(values, s)
		} else {
			known = false
		}
	}
	if (v.unset || len(values) == 0) && !slices.Contains(values, defaultIFS) {
		values = append(values, defaultIFS)
	}
	return values, known
}

// ifs is IFS where it has one value. ok is false where it may have several:
// the first of them.
func (ev *evaluator) ifs(c *ctx) (value string, ok bool) {
	values, known := ev.separators(c)
	return values[0], known && len(values) == 1
}

// separator is what stands between the elements of "$*": the first character of IFS.
func (ev *evaluator) separator(c *ctx) Text {
	ifs, ok := ev.ifs(c)
	if !ok {
		return unknownText(byte(OriginUnknown))
	}
	_, n := utf8.DecodeRuneInString(ifs)
	return Text(ifs[:n])
}

// splitting is a text and what it is split at; all: any characters, it may be.
type splitting struct {
	text Text
	ifs  string
	all  bool
}

// splitAll adds the alternatives of an unquoted expansion to every alternative.
func (ev *evaluator) splitAll(c *ctx, alts []fields, texts []Text) []fields {
	values, known := ev.separators(c)
	if known && len(values) == 1 {
		return fork(alts, texts, func(f *fields, t Text) { f.split(t, values[0], &ev.solid) })
	}
	var cuts []splitting
	for _, t := range texts {
		cuts = append(cuts, splitting{text: t, ifs: values[0]})
		for _, ifs := range values[1:] {
			if strings.ContainsAny(string(t), ifs+values[0]) {
				cuts = append(cuts, splitting{text: t, ifs: ifs})
			}
		}
		if !known && !onlyMarks(t) {
			cuts = append(cuts, splitting{text: t, ifs: "", all: false}, splitting{text: t, all: true})
		}
	}
	if len(cuts) > 1 && len(alts)*len(cuts) > MaxAlternatives {
		cuts = []splitting{{text: limitText(texts), all: true}}
	}
	var out []fields
	for i := range alts {
		for j, k := range cuts {
			f := alts[i]
			if j < len(cuts)-1 {
				f = alts[i].clone()
			}
			if k.all {
				f.cur = appendMark(f.cur, markSplit, ev.taint(k.text))
			} else {
				f.split(k.text, k.ifs, &ev.solid)
			}
			out = append(out, f)
		}
	}
	return out
}
