package shellparse

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// countWords is how many fields are complete in all alternatives.
func countWords(alts []fields) int {
	n := 0
	for i := range alts {
		n += len(alts[i].done)
	}
	return n
}

// addValue adds the value of an expansion.
func (ev *evaluator) addValue(c *ctx, v value, alts []fields, quoted bool) []fields {
	if n := len(v.ways); n > 0 && n*len(alts) <= MaxAlternatives && (v.list || !quoted) && ev.steps < freeSteps {
		var out []fields
		for _, w := range v.ways {
			ways := make([]fields, len(alts))
			for i := range alts {
				ways[i] = alts[i].clone()
			}
			out = append(out, ev.addValue(c, value{elems: w, list: v.list}, ways, quoted)...)
		}
		return out
	}
	size := len(v.elems) << 8 // each is a word
	for _, texts := range v.elems {
		for _, t := range texts {
			size += len(t)
			if !quoted { // each is a mark, and looked for again and again
				size += 8 * strings.Count(string(t), "*")
			}
		}
	}
	if !ev.charge(2*size*len(alts), c.pos) {
		v = value{elems: [][]Text{{unknownText(byte(OriginLimit))}}, many: !quoted}
	}
	before := countWords(alts)
	defer func() { ev.steps += max(countWords(alts)-before, 0) }()
	if quoted && !v.list && (len(v.elems) > 1 || v.many) {
		v = scalar(v.joinedBy(ev.separator(c)))
	}
	for i, texts := range v.elems {
		if i > 0 { // elements of "$@" are fields of their own
			for j := range alts {
				alts[j].flush()
			}
		}
		if quoted {
			if v.many {
				t := one(texts)
				if _, ok := t.Mark(); !ok {
					t = limitText(texts)
				}
				for j := range alts {
					alts[j].quoted(t.Split())
				}
				continue
			}
			alts = fork(alts, texts, func(f *fields, t Text) { f.quoted(t) })
		} else {
			alts = ev.splitAll(c, alts, texts)
			if v.many {
				for j := range alts {
					alts[j].cur = appendMark(alts[j].cur, markSplit, byte(OriginLimit))
				}
			}
		}
	}
	if len(v.elems) == 0 && quoted && !v.list {
		for j := range alts {
			alts[j].open = true
		}
	}
	return alts
}

// quotedOperand reports whether p is ${x:-"a b"} or the like: the word after
// the operator holds quotes, which keep it from being split.
func quotedOperand(p *syntax.ParamExp) bool {
	if p.Exp == nil || p.Exp.Word == nil || p.Param == nil {
		return false
	}
	switch p.Exp.Op {
	case syntax.DefaultUnset, syntax.DefaultUnsetOrNull, syntax.AlternateUnset, syntax.AlternateUnsetOrNull:
	default:
		return false
	}
	for _, part := range p.Exp.Word.Parts {
		switch part := part.(type) {
		case *syntax.SglQuoted, *syntax.DblQuoted:
			return true
		case *syntax.Lit:
			if strings.IndexByte(part.Value, '\\') >= 0 {
				return true
			}
		}
	}
	return false
}

// addOperand adds ${x:-word} where word is quoted in part.
func (ev *evaluator) addOperand(c *ctx, p *syntax.ParamExp, alts []fields) []fields {
	before := make([]fields, len(alts))
	for i := range alts {
		before[i] = alts[i].clone()
	}
	// With a word that is empty, the operator tells whether it is used at all.
	const mark = "\x00uo"
	probe := *p
	probe.Exp = &syntax.Expansion{Op: p.Exp.Op, Word: &syntax.Word{Parts: []syntax.WordPart{&syntax.SglQuoted{Value: mark}}}}
	v := ev.param(c, &probe, false)
	used, other := false, v
	other.elems = nil
	for _, texts := range v.elems {
		var rest []Text
		for _, t := range texts {
			if t == mark {
				used = true
			} else {
				rest = append(rest, t)
			}
		}
		if len(rest) > 0 {
			other.elems = append(other.elems, rest)
		}
	}
	var out []fields
	if len(other.elems) > 0 || !used {
		out = ev.addValue(c, other, alts, false)
	}
	if !used {
		return out
	}
	for _, part := range ev.operandWord(c, p.Exp.Word, false).Parts {
		if lit, ok := part.(*syntax.Lit); ok && strings.IndexByte(lit.Value, '\\') < 0 {
			before = ev.splitAll(c, before, []Text{c.src.show(lit.Value)})
			continue
		}
		before = ev.parts(c, []syntax.WordPart{part}, before, false)
	}
	out = append(out, before...)
	if len(out) > MaxAlternatives {
		out = out[:1]
		out[0].cur = appendMark(out[0].cur, markSplit, byte(OriginLimit))
	}
	return out
}
