package inline

import "strings"

// bareword reads what begins with a letter: a call, a class, a string before =>.
func (p *perl) bareword(at int) datum {
	w := p.word()
	if p.arrowed(at + len(w)) {
		p.pos += len(w)
		return str(w)
	}
	if strings.HasPrefix(p.src[at+len(w):p.limit], "::") {
		w = ""
	}
	if s, ok := vString(w, p.src[at:p.limit]); ok {
		p.pos += s
		return dat(vText(p.src[at:p.pos]))
	}
	switch w {
	case "q", "qq", "qw", "qx", "m", "qr", "s", "tr", "y":
		n := p.ahead(len(w))
		i := p.pos + len(w)
		for i < p.limit && (p.src[i] == ' ' || p.src[i] == '\t' || p.src[i] == '\n') {
			i++
		}
		d := p.next(i)
		adjacent := i == p.pos+len(w)
		switch {
		case d == 0, d == ';' && !adjacent, d == ')', n == '=' && p.next(i+1) == '>':
		case d == ',', d == '#', d == '=':
			if !adjacent || d == '=' && (p.next(i+1) == ' ' || p.next(i+1) == '=') {
				break
			}
			fallthrough
		case !isNameByte(d) || !adjacent:
			p.pos += len(w)
			bound := p.bound
			p.bound = false
			d := p.quoteLike(w, at)
			if (w == "s" || w == "tr" || w == "y") && !bound && d.kind != "replaced" {
				p.put(perlPlace{name: "$_"}, unk())
			}
			if p.ws(); w == "qw" && p.peek() == '[' {
				p.pos++
				i := p.subscriptBody('[')
				d = d.at(indexOf(i))
			}
			return d
		}
	case "my", "our", "local", "state":
		p.pos += len(w)
		return p.declaration(w)
	case "sub", "method":
		if w == "sub" {
			p.pos += len(w)
			return p.sub("")
		}
	case "do":
		p.pos += 2
		if p.ws(); p.peek() == '{' {
			return p.doBlock()
		}
		d := p.argument()
		p.like("do FILE", at, lit("perl"), d.value())
		return unk()
	case "eval":
		p.pos += 4
		if p.ws(); p.peek() == '{' {
			var d datum
			p.maybe(func() { d = p.body() })
			return d
		}
		if p.ends() {
			d, _ := p.get("$_")
			return p.evalText("eval", d.value(), at)
		}
		return p.evalText("eval", p.argument().value(), at)
	case "__PACKAGE__":
		p.pos += len(w)
		return str("main")
	case "__END__", "__DATA__":
		p.pos = p.limit
		return unk()
	case "print", "printf", "say":
		p.pos += len(w)
		return p.print(w, at)
	case "return":
		p.pos += len(w)
		d := datum{isList: true}
		if p.ws(); !p.ends() {
			d = p.comma()
		}
		p.calms()
		if old, ok := p.get("return"); ok {
			if old.v != nil || old.isList {
				d = merge(old, d)
			}
			p.assign("return", d)
		}
		return d
	case "last", "next", "redo", "goto":
		p.pos += len(w)
		p.calms()
		if p.ws(); p.peek() == '&' {
			return p.ampersand()
		}
		if p.ends() {
			return unk()
		}
		if l := p.word(); l != "" {
			p.pos += len(l)
		} else {
			p.comma()
		}
		return unk()
	}
	name := p.pathName()
	if name == "" {
		p.fail()
		return unk()
	}
	if p.starts("::") {
		p.pos += 2
	}
	name = strings.TrimPrefix(strings.TrimPrefix(name, "CORE::GLOBAL::"), "CORE::")
	back := p.pos
	p.ws()
	switch {
	case p.arrowed(p.pos) && !strings.Contains(name, "::"):
		return str(name)
	case p.starts("->"):
		p.pos = back
		if d, ok := p.constant(name); ok {
			return d
		}
		if hasWord(perlZero+" "+perlUnary, name) || p.named[name] != nil {
			return p.function(name, nil, at)
		}
		return datum{v: lit(name), kind: name}
	case name == "STDIN" || name == "STDOUT" || name == "STDERR":
		p.pos = back
		p.lv = []perlPlace{{name: "*" + name}}
		return object("*" + name)
	}
	return p.called(name, at, back)
}

// constant is what `use constant` gave a name.
func (p *perl) constant(name string) (datum, bool) { return p.get("&" + name) }

