package inline

import "strings"

// builtin is a call of a function by its name.
func (p *perl) builtin(name string, args []datum, lv []perlPlace, at int) datum {
	p.lv = nil
	if fn := p.named[name]; fn != nil {
		all, open := flat(args)
		if open {
			all = append(all, unk())
		}
		p.escapes(args)
		return p.invoke(fn, all, true)
	}
	if d, ok := p.constant(name); ok {
		return d
	}
	arg := func(i int) Value {
		if all, _ := flat(args); i >= 0 && i < len(all) {
			return all[i].value()
		}
		return unknown()
	}
	first := func() Value {
		if len(args) == 0 {
			d, ok := p.get("$_")
			if !ok {
				return from0(Input)
			}
			return d.value()
		}
		return arg(0)
	}
	short := name[strings.LastIndexByte(name, ':')+1:]
	switch name {
	case "readpipe":
		p.shell(name, first(), at)
		return unk()
	case "system", "exec", "CORE::system":
		if name == "exec" {
			p.calms()
		}
		p.system(name, args, at)
		return unk()
	case "fork", "POSIX::fork":
		p.forks(at)
		return unk()
	case "wait", "waitpid", "sleep", "exit", "die", "accept", "croak", "confess", "select", "alarm":
		p.calms()
		return unk()
	case "getppid", "POSIX::getppid":
		return dat(from0(Parent))
	case "POSIX::getpid":
		return dat(from0(Own))
	case "getpgrp", "POSIX::getpgrp":
		if len(args) == 0 {
			return dat(from0(Group))
		}
		if v := arg(0); v.pid() {
			return dat(from0(HostPID))
		}
		if s, _ := arg(0).Exact(); s == "0" {
			return dat(from0(Group))
		}
		return unk()
	case "kill":
		if all, open := flat(args); len(all) > 1 || open {
			p.kill("kill", arg(0), words([]datum{{isList: true, open: open, list: all[min(1, len(all)):]}}), at)
		}
		return unk()
	case "POSIX::kill":
		p.kill(name, arg(1), []Value{arg(0)}, at)
		return unk()
	case "open", "sysopen":
		p.open(name, args, lv, at)
		return unk()
	case "chmod":
		if all, open := flat(args); len(all) > 0 {
			mode := all[0].value().apply(fileMode)
			all[0] = dat(mode)
			p.like("chmod", at, append([]Value{lit("chmod")}, words([]datum{{isList: true, open: open, list: all}})...)...)
		}
		return unk()
	case "chown":
		if all, open := flat(args); len(all) > 1 {
			rest := words([]datum{{isList: true, open: open, list: all[2:]}})
			p.like("chown", at, append([]Value{lit("chown"), join(all[0].value(), lit(":"), all[1].value())}, rest...)...)
		}
		return unk()
	case "unlink", "rmdir":
		if len(args) == 0 {
			args = []datum{dat(first())}
		}
	case "glob":
		v := globbed(first())
		return someList(v)
	case "require":
		return p.require(args, at)
	case "connect":
		if len(args) > 1 && strings.HasPrefix(args[1].kind, "address") {
			p.like("connect", at, lit("nc"), args[1].list[0].value(), args[1].list[1].value())
		} else {
			p.like("connect", at, lit("nc"), unknown(), unknown())
		}
		return unk()
	case "bind":
		port := unknown()
		if len(args) > 1 && strings.HasPrefix(args[1].kind, "address") {
			port = args[1].list[1].value()
		}
		p.like("bind", at, lit("nc"), lit("-l"), port)
		return unk()
	case "sockaddr_in", "pack_sockaddr_in":
		return datum{v: unknown(), kind: "address", list: []datum{dat(arg(1)), dat(arg(0))}}
	case "inet_aton", "inet_pton", "gethostbyname":
		if name == "inet_pton" {
			return dat(arg(1))
		}
		return dat(first())
	case "undef":
		for _, l := range lv {
			p.put(l, unk())
		}
		return unk()
	case "chomp", "chop":
		for _, l := range lv {
			if d, ok := p.get(l.name); ok && l.key == nil && name == "chomp" {
				p.put(l, merge(d, dat(d.value().apply(func(s string) (string, bool) { return strings.TrimSuffix(s, "\n"), true }))))
			} else if l.key == nil {
				p.put(l, unk())
			}
		}
		return unk()
	case "read", "sysread", "recv":
		if len(lv) > 0 {
			p.put(lv[min(1, len(lv)-1)], dat(from0(Input)))
		}
		return unk()
	case "push", "unshift", "splice", "shift", "pop":
		return p.array1(name, args, lv)
	case "bless":
		if len(args) > 0 {
			return args[0]
		}
	case "join":
		all, open := flat(args)
		if len(all) == 0 || open {
			return dat(computed(words(args)...))
		}
		var parts []Value
		for i, e := range all[1:] {
			if i > 0 {
				parts = append(parts, all[0].value())
			}
			parts = append(parts, e.value())
		}
		if len(parts) == 0 {
			return str("")
		}
		return dat(join(parts...))
	case "reverse":
		all, open := flat(args)
		if len(all) == 1 && !open {
			return dat(all[0].value().apply(reversed))
		}
		out := datum{isList: true, open: open}
		for i := range all {
			out.list = append(out.list, all[len(all)-1-i])
		}
		return out
	case "sprintf":
		all, open := flat(args)
		if open {
			return dat(computed(words(args)...))
		}
		return dat(format(words(all)))
	case "chr":
		return dat(first().apply(chr))
	case "lc", "lcfirst", "fc":
		return dat(first().apply(func(s string) (string, bool) { return strings.ToLower(s), name != "lcfirst" }))
	case "uc":
		return dat(first().apply(func(s string) (string, bool) { return strings.ToUpper(s), true }))
	case "hex", "oct":
		return dat(first().apply(func(s string) (string, bool) {
			if name == "hex" && !strings.HasPrefix(s, "0x") {
				s = "0x" + s
			}
			return integer(s).Exact()
		}))
	case "vec":
		if len(lv) > 0 {
			p.lv = []perlPlace{lv[0]}
			p.lv[0].part = true
		}
		return dat(computed(words(args)...))
	case "substr":
		if len(lv) > 0 {
			p.lv = []perlPlace{lv[0]}
			p.lv[0].part = true
			if len(args) > 3 {
				p.put(p.lv[0], args[3])
			}
		}
		if len(args) >= 2 {
			if n, ok := number(args[1]); ok {
				return dat(substr(append([]datum{args[0], dat(arithmetic('+', lit("1"), args[1].value()))}, args[2:]...)).orComputed(n >= 0, args))
			}
		}
		return dat(computed(words(args)...))
	case "scalar", "sort", "keys", "values", "grep", "return", "each", "wantarray", "defined", "map", "first":
		if len(args) == 1 {
			return args[0]
		}
		return listOf(args...)
	case "split":
		v := computed(words(args)...)
		return someList(v)
	case "pack":
		return dat(packed(args))
	case "decode_base64", "MIME::Base64::decode", "MIME::Base64::decode_base64":
		return dat(arg(0).apply(base64Decoded))
	case "uri_unescape", "URI::Escape::uri_unescape":
		return dat(arg(0).apply(percentDecoded))
	case "find", "finddepth", "File::Find::find", "File::Find::finddepth":
		if strings.Contains(name, "::") || p.modules["File::Find"] {
			p.find(args)
			return unk()
		}
	case "opendir":
		p.file(name, "<", arg(len(args)-1), at)
		return unk()
	case "open3", "open2", "IPC::Open3::open3", "IPC::Open2::open2":
		skip := 3
		if strings.HasSuffix(name, "2") {
			skip = 2
		}
		if all, open := flat(args); len(all) > skip {
			p.system(name, []datum{{isList: true, open: open, list: all[skip:]}}, at)
		} else {
			p.shell(name, unknown(), at)
		}
		return unk()
	case "run", "runx", "start", "run_forked", "IPC::Run::run", "IPC::Run::start", "IPC::Cmd::run", "IPC::System::Simple::run", "systemx", "capturex", "capture":
		if strings.Contains(name, "::") || p.imported(name) {
			p.ipcRun(name, args, at)
			return unk()
		}
	case "killall", "Proc::Killall::killall":
		if strings.Contains(name, "::") || p.imported(name) {
			p.like(name, at, lit("pkill"), join(lit("-"), arg(0)), arg(1))
			return unk()
		}
	}
	if strings.HasSuffix(name, "rmtree") || strings.HasSuffix(name, "remove_tree") {
		for i := len(args) - 1; i >= 0 && args[i].kind == "ref"; i-- { // how, not what
			if _, ok := args[i].pick("keep_root"); ok || i > 0 {
				args = args[:i]
			}
		}
	}
	if row := perlCalls(name); row != nil && (strings.Contains(name, "::") || p.imported(name)) {
		p.effect(row, name, args, at, nil)
	} else if strings.HasPrefix(name, "POSIX::") && short != "" && perlCalls(short) != nil {
		p.effect(perlCalls(short), name, args, at, nil)
	}
	p.escapes(args)
	return unk()
}

