package inline

import "strings"

// open opens a file, or a pipe from or to a command.
func (p *perl) open(call string, args []datum, lv []perlPlace, at int) {
	all, open := flat(args[min(1, len(args)):])
	handle := perlPlace{}
	if len(lv) > 0 {
		handle = lv[0]
	}
	set := func(d datum) {
		if handle.name != "" {
			p.put(handle, d)
		} else if len(args) > 0 {
			if s, ok := args[0].exact(); ok {
				p.assign("*"+s, d)
			}
		}
	}
	set(object("file"))
	if len(all) == 0 {
		if len(args) > 0 {
			p.file(call, "<", unknown(), at)
		}
		return
	}
	if call == "sysopen" {
		p.file(call, ">", all[0].value(), at)
		return
	}
	for _, t := range all[0].value() {
		mode, rest, known := openMode(t)
		file := rest
		if len(all) > 1 || open {
			file = unknown()
			if len(all) > 1 {
				file = all[1].value()
			}
		}
		switch {
		case !known && (len(all) > 1 || open):
			p.file(call, ">", file, at)
		case !known && len(t) > 0 && (t[0].Source == Arg || t[0].Source == Args):
			p.file(call, "<", file, at)
		case !known:
			p.unknownCode(call, Value{t}, at)
		case mode == "|" || mode == "|-" || mode == "-|":
			if s, ok := file.Exact(); ok && s == "-" {
				p.forks(at)
				continue
			}
			if len(all) > 2 {
				p.runs(call, words([]datum{{isList: true, open: open, list: all[1:]}}), at)
				file = spaced(words(all[1:]))
			} else if len(all) == 1 && mode != "-|" || mode == "|-" {
				p.shell(call, piped(unknown(), file), at)
			} else {
				p.shell(call, file, at)
			}
			set(datum{v: file, kind: "pipe " + mode})
		case strings.HasPrefix(mode, "<&") || strings.HasPrefix(mode, ">&") || strings.HasPrefix(mode, ">>&"):
		default:
			if len(all) > 1 && refersScalar(all[1]) {
				continue // a file in memory
			}
			p.file(call, mode, file, at)
		}
	}
}

func refersScalar(d datum) bool { n, ok := refers(d); return ok && n[0] == '$' }

// openMode splits what open is given in its second argument: the mode, and
// the file behind it where it is one text.
func openMode(t Text) (mode string, rest Value, known bool) {
	for len(t) > 0 && t[0].Source == Literal && strings.Trim(t[0].Lit, " \t\n") == "" {
		t = t[1:]
	}
	if len(t) == 0 {
		return "<", lit(""), true
	}
	first, last := t[0], t[len(t)-1]
	if first.Source != Literal {
		if last.Source == Literal && strings.HasSuffix(strings.TrimRight(last.Lit, " \t"), "|") {
			u := append(Text{}, t...)
			u[len(u)-1].Lit = strings.TrimRight(last.Lit, "| \t")
			return "-|", Value{u}, true
		}
		return "", Value{t}, false
	}
	s := strings.TrimLeft(first.Lit, " \t\n")
	u := append(Text{}, t...)
	if strings.HasPrefix(s, "|") {
		mode = "|"
		u[0].Lit = strings.TrimLeft(s[1:], " \t")
		if strings.HasPrefix(s, "|-") {
			mode = "|-"
			u[0].Lit = strings.TrimLeft(s[2:], " \t")
			if u[0].Lit == "" && len(u) == 1 {
				u[0].Lit = "-"
			}
		}
		return mode, Value{u}, true
	}
	if last.Source == Literal && strings.HasSuffix(strings.TrimRight(last.Lit, " \t\n"), "|") {
		if s == "-|" && len(t) == 1 {
			return "-|", lit("-"), true
		}
		u[0].Lit = s
		u[len(u)-1].Lit = strings.TrimRight(u[len(u)-1].Lit, "| \t\n")
		return "-|", Value{u}, true
	}
	if len(t) > 1 && last.Source != Literal && last.Source != Arg && strings.IndexByte("<>+", s[0]) < 0 {
		// It may end in |.
		return "<", Value{t}, strings.HasPrefix(s, "/") || strings.HasPrefix(s, "./")
	}
	i := 0
	for i < len(s) && strings.IndexByte("+<>&=-", s[i]) >= 0 {
		i++
	}
	mode = s[:i]
	if j := strings.IndexByte(s[i:], ':'); j == 0 || strings.HasPrefix(strings.TrimLeft(s[i:], " "), ":") {
		s, i = "", 0 // layers: "<:encoding(utf8)"
	}
	u[0].Lit = strings.Trim(s[i:], " \t\n")
	if u[0].Lit == "" {
		u = u[1:]
	}
	switch {
	case mode == "" || mode == "<" || mode == "<-" || mode == "-":
		mode = "<"
	case strings.Contains(mode, "&"):
	case strings.HasPrefix(mode, "+") || mode == ">" || mode == ">-":
		mode = ">"
	case mode == ">>":
	default:
		mode = ">"
	}
	return mode, Value{u}, true
}

