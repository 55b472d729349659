package shellparse

import (
	"slices"

	"mvdan.cc/sh/v3/syntax"
)

// Nested code: text that a command hands to a shell.

// evalCode evaluates alternatives of a text as code of the shell c is in:
// eval, traps, functions of the prompt.
func (ev *evaluator) evalCode(c *ctx, how string, texts []Text, at Span) tri {
	if len(texts) == 1 {
		return ev.codeText(c.through(how), texts[0], at, how)
	}
	branches := make([]*ctx, len(texts))
	for i, t := range texts {
		branches[i] = c.branch()
		ev.codeText(branches[i].through(how), t, at, how)
	}
	c.join(branches...)
	return maybe
}

// codeText evaluates one text. What is not known of it is data run as code by
// the command recorded last; what is known around it is still read.
func (ev *evaluator) codeText(c *ctx, t Text, at Span, from string) tri {
	ev.charge(len(t)<<2, at)
	text, marks := hide(t)
	opaque := ev.opaque(t) && !c.wordsOnly
	c.wordsOnly = false
	if opaque {
		ev.out.Commands[c.last].Code = &Code{Lang: "sh", Text: t, From: from}
		ev.spoil(c)
		if onlyMarks(t) {
			c.writes(unknownText(ev.taint(t)))
			return maybe
		}
	}
	src := &source{text: text, at: c.place(at), marks: marks, name: c.src.name, part: opaque}
	c.noFuncs, c.external = false, false
	return ev.script(c, src)
}

// spoil says that code which is not known has run in this shell: what a
// variable held is then one of the things it may hold.
func (ev *evaluator) spoil(c *ctx) {
	ev.spoiled = true
	seen := map[string]bool{"@": true, "!": true}
	unknown := []Text{unknownText(byte(OriginUnknown))}
	for l := c.env; l != nil; l = l.up {
		ev.steps += len(l.vars) >> 3
		for name, v := range l.vars {
			if seen[name] {
				continue
			}
			seen[name] = true
			if v.fixed() || v.vague() { // nothing can change it, or it was so before
				continue
			}
			w := *v
			if w.array {
				w.many, w.elems, w.ways = true, []elem{{"0", unknown}}, nil
			} else {
				w.texts = joinTexts(v.texts, unknown)
			}
			ev.steps += 5 // a variable, and its place in a map that grows
			c.env.set(name, &w)
		}
	}
}

// opaque reports whether what is not known of a code text could be more than
// a word of it. A pid is digits, and so much of mktemp's output as is not known
// letters and digits.
func (ev *evaluator) opaque(t Text) bool {
	for p := range t.Parts() {
		if p.Origin < 0 {
			continue
		}
		switch o := ev.out.Origins[p.Origin]; o.Kind {
		case OriginSelf, OriginParent, OriginOwnShell, OriginJob, OriginHostPID:
		case OriginOutput:
			if o.Name != "mktemp" || o.Command < 0 {
				return true
			}
		default:
			return true
		}
	}
	return false
}

// place is where nested code stands in the source that was given: the word
// that holds it, or the one that held that.
func (c *ctx) place(at Span) Span {
	if c.src.top && at.End > 0 {
		return at
	}
	return c.pos
}

// shellCommand is bash, sh, zsh… as a program: -c, a script file, or the
// standard input.
func (ev *evaluator) shellCommand(c *ctx, name string, argv []Word) tri {
	inv := parseShellArgs(argv)
	if !inv.ok {
		ev.emit(c, Command{Argv: argv, Code: &Code{Lang: "sh", Text: unknownText(byte(OriginUnknown)), From: "options"}})
		return maybe
	}
	if inv.ignores { // -n reads without running; --version, --help
		i := ev.emit(c, Command{Argv: argv})
		ev.prints(c, i, argv)
		return maybe
	}
	ev.startModes(c, argv)
	inner := c.newShell(name)
	inner.env.shell.caller = inner.env.shell.caller && !inv.startup
	if inv.rc != nil && inv.startup {
		rc := inner.branch()
		rc.via = append(c.via[:len(c.via):len(c.via)], name+" --rcfile")
		ev.runFile(rc, *inv.rc, ev.emit(c, Command{Argv: argv}))
		inner.adopt(rc)
	}
	var texts []Text
	from := "-c"
	switch {
	case inv.code != nil:
		texts = inv.code.Texts
		if inv.code.Many && !one(texts).HasUnknown() {
			texts = []Text{unknownText(ev.taint(texts...))}
		}
		setShellArgs(inner.env, name, inv.operands)
		if len(inv.operands) == 0 {
			inner.env.set("0", &variable{texts: argv[0].Texts})
		}
		inner.via = append(c.via[:len(c.via):len(c.via)], name+" -c")
	case len(inv.operands) > 0 && !inv.stdin:
		i := ev.emit(c, Command{Argv: argv})
		file := inv.operands[0]
		setOperands(inner.env, inv.operands)
		inner.via = append(c.via[:len(c.via):len(c.via)], name+" "+file.Texts[0].String())
		if !ev.runFile(inner, file, i) {
			ev.prints(c, i, argv)
		}
		return maybe
	default:
		from = "stdin"
		setWords(inner.env, inv.operands)
		inner.env.set("0", &variable{texts: argv[0].Texts})
		inner.via = append(c.via[:len(c.via):len(c.via)], name+" <stdin")
		if file, ok := c.in.fromFile(); ok && grammarKnown(name) {
			i := ev.emit(c, Command{Argv: argv})
			inner.in = &input{text: unknownText(byte(OriginInput))}
			if !ev.runFile(inner, Word{Texts: []Text{Text(file)}}, i) {
				ev.unknownCode(i, "sh", c.in.all(), from)
			}
			return maybe
		}
		texts = c.in.readings()
		c.in.all()
		inner.in = nil
	}
	cmd := Command{Argv: argv}
	for _, t := range texts {
		if ev.opaque(t) || !grammarKnown(name) {
			cmd.Code = &Code{Lang: "sh", Text: t, From: from}
		}
	}
	ev.emit(c, cmd)
	if !grammarKnown(name) {
		ev.problem("construct", name+" is a shell whose grammar this program does not read", c.pos)
		return maybe
	}
	where := c.pos
	if inv.code != nil {
		where = inv.code.Pos
	}
	if len(texts) == 1 {
		return ev.inShell(inner, texts[0], where)
	}
	branches := make([]*ctx, len(texts))
	for i, t := range texts {
		branches[i] = inner.branch()
		ev.inShell(branches[i], t, where)
	}
	inner.join(branches...)
	return maybe
}

