package shellparse

import (
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/syntax"
)

// arithm evaluates an arithmetic expression. Where a value in it is not
// fully known the result, and everything it assigns, is unknown.
func (ev *evaluator) arithm(c *ctx, x syntax.ArithmExpr) Text {
	if x == nil {
		return "0"
	}
	ev.operands(c, x)
	if w, ok := x.(*syntax.Word); ok {
		if t, ok := ev.arithmWord(c, w); ok {
			return t
		}
	}
	if t, ok := ev.arithmElement(c, x); ok {
		return t
	}
	adapter := &exactEnv{ev: ev, c: c, arith: true, lengths: measured(x)}
	if !followed(x) {
		adapter.inexact = true
		ev.walkIn(c, x)
	}
	result, ok := adapter.try(func(cfg *expand.Config) (string, error) {
		n, err := expand.Arithm(cfg, x)
		return strconv.Itoa(n), err
	})
	if ok {
		return Text(result)
	}
	ev.fails(c)
	t := unknownText(ev.taint(adapter.seen...))
	ev.assignedInside(c, x, 3)
	for _, name := range assigned(x) {
		if old := ev.variable(c, name); old != nil && old.array {
			name += "[" // some element
		}
		ev.assign(c, name, &variable{texts: []Text{t}})
	}
	return t
}

// measured lists the names of which an expression takes the length, as in
// ${#x}, and uses no other way.
func measured(x syntax.ArithmExpr) []string {
	var lengths, others []string
	syntax.Walk(x, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Lit:
			others = append(others, n.Value)
		case *syntax.ParamExp:
			switch {
			case n.Param == nil:
			case n.Length && n.Exp == nil && n.Slice == nil && n.Repl == nil && !n.Excl && (n.Index == nil || isAll(n.Index)):
				lengths = append(lengths, n.Param.Value)
				return false
			default:
				others = append(others, n.Param.Value)
			}
			return n.Index != nil || n.Exp != nil || n.Slice != nil || n.Repl != nil
		}
		return true
	})
	return slices.DeleteFunc(lengths, func(name string) bool { return slices.Contains(others, name) })
}

// arithms is arithm where a variable of the expression has several values: one
// result for each.
func (ev *evaluator) arithms(c *ctx, x syntax.ArithmExpr) []Text {
	name, v := ev.several(c, x)
	if v == nil || ev.steps > freeSteps {
		return []Text{ev.arithm(c, x)}
	}
	var results []Text
	ways := make([]*ctx, len(v.texts))
	for i, t := range v.texts {
		w := *v
		w.texts = []Text{t}
		ways[i] = c.branch()
		ways[i].env.set(name, &w)
		results = joinTexts(results, []Text{ev.arithm(ways[i], x)})
	}
	c.join(ways...)
	return results
}

// several finds the only variable of an expression that has several values,
// all of them known.
func (ev *evaluator) several(c *ctx, x syntax.ArithmExpr) (string, *variable) {
	name, found, other := "", (*variable)(nil), false
	look := func(s string) {
		v := c.env.get(s)
		switch {
		case v == nil || s == name:
		case v.array || v.unset || v.ref != "" || v.mayRef != "" || v.readonly:
			other = true
		case len(v.texts) < 2:
		case found != nil || slices.ContainsFunc(v.texts, Text.HasUnknown):
			other = true
		default:
			name, found = s, v
		}
	}
	syntax.Walk(x, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Lit:
			if syntax.ValidName(n.Value) {
				look(n.Value)
			}
		case *syntax.CmdSubst, *syntax.ProcSubst:
			other = true
		}
		return !other
	})
	if other {
		return "", nil
	}
	return name, found
}

