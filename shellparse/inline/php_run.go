package inline

import (
	"strings"
)

// invoke is a call of a function of php, or of a method of its classes.
func (l phpLang) invoke(ev *follower, name string, s *site) *thing {
	if v := phpPure(ev, name, s); v != nil {
		return v
	}
	if v := l.dynamic(ev, name, s); v != nil {
		return v
	}
	if i := phpCaller(name); i >= 0 {
		return l.callback(ev, name, i, s)
	}
	result := &thing{names: []string{strings.TrimPrefix(name, "new ") + "()"}, args: s.args, text: ev.outcome(s).text}
	if s.fn != nil {
		result.of = s.fn.of
	}
	switch name {
	case "proc_open":
		opts := &thing{props: map[string]*thing{}}
		if d := s.arg(3); !d.none {
			opts.props["cwd"] = d
		}
		if e := s.arg(4); e.props != nil {
			opts.props["env"] = e
		}
		if s.arg(0).list {
			nodeLang{}.words(ev, name, s.arg(0), opts, s)
		} else {
			nodeLang{}.shell(ev, name, s.arg(0).str(), opts, s)
		}
		return result
	case "pcntl_exec":
		if hasName(s.arg(0), "PHP_BINARY") && ev.endless > 0 {
			ev.bomb(name, s)
			return result
		}
		for _, argv := range argvs(s.arg(0), s.arg(1)) {
			nodeLang{}.program(ev, name, argv, nil, s)
		}
		return result
	case "pcntl_fork":
		if ev.endless > 0 {
			ev.r.add(Effect{Kind: Bomb, Call: name, Pos: int(s.t.pos), End: int(s.t.end)})
		}
		return &thing{text: from(Child, ""), number: true}
	case "posix_kill":
		ev.nodeKill(name, s.arg(0), s.arg(1), s)
		return result
	case "mail", "mb_send_mail":
		if len(s.args) > 4 {
			ev.r.add(Effect{Kind: Shell, Call: name, Argv: []Value{join(lit("sendmail -t "), s.arg(4).str())}, Pos: int(s.t.pos), End: int(s.t.end)})
		}
	case "curl_setopt":
		s.arg(0).setProp(keyOf(s.arg(1)), s.arg(2))
		return result
	case "curl_setopt_array":
		for k, v := range s.arg(1).props {
			s.arg(0).setProp(k, v)
		}
		return result
	case "curl_exec":
		l.curl(ev, name, s.arg(0), s)
		return &thing{}
	case "stream_socket_client", "stream_socket_server":
		l.stream(ev, name, s)
		return result
	case "chmod":
		c := *s
		c.args = []*thing{s.arg(0), octal(s.arg(1))}
		s = &c
	case "file_put_contents":
		if len(s.args) > 2 {
			ev.file(">>", name, s.arg(0), s)
			return result
		}
		before := len(ev.r.effects)
		ev.file(">", name, s.arg(0), s)
		ev.holds(before, s)
		return result
	case "unlink", "rmdir":
		if hasName(s.arg(0), "recursivedirectoryiterator[]") {
			name += ":recursive"
		}
	case "pdo().exec", "pdo().query", "pdo().prepare":
		if of := s.this; of != nil && len(of.args) > 0 {
			dsn, _ := of.args[0].str().Exact()
			if file, ok := strings.CutPrefix(dsn, "sqlite:"); ok {
				ev.r.add(Effect{Kind: Like, Call: name, Argv: []Value{lit("sqlite3"), lit(file), s.arg(0).str()}, Pos: int(s.t.pos), End: int(s.t.end)})
				return result
			}
		}
	}
	if row := lookup(phpCalls[:], name); row != nil && strings.HasPrefix(row.like, "< ") {
		return l.reads(ev, name, s, result)
	}
	ev.row(phpCalls[:], name, name, s)
	return result
}

// keyOf is the name of an option; "*" for one that is not known.
func keyOf(t *thing) string {
	if k, ok := t.str().Exact(); ok {
		return k
	}
	return "*"
}

