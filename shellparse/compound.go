package shellparse

import (
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
	chosen := ev.chosenBy(c, first)
	left := ev.stmt(c, first)
	success, failure := ev.outcome(c)
	if chosen && len(links) == 1 && (left == no && b.Op == syntax.AndStmt || left == yes && b.Op == syntax.OrStmt) {
		return left
	}
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
	if left == yes && and || left == no && !and {
		right.chance = max(c.chance, chanceLeft)
	}
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
	if left != maybe { // it is not run
		c.mayLeave(right)
		c.adopt(skipped)
		return left, inSuccess, inFailure
	}
	c.join(right, skipped)
	if and && status == no || !and && status == yes {
		return status, inSuccess, inFailure
	}
	return maybe, inSuccess, inFailure
}

// pipeline evaluates the stages in order, each in a subshell reading what
// the one before it prints.
func (ev *evaluator) pipeline(c *ctx, b *syntax.BinaryCmd) tri {
	stages := make([]*syntax.Stmt, 0, 4)
	both := make([]bool, 0, 4) // |&: standard error goes into the pipe too
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

	status := maybe
	ev.pipes++
	pipe, in := ev.pipes, c.in
	for i, s := range stages {
		st := c.subshell()
		st.pipe, st.stage, st.in, st.fork = pipe, i, in, forkLoose
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
		status = ev.stmt(st, s)
		if ev.splits != splits {
			status = maybe
		}
		if i == len(stages)-1 && c.env.shell.dialect == syntax.LangZsh { // it runs the last one itself
			c.env.adopt(st.env)
		}
		if out != nil {
			if ev.splits != splits {
				out.lost(ev)
			}
			in = inputOf(out.texts(ev))
		}
	}
	if ev.pipefail {
		return maybe
	}
	return status
}

func (ev *evaluator) ifClause(c *ctx, n *syntax.IfClause) tri {
	chosen := ev.chosenBy(c, n.Cond...)
	cond := ev.stmts(c, n.Cond)
	switch {
	case !chosen || cond == maybe:
	case cond == yes:
		return ev.stmts(c, n.Then)
	case n.Else == nil:
		return yes
	case len(n.Else.Cond) == 0:
		return ev.stmts(c, n.Else.Then)
	default:
		return ev.ifClause(c, n.Else)
	}
	success, failure := ev.outcome(c)
	then, rest := c.branch(), c.branch()
	if cond == yes {
		then.chance = max(c.chance, chanceLeft)
	}
	then.standsIn(success)
	rest.standsIn(failure)
	status, other := ev.stmts(then, n.Then), yes
	switch {
	case n.Else == nil:
	case len(n.Else.Cond) == 0:
		other = ev.stmts(rest, n.Else.Then)
	default:
		other = ev.ifClause(rest, n.Else)
	}
	switch {
	case cond == yes:
		c.mayLeave(rest)
		c.adopt(then)
		return status
	case cond == no:
		c.mayLeave(then)
		c.adopt(rest)
		return other
	}
	c.join(then, rest)
	if status != other {
		return maybe
	}
	return status
}

func (ev *evaluator) caseClause(c *ctx, n *syntax.CaseClause) tri {
	subject := ev.value(c, n.Word).Texts
	chosen := ofArguments(n.Word) && ev.argumentsKnown(c)
	ways := make([]*ctx, 0, len(n.Items)+1)
	var fall []*ctx   // the arm before, where it ended in ;&
	var resume []*ctx // the arms before that ended in ;;&
	reached := yes    // whether the pattern is looked at, no arm having been taken before
	for _, item := range n.Items {
		match := no
		for _, p := range item.Patterns {
			switch m := ev.fits(c, subject, p); {
			case match == yes || m == no:
			default:
				match = m
			}
		}
		taken := reached != no && match != no || len(fall)+len(resume) > 0
		if chosen && !taken {
			fall = nil
			continue
		}
		arm := c.branch()
		if len(fall)+len(resume) > 0 {
			arm.join(slices.Concat(fall, resume, []*ctx{c.branch()})...)
		}
		ev.stmts(arm, item.Stmts)
		fall = nil
		if !taken {
			continue
		}
		ways = append(ways, arm)
		switch item.Op {
		case syntax.Fallthrough:
			fall = []*ctx{arm}
		case syntax.Resume, syntax.ResumeKorn:
			resume = append(resume, arm)
		}
		if match == yes {
			reached = no
		}
	}
	if reached != no {
		ways = append(ways, c.branch())
	}
	if len(ways) == 1 {
		c.adopt(ways[0])
	} else {
		c.join(ways...)
	}
	return maybe
}

// declare notes the functions that are declared. One without a name, of zsh, is
// called at once.
func (ev *evaluator) declare(c *ctx, d *syntax.FuncDecl) tri {
	names := d.Names
	if d.Name != nil {
		names = append(names, d.Name)
	}
	if len(names) == 0 {
		return ev.callFunction(c, []*function{{body: d.Body, src: c.src}}, []Word{{Texts: []Text{"(anon)"}, Pos: c.src.span(d)}})
	}
	for _, lit := range names {
		f := &function{name: lit.Value, body: d.Body, src: c.src}
		c.env.setFunction(lit.Value, []*function{f})
		if lit.Value == "command_not_found_handle" || lit.Value == "command_not_found_handler" {
			// Bash calls it for any name it does not find.
			ev.callFunction(c.subshell(), []*function{f}, []Word{{Texts: []Text{Text(lit.Value)}}, ev.unknownWord(OriginArg, "arguments", true)})
		}
	}
	return yes
}
