package shellparse

import "mvdan.cc/sh/v3/syntax"

// Branches that the arguments of a script choose: case "$1", if [ "$1" = up ].
// Where the arguments are known, the others are code that does not run, and
// nothing of it is recorded. What any other condition leaves out is recorded
// all the same: that it is false may be a matter of what is not seen here.

// argumentsKnown reports whether all positional parameters are certain: the
// arguments that a script or set -- was given. Those of a function are not asked
// for: whether it may return decides whether one that calls itself ever ends.
func (ev *evaluator) argumentsKnown(c *ctx) bool {
	if c.ret != nil || ev.spoiled || ev.summing > 0 || ev.repeated || c.inTrap || len(c.env.shell.traps) > 0 || len(c.src.marks) > 0 {
		return false
	}
	v := c.env.get("@")
	if v == nil || v.many || v.unset {
		return false
	}
	for _, el := range v.elems {
		if len(el.texts) != 1 {
			return false
		}
		if _, ok := el.texts[0].Exact(); !ok {
			return false
		}
	}
	return true
}

// ofArguments reports whether words are made of positional parameters and what
// stands in the text, and hold at least one of them.
func ofArguments(words ...*syntax.Word) bool {
	found, other := false, false
	for _, w := range words {
		syntax.Walk(w, func(n syntax.Node) bool {
			switch n := n.(type) {
			case *syntax.ParamExp:
				found = true
				other = other || !plainArgument(n)
			case *syntax.CmdSubst, *syntax.ProcSubst, *syntax.ArithmExp, *syntax.ExtGlob, *syntax.BraceExp:
				other = true
			}
			return !other
		})
	}
	return found && !other
}

// plainArgument reports whether an expansion is $1, $#, $@ or one of them with a
// value for where it is not set.
func plainArgument(p *syntax.ParamExp) bool {
	if p.Param == nil || p.Excl || p.Length || p.Width || p.Index != nil || p.Slice != nil || p.Repl != nil || p.Names != 0 || p.Flags != nil || p.NestedParam != nil || len(p.Modifiers) > 0 {
		return false
	}
	if p.Exp != nil && p.Exp.Op != syntax.DefaultUnset && p.Exp.Op != syntax.DefaultUnsetOrNull {
		return false
	}
	name := p.Param.Value
	return len(name) == 1 && (name[0] >= '1' && name[0] <= '9' || name == "#" || name == "@" || name == "*")
}

// chosenBy reports whether a condition asks for nothing but arguments that are
// known.
func (ev *evaluator) chosenBy(c *ctx, conds ...*syntax.Stmt) bool {
	return len(conds) == 1 && ev.testsArguments(c, conds[0]) && ev.argumentsKnown(c)
}

func (ev *evaluator) testsArguments(c *ctx, s *syntax.Stmt) bool {
	if s.Background || s.Coprocess || s.Disown || len(s.Redirs) > 0 {
		return false
	}
	switch cmd := s.Cmd.(type) {
	case *syntax.CallExpr:
		if len(cmd.Args) < 2 || len(cmd.Assigns) > 0 {
			return false
		}
		name := cmd.Args[0].Lit()
		return (name == "[" || name == "test") && len(c.env.function(name)) == 0 && ofArguments(cmd.Args[1:]...)
	case *syntax.TestClause:
		words, plain := []*syntax.Word(nil), true
		syntax.Walk(cmd, func(n syntax.Node) bool {
			switch n := n.(type) {
			case *syntax.Word:
				words = append(words, n)
				return false
			case *syntax.BinaryTest:
				plain = plain && n.Op != syntax.TsReMatch
			}
			return true
		})
		return plain && ofArguments(words...)
	case *syntax.BinaryCmd:
		return (cmd.Op == syntax.AndStmt || cmd.Op == syntax.OrStmt) && ev.testsArguments(c, cmd.X) && ev.testsArguments(c, cmd.Y)
	}
	return false
}
