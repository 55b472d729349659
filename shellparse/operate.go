package shellparse

import (
	"cmp"
	"strconv"
	"strings"
	"unicode/utf8"

	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/syntax"
)

// operate applies an operator that only expand knows (removal, replacement,
// case, slices) to every value that is fully known; the result for any other
// is unknown, with where it came from.
func (ev *evaluator) operate(c *ctx, p *syntax.ParamExp, v value) value {
	if p.Slice != nil {
		for _, x := range [...]syntax.ArithmExpr{p.Slice.Offset, p.Slice.Length} {
			if x != nil { // ${x::7}
				ev.operands(c, x)
			}
		}
	}
	if v.many && len(v.ways) > 0 && p.Slice != nil && v.list && (p.Param.Value == "@" || p.Param.Value == "*") &&
		isDigits(p.Slice.Offset) && (p.Slice.Length == nil || isDigits(p.Slice.Length)) {
		ways := make([][][]Text, len(v.ways))
		for i, w := range v.ways {
			ways[i] = ev.sliceList(c, p, value{elems: w, list: true}).elems
		}
		v.ways = ways
		return v
	}
	if v.many {
		ev.walkIn(c, p)
		v.elems, v.ways = [][]Text{{unknownText(ev.taint(flatten(v)...))}}, nil
		return v
	}
	if p.Slice != nil && (v.list || p.Param.Value == "*") {
		return ev.sliceList(c, p, v)
	}
	out := value{list: v.list, elems: make([][]Text, len(v.elems))}
	for i, texts := range v.elems {
		for _, t := range texts {
			out.elems[i] = joinTexts(out.elems[i], []Text{ev.operateText(c, p, t)})
		}
	}
	return out
}

const operand = "_operand_" // stands for the value in the expression given to expand

func (ev *evaluator) operateText(c *ctx, p *syntax.ParamExp, t Text) Text {
	s, ok := t.Exact()
	if !ok {
		ev.walkIn(c, p)
		if p.Exp != nil && ev.vanishes(Word{Texts: []Text{t}}) {
			return t // nothing can be removed from what is empty
		}
		return unknownText(ev.taint(t))
	}
	if !ev.charge(len(s)<<4, c.pos) { // expand makes runes of it, and a text again
		return unknownText(byte(OriginLimit))
	}
	switch {
	case p.Exp != nil && p.Exp.Op == syntax.OtherParamOps && p.Exp.Word.Lit() == "Q":
		return quotedBy(s)
	case p.Repl != nil && ev.caseless:
		ev.walkIn(c, p)
		return unknownText(ev.taint(t))
	case p.Repl != nil && anchor(p.Repl) != 0:
		return ev.replaceAtEnd(c, p.Repl, t)
	case p.Repl != nil && (!ev.replaces(c, p.Repl) || !ev.replaceable(c, p.Repl, s)):
		ev.walkIn(c, p)
		return unknownText(ev.taint(t))
	}
	if p.Slice != nil && p.Slice.Length != nil && !isDigits(p.Slice.Length) {
		ev.fails(c) // an end that lies before the start
	}
	adapter := &exactEnv{ev: ev, c: c, operand: s}
	x := &syntax.ParamExp{
		Dollar: p.Dollar, Rbrace: p.Rbrace,
		Param: &syntax.Lit{Value: operand},
		Slice: p.Slice, Repl: p.Repl, Exp: p.Exp,
	}
	result, ok := adapter.try(func(cfg *expand.Config) (string, error) {
		if p.Exp != nil && p.Exp.Op != syntax.OtherParamOps {
			// Literal would forget which pattern characters are quoted.
			pat, err := expand.Pattern(cfg, p.Exp.Word)
			if err != nil || !ev.matchable(s, pat) {
				return "", cmp.Or(err, errTooMuch)
			}
			x.Exp = &syntax.Expansion{Op: p.Exp.Op, Word: &syntax.Word{Parts: []syntax.WordPart{&syntax.SglQuoted{Value: pat}}}}
		}
		return expand.Literal(cfg, &syntax.Word{Parts: []syntax.WordPart{&syntax.DblQuoted{Parts: []syntax.WordPart{x}}}})
	})
	if !ok {
		if p.Slice != nil {
			ev.fails(c)
		}
		return unknownText(ev.taint(append(adapter.seen, t)...))
	}
	return c.src.show(result)
}

func isDigits(x syntax.ArithmExpr) bool {
	w, ok := x.(*syntax.Word)
	return ok && w.Lit() != "" && strings.Trim(w.Lit(), "0123456789") == ""
}

// replaces reports whether a replacement is one that expand makes as bash
// does: not tied to an end, and without the & that stands for what matched.
func (ev *evaluator) replaces(c *ctx, r *syntax.Replace) bool {
	for _, t := range ev.value(c.subshell(), r.With).Texts {
		if strings.ContainsAny(string(t), "&\\") {
			return false
		}
	}
	if r.Orig == nil || len(r.Orig.Parts) == 0 {
		return true
	}
	lit, ok := r.Orig.Parts[0].(*syntax.Lit)
	return ok && lit.Value != "" && lit.Value[0] != '#' && lit.Value[0] != '%'
}

// quotedBy is ${x@Q}: bash always quotes, and writes what does not print as $'…'.
func quotedBy(s string) Text {
	for _, r := range s {
		if r < ' ' || r == 0x7f || r == utf8.RuneError {
			return unknownText(byte(OriginUnknown))
		}
	}
	return Text("'" + strings.ReplaceAll(s, "'", `'\''`) + "'")
}

// sliceList is "${@:x:y}" and "${a[@]:x:y}".
func (ev *evaluator) sliceList(c *ctx, p *syntax.ParamExp, v value) value {
	elems := v.elems
	base := 0
	if p.Param.Value == "@" || p.Param.Value == "*" {
		zero, _ := ev.special(c, "0")
		elems = append([][]Text{zero.joined()}, elems...)
		base = 1
	}
	bound := func(x syntax.ArithmExpr, def int) (int, bool) {
		if x == nil {
			return def, true
		}
		s, ok := ev.arithm(c, x).Exact()
		n, err := strconv.Atoi(s)
		return n, ok && err == nil
	}
	from, ok1 := bound(p.Slice.Offset, 0)
	n, ok2 := bound(p.Slice.Length, len(elems))
	if !ok1 || !ok2 {
		return value{elems: [][]Text{{limitText(flatten(v))}}, list: true, many: true}
	}
	if p.Slice.Offset == nil {
		from = base
	}
	if vr := ev.variable(c, p.Param.Value); base == 0 && vr != nil && vr.array && len(vr.elems) > 0 {
		if vr.assoc { // in the order of a hash
			return value{elems: [][]Text{{limitText(flatten(v))}}, list: true, many: true}
		}
		// The offset is an index, and an array may have gaps.
		if last, _ := strconv.Atoi(vr.elems[len(vr.elems)-1].key); from < 0 {
			from = max(0, last+1+from)
		}
		at := 0
		for at < len(vr.elems) && atoiOr(vr.elems[at].key, 0) < from {
			at++
		}
		from = at
	}
	if from < 0 {
		from = max(0, len(elems)+from)
	}
	from = min(from, len(elems))
	n = max(0, min(n, len(elems)-from))
	return value{elems: elems[from : from+n], list: v.list}
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
