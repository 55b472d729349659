package shellparse

import (
	"strconv"

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
	adapter := &exactEnv{ev: ev, c: c}
	result, ok := adapter.try(func(cfg *expand.Config) (string, error) {
		n, err := expand.Arithm(cfg, x)
		return strconv.Itoa(n), err
	})
	if ok {
		return Text(result)
	}
	ev.fails(c)
	t := unknownText(ev.taint(adapter.seen...))
	for _, name := range assigned(x) {
		ev.assign(c, name, &variable{texts: []Text{t}})
	}
	return t
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
