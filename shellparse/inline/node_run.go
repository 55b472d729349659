package inline

import (
	"slices"
	"strconv"
	"strings"
)

// invoke is a call of something known by name.
func (l nodeLang) invoke(ev *follower, name string, s *site) *thing {
	root, rest := nodeRoot(name)
	if v := l.dynamic(ev, name, s); v != nil {
		return v
	}
	if v := nodePure(ev, name, s); v != nil {
		return v
	}
	if !nodeKnows(root) {
		return nil
	}
	result := &thing{names: []string{name + "()"}, of: s.this, args: s.args, text: ev.outcome(s).text}
	if s.fn != nil && s.fn.of != nil {
		result.of = s.fn.of
	}
	switch root {
	case "child_process", "cross-spawn", "execa", "node-pty", "Bun", "bun":
		if v := l.start(ev, root, rest, s); v != nil {
			return v
		}
	case "cluster":
		if rest == "fork" && ev.endless > 0 {
			ev.r.add(Effect{Kind: Bomb, Call: name, Pos: int(s.t.pos), End: int(s.t.end)})
		}
	case "process":
		if rest == "kill" {
			ev.nodeKill(name, s.arg(0), s.arg(1), s)
			return &thing{}
		}
	case "Deno":
		switch rest {
		case "kill":
			ev.nodeKill(name, s.arg(0), s.arg(1), s)
			return &thing{}
		case "Command", "run":
			if v := l.deno(ev, rest, s); v != nil {
				return v
			}
		}
	case "fs":
		if v := l.files(ev, rest, s); v != nil {
			return v
		}
	case "net", "http", "dgram":
		if l.socket(ev, root, rest, s) {
			return result
		}
	case "fetch", "axios", "got", "request", "superagent", "undici", "needle", "ky", "WebSocket", "EventSource", "ws", "XMLHttpRequest":
		if l.request(ev, root, rest, s) {
			return result
		}
	}
	if table := nodeTable(root); table != nil {
		ev.row(table, name, nodeVariant(rest, s), s)
	} else if !ev.row(nodePackages[:], name, name, s) {
		ev.row(nodeSQL[:], name, name, s)
	}
	return result
}

// row does what the row of a table says, if there is one.
func (ev *follower) row(table []call, name, rest string, s *site) bool {
	row := lookup(table, rest)
	if row == nil {
		if base, _, ok := strings.Cut(rest, ":"); ok {
			row = lookup(table, base)
		}
	}
	if row == nil {
		return false
	}
	args := s.args
	if strings.HasSuffix(row.like, "$@") {
		var flat []*thing
		for _, a := range args {
			if a.list && len(a.or) == 0 {
				flat = append(flat, a.elems...)
				if a.rest != nil {
					flat = append(flat, textThing(manyWords(a.rest)))
				}
			} else if a.props == nil && len(a.funcs) == 0 {
				flat = append(flat, a)
			}
		}
		args = flat
	}
	vals := texts(args)
	if strings.Contains(row.like, "$9") { // what the object was made with
		for len(vals) < 9 {
			vals = append(vals, unknown())
		}
		if of := s.this; of != nil {
			for of.of != nil && len(of.args) == 0 {
				of = of.of
			}
			if len(of.args) > 0 {
				vals[8] = of.args[0].str()
			}
		}
	}
	ev.r.effect(row, name, vals, nil, int(s.t.pos), int(s.t.end))
	return true
}

// manyWords stands for any number of words like this one.
func manyWords(t *thing) Value {
	if t != nil && t.text != nil {
		if _, ok := t.text.Exact(); ok || t.text.pid() || isEveryone(t.text) {
			return t.text
		}
	}
	return from(Unknown, ManyWords)
}

// nodeVariant adds to a name what the options of the call change of it.
func nodeVariant(rest string, s *site) string {
	for _, a := range s.args {
		if a.props == nil {
			continue
		}
		if r := a.props["recursive"]; r != nil && !r.none {
			return rest + ":recursive"
		}
		if a.rest != nil {
			return rest + ":recursive"
		}
	}
	if n := len(s.args); n > 1 && s.args[n-1].isResult() && s.args[n-1].text == nil && !s.args[n-1].none {
		return rest + ":recursive" // options that are not known
	}
	return rest
}

// option is an option of a call; nil where it is not given. Where the options
// are not known, it is data.
func option(o *thing, name string) *thing {
	if o == nil || o.none {
		return nil
	}
	if v := o.props[name]; v != nil {
		if v.none {
			return nil
		}
		return v
	}
	if o.rest != nil {
		return o.rest
	}
	return nil
}

