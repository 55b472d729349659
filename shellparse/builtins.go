package shellparse

import (
	"path"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/syntax"
)

// builtin evaluates what the shell runs itself. handled is false for a name
// that is no builtin, or one that changes nothing this program follows and is
// recorded like a program (echo, printf, test, kill…).
func (ev *evaluator) builtin(c *ctx, name string, argv []Word) (status tri, handled bool) {
	args := argv[1:]
	emit := func() int { return ev.emit(c, Command{Argv: argv, Builtin: true}) }
	switch name {
	case ":", "true":
		emit()
		return yes, true
	case "false":
		emit()
		return no, true
	case "exit", "logout":
		emit()
		c.env.dead = max(c.env.dead, deadExit)
		return maybe, true
	case "return":
		emit()
		c.env.dead = max(c.env.dead, deadFunc)
		return maybe, true
	case "break", "continue":
		emit()
		c.env.dead = max(c.env.dead, deadLoop)
		return maybe, true
	case "cd", "chdir", "pushd", "popd":
		emit()
		ev.chdir(c, name, args)
		return maybe, true
	case "eval":
		emit()
		if len(args) > 0 {
			if s, ok := args[0].Exact(); ok && s == "--" {
				args = args[1:]
			}
		}
		return ev.evalCode(c, "eval", ev.joinWords(args), at(args, c.pos)), true
	case ".", "source":
		emit()
		return ev.sourceFile(c, name, args), true
	case "command", "builtin", "exec":
		return ev.precommand(c, name, argv), true
	case "export", "declare", "typeset", "local", "readonly":
		emit()
		for _, w := range args {
			ev.declareWord(c, name, args, w)
		}
		return yes, true
	case "unset":
		emit()
		for _, w := range args {
			for _, t := range w.Texts {
				s, ok := t.Exact()
				switch {
				case !ok || strings.HasPrefix(s, "-"):
				case c.env.get(s) == nil && len(c.env.function(s)) > 0 || hasFlag(args, 'f'):
					c.env.setFunction(s, nil)
				case strings.IndexByte(s, '[') > 0:
					ev.assign(c, s, &variable{texts: []Text{""}})
				default:
					c.env.set(s, &variable{})
				}
			}
		}
		return yes, true
	case "set":
		emit()
		ev.setBuiltin(c, args)
		return yes, true
	case "shift":
		emit()
		ev.shift(c, args)
		return maybe, true
	case "trap":
		emit()
		ev.trap(c, args)
		return yes, true
	case "alias":
		emit()
		for _, w := range args {
			if s, ok := w.Exact(); ok {
				if name, value, ok := strings.Cut(s, "="); ok {
					if c.env.shell.aliases == nil {
						c.env.shell.aliases = map[string]string{}
					}
					c.env.shell.aliases[name] = value
				}
			}
		}
		return yes, true
	case "unalias":
		emit()
		return maybe, true
	case "read":
		emit()
		return ev.read(c, args), true
	case "mapfile", "readarray":
		emit()
		ev.mapfile(c, args)
		return maybe, true
	case "printf":
		if len(args) >= 2 {
			if s, ok := args[0].Exact(); ok && strings.HasPrefix(s, "-v") {
				emit()
				target, rest := args[1], args[2:]
				if s != "-v" {
					target, rest = Word{Texts: []Text{Text(s[2:])}}, args[1:]
				}
				if name, ok := target.Exact(); ok {
					ev.assign(c, name, &variable{texts: ev.purely("printf", rest, nil, 0)})
				}
				return yes, true
			}
		}
	case "getopts":
		emit()
		if len(args) > 1 {
			if name, ok := args[1].Exact(); ok {
				ev.assign(c, name, &variable{texts: []Text{unknownText(byte(OriginArg))}})
			}
		}
		ev.assign(c, "OPTARG", &variable{texts: []Text{unknownText(byte(OriginArg))}})
		return maybe, true
	case "let":
		emit()
		for _, w := range args {
			for _, t := range w.Texts {
				ev.letText(c, t)
			}
		}
		return maybe, true
	case "enable", "shopt", "hash", "bind", "complete", "wait", "jobs", "fg", "bg", "disown", "ulimit", "umask", "dirs", "caller", "compgen", "compopt", "help", "history", "suspend", "times", "type":
		if name == "complete" || name == "bind" {
			break // they may name code: judged by a rule
		}
		i := emit()
		ev.prints(c, i, argv)
		return maybe, true
	}
	if isPlainBuiltin(name) {
		i := emit()
		ev.prints(c, i, argv)
		return maybe, true
	}
	return maybe, false
}

