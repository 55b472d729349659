package shellparse

import (
	"slices"
	"strconv"
	"strings"

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
	k := calculation{ev: ev, c: c}
	if n, ok := k.of(x); ok {
		return Text(strconv.FormatInt(n, 10))
	}
	ev.fails(c)
	t := unknownText(ev.taint(k.seen...))
	ev.assignedInside(c, x, 3)
	ev.setUnknown(c, x, t)
	return t
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
		for _, t := range ev.held(c, name) {
			s, ok := t.Exact()
			if _, isNumber := number(s); !ok || isNumber || len(inside) >= MaxAlternatives || ev.steps > MaxSteps {
				continue
			}
			if y, _ := ev.expression(c, s); y != nil {
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

// integer is what an assignment makes of a text where the variable has the
// integer attribute.
func (ev *evaluator) integer(c *ctx, t Text) Text {
	s, ok := t.Exact()
	if n, isNumber := number(s); ok && isNumber {
		return Text(strconv.FormatInt(n, 10))
	}
	if ok && strings.Trim(s, arithmBlanks) == "" {
		return "0"
	}
	if x, whole := ev.expression(c, s); ok && whole {
		return ev.arithm(c, x)
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
	x, whole := ev.expression(c, s)
	if known && whole {
		return arithmStatus(ev.arithm(c, x))
	}
	if x != nil {
		ev.setUnknown(c, x, unknownText(ev.taint(t)))
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