// assignedInside gives up the variables that are assigned in expressions which
// the values of others hold: x='y=1'; ((x)).
func (ev *evaluator) assignedInside(c *ctx, x syntax.ArithmExpr, depth int) {
	var inside []syntax.ArithmExpr
	look := func(name string) {
		v := ev.variable(c, name)
		if v == nil {
			return
		}
		ev.steps += len(v.elems) >> 2
		texts := slices.Clip(v.texts)
		for _, el := range v.elems {
			texts = append(texts, el.texts...)
		}
		for _, t := range texts {
			s, ok := t.Exact()
			if !ok || arithmValue(s) || len(inside) >= MaxAlternatives || ev.steps > MaxSteps {
				continue
			}
			if !ev.charge(parseCost(s), c.pos) {
				return
			}
			if tooDeep("(("+s) >= 0 {
				continue
			}
			if y, err := syntax.NewParser().Arithmetic(strings.NewReader(s)); err == nil && y != nil {
				inside = append(inside, y)
			}
		}
	}
	syntax.Walk(x, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Lit:
			if syntax.ValidName(n.Value) {
				look(n.Value)
			}
		case *syntax.ParamExp:
			if n.Param != nil {
				look(n.Param.Value)
			}
		}
		return true
	})
	for _, y := range inside {
		for _, name := range assigned(y) {
			ev.giveUp(c, name)
		}
		if depth > 0 { // and in the values of those
			ev.assignedInside(c, y, depth-1)
		}
	}
}

// followed reports whether expand evaluates an expression as bash does: what is
// assigned is a plain name, and numbers are written plainly.
func followed(x syntax.ArithmExpr) bool {
	ok := true
	name := func(x syntax.ArithmExpr) {
		w, isWord := x.(*syntax.Word)
		ok = ok && isWord && syntax.ValidName(w.Lit())
	}
	syntax.Walk(x, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.BinaryArithm:
			switch n.Op {
			case syntax.Assgn, syntax.AddAssgn, syntax.SubAssgn, syntax.MulAssgn, syntax.QuoAssgn, syntax.RemAssgn,
				syntax.AndAssgn, syntax.OrAssgn, syntax.XorAssgn, syntax.ShlAssgn, syntax.ShrAssgn:
				name(n.X)
			}
		case *syntax.UnaryArithm:
			if n.Op == syntax.Inc || n.Op == syntax.Dec {
				name(n.X)
			}
		case *syntax.Word:
			lit := n.Lit()
			switch {
			case lit == "" && len(n.Parts) == 1:
			case lit == "" || !arithmValue(lit) && !syntax.ValidName(lit):
				ok = false
			}
			for _, part := range n.Parts {
				switch p := part.(type) {
				case *syntax.SglQuoted:
					ok = ok && arithmValue(p.Value)
				case *syntax.DblQuoted:
					ok = ok && len(p.Parts) == 1
				}
			}
			return ok
		case *syntax.ParamExp, *syntax.CmdSubst, *syntax.ProcSubst:
			return false
		}
		return ok
	})
	return ok
}

// arithmValue reports whether a text is a number as expand and bash both read
// it: no expression, no blanks, no digit that its base does not have.
func arithmValue(s string) bool {
	digits := strings.TrimPrefix(s, "-")
	if hex, ok := strings.CutPrefix(digits, "0x"); ok {
		return hex != "" && len(hex) < 16 && strings.Trim(hex, "0123456789abcdefABCDEF") == ""
	}
	if len(digits) > 1 && digits[0] == '0' {
		return len(digits) < 20 && strings.Trim(digits, "01234567") == ""
	}
	return digits != "" && len(digits) < 19 && strings.Trim(digits, "0123456789") == ""
}

// integer is what an assignment makes of a text where the variable has the
// integer attribute.
func (ev *evaluator) integer(c *ctx, t Text) Text {
	s, ok := t.Exact()
	switch {
	case s == "" && ok:
		return "0"
	case ok && arithmValue(s) && (s[0] != '0' || s == "0"):
		return t
	case ok && tooDeep("(("+s) < 0:
		if x, err := syntax.NewParser().Arithmetic(strings.NewReader(s)); err == nil {
			return ev.arithm(c, x)
		}
	}
	ev.subscripts(c, t)
	ev.fails(c)
	return unknownText(ev.taint(t))
}

