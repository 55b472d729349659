package shellparse

import (
	"fmt"
	"slices"
	"sync"

	"mvdan.cc/sh/v3/syntax"
)

// evaluator walks the trees of one Parse and collects what they may run.
type evaluator struct {
	opt       Options
	out       *Script
	steps     int
	limited   bool              // the step limit was passed and said
	pipes     int               // pipelines so far
	repeated  bool              // a loop was walked more than once: see [evaluator.fold]
	written   map[string][]Text // files this text writes, with what is known of their content
	states    map[string]fileState
	writes    map[string]int    // how many commands were recorded when a file was last written
	ran       []fileRun         // every script file that was run
	links     map[string]string // other names of files and folders
	open      map[string]bool   // files that something goes on writing to
	lastCd    entered
	changes   int             // how often the content of a file has changed
	unread    map[string]bool // files that the reader does not give
	running   []runningFile   // script files being evaluated, outermost first
	fileRuns  map[string]int  // how often each was, see [evaluator.fileText]
	summing   int             // summaries being made
	summaries map[summaryKey]*summary
	seen      map[string]bool // problems, so that a loop says each once
	procs     int             // process substitutions so far
	substs    int             // command substitutions so far
	splits    int             // places so far behind which it is not known whether the shell is still there
	aliases   []gitAlias      // aliases this text writes into a configuration of git
	readers   []reader        // >(…) waiting for what is written to them
}

// ctx is where in the evaluation a statement stands. It is copied, never shared.
type ctx struct {
	env        *env
	src        *source
	in         *input    // nil: the standard input of the script itself
	out        *sink     // nil: nobody looks at the output
	more       [10]*sink // descriptors 2 to 9, the same way
	redirected bool      // more may hold something
	pipe       int
	stage      int
	via        []string
	redirs     []Redir
	pos        Span // of the simple command being run
	depth      int
	bg         bool
	remote     bool
	external   bool // functions and builtins are not seen: the command is started by a program
	noFuncs    bool // functions are not seen, builtins are: command, builtin
	inTrap     bool
	call       string   // a call of inline code, see [Command.Call]
	brk        *jumps   // where break goes; nil: outside any loop
	cont       *jumps   // where continue goes
	line       *jumps   // where an expansion that fails goes: the next line of the text
	ret        *jumps   // where return goes; nil: outside any function
	unsure     bool     // inside a branch or loop: it is not certain that this point is reached
	branched   bool     // inside a branch or loop of the function being evaluated
	calledIn   int      // the pipeline that function was called in
	assigns    []Assign // of the command being run
	last       int      // index of the command recorded last here
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

// parsers keeps parsers of bash for the next text: one is larger than what
// most texts come to.
var parsers sync.Pool

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

// charge counts work on n bytes that are copied. false: the limit is passed.
func (ev *evaluator) charge(n int, at Span) bool {
	ev.steps += n >> 8
	return ev.steps <= MaxSteps || ev.step(at)
}

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
	d.detach()
	return &d
}

// branch is c on a layer of its own, with an output of its own, for
// [ctx.join] or [ctx.adopt].
func (c *ctx) branch() *ctx {
	d := *c
	d.env = c.env.branch()
	d.env.shell.ev.steps++
	d.branched, d.unsure = true, true
	d.forkOutputs(c)
	if c.in != nil {
		in := *c.in
		d.in = &in
	}
	return &d
}

// join merges branches of c back into it.
func (c *ctx) join(branches ...*ctx) {
	envs := make([]*env, len(branches))
	for i, b := range branches {
		envs[i] = b.env
		c.in.join(b.in)
	}
	ev := c.env.shell.ev
	for _, e := range envs {
		if (e.dead == alive) != (envs[0].dead == alive) {
			ev.splits++
			break
		}
	}
	c.env.join(envs...)
	c.joinOutputs(branches)
}

// adopt takes over what a branch did that certainly ran.
func (c *ctx) adopt(b *ctx) {
	c.env.adopt(b.env)
	c.adoptOutputs(b)
	if c.in != nil {
		*c.in = *b.in
	}
}

func (ev *evaluator) stmts(c *ctx, list []*syntax.Stmt) tri {
	status := yes
	reached := true
	for _, s := range list {
		if reached && c.env.dead != alive {
			c, reached = c.unreached(), false
		}
		if t := ev.stmt(c, s); reached {
			status = t
		}
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
		defer c.race()
		defer func(e *env) { e.up.set("!", &variable{texts: []Text{unknownText(byte(OriginJob))}}) }(c.env)
	}
	if call, ok := s.Cmd.(*syntax.CallExpr); ok {
		status := ev.call(c, s, call)
		if s.Negated {
			ev.lastCd = entered{}
		}
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
		if c.depth > MaxNesting {
			ev.limit("nesting deeper than 64", c.src.span(s))
			return maybe
		}
		return ev.stmt(c.through("time"), cmd.Stmt)
	case *syntax.CoprocClause:
		if c.depth > MaxNesting {
			ev.limit("nesting deeper than 64", c.src.span(s))
			return maybe
		}
		co := c.subshell().through("coproc")
		co.bg = true
		co.in = &input{text: unknownText(byte(OriginInput))}
		co.out = nil
		ev.coproc(co, cmd)
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
	cmd.Call = c.call
	cmd.Pos = c.pos
	if n := len(ev.out.Commands); n == cap(ev.out.Commands) && n > 0 { // append would grow a long list by a quarter, and copy it far more often
		ev.out.Commands = slices.Grow(ev.out.Commands, n)
	}
	ev.out.Commands = append(ev.out.Commands, cmd)
	c.last = len(ev.out.Commands) - 1
	return c.last
}
