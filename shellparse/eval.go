package shellparse

import (
	"fmt"

	"mvdan.cc/sh/v3/syntax"
)

// evaluator walks the trees of one Parse and collects what they may run.
type evaluator struct {
	opt      Options
	out      *Script
	steps    int
	limited  bool              // the step limit was passed and said
	pipes    int               // pipelines so far
	repeated bool              // a loop was walked more than once: see [evaluator.fold]
	written  map[string][]Text // files this text writes, with what is known of their content
	seen     map[string]bool   // problems, so that a loop says each once
	procs    int               // process substitutions so far
	readers  []reader          // >(…) waiting for what is written to them
}

// ctx is where in the evaluation a statement stands. It is copied, never shared.
type ctx struct {
	env      *env
	src      *source
	in       *input // nil: the standard input of the script itself
	out      *sink  // nil: nobody looks at the output
	pipe     int
	stage    int
	via      []string
	redirs   []Redir
	pos      Span // of the simple command being run
	depth    int
	bg       bool
	remote   bool
	external bool // functions and builtins are not seen: the command is started by a program
	noFuncs  bool // functions are not seen, builtins are: command, builtin
	inTrap   bool
	cleanEnv bool     // the next shell sees only what the last layer sets: env -i
	branched bool     // inside a branch or loop of the function being evaluated
	calledIn int      // the pipeline that function was called in
	assigns  []Assign // of the command being run
	last     int      // index of the command recorded last here
}

// tri is an exit status as far as it is known.
type tri uint8

const (
	maybe tri = iota
	yes
	no
)

func newEvaluator(text string, o Options) *evaluator {
	return &evaluator{opt: o, out: &Script{Source: text, Origins: newOrigins()}}
}

func (ev *evaluator) top() *ctx {
	s := &shell{ev: ev, dialect: syntax.LangBash, login: ev.opt.Login}
	e := &env{shell: s}
	dir := unknownText(byte(OriginUnknown))
	if ev.opt.Dir != "" {
		dir = Text(ev.opt.Dir)
	}
	e.dir = []Text{dir}
	return &ctx{env: e, src: &source{text: ev.out.Source, top: true}}
}

func (ev *evaluator) parser(d syntax.LangVariant) *syntax.Parser {
	return syntax.NewParser(syntax.Variant(d))
}

func (ev *evaluator) problem(kind, text string, at Span) {
	key := kind + "\x00" + text
	if ev.seen[key] {
		return
	}
	if ev.seen == nil {
		ev.seen = make(map[string]bool)
	}
	ev.seen[key] = true
	ev.out.Problems = append(ev.out.Problems, Problem{kind, text, at})
}

func (ev *evaluator) limit(text string, at Span) { ev.problem("limit", text, at) }

// step counts work. false: the limit is passed, nothing more is evaluated.
func (ev *evaluator) step(at Span) bool {
	ev.steps++
	if ev.steps <= MaxSteps {
		return true
	}
	if !ev.limited {
		ev.limited = true
		ev.limit(fmt.Sprintf("more than %d evaluation steps", MaxSteps), at)
	}
	return false
}

func (c *ctx) with() *ctx {
	d := *c
	return &d
}

// through returns c for what was reached by one more step.
func (c *ctx) through(how string) *ctx {
	d := *c
	d.via = append(c.via[:len(c.via):len(c.via)], how)
	d.depth++
	d.assigns = nil
	return &d
}

// subshell returns c with a state of its own, whose changes do not come back.
func (c *ctx) subshell() *ctx {
	d := *c
	d.env = c.env.branch()
	return &d
}

// branch evaluates fn on a layer of its own, with an output of its own, and
// returns the layer for [ctx.join].
func (c *ctx) branch() *ctx {
	d := *c
	d.env = c.env.branch()
	d.branched = true
	if c.out != nil {
		d.out = &sink{}
	}
	if c.in != nil {
		in := *c.in
		d.in = &in
	}
	return &d
}