// arithmWord is the short way for a number or a single name, whose value
// keeps where it comes from: $((PPID)) is $PPID.
func (ev *evaluator) arithmWord(c *ctx, w *syntax.Word) (Text, bool) {
	lit := w.Lit()
	if lit == "" {
		return "", false
	}
	if lit[0] >= '1' && lit[0] <= '9' {
		if n, err := strconv.Atoi(lit); err == nil {
			return Text(strconv.Itoa(n)), true
		}
	}
	if syntax.ValidName(lit) {
		if v, _ := ev.lookup(c, lit); len(v.elems) == 1 && len(v.elems[0]) == 1 && onlyMarks(v.elems[0][0]) && v.elems[0][0] != "" {
			if o, ok := v.elems[0][0].Mark(); ok && ev.out.Origins[o].Kind == OriginUnset {
				return "0", true
			}
			return v.elems[0][0], true
		}
	}
	return "", false
}

// assigned lists the names an expression may assign.
func assigned(x syntax.ArithmExpr) []string {
	var names []string
	add := func(x syntax.ArithmExpr) {
		if w, ok := x.(*syntax.Word); ok {
			if lit := w.Lit(); lit != "" {
				names = append(names, lit)
			} else if len(w.Parts) == 1 {
				if p, ok := w.Parts[0].(*syntax.ParamExp); ok && p.Param != nil {
					names = append(names, p.Param.Value)
				}
			}
		}
	}
	syntax.Walk(x, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.BinaryArithm:
			switch n.Op {
			case syntax.Assgn, syntax.AddAssgn, syntax.SubAssgn, syntax.MulAssgn, syntax.QuoAssgn, syntax.RemAssgn,
				syntax.AndAssgn, syntax.OrAssgn, syntax.XorAssgn, syntax.ShlAssgn, syntax.ShrAssgn:
				add(n.X)
			}
		case *syntax.UnaryArithm:
			if n.Op == syntax.Inc || n.Op == syntax.Dec {
				add(n.X)
			}
		}
		return true
	})
	return names
}

// let evaluates an argument of let, one of several texts.
func (ev *evaluator) let(c *ctx, texts []Text) tri {
	if len(texts) == 1 {
		return ev.letText(c, texts[0])
	}
	ways := make([]*ctx, len(texts))
	for i, t := range texts {
		ways[i] = c.branch()
		ev.letText(ways[i], t)
	}
	c.join(ways...)
	return maybe
}

// letText evaluates one text as an expression. What is not known of it is taken
// for a number, which tells what the rest of it assigns.
func (ev *evaluator) letText(c *ctx, t Text) tri {
	t = ev.emptied(t)
	s, known := t.Exact()
	if !known {
		var sb strings.Builder
		for p := range t.Parts() {
			if p.Origin >= 0 {
				p.Lit = "1"
			}
			sb.WriteString(p.Lit)
		}
		s = sb.String()
	}
	if tooDeep("(("+s) < 0 {
		if x, err := syntax.NewParser().Arithmetic(strings.NewReader(s)); err == nil && x != nil {
			if known {
				return arithmStatus(ev.arithm(c, x))
			}
			for _, name := range assigned(x) {
				if old := ev.variable(c, name); old != nil && old.array {
					name += "["
				}
				ev.assign(c, name, &variable{texts: []Text{unknownText(ev.taint(t))}})
			}
		}
	}
	ev.fails(c)
	return maybe
}

// arithmStatus is the status of (( … )), which may be one of several results.
func arithmStatus(results ...Text) tri {
	status := maybe
	for i, t := range results {
		s, ok := t.Exact()
		if !ok {
			return maybe
		}
		one := truth(s != "0")
		if i > 0 && one != status {
			return maybe
		}
		status = one
	}
	return status
}