// orComputed is a value, or what is computed of the arguments.
func (v Value) orComputed(ok bool, args []datum) Value {
	if ok {
		return v
	}
	return computed(words(args)...)
}

// fileMode is a file mode as chmod writes it.
func fileMode(s string) (string, bool) {
	n, ok := number(str(s))
	if !ok || n < 0 || n > 0o7777 {
		return "", false
	}
	out := ""
	for ; n > 0 || out == ""; n >>= 3 {
		out = string(rune('0'+n&7)) + out
	}
	return out, true
}

// array1 changes an array.
func (p *perl) array1(name string, args []datum, lv []perlPlace) datum {
	var l perlPlace
	switch {
	case len(lv) > 0 && lv[0].key == nil:
		l = lv[0]
	case len(lv) > 0:
		p.assign(lv[0].name, datum{isList: true, open: true, list: []datum{unk()}})
		return unk()
	case len(args) > 0:
		if n, ok := refers(args[0]); ok {
			l.name = n
		}
	default:
		l.name = "@_"
		if _, ok := p.get("@_"); !ok {
			l.name = "@ARGV"
		}
	}
	if l.name == "" {
		return unk()
	}
	var old datum
	if l.name[0] == '@' {
		old = p.array(l.name[1:])
	} else {
		old, _ = p.get(l.name)
	}
	if n, ok := refers(old); ok {
		l.name = n
		old = p.array(n[1:])
	}
	rest := args[min(1, len(args)):]
	out := unk()
	switch {
	case name == "push" && old.isList && len(old.list) < 256:
		all, open := flat(rest)
		old.list = append(old.list[:len(old.list):len(old.list)], all...)
		old.open = old.open || open
	case name == "unshift" && old.isList && len(old.list) < 256 && old.kind != operandList:
		all, open := flat(rest)
		old.list = append(all, old.list...)
		old.open = old.open || open
	case name == "shift" && old.isList && len(old.list) > 0 && (!old.open || old.kind == operandList):
		out = old.list[0]
		old.list = old.list[1:]
	case name == "pop" && old.isList && len(old.list) > 0 && !old.open:
		out = old.list[len(old.list)-1]
		old.list = old.list[:len(old.list)-1]
	default:
		out = merge(old.element(), unk())
		all, _ := flat(rest)
		e := out
		for _, a := range all {
			e = merge(e, a)
		}
		old = datum{isList: true, open: true, list: []datum{e}}
	}
	p.assign(l.name, old)
	return out
}

