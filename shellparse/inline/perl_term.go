package inline

import "strings"

// term reads one value without what is behind it.
func (p *perl) term() datum {
	p.ws()
	p.lv = nil
	at := p.pos
	switch b := p.peek(); {
	case !p.more():
		p.fail()
		return unk()
	case b == '$':
		return p.scalar()
	case b == '@':
		p.pos++
		name, d, ok := p.sigil("@")
		if !ok {
			return p.slice(d)
		}
		if p.peek() == '[' || p.peek() == '{' { // a slice
			if p.peek() == '{' {
				d, _ = p.get("%" + name)
				p.lv = nil
			}
			return p.slice(d)
		}
		p.lv = []perlPlace{{name: "@" + name}}
		return p.array(name)
	case b == '%' && (isNameStart(p.ahead(1)) || strings.IndexByte("${:+-!^", p.ahead(1)) >= 0):
		p.pos++
		name, d, ok := p.sigil("%")
		if !ok {
			return p.slice(d)
		}
		if p.peek() == '[' || p.peek() == '{' {
			return p.slice(unk())
		}
		p.lv = []perlPlace{{name: "%" + name}}
		if d, ok := p.get("%" + name); ok {
			return d
		}
		return someList(unknown())
	case b == '&' && p.ahead(1) != '&':
		return p.ampersand()
	case b == '*' && (isNameStart(p.ahead(1)) || p.ahead(1) == '{' || p.ahead(1) == '$' || p.ahead(1) == ':'):
		p.pos++
		if p.peek() == '$' {
			p.innerScalar()
			if p.peek() == '{' {
				p.delimited()
			}
			return unk()
		}
		if p.peek() == '{' {
			p.pos++
			name := p.low()
			p.ws()
			p.want("}")
			if s, ok := name.exact(); ok {
				p.lv = []perlPlace{{name: "*" + strings.TrimPrefix(s, "main::")}}
			}
			return unk()
		}
		name := p.pathName()
		if p.peek() == '{' {
			p.delimited()
		}
		p.lv = []perlPlace{{name: "*" + name}}
		d, ok := p.get("*" + name)
		if !ok {
			d = object("*" + name)
		}
		return d
	case b == '*' && p.ahead(1) != 0 && strings.IndexByte("+-!@/\\,;.&`'\"^<>()[]:?|~=%", p.ahead(1)) >= 0:
		p.pos += 2
		return unk()
	case b == '(':
		p.pos++
		d := listOf()
		if p.ws(); p.peek() != ')' {
			if d = p.low(); !d.isList {
				d = listOf(d)
			}
		}
		lv := p.lv
		p.ws()
		p.want(")")
		p.lv = lv
		if p.ws(); p.peek() == '[' {
			p.lv = nil
			p.pos++
			i := p.low()
			p.ws()
			p.want("]")
			all, open := flat([]datum{d})
			return datum{isList: true, open: open, list: all}.at(indexOf(i))
		}
		return d
	case b == '[':
		p.pos++
		d := listOf()
		if p.ws(); p.peek() != ']' {
			d = p.low()
		}
		p.ws()
		p.want("]")
		all, open := flat([]datum{d})
		p.lv = nil
		return datum{isList: true, open: open, list: all, kind: "ref"}
	case b == '{':
		d := p.body()
		all, open := flat([]datum{d})
		p.lv = nil
		return datum{isList: true, open: open, list: all, kind: "ref"}
	case b == '"' || b == '\'' || b == '`' || b == '/' || b == '<':
		return p.quoteLike(string(b), at)
	case isDigit(b) || b == '.' && isDigit(p.ahead(1)):
		return dat(p.number())
	case b >= 0xf3 && p.starts("\xf3\xb0"):
		p.pos = min(p.pos+4, p.limit)
		return unk()
	case b == '-':
		return p.unary()
	case isNameStart(b):
		return p.bareword(at)
	}
	p.fail()
	return unk()
}

// array is what an array holds.
func (p *perl) array(name string) datum {
	if d, ok := p.get("@" + name); ok {
		if !d.isList {
			d = someList(d.value())
		}
		d.fn = nil
		if d.kind == "ref" {
			d.kind = ""
		}
		return d
	}
	switch name {
	case "ARGV":
		return operandData(1)
	case "INC":
		return object("@INC")
	}
	return someList(unknown())
}

// sigil reads what stands behind @ or %: a name, or what is dereferenced.
func (p *perl) sigil(sigil string) (name string, d datum, ok bool) {
	switch b := p.peek(); {
	case b == '$':
		p.pos++
		if isNameStart(p.peek()) || p.peek() == ':' {
			d, _ = p.get("$" + p.pathName())
		} else {
			p.pos--
			d = p.scalar()
		}
		return p.deref(d, sigil)
	case b == '{':
		if n, end := p.bracedName(); end > 0 {
			p.pos = end
			return n, unk(), true
		}
		return p.deref(p.body(), sigil)
	case isNameStart(b) || b == ':' && p.ahead(1) == ':':
		return p.pathName(), unk(), true
	case b == '^':
		p.pos++
		p.pos += len(p.word())
		return "^", unk(), true
	case b == '-' || b == '+' || b == '!' || b == '_' || isDigit(b):
		p.pos++
		return string(b), unk(), true
	}
	p.fail()
	return "", unk(), false
}

// deref gives what a reference refers to.
func (p *perl) deref(d datum, sigil string) (string, datum, bool) {
	p.lv = nil
	if name, ok := refers(d); ok && name[:1] == sigil {
		return name[1:], unk(), true
	}
	if d.kind == "ref" {
		d.kind = ""
	}
	if !d.isList && sigil != "$" {
		d = datum{isList: true, open: true, list: []datum{dat(computed(d.value()))}}
	}
	return "", d, false
}

