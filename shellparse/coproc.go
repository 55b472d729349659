package shellparse

import "mvdan.cc/sh/v3/syntax"

// coproc evaluates what a coprocess runs. Bash takes a word after coproc for
// its name only before a compound command; the parser also does before a
// simple one, whose name it then loses, so that is read again.
func (ev *evaluator) coproc(c *ctx, n *syntax.CoprocClause) {
	first := n.Stmt
	for {
		b, ok := first.Cmd.(*syntax.BinaryCmd)
		if !ok {
			break
		}
		first = b.X
	}
	if _, simple := first.Cmd.(*syntax.CallExpr); !simple && first.Cmd != nil {
		ev.stmt(c, n.Stmt)
		return
	}
	from := int(n.Coproc.Offset()) + len("coproc")
	to := int(n.End().Offset())
	if call, ok := first.Cmd.(*syntax.CallExpr); ok { // coproc rm a=b: the parser takes a=b for an assignment
		for _, a := range call.Assigns {
			to = max(to, int(a.End().Offset()))
		}
	}
	if from > to || to > len(c.src.text) {
		ev.problem("construct", "a coprocess whose text is not found", c.src.span(n))
		return
	}
	ev.script(c, &source{text: c.src.text[from:to], at: c.src.span(n), marks: c.src.marks})
}