// called reads the arguments of a call of a name, and makes it.
func (p *perl) called(name string, at, back int) datum {
	if p.peek() == '(' {
		if hasWord("defined scalar ref exists delete undef lc uc", name) {
			p.pos++
			d := listOf()
			if p.ws(); p.peek() != ')' {
				d = p.low()
			}
			lv := p.lv
			p.ws()
			p.want(")")
			return p.builtin(name, []datum{d}, lv, at)
		}
		p.pos++
		args, lv := p.callArgs(name, ")")
		p.ws()
		p.want(")")
		return p.builtin(name, args, lv, at)
	}
	if hasWord(perlZero, name) {
		p.pos = back
		return p.builtin(name, nil, nil, at)
	}
	if hasWord(perlUnary, name) {
		if p.ends() || p.infix(name) {
			p.pos = back
			return p.builtin(name, nil, nil, at)
		}
		d := p.argument()
		lv := p.lv
		return p.builtin(name, []datum{d}, lv, at)
	}
	if d, ok := p.constant(name); ok {
		p.pos = back
		return d
	}
	if p.bare[name] {
		p.pos = back
		return p.builtin(name, []datum{}, nil, at)
	}
	p.steps += 8 // the lists of names are long
	known := hasWord(perlLists, name) || p.named[name] != nil || p.imported(name) || hasWord(blockCalls, name)
	b := p.peek()
	switch {
	case p.ends():
		p.pos = back
		if !known {
			return p.plainName(name, at)
		}
		return p.builtin(name, nil, nil, at)
	case !known && !(b == '$' || b == '@' || b == '"' || b == '\'' || b == '\\' || b == '{' || isNameByte(b) || b == '[' && back < p.pos || b == '&' && isNameStart(p.ahead(1)) || b == '%' && isNameStart(p.ahead(1)) && back < p.pos && p.ahead(1) != ' ' || p.starts("<<\"") || p.starts("<<'") || p.starts("<<~")):
		p.pos = back
		return p.plainName(name, at)
	case known && p.infix(name):
		p.pos = back
		return p.builtin(name, nil, nil, at)
	case !known && isNameStart(b):
		// new Foo(args), or a name before an operator that is a word.
		w := p.word()
		if w == "x" || w == "isa" || w == "eq" || w == "ne" || w == "cmp" || w == "lt" || w == "gt" || w == "le" || w == "ge" {
			p.pos = back
			return p.plainName(name, at)
		}
		if class := p.classAhead(); class != "" {
			p.pathName()
			var args []datum
			if p.ws(); p.peek() == '(' {
				args = p.arguments()
			} else if !p.ends() {
				args = []datum{p.comma()}
			}
			return p.method(datum{v: lit(class), kind: class}, name, args, at)
		}
	}
	args, lv := p.callArgs(name, "")
	return p.builtin(name, args, lv, at)
}

// plainName is a name with nothing behind it: a call without arguments where
// such a function is known, else a class or a string.
func (p *perl) plainName(name string, at int) datum {
	if p.named[name] != nil || p.imported(name) || strings.HasPrefix(name, "POSIX::") {
		return p.builtin(name, nil, nil, at)
	}
	p.lv = []perlPlace{{name: "*" + name}}
	d, ok := p.get("*" + name)
	if ok {
		return d
	}
	return datum{v: lit(name), kind: name}
}

// declaration reads my $x, my ($x, @y) and local $x.
func (p *perl) declaration(w string) datum {
	p.ws()
	if p.keyword("sub") {
		p.ws()
		return p.sub(p.pathName())
	}
	if t := p.word(); t != "" && w != "local" { // my Class $x
		p.pathName()
		p.ws()
	}
	p.lv = nil
	d := p.postfix(p.term())
	if w == "local" {
		return d
	}
	for i := range p.lv {
		if p.lv[i].key == nil {
			p.lv[i].fresh = w == "my" || w == "state"
			if p.lv[i].fresh {
				empty := unk()
				if p.lv[i].name[0] != '$' {
					empty = listOf()
				}
				p.declare(p.lv[i].name, empty)
				d = empty
			}
		}
	}
	for p.ws(); p.peek() == ':' && isNameStart(p.ahead(1)); p.ws() { // attributes
		p.pos++
		p.pos += len(p.word())
	}
	return d
}

// doBlock reads do { … }, which a while behind it makes a loop.
func (p *perl) doBlock() datum {
	var d datum
	p.loop(false, func() { d = p.body() })
	return d
}

// evalText reads code in a string as part of the program.
func (p *perl) evalText(call string, code Value, at int) datum {
	out := unk()
	for _, t := range code {
		if s, ok := t.Exact(); ok {
			p.maybe(func() {
				out = p.within(call, s, at, p.pos, func() datum { return p.statements("") })
			})
			continue
		}
		p.unknownCode(call, Value{t}, at)
	}
	return out
}

// ampersand reads &name(…), &$code(…) and \&name.
func (p *perl) ampersand() datum {
	at := p.pos
	p.pos++
	p.ws()
	var d datum
	name := ""
	switch b := p.peek(); {
	case b == '$':
		d = p.innerScalar()
	case b == '{':
		d = p.body()
	default:
		name = p.pathName()
		if name == "" {
			p.fail()
			return unk()
		}
		d = datum{v: lit(name), fn: p.named[name]}
		if strings.HasPrefix(name, "CORE::") || p.imported(name) || strings.Contains(name, "::") && perlCalls(name) != nil {
			d.kind = "&" + strings.TrimPrefix(name, "CORE::")
		}
	}
	p.lv = nil
	if p.ws(); p.peek() == '(' {
		return p.callValue(d, p.arguments(), at)
	}
	before := strings.TrimRight(p.src[:at], " \t")
	if strings.HasSuffix(before, "\\") || strings.HasSuffix(before, "defined") || strings.HasSuffix(before, "exists") || strings.HasSuffix(before, "defined(") {
		return d
	}
	args, _ := p.get("@_")
	return p.callValue(d, []datum{args}, at)
}
