package shellparse

import "mvdan.cc/sh/v3/syntax"

// readsOtherwise reports whether the parser reads an expression of let further
// than bash does, to which let is a command like any other: what is > or | to
// the parser is a redirection or a pipe.
func readsOtherwise(x syntax.ArithmExpr) bool {
	found := false
	syntax.Walk(x, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Word:
			return false
		case *syntax.ParenArithm:
			found = true
		case *syntax.BinaryArithm:
			switch n.Op {
			case syntax.Gtr, syntax.Lss, syntax.Geq, syntax.Leq, syntax.Shl, syntax.Shr, syntax.ShlAssgn, syntax.ShrAssgn,
				syntax.And, syntax.Or, syntax.AndArit, syntax.OrArit, syntax.AndAssgn, syntax.OrAssgn:
				found = true
			}
		}
		return !found
	})
	return found
}