// join merges branches of c back into it.
func (c *ctx) join(branches ...*ctx) {
	envs := make([]*env, len(branches))
	outs := make([]*sink, len(branches))
	for i, b := range branches {
		envs[i], outs[i] = b.env, b.out
		c.in.join(b.in)
	}
	c.env.join(envs...)
	if c.out != nil {
		c.out.join(outs)
	}
}

// adopt takes over what a branch did that certainly ran.
func (c *ctx) adopt(b *ctx) {
	c.env.adopt(b.env)
	c.out.append(b.out)
	if c.in != nil {
		*c.in = *b.in
	}
}

func (ev *evaluator) stmts(c *ctx, list []*syntax.Stmt) tri {
	status := yes
	for _, s := range list {
		status = ev.stmt(c, s)
	}
	return status
}

func (ev *evaluator) stmt(c *ctx, s *syntax.Stmt) tri {
	if !ev.step(c.src.span(s)) {
		return maybe
	}
	if s.Background || s.Coprocess || s.Disown {
		c = c.subshell()
		c.bg = true
		c.out = nil
		defer func(e *env) { e.up.set("!", &variable{texts: []Text{unknownText(byte(OriginJob))}}) }(c.env)
	}
	if call, ok := s.Cmd.(*syntax.CallExpr); ok {
		status := ev.call(c, s, call)
		return negate(status, s.Negated)
	}
	restore := func() {}
	if len(s.Redirs) > 0 {
		c, restore = ev.redirected(c, s)
	}
	status := ev.command(c, s)
	restore()
	return negate(status, s.Negated)
}

func negate(t tri, negated bool) tri {
	if negated {
		switch t {
		case yes:
			return no
		case no:
			return yes
		}
	}
	return t
}

// command is the exhaustive switch over compound commands. A node it does
// not know is a Problem: fail closed.
func (ev *evaluator) command(c *ctx, s *syntax.Stmt) tri {
	switch cmd := s.Cmd.(type) {
	case nil: // a bare redirection
		cc := c.with()
		cc.pos = c.src.span(s)
		ev.emit(cc, Command{})
		return maybe
	case *syntax.Block:
		return ev.stmts(c, cmd.Stmts)
	case *syntax.Subshell:
		sub := c.subshell()
		status := ev.stmts(sub, cmd.Stmts)
		return status
	case *syntax.IfClause:
		return ev.ifClause(c, cmd)
	case *syntax.WhileClause:
		return ev.while(c, cmd)
	case *syntax.ForClause:
		return ev.forClause(c, cmd)
	case *syntax.CaseClause:
		return ev.caseClause(c, cmd)
	case *syntax.BinaryCmd:
		return ev.binary(c, cmd)
	case *syntax.FuncDecl:
		ev.declare(c, cmd)
		return yes
	case *syntax.ArithmCmd:
		ev.arithm(c, cmd.X)
		return maybe
	case *syntax.TestClause:
		ev.test(c, cmd.X)
		return maybe
	case *syntax.DeclClause:
		ev.declClause(c, s, cmd)
		return yes
	case *syntax.LetClause:
		for _, x := range cmd.Exprs {
			ev.arithm(c, x)
		}
		return maybe
	case *syntax.TimeClause:
		if cmd.Stmt == nil {
			return yes
		}
		return ev.stmt(c.through("time"), cmd.Stmt)
	case *syntax.CoprocClause:
		co := c.subshell().through("coproc")
		co.bg = true
		co.in = &input{text: unknownText(byte(OriginInput))}
		co.out = nil
		ev.stmt(co, cmd.Stmt)
		return maybe
	case *syntax.CallExpr:
		return ev.call(c, s, cmd)
	case *syntax.TestDecl: // bats
		ev.stmt(c.subshell(), cmd.Body)
		return maybe
	default:
		ev.problem("construct", fmt.Sprintf("a shell construct this program does not know (%T)", cmd), c.src.span(s))
		return maybe
	}
}

