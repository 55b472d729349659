// Package shellparse answers one question: what would this text run? Parse
// turns a shell text into a [Script], every simple command the shell may run
// with its arguments after expansion. It is an abstract interpreter over the
// tree of mvdan.cc/sh/v3/syntax: variables hold what is known of them, both
// branches of an if are taken and joined, functions and nested shells are
// walked, and whatever cannot be known is carried as unknown, never dropped.
//
// It starts no process, opens no socket and asks no clock; files are read
// through an injected reader.
package shellparse

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"
)

// Options are the world a text is read in. The zero value knows nothing of
// it: no variable is set, no file can be read.
type Options struct {
	Dir      string                            // working directory, absolute
	Home     string                            // home directory; "" is unknown
	Env      func(name string) (string, bool)  // the environment the shell will have; nil: not known
	ReadFile func(path string) (string, error) // reads a script file named on the line; nil: none can be read
	Wrote    func(path string) bool            // reports whether the session wrote a file that can be read; nil: it did, all of them. See [File]
	Args     []string                          // $0, $1…: the NAME and ARGs after -c
	Shell    string                            // the shell that will run it: "bash" (also ""), "sh", "zsh"…
	Login    bool                              // start-up files may set variables first: an unset one is then merely unknown
}

// ErrTooLong is what [Options.ReadFile] answers for a text that is longer than
// [MaxInput]. Other files it cannot read are taken for programs, or for missing.
var ErrTooLong = errors.New("longer than 1 MiB, the most that is judged")

// ErrNotRead is what it answers for a file that a shell would read and this
// program does not, since it may block or hold something else the next time.
var ErrNotRead = errors.New("not read to be judged")

// Parse gives everything that text may run as a shell script.
func Parse(text string, o Options) *Script {
	ev := newEvaluator(text, o)
	ev.guarded(func() {
		c := ev.top()
		ev.shellOf(c)
		if !ev.grammarRead() {
			ev.problem("construct", o.Shell+" is a shell whose grammar this program does not read", ev.whole())
		}
		ev.script(c, c.src)
	})
	ev.settle()
	return ev.out
}

// shellOf makes c the shell that the options name.
func (ev *evaluator) shellOf(c *ctx) {
	o := &ev.opt
	c.env.shell.dialect, c.env.shell.either = dialectOf(o.Shell), o.Shell == "sh"
	c.env.shell.posix = c.env.shell.dialect == syntax.LangPOSIX
	if len(o.Args) > 0 {
		setArgs(c.env, o.Args)
	}
	if o.Env != nil && !o.Login && c.env.shell.dialect != syntax.LangZsh {
		_, startup := o.Env("BASH_ENV")
		c.env.shell.caller = !startup
	}
}

// grammarRead reports whether the shell's grammar is one that is read.
func (ev *evaluator) grammarRead() bool {
	return ev.opt.Shell == "" || isShell(ev.opt.Shell) && grammarKnown(ev.opt.Shell)
}

// ParseArgv gives the Script of a program that is started with its arguments
// and no shell in between. Its Source is the argv quoted for a shell.
func ParseArgv(argv []string, o Options) *Script {
	quoted := make([]string, len(argv))
	spans := make([]Span, len(argv))
	offset := 0
	for i, arg := range argv {
		q, err := syntax.Quote(arg, syntax.LangBash)
		if err != nil {
			q = fmt.Sprintf("%q", arg) // cannot come from an argv: NUL
		}
		quoted[i] = q
		spans[i] = Span{Line: 1, Col: offset + 1, Offset: offset, End: offset + len(q)}
		offset += len(q) + 1
	}
	ev := newEvaluator(strings.Join(quoted, " "), o)
	words := make([]Word, len(argv))
	for i, arg := range argv {
		words[i] = Word{Texts: []Text{Text(arg)}, Src: quoted[i], Pos: spans[i]}
		if strings.IndexByte(arg, 0) >= 0 {
			ev.problem("input", "a NUL byte in an argument", spans[i])
			return ev.out
		}
	}
	ev.guarded(func() {
		c := ev.top()
		c.external = true
		c.pos = ev.whole()
		if len(words) > 0 {
			ev.run(c, words)
		}
	})
	ev.settle()
	return ev.out
}

// guarded runs an evaluation. A panic is a bug of this program or of the
// parser, and a text that makes one asks like any other that is not understood.
func (ev *evaluator) guarded(evaluate func()) {
	defer func() {
		if r := recover(); r != nil {
			ev.problem("internal", fmt.Sprintf("this program failed on the text: %v", r), ev.whole())
		}
		if ev.steps > MaxSteps {
			ev.step(ev.whole())
		}
		ev.raced(0, false)
	}()
	evaluate()
	ev.endReaders()
}

// settle is the end of a text that stands for itself.
func (ev *evaluator) settle() {
	if ev.repeated {
		ev.out.fold()
	}
}

// whole is all of the source.
func (ev *evaluator) whole() Span { return Span{Line: 1, Col: 1, End: len(ev.out.Source)} }

