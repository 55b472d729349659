package shellparse

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"
)

// operator is what stands behind the name in ${x#a}, ${x/a/b} and ${x:1:2}: a
// function of a value and of the operator's own words, each of which may be one
// of several. ok is false where what comes of it is not followed.
type operator struct {
	first, second []Text
	apply         func(value, first, second string) (out string, ok bool)
}

// operate applies an operator to every value that is fully known; the result for
// any other is unknown, with where it came from.
func (ev *evaluator) operate(c *ctx, p *syntax.ParamExp, v value) value {
	if v.many && len(v.ways) > 0 && p.Slice != nil && v.list && (p.Param.Value == "@" || p.Param.Value == "*") &&
		isDigits(p.Slice.Offset) && (p.Slice.Length == nil || isDigits(p.Slice.Length)) {
		ways := make([][][]Text, len(v.ways))
		for i, w := range v.ways {
			ways[i] = ev.sliceList(c, p, value{elems: w, list: true}).elems
		}
		v.ways = ways
		return v
	}
	if !v.many && p.Slice != nil && (v.list || p.Param.Value == "*" || p.Index != nil && isAll(p.Index)) {
		return ev.sliceList(c, p, v)
	}
	op := ev.operator(c, p)
	if v.many {
		v.elems, v.ways = [][]Text{{unknownText(ev.taint(flatten(v)...))}}, nil
		return v
	}
	out := value{list: v.list, elems: make([][]Text, len(v.elems))}
	for i, texts := range v.elems {
		for _, t := range texts {
			for _, a := range op.first {
				for _, b := range op.second {
					out.elems[i] = joinTexts(out.elems[i], []Text{ev.operated(c, p, op, t, a, b)})
				}
			}
		}
	}
	return out
}

// operated is what an operator makes of one value with one reading of its words.
func (ev *evaluator) operated(c *ctx, p *syntax.ParamExp, op operator, t, a, b Text) Text {
	value, known := t.Exact()
	first, known1 := a.Exact()
	second, known2 := b.Exact()
	switch {
	case !known && p.Exp != nil && ev.vanishes(Word{Texts: []Text{t}}):
		return t // nothing can be removed from what is empty
	case known && !ev.charge(len(value)<<4, c.pos): // it becomes runes, and a text again
		return unknownText(byte(OriginLimit))
	case known && known1 && known2 && utf8.ValidString(value): // bash takes any other by its bytes
		if out, ok := op.apply(value, first, second); ok && strings.IndexByte(out, 0) < 0 {
			return Text(out)
		}
	}
	if p.Slice != nil && (!known2 || strings.HasPrefix(second, "-")) { // an end that lies before the start
		ev.fails(c)
	}
	return unknownText(ev.taint(t, a, b))
}

// operator expands the words of an operator, once whatever the value is.
func (ev *evaluator) operator(c *ctx, p *syntax.ParamExp) operator {
	op := operator{first: []Text{""}, second: []Text{""}}
	switch {
	case p.Slice != nil:
		op.first[0], op.apply = "0", slice
		if p.Slice.Offset != nil {
			op.first = ev.arithms(c, p.Slice.Offset)
		}
		if p.Slice.Length != nil {
			op.second = ev.arithms(c, p.Slice.Length)
		}
	case p.Repl != nil:
		op.first, op.second = ev.patterns(c, p.Repl.Orig), ev.replacements(c, p.Repl.With)
		op.apply = func(s, pattern, with string) (string, bool) {
			if ev.caseless || p.Repl.All && p.Repl.Orig == nil { // of ${x///} the parser makes ${x//}
				return "", false
			}
			return ev.replace(c, s, pattern, with, p.Repl.All)
		}
	case p.Exp.Op == syntax.OtherParamOps:
		op.apply = transformation(p.Exp.Word.Lit())
	default:
		op.first = ev.patterns(c, p.Exp.Word)
		if p.Exp.Word == nil && changesCase(p.Exp.Op) { // ${x^^}
			op.first[0] = "?"
		}
		op.apply = func(s, pattern, _ string) (string, bool) {
			g, ok := ev.glob(c, s, pattern)
			if !ok || pattern == "" && changesCase(p.Exp.Op) { // '' and an empty $x differ
				return "", false
			}
			return edited(p.Exp.Op, s, g)
		}
	}
	if len(op.first)*len(op.second) > MaxAlternatives {
		op.first, op.second = []Text{limitText(op.first)}, []Text{limitText(op.second)}
	}
	return op
}

