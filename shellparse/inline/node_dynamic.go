package inline

import "strings"

// Code that is computed, and modules.

// dynamic is a call that runs text as code or gives a module; nil for others.
func (l nodeLang) dynamic(ev *follower, name string, s *site) *thing {
	switch name {
	case "require", "module.require", "globalThis.require", "process.getBuiltinModule", "module._load", "module.Module._load", "import":
		return l.require(ev, s, name)
	case "module.createRequire", "module.createRequireFromPath", "Module.createRequire":
		return named("require")
	case "require.resolve", "import.meta.resolve":
		return textThing(s.arg(0).str())
	case "eval", "globalThis.eval":
		if a := s.arg(0); a.text == nil && !a.isResult() {
			return a // not a text: eval gives it back
		}
		return ev.code("eval", s.arg(0), s, name == "eval")
	case "Function", "constructor", "constructor.constructor", "AsyncFunction", "GeneratorFunction":
		return l.function(ev, name, s)
	case "setTimeout", "setInterval", "setImmediate", "globalThis.setTimeout", "globalThis.setInterval":
		if f := s.arg(0); f.text != nil && len(f.funcs) == 0 && len(f.names) == 0 {
			return ev.code(name, f, s, false)
		}
		if name == "setInterval" {
			ev.endless++
			ev.loops++
			defer func() { ev.endless--; ev.loops-- }()
		}
		if len(s.args) > 2 { // what it is called with
			s.told = true
			return ev.call(s.arg(0), &site{t: s.t, args: s.args[2:]})
		}
		for _, n := range s.arg(0).names {
			l.invoke(ev, n, &site{t: s.t})
		}
		ev.escape(3, s.args...)
		return &thing{}
	case "vm.runInThisContext", "vm.runInNewContext", "vm.runInContext", "vm.compileFunction", "vm.Script", "vm.SourceTextModule", "repl.start().eval":
		return ev.code(name, s.arg(0), s, false)
	case "worker_threads.Worker", "Worker":
		a := s.arg(0)
		if option(s.arg(1), "eval") != nil {
			return ev.code("Worker", a, s, false)
		}
		if code, ok := a.str().Exact(); ok && strings.HasPrefix(code, "data:") {
			return ev.code("Worker", textThing(a.str().apply(dataURL)), s, false)
		}
		l.runFile(ev, "Worker", a, s)
		return &thing{names: []string{"Worker()"}}
	}
	return nil
}

// require gives a module. One of the project is a program of the project; one
// that is not known before the code runs is unknown code.
func (l nodeLang) require(ev *follower, s *site, call string) *thing {
	var out *thing
	for _, t := range s.arg(0).str() {
		name, ok := t.Exact()
		if !ok {
			if len(t) > 0 && t[0].Source == Literal && strings.IndexByte(t[0].Lit, '/') > 0 && !strings.HasPrefix(t[0].Lit, "/") || dirPart(t) {
				l.runFile(ev, call, textThing(Value{t}), s) // one of the files there
				out = eitherOf(out, &thing{})
				continue
			}
			ev.r.unknownCode(call, Value{t}, int(s.t.pos), int(s.t.end))
			out = eitherOf(out, &thing{hidden: true})
			continue
		}
		switch {
		case strings.HasPrefix(name, "data:"):
			code, ok := dataURL(name)
			if !ok {
				ev.r.unknownCode(call, unknown(), int(s.t.pos), int(s.t.end))
				break
			}
			out = eitherOf(out, ev.code(call, exactThing(code), s, false))
		case strings.HasPrefix(name, "http:"), strings.HasPrefix(name, "https:"):
			ev.r.unknownCode(call, Value{t}, int(s.t.pos), int(s.t.end))
		case strings.HasSuffix(name, ".node"):
			ev.r.unknownCode(call, Value{t}, int(s.t.pos), int(s.t.end))
		case strings.HasSuffix(name, ".json") && strings.ContainsAny(name, "/."):
			ev.r.add(Effect{Kind: Like, Call: call, Redir: "<", Argv: []Value{lit(name)}, Pos: int(s.t.pos), End: int(s.t.end)})
		case strings.HasPrefix(name, "/"), strings.HasPrefix(name, "."), strings.HasPrefix(name, "file:"):
			l.runFile(ev, call, exactThing(strings.TrimPrefix(name, "file://")), s)
		default:
			if s := sdkOf(name); s != nil && nodeTable(name) == nil {
				ev.sdks = append(ev.sdks, s)
			}
			if m := nodeModule(name); nodeKnows(m) {
				out = eitherOf(out, named(m))
			} else {
				out = eitherOf(out, &thing{}) // as a program of the project
			}
		}
	}
	if out == nil {
		return &thing{}
	}
	return out
}