// source is a text being evaluated: the one given, or one found inside it.
type source struct {
	text  string
	top   bool   // positions are those of this text
	file  string // the script file that it is; "" for Script.Source
	name  Text   // that file as it was named: $BASH_SOURCE; "" where it is none
	at    Span   // otherwise: the word that holds the text
	part  bool   // some of it is not known, and said to be code that is not
	marks []Text // unknown stretches that stand in the text as private characters, see [hide]

	alias string  // the alias whose text it is
	from  *source // where that was found
}

func (s *source) span(n syntax.Node) Span {
	if !s.top || n == nil {
		return s.at
	}
	p, e := n.Pos(), n.End()
	if stmt, ok := n.(*syntax.Stmt); ok && stmt.Semicolon.IsValid() { // without its ; or &
		text := strings.TrimRight(s.text[:stmt.Semicolon.Offset()], " \t\n")
		return Span{int(p.Line()), int(p.Col()), int(p.Offset()), max(len(text), int(p.Offset())), s.file}
	}
	return Span{int(p.Line()), int(p.Col()), int(p.Offset()), int(e.Offset()), s.file}
}

func (s *source) slice(n syntax.Node) string {
	p, e := int(n.Pos().Offset()), int(n.End().Offset())
	if p < 0 || e > len(s.text) || p > e {
		return ""
	}
	return s.text[p:e]
}

// Unknown stretches inside nested code are hidden from the parser as single
// characters of a private plane, one for each, and come back in [source.show].
const hidden = 0xF0000

// hide makes a text that may hold marks into one that can be parsed.
func hide(t Text) (text string, marks []Text) {
	if s, ok := t.Exact(); ok {
		return s, nil
	}
	var sb strings.Builder
	sb.Grow(len(t) + len(t)/3)
	marks = make([]Text, 0, strings.Count(string(t), "\x00"))
	for p := range t.Parts() {
		switch {
		case p.Origin >= 0:
			sb.WriteRune(rune(hidden + len(marks)))
			marks = append(marks, unknownText(byte(p.Origin)))
		case p.Lit != "\x00": // shells leave NUL out of what they read
			sb.WriteString(p.Lit)
		}
	}
	return sb.String(), marks
}

// behindMarks is what stands on the lines behind the last mark of the source.
func (s *source) behindMarks() (*source, bool) {
	if len(s.marks) == 0 {
		return nil, false
	}
	last := strings.LastIndex(s.text, string(rune(hidden+len(s.marks)-1)))
	_, rest, ok := strings.Cut(s.text[max(last, 0):], "\n")
	return &source{text: rest, at: s.at, name: s.name, part: true}, ok && rest != ""
}

// show puts the marks of the source back into a literal of its tree.
func (s *source) show(lit string) Text {
	if len(s.marks) == 0 {
		return Text(lit)
	}
	var sb strings.Builder
	for _, r := range lit {
		if i := int(r) - hidden; i >= 0 && i < len(s.marks) {
			sb.WriteString(string(s.marks[i]))
		} else {
			sb.WriteRune(r)
		}
	}
	return Text(sb.String())
}

// dialectOf is the grammar of a shell; see [grammarKnown] for those it has none for.
func dialectOf(name string) syntax.LangVariant {
	switch name {
	case "sh", "dash", "ash":
		return syntax.LangPOSIX
	case "zsh":
		return syntax.LangZsh
	case "mksh", "ksh", "oksh", "pdksh":
		return syntax.LangMirBSDKorn
	}
	return syntax.LangBash
}

// script parses a text and evaluates it in c's shell.
func (ev *evaluator) script(c *ctx, src *source) tri {
	if ev.steps > MaxSteps || !ev.readable(src) {
		return maybe
	}
	if c.depth > MaxNesting {
		ev.limit("nesting deeper than 64", src.at)
		return maybe
	}
	if i := tooDeep(src.text); i >= 0 {
		ev.limit(fmt.Sprintf("brackets or compound commands more than %d deep", maxOpen), src.byteSpan(i, 1))
		return maybe
	}
	if (!src.top || src.file != "") && !ev.charge(parseCost(src.text), src.at) {
		return maybe
	}
	if c.env.shell.either && differs(src.text) {
		return ev.bothShells(c, src)
	}
	if c.env.shell.dialect == syntax.LangPOSIX && strings.Contains(src.text, "&>") {
		src = ev.splitAmpersands(src)
	}
	// Bash runs what it has read before it meets an error further down, so
	// the statements before one are evaluated too.
	var read struct { // in one piece
		inner  ctx
		first  [1]*syntax.Stmt
		stmts  []*syntax.Stmt
		failed bool // not a break: the parser goes on yielding after an error
	}
	read.stmts = read.first[:0]
	var failure error
	p, _ := parsers.Get().(*syntax.Parser)
	if d := c.env.shell.dialect; d != syntax.LangBash || p == nil {
		p = ev.parser(d)
	}
	for stmt, err := range p.StmtsSeq(strings.NewReader(ev.endComments(c, src))) {
		switch {
		case read.failed:
		case err != nil:
			failure, read.failed = err, true
		default:
			read.stmts = append(read.stmts, stmt)
		}
	}
	if c.env.shell.dialect == syntax.LangBash {
		parsers.Put(p)
	}
	if read.failed {
		if split := ev.splitParens(src, failure); split != nil {
			return ev.script(c, split)
		}
		ev.syntaxError(src, failure)
		if src.top && src.file == "" {
			ev.out.Broken = src.behind(read.stmts)
		}
	}
	read.inner = *c
	inner := &read.inner
	inner.src = src
	inner.depth++
	if src.file == "" && !src.top { // else see [evaluator.runText]
		inner.within = ev.enters(c, nil, src.text, "")
		inner.fork, inner.chance = forkNone, chanceSure
	}
	shell := c.env.shell
	shell.scripts++
	status := ev.lines(inner, read.stmts, false)
	if rest, ok := src.behindMarks(); ok && read.failed && src.part { // what is not known may close what it seems to open
		ev.repeated = true
		ev.script(c, rest)
	}
	ev.gluedComments(inner, src)
	if shell.scripts--; shell.scripts == 0 {
		if shell.level == 0 && !c.inTrap {
			ev.sealedFrom = len(ev.out.Commands)
		}
		ev.sealTraps(inner)
	}
	return status
}