func (ev *evaluator) inShell(c *ctx, t Text, at Span) tri {
	if onlyMarks(t) && t != "" {
		c.writes(unknownText(ev.taint(t)))
		return maybe
	}
	text, marks := hide(t)
	return ev.script(c, &source{text: text, at: c.place(at), marks: marks, part: ev.opaque(t)})
}

// newShell is c inside a shell that is started there: it sees what is
// exported, and nothing it changes comes back.
func (c *ctx) newShell(name string) *ctx {
	c.env.shell.ev.steps += 4
	d := *c
	outer := c.env.shell
	s := &shell{ev: outer.ev, level: outer.level + 1, outer: c.env, dialect: dialectOf(name), either: name == "sh", posix: dialectOf(name) == syntax.LangPOSIX}
	s.caller = outer.caller && !c.remote && !c.env.othersSee() && s.dialect != syntax.LangZsh && c.env.get("BASH_ENV") == nil
	d.env = &env{shell: s}
	d.env.dir = c.env.cwd()
	d.detach()
	d.depth++
	if n := len(c.via); n == 0 || c.via[n-1] != "exec" {
		d.fork = max(d.fork, forkWaited)
	}
	d.assigns, d.noFuncs, d.external, d.inTrap = nil, false, false, false
	return &d
}

func setShellArgs(e *env, name string, operands []Word) {
	e.set("0", &variable{texts: []Text{Text(name)}})
	if len(operands) == 0 {
		setWords(e, nil)
		return
	}
	setOperands(e, operands)
}

// setOperands sets $0 to the first of some words and the others behind it.
func setOperands(e *env, operands []Word) {
	first := operands[0]
	switch {
	case first.Many && e.shell.ev.vanishes(first) && len(operands) > 1:
		setOperands(e, operands[1:])
	case first.Many || slices.ContainsFunc(first.Texts, Text.HasGlob): // it may be several, or none
		zero := first.each()
		if first.Many {
			zero = joinTexts(zero, []Text{unknownText(byte(OriginArg))})
		}
		e.set("0", &variable{texts: zero})
		setWords(e, operands)
	default:
		e.set("0", &variable{texts: first.Texts})
		setWords(e, operands[1:])
	}
}

// sourceFile is . and source: a file, or a here-string by way of /dev/stdin,
// read by the shell itself.
func (ev *evaluator) sourceFile(c *ctx, name string, args []Word) tri {
	if len(args) > 0 {
		if s, ok := args[0].Exact(); ok && s == "--" {
			args = args[1:]
		}
	}
	if len(args) == 0 {
		return maybe
	}
	printer := args[:1]
	inner := c.through(name + " " + args[0].Texts[0].String())
	inner.env = c.env.branch()
	inner.ret = &jumps{base: c.env}
	if len(args) == 1 {
		if at := len(ev.out.Commands) - 1; !ev.runFile(inner, args[0], at) {
			ev.spoil(inner)
			ev.printsState(inner, at, printer) // what it prints is not known either
		}
		inner.ret.land(inner.env, deadFunc, true)
		return maybe
	}
	saved := c.env.get("@")
	setWords(inner.env, args[1:])
	given := inner.env.get("@")
	if at := len(ev.out.Commands) - 1; !ev.runFile(inner, args[0], at) {
		ev.spoil(inner)
		ev.printsState(inner, at, printer) // what it prints is not known either
	}
	inner.ret.land(inner.env, deadFunc, true)
	if saved == nil {
		saved = &variable{array: true}
	}
	if now := c.env.get("@"); now != given { // set in the file, they stay
		saved = joinVariables(saved, now)
	}
	c.env.set("@", saved)
	return maybe
}
