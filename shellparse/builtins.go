package shellparse

import (
	"slices"
	"strconv"
	"strings"

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
		if c.ret != nil {
			c.ret.add(ev, c.env)
		}
		if c.ret != nil || len(c.env.shell.calls) > 0 { // a subshell of a function ends too
			c.env.dead = max(c.env.dead, deadFunc)
		}
		return maybe, true
	case "break", "continue":
		emit()
		n := 1
		if len(args) > 0 {
			s, _ := args[0].Exact()
			n = atoiOr(s, 0)
		}
		ev.leave(c, name, n)
		return maybe, true
	case "cd", "chdir", "pushd", "popd":
		i := emit()
		if name == "cd" || name == "chdir" {
			status = ev.chdir(c, args)
		} else {
			status = ev.pushd(c, name, args)
		}
		if len(args) > 0 || name != "cd" { // pushd, popd, cd - and CDPATH show where they went
			ev.printsDir(c, i, name, args, argv)
		}
		return status, true
	case "eval":
		if i := emit(); slices.ContainsFunc(args, Word.globs) { // the names of files are code
			ev.unknownCode(i, "sh", one(ev.joinWords(args)), "eval")
		}
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
		i, flags := emit(), ""
		for _, w := range args {
			if s, ok := w.Exact(); ok && len(s) > 1 && s[0] == '-' {
				flags += s[1:]
				continue
			}
			ev.declareWord(c, name, flags, w)
			ev.assigned(c, i, w)
		}
		if len(args) == 0 || strings.ContainsAny(flags, "pfF") {
			ev.printsState(c, i, argv)
		}
		if strings.Contains(flags, "f") && (name == "export" || strings.Contains(flags, "x")) {
			ev.exported(c, args)
		}
		return yes, true
	case "unset":
		emit()
		status = yes
		ev.namesIn(c, args)
		for _, w := range args {
			for _, t := range w.Texts {
				s, ok := t.Exact()
				switch {
				case !ok || strings.HasPrefix(s, "-"):
				case c.env.get(s) == nil && len(c.env.function(s)) > 0 || hasFlag(args, 'f'):
					c.env.setFunction(s, nil)
				case strings.IndexByte(s, '[') > 0:
					if !ev.unsetElement(c, s) {
						ev.assign(c, s[:strings.IndexByte(s, '[')+1], &variable{texts: []Text{""}})
						status = maybe
					}
				default:
					if old := c.env.get(s); old != nil && old.readonly {
						c.env.set(s, joinVariables(old, &variable{}))
						status = maybe
						continue
					}
					c.env.set(s, &variable{})
				}
			}
		}
		return status, true
	case "set":
		i := emit()
		if len(args) == 0 {
			ev.printsState(c, i, argv)
		}
		if hasFlag(args, 'H') || hasWord(args, "histexpand") && hasFlag(args, 'o') {
			ev.problem("construct", "history expansion is switched on, which changes what follows before it is read", c.pos)
		}
		if hasFlag(args, 'C') || hasWord(args, "noclobber") {
			c.env.shell.noclobber = true
		}
		ev.setModes(args)
		ev.setBuiltin(c, args)
		if len(args) > 0 && strings.HasPrefix(args[0].Texts[0].String(), "--") {
			return yes, true
		}
		return maybe, true
	case "shift":
		emit()
		ev.shift(c, args)
		return maybe, true
	case "trap":
		i := emit()
		ev.trap(c, args)
		if len(args) == 0 || strings.HasPrefix(args[0].Texts[0].String(), "-") {
			ev.printsState(c, i, argv)
		}
		return maybe, true
	case "alias":
		i := emit()
		for _, w := range args {
			if s, ok := w.Exact(); ok {
				if name, value, ok := strings.Cut(s, "="); ok {
					ev.setAlias(c, name, value)
				}
			}
		}
		if len(args) == 0 || hasFlag(args, 'p') {
			ev.printsState(c, i, argv)
		}
		return yes, true
	case "unalias":
		emit()
		return maybe, true
	case "read":
		emit()
		ev.namesIn(c, args)
		return ev.read(c, args), true
	case "mapfile", "readarray":
		emit()
		ev.namesIn(c, args)
		ev.mapfile(c, args)
		return maybe, true
	case "printf":
		if len(args) >= 2 && c.env.shell.dialect != syntax.LangPOSIX {
			if s, ok := args[0].Exact(); ok && strings.HasPrefix(s, "-v") {
				emit()
				ev.namesIn(c, args[:2])
				target, rest := args[1], args[2:]
				if s != "-v" {
					target, rest = Word{Texts: []Text{Text(s[2:])}}, args[1:]
				}
				if name, ok := target.Exact(); ok {
					texts := ev.purely("printf", rest, c, -1)
					if status = yes; texts == nil || len(rest) == 0 || strings.ContainsAny(rest[0].Texts[0].String(), "diouxX") { // it may be no number
						status = maybe
					}
					if texts == nil {
						texts = []Text{unknownText(ev.taint(ev.joinWords(rest)...))}
					}
					ev.assign(c, name, &variable{texts: texts})
				} else {
					ev.spoil(c)
				}
				return status, true
			}
		}
	case "fc":
		return ev.fc(c, argv), true
	case "getopts":
		emit()
		ev.namesIn(c, args)
		return ev.getopts(c, args), true
	case "let":
		emit()
		ev.namesIn(c, args)
		for _, w := range args {
			ev.let(c, w.Texts)
		}
		return maybe, true
	case "enable", "shopt", "hash", "bind", "complete", "wait", "jobs", "fg", "bg", "disown", "ulimit", "umask", "dirs", "caller", "compgen", "compopt", "help", "history", "suspend", "times", "type":
		if name == "complete" || name == "bind" {
			break // they may name code: judged by a rule
		}
		i := emit()
		switch {
		case name == "wait": // -p NAME
			ev.namesIn(c, args)
		case name == "hash":
			ev.hash(c, args)
		case name == "jobs":
			ev.jobsOf(c, args)
		case name == "history" && hasFlag(args, 's'):
			ev.past = append(ev.past, ev.joinWords(args[1:])...)
		case name == "enable" && hasFlag(args, 'f'): // from a shared object
			ev.unknownCode(i, "sh", unknownText(byte(OriginInput)), "file")
		}
		if name == "shopt" {
			ev.shopt(args)
		}
		if name == "compgen" {
			ev.compgen(c, args)
		}
		ev.prints(c, i, argv)
		return maybe, true
	}
	if isPlainBuiltin(name) {
		i := emit()
		if (name == "test" || name == "[") && hasWord(args, "-v") || name == "complete" {
			ev.namesIn(c, args)
		}
		if name == "complete" {
			ev.compgen(c, args)
		}
		if name == "bind" {
			ev.bound(c, args)
		}
		switch {
		case name == "test" || name == "[":
			return ev.testBuiltin(name, args), true
		case name == "kill" && silentKill(args):
		default:
			ev.prints(c, i, argv)
		}
		return maybe, true
	}
	return maybe, false
}

// globs reports whether a word may become the names of files.
func (w Word) globs() bool { return slices.ContainsFunc(w.Texts, Text.HasGlob) }

// silentKill reports whether kill sends a signal, for which it prints nothing.
func silentKill(args []Word) bool {
	if len(args) == 0 {
		return false
	}
	s, ok := args[0].Exact()
	return ok && !strings.HasPrefix(s, "-l") && !strings.HasPrefix(s, "-L") && s != "--help"
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
		place := words[0].Pos
		place.End = words[len(words)-1].Pos.End
		return place
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
	if v == nil || v.many && v.ways == nil {
		return
	}
	n := 1
	if len(args) > 0 {
		s, ok := args[0].Exact()
		var err error
		if n, err = strconv.Atoi(s); !ok || err != nil {
			w := *v
			w.many, w.ways = true, nil
			w.elems = []elem{{"1", []Text{unknownText(byte(OriginArg))}}}
			c.env.set("@", &w)
			return
		}
	}
	c.env.set("@", v.eachWay(func(v *variable) *variable {
		if n < 0 || n > len(v.elems) {
			return v
		}
		return &variable{array: true, elems: v.elems[n:]}
	}))
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
