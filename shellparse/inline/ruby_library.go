package inline

import "strings"

// call is a call of a method. has says that it has a receiver.
func (p *ruby) call(recv datum, name string, args []datum, at int, has bool) datum {
	if p.mute > 0 || p.failed {
		return unk()
	}
	p.lv = nil
	if to, ok := p.aliases[name]; ok {
		if d, ok := p.kernel(to, args, at); ok { // of any object, since it may be one's own
			return d
		}
		name = to
	}
	if recv.isMethod() {
		if d, ok := p.onMethod(recv, name, args, at); ok {
			return d
		}
	}
	p.passed(recv, name, args, at)
	arg := func(i int) Value {
		if all, _ := flat(args); i >= 0 && i < len(all) {
			return all[i].value()
		}
		return unknown()
	}
	if name == "call" || name == "()" || name == "yield" || name == "===" {
		if recv.fn != nil {
			return p.callDatum(recv, args, at)
		}
	}
	if fn := p.named[name]; fn != nil {
		p.escapes(args)
		return p.invoke(fn, args, true)
	}
	class := rubyClass(recv.kind)
	if !has || class == "Kernel" || class == "Object" {
		if d, ok := p.kernel(name, args, at); ok {
			return d
		}
	}
	switch name {
	case "send", "public_send", "__send__", "try":
		return p.send(recv, name, args, at, has)
	case "alias_method":
		from, ok1 := arg(1).Exact()
		to, ok2 := arg(0).Exact()
		if ok1 && ok2 {
			p.rename(to, from)
		} else {
			p.unknownCode(name, arg(1), at)
		}
		return unk()
	case "method", "instance_method", "public_method", "public_instance_method", "singleton_method":
		if s, ok := arg(0).Exact(); ok {
			owner := "."
			if has && class != "" {
				owner = class
			}
			if fn := p.named[s]; fn != nil {
				return datum{v: unknown(), fn: fn, kind: "lambda"}
			}
			return object("method " + owner + " " + s)
		}
		p.unknownCode("method", arg(0), at)
		return unk()
	case "const_get", "const_source_location", "qualified_const_get":
		if s, ok := arg(0).Exact(); ok {
			return datum{v: lit(s), kind: s}
		}
		return object("computed class")
	case "instance_eval", "class_eval", "module_eval", "instance_exec", "class_exec", "eval", "runCode":
		if len(args) > 0 && (name == "eval" || strings.HasSuffix(name, "_eval")) {
			return p.evalText(name, args[0].value(), at)
		}
		return unk()
	case "new":
		return p.create(class, args, at)
	}
	p.escapes(args)
	if class == "computed class" {
		p.unknownCode("const_get", unknown(), at)
		return unk()
	}
	if d, ok := p.classMethod(class, name, args, at, arg); ok {
		return d
	}
	return p.dataMethod(recv, name, args, at, arg)
}

// send calls a method by its name.
func (p *ruby) send(recv datum, name string, args []datum, at int, has bool) datum {
	if len(args) == 0 {
		return unk()
	}
	out := unk()
	for _, t := range args[0].value() {
		if s, ok := t.Exact(); ok {
			r := recv
			if !has {
				r = datum{}
			}
			if r.kind == "" && !r.isList { // private methods of every object are its own
				if d, ok := p.kernel(s, args[1:], at); ok {
					out = d
					continue
				}
			}
			out = p.call(r, s, args[1:], at, has)
			continue
		}
		p.unknownCode(name, Value{t}, at)
	}
	return out
}

// evalText reads code in a string as part of the program.
func (p *ruby) evalText(call string, code Value, at int) datum {
	out := unk()
	for _, t := range code {
		if s, ok := t.Exact(); ok {
			p.maybe(func() {
				out = p.within(call, s, at, p.pos, func() datum {
					d := p.statements("")
					if p.more() {
						p.fail()
					}
					return d
				})
			})
			continue
		}
		p.unknownCode(call, Value{t}, at)
	}
	return out
}

// kernel are the methods that every object has.
func (p *ruby) kernel(name string, args []datum, at int) (datum, bool) {
	arg := func(i int) Value {
		if all, _ := flat(args); i >= 0 && i < len(all) {
			return all[i].value()
		}
		return unknown()
	}
	switch name {
	case "system", "exec", "spawn", "sh":
		if name == "exec" {
			p.calms()
		}
		p.program(name, args, at)
		return unk(), true
	case "`":
		p.shell("`…`", arg(0), at)
		return unk(), true
	case "open":
		return p.openAny(args, at), true
	case "eval", "instance_eval":
		if len(args) > 0 {
			return p.evalText(name, args[0].value(), at), true
		}
		return unk(), true
	case "fork":
		p.forks(at)
		return unk(), true
	case "exit", "exit!", "abort", "raise", "fail", "sleep", "throw", "wait", "gets":
		p.calms()
		if name == "gets" {
			return dat(from0(Input)), true
		}
		return unk(), true
	case "readline", "readlines":
		return dat(from0(Input)), true
	case "require", "require_relative", "autoload":
		v := arg(len(args) - 1)
		if s, ok := v.Exact(); ok {
			p.required += " " + s
		} else if name == "require" {
			for _, t := range v {
				if s, ok := t.Exact(); ok {
					p.required += " " + s
				} else {
					p.unknownCode(name, Value{t}, at)
				}
			}
		}
		return unk(), true
	case "load":
		if _, ok := arg(0).Exact(); !ok {
			p.unknownCode(name, arg(0), at)
		} else {
			p.like(name, at, lit("ruby"), arg(0))
		}
		return unk(), true
	case "include", "extend":
		if s, ok := arg(0).Exact(); ok {
			p.included += " " + s
		}
		return unk(), true
	case "syscall":
		p.unknownCode(name, arg(0), at)
		return unk(), true
	case "sprintf", "format":
		all, open := flat(args)
		if open {
			return dat(computed(words(args)...)), true
		}
		return dat(format(words(all))), true
	case "Integer", "String", "Array", "Float", "Pathname", "URI":
		d := dat(arg(0))
		if name == "Pathname" {
			d.kind = "Pathname"
		}
		return d, true
	case "trap", "at_exit":
		p.escapes(args)
		return unk(), true
	case "inline":
		if hasWord(p.required, "inline") || hasWord(p.required, "bundler/inline") {
			p.unknownCode(name, unknown(), at)
			return unk(), true
		}
	}
	if hasWord(rubyPlain, name) && (hasWord(p.included, "FileUtils") || hasWord(p.required, "rake") || hasWord(p.required, "un")) {
		return p.classMethod("FileUtils", name, args, at, arg)
	}
	return unk(), false
}