// start is a call that starts a program; nil where it is none.
func (l nodeLang) start(ev *follower, root, rest string, s *site) *thing {
	method := strings.TrimSuffix(rest, "Sync")
	switch root {
	case "cross-spawn":
		method = "spawn"
	case "node-pty":
		if rest != "spawn" && rest != "fork" {
			return nil
		}
		method = "spawn"
	case "execa":
		switch method {
		case "", "execa", "sync", "node", "execaNode":
			method = "execFile"
		case "execaCommand", "command", "commandSync", "shell":
			method = "exec"
		default:
			return nil
		}
	case "Bun", "bun":
		if method != "spawn" {
			return nil
		}
		return l.bunSpawn(ev, rest, s)
	}
	call := strings.TrimSuffix(root+"."+rest, ".")
	async := !strings.HasSuffix(rest, "Sync")
	switch method {
	case "exec":
		opts := s.arg(1)
		l.shell(ev, call, s.arg(0).str(), opts, s)
		return child(ev, s, async, s.arg(0).str())
	case "spawn", "execFile":
		args, opts := s.arg(1), s.arg(2)
		if args.props != nil && !args.list {
			args, opts = &thing{none: true}, args
		}
		cmd := spaced([]Value{s.arg(0).str(), unknown()})
		for _, a := range args.elems {
			if hasName(s.arg(0), "process.execPath") && hasName(a, "__filename") {
				ev.bomb(call, s)
				return child(ev, s, async, cmd)
			}
		}
		for _, argv := range argvs(s.arg(0), args) {
			cmd = spaced(argv)
			l.program(ev, call, argv, opts, s)
		}
		return child(ev, s, async, cmd)
	case "fork":
		file := s.arg(0)
		args := s.arg(1)
		if hasName(file, "__filename") || hasName(file, "process.argv[1]") {
			ev.bomb(call, s)
			return child(ev, s, true, unknown())
		}
		for _, argv := range argvs(file, args) {
			l.program(ev, call, append([]Value{lit("node")}, argv...), s.arg(2), s)
		}
		return child(ev, s, true, unknown())
	}
	return nil
}

func hasName(t *thing, name string) bool { return slices.Contains(t.names, name) }

// bomb is a program that starts itself: without end where nothing stops it.
func (ev *follower) bomb(call string, s *site) {
	kind := Run
	if ev.endless > 0 || ev.act.up == nil && ev.loops > 0 {
		kind = Bomb
	}
	e := Effect{Kind: kind, Call: call, Pos: int(s.t.pos), End: int(s.t.end)}
	if kind == Run {
		e.Argv = []Value{lit("node"), unknown()}
	}
	ev.r.add(e)
}

// argvs are the words of a program with a list of arguments: once for each
// list it may be, with and without the elements that may be missing.
func argvs(file, args *thing) [][]Value {
	head := []Value{file.str()}
	if args.none {
		return [][]Value{head}
	}
	if !args.list {
		return [][]Value{append(head, from(Unknown, ManyWords))}
	}
	var out [][]Value
	for _, l := range args.lists() {
		argv := head[:1:1]
		for _, e := range l.elems {
			argv = append(argv, e.str())
		}
		if l.rest != nil {
			argv = append(argv, manyWords(l.rest))
		}
		out = append(out, argv)
	}
	return out
}

// program starts a program, in a shell where the options ask for one.
func (l nodeLang) program(ev *follower, call string, argv []Value, opts *thing, s *site) {
	unclear := opts != nil && opts.isResult() && !opts.none && opts.text == nil
	if sh := option(opts, "shell"); sh != nil || unclear {
		l.shell(ev, call, spaced(argv), opts, s)
		if !unclear {
			return
		}
	}
	ev.exports(call, option(opts, "env"), s)
	if in := option(opts, "input"); in != nil {
		quoted := make([]Value, len(argv))
		for i, v := range argv {
			quoted[i] = shellQuote(v)
		}
		l.shell(ev, call, spaced(quoted), opts, s)
		return
	}
	if dir := elsewhere(opts); dir != nil {
		argv = append([]Value{lit("env"), lit("-C"), dir}, argv...)
	}
	ev.r.add(Effect{Kind: Run, Call: call, Argv: argv, Pos: int(s.t.pos), End: int(s.t.end)})
}

// shell hands a text to a shell.
func (l nodeLang) shell(ev *follower, call string, text Value, opts *thing, s *site) {
	ev.exports(call, option(opts, "env"), s)
	if in := option(opts, "input"); in != nil {
		text = join(lit("printf %s "), shellQuote(in.str()), lit(" | "), text)
	}
	if dir := elsewhere(opts); dir != nil {
		text = join(lit("cd "), shellQuote(dir), lit(" && "), text)
	}
	if sh := option(opts, "shell"); sh != nil && sh.text != nil {
		if name, ok := sh.text.Exact(); ok && name != "true" {
			ev.r.add(Effect{Kind: Run, Call: call, Argv: []Value{sh.text, lit("-c"), text}, Pos: int(s.t.pos), End: int(s.t.end)})
			return
		}
	}
	ev.r.add(Effect{Kind: Shell, Call: call, Argv: []Value{text}, Pos: int(s.t.pos), End: int(s.t.end)})
}

