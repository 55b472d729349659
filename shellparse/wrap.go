package shellparse

import (
	"slices"
	"strings"
)

// wrapper records the wrapper itself, then evaluates what it runs, in every
// reading of its command line.
func (ev *evaluator) wrapper(c *ctx, name string, g *grammar, readings []peeled, argv []Word) tri {
	i := ev.emit(c, Command{Argv: argv})
	for _, p := range readings {
		if !p.known && !g.lax {
			ev.problem("option", "an option of "+name+" that is not known, so the command it runs may be another", c.pos)
			break
		}
	}
	if g.permutes {
		for _, p := range readings {
			if q, ok := g.permuted(p); ok {
				readings = append(readings, q)
			}
		}
	}
	if open, ok := openWord(readings); ok && !g.data && !g.lax {
		ev.anyCommand(c.through(name), open)
	}
	if len(readings) == 1 {
		return ev.wraps(c, name, g, readings[0], argv, i)
	}
	branches := make([]*ctx, len(readings))
	for k, p := range readings {
		branches[k] = c.branch()
		ev.wraps(branches[k], name, g, p, argv, i)
	}
	c.join(branches...)
	return maybe
}

// anyCommand stands for the command that runs if a word is an option after all.
func (ev *evaluator) anyCommand(c *ctx, w Word) {
	w.Texts, w.Many = []Text{splitText(ev.taint(w.Texts...))}, true
	ev.emit(c, Command{Argv: []Word{w}})
}

// wraps evaluates one reading. i is the index of the wrapper's own command.
func (ev *evaluator) wraps(c *ctx, name string, g *grammar, p peeled, argv []Word, i int) tri {
	if p.hasAny(g.none) {
		ev.prints(c, i, argv)
		return maybe
	}
	inner := c.through(name)
	inner.external = true
	inner.remote = inner.remote || g.remote
	if g.noisy {
		inner.out = nil
		defer ev.prints(c, i, argv)
	}
	ev.wrapperEnv(inner, name, g, p)
	code := p.given(g.code)
	for _, w := range code {
		if name == "tar" || name == "gtar" {
			w.Texts = withoutHead(w.Texts, "exec=") // --checkpoint-action=exec=CODE
		}
		ev.shellCode(inner, ev.loginShell(c), w.Texts, w.Pos)
	}
	for _, w := range p.given(g.line) {
		if words := splitWord(w); len(words) > 0 {
			ev.run(inner, words)
		}
	}
	switch name {
	case "time", "gtime":
		if w, ok := p.get("o", "output"); ok {
			for _, t := range w.Texts {
				if file, ok := t.Exact(); ok {
					ev.store(c, absolute(c, file), []Text{unknownText(byte(OriginInput))}, fileState{})
				}
			}
		}
	case "su", "runuser":
		return ev.su(inner, name, p)
	case "sudo", "doas":
		if p.has("s", "shell", "i", "login") && len(p.rest) > 0 {
			return ev.shellCode(inner, ev.loginShell(c), escapeForShell(p.rest), at(p.rest, c.pos))
		}
	case "env", "genv":
		if w, ok := p.get("S", "split-string"); ok {
			words := append([]Word{argv[0]}, ev.splitString(c, w)...)
			status := maybe
			for _, again := range g.peel(append(words, p.rest...)) {
				again.opts = append(p.opts[:len(p.opts)-1:len(p.opts)-1], again.opts...)
				if !again.known {
					ev.problem("option", "the argument of env -S is not known", c.pos)
				}
				status = ev.wraps(c, name, g, again, argv, i)
			}
			return status
		}
		if len(p.rest) == 0 {
			ev.prints(c, i, argv)
		}
	case "script":
		// Its operand is the typescript file; a command stands behind it on
		// BSD and macOS, and behind -- from util-linux 2.41 on.
		if len(code) == 0 && len(p.rest) > 0 {
			if s, ok := p.rest[0].Exact(); ok && s == "--" {
				p.rest = p.rest[1:]
			}
		}
	case "cmake":
		if p.sub == "-E chdir" && len(p.operands) > 0 {
			inner.env = inner.env.branch()
			inner.env.dir = nil
			for _, t := range p.operands[0].Texts {
				inner.env.dir = joinTexts(inner.env.dir, ev.under(c.env.cwd(), t))
			}
		}
	case "flatpak":
		w, ok := p.get("command")
		if !ok {
			return maybe // the program of the package
		}
		p.rest = append([]Word{w}, p.rest...)
	case "pnpm":
		if p.has("c", "shell-mode") && len(p.rest) > 0 {
			return ev.shellCode(inner, "sh", ev.joinWords(p.rest), at(p.rest, c.pos))
		}
	case "docker", "podman", "nerdctl", "finch", "docker-compose", "podman-compose", "udocker":
		if isRun(p.sub) && !p.hasAny(reachesOut) {
			return maybe // a new container, and nothing of this machine in it
		}
		if w, ok := p.get("entrypoint"); ok {
			p.rest = append([]Word{w}, p.rest...)
		}
	case "start-stop-daemon":
		prog, ok := p.get("a", "startas")
		if !ok {
			prog, ok = p.get("x", "exec")
		}
		if ok && p.has("S", "start") {
			return ev.run(inner, append([]Word{prog}, p.rest...))
		}
		return maybe
	case "gdb", "lldb", "cgdb":
		return ev.debugger(inner, p)
	case "capsh":
		return ev.capsh(inner, argv)
	case "runcon": // CONTEXT COMMAND, where no option gives the context
		if !p.hasAny("c compute t type u user r role l range") && len(p.rest) > 0 {
			p.rest = p.rest[1:]
		}
	case "socat":
		return ev.socat(inner, argv[1:])
	case "ssh", "autossh", "slogin", "scp", "sftp":
		ev.sshOptions(c.through(name), p)
	case "apt", "apt-get", "aptitude":
		ev.aptOptions(inner, p)
	case "watch":
		if p.has("x", "exec") {
			return ev.runRest(inner, p)
		}
	case "watchexec":
		if s, ok := p.get("shell"); ok {
			if n, ok := s.Exact(); ok && n == "none" {
				return ev.runRest(inner, p)
			}
		}
		if p.has("n") {
			return ev.runRest(inner, p)
		}
	case "hyperfine":
		if p.has("N") {
			for _, w := range p.rest {
				if words := splitWord(w); len(words) > 0 {
					ev.run(inner, words)
				}
			}
			return maybe
		}
	case "entr":
		return ev.entr(inner, p)
	}
	switch {
	case g.data:
		if !g.noisy {
			ev.prints(c, i, argv)
		}
		return maybe
	case g.instead && len(code) > 0:
		return maybe
	case len(p.rest) == 0:
		if g.starts && c.in != nil { // a shell, which reads what is piped to it
			return ev.shellCommand(inner, ev.loginShell(c), []Word{{Texts: []Text{Text(ev.loginShell(c))}, Pos: c.pos}})
		}
		return maybe
	case g.each:
		for _, w := range p.rest {
			ev.shellCode(inner, "sh", w.Texts, w.Pos)
		}
		return maybe
	}
	if s, ok := p.rest[0].Exact(); ok && (g.instead && (s == "-c" || s == "--command") || g.shell && name == "sg" && s == "-c") && len(p.rest) > 1 {
		return ev.shellCode(inner, ev.loginShell(c), p.rest[1].Texts, p.rest[1].Pos) // flock FILE -c CODE
	}
	if g.shell {
		return ev.shellCode(inner, "sh", ev.joinWords(p.rest), at(p.rest, c.pos))
	}
	return ev.runRest(inner, p)
}

