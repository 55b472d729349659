package shellparse

import "strings"

// nested evaluates programs that run other programs or hand text to a shell.
// handled is false for any other, which is then recorded as it is.
func (ev *evaluator) nested(c *ctx, name string, argv []Word) (tri, bool) {
	if isShell(name) {
		return ev.shellCommand(c, name, argv), true
	}
	switch name {
	case "xargs", "gxargs":
		return ev.xargs(c, argv), true
	case "find", "gfind", "fd", "fdfind":
		return ev.find(c, name, argv), true
	case "parallel":
		return ev.parallel(c, argv), true
	case "git":
		return ev.git(c, argv), true
	case "cp", "mv", "ln", "install", "gcp", "gmv":
		ev.prints(c, ev.emit(c, Command{Argv: argv}), argv)
		ev.copies(c, argv)
		return maybe, true
	case "tee", "curl", "wget":
		ev.emit(c, Command{Argv: argv})
		ev.saves(c, name, argv)
		return maybe, true
	case "at", "batch":
		ev.emit(c, Command{Argv: argv})
		if c.in != nil {
			inner := c.newShell("sh")
			inner.via = append(c.via[:len(c.via):len(c.via)], name)
			inner.in, inner.bg = nil, true
			ev.codeText(inner, c.in.all(), c.pos, name)
		}
		return maybe, true
	}
	if lang := interpreterOf(name); lang != nil {
		return ev.interpreter(c, lang, argv), true
	}
	grammars := findGrammar(name)
	for _, g := range grammars {
		p := g.peel(argv)
		if g.sub != "" && p.rest == nil {
			continue
		}
		return ev.wrapper(c, name, g, p, argv), true
	}
	return maybe, false
}

// wrapper records the wrapper itself, then evaluates what it runs.
func (ev *evaluator) wrapper(c *ctx, name string, g *grammar, p peeled, argv []Word) tri {
	i := ev.emit(c, Command{Argv: argv})
	if !p.known {
		if g.lax {
			for len(p.rest) > 0 && maybeFlag(p.rest[0]) {
				p.rest = p.rest[1:]
			}
		} else {
			ev.problem("option", "an option of "+name+" that is not known, so the command it runs may be another", c.pos)
		}
	}
	inner := c.through(name)
	inner.external = true
	inner.remote = inner.remote || g.remote
	ev.wrapperEnv(inner, name, p)
	if g.remote && len(p.rest) > 0 {
		if s, ok := p.rest[0].Exact(); ok && s == "--" {
			p.rest = p.rest[1:]
		}
	}
	switch name {
	case "su", "runuser":
		return ev.su(inner, name, g, p)
	case "sudo":
		if p.has("e", "edit", "l", "list", "v", "validate", "V", "version", "K", "remove-timestamp") {
			return maybe
		}
	case "env":
		if w, ok := p.get("S", "split-string"); ok {
			p.rest = append(ev.splitString(c, w), p.rest...)
			again := (&wrappers[envGrammar()]).peel(append([]Word{argv[0]}, p.rest...))
			ev.wrapperEnv(inner, name, again)
			p.rest = again.rest
		}
		if len(p.rest) == 0 {
			ev.prints(c, i, argv)
		}
	case "flock", "script", "npx", "npm", "pnpm", "vagrant", "bunx":
		if w, ok := p.get("c", "command", "call"); ok {
			return ev.shellCode(inner, "sh", w.Texts, w.Pos)
		}
		if len(p.rest) > 1 && name == "flock" { // flock FILE -c CODE
			if s, ok := p.rest[0].Exact(); ok && (s == "-c" || s == "--command") {
				return ev.shellCode(inner, "sh", p.rest[1].Texts, p.rest[1].Pos)
			}
		}
		if name == "script" {
			return maybe // its operand is the typescript file
		}
	case "watch", "hyperfine":
		if name == "watch" && p.has("x", "exec") {
			break
		}
		return ev.shellCode(inner, "sh", ev.joinWords(p.rest), at(p.rest, c.pos))
	case "ssh", "autossh":
		if len(p.rest) == 0 {
			return maybe
		}
		return ev.shellCode(inner, "sh", ev.joinWords(p.rest), at(p.rest, c.pos))
	case "nice", "nohup", "time", "chrt", "taskset", "ionice":
		if p.has("p", "pid") && name != "time" {
			return maybe
		}
	}
	if len(p.rest) == 0 {
		return maybe
	}
	return ev.run(inner, p.rest)
}