func isPlainBuiltin(name string) bool {
	switch name {
	case "echo", "printf", "test", "[", "kill", "pwd", "bind", "complete":
		return true
	}
	return false
}

// at is the place of the first of some words.
func at(words []Word, def Span) Span {
	if len(words) > 0 && words[0].Pos.End > 0 {
		return Span{words[0].Pos.Line, words[0].Pos.Col, words[0].Pos.Offset, words[len(words)-1].Pos.End}
	}
	return def
}

func hasFlag(args []Word, flag byte) bool {
	for _, w := range args {
		s, ok := w.Exact()
		if !ok || len(s) < 2 || s[0] != '-' || s == "--" {
			return false
		}
		if strings.IndexByte(s, flag) > 0 {
			return true
		}
	}
	return false
}

// joinWords is the text of words with blanks between them, as eval and ssh
// put them together.
func (ev *evaluator) joinWords(words []Word) []Text {
	var v value
	for _, w := range words {
		v.elems = append(v.elems, w.Texts)
	}
	return v.joined()
}

// chdir follows cd, pushd and popd. Where the directory may not exist the
// old one stays a possibility; && after it tells them apart.
func (ev *evaluator) chdir(c *ctx, name string, args []Word) {
	old := c.env.cwd()
	var target *Word
	physical := 0
	for i := range args {
		if s, ok := args[i].Exact(); ok && len(s) > 1 && s[0] == '-' && target == nil {
			if s == "--" || strings.Trim(s[1:], "LPe@n") == "" {
				physical++
				continue
			}
		}
		target = &args[i]
		break
	}
	var dirs []Text
	switch {
	case name == "popd":
		dirs = []Text{unknownText(byte(OriginUnknown))}
	case target == nil && name == "pushd":
		dirs = []Text{unknownText(byte(OriginUnknown))}
	case target == nil:
		v, _ := ev.lookup(c, "HOME")
		dirs = v.joined()
	default:
		for _, t := range target.Texts {
			if s, ok := t.Exact(); ok && s == "-" {
				v, _ := ev.lookup(c, "OLDPWD")
				dirs = joinTexts(dirs, v.joined())
				continue
			}
			if t == "" {
				dirs = joinTexts(dirs, old)
				continue
			}
			dirs = joinTexts(dirs, ev.under(old, matched([]Text{t})[0]))
		}
		if target.Many && ev.vanishes(*target) {
			v, _ := ev.lookup(c, "HOME")
			dirs = joinTexts(dirs, v.joined())
		}
	}
	c.env.set("OLDPWD", &variable{texts: old})
	c.env.dir = dirs
}

// under resolves a path against the directories it may be relative to.
func (ev *evaluator) under(dirs []Text, t Text) []Text {
	if strings.HasPrefix(string(t), "/") {
		return []Text{cleanText(t)}
	}
	if strings.HasPrefix(string(t), "\x00") {
		return []Text{t} // unknown from the start: it may be absolute
	}
	var out []Text
	for _, d := range dirs {
		out = joinTexts(out, []Text{cleanText(d + "/" + t)})
	}
	return out
}

// cleanText cleans a path that is fully known, and leaves any other.
func cleanText(t Text) Text {
	if s, ok := t.Exact(); ok {
		return Text(path.Clean(s))
	}
	return t
}

func (ev *evaluator) setBuiltin(c *ctx, args []Word) {
	for i, w := range args {
		s, ok := w.Exact()
		if ok && (s == "--" || s == "-") {
			setWords(c.env, args[i+1:])
			return
		}
		if ok && len(s) > 1 && (s[0] == '-' || s[0] == '+') {
			if s[len(s)-1] == 'o' && i+1 < len(args) {
				continue
			}
			continue
		}
		if i > 0 {
			if prev, ok := args[i-1].Exact(); ok && len(prev) > 1 && (prev[0] == '-' || prev[0] == '+') && prev[len(prev)-1] == 'o' {
				continue // the name of an option
			}
		}
		setWords(c.env, args[i:])
		return
	}
}