// reachesOut are the options that let a new container reach what is outside.
const reachesOut = "v volume volumes-from mount privileged pid device cap-add security-opt ipc uts userns network net cgroupns device-cgroup-rule rootfs"

func isRun(sub string) bool {
	switch sub {
	case "run", "create", "container run", "container create":
		return true
	}
	return false
}

// runRest runs what the wrapper was given to run.
func (ev *evaluator) runRest(c *ctx, p peeled) tri {
	rest := p.rest
	if len(rest) > 0 && len(p.operands) > 0 {
		if s, ok := rest[0].Exact(); ok && s == "--" { // docker exec C -- cmd
			rest = rest[1:]
		}
	}
	if len(rest) == 0 {
		return maybe
	}
	return ev.run(c, rest)
}

// su takes its options anywhere, and gives what stands behind the user to the
// user's shell: su - user -c CODE, su user -- -c CODE, su user FILE.
func (ev *evaluator) su(c *ctx, name string, p peeled) tri {
	if name == "runuser" && p.has("u", "user") { // runuser -u user [--] program
		if len(p.rest) == 0 {
			return maybe
		}
		g := findGrammar(name)[0]
		if q, ok := g.permuted(p); ok && len(q.rest) > 0 {
			plain, other := c.branch(), c.branch()
			ev.run(plain, p.rest)
			ev.run(other, q.rest)
			c.join(plain, other)
			return maybe
		}
		return ev.run(c, p.rest)
	}
	g := findGrammar(name)[0]
	user := false
	var args []Word
	p.opts = slices.Clip(p.opts) // other readings share them
	for rest := p.rest; len(rest) > 0; {
		if s, ok := rest[0].Exact(); ok && s == "--" {
			args = append(args, rest[1:]...)
			break
		}
		if s, ok := rest[0].Exact(); !ok || len(s) < 2 || s[0] != '-' { // - or the user, then arguments
			if s != "-" || user {
				if user {
					args = append(args, rest[0])
				}
				user = true
			}
			rest = rest[1:]
			continue
		}
		again := g.peel(append([]Word{{}}, rest...))
		p.opts = append(p.opts, again[0].opts...)
		p.known = p.known && again[0].known
		if len(again[0].rest) == len(rest) {
			rest = rest[1:]
		} else {
			rest = again[0].rest
		}
	}
	if !p.known {
		ev.problem("option", "an option of "+name+" that is not known, so the command it runs may be another", c.pos)
	}
	shell := "sh"
	if w, ok := p.get("s", "shell"); ok && len(w.Texts) > 0 {
		s, _ := w.Exact()
		if shell = programName(s); !isShell(shell) { // any program may be named
			run := append([]Word{w}, args...)
			if code, ok := p.get("c", "command", "session-command", "C"); ok {
				run = append([]Word{w, {Texts: []Text{"-c"}}, code}, args...)
			}
			return ev.run(c, run)
		}
	}
	code, ok := p.get("c", "command", "session-command", "C")
	if ok && len(args) == 0 {
		return ev.shellCode(c, shell, code.Texts, code.Pos)
	}
	argv := []Word{{Texts: []Text{Text(shell)}, Src: shell, Pos: c.pos}}
	if ok {
		argv = append(argv, Word{Texts: []Text{"-c"}, Src: "-c", Pos: code.Pos}, code)
	}
	if !ok && len(args) == 0 && c.in == nil {
		return maybe
	}
	return ev.shellCommand(c, shell, append(argv, args...))
}

