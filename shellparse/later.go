package shellparse

import "strings"

// Programs that hand text to a shell which is started later, or is there
// already: at, cron, the shells in the windows of tmux and screen.

// elsewhere is c in such a shell: nothing is known of its variables, and
// unless it says otherwise nothing of where it is.
func (c *ctx) elsewhere(how string, dir Text) *ctx {
	d := c.newShell("sh")
	d.via = append(c.via[:len(c.via):len(c.via)], how)
	layer := c.env.branch()
	layer.cut = cutAll
	d.env.shell.outer = layer
	d.env.shell.login = true
	d.env.dir = []Text{dir}
	d.in, d.out, d.bg = nil, nil, true
	d.within, d.loop, d.job = nil, nil, nil
	setShellArgs(d.env, "sh", nil)
	return d
}

// at reads its job from a file or its standard input, and runs it where it
// was called, with the environment of then.
func (ev *evaluator) at(c *ctx, name string, argv []Word) tri {
	i := ev.emit(c, Command{Argv: argv})
	g := grammar{names: "at", short: "V?bq:f:mMklrvcdt:u:", long: ""}
	p := g.peel(argv)[0]
	if p.hasAny("l d r c V") {
		ev.prints(c, i, argv)
		return maybe
	}
	inner := c.newShell("sh")
	inner.via = append(c.via[:len(c.via):len(c.via)], name)
	in := c.in
	inner.in, inner.out, inner.bg = nil, nil, true
	inner.within, inner.loop, inner.job = nil, nil, nil
	if file, ok := p.get("f"); ok {
		if !ev.runFile(inner, file, i) {
			ev.out.Commands[i].Code = &Code{Lang: "sh", Text: one(ev.fileTexts(c, file)), From: "file"}
		}
		return maybe
	}
	if in != nil {
		ev.codeText(inner, in.all(), c.pos, name)
	}
	return maybe
}

// crontab takes a new table from a file or its standard input: each line five
// fields, or @word, then code for sh up to the first %.
func (ev *evaluator) crontab(c *ctx, argv []Word) tri {
	i := ev.emit(c, Command{Argv: argv})
	g := grammar{names: "crontab", short: "u:lreisnTx:"}
	p := g.peel(argv)[0]
	if p.hasAny("l r e") {
		ev.prints(c, i, argv)
		return maybe
	}
	var texts []Text
	switch s, ok := "-", true; {
	case len(p.rest) > 0:
		if s, ok = p.rest[0].Exact(); !ok || s != "-" {
			texts = ev.tableFile(c, p.rest[0])
			break
		}
		fallthrough
	default:
		if c.in == nil {
			return maybe
		}
		texts = []Text{c.in.all()}
	}
	for _, t := range texts {
		if t.HasUnknown() {
			ev.out.Commands[i].Code = &Code{Lang: "sh", Text: t, From: "stdin"}
		}
		for line := range strings.Lines(string(t)) {
			if code, ok := cronCode(strings.TrimRight(line, "\n")); ok {
				inner := c.elsewhere("crontab", unknownText(byte(OriginUnknown)))
				inner.last = i
				ev.codeText(inner, Text(code), c.pos, "crontab")
			}
		}
	}
	return maybe
}

func (ev *evaluator) tableFile(c *ctx, file Word) []Text {
	if s, ok := file.Exact(); ok {
		if _, known := ev.written[absolute(c, s)]; !known {
			if text, ok := ev.readScript(absolute(c, s)); ok {
				return []Text{Text(text)}
			}
		}
	}
	return ev.fileTexts(c, file)
}

// cronCode is the code in a line of a table. What follows a % that no
// backslash stands before is its standard input.
func cronCode(line string) (string, bool) {
	line = strings.TrimLeft(line, " \t")
	fields := 5
	switch {
	case line == "" || line[0] == '#':
		return "", false
	case line[0] == '@':
		fields = 1
	}
	for range fields {
		i := strings.IndexAny(line, " \t")
		if i < 0 {
			return "", false // NAME=VALUE among others
		}
		line = strings.TrimLeft(line[i:], " \t")
	}
	var sb strings.Builder
	for i := 0; i < len(line); i++ {
		switch {
		case line[i] == '\\' && i+1 < len(line) && line[i+1] == '%':
			i++
		case line[i] == '%':
			return sb.String(), true
		}
		sb.WriteByte(line[i])
	}
	return sb.String(), sb.Len() > 0
}