// behind is what follows the last of a text's statements.
func (s *source) behind(stmts []*syntax.Stmt) *Span {
	rest := &Span{Line: 1, Col: 1, End: len(s.text)}
	if len(stmts) > 0 {
		last := stmts[len(stmts)-1]
		end := last.End()
		*rest = Span{int(end.Line()), int(end.Col()), int(end.Offset()), len(s.text), ""}
	}
	return rest
}

// sealTraps evaluates the traps set so far once more, with everything that
// variables may have held since: a signal may come, or the shell end, anywhere.
func (ev *evaluator) sealTraps(c *ctx) {
	s := c.env.shell
	if len(s.traps) == 0 || c.inTrap {
		return
	}
	ev.repeated = true
	cost := 0
	for _, v := range s.past {
		cost += 1 + v.weight()
	}
	for _, t := range s.traps {
		if ev.steps += cost; !ev.step(t.pos) {
			return
		}
		at := *c
		vars := make(map[string]*variable, len(s.past))
		at.env = &env{up: t.env, shell: s, vars: vars}
		for name, v := range s.past {
			vars[name] = joinVariables(t.env.get(name), v)
		}
		if len(s.dirs) > 0 {
			at.env.dir = joinTexts(t.env.cwd(), s.dirs)
		}
		ev.trapCode(&at, t)
	}
}

const byteOrderMark = "\ufeff"

func (ev *evaluator) readable(src *source) bool {
	if len(src.text) > MaxInput {
		ev.problem("limit", fmt.Sprintf("the text is longer than %d bytes", MaxInput), src.byteSpan(MaxInput, len(src.text)-MaxInput))
		return false
	}
	if i := strings.IndexByte(src.text, 0); i >= 0 {
		ev.problem("input", "a NUL byte, which no shell text can hold", src.byteSpan(i, 1))
		return false
	}
	if i := strings.IndexByte(src.text, '\r'); i >= 0 { // the parser drops it where bash does not
		ev.problem("input", "a carriage return, which bash takes for a letter", src.byteSpan(i, 1))
	}
	if strings.HasPrefix(src.text, byteOrderMark) {
		ev.problem("input", "a byte order mark, which bash takes for letters of the first word", src.byteSpan(0, len(byteOrderMark)))
	}
	if src.top && !utf8.ValidString(src.text) {
		for i := 0; i < len(src.text); {
			r, n := utf8.DecodeRuneInString(src.text[i:])
			if r == utf8.RuneError && n == 1 {
				// bash takes any byte; the parser replaces it, so what is
				// judged would not be what runs.
				ev.problem("input", fmt.Sprintf("the byte 0x%02x is not UTF-8", src.text[i]), src.byteSpan(i, 1))
				break
			}
			i += n
		}
	}
	return true
}

// byteSpan is the span of n bytes at an offset of the source.
func (s *source) byteSpan(offset, n int) Span {
	if !s.top {
		return s.at
	}
	before := s.text[:offset]
	line := strings.Count(before, "\n") + 1
	col := offset - strings.LastIndexByte(before, '\n')
	return Span{line, col, offset, offset + n, s.file}
}

func (ev *evaluator) syntaxError(src *source, err error) {
	if src.part {
		return // the text that runs is another
	}
	span := src.at
	msg := err.Error()
	switch e := err.(type) {
	case syntax.ParseError:
		msg = e.Text
		if src.top {
			span = Span{int(e.Pos.Line()), int(e.Pos.Col()), int(e.Pos.Offset()), len(src.text), src.file}
		}
	case syntax.LangError:
		msg = e.Feature + " is not part of this shell's grammar"
		if src.top {
			span = Span{int(e.Pos.Line()), int(e.Pos.Col()), int(e.Pos.Offset()), len(src.text), src.file}
		}
	}
	ev.problem("parse", msg, span)
}