// bracedName reads ${name} and ${^NAME}; end is behind the bracket.
func (p *perl) bracedName() (string, int) {
	i := p.pos + 1
	for i < p.limit && (p.src[i] == ' ' || p.src[i] == '\t') {
		i++
	}
	at := i
	for i < p.limit && (isNameByte(p.src[i]) || p.src[i] == ':' || p.src[i] == '^' && i == at) {
		i++
	}
	name := p.src[at:i]
	for i < p.limit && (p.src[i] == ' ' || p.src[i] == '\t') {
		i++
	}
	if name == "" || i >= p.limit || p.src[i] != '}' || name == "shift" {
		if at+1 < p.limit && at == i && p.src[at+1] == '}' { // ${@}
			return p.src[at : at+1], at + 2
		}
		return "", 0
	}
	return strings.TrimPrefix(name, "main::"), i + 1
}

// pathName reads a name with packages.
func (p *perl) pathName() string {
	at := p.pos
	for p.more() {
		switch b := p.src[p.pos]; {
		case isNameByte(b) && !p.starts("\xf3\xb0"):
			p.pos++
		case b == ':' && p.ahead(1) == ':' && p.ahead(2) != '$':
			p.pos += 2
		default:
			return p.path(at)
		}
	}
	return p.path(at)
}

func (p *perl) path(at int) string {
	name := p.src[at:p.pos]
	return strings.TrimPrefix(strings.TrimPrefix(name, "::"), "main::")
}

// scalar reads what begins with $.
func (p *perl) scalar() datum {
	p.pos++
	name := ""
	b := p.peek()
	switch {
	case b == '#' && (p.ahead(1) == '{' || p.ahead(1) == '$'):
		p.pos++
		p.sigil("@")
		p.lv = nil
		return unk()
	case b == '#' && (isNameStart(p.ahead(1)) || p.ahead(1) == ':'):
		p.pos++
		p.pathName()
		return unk()
	case isNameStart(b) || b == ':' && p.ahead(1) == ':' && isNameStart(p.ahead(2)):
		name = p.pathName()
	case isDigit(b):
		for isDigit(p.peek()) {
			p.pos++
		}
		name = "1"
	case b == ':' && p.ahead(1) == ':':
		p.pos += 2
		name = "main::"
	case b == '{':
		if n, end := p.bracedName(); end > 0 {
			name, p.pos = n, end
			break
		}
		n, d, ok := p.deref(p.body(), "$")
		if ok {
			name = n
			break
		}
		return p.elementOf("", d)
	case b == '$' && (isNameStart(p.ahead(1)) || p.ahead(1) == '{' || p.ahead(1) == '$' && isNameStart(p.ahead(2)) || p.ahead(1) == ':'):
		inner := p.innerScalar()
		n, d, ok := p.deref(inner, "$")
		if ok {
			name = n
			break
		}
		if n, ok := refers(inner); ok && (p.peek() == '[' || p.peek() == '{') {
			name = n[1:]
			break
		}
		return p.elementOf("", d)
	case b == '$':
		p.pos++
		return dat(from(Own, ""))
	case b == '^' && isNameStart(p.ahead(1)):
		p.pos += 2
		if p.src[p.pos-1] == 'X' {
			return str("perl")
		}
		for isNameByte(p.peek()) {
			p.pos++
		}
		name = "^"
	case p.more():
		p.pos++ // $@ $! $/ …
		name = string(b)
	default:
		p.fail()
		return unk()
	}
	return p.elementOf(name, unk())
}

// innerScalar is the scalar behind a first $, without subscripts: in $$x[0]
// the reference is $x.
func (p *perl) innerScalar() datum {
	p.pos++
	if p.peek() == '$' {
		return p.innerScalar()
	}
	if p.peek() == '{' {
		if n, end := p.bracedName(); end > 0 {
			p.pos = end
			d, _ := p.get("$" + n)
			return d
		}
		return p.body()
	}
	d, ok := p.get("$" + p.pathName())
	if !ok {
		return unk()
	}
	return d
}

// number reads a number; an fileMode or hexadecimal one in decimal.
func (p *perl) number() Value {
	at := p.pos
	if p.peek() == '0' && p.ahead(1) != '.' && (isNameByte(p.ahead(1)) && p.ahead(1) != 'e') {
		for p.more() && (isDigit(p.src[p.pos]) || p.src[p.pos] == '_' || hexDigit(p.src[p.pos]) >= 0 || strings.IndexByte("xXbBoO", p.src[p.pos]) >= 0) {
			p.pos++
		}
		return integer(p.src[at:p.pos])
	}
	for p.more() && (isDigit(p.src[p.pos]) || p.src[p.pos] == '_') {
		p.pos++
	}
	for p.peek() == '.' && p.ahead(1) != '.' && (isDigit(p.ahead(1)) || !isNameStart(p.ahead(1))) {
		p.pos++
		for p.more() && (isDigit(p.src[p.pos]) || p.src[p.pos] == '_') {
			p.pos++
		}
	}
	if b := p.peek(); b == 'e' || b == 'E' {
		n := 1
		if p.ahead(1) == '-' || p.ahead(1) == '+' {
			n = 2
		}
		if isDigit(p.ahead(n)) {
			for p.pos += n; isDigit(p.peek()); p.pos++ {
			}
		}
	}
	return lit(strings.ReplaceAll(p.src[at:p.pos], "_", ""))
}