// find is File::Find: what it finds is anything below the roots.
func (p *perl) find(args []datum) {
	if len(args) < 1 {
		return
	}
	all, _ := flat(args[1:])
	root := unknown()
	for i, d := range all {
		if i == 0 {
			root = d.value()
		} else {
			root = either(root, d.value())
		}
	}
	found := dat(join(root, lit("/"), from(Unknown, Below)))
	fns := []datum{args[0]}
	if args[0].isList {
		fns = args[0].list
	}
	if n, ok := refers(args[0]); ok {
		d, _ := p.get(n)
		fns = append(fns, d.list...)
	}
	for _, f := range fns {
		if f.fn == nil {
			continue
		}
		p.loop(false, func() {
			p.globals.vars["$File::Find::name"] = found
			p.globals.vars["$_"] = found
			p.invoke(f.fn, []datum{}, true)
			delete(p.globals.vars, "$_")
		})
	}
}

// require runs a file of code, or a module.
func (p *perl) require(args []datum, at int) datum {
	if len(args) == 0 {
		return unk()
	}
	s, ok := args[0].exact()
	switch {
	case args[0].kind != "" && ok, ok && strings.HasSuffix(s, ".pm"):
		p.modules[strings.ReplaceAll(strings.TrimSuffix(s, ".pm"), "/", "::")] = true
	case ok && strings.Trim(s, "0123456789._v") == "":
	case ok:
		p.like("require", at, lit("perl"), lit(s))
	default:
		p.unknownCode("require", args[0].value(), at)
	}
	return unk()
}