// dirPart reports whether a text begins with the working directory.
func dirPart(t Text) bool { return len(t) > 1 && t[0].Source == Dir }

// runFile runs another file as a program of node.
func (l nodeLang) runFile(ev *follower, call string, file *thing, s *site) {
	ev.r.add(Effect{Kind: Like, Call: call, Argv: []Value{lit("node"), file.str()}, Pos: int(s.t.pos), End: int(s.t.end)})
}

// dataURL is the text of data:text/javascript;base64,…
func dataURL(s string) (string, bool) {
	head, body, ok := strings.Cut(s, ",")
	if !ok {
		return "", false
	}
	if strings.HasSuffix(head, ";base64") {
		return fromBase64(body)
	}
	return fromPercent(body)
}

// function is Function("a", "b", "code"): a function of the code it is given.
func (l nodeLang) function(ev *follower, name string, s *site) *thing {
	if len(s.args) == 0 {
		return &thing{}
	}
	body := s.args[len(s.args)-1]
	if name == "constructor" && body.text == nil {
		return nil
	}
	if body.text == nil && !body.isResult() {
		return &thing{}
	}
	params := make([]Value, 0, len(s.args))
	for _, a := range s.args[:len(s.args)-1] {
		params = append(params, a.str(), lit(","))
	}
	text := join(lit("(async function("), join(params...), lit("){"), body.str(), lit("\n})"))
	if _, ok := body.str().Exact(); !ok && len(body.str()) == 1 {
		ev.r.unknownCode("Function", body.str(), int(s.t.pos), int(s.t.end))
		return &thing{}
	}
	for _, t := range body.str() {
		if code, ok := t.Exact(); ok {
			ev.r.executes(code)
		}
	}
	return ev.code("Function", textThing(text), s, false)
}

// code follows text as code, with the names around it or only the global ones.
// It gives the value of the last expression.
func (ev *follower) code(call string, text *thing, s *site, local bool) *thing {
	out := &thing{}
	pos, end := int(s.t.pos), int(s.t.end)
	for _, t := range text.str() {
		code, ok := t.Exact()
		if !ok || ev.nest >= maxNested {
			ev.r.unknownCode(call, Value{t}, pos, end)
			continue
		}
		if call != "Function" { // what stands around that is ours
			ev.r.executes(code)
		}
		tr, known := ev.parsed[code]
		if !known {
			got := ev.lang.read(code)
			ev.r.steps += len(code) / 8
			if tr = got.tree; got.why != "" || got.hole {
				tr = nil
			} else {
				tr.place(s.t.pos, s.t.end)
			}
			ev.parsed[code] = tr
		}
		if tr == nil {
			ev.r.unknownCode(call, Value{t}, pos, end)
			continue
		}
		ev.nest++
		saved := ev.scope
		if !local {
			ev.scope = ev.global
		}
		ev.push(tr)
		ev.hoist(tr)
		for _, k := range tr.kids {
			switch k.form {
			case fBlock, fIf, fFor, fEach, fWhile, fTry, fSwitch, fDeclare, fEmpty, fJump, fWith, fModule, fGlobal, fEcho:
				ev.statement(k)
			case fReturn:
				v := ev.expr(k.kid(0))
				out = eitherOf(out, v)
			default:
				out = eitherOf(out, ev.expr(k))
			}
		}
		ev.scope = saved
		ev.nest--
	}
	return out
}