// tmuxCommand is a command of tmux that takes one for a shell, with its flags.
type tmuxCommand struct {
	names string
	short string
	how   byte // c: the operands are a command; k: keys; s: the first operand is code; t: code, then commands of tmux; x: commands of tmux
}

// tmuxCommands are those of tmux 3.5.
var tmuxCommands = [...]tmuxCommand{
	{"new-session new", "AdDEPXc:e:F:f:n:s:t:x:y:", 'c'},
	{"new-window neww", "abdkPSc:e:F:n:t:", 'c'},
	{"split-window splitw", "bdfhIvPZc:e:F:l:p:t:", 'c'},
	{"respawn-pane respawnp", "kc:e:t:", 'c'},
	{"respawn-window respawnw", "kc:e:t:", 'c'},
	{"display-popup popup", "BCEkNb:c:d:e:h:s:S:t:T:w:x:y:", 'c'},
	{"run-shell run", "bCEc:d:t:", 's'},
	{"if-shell if", "bFt:", 't'},
	{"pipe-pane pipep", "IOot:", 's'},
	{"copy-pipe copy-pipe-and-cancel", "", 's'},
	{"send-keys send", "FHKlMRXc:N:t:", 'k'},
	{"set-hook", "agpRuwt:", 'x'},
	{"bind-key bind", "nrN:T:", 'x'},
	{"confirm-before confirm", "byc:p:t:", 'x'},
	{"command-prompt", "1bFikNI:p:t:T:", 'x'},
	{"display-menu menu", "OMb:c:C:H:s:S:t:T:x:y:", 'x'},
}

// tmux evaluates the commands of tmux, which a word that ends in ; separates.
func (ev *evaluator) tmux(c *ctx, argv []Word) tri {
	i := ev.emit(c, Command{Argv: argv})
	g := grammar{names: "tmux", short: "2CDdlNuUvVc:f:L:S:T:qh"}
	p := g.peel(argv)[0]
	for _, w := range p.given("c") {
		ev.shellCode(c.through("tmux"), ev.loginShell(c), w.Texts, w.Pos)
	}
	if !p.known {
		ev.problem("option", "an option of tmux that is not known, so the command it runs may be another", c.pos)
	}
	ev.prints(c, i, argv)
	ev.tmuxList(c, p.rest, i)
	return maybe
}

func (ev *evaluator) tmuxList(c *ctx, words []Word, at int) {
	if c.depth > MaxNesting || !ev.step(c.pos) {
		return
	}
	for len(words) > 0 {
		end := 0
		for ; end < len(words); end++ {
			if s, ok := words[end].Exact(); ok && strings.HasSuffix(s, ";") && !strings.HasSuffix(s, `\;`) {
				break
			}
		}
		command := append([]Word(nil), words[:end]...)
		if end < len(words) {
			if s, _ := words[end].Exact(); s != ";" {
				command = append(command, sub(words[end], s[:len(s)-1]))
			}
			end++
		}
		words = words[end:]
		if len(command) > 0 {
			ev.tmuxCommand(c, command, at)
		}
	}
}

func (ev *evaluator) tmuxCommand(c *ctx, words []Word, i int) {
	name, ok := words[0].Exact()
	if !ok {
		ev.problem("option", "a command of tmux that is not known", c.pos)
		return
	}
	for _, t := range tmuxCommands {
		if !tmuxName(t.names, name) {
			continue
		}
		g := grammar{names: "tmux " + name, short: t.short, lax: true}
		for _, p := range g.peel(words) {
			dir := unknownText(byte(OriginUnknown))
			if w, ok := p.get("c"); ok && t.how == 'c' {
				dir = one(ev.under(c.env.cwd(), one(w.Texts)))
			} else if t.how == 'c' {
				dir = one(c.env.cwd())
			}
			inner := c.elsewhere("tmux "+name, dir)
			inner.last = i
			switch {
			case len(p.rest) == 0:
			case t.how == 'k':
				ev.typed(inner, p, i)
			case t.how == 'c' && len(p.rest) > 1: // started without a shell
				inner.external = true
				ev.run(inner, p.rest)
			case t.how == 'c', t.how == 's' && !p.has("C"), t.how == 't' && !p.has("F"):
				for _, code := range p.rest[0].Texts {
					ev.codeText(inner, code, p.rest[0].Pos, "tmux "+name)
				}
			}
			rest := p.rest
			if t.how == 't' && len(rest) > 0 {
				rest = rest[1:]
			}
			if t.how == 't' || t.how == 'x' || t.how == 's' && p.has("C") {
				ev.tmuxTexts(c, rest, i)
			}
		}
		return
	}
}

