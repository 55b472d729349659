package inline

import "strings"

// callValue calls what a value is: code of the text, or a function by a name.
func (p *perl) callValue(f datum, args []datum, at int) datum {
	p.lv = nil
	if n, ok := refers(f); ok && n != "" {
		f, _ = p.get(n)
	}
	if strings.HasPrefix(f.kind, "&") {
		return p.builtin(f.kind[1:], args, nil, at)
	}
	if f.fn != nil {
		all, open := flat(args)
		if open {
			all = append(all, unk())
		}
		p.escapes(args)
		out := p.invoke(f.fn, all, true)
		if len(f.v) > 1 {
			p.byName(f.v, args, at)
		}
		return out
	}
	return p.byName(f.value(), args, at)
}

// byName calls a function through its name. Code that is a value of the text
// was read where it stands; a name that is put together is followed no further.
func (p *perl) byName(v Value, args []datum, at int) datum {
	out := unk()
	for _, t := range v {
		if s, ok := t.Exact(); ok {
			s = strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(s, "&"), "CORE::"), "main::")
			out = p.builtin(s, args, nil, at)
			continue
		}
		for _, part := range t {
			if part.Source == Literal && part.Lit != "" || part.Source == Arg || part.Source == Env || part.Source == Input {
				p.unknownCode("&$name", Value{t}, at)
				break
			}
		}
	}
	p.escapes(args)
	return out
}

// function is a call without brackets of a name that -> stands behind.
func (p *perl) function(name string, args []datum, at int) datum {
	return p.builtin(name, args, nil, at)
}

// unknownMethod calls a method whose name is not known.
func (p *perl) unknownMethod(d, m datum, args []datum, at int) datum {
	for _, t := range m.value() {
		if s, ok := t.Exact(); ok {
			p.method(d, s, args, at)
		} else if len(t) > 1 {
			p.unknownCode("->$method", Value{t}, at)
		}
	}
	p.escapes(args)
	return unk()
}

// named gives an argument that is passed by name.
func namedArgument(args []datum, names ...string) (Value, bool) {
	all, _ := flat(args)
	d := datum{isList: true, list: all}
	for _, n := range names {
		if v, ok := d.pick(n); ok {
			return v.value(), true
		}
	}
	return unknown(), false
}