// dynamic is a call that runs text as code; nil for others.
func (l phpLang) dynamic(ev *follower, name string, s *site) *thing {
	switch name {
	case "eval":
		return ev.code("eval", s.arg(0), s, true)
	case "assert":
		if s.arg(0).text != nil && !s.arg(0).number {
			return ev.code("assert", textThing(join(s.arg(0).text, lit(";"))), s, true)
		}
	case "create_function":
		body, args := s.arg(1).str(), s.arg(0).str()
		text := join(lit("return function("), args, lit("){"), body, lit("};"))
		return ev.code(name, textThing(text), s, false)
	case "preg_replace", "mb_ereg_replace":
		if p, ok := s.arg(0).str().Exact(); ok && len(p) > 2 {
			if i := strings.LastIndexAny(p[1:], p[:1]+")}]>"); i >= 0 && strings.Contains(p[i+1:], "e") && !isWordByte(p[0]) {
				ev.r.unknownCode(name, s.arg(1).str(), int(s.t.pos), int(s.t.end))
			}
		}
	case "unserialize":
		if t, ok := s.arg(0).str().Exact(); ok && !strings.Contains(t, "O:") && !strings.Contains(t, "C:") {
			return &thing{}
		}
		if o := option(s.arg(1), "allowed_classes"); s.arg(1).props["allowed_classes"] != nil && o == nil {
			return &thing{} // allowed_classes => false
		}
	case "extract", "parse_str":
		a := s.arg(0)
		if name == "extract" && a.props != nil && a.rest == nil {
			for _, k := range a.keys() {
				ev.bind(&tree{form: fVar, text: k, pos: s.t.pos, end: s.t.end}, a.props[k], s.t)
			}
			return &thing{}
		}
		if len(s.args) < 2 {
			ev.unknownCall(s.t, name)
		}
		return &thing{}
	case "define":
		if k, ok := s.arg(0).str().Exact(); ok {
			ev.set(ev.declare(ev.global, k), s.arg(1), s.t)
		}
		return &thing{}
	case "constant":
		if k, ok := s.arg(0).str().Exact(); ok {
			return ev.name(&tree{form: fName, text: k, pos: s.t.pos, end: s.t.end})
		}
		return &thing{}
	}
	return nil
}

// callback is a function that calls one of its arguments.
func (l phpLang) callback(ev *follower, name string, i int, s *site) *thing {
	f := s.arg(i)
	s.told = true
	inner := &site{t: s.t, open: true}
	var out *thing
	switch name {
	case "is_callable":
		return &thing{}
	case "closure.fromcallable", "new reflectionfunction":
		return f
	case "call_user_func", "forward_static_call", "register_shutdown_function":
		inner.args, inner.open = s.args[min(1, len(s.args)):], s.open
	case "call_user_func_array", "forward_static_call_array":
		a := s.arg(1)
		inner.args, inner.open = a.elems, !a.list || a.rest != nil
	case "array_map", "array_filter", "array_walk", "usort", "array_walk_recursive":
		from := s.arg(1 - i)
		if f.none {
			return from
		}
		out = &thing{list: true}
		_, vals, open := ev.entries(from)
		if len(vals) > 64 {
			vals, open = nil, true
		}
		for _, v := range vals {
			out.elems = append(out.elems, ev.call(f, &site{t: s.t, args: []*thing{v}}))
		}
		if open {
			out.rest = ev.call(f, &site{t: s.t, args: []*thing{from.all()}})
		}
		if name != "array_map" {
			return from
		}
		return out
	default:
		inner.args = []*thing{{}, {}, {}}
	}
	if f.none {
		return &thing{}
	}
	return ev.call(f, inner)
}

// reads is a file that is opened, or an address that is fetched.
func (l phpLang) reads(ev *follower, name string, s *site, result *thing) *thing {
	path := s.arg(0)
	if name == "hash_file" {
		path = s.arg(1)
	}
	text, exact := path.str().Exact()
	if !exact && len(path.str()) > 0 && len(path.str()[0]) > 0 && path.str()[0][0].Source == Literal {
		text = path.str()[0][0].Lit
	}
	scheme, rest, ok := strings.Cut(text, "://")
	add := func(e Effect) {
		e.Call, e.Pos, e.End = name, int(s.t.pos), int(s.t.end)
		ev.r.add(e)
	}
	if strings.HasPrefix(text, "data:") {
		return textThing(path.str().apply(dataURL))
	}
	if ok {
		switch strings.ToLower(scheme) {
		case "http", "https", "ftp", "ftps":
			argv := []Value{lit("curl")}
			if h := option(firstArg(s.arg(2)), "http"); h != nil {
				m := option(h, "method")
				if m != nil {
					argv = append(argv, lit("-X"), m.str())
				}
				if option(h, "content") != nil {
					argv = append(argv, lit("-d"), lit("@-"))
				}
			}
			add(Effect{Kind: Like, Argv: append(argv, path.str())})
			return &thing{}
		case "expect":
			add(Effect{Kind: Shell, Argv: []Value{path.str().apply(func(s string) (string, bool) { return strings.CutPrefix(s, "expect://") })}})
			return &thing{}
		case "ssh2.exec", "ssh2.shell", "ssh2.sftp":
			add(Effect{Kind: Like, Argv: []Value{lit("ssh"), lit(rest)}})
			return &thing{}
		case "php":
			if strings.HasPrefix(rest, "stdin") || strings.HasPrefix(rest, "input") || strings.HasPrefix(rest, "fd/0") {
				return textThing(from(Input, ""))
			}
			i := strings.Index(rest, "resource=")
			if i < 0 {
				return result
			}
			path = textThing(path.str().apply(func(s string) (string, bool) { return s[strings.Index(s, "resource=")+9:], true }))
		case "glob":
			return result
		}
	}
	op := "<"
	if name == "fopen" || name == "gzopen" || name == "new splfileobject" {
		mode, known := s.arg(1).str().Exact()
		switch {
		case s.arg(1).none:
		case !known || strings.HasPrefix(mode, "a"), strings.HasPrefix(mode, "r") && strings.Contains(mode, "+"):
			op = ">>"
		case !strings.HasPrefix(mode, "r"):
			op = ">"
		}
	}
	if op == "<" && isStdin(path) {
		return textThing(from(Input, ""))
	}
	ev.file(op, name, path, s)
	return result
}