func changesCase(op syntax.ParExpOperator) bool {
	switch op {
	case syntax.UpperFirst, syntax.UpperAll, syntax.LowerFirst, syntax.LowerAll:
		return true
	}
	return false
}

// edited is what ${x#a}, ${x^^a} and their like make of a value.
func edited(op syntax.ParExpOperator, s string, g glob) (string, bool) {
	switch op {
	case syntax.RemSmallPrefix, syntax.RemLargePrefix:
		chars := []rune(s)
		n, _ := g.prefix(chars, op == syntax.RemLargePrefix)
		return string(chars[n:]), true
	case syntax.RemSmallSuffix, syntax.RemLargeSuffix:
		chars := []rune(s)
		n, _ := g.suffix(chars, op == syntax.RemLargeSuffix)
		return string(chars[:len(chars)-n]), true
	case syntax.UpperFirst, syntax.UpperAll:
		return changed(s, unicode.ToUpper, g, op == syntax.UpperAll), true
	case syntax.LowerFirst, syntax.LowerAll:
		return changed(s, unicode.ToLower, g, op == syntax.LowerAll), true
	}
	return "", false
}

// changed is a text in which the characters that a pattern matches, or with all
// false the first of all if it does, are large or small.
func changed(s string, to func(rune) rune, g glob, all bool) string {
	chars := []rune(s)
	for i := range chars {
		if i > 0 && !all {
			break
		}
		if g.whole(chars[i : i+1]) {
			chars[i] = to(chars[i])
		}
	}
	return string(chars)
}

// transformation is ${x@Q} and its like; those that are not here are not followed.
func transformation(letter string) func(s, _, _ string) (string, bool) {
	every := glob{runs: [][]single{{{any: true}}}}
	return func(s, _, _ string) (string, bool) {
		switch letter {
		case "Q":
			return quotedBy(s).Exact()
		case "E":
			return unescapeANSI(Text(s)).Exact()
		case "U":
			return changed(s, unicode.ToUpper, every, true), true
		case "u":
			return changed(s, unicode.ToUpper, every, false), true
		case "L":
			return changed(s, unicode.ToLower, every, true), true
		}
		return "", false
	}
}

func isDigits(x syntax.ArithmExpr) bool {
	w, ok := x.(*syntax.Word)
	return ok && w.Lit() != "" && strings.Trim(w.Lit(), "0123456789") == ""
}

// walkIn evaluates what stands inside an expansion whose value is not known,
// for the commands it runs; the variables it assigns are given up.
func (ev *evaluator) walkIn(c *ctx, root syntax.Node) {
	syntax.Walk(root, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.CmdSubst:
			ev.cmdSubst(c, n)
			return false
		case *syntax.ProcSubst:
			ev.procSubst(c, n)
			return false
		case *syntax.ExtGlob:
			ev.extGlob(c, n)
		case *syntax.ArithmExp:
			for _, name := range assigned(n.X) {
				ev.giveUp(c, name)
			}
		case *syntax.ParamExp:
			if n != root { // whose own are evaluated
				ev.withProcesses(c, n)
			}
			if n.Exp != nil && (n.Exp.Op == syntax.AssignUnset || n.Exp.Op == syntax.AssignUnsetOrNull) && n.Param != nil {
				ev.giveUp(c, n.Param.Value)
			}
		}
		return true
	})
}

// giveUp says that a variable may hold anything.
func (ev *evaluator) giveUp(c *ctx, name string) {
	ev.assign(c, name, joinVariables(c.env.get(name), &variable{texts: []Text{unknownText(byte(OriginUnknown))}}))
}