// method is a call of a method of a class or object.
func (p *perl) method(d datum, name string, args []datum, at int) datum {
	class := d.kind
	if i := strings.LastIndex(name, "::"); i >= 0 && d.kind == "" {
		name = name[i+2:]
	}
	arg := func(i int) Value {
		if all, _ := flat(args); i >= 0 && i < len(all) {
			return all[i].value()
		}
		return unknown()
	}
	if s, ok := d.v.Exact(); ok && !d.isList && p.named[s+"::"+name] != nil {
		return p.invoke(p.named[s+"::"+name], append([]datum{d}, args...), true)
	}
	if fn := p.named[name]; fn != nil {
		p.escapes(args)
		p.invoke(fn, append([]datum{d}, args...), true)
	}
	switch class {
	case "LWP::UserAgent", "HTTP::Tiny", "WWW::Mechanize", "Mojo::UserAgent", "REST::Client", "Furl":
		switch name {
		case "new":
			return object(class)
		case "get", "head", "GET":
			p.like(class+"->"+name, at, lit("curl"), arg(0))
		case "mirror", "getstore":
			p.like(class+"->"+name, at, lit("curl"), lit("-o"), arg(1), arg(0))
		case "post", "post_form", "POST", "put", "PUT", "patch", "post_ok":
			p.like(class+"->"+name, at, lit("curl"), lit("-d"), lit("@-"), arg(0))
		case "delete", "DELETE":
			p.like(class+"->"+name, at, lit("curl"), lit("-X"), lit("DELETE"), arg(0))
		case "request":
			if len(args) > 1 {
				p.like(class+"->"+name, at, lit("curl"), lit("-X"), arg(0), arg(1))
			} else {
				p.like(class+"->"+name, at, lit("curl"), lit("-d"), lit("@-"), arg(0))
			}
		}
		p.escapes(args)
		return unk()
	case "HTTP::Request":
		if name == "new" {
			return dat(arg(1))
		}
	case "IO::Socket::INET", "IO::Socket::INET6", "IO::Socket::IP", "IO::Socket::SSL", "IO::Socket::UNIX":
		if name != "new" {
			break
		}
		host, has := namedArgument(args, "PeerAddr", "PeerHost", "Peer")
		port, hasPort := namedArgument(args, "PeerPort")
		if !hasPort && has {
			if s, ok := host.Exact(); ok && strings.Contains(s, ":") {
				h, q, _ := strings.Cut(s, ":")
				host, port = lit(h), lit(q)
			}
		}
		if !has && len(args) == 1 {
			if s, ok := arg(0).Exact(); ok {
				h, q, _ := strings.Cut(s, ":")
				host, port, has = lit(h), lit(q), true
			}
		}
		if l, ok := namedArgument(args, "LocalPort"); ok || !has && len(args) > 1 {
			p.like(class+"->new", at, lit("nc"), lit("-l"), l)
		} else {
			p.like(class+"->new", at, lit("nc"), host, port)
		}
		return object("file")
	case "Net::FTP", "Net::Telnet", "Net::SFTP", "Net::SFTP::Foreign", "Net::SSH2", "Net::POP3", "Net::IMAP::Simple":
		program := speaker(class)
		if name == "new" || name == "connect" {
			p.like(class+"->"+name, at, lit(program), arg(0))
			return object(class)
		}
	case "Net::SMTP":
		switch name {
		case "new":
			p.like(class+"->new", at, lit("nc"), arg(0), lit("25"))
			return object(class)
		case "to", "recipient":
			p.like(class+"->"+name, at, lit("sendmail"), arg(0))
		}
		return unk()
	case "Net::OpenSSH", "Net::SSH::Perl":
		switch name {
		case "new":
			return datum{v: arg(0), kind: class}
		case "system", "capture", "cmd", "spawn", "pipe_out", "pipe_in", "capture2":
			p.like(class+"->"+name, at, append([]Value{lit("ssh"), d.v}, words(args)...)...)
			return unk()
		}
	case "DBI":
		if name == "connect" || name == "connect_cached" {
			return datum{v: arg(0), kind: "DBI handle"}
		}
	case "MIME::Lite", "Email::Sender::Simple", "Mail::Sender":
		if name == "send" || name == "sendmail" {
			p.like(class+"->"+name, at, lit("sendmail"), lit("-t"))
		}
	case "IO::File":
		if name == "new" && len(args) > 0 {
			p.open("IO::File->new", append([]datum{unk()}, p.ioMode(args)...), nil, at)
			return object("file")
		}
	case "Path::Tiny", "Path::Class", "Mojo::File", "IO::All":
		if name == "new" && len(args) > 0 {
			return datum{v: arg(0), kind: class}
		}
	case "IPC::Cmd", "Proc::Background", "Proc::Simple", "Expect", "IO::Pty":
		switch name {
		case "new", "spawn", "start":
			if len(args) > 0 {
				p.system(class+"->"+name, args, at)
			}
			return object(class)
		}
	case "POSIX", "File::Path", "File::Copy":
		return p.builtin(class+"::"+name, args, nil, at)
	case "DynaLoader", "XSLoader", "Inline", "FFI::Platypus", "Storable":
		if name == "new" || name == "load" || name == "bind" || name == "bootstrap" {
			p.unknownCode(class+"->"+name, arg(0), at)
		}
		return unk()
	case "CPAN", "CPAN::Shell":
		p.like(class+"->"+name, at, lit("cpan"), arg(0))
		return unk()
	}
	switch name {
	case "new", "connect", "open":
		return object(class)
	case "do", "prepare", "selectall_arrayref", "selectrow_array", "selectrow_arrayref", "selectall_hashref", "selectrow_hashref", "selectcol_arrayref", "execute":
		if class == "DBI handle" || name == "do" || name == "prepare" {
			if len(args) > 0 && name != "execute" {
				p.sql("DBI->"+name, d.value(), arg(0), at)
			}
		}
		return datum{v: d.v, kind: class}
	case "kill_kill", "terminate", "die":
		if class == "Proc::Background" {
			p.like(name, at, lit("kill"), unknown())
		}
	case "can":
		return datum{v: arg(0)}
	case "exec_command":
		p.like(name, at, lit("ssh"), unknown(), arg(0))
		return unk()
	}
	if class != "file" && !strings.HasPrefix(class, "*") && !strings.HasPrefix(class, "pipe") {
		if row := lookup(perlMethods[:], name); row != nil && (class == "Path::Tiny" || class == "Path::Class" || class == "Mojo::File" || class == "IO::All" || hasWord("remove_tree rmtree spew spew_utf8 spew_raw", name)) {
			p.effect(row, "->"+name, append([]datum{dat(d.value())}, args...), at, nil)
		}
	}
	if hasWord("child children parent absolute realpath dir file subdir canonpath", name) && (class == "Path::Tiny" || class == "Path::Class" || class == "Mojo::File") {
		v := d.value()
		for _, a := range words(args) {
			v = join(v, lit("/"), a)
		}
		return datum{v: v, kind: class}
	}
	p.escapes(args)
	return unk()
}

// speaker is the command that speaks a protocol.
func speaker(class string) string {
	switch class {
	case "Net::FTP":
		return "ftp"
	case "Net::Telnet", "Net::POP3", "Net::IMAP::Simple":
		return "telnet"
	}
	return "ssh"
}

