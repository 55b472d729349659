package shellparse

import "strings"

// Programs that have a language of their own for what they run.

// debugger is gdb or lldb: the program it starts, and the commands among its
// options that run something else: shell, !, python.
func (ev *evaluator) debugger(c *ctx, p peeled) tri {
	for _, w := range p.given("ex eval-command ix iex init-command init-eval-command o one-line O k") {
		for _, t := range w.Texts {
			s := strings.TrimLeft(string(t), " \t")
			verb, rest, _ := strings.Cut(s, " ")
			switch {
			case strings.HasPrefix(s, "!"):
				ev.shellCode(c, "sh", []Text{Text(s[1:])}, w.Pos)
			case verb == "shell" || verb == "make" || verb == "platform" || verb == "pipe" || verb == "|":
				ev.shellCode(c, "sh", []Text{Text(rest)}, w.Pos)
			case verb == "python" || verb == "py" || verb == "pi" || verb == "python-interactive" || verb == "script" || verb == "guile" || verb == "gu",
				strings.Contains(s, "system"), strings.Contains(s, "exec"), Text(s).HasUnknown():
				ev.out.Commands[c.last].Code = &Code{Lang: "gdb", Text: t, From: "-ex"}
			}
		}
	}
	prog := append(append([]Word(nil), p.operands...), p.rest...)
	if len(prog) > 0 {
		return ev.run(c, prog)
	}
	return maybe
}

// capsh gives what stands behind -- to a shell, as its arguments.
func (ev *evaluator) capsh(c *ctx, argv []Word) tri {
	shell := "bash"
	for i, w := range argv {
		s, ok := w.Exact()
		switch {
		case ok && strings.HasPrefix(s, "--shell="):
			shell = programName(s[len("--shell="):])
		case ok && s == "--" || ok && s == "-+":
			if !isShell(shell) {
				return ev.run(c, append([]Word{{Texts: []Text{Text(shell)}, Pos: w.Pos}}, argv[i+1:]...))
			}
			return ev.shellCommand(c, shell, append([]Word{{Texts: []Text{Text(shell)}, Src: shell, Pos: w.Pos}}, argv[i+1:]...))
		case !ok && maybeFlag(w):
			ev.problem("option", "an option of capsh that is not known, so the command it runs may be another", c.pos)
		}
	}
	return maybe
}

// socat runs what its addresses say: EXEC:words, SYSTEM:code, SHELL:code.
func (ev *evaluator) socat(c *ctx, words []Word) tri {
	for _, w := range words {
		for _, t := range w.Texts {
			for part := range strings.SplitSeq(string(t), "!!") {
				kind, arg, ok := strings.Cut(part, ":")
				if !ok {
					continue
				}
				switch strings.ToUpper(kind) {
				case "EXEC":
					arg, _, _ = strings.Cut(arg, ",")
					if run := splitWord(sub(w, arg)); len(run) > 0 {
						ev.run(c, run)
					}
				case "SYSTEM", "SHELL":
					if code, _, cut := strings.Cut(arg, ","); cut { // options of the address, or a comma of the code
						ev.shellCode(c, "sh", []Text{Text(code)}, w.Pos)
					}
					ev.shellCode(c, "sh", []Text{Text(arg)}, w.Pos)
				}
			}
		}
	}
	return maybe
}

// sshOptions evaluates the settings of ssh that run something here.
func (ev *evaluator) sshOptions(c *ctx, p peeled) {
	c.external = true
	for _, w := range p.given("o") {
		for _, t := range w.Texts {
			name, value, ok := strings.Cut(string(t), "=")
			if !ok {
				name, value, ok = strings.Cut(strings.TrimLeft(string(t), " \t"), " ")
			}
			switch strings.ToLower(strings.TrimSpace(name)) {
			case "proxycommand", "localcommand", "knownhostscommand":
				if ok && strings.TrimSpace(value) != "none" {
					ev.shellCode(c, "sh", []Text{Text(strings.TrimLeft(value, " \t="))}, w.Pos)
				}
			}
		}
	}
}

// aptOptions evaluates the settings of apt that are code: -o DPkg::Pre-Invoke::=CODE.
func (ev *evaluator) aptOptions(c *ctx, p peeled) {
	for _, w := range p.given("o option") {
		for _, t := range w.Texts {
			name, value, ok := strings.Cut(string(t), "=")
			if ok && strings.Contains(strings.ToLower(name), "invoke") || strings.HasSuffix(strings.ToLower(name), "pre-install-pkgs") {
				ev.shellCode(c, "sh", []Text{Text(value)}, w.Pos)
			}
		}
	}
}

// splitString takes apart the argument of env -S as coreutils 9.1 does: blanks
// separate, quotes group, a backslash stands before one of its own escapes,
// # starts a comment, and ${NAME} is the only expansion.
func (ev *evaluator) splitString(c *ctx, w Word) []Word {
	unknown := Word{Texts: []Text{splitText(ev.taint(w.Texts...))}, Many: true, Src: w.Src, Pos: c.place(w.Pos)}
	s, ok := w.Exact()
	if !ok {
		return []Word{unknown}
	}
	if !ev.charge(len(s)<<6+strings.Count(s, " ")<<6, c.pos) { // a word for every other byte
		return []Word{unknown}
	}
	out := make([]Word, 0, strings.Count(s, " ")+1)
	var cur []byte
	open := false // cur is a word even if empty
	quote := byte(0)
	flush := func() {
		if open {
			out = append(out, Word{Texts: []Text{Text(cur)}, Src: string(cur), Pos: c.place(w.Pos)})
		}
		cur, open = nil, false
	}
	fail := func() []Word {
		ev.problem("option", "the argument of env -S cannot be split", c.pos)
		return append(out, unknown)
	}
	for i := 0; i < len(s); i++ {
		b := s[i]
		switch {
		case b == '\'' && quote != '"':
			open = true
			quote ^= '\''
		case b == '"' && quote != '\'':
			open = true
			quote ^= '"'
		case quote == 0 && strings.IndexByte(" \t\n\v\f\r", b) >= 0:
			flush()
		case b == '#' && quote == 0 && !open:
			return out
		case b == '\\' && quote == '\'':
			open = true
			if i+1 < len(s) && (s[i+1] == '\\' || s[i+1] == '\'') {
				i++
			}
			cur = append(cur, s[i])
		case b == '\\':
			if i++; i == len(s) {
				return fail()
			}
			k := strings.IndexByte("fnrtv", s[i])
			switch {
			case s[i] == '_' && quote == 0:
				flush()
			case s[i] == '_':
				cur = append(cur, ' ')
			case s[i] == 'c' && quote == 0:
				flush()
				return out
			case k >= 0:
				open = true
				cur = append(cur, "\f\n\r\t\v"[k])
			case strings.IndexByte(`"#$'\`, s[i]) >= 0:
				open = true
				cur = append(cur, s[i])
			default:
				return fail()
			}
		case b == '$' && quote != '\'':
			name, rest, ok := strings.Cut(s[i+1:], "}")
			if !ok || !strings.HasPrefix(name, "{") {
				return fail()
			}
			open = true
			v, _ := ev.lookup(c, name[1:])
			value := one(v.joined())
			if ev.vanishes(Word{Texts: []Text{value}}) {
				value = ""
			}
			cur = append(cur, value...)
			i = len(s) - len(rest) - 1
		default:
			open = true
			cur = append(cur, b)
		}
	}
	if quote != 0 {
		return fail()
	}
	flush()
	return out
}