// files are the calls of fs that a row of a table cannot say; nil for others.
func (l nodeLang) files(ev *follower, rest string, s *site) *thing {
	method := strings.TrimSuffix(rest, "Sync")
	switch method {
	case "readdir", "opendir":
		if p, ok := s.arg(0).str().Exact(); ok && strings.TrimRight(p, "/") == "/proc" {
			v := &thing{list: true, rest: textThing(from(Everyone, ""))}
			ev.escapeWith(v, s)
			return v
		}
		return &thing{list: true, rest: &thing{}}
	case "mkdtemp":
		return textThing(from(Temp, ""))
	case "open":
		flags, ok := s.arg(1).str().Exact()
		op := "<"
		switch {
		case s.arg(1).none || strings.HasPrefix(flags, "r") && !strings.Contains(flags, "+"):
		case strings.HasPrefix(flags, "a"), strings.HasPrefix(flags, "r"):
			op = ">>"
		case ok && s.arg(1).number:
			op = ">>"
		default:
			op = ">"
		}
		ev.file(op, "fs."+rest, s.arg(0), s)
		return &thing{}
	case "chmod", "lchmod":
		c := *s
		c.args = append([]*thing{s.arg(0), octal(s.arg(1))}, s.args[min(2, len(s.args)):]...)
		ev.row(nodeFiles[:], "fs."+rest, method, &c)
		return &thing{}
	case "readFile", "createReadStream", "readJson", "readJSON", "openAsBlob":
		v := ev.outcome(s)
		if s.arg(0).number || isStdin(s.arg(0)) { // a descriptor
			return textThing(from(Input, ""))
		}
		ev.file("<", "fs."+rest, s.arg(0), s)
		return v
	case "writeFile", "appendFile", "createWriteStream", "outputFile", "outputJson", "writeJson", "writeJSON", "outputJSON":
		if s.arg(0).number {
			return &thing{}
		}
		op := ">"
		if method == "appendFile" {
			op = ">>"
		}
		before := len(ev.r.effects)
		ev.file(op, "fs."+rest, s.arg(0), s)
		if method == "writeFile" || method == "outputFile" {
			ev.holds(before, s)
		}
		return &thing{}
	case "fchmod", "fchown", "ftruncate", "futimes", "fsync", "fdatasync":
		return &thing{}
	}
	ev.row(nodeFiles[:], "fs."+rest, nodeVariant(method, s), s)
	return nil
}

// escapeWith gives the callbacks of a call what it found.
func (ev *follower) escapeWith(found *thing, s *site) {
	s.told = true
	for _, a := range s.args {
		if len(a.funcs) > 0 {
			ev.call(&thing{funcs: a.funcs}, &site{t: s.t, args: []*thing{{none: true}, found}})
		}
	}
}

// file is a file that is opened; standard input and output are none.
func (ev *follower) file(op, call string, path *thing, s *site) {
	v := path.str()
	if p, ok := v.Exact(); ok {
		switch strings.TrimPrefix(p, "file://") {
		case "/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/null", "/dev/tty":
			return
		}
		v = lit(strings.TrimPrefix(p, "file://"))
	}
	ev.r.add(Effect{Kind: Like, Call: call, Redir: op, Argv: []Value{v}, Pos: int(s.t.pos), End: int(s.t.end)})
}

// holds says of a file that was just recorded what it holds: the second argument.
func (ev *follower) holds(before int, s *site) {
	if len(ev.r.effects) > before && len(s.args) > 1 {
		ev.r.effects[before].Text = s.arg(1).str()
	}
}

func isStdin(t *thing) bool {
	s, ok := t.str().Exact()
	return ok && (s == "/dev/stdin" || s == "/dev/fd/0" || s == "/proc/self/fd/0")
}

