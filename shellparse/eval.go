package shellparse

import (
	"fmt"
	"slices"
	"sync"

	"mvdan.cc/sh/v3/syntax"

	"github.com/hermes-exec/hermes-exec/shellparse/inline"
)

// evaluator walks the trees of one Parse and collects what they may run.
type evaluator struct {
	opt        Options
	out        *Script
	steps      int
	references int               // to elements of arrays, within each other
	limited    bool              // the step limit was passed and said
	programs   int               // script files around that somebody else wrote
	pipes      int               // pipelines so far
	repeated   bool              // a loop was walked more than once: see [Script.fold]
	written    map[string][]Text // files this text writes, with what is known of their content
	states     map[string]fileState
	writes     map[string]int    // how many commands were recorded when a file was last written
	ran        []fileRun         // every script file that was run
	links      map[string]string // other names of files and folders
	open       map[string]bool   // files that something goes on writing to
	searched   map[string]search // see [evaluator.changedSince]
	lastCd     entered
	changes    int             // how often the content of a file has changed
	unread     map[string]bool // files that the reader does not give
	running    []runningFile   // script files being evaluated, outermost first
	fileRuns   map[string]int  // how often each was, see [evaluator.fileText]
	summing    int             // summaries being made
	summaries  map[summaryKey]*summary
	lowest     int               // the outermost summary that one being made needs
	partial    []*summary        // summaries that needed one that was still being made
	making     *summary          // the innermost that is being made
	nicknames  map[string]string // programs by the paths that this text copies or links them to
	importing  map[string]bool   // files written by this text that are being read as modules
	codeRead   map[codeKey][]inline.Effect
	grammars   map[string][]*grammar
	seen       map[string]bool // problems, so that a loop says each once
	procs      int             // process substitutions so far
	substs     int             // command substitutions so far
	splits     int             // places so far behind which it is not known whether the shell is still there
	lasting    []reader        // >(…) that exec has opened
	aliases    []gitAlias      // aliases this text writes into a configuration of git
	past       []Text          // lines that history -s puts into the history
	readers    []reader        // >(…) waiting for what is written to them
	counted    int             // turns of loops that were told apart by their conditions
	solid      solids          // the origins that are one word, see [evaluator.solidOrigin]
	modes                      // of any shell of the text, from where they are set on
	spoiled    bool            // unknown code has run: what is set nowhere may be set after all

	refused    map[string]error // files that are there and were not read, for what they are
	sealedFrom int              // the first command that sealTraps recorded for the outermost shell
}

// tri is an exit status as far as it is known.
type tri uint8

const (
	maybe tri = iota
	yes
	no
)

func newEvaluator(text string, o Options) *evaluator {
	var out struct {
		script  Script
		origins [fixedOrigins + 4]Origin
	}
	out.script = Script{Source: text, Origins: fixed(out.origins[:fixedOrigins])}
	return &evaluator{opt: o, out: &out.script}
}

func (ev *evaluator) top() *ctx {
	var w struct { // in one piece: most texts are short
		shell shell
		env   env
		ctx   ctx
		src   source
		dir   [1]Text
	}
	w.shell = shell{ev: ev, dialect: syntax.LangBash, login: ev.opt.Login}
	w.dir[0] = unknownText(byte(OriginUnknown))
	if ev.opt.Dir != "" {
		w.dir[0] = Text(ev.opt.Dir)
	}
	w.env = env{shell: &w.shell, dir: w.dir[:]}
	w.src = source{text: ev.out.Source, top: true}
	w.ctx = ctx{env: &w.env, src: &w.src}
	return &w.ctx
}

func (ev *evaluator) parser(d syntax.LangVariant) *syntax.Parser {
	return syntax.NewParser(syntax.Variant(d))
}

// parsers keeps parsers of bash for the next text: one is larger than what
// most texts come to.
var parsers sync.Pool