func firstArg(t *thing) *thing {
	if len(t.args) > 0 {
		return t.args[0]
	}
	return nil
}

// curl is the request that options of a handle describe.
func (l phpLang) curl(ev *follower, name string, h *thing, s *site) {
	url := h.props["CURLOPT_URL"]
	if url == nil {
		url = &thing{}
		if len(h.args) > 0 {
			url = h.args[0]
		}
	}
	argv := []Value{lit("curl")}
	if m := option(h, "CURLOPT_CUSTOMREQUEST"); m != nil {
		argv = append(argv, lit("-X"), m.str())
	} else if option(h, "CURLOPT_POST") != nil || option(h, "CURLOPT_POSTFIELDS") != nil {
		argv = append(argv, lit("-X"), lit("POST"))
	}
	if option(h, "CURLOPT_POSTFIELDS") != nil || option(h, "CURLOPT_UPLOAD") != nil {
		argv = append(argv, lit("-d"), lit("@-"))
	}
	ev.r.add(Effect{Kind: Like, Call: name, Argv: append(argv, url.str()), Pos: int(s.t.pos), End: int(s.t.end)})
}

// stream is stream_socket_client("tcp://host:port") and its server.
func (l phpLang) stream(ev *follower, name string, s *site) {
	host, port := unknown(), unknown()
	if a, ok := s.arg(0).str().Exact(); ok {
		if i := strings.Index(a, "://"); i >= 0 {
			a = a[i+3:]
		}
		if i := strings.LastIndexByte(a, ':'); i >= 0 {
			host, port = lit(a[:i]), lit(a[i+1:])
		} else {
			host = lit(a)
		}
	}
	argv := []Value{lit("nc"), host, port}
	if name == "stream_socket_server" {
		argv = []Value{lit("nc"), lit("-l"), port}
	}
	ev.r.add(Effect{Kind: Like, Call: name, Argv: argv, Pos: int(s.t.pos), End: int(s.t.end)})
}

// method is a method that a value of php has whatever its class.
func (l phpLang) method(ev *follower, obj *thing, name string, s *site) (*thing, bool) {
	if obj.props[name] != nil {
		return nil, false
	}
	lower := strings.ToLower(name)
	switch lower {
	case "__invoke", "invoke", "invokeargs", "call":
		if len(obj.funcs) > 0 || obj.text != nil || obj.hidden {
			args, open := s.args, s.open
			if lower == "invokeargs" {
				args, open = s.arg(0).elems, !s.arg(0).list
			} else if lower == "call" && len(args) > 0 {
				args = args[1:]
			}
			return ev.call(obj, &site{t: s.t, args: args, open: open}), true
		}
	case "bindto", "bind":
		if len(obj.funcs) > 0 {
			return obj, true
		}
	case "getpathname", "getrealpath", "__tostring", "getfilename", "getpath":
		if obj.text != nil {
			return obj, true
		}
	case "query", "exec", "execute", "multi_query", "statement", "unprepared":
		if obj.isData() && changesSQL(s.arg(0).str()) {
			ev.r.add(Effect{Kind: Like, Call: name, Argv: []Value{lit("psql"), lit("-c"), s.arg(0).str()}, Pos: int(s.t.pos), End: int(s.t.end)})
			return &thing{}, true
		}
	case "unlink", "rmdir", "deletedirectory", "cleandirectory":
		if obj.isData() && len(s.args) > 0 {
			row := call{like: "rm -rf -- $1"}
			if lower == "unlink" {
				row.like = "rm -f -- $1"
			}
			ev.r.effect(&row, name, texts(s.args), nil, int(s.t.pos), int(s.t.end))
			return &thing{}, true
		}
	}
	return nil, false
}