func (ev *evaluator) shift(c *ctx, args []Word) {
	v := c.env.get("@")
	if v == nil || v.many {
		return
	}
	n := 1
	if len(args) > 0 {
		s, ok := args[0].Exact()
		var err error
		if n, err = strconv.Atoi(s); !ok || err != nil {
			w := *v
			w.many = true
			w.elems = []elem{{"1", []Text{unknownText(byte(OriginArg))}}}
			c.env.set("@", &w)
			return
		}
	}
	if n < 0 || n > len(v.elems) {
		return
	}
	c.env.set("@", &variable{array: true, elems: v.elems[n:]})
}

// trap evaluates the code of a trap twice: where it is set, and at the end
// of the shell, with the values variables have by then.
func (ev *evaluator) trap(c *ctx, args []Word) {
	for len(args) > 0 {
		s, ok := args[0].Exact()
		if ok && s == "--" {
			args = args[1:]
			break
		}
		if ok && (s == "-l" || s == "-p" || s == "-") {
			return
		}
		break
	}
	if len(args) < 2 {
		return
	}
	name, _ := args[1].Exact()
	t := trap{code: args[0].Texts, name: name, pos: args[0].Pos, set: c.last}
	c.env.shell.traps = append(c.env.shell.traps, t)
	ev.trapCode(c, t)
}

func (ev *evaluator) trapCode(c *ctx, t trap) {
	sub := c.subshell()
	sub.inTrap = true
	sub.out = nil
	sub.last = t.set
	ev.evalCode(sub, "trap "+t.name, t.code, t.pos)
}

// alias evaluates a name that an alias replaces. Whether aliases are on is a
// question of how the shell was started, so both readings are evaluated.
func (ev *evaluator) alias(c *ctx, name string, argv []Word) (tri, bool) {
	text, ok := c.env.shell.aliases[name]
	if !ok {
		return maybe, false
	}
	var sb strings.Builder
	sb.WriteString(text)
	marks := []Text(nil)
	for _, w := range argv[1:] {
		if t, ok := w.Exact(); ok {
			if q, err := syntax.Quote(t, syntax.LangBash); err == nil {
				sb.WriteString(" " + q)
				continue
			}
		}
		sb.WriteString(" " + string(rune(hidden+len(marks))))
		marks = append(marks, one(w.Texts))
	}
	as := c.branch().through("alias " + name)
	saved := c.env.shell.aliases
	c.env.shell.aliases = nil // an alias is not expanded inside itself
	ev.script(as, &source{text: sb.String(), at: c.pos, marks: marks})
	c.env.shell.aliases = saved
	plain := c.branch()
	plain.env.shell.aliases = nil
	ev.run(plain, argv)
	plain.env.shell.aliases = saved
	c.join(as, plain)
	return maybe, true
}

// precommand is command, builtin and exec: what follows is run without
// functions, by the shell or in its place.
func (ev *evaluator) precommand(c *ctx, name string, argv []Word) tri {
	i := 1
	for ; i < len(argv); i++ {
		s, ok := argv[i].Exact()
		if !ok || len(s) < 2 || s[0] != '-' {
			break
		}
		if s == "--" {
			i++
			break
		}
		if name == "command" && strings.ContainsAny(s, "vV") {
			n := ev.emit(c, Command{Argv: argv, Builtin: true})
			ev.prints(c, n, argv)
			return maybe
		}
		if name == "exec" && strings.HasSuffix(s, "a") {
			i++ // its argument is the name to be called by
		}
	}
	n := ev.emit(c, Command{Argv: argv, Builtin: true})
	if i >= len(argv) {
		ev.prints(c, n, argv)
		return maybe
	}
	inner := c.through(name)
	inner.noFuncs = true
	if name == "exec" {
		inner.external = true
	}
	status := ev.run(inner, argv[i:])
	if name == "exec" {
		c.env.dead = max(c.env.dead, deadExit)
	}
	return status
}

