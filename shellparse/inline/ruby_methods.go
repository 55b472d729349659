package inline

import "strings"

// classMethod is a call of a method of a class that is known.
func (p *ruby) classMethod(class, name string, args []datum, at int, arg func(int) Value) (datum, bool) {
	full := class + "." + name
	switch full {
	case "RubyVM::InstructionSequence.compile":
		return p.evalText(full, arg(0), at), true
	case "Process.pid":
		return dat(from0(Own)), true
	case "Process.ppid":
		return dat(from0(Parent)), true
	case "Process.getpgrp":
		return dat(from0(Group)), true
	case "Process.getpgid", "Process.getsid":
		if s, _ := arg(0).Exact(); s == "0" || len(args) == 0 {
			return dat(from0(Group)), true
		}
		return dat(computed(arg(0))), true
	case "Process.kill":
		all, open := flat(args)
		if len(all) > 0 {
			p.kill(full, all[0].value(), words([]datum{{isList: true, open: open, list: all[1:]}}), at)
		}
		return unk(), true
	case "Process.fork", "Kernel.fork":
		p.forks(at)
		return unk(), true
	case "Process.wait", "Process.waitpid", "Process.wait2", "Process.exit", "Process.detach":
		p.calms()
		return unk(), true
	case "Dir.pwd", "Dir.getwd":
		return dat(from0(Dir)), true
	case "Dir.home":
		return dat(from0(Home)), true
	case "Dir.tmpdir":
		return str("/tmp"), true
	case "Dir.mktmpdir", "Tempfile.new", "Tempfile.create", "Tempfile.open":
		return dat(from0(Temp)), true
	case "Dir.glob", "Dir.[]":
		return p.glob(args), true
	case "Dir.children", "Dir.entries", "Dir.each_child", "Dir.foreach":
		v := join(arg(0), lit("/"), from0(Unknown))
		if name == "children" || name == "entries" {
			return someList(unknown()), true
		}
		return datum{v: either(unknown(), v), kind: "found"}, true
	case "Find.find":
		return datum{v: join(arg(0), lit("/"), from(Unknown, Below)), kind: "found"}, true
	case "File.open", "IO.sysopen", "Pathname.open":
		return p.openFile(full, arg(0), args[min(1, len(args)):], at), true
	case "File.join":
		return joined(listOf(args...), lit("/")), true
	case "File.expand_path", "File.absolute_path", "File.realpath":
		if len(args) > 1 {
			return dat(join(args[1].value(), lit("/"), arg(0))), true
		}
		return dat(globbed(arg(0))), true
	case "File.chmod", "File.lchmod", "FileUtils.chmod", "FileUtils.chmod_R":
		all, open := flat(args)
		if len(all) > 0 {
			all[0] = dat(all[0].value().apply(func(s string) (string, bool) {
				if t, ok := fileMode(s); ok {
					return t, true
				}
				return s, true
			}))
			argv := []Value{lit("chmod")}
			if name == "chmod_R" {
				argv = append(argv, lit("-R"))
			}
			p.like(full, at, append(argv, words([]datum{{isList: true, open: open, list: all}})...)...)
		}
		return unk(), true
	case "ENV.fetch", "ENV.[]":
		if s, ok := arg(0).Exact(); ok {
			d := dat(from(Env, s))
			if len(args) > 1 {
				d = merge(d, args[1])
			}
			return d, true
		}
		return unk(), true
	case "ENV.store":
		p.like(full, at, lit("export"), join(arg(0), lit("="), arg(1)))
		return unk(), true
	case "Base64.decode64", "Base64.strict_decode64", "Base64.urlsafe_decode64":
		return dat(arg(0).apply(base64Decoded)), true
	case "CGI.unescape", "URI.decode_www_form_component", "URI.decode", "URI.unescape":
		return dat(arg(0).apply(percentDecoded)), true
	case "URI.parse", "URI.join", "Shellwords.escape", "Addressable::URI.parse":
		return dat(arg(0)), true
	case "Shellwords.split", "Shellwords.shellsplit":
		return p.dataMethod(dat(arg(0)), "split", nil, at, arg), true
	case "TCPServer.open":
		return p.create("TCPServer", args, at), true
	case "PTY.spawn", "PTY.getpty", "Process.spawn", "Process.exec", "Kernel.system", "Kernel.exec", "Kernel.spawn", "IO.popen", "Open3.capture2", "Open3.capture2e", "Open3.capture3", "Open3.popen2", "Open3.popen2e", "Open3.popen3":
		if full == "IO.popen" {
			if s, ok := arg(0).Exact(); ok && s == "-" {
				p.forks(at)
				return unk(), true
			}
			if len(args) > 1 && args[len(args)-1].kind != "keywords" && !args[0].isList { // its mode
				args = args[:len(args)-1]
			}
		}
		p.program(full, args, at)
		v := unknown()
		if len(args) > 0 {
			v = spaced(words(args[:1]))
		}
		return datum{v: v, kind: "pipe"}, true
	case "Open3.pipeline", "Open3.pipeline_r", "Open3.pipeline_w", "Open3.pipeline_rw", "Open3.pipeline_start":
		for _, a := range args {
			if a.kind != "keywords" {
				p.program(full, []datum{a}, at)
			}
		}
		return unk(), true
	case "YAML.load", "Psych.load":
		if !hasWord(p.required, "psych4") {
			return unk(), true // plain data since psych 4
		}
	case "PG.connect":
		return object("PG::Connection"), true
	case "SQLite3::Database.open":
		return p.create("SQLite3::Database", args, at), true
	}
	if row := lookup(rubyTable[:], full); row != nil {
		var plain []datum
		for _, a := range args {
			if a.kind != "keywords" && a.kind != "hash" {
				plain = append(plain, a)
			}
		}
		if class == "File" || class == "IO" {
			if s, ok := arg(0).Exact(); ok && class == "IO" && strings.HasPrefix(s, "|") {
				p.shell(full, lit(s[1:]), at)
				return unk(), true
			}
		}
		p.effect(row, full, plain, at, nil)
		if strings.HasPrefix(row.like, "curl") || strings.HasPrefix(row.like, "<") {
			return object("file"), true
		}
		return unk(), true
	}
	return unk(), false
}

