package shellparse

import (
	"path"
	"strings"
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
	text, marks := hide(t)
	if ev.opaque(t) {
		ev.out.Commands[c.last].Code = &Code{Lang: "sh", Text: t, From: from}
		ev.spoil(c)
		if onlyMarks(t) {
			c.out.write(unknownText(ev.taint(t)))
			return maybe
		}
	}
	src := &source{text: text, at: c.place(at), marks: marks}
	c.noFuncs, c.external = false, false
	return ev.script(c, src)
}

// spoil says that code which is not known has run in this shell: what a
// variable held is then one of the things it may hold.
func (ev *evaluator) spoil(c *ctx) {
	seen := map[string]bool{"@": true, "!": true}
	for l := c.env; l != nil; l = l.up {
		ev.steps += len(l.vars)
		for name, v := range l.vars {
			if seen[name] || v.readonly && !v.unset {
				continue
			}
			seen[name] = true
			w := *v
			if w.array {
				w.many, w.elems = true, []elem{{"0", []Text{unknownText(byte(OriginUnknown))}}}
			} else {
				w.texts = joinTexts(v.texts, []Text{unknownText(byte(OriginUnknown))})
			}
			c.env.set(name, &w)
		}
	}
}

// opaque reports whether what is not known of a code text could be more than
// a word of it. A pid is digits.
func (ev *evaluator) opaque(t Text) bool {
	for p := range t.Parts() {
		if p.Origin < 0 {
			continue
		}
		switch ev.out.Origins[p.Origin].Kind {
		case OriginSelf, OriginParent, OriginOwnShell, OriginJob, OriginHostPID:
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
		ev.problem("option", "the options of "+name+" are not known, so what it runs is not", c.pos)
		ev.emit(c, Command{Argv: argv, Code: &Code{Lang: "sh", Text: unknownText(byte(OriginUnknown)), From: "options"}})
		return maybe
	}
	if inv.ignores { // -n reads without running; --version, --help
		i := ev.emit(c, Command{Argv: argv})
		ev.prints(c, i, argv)
		return maybe
	}
	inner := c.newShell(name)
	var texts []Text
	from := "-c"
	switch {
	case inv.code != nil:
		texts = inv.code.Texts
		if inv.code.Many {
			texts = []Text{unknownText(ev.taint(texts...))}
		}
		setShellArgs(inner.env, name, inv.operands)
		inner.via = append(c.via[:len(c.via):len(c.via)], name+" -c")
	case len(inv.operands) > 0 && !inv.stdin:
		i := ev.emit(c, Command{Argv: argv})
		file := inv.operands[0]
		setWords(inner.env, inv.operands[1:])
		inner.env.set("0", &variable{texts: file.Texts})
		inner.via = append(c.via[:len(c.via):len(c.via)], name+" "+file.Texts[0].String())
		known := ev.runFile(inner, file, i)
		if !known {
			ev.prints(c, i, argv)
		}
		return maybe
	default:
		from = "stdin"
		texts = []Text{c.in.all()}
		setWords(inner.env, inv.operands)
		inner.via = append(c.via[:len(c.via):len(c.via)], name+" <stdin")
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
		c.out.write(unknownText(ev.taint(t)))
		return maybe
	}
	text, marks := hide(t)
	return ev.script(c, &source{text: text, at: c.place(at), marks: marks})
}

// newShell is c inside a shell that is started there: it sees what is
// exported, and nothing it changes comes back.
func (c *ctx) newShell(name string) *ctx {
	d := *c
	outer := c.env.shell
	s := &shell{ev: outer.ev, level: outer.level + 1, outer: c.env, dialect: dialectOf(name), clean: c.cleanEnv}
	d.env = &env{shell: s}
	d.env.dir = c.env.cwd()
	d.detach()
	d.depth++
	d.assigns, d.noFuncs, d.external, d.inTrap, d.cleanEnv = nil, false, false, false, false
	return &d
}

func setShellArgs(e *env, name string, operands []Word) {
	e.set("0", &variable{texts: []Text{Text(name)}})
	if len(operands) == 0 {
		setWords(e, nil)
		return
	}
	e.set("0", &variable{texts: operands[0].Texts})
	setWords(e, operands[1:])
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
	inner := c.through(name + " " + args[0].Texts[0].String())
	inner.env = c.env.branch()
	inner.ret = &jumps{base: c.env}
	if len(args) == 1 {
		if !ev.runFile(inner, args[0], len(ev.out.Commands)-1) {
			ev.spoil(inner)
		}
		inner.ret.land(inner.env, deadFunc, true)
		return maybe
	}
	saved := c.env.get("@")
	setWords(inner.env, args[1:])
	if !ev.runFile(inner, args[0], len(ev.out.Commands)-1) {
		ev.spoil(inner)
	}
	inner.ret.land(inner.env, deadFunc, true)
	if saved == nil {
		saved = &variable{array: true}
	}
	c.env.set("@", saved)
	return maybe
}

// runFile evaluates a script file in c: what this text wrote to it, or what
// the reader gives. known is false where neither knows it; a file whose
// content came from a program (a download) is unknown code of command at.
func (ev *evaluator) runFile(c *ctx, file Word, at int) (known bool) {
	for _, t := range file.Texts {
		name, ok := t.Exact()
		if !ok {
			continue
		}
		if name == "/dev/stdin" || name == "/dev/fd/0" || name == "-" {
			text := c.in.all()
			if ev.opaque(text) && at >= 0 {
				ev.out.Commands[at].Code = &Code{Lang: "sh", Text: text, From: "stdin"}
			}
			inner := *c
			inner.in = nil
			ev.inShell(&inner, text, c.pos)
			known = true
			continue
		}
		p := absolute(c, name)
		if _, isFD := outputFile(name); isFD && at >= 0 { // a descriptor opened elsewhere
			ev.out.Commands[at].Code = &Code{Lang: "sh", Text: unknownText(byte(OriginInput)), From: "file"}
			known = true
			continue
		}
		if texts, ok := ev.written[p]; ok {
			for _, text := range texts {
				if ev.opaque(text) && at >= 0 {
					ev.out.Commands[at].Code = &Code{Lang: "sh", Text: text, From: "file"}
				}
				ev.inShell(c, text, c.pos)
			}
			known = true
			continue
		}
		text, ok := ev.readScript(p)
		if !ok {
			continue
		}
		inner := *c
		inner.src = &source{text: text, at: c.pos}
		ev.script(&inner, inner.src)
		known = true
	}
	return known
}

// readScript reads a script file through the injected reader, once.
func (ev *evaluator) readScript(p string) (string, bool) {
	if ev.opt.ReadFile == nil || !path.IsAbs(p) {
		return "", false
	}
	for _, f := range ev.out.Files {
		if f.Path == p {
			return f.Text, true
		}
	}
	if len(ev.out.Files) >= MaxNesting {
		return "", false
	}
	text, err := ev.opt.ReadFile(p)
	if err != nil || strings.IndexByte(text, 0) >= 0 {
		return "", false // no text: a binary, or nothing there
	}
	ev.out.Files = append(ev.out.Files, File{p, text})
	return text, true
}

// scriptFile evaluates a program given by its path where that is a shell
// script: one this text has written, or one with a shell's shebang.
func (ev *evaluator) scriptFile(c *ctx, name string, argv []Word) {
	p := absolute(c, name)
	last := len(ev.out.Commands) - 1
	if texts, ok := ev.written[p]; ok {
		inner := c.newShell("bash")
		inner.via = append(c.via[:len(c.via):len(c.via)], name)
		setShellArgs(inner.env, name, argv)
		for _, text := range texts {
			if ev.opaque(text) {
				ev.out.Commands[last].Code = &Code{Lang: "sh", Text: text, From: "file"}
			}
			ev.inShell(inner, text, c.pos)
		}
		return
	}
	if isSystemPath(p) {
		return // an installed program; reading it would tell nothing of this text
	}
	text, ok := ev.readScript(p)
	if !ok {
		return
	}
	sh, ok := shebang(text)
	if !ok {
		return
	}
	inner := c.newShell(sh)
	inner.via = append(c.via[:len(c.via):len(c.via)], name)
	setShellArgs(inner.env, name, argv)
	inner.src = &source{text: text, at: c.pos}
	ev.script(inner, inner.src)
}

func isSystemPath(p string) bool {
	for _, dir := range [...]string{"/bin/", "/sbin/", "/usr/", "/lib/", "/opt/", "/nix/", "/snap/"} {
		if strings.HasPrefix(p, dir) {
			return true
		}
	}
	return false
}

// shebang gives the shell that a script names in its first line.
func shebang(text string) (string, bool) {
	line, _, _ := strings.Cut(text, "\n")
	if !strings.HasPrefix(line, "#!") {
		return "", false
	}
	for _, f := range strings.Fields(line[2:]) {
		base := path.Base(f)
		if base == "env" || strings.HasPrefix(f, "-") {
			continue
		}
		return base, isShell(base) && grammarKnown(base)
	}
	return "", false
}