// shellCode evaluates text that a program gives to sh -c.
func (ev *evaluator) shellCode(c *ctx, sh string, texts []Text, at Span) tri {
	return ev.shellText(c, sh, texts, nil, at)
}

// shellText is shellCode with positional parameters: sh -c CODE sh ARGS.
func (ev *evaluator) shellText(c *ctx, sh string, texts []Text, args []Word, at Span) tri {
	if !grammarKnown(sh) {
		ev.problem("construct", sh+" is a shell whose grammar this program does not read", c.pos)
		ev.out.Commands[c.last].Code = &Code{Lang: "sh", Text: one(texts), From: "-c"}
		return maybe
	}
	inner := c.newShell(sh)
	inner.remote = c.remote
	inner.env.shell.caller = false // it may be a server that starts it: tmux, sshd
	setShellArgs(inner.env, sh, nil)
	names := []Text{Text(sh), Text("/bin/" + sh)} // the program decides which
	if v := c.env.get("SHELL"); v.isSet() && !v.array {
		names = joinTexts(names, v.texts)
	}
	inner.env.set("0", &variable{texts: joinTexts(names, []Text{unknownText(byte(OriginArg))})})
	if len(args) > 0 {
		setWords(inner.env, args)
	}
	branches := make([]*ctx, len(texts))
	for i, t := range texts {
		branches[i] = inner.branch()
		ev.codeText(branches[i], t, at, sh+" -c")
	}
	inner.join(branches...)
	return maybe
}

// escapeForShell joins words as sudo -s and -i do: every character but
// letters, digits, _, - and $ gets a backslash.
func escapeForShell(words []Word) []Text {
	var out []byte
	for i, w := range words {
		if i > 0 {
			out = append(out, ' ')
		}
		s := string(one(w.Texts))
		for k := 0; k < len(s); k++ {
			switch b := s[k]; {
			case b == 0 && k+2 < len(s):
				out = append(out, s[k:k+3]...)
				k += 2
				continue
			case b == '_' || b == '-' || b == '$' || letter(b) || b >= 0x80:
			default:
				out = append(out, '\\')
			}
			out = append(out, s[k])
		}
	}
	return []Text{Text(out)}
}

// splitWord cuts a word at blanks, as a program does that runs a line of words
// without a shell.
func splitWord(w Word) []Word {
	s, ok := w.Exact()
	if !ok {
		return []Word{{Texts: []Text{splitText(byte(OriginUnknown))}, Many: true, Src: w.Src, Pos: w.Pos}}
	}
	var out []Word
	for _, f := range xargsItems(s, "") {
		out = append(out, Word{Texts: []Text{Text(f)}, Src: f, Pos: w.Pos})
	}
	return out
}

// withoutHead is what follows a word's beginning, where it begins so.
func withoutHead(texts []Text, head string) []Text {
	out := make([]Text, len(texts))
	for i, t := range texts {
		out[i] = Text(strings.TrimPrefix(string(t), head))
	}
	return out
}

// entr runs its command, or with -s the first word of it as code, with /_ for
// the first file of its input.
func (ev *evaluator) entr(c *ctx, p peeled) tri {
	if len(p.rest) == 0 {
		return maybe
	}
	file := unknownText(byte(OriginInput))
	if c.in != nil {
		file = unknownText(ev.taint(c.in.text))
	}
	c.in = nil
	run := make([]Word, len(p.rest))
	for i, w := range p.rest {
		run[i] = w
		if s, ok := w.Exact(); ok && s == "/_" {
			run[i] = Word{Texts: []Text{file}, Src: w.Src, Pos: w.Pos}
		}
	}
	if p.has("s") {
		return ev.shellText(c, ev.loginShell(c), run[0].Texts, run[1:], run[0].Pos)
	}
	return ev.run(c, run)
}