// declClause is export, declare, local, readonly, typeset where the parser
// knows them; nameref and attributes included.
func (ev *evaluator) declClause(c *ctx, s *syntax.Stmt, d *syntax.DeclClause) {
	cc := c.with()
	cc.pos = c.src.span(s)
	argv := []Word{{Texts: []Text{Text(d.Variant.Value)}, Src: d.Variant.Value, Pos: c.src.span(d.Variant)}}
	flags := ""
	var assigns []Assign
	for _, a := range d.Args {
		switch {
		case a.Name == nil: // a flag, or a word that becomes an assignment
			alts := ev.wordAlternatives(c, a.Value)
			for _, w := range alts[0] {
				argv = append(argv, w)
				if t, ok := w.Exact(); ok && len(t) > 1 && t[0] == '-' {
					flags += t[1:]
					continue
				}
				ev.declareWord(c, d.Variant.Value, argv[1:], w)
			}
		case a.Naked:
			argv = append(argv, Word{Texts: []Text{Text(a.Name.Value)}, Src: a.Name.Value, Pos: c.src.span(a)})
			ev.attribute(c, d.Variant.Value, flags, a.Name.Value)
		default:
			if strings.Contains(flags, "A") && c.env.get(a.Name.Value) == nil {
				c.env.set(a.Name.Value, &variable{array: true, assoc: true})
			}
			v, w := ev.assignment(c, a)
			ev.makeLocal(c, d.Variant.Value, a.Name.Value)
			w2 := w
			w2.Texts = scalar([]Text{Text(a.Name.Value + "=")}).plus(w.Texts)
			argv = append(argv, w2)
			if strings.Contains(flags, "n") && d.Variant.Value != "export" {
				if target, ok := w.Exact(); ok {
					c.env.set(a.Name.Value, &variable{ref: target, texts: w.Texts})
					continue
				}
			}
			v.texts = attributes(ev, flags, v.texts)
			c.env.set(a.Name.Value, v)
			ev.attribute(c, d.Variant.Value, flags, a.Name.Value)
			assigns = append(assigns, Assign{a.Name.Value, w, c.env.get(a.Name.Value).exported})
		}
	}
	cc.assigns = assigns
	ev.emit(cc, Command{Argv: argv, Builtin: true})
}

// attributes applies -i, -l and -u to a value.
func attributes(ev *evaluator, flags string, texts []Text) []Text {
	out := make([]Text, len(texts))
	for i, t := range texts {
		s, ok := t.Exact()
		switch {
		case strings.Contains(flags, "i"):
			if _, err := strconv.Atoi(s); !ok || err != nil {
				t = unknownText(ev.taint(t))
			}
		case ok && strings.Contains(flags, "l"):
			t = Text(strings.ToLower(s))
		case ok && strings.Contains(flags, "u"):
			t = Text(strings.ToUpper(s))
		}
		out[i] = t
	}
	return out
}

// declareWord is an argument of export and the like that only expansion made
// an assignment: export "$name=$value".
func (ev *evaluator) declareWord(c *ctx, variant string, args []Word, w Word) {
	for _, t := range w.Texts {
		name, val, isAssign := strings.Cut(string(t), "=")
		switch {
		case strings.HasPrefix(name, "-"), !syntax.ValidName(name):
		case isAssign:
			ev.makeLocal(c, variant, name)
			ev.assign(c, name, &variable{texts: []Text{Text(val)}})
			ev.attribute(c, variant, "", name)
		default:
			ev.attribute(c, variant, "", name)
		}
	}
}

// makeLocal remembers what a local variable hides.
func (ev *evaluator) makeLocal(c *ctx, variant, name string) {
	sh := c.env.shell
	if sh.frame == nil || variant != "local" && variant != "declare" && variant != "typeset" {
		return
	}
	if _, ok := sh.frame[name]; !ok {
		sh.frame[name] = c.env.get(name)
	}
}

func (ev *evaluator) attribute(c *ctx, variant, flags, name string) {
	old := c.env.get(name)
	var v variable
	if old != nil {
		v = *old
	} else if variant == "export" || strings.Contains(flags, "x") {
		return // exporting what is not set changes nothing
	}
	if old == nil || variant == "local" && c.env.shell.frame != nil {
		if _, mine := c.env.shell.frame[name]; !mine || old == nil {
			ev.makeLocal(c, variant, name)
		}
	}
	if variant == "export" || strings.Contains(flags, "x") {
		v.exported = true
	}
	if strings.ContainsAny(flags, "aA") && !v.array {
		v.array, v.assoc = true, strings.Contains(flags, "A")
		if len(v.texts) > 0 {
			v.elems = []elem{{"0", v.texts}}
		}
		v.texts = nil
	}
	c.env.set(name, &v)
}