// program starts one: text alone is a shell's, several words are none.
func (p *ruby) program(call string, args []datum, at int) {
	var rest []datum
	for i, d := range args {
		switch {
		case d.kind == "keywords" || d.kind == "hash" && (i == 0 || i == len(args)-1):
			for k := 0; i == 0 && k+1 < len(d.list); k += 2 { // the environment
				p.like(call, at, lit("export"), join(d.list[k].value(), lit("="), d.list[k+1].value()))
			}
		case d.isList && d.kind != splatted && len(d.list) == 2 && !d.open && i == 0 && len(args) > 0 && call != "IO.popen": // ["prog", "argv0"]
			rest = append(rest, datum{v: d.list[0].value(), kind: "program"})
		default:
			rest = append(rest, d)
		}
	}
	all, open := flat(rest)
	switch {
	case len(all) == 0 && !open:
		p.shell(call, unknown(), at)
	case len(all) == 1 && !open && all[0].kind != "program" && !(call == "IO.popen" && rest[0].isList):
		p.shell(call, all[0].value(), at)
	default:
		p.runs(call, words([]datum{{isList: true, open: open, list: all}}), at)
		if open && len(all) <= 1 {
			p.shell(call, datum{isList: true, open: open, list: all}.element().value(), at)
		}
	}
}

// openAny is Kernel.open: a file, a command behind |, or an address.
func (p *ruby) openAny(args []datum, at int) datum {
	if len(args) == 0 {
		return unk()
	}
	d := object("file")
	for _, t := range args[0].value() {
		switch {
		case len(t) > 0 && t[0].Source == Literal && strings.HasPrefix(t[0].Lit, "|"):
			u := append(Text{}, t...)
			u[0].Lit = strings.TrimLeft(u[0].Lit[1:], " ")
			p.shell("open", Value{u}, at)
			d = datum{v: Value{u}, kind: "pipe"}
		case len(t) > 0 && t[0].Source == Literal && (strings.HasPrefix(t[0].Lit, "http") || strings.HasPrefix(t[0].Lit, "ftp:")) && hasWord(p.required, "open-uri"):
			p.like("open", at, lit("curl"), Value{t})
		case len(t) > 0 && t[0].Source != Literal && t[0].Source != Arg && t[0].Source != Env && t[0].Source != Home && t[0].Source != Dir:
			p.unknownCode("open", Value{t}, at)
		default:
			p.openFile("open", Value{t}, args[1:], at)
		}
	}
	return d
}

// openFile opens a file in the mode that is given, or for reading.
func (p *ruby) openFile(call string, name Value, args []datum, at int) datum {
	op := "<"
	if len(args) > 0 && args[0].kind != "keywords" {
		s, ok := args[0].exact()
		switch {
		case !ok:
			op = ">"
		case strings.HasPrefix(s, "a"):
			op = ">>"
		case strings.ContainsAny(s, "w+"):
			op = ">"
		}
	} else if len(args) > 0 {
		if m, ok := args[0].pick("mode"); ok {
			if s, ok := m.exact(); !ok || strings.ContainsAny(s, "wa+") {
				op = ">"
			}
		}
	}
	p.file(call, op, name, at)
	return object("file")
}

// create is new.
func (p *ruby) create(class string, args []datum, at int) datum {
	arg := func(i int) Value {
		if all, _ := flat(args); i >= 0 && i < len(all) {
			return all[i].value()
		}
		return unknown()
	}
	switch class {
	case "File":
		return p.openFile("File.new", arg(0), args[min(1, len(args)):], at)
	case "Pathname":
		return datum{v: arg(0), kind: "Pathname"}
	case "TCPServer", "UDPServer":
		port := arg(0)
		if len(args) > 1 {
			port = arg(1)
		}
		p.like(class+".new", at, lit("nc"), lit("-l"), port)
		return object("file")
	case "RubyVM::InstructionSequence":
		return p.evalText(class+".new", arg(0), at)
	case "ERB":
		return datum{v: arg(0), kind: "ERB"}
	case "SQLite3::Database":
		return datum{v: arg(0), kind: class}
	case "PG::Connection", "Mysql2::Client", "TinyTds::Client":
		return object(class)
	case "Proc":
		if len(args) > 0 {
			return args[0]
		}
		return unk()
	}
	p.escapes(args)
	if row := lookup(rubyTable[:], class+".new"); row != nil {
		p.effect(row, class+".new", args, at, nil)
	}
	return object(class)
}
