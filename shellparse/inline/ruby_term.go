package inline

import "strings"

// primary reads one value without what is behind it.
func (p *ruby) primary() datum {
	p.lv = nil
	at := p.pos
	switch b := p.peek(); {
	case !p.more():
		p.fail()
	case b == '"' || b == '`':
		p.pos++
		v := p.quoted(b, b, true)
		if b == '`' {
			p.shell("`…`", v, at)
			return dat(unknown())
		}
		return dat(p.neighbours(v))
	case b == '\'':
		p.pos++
		return dat(p.neighbours(p.quoted(b, b, false)))
	case b == '/':
		p.pos++
		p.quoted('/', '/', true)
		p.pos += len(p.word())
		return unk()
	case b == '%':
		return p.percent(at)
	case b == ':' && p.ahead(1) != ':':
		return p.symbol()
	case b == '?' && p.ahead(1) != 0:
		p.pos++
		if p.take("\\") {
			var sb strings.Builder
			perlEscape(&p.machine, &sb)
			return str(sb.String())
		}
		r := p.pos
		for p.pos++; p.more() && p.src[p.pos] >= 0x80 && p.src[p.pos] < 0xc0; p.pos++ {
		}
		return str(p.src[r:p.pos])
	case isDigit(b):
		return p.number()
	case b == '[':
		p.pos++
		var list []datum
		p.grouped(func() { list, _ = p.args("]") })
		p.lv = nil
		return listOf(list...)
	case b == '{':
		return p.hash()
	case b == '(':
		p.pos++
		d := p.statementsIn(")")
		p.nl(true)
		p.want(")")
		p.lv = nil
		return d
	case p.starts("->"):
		return p.lambda()
	case p.starts("<<"):
		return p.hereDocument()
	case p.starts("::"):
		p.pos += 2
		return p.primary()
	case b == '@':
		p.pos++
		p.take("@")
		w := p.word()
		p.pos += len(w)
		if w == "" {
			p.fail()
		}
		return p.variable("@" + w)
	case b == '$':
		return p.global()
	case b == '.' && p.starts(".."):
		p.pos += 2
		p.take(".")
		return p.unary()
	case b == '!' || b == '-' || b == '*' || b == '&':
		return p.unary()
	case p.starts("\xf3\xb0"):
		p.pos = min(p.pos+4, p.limit)
		return unk()
	case isNameStart(b):
		return p.identifier()
	default:
		p.fail()
	}
	return unk()
}

func (p *ruby) variable(name string) datum {
	p.lv = &rubyPlace{name: name}
	if d, ok := p.get(name); ok {
		return d
	}
	return unk()
}

func (p *ruby) global() datum {
	p.pos++
	w := p.word()
	p.pos += len(w)
	switch b := p.peek(); {
	case w == "stdin" || w == "STDIN":
		p.lv = &rubyPlace{name: "$stdin"}
		return datum{v: from0(Input), kind: "stdin"}
	case w == "stdout" || w == "stderr":
		p.lv = &rubyPlace{name: "$" + w}
		return object("file")
	case w != "":
	case isDigit(b):
		for isDigit(p.peek()) {
			p.pos++
		}
		return p.variable("$0")
	case b == '$':
		p.pos++
		return dat(from0(Own))
	case b == '-':
		p.pos++
		p.pos += len(p.word())
		return unk()
	case b == '<':
		p.pos++
		return datum{v: from0(Input), kind: "stdin"}
	case b == '*':
		p.pos++
		return operandData(1)
	case !p.more():
		p.fail()
		return unk()
	default:
		p.pos++
		w = string(b)
	}
	if w == "_" {
		if _, ok := p.get("$_"); !ok {
			p.lv = &rubyPlace{name: "$_"}
			return dat(from0(Input))
		}
	}
	return p.variable("$" + w)
}

func (p *ruby) symbol() datum {
	p.pos++
	switch b := p.peek(); {
	case b == '"' || b == '\'':
		p.pos++
		return datum{v: p.quoted(b, b, b == '"'), kind: "symbol"}
	case isNameStart(b) || b == '@' || b == '$':
		at := p.pos
		for p.peek() == '@' || p.peek() == '$' {
			p.pos++
		}
		switch w := p.word(); {
		case w != "":
			p.pos += len(w)
		case b == '$' && p.more(): // :$0 :$!
			p.pos++
		}
		if b := p.peek(); (b == '?' || b == '!' || b == '=') && p.ahead(1) != '=' && p.ahead(1) != '>' && (p.ahead(1) != '~') {
			if !(b == '?' && p.inTernary > 0) {
				p.pos++
			}
		}
		return datum{v: lit(p.src[at:p.pos]), kind: "symbol"}
	}
	for _, op := range [...]string{"[]=", "[]", "<=>", "===", "==", "=~", "!=", "!~", "**", "<<", ">>", "<=", ">=", "+@", "-@", "+", "-", "*", "/", "%", "<", ">", "!", "&", "|", "^", "~", "`"} {
		if p.take(op) {
			return datum{v: lit(op), kind: "symbol"}
		}
	}
	p.fail()
	return unk()
}

func (p *ruby) number() datum {
	at := p.pos
	if p.peek() == '0' && isNameByte(p.ahead(1)) && p.ahead(1) != 'e' && p.ahead(1) != 'r' {
		for p.more() && isNameByte(p.peek()) {
			p.pos++
		}
		return datum{v: integer(p.src[at:p.pos]), kind: "number"}
	}
	for p.more() && (isDigit(p.peek()) || p.peek() == '_') {
		p.pos++
	}
	if p.peek() == '.' && isDigit(p.ahead(1)) {
		for p.pos++; p.more() && (isDigit(p.peek()) || p.peek() == '_'); p.pos++ {
		}
	}
	if b := p.peek(); (b == 'e' || b == 'E') && (isDigit(p.ahead(1)) || isDigit(p.ahead(2))) {
		for p.pos += 2; isDigit(p.peek()); p.pos++ {
		}
	}
	v := lit(strings.ReplaceAll(p.src[at:p.pos], "_", ""))
	for p.peek() == 'r' || p.peek() == 'i' {
		if isNameByte(p.ahead(1)) && p.ahead(1) != 'i' {
			break
		}
		p.pos++
	}
	return datum{v: v, kind: "number"}
}