// ioMode puts the arguments of IO::File->new in the order of open's.
func (p *perl) ioMode(args []datum) []datum {
	if len(args) < 2 {
		return args
	}
	mode := args[1]
	if s, ok := mode.exact(); ok {
		switch s {
		case "r":
			mode = str("<")
		case "a":
			mode = str(">>")
		case "w", "r+", "w+":
			mode = str(">")
		}
	}
	return []datum{mode, args[0]}
}

// sql is a statement for the database that the connection's name tells of.
func (p *perl) sql(call string, dsn, statement Value, at int) {
	s, _ := dsn.Exact()
	switch low := strings.ToLower(s); {
	case strings.HasPrefix(low, "dbi:sqlite"):
		_, file, _ := strings.Cut(s[min(len(s), 10):], ":")
		file = strings.TrimPrefix(strings.TrimPrefix(file, "dbname="), "database=")
		p.like(call, at, lit("sqlite3"), lit(file), statement)
	case strings.HasPrefix(low, "dbi:mysql"), strings.HasPrefix(low, "dbi:mariadb"):
		p.like(call, at, lit("mysql"), lit("-e"), statement)
	default:
		p.like(call, at, lit("psql"), lit("-c"), statement)
	}
}

// use imports a module, or sets what the compiler does.
func (p *perl) use(at int) {
	p.ws()
	module := p.pathName()
	if module == "" { // use 5.010; use v5.36
		p.pos += len(p.word())
		for p.more() && (isDigit(p.peek()) || p.peek() == '.' || p.peek() == '_') {
			p.pos++
		}
		p.end()
		return
	}
	p.ws()
	if version := p.pos; isDigit(p.peek()) || p.peek() == 'v' && isDigit(p.ahead(1)) {
		for p.more() && (isNameByte(p.peek()) || p.peek() == '.') {
			p.pos++
		}
		if p.ws(); p.peek() == ',' {
			p.pos = version
		}
	}
	var args []datum
	if !p.ends() {
		args = []datum{p.low()}
	}
	p.end()
	if p.mute > 0 || p.failed {
		return
	}
	p.modules[module] = true
	all, _ := flat(args)
	switch module {
	case "Inline", "FFI::Platypus", "Inline::C":
		p.unknownCode("use "+module, unknown(), at)
	case "constant":
		if len(all) == 0 {
			return
		}
		if len(args) == 1 && args[0].kind == "ref" {
			for i := 0; i+1 < len(all); i += 2 {
				if s, ok := all[i].exact(); ok {
					p.assign("&"+s, all[i+1])
				}
			}
			return
		}
		if s, ok := all[0].exact(); ok {
			d := listOf(all[1:]...)
			if len(all) == 2 {
				d = all[1]
			}
			p.assign("&"+s, d)
		}
	}
	p.escapes(args)
}

// translate is tr/// of a known string, with ranges.
func (p *perl) translate(d, tr datum) (datum, bool) {
	if len(tr.list) < 2 {
		return d, false
	}
	from, _ := tr.list[0].exact()
	to, _ := tr.list[1].exact()
	a, b := ranged(from), ranged(to)
	if len(a) == 0 || len(b) == 0 || strings.ContainsAny(from+to, "\\") {
		return d, false
	}
	return dat(d.value().apply(func(s string) (string, bool) {
		var sb strings.Builder
		for i := range len(s) {
			k := strings.IndexByte(a, s[i])
			if k < 0 {
				sb.WriteByte(s[i])
			} else {
				sb.WriteByte(b[min(k, len(b)-1)])
			}
		}
		return sb.String(), true
	})), true
}

// ranged writes a-z out.
func ranged(s string) string {
	var sb strings.Builder
	for i := 0; i < len(s); i++ {
		if i+2 < len(s) && s[i+1] == '-' && s[i] <= s[i+2] {
			for b := int(s[i]); b <= int(s[i+2]); b++ {
				sb.WriteByte(byte(b))
			}
			i += 2
			continue
		}
		sb.WriteByte(s[i])
	}
	return sb.String()
}

// packed is pack("H*", …), ("C*", …), ("A*", …) of what is known.
func packed(args []datum) Value {
	all, open := flat(args)
	if len(all) < 2 || open {
		return computed(words(args)...)
	}
	f, _ := all[0].exact()
	f = strings.TrimRight(f, "*0123456789")
	switch f {
	case "H":
		return all[1].value().apply(hexDecoded)
	case "A", "a":
		return all[1].value()
	case "C", "c", "U", "W":
		var parts []Value
		for _, d := range all[1:] {
			parts = append(parts, d.value().apply(chr))
		}
		return join(parts...)
	}
	return computed(words(args)...)
}