// socket is a connection or a port that is opened.
func (l nodeLang) socket(ev *follower, root, rest string, s *site) bool {
	port, host := s.arg(0), s.arg(1)
	if port.props != nil {
		o := port
		port, host = option(o, "port"), option(o, "host")
		if port == nil {
			if p := option(o, "path"); p != nil && root == "net" {
				port, host = p, nil
			} else {
				port = &thing{}
			}
		}
		if host == nil {
			host = &thing{none: true}
		}
	}
	if host != nil && (host.text == nil && !host.isData() || host.none) {
		host = exactThing("localhost")
	}
	var argv []Value
	switch {
	case root == "http" && strings.HasSuffix(rest, ").listen"): // a server of pages, like python3 -m http.server
		ev.escape(3, s.args...)
		return true
	case strings.HasSuffix(rest, ").listen") || rest == "Server().listen":
		argv = []Value{lit("nc"), lit("-l"), port.str()}
	case root == "dgram" && strings.HasSuffix(rest, ").bind"):
		argv = []Value{lit("nc"), lit("-lu"), port.str()}
	case root == "dgram" && strings.HasSuffix(rest, ").send"):
		argv = []Value{lit("nc"), lit("-u")}
		to, at := unknown(), unknown()
		for i, a := range s.args {
			if i > 0 && a.number {
				at = a.str()
			} else if i > 0 && a.text != nil {
				to = a.str()
			}
		}
		argv = append(argv, to, at)
	case root == "net" && (rest == "connect" || rest == "createConnection" || strings.HasSuffix(rest, "Socket().connect")):
		if host == nil {
			argv = []Value{lit("nc"), lit("-U"), port.str()}
			break
		}
		argv = []Value{lit("nc"), host.str(), port.str()}
	case root == "http":
		return l.request(ev, root, rest, s)
	default:
		return false
	}
	ev.r.add(Effect{Kind: Like, Call: root + "." + rest, Argv: argv, Pos: int(s.t.pos), End: int(s.t.end)})
	ev.escape(3, s.args...)
	return true
}

// request is a call of an HTTP client.
func (l nodeLang) request(ev *follower, root, rest string, s *site) bool {
	method := "GET"
	switch strings.ToLower(rest) {
	case "", "get", "request", "fetch", "stream", "default", "sync", "extend", "create":
	case "post", "put", "patch", "delete", "head", "options", "del":
		method = strings.ToUpper(rest)
	case "postform", "putform", "patchform":
		method = strings.ToUpper(strings.TrimSuffix(strings.ToLower(rest), "form"))
	default:
		return false
	}
	if rest == "create" || rest == "extend" {
		return false
	}
	url := s.arg(0)
	opts := s.arg(1)
	if url.props != nil && url.text == nil {
		url, opts = urlOf(ev, url), url
	}
	more := false
	for _, o := range []*thing{opts, s.arg(2)} {
		if m := option(o, "method"); m != nil {
			method = "*"
			if t, ok := m.str().Exact(); ok {
				method = strings.ToUpper(t)
			}
		}
		for _, k := range [...]string{"body", "data", "json", "form", "multipart", "formData"} {
			if v := option(o, k); v != nil && (root != "request" && root != "got" || k != "json" || v.props != nil) {
				more = true
			}
		}
	}
	argv := []Value{lit("curl")}
	switch {
	case method == "*":
		argv = append(argv, lit("-X"), unknown())
	case method != "GET" && method != "HEAD" && method != "OPTIONS":
		argv = append(argv, lit("-X"), lit(method))
	case more && root != "http":
		argv = append(argv, lit("-X"), lit("POST"))
	}
	if more || method == "POST" || method == "PUT" || method == "PATCH" {
		argv = append(argv, lit("-d"), lit("@-"))
	}
	argv = append(argv, url.str())
	ev.r.add(Effect{Kind: Like, Call: strings.TrimSuffix(root+"."+rest, "."), Argv: argv, Pos: int(s.t.pos), End: int(s.t.end)})
	ev.escape(3, s.args...)
	return true
}

// urlOf is the address that options of a request name.
func urlOf(ev *follower, o *thing) *thing {
	for _, k := range [...]string{"url", "uri", "href"} {
		if u := option(o, k); u != nil {
			if b := option(o, "baseURL"); b != nil {
				return textThing(join(b.str(), u.str()))
			}
			return u
		}
	}
	host := option(o, "hostname")
	if host == nil {
		host = option(o, "host")
	}
	if host == nil {
		return &thing{}
	}
	parts := []Value{lit("http://"), host.str()}
	if p := option(o, "port"); p != nil {
		parts = append(parts, lit(":"), p.str())
	}
	if p := option(o, "path"); p != nil {
		parts = append(parts, p.str())
	}
	return textThing(join(parts...))
}