func (ev *evaluator) binary(c *ctx, b *syntax.BinaryCmd) tri {
	switch b.Op {
	case syntax.Pipe, syntax.PipeAll:
		return ev.pipeline(c, b)
	}
	// X && Y && Z is a left-leaning tree; the list is walked without a stack
	// frame for each.
	left := ev.stmt(c, b.X)
	right := c.branch()
	status := ev.stmt(right, b.Y)
	always := left == yes && b.Op == syntax.AndStmt || left == no && b.Op == syntax.OrStmt
	if always {
		c.adopt(right)
		return status
	}
	skipped := c.branch()
	c.join(right, skipped)
	if left == maybe {
		return maybe
	}
	return left
}

// pipeline evaluates the stages in order, each in a subshell reading what
// the one before it prints.
func (ev *evaluator) pipeline(c *ctx, b *syntax.BinaryCmd) tri {
	var stages []*syntax.Stmt
	var walk func(s *syntax.Stmt)
	walk = func(s *syntax.Stmt) {
		if bin, ok := s.Cmd.(*syntax.BinaryCmd); ok && (bin.Op == syntax.Pipe || bin.Op == syntax.PipeAll) &&
			!s.Negated && !s.Background && len(s.Redirs) == 0 {
			walk(bin.X)
			walk(bin.Y)
			return
		}
		stages = append(stages, s)
	}
	walk(b.X)
	walk(b.Y)

	ev.pipes++
	pipe, in := ev.pipes, c.in
	for i, s := range stages {
		st := c.subshell()
		st.pipe, st.stage, st.in = pipe, i, in
		var out *sink
		if i < len(stages)-1 {
			out = &sink{}
			st.out = out
		}
		ev.stmt(st, s)
		if out != nil {
			in = &input{text: out.text()}
		}
	}
	return maybe
}

func (ev *evaluator) ifClause(c *ctx, n *syntax.IfClause) tri {
	ev.stmts(c, n.Cond)
	then, rest := c.branch(), c.branch()
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
	var fall *ctx // the arm before ended in ;& or ;;&
	for _, item := range n.Items {
		for _, p := range item.Patterns {
			ev.value(c, p)
		}
		arm := c.branch()
		if fall != nil {
			arm.join(fall, c.branch())
		}
		ev.stmts(arm, item.Stmts)
		fall = nil
		if item.Op != syntax.Break {
			fall = arm
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

// test walks the words of [[ … ]] for what they run.
func (ev *evaluator) test(c *ctx, x syntax.TestExpr) {
	switch x := x.(type) {
	case *syntax.Word:
		ev.value(c, x)
	case *syntax.UnaryTest:
		ev.test(c, x.X)
	case *syntax.BinaryTest:
		ev.test(c, x.X)
		ev.test(c, x.Y)
	case *syntax.ParenTest:
		ev.test(c, x.X)
	default:
		ev.problem("construct", fmt.Sprintf("a test this program does not know (%T)", x), c.src.at)
	}
}

// emit records a command.
func (ev *evaluator) emit(c *ctx, cmd Command) int {
	cmd.Via = c.via
	cmd.Assigns = c.assigns
	cmd.Redirs = append(c.redirs[:len(c.redirs):len(c.redirs)], cmd.Redirs...)
	cmd.Dir = Word{Texts: c.env.cwd()}
	cmd.Pipeline, cmd.Stage = c.pipe, c.stage
	if c.in != nil {
		cmd.HasIn, cmd.In = true, c.in.text
	}
	cmd.Background, cmd.Remote = c.bg, c.remote
	cmd.Level = c.env.shell.level
	cmd.Pos = c.pos
	ev.out.Commands = append(ev.out.Commands, cmd)
	c.last = len(ev.out.Commands) - 1
	return c.last
}
