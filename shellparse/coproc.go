package shellparse

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

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
	src := &source{text: c.src.text[from:to], at: c.src.span(n), marks: c.src.marks}
	ev.script(c, src)
	if call, ok := first.Cmd.(*syntax.CallExpr); ok && len(call.Assigns) > 0 {
		ev.unsplit(c, src)
	}
}

// coprocStarted sets what bash sets when a coprocess runs: $!, NAME_PID, and
// NAME, which holds two descriptors.
func (ev *evaluator) coprocStarted(c *ctx, n *syntax.CoprocClause) {
	job := []Text{unknownText(byte(OriginJob))}
	c.env.set("!", &variable{texts: job})
	names := []string{"COPROC"}
	if n.Name != nil && syntax.ValidName(n.Name.Lit()) {
		names = append(names, n.Name.Lit())
	}
	for _, name := range names {
		c.env.set(name+"_PID", joinVariables(c.env.get(name+"_PID"), &variable{texts: job}))
		fds := &variable{array: true, many: true, elems: []elem{{"0", []Text{unknownText(byte(OriginUnknown))}}}}
		c.env.set(name, joinVariables(c.env.get(name), fds))
	}
}

// unsplit evaluates coproc rm a=$x b=$x once more. Bash takes the words behind
// the program for assignments there, so that they are not split.
func (ev *evaluator) unsplit(c *ctx, src *source) {
	file, err := ev.parser(c.env.shell.dialect).Parse(strings.NewReader(src.text), "")
	if err != nil || len(file.Stmts) != 1 {
		return
	}
	call, ok := file.Stmts[0].Cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) < 2 {
		return
	}
	for _, w := range call.Args[1:] {
		if !assigns(w.Parts[0]) {
			break
		}
		if lit, ok := w.Parts[0].(*syntax.Lit); ok && len(w.Parts) > 1 {
			w.Parts = []syntax.WordPart{&syntax.SglQuoted{Value: lit.Value}, &syntax.DblQuoted{Parts: w.Parts[1:]}}
		}
	}
	cc := c.with()
	cc.src = src
	ev.stmt(cc, file.Stmts[0])
}