// read assigns what a line of the standard input splits into.
func (ev *evaluator) read(c *ctx, args []Word) tri {
	var names []string
	raw, array, whole := false, "", false
	for i := 0; i < len(args); i++ {
		s, ok := args[i].Exact()
		if !ok {
			continue
		}
		if len(s) < 2 || s[0] != '-' {
			names = append(names, s)
			continue
		}
	flags:
		for j := 1; j < len(s); j++ {
			switch s[j] {
			case 'r':
				raw = true
			case 'a', 'd', 'i', 'n', 'N', 'p', 't', 'u':
				arg := s[j+1:]
				if arg == "" && i+1 < len(args) {
					i++
					arg, _ = args[i].Exact()
				}
				switch s[j] {
				case 'a':
					array = arg
				case 'd':
					whole = true
				case 'u', 'n', 'N':
					whole = true
				}
				break flags
			}
		}
	}
	line, ok, known := c.in.line()
	if whole && c.in != nil {
		// Another delimiter or another descriptor: not followed.
		line, known = unknownText(ev.taint(c.in.text, line)), false
	}
	s, exact := line.Exact()
	switch {
	case array != "":
		v := &variable{array: true, many: true, elems: []elem{{"0", []Text{line}}}}
		if exact && known {
			v = &variable{array: true}
			for i, f := range expand.ReadFields(nil, s, -1, raw) {
				v.elems = append(v.elems, elem{strconv.Itoa(i), []Text{Text(f)}})
			}
		}
		ev.assign(c, array, v)
	case exact && known:
		if len(names) == 0 {
			ev.assign(c, "REPLY", &variable{texts: []Text{Text(s)}})
			break
		}
		cfg := &expand.Config{Env: expand.FuncEnviron(func(name string) string {
			if name == "IFS" {
				return ev.ifs(c)
			}
			return ""
		})}
		parts := expand.ReadFields(cfg, s, len(names), raw)
		for i, name := range names {
			val := ""
			if i < len(parts) {
				val = parts[i]
			}
			ev.assign(c, name, &variable{texts: []Text{Text(val)}})
		}
	default:
		if len(names) == 0 {
			names = []string{"REPLY"}
		}
		for i, name := range names {
			t := unknownText(ev.taint(line))
			if i == 0 && len(names) == 1 && raw {
				t = line
			}
			ev.assign(c, name, &variable{texts: []Text{t}})
		}
	}
	switch {
	case !ok:
		return no
	case known && exact && !whole:
		return yes
	}
	return maybe
}

func (ev *evaluator) mapfile(c *ctx, args []Word) {
	name := "MAPFILE"
	trim := hasFlag(args, 't')
	plainOnly := true
	for i := 0; i < len(args); i++ {
		s, ok := args[i].Exact()
		switch {
		case ok && s == "-t":
		case ok && len(s) > 1 && s[0] == '-':
			plainOnly = false
			if strings.ContainsAny(s, "C") && i+1 < len(args) {
				ev.evalCode(c.subshell(), "mapfile -C", args[i+1].Texts, args[i+1].Pos)
			}
			if len(s) == 2 {
				i++
			}
		case ok:
			name = s
		}
	}
	t := c.in.all()
	s, exact := t.Exact()
	if !exact || !plainOnly {
		ev.assign(c, name, &variable{array: true, many: true, elems: []elem{{"0", []Text{unknownText(ev.taint(t))}}}})
		return
	}
	v := &variable{array: true}
	for i, line := range strings.SplitAfter(s, "\n") {
		if line == "" {
			continue
		}
		if trim {
			line = strings.TrimSuffix(line, "\n")
		}
		v.elems = append(v.elems, elem{strconv.Itoa(i), []Text{Text(line)}})
	}
	ev.assign(c, name, v)
}

// letText evaluates an argument of let.
func (ev *evaluator) letText(c *ctx, t Text) {
	s, ok := t.Exact()
	name, _, isAssign := strings.Cut(strings.TrimSpace(string(t)), "=")
	name = strings.TrimRight(name, "+-*/%&|^<>")
	if ok {
		if x, err := syntax.NewParser().Arithmetic(strings.NewReader(s)); err == nil {
			ev.arithm(c, x)
			return
		}
	}
	if isAssign && syntax.ValidName(name) {
		ev.assign(c, name, &variable{texts: []Text{unknownText(ev.taint(t))}})
	}
}