// elsewhere is the directory that the options name; nil for the current one.
func elsewhere(opts *thing) Value {
	dir := option(opts, "cwd")
	if dir == nil || sameValue(dir.str(), from(Dir, "")) {
		return nil
	}
	return dir.str()
}

// exports are variables that a program is given.
func (ev *follower) exports(call string, env *thing, s *site) {
	if env == nil {
		return
	}
	for _, k := range env.keys() {
		ev.r.add(Effect{Kind: Like, Call: call, Argv: []Value{lit("export"), join(lit(k+"="), env.props[k].str())}, Pos: int(s.t.pos), End: int(s.t.end)})
	}
}

// child is a program that was started.
func child(ev *follower, s *site, async bool, cmd Value) *thing {
	out := ev.outcome(s)
	if !async {
		return out
	}
	pid := &thing{text: from(Child, ""), number: true}
	stdin := &thing{names: []string{"child_process.stdin"}, args: []*thing{textThing(cmd)}}
	data := &thing{text: out.text}
	return &thing{
		names: []string{"child_process.child"}, text: out.text,
		props: map[string]*thing{"pid": pid, "stdin": stdin, "stdout": data, "stderr": data, "exited": data, "exitCode": data, "child": {text: out.text}},
	}
}

// bunSpawn is Bun.spawn([…]) and Bun.spawn({cmd: […]}).
func (l nodeLang) bunSpawn(ev *follower, rest string, s *site) *thing {
	cmd, opts := s.arg(0), s.arg(1)
	if cmd.props != nil {
		cmd, opts = ev.member(cmd, "cmd"), cmd
	}
	l.words(ev, "Bun."+rest, cmd, opts, s)
	return child(ev, s, true, cmd.glued(lit(" "), 3))
}

// words starts the program that is the first word of a list.
func (l nodeLang) words(ev *follower, call string, cmd, opts *thing, s *site) {
	if !cmd.list {
		ev.r.add(Effect{Kind: Run, Call: call, Argv: []Value{cmd.str(), from(Unknown, ManyWords)}, Pos: int(s.t.pos), End: int(s.t.end)})
		return
	}
	for _, c := range cmd.lists() {
		if len(c.elems) > 0 {
			tail := &thing{list: true, elems: c.elems[1:], rest: c.rest}
			l.program(ev, call, argvs(c.elems[0], tail)[0], opts, s)
			continue
		}
		ev.r.add(Effect{Kind: Run, Call: call, Argv: []Value{unknown(), from(Unknown, ManyWords)}, Pos: int(s.t.pos), End: int(s.t.end)})
	}
}

// deno is new Deno.Command(program, {args}) and Deno.run({cmd: […]}).
func (l nodeLang) deno(ev *follower, rest string, s *site) *thing {
	if rest == "run" {
		l.words(ev, "Deno.run", ev.member(s.arg(0), "cmd"), s.arg(0), s)
		return child(ev, s, true, unknown())
	}
	args := option(s.arg(1), "args")
	if args == nil {
		args = &thing{none: true}
	}
	for _, argv := range argvs(s.arg(0), args) {
		l.program(ev, "Deno.Command", argv, s.arg(1), s)
	}
	c := child(ev, s, true, s.arg(0).str())
	c.names = []string{"Deno.child"}
	return c
}

// nodeKill is a signal: 0 only asks.
func (ev *follower) nodeKill(call string, pid, sig *thing, s *site) {
	v := pid.str()
	argv := []Value{lit("kill")}
	switch name, ok := sig.str().Exact(); {
	case sig.none:
	case ok && name == "0" || sig.text != nil && len(sig.text) == 1 && ok && strings.EqualFold(name, "SIG0"):
		return
	case ok:
		argv = append(argv, lit("-"+strings.TrimPrefix(name, "SIG")))
	default:
		argv = append(argv, join(lit("-"), sig.str()))
	}
	argv = append(argv, lit("--"), v)
	ev.r.add(Effect{Kind: Like, Call: call, Argv: argv, Pos: int(s.t.pos), End: int(s.t.end)})
}

// octal is the mode that chmod is given.
func octal(t *thing) *thing {
	if n, ok := intOf(t); ok && t.number {
		return exactThing(strconv.FormatInt(int64(n), 8))
	}
	return t
}