func envGrammar() int {
	for i := range wrappers {
		if wrappers[i].names == "env" {
			return i
		}
	}
	return 0
}

// wrapperEnv gives the command the environment and directory that the
// wrapper's options make.
func (ev *evaluator) wrapperEnv(inner *ctx, name string, p peeled) {
	clean := name == "env" && p.has("i", "ignore-environment")
	if len(p.assigns) > 0 || clean {
		inner.env = inner.env.branch()
		inner.cleanEnv = clean
		for _, w := range p.assigns {
			n, v, _ := strings.Cut(string(w.Texts[0]), "=")
			if strings.HasPrefix(n, "BASH_FUNC_") {
				ev.problem("construct", n+" makes a function of the next shell, which is not followed", inner.pos)
			}
			inner.env.set(n, &variable{texts: []Text{Text(v)}, exported: true})
			inner.assigns = append(inner.assigns, Assign{Name: n, Value: Word{Texts: []Text{Text(v)}, Src: w.Src, Pos: w.Pos}, Exported: true})
		}
	}
	if w, ok := p.get("u", "unset"); ok && name == "env" {
		if n, ok := w.Exact(); ok {
			inner.env = inner.env.branch()
			inner.env.set(n, &variable{})
		}
	}
	var dir Word
	var ok bool
	switch name {
	case "env":
		dir, ok = p.get("C", "chdir")
	case "sudo", "run0":
		dir, ok = p.get("D", "chdir")
	case "systemd-run":
		dir, ok = p.get("working-directory")
	}
	if ok {
		old := inner.env
		inner.env = old.branch()
		var dirs []Text
		for _, t := range dir.Texts {
			dirs = joinTexts(dirs, ev.under(old.cwd(), t))
		}
		inner.env.dir = dirs
	}
}

// su takes its options anywhere: su - user -c 'cmd'.
func (ev *evaluator) su(c *ctx, name string, g *grammar, p peeled) tri {
	code, ok := p.get("c", "command", "session-command", "C")
	if p.has("u", "user") && name == "runuser" && !ok {
		if len(p.rest) > 0 {
			return ev.run(c, p.rest)
		}
		return maybe
	}
	for rest := p.rest; !ok && len(rest) > 0; {
		again := g.peel(append([]Word{{}}, rest...))
		if code, ok = again.get("c", "command", "session-command", "C"); ok {
			break
		}
		if len(again.rest) == len(rest) {
			rest = rest[1:] // - and the user
		} else {
			rest = again.rest
		}
	}
	if !ok {
		return maybe
	}
	return ev.shellCode(c, "sh", code.Texts, code.Pos)
}

// shellCode evaluates text that a program gives to sh -c.
func (ev *evaluator) shellCode(c *ctx, sh string, texts []Text, at Span) tri {
	inner := c.newShell(sh)
	inner.remote = c.remote
	setShellArgs(inner.env, sh, nil)
	branches := make([]*ctx, len(texts))
	for i, t := range texts {
		branches[i] = inner.branch()
		ev.codeText(branches[i], t, at, sh+" -c")
	}
	inner.join(branches...)
	return maybe
}

// splitString takes apart the argument of env -S, whose quoting is that of a
// simple shell word list.
func (ev *evaluator) splitString(c *ctx, w Word) []Word {
	var out []Word
	s, ok := w.Exact()
	if !ok {
		return []Word{{Texts: []Text{unknownText(ev.taint(w.Texts...))}, Many: true, Src: w.Src, Pos: w.Pos}}
	}
	src := &source{text: strings.ReplaceAll(s, `\_`, " "), at: c.place(w.Pos)} // env's own escape for a blank
	inner := *c
	inner.src = src
	if tooDeep(s) {
		ev.limit("the argument of env -S nests too deep", c.pos)
		return nil
	}
	for word, err := range ev.parser(c.env.shell.dialect).WordsSeq(strings.NewReader(src.text + "\n")) {
		if err != nil {
			ev.problem("option", "the argument of env -S cannot be split", c.pos)
			continue
		}
		for _, alt := range ev.wordAlternatives(&inner, word) {
			out = append(out, alt...)
			break
		}
	}
	for i := range out {
		out[i].Pos = c.place(w.Pos)
	}
	return out
}