// tmuxTexts evaluates arguments that are commands of tmux themselves: as
// words, or all of one in one word.
func (ev *evaluator) tmuxTexts(c *ctx, words []Word, at int) {
	for i, w := range words {
		s, ok := w.Exact()
		switch {
		case !ok:
			ev.problem("option", "a command of tmux that is not known", c.pos)
		case strings.ContainsAny(s, " \t"):
			var list []Word
			for _, f := range xargsItems(s, "") {
				list = append(list, sub(w, f))
			}
			ev.tmuxList(c, list, at)
		case isTmuxCommand(s):
			ev.tmuxList(c, words[i:], at)
			return
		}
	}
}

func isTmuxCommand(s string) bool {
	for _, t := range tmuxCommands {
		if hasName(t.names, s) {
			return true
		}
	}
	return false
}

// tmuxName takes a name of tmux, its alias, or a beginning of the name.
func tmuxName(names, s string) bool {
	full, _, _ := strings.Cut(names, " ")
	return hasName(names, s) || len(s) > 3 && strings.HasPrefix(full, s)
}

// typed evaluates keys that are typed into a shell that is there already: a word that names a key is
// that key, any other is typed as it is.
func (ev *evaluator) typed(c *ctx, p peeled, i int) {
	if p.hasAny("X M R") {
		return
	}
	text := []Text{""}
	for _, w := range p.rest {
		texts := w.Texts
		if s, ok := w.Exact(); ok && !p.has("l") {
			switch s {
			case "Enter", "C-m", "C-j", "KPEnter", "^M", "^J":
				texts = []Text{"\n"}
			case "Space":
				texts = []Text{" "}
			case "Tab", "C-c", "C-u", "C-d", "C-l", "Escape", "BSpace", "C-a", "C-e", "C-k":
				texts = []Text{"\n"} // what was typed before is gone, or another line
			}
		}
		var next []Text
		for _, a := range text {
			for _, b := range texts {
				next = joinTexts(next, []Text{a + b})
			}
		}
		text = next
	}
	for _, t := range text {
		ev.codeText(c, t, c.place(at(p.rest, c.pos)), "tmux send-keys")
	}
}

// screen types into a window with -X stuff, or starts a program in a new one.
func (ev *evaluator) screen(c *ctx, argv []Word) tri {
	i := ev.emit(c, Command{Argv: argv})
	g := grammar{names: "screen", lax: true, short: "a4AUc:D?d?e:f?h:ilLOmp:qQr?R?s:S:t:T:vw?x?XnL", long: "Logfile= ls list wipe version"}
	for _, p := range g.peel(argv) {
		inner := c.elsewhere("screen", one(c.env.cwd()))
		inner.last = i
		if !p.has("X") {
			if len(p.rest) > 0 {
				inner.external = true
				ev.run(inner, p.rest)
			}
			continue
		}
		inner.env.dir = []Text{unknownText(byte(OriginUnknown))}
		for len(p.rest) > 0 {
			verb, _ := p.rest[0].Exact()
			words := p.rest[1:]
			switch verb {
			case "at":
				p.rest = words[min(1, len(words)):]
				continue
			case "stuff", "eval":
				for _, w := range words {
					for _, t := range w.Texts {
						ev.codeText(inner, screenText(t), w.Pos, "screen -X stuff")
					}
				}
			case "exec", "screen":
				for len(words) > 0 && (maybeFlag(words[0]) || strings.Trim(words[0].Texts[0].String(), ".!|:0123456789") == "") {
					words = words[1:]
				}
				if len(words) > 0 {
					inner.external = true
					ev.run(inner, words)
				}
			}
			break
		}
	}
	return maybe
}

// screenText undoes the escapes of stuff: ^M and \015 are the enter key.
func screenText(t Text) Text {
	s := strings.NewReplacer("^M", "\n", "^J", "\n", `\015`, "\n", `\012`, "\n", `\n`, "\n", `\r`, "\n", "\r", "\n", "stuff ", "").Replace(string(t))
	return Text(s)
}