func (ev *evaluator) problem(kind, text string, at Span) {
	if ev.programs > 0 || at.File != "" && ev.isProgram(at.File) { // a function of one may be called outside of it
		return
	}
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

// stepAt is step for a node, whose place is not looked up for nothing.
func (ev *evaluator) stepAt(c *ctx, n syntax.Node) bool {
	if ev.steps < MaxSteps {
		ev.steps++
		return true
	}
	return ev.step(c.src.span(n))
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

// layered is c on a layer of its own. Both are made in one piece.
func (c *ctx) layered() *ctx {
	var d struct {
		ctx ctx
		env env
	}
	d.ctx, d.env = *c, env{up: c.env, shell: c.env.shell}
	c.env.shell.ev.steps += 2 // half a KiB
	d.ctx.env = &d.env
	return &d.ctx
}

func (ev *evaluator) stmts(c *ctx, list []*syntax.Stmt) tri {
	status := yes
	reached := true
	for i, s := range list {
		if ev.limited {
			return maybe
		}
		if reached && c.env.dead != alive {
			c, reached = c.unreached(), false
		}
		t := ev.stmt(c, s)
		if reached {
			status = t
		}
		if ev.errexit && t != yes && i < len(list)-1 { // what follows the list looks at its status itself
			ev.splits++
		}
	}
	return status
}

func (ev *evaluator) stmt(c *ctx, s *syntax.Stmt) tri {
	if !ev.stepAt(c, s) {
		return maybe
	}
	if s.Background || s.Coprocess || s.Disown {
		c = c.subshell()
		c.bg, c.fork = true, forkLoose
		c.startsJob(c.src.span(s))
		defer c.race()
		defer func(e *env) { e.up.set("!", &variable{texts: []Text{unknownText(byte(OriginJob))}}) }(c.env)
	}
	outer := c.env
	splits, readers := ev.splits, len(ev.readers)
	var status tri
	if call, ok := s.Cmd.(*syntax.CallExpr); ok {
		status = ev.call(c, s, call)
		if s.Negated {
			ev.lastCd = entered{}
		}
	} else {
		restore := func() {}
		if len(s.Redirs) > 0 {
			c, restore = ev.redirected(c, s)
		}
		status = ev.command(c, s)
		restore()
	}
	ev.feed(readers, nil, "")
	switch {
	case s.Background || s.Coprocess || s.Disown:
		outer.up.status = "0"
		return yes
	case status == no && ev.splits != splits, mayFail(s.Redirs):
		status = maybe
	}
	outer.status = exitStatus(s, status)
	return negate(status, s.Negated)
}

// mayFail reports whether a redirection can go wrong, so that the command is
// not run and its status is another.
func mayFail(redirs []*syntax.Redirect) bool {
	for _, r := range redirs {
		switch r.Op {
		case syntax.Hdoc, syntax.DashHdoc, syntax.WordHdoc:
		default:
			if r.Word.Lit() != "/dev/null" && !(r.Op == syntax.DplOut && (r.Word.Lit() == "1" || r.Word.Lit() == "2")) { // those are always there
				return true
			}
		}
	}
	return false
}

// exitStatus is $? after a statement. Of what fails only a few programs are
// known to end with 1.
func exitStatus(s *syntax.Stmt, status tri) Text {
	switch {
	case status == maybe:
	case (status == yes) != s.Negated:
		return "0"
	case s.Negated:
		return "1"
	default:
		switch cmd := s.Cmd.(type) {
		case *syntax.TestClause, *syntax.ArithmCmd:
			return "1"
		case *syntax.CallExpr:
			if len(cmd.Args) > 0 && slices.Contains([]string{"false", "[", "test"}, cmd.Args[0].Lit()) {
				return "1"
			}
		}
	}
	return unknownText(byte(OriginUnknown))
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
		sub.fork = max(sub.fork, forkWaited)
		splits := ev.splits
		status := ev.stmts(sub, cmd.Stmts)
		if ev.splits != splits || sub.env.dead != alive { // it may have ended before
			return maybe
		}
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
		status := ev.declare(c, cmd)
		if c.env.shell.dialect == syntax.LangZsh && cmd.Name != nil && zshHook(cmd.Name.Value) {
			ev.run(c.subshell(), []Word{{Texts: []Text{Text(cmd.Name.Value)}, Src: cmd.Name.Value, Pos: c.src.span(s)}})
		}
		return status
	case *syntax.ArithmCmd:
		c.noise()
		return arithmStatus(ev.arithms(c, cmd.X)...)
	case *syntax.TestClause:
		c.noise()
		return ev.test(c, cmd.X)
	case *syntax.DeclClause:
		splits := ev.splits
		if c.misplaced(cmd.Variant.Value) {
			b := c.branch()
			ev.declClause(b, s, cmd)
			c.join(b, c.branch())
			return maybe
		}
		ev.declClause(c, s, cmd)
		if ev.splits != splits || cmd.Variant.Value == "local" {
			return maybe
		}
		return yes
	case *syntax.LetClause:
		c.noise()
		status := maybe
		for _, x := range cmd.Exprs {
			if readsOtherwise(x) {
				ev.problem("construct", "an expression of let that bash ends at an operator which stands in no quotes", c.src.span(cmd))
			}
			if w, ok := x.(*syntax.Word); ok && w.Lit() == "" {
				status = ev.let(c, ev.value(c, w).Texts)
				continue
			}
			if ev.nullglob || ev.wideglob { // n*=2 is a pattern as well
				status = maybe
				b := c.branch()
				ev.arithm(b, x)
				c.join(b, c.branch())
				continue
			}
			status = arithmStatus(ev.arithm(c, x))
		}
		return status
	case *syntax.TimeClause:
		c.noise()
		if cmd.Stmt == nil {
			return yes
		}
		if c.depth > MaxNesting {
			ev.limit("nesting deeper than 64", c.src.span(s))
			return maybe
		}
		timed := cmd.Stmt
		if call, ok := timed.Cmd.(*syntax.CallExpr); ok && len(call.Assigns) == 0 && len(call.Args) > 1 && call.Args[0].Lit() == "--" {
			stmt, rest := *timed, *call
			rest.Args = call.Args[1:]
			stmt.Cmd = &rest
			timed = &stmt
		}
		return ev.stmt(c.through("time"), timed)
	case *syntax.CoprocClause:
		if c.depth > MaxNesting {
			ev.limit("nesting deeper than 64", c.src.span(s))
			return maybe
		}
		co := c.subshell().through("coproc")
		co.bg, co.fork = true, forkLoose
		co.startsJob(c.src.span(s))
		co.in = &input{text: unknownText(byte(OriginInput))}
		co.out = nil
		ev.coproc(co, cmd)
		ev.coprocStarted(c, cmd)
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
	ev.steps += 2 + (len(cmd.Argv)+len(c.redirs))>>2
	cmd.Via = c.via
	cmd.Assigns = c.assigns
	cmd.Redirs = append(c.redirs[:len(c.redirs):len(c.redirs)], cmd.Redirs...)
	cmd.Dir = Word{Texts: c.env.cwd()}
	cmd.Pipeline, cmd.Stage = c.pipe, c.stage
	if c.in != nil {
		cmd.HasIn, cmd.In = true, c.in.text
	}
	if text, ok := ev.sqlFile(c, cmd.Argv); ok {
		cmd.HasIn, cmd.In, cmd.InFile = true, text, true
	}
	cmd.Background, cmd.Remote = c.bg, c.remote
	cmd.Level = c.env.shell.level
	cmd.Call = c.call
	cmd.Unset, c.unset = c.unset, ""
	cmd.Pos = c.pos
	switch {
	case ev.xtrace:
		c.traced()
	case c.redirected && c.more[2] != nil && !silent(&cmd):
		c.noise()
	}
	if n := len(ev.out.Commands); n == cap(ev.out.Commands) { // append would grow a long list by a quarter, and copy it far more often
		ev.out.Commands = slices.Grow(ev.out.Commands, max(n, 2))
	}
	ev.out.Commands = append(ev.out.Commands, cmd)
	c.last = len(ev.out.Commands) - 1
	if c.loop != nil {
		c.loop.turns(&ev.out.Commands[c.last])
	}
	return c.last
}