// print reads print, printf and say with their file handle. What is printed
// into a pipe is the standard input of its command.
func (p *perl) print(w string, at int) datum {
	p.ws()
	closing := ""
	if p.peek() == '(' {
		closing = ")"
		p.pos++
		p.ws()
	}
	handle, has := p.handle()
	var args []datum
	if p.ws(); closing == "" && p.ends() || closing != "" && p.starts(closing) {
		args = nil
	} else {
		var d datum
		if closing != "" {
			d = p.low()
		} else {
			d = p.comma()
		}
		args = []datum{d}
	}
	if closing != "" {
		p.ws()
		p.want(closing)
	}
	p.lv = nil
	if has && strings.HasPrefix(handle.kind, "pipe |") {
		all, open := flat(args)
		var text Value
		switch {
		case w == "printf" && !open:
			text = format(words(all))
		case len(all) == 0:
			text = from0(Input)
		default:
			text = join(words([]datum{{isList: true, open: open, list: all}})...)
		}
		p.shell(w, piped(text, handle.v), at)
	}
	return unk()
}

// handle reads a file handle where one stands.
func (p *perl) handle() (datum, bool) {
	at := p.pos
	switch b := p.peek(); {
	case b == '{':
		d := p.body()
		return d, true
	case b == '$' && isNameStart(p.ahead(1)):
		p.pos++
		name := p.pathName()
		if b := p.peek(); b == ' ' || b == '\t' || b == '\n' {
			p.ws()
			b = p.peek()
			w := p.word()
			_, level := p.operator()
			if strings.IndexByte("\"'$@\\`", b) >= 0 || isDigit(b) || w != "" && level == 0 && !p.ends() || p.starts("<<\"") || p.starts("<<'") || p.starts("<<~") || p.starts("<<") && isNameStart(p.ahead(2)) || b == '%' && isNameStart(p.ahead(1)) && p.ahead(1) != ' ' || b == '(' {
				d, _ := p.get("$" + name)
				return d, true
			}
		} else if b == '"' || b == '\'' {
			d, _ := p.get("$" + name)
			return d, true
		}
	case isNameStart(b):
		w := p.word()
		if hasWord(perlLists+" "+perlUnary+" "+perlZero+" q qq qw qx m s y tr qr sub __PACKAGE__ x", w) || p.named[w] != nil {
			break
		}
		name := p.pathName()
		back := p.pos
		p.ws()
		if (w == "STDERR" || w == "STDOUT" || w == strings.ToUpper(w) && back < p.pos && len(w) > 1) && p.peek() == '(' {
			d, _ := p.get("*" + name)
			return d, true
		}
		if b := p.peek(); b == '(' || b == ',' || p.starts("->") || p.starts("=>") || p.starts("::") || back == p.pos && b != ';' && b != '"' && b != '\'' && b != ')' && b != '}' {
			break
		}
		if _, isConstant := p.constant(name); isConstant {
			break
		}
		if _, level := p.operator(); level > 0 && strings.IndexByte("<&%*-", p.peek()) < 0 {
			break
		}
		d, ok := p.get("*" + name)
		if !ok {
			d = object("*" + name)
		}
		return d, true
	}
	p.pos = at
	return datum{}, false
}