// dataMethod is a method of an object: of a string or list it is computed.
func (p *ruby) dataMethod(recv datum, name string, args []datum, at int, arg func(int) Value) datum {
	str1 := func(f func(string) (string, bool)) datum { return dat(recv.value().apply(f)) }
	switch recv.kind {
	case "Pathname":
		switch name {
		case "join", "+", "/":
			return datum{v: join(append([]Value{recv.v, lit("/")}, words(args)...)...), kind: "Pathname"}
		case "to_s", "expand_path", "realpath", "cleanpath", "to_path":
			return datum{v: globbed(recv.v), kind: "Pathname"}
		case "children", "each_child", "entries", "glob":
			return datum{isList: true, open: true, list: []datum{{v: join(recv.v, lit("/"), from0(Unknown)), kind: "Pathname"}}}
		case "find":
			return datum{v: join(recv.v, lit("/"), from(Unknown, Below)), kind: "found"}
		case "open":
			return p.openFile("Pathname#open", recv.v, args, at)
		case "chmod":
			p.like("Pathname#chmod", at, lit("chmod"), arg(0).apply(fileMode), recv.v)
			return unk()
		}
		if row := lookup(rubyTable[:], "Pathname#"+name); row != nil {
			p.effect(row, "Pathname#"+name, append([]datum{dat(recv.v)}, args...), at, nil)
			return unk()
		}
		return dat(computed(recv.v))
	case "pipe":
		switch name {
		case "puts", "print", "write", "<<", "printf":
			p.shell("IO#"+name, piped(spaced(append(words(args), lit(""))), recv.v), at)
		}
		return recv
	case "stdin":
		return dat(from0(Input))
	case "ERB":
		if name == "result" || name == "run" || name == "result_with_hash" {
			for _, t := range recv.v {
				if s, ok := t.Exact(); ok {
					p.evalText("ERB#"+name, lit(erbCode(s)), at)
				} else {
					p.unknownCode("ERB#"+name, Value{t}, at)
				}
			}
		}
		return unk()
	case "SQLite3::Database", "PG::Connection", "Mysql2::Client":
		if hasWord("execute exec query execute_batch execute2 prepare async_exec exec_params", name) {
			switch recv.kind {
			case "SQLite3::Database":
				p.like(recv.kind+"#"+name, at, lit("sqlite3"), recv.v, arg(0))
			case "PG::Connection":
				p.like(recv.kind+"#"+name, at, lit("psql"), lit("-c"), arg(0))
			default:
				p.like(recv.kind+"#"+name, at, lit("mysql"), lit("-e"), arg(0))
			}
		}
		return unk()
	case "file", "found":
		if recv.kind == "file" {
			return unk()
		}
	}
	switch name {
	case "to_s", "to_str", "to_sym", "freeze", "dup", "clone", "itself", "strip", "chomp", "lstrip", "rstrip", "to_a", "flatten", "compact", "uniq", "sort", "force_encoding", "encode", "unicode_normalize", "b", "to_i", "shellescape", "to_path", "lazy", "each", "presence":
		if name == "strip" || name == "chomp" {
			return str1(func(s string) (string, bool) { return strings.TrimSpace(s), true })
		}
		return recv
	case "reverse":
		if recv.isList {
			out := datum{isList: true, open: recv.open}
			for i := range recv.list {
				out.list = append(out.list, recv.list[len(recv.list)-1-i])
			}
			return out
		}
		return str1(reversed)
	case "upcase":
		return str1(func(s string) (string, bool) { return strings.ToUpper(s), true })
	case "downcase":
		return str1(func(s string) (string, bool) { return strings.ToLower(s), true })
	case "swapcase", "succ", "next", "capitalize":
		return dat(computed(recv.value()))
	case "chr":
		return str1(chr)
	case "tr":
		d, ok := (&perl{}).translate(recv, datum{list: []datum{dat(arg(0)), dat(arg(1))}})
		if !ok {
			return dat(computed(recv.value()))
		}
		return d
	case "gsub", "sub", "delete_prefix", "delete_suffix", "delete", "squeeze":
		a, ok1 := arg(0).Exact()
		b, ok2 := arg(1).Exact()
		if ok1 && ok2 && len(args) == 2 && !strings.Contains(b, "\\") {
			n := -1
			if name == "sub" {
				n = 1
			}
			return str1(func(s string) (string, bool) { return strings.Replace(s, a, b, n), true })
		}
		return dat(computed(append(words(args), recv.value())...))
	case "join":
		between := lit("")
		if len(args) > 0 {
			between = arg(0)
		}
		if recv.isList {
			return joined(recv, between)
		}
		return dat(computed(recv.value()))
	case "split", "shellsplit", "lines":
		if s, ok := recv.exact(); ok && len(args) == 0 && name != "lines" {
			out := listOf()
			for _, f := range strings.Fields(s) {
				out.list = append(out.list, str(strings.Trim(f, `"'`)))
			}
			return out
		}
		return someList(computed(recv.value()))
	case "chars", "bytes", "each_char":
		if s, ok := recv.exact(); ok && name != "bytes" && len(s) < 256 {
			out := listOf()
			for _, r := range s {
				out.list = append(out.list, str(string(r)))
			}
			return out
		}
		return someList(computed(recv.value()))
	case "pack":
		f, _ := arg(0).Exact()
		if strings.HasPrefix(f, "m") && recv.isList {
			return dat(computed(recv.value()))
		}
		return dat(packed([]datum{str(f), {isList: true, list: recv.list, open: recv.open}}))
	case "unpack", "unpack1":
		f, _ := arg(0).Exact()
		switch {
		case strings.HasPrefix(f, "m"):
			return str1(base64Decoded)
		}
		return dat(computed(recv.value()))
	case "first", "shift":
		if len(args) == 0 && recv.isList {
			return recv.at(0)
		}
		return recv
	case "last", "pop":
		if recv.isList && !recv.open && len(args) == 0 {
			return recv.at(-1)
		}
		return dat(computed(recv.value()))
	case "fetch", "dig", "at", "values_at", "[]":
		if len(args) > 0 {
			d := recv
			for i := range args {
				if name != "dig" && i > 0 {
					break
				}
				d = d.subscript(args[i])
			}
			return d
		}
	case "map", "collect":
		if len(args) == 1 {
			return dat(computed(recv.value()))
		}
	case "concat", "+", "prepend":
		if !recv.isList && len(args) == 1 && recv.kind == "" {
			if name == "prepend" {
				return dat(join(arg(0), recv.value()))
			}
			return dat(join(recv.value(), arg(0)))
		}
	case "merge", "push", "append", "unshift":
		return datum{isList: true, open: true, list: []datum{merge(recv.element(), listOf(args...).element())}}
	case "keys", "values", "sample", "min", "max", "find", "detect", "shuffle", "rotate", "select", "reject", "take", "drop", "grep":
		if recv.isList {
			return datum{isList: true, open: true, list: []datum{merge(recv.element(), unk())}}
		}
	}
	if row := lookup(rubyTelling[:], name); row != nil && (recv.kind == "" || recv.kind == "found") && !recv.isList && (name != "exec!" || len(args) > 0) {
		p.effect(row, "."+name, append([]datum{dat(recv.value())}, args...), at, nil)
	}
	return dat(computed(append(words(args), recv.value())...))
}
