package shellparse

import (
	"fmt"
	"slices"

	"mvdan.cc/sh/v3/syntax"
)

func (ev *evaluator) binary(c *ctx, b *syntax.BinaryCmd) tri {
	switch b.Op {
	case syntax.Pipe, syntax.PipeAll:
		return ev.pipeline(c, b)
	}
	// X && Y || Z is a left-leaning tree, and may be long: it is walked
	// without a stack frame for each.
	links := []*syntax.BinaryCmd{b}
	first := b.X
	for {
		x, ok := first.Cmd.(*syntax.BinaryCmd)
		if !ok || x.Op != syntax.AndStmt && x.Op != syntax.OrStmt || first.Negated || first.Background || len(first.Redirs) > 0 {
			break
		}
		links, first = append(links, x), x.X
	}
	left := ev.stmt(c, first)
	success, failure := ev.outcome(c)
	for _, link := range slices.Backward(links) {
		left, success, failure = ev.link(c, left, link, success, failure)
	}
	return left
}

// link evaluates what follows && or ||, where left is the status before it,
// and success and failure the directories it leaves, see [evaluator.outcome].
func (ev *evaluator) link(c *ctx, left tri, b *syntax.BinaryCmd, success, failure []Text) (status tri, inSuccess, inFailure []Text) {
	right, skipped := c.branch(), c.branch()
	and := b.Op == syntax.AndStmt
	if and {
		right.standsIn(success)
		skipped.standsIn(failure)
	} else {
		right.standsIn(failure)
		skipped.standsIn(success)
	}
	status = ev.stmt(right, b.Y)
	inSuccess, inFailure = ev.outcome(right)
	if left == yes && and || left == no && !and {
		c.adopt(right)
		return status, inSuccess, inFailure
	}
	if inSuccess == nil {
		inSuccess, inFailure = right.env.cwd(), right.env.cwd()
	}
	if and {
		inFailure = joinTexts(inFailure, skipped.env.cwd())
	} else {
		inSuccess = joinTexts(inSuccess, skipped.env.cwd())
	}
	c.join(right, skipped)
	return left, inSuccess, inFailure
}

// pipeline evaluates the stages in order, each in a subshell reading what
// the one before it prints.
func (ev *evaluator) pipeline(c *ctx, b *syntax.BinaryCmd) tri {
	var stages []*syntax.Stmt
	var both []bool // |&: standard error goes into the pipe too
	var walk func(s *syntax.Stmt)
	chain := func(b *syntax.BinaryCmd) {
		walk(b.X)
		both[len(both)-1] = b.Op == syntax.PipeAll
		walk(b.Y)
	}
	walk = func(s *syntax.Stmt) {
		if bin, ok := s.Cmd.(*syntax.BinaryCmd); ok && (bin.Op == syntax.Pipe || bin.Op == syntax.PipeAll) &&
			!s.Negated && !s.Background && len(s.Redirs) == 0 {
			chain(bin)
			return
		}
		stages, both = append(stages, s), append(both, false)
	}
	chain(b)

	ev.pipes++
	pipe, in := ev.pipes, c.in
	for i, s := range stages {
		st := c.subshell()
		st.pipe, st.stage, st.in = pipe, i, in
		var out *sink
		if i < len(stages)-1 {
			out = &sink{}
			st.out = out
			if both[i] {
				st.redirected = true
				st.more[2] = out
			}
		}
		splits := ev.splits
		ev.stmt(st, s)
		if out != nil {
			if ev.splits != splits {
				out.lost(ev)
			}
			in = inputOf(out.texts(ev))
		}
	}
	return maybe
}

func (ev *evaluator) ifClause(c *ctx, n *syntax.IfClause) tri {
	ev.stmts(c, n.Cond)
	success, failure := ev.outcome(c)
	then, rest := c.branch(), c.branch()
	then.standsIn(success)
	rest.standsIn(failure)
	ev.stmts(then, n.Then)
	switch {
	case n.Else == nil:
	case len(n.Else.Cond) == 0:
		ev.stmts(rest, n.Else.Then)
	default:
		ev.ifClause(rest, n.Else)
	}
	c.join(then, rest)
	return maybe
}

func (ev *evaluator) caseClause(c *ctx, n *syntax.CaseClause) tri {
	ev.value(c, n.Word)
	arms := make([]*ctx, 0, len(n.Items)+1)
	var fall []*ctx   // the arm before, where it ended in ;&
	var resume []*ctx // the arms before that ended in ;;&
	for _, item := range n.Items {
		for _, p := range item.Patterns {
			ev.value(c, p)
		}
		arm := c.branch()
		if len(fall)+len(resume) > 0 {
			arm.join(slices.Concat(fall, resume, []*ctx{c.branch()})...)
		}
		ev.stmts(arm, item.Stmts)
		fall = nil
		switch item.Op {
		case syntax.Fallthrough:
			fall = []*ctx{arm}
		case syntax.Resume, syntax.ResumeKorn:
			resume = append(resume, arm)
		}
		arms = append(arms, arm)
	}
	c.join(append(arms, c.branch())...)
	return maybe
}

func (ev *evaluator) declare(c *ctx, d *syntax.FuncDecl) {
	names := d.Names
	if d.Name != nil {
		names = append(names, d.Name)
	}
	for _, lit := range names {
		f := &function{name: lit.Value, body: d.Body, src: c.src}
		c.env.setFunction(lit.Value, []*function{f})
		if lit.Value == "command_not_found_handle" || lit.Value == "command_not_found_handler" {
			// Bash calls it for any name it does not find.
			ev.callFunction(c.subshell(), []*function{f}, []Word{{Texts: []Text{Text(lit.Value)}}, ev.unknownWord(OriginArg, "arguments", true)})
		}
	}
}

// testNumber looks at a word that [[ … ]] takes for an expression or a name.
func (ev *evaluator) testNumber(c *ctx, x syntax.TestExpr) {
	if w, ok := x.(*syntax.Word); ok {
		ev.subscripts(c, ev.value(c, w).Texts...)
		ev.operands(c, w)
	}
}

// test walks the words of [[ … ]] for what they run.
func (ev *evaluator) test(c *ctx, x syntax.TestExpr) {
	switch x := x.(type) {
	case *syntax.Word:
		ev.value(c, x)
	case *syntax.UnaryTest:
		if x.Op == syntax.TsVarSet {
			ev.testNumber(c, x.X)
		}
		ev.test(c, x.X)
	case *syntax.BinaryTest:
		switch x.Op {
		case syntax.TsEql, syntax.TsNeq, syntax.TsLeq, syntax.TsGeq, syntax.TsLss, syntax.TsGtr:
			ev.testNumber(c, x.X)
			ev.testNumber(c, x.Y)
		}
		ev.test(c, x.X)
		ev.test(c, x.Y)
	case *syntax.ParenTest:
		ev.test(c, x.X)
	default:
		ev.problem("construct", fmt.Sprintf("a test this program does not know (%T)", x), c.src.at)
	}
}
