package inline

import "strings"

// low reads or, and, not and the lists between them.
func (p *perl) low() datum {
	if !p.deeper() {
		return unk()
	}
	defer func() { p.nesting-- }()
	d := p.not()
	for {
		p.ws()
		w := p.word()
		if w != "or" && w != "xor" && w != "and" || p.arrowed(p.pos+len(w)) {
			return d
		}
		p.pos += len(w)
		var e datum
		p.maybe(func() { e = p.not() })
		d = merge(d, e)
		p.lv = nil
	}
}

func (p *perl) not() datum {
	if p.ws(); p.word() == "not" && !p.arrowed(p.pos+3) {
		p.pos += 3
		p.not()
		return unk()
	}
	return p.comma()
}

// comma reads a list; one expression alone is no list.
func (p *perl) comma() datum {
	first := p.assignment()
	if p.ws(); p.peek() != ',' && !p.starts("=>") {
		return first
	}
	list := []datum{first}
	lv := p.lv
	for {
		p.ws()
		if !p.take(",") && !p.take("=>") {
			break
		}
		if p.ws(); p.ends() {
			continue
		}
		p.lv = nil
		list = append(list, p.assignment())
		lv = append(lv[:len(lv):len(lv)], p.lv...)
		if !p.step() {
			break
		}
	}
	p.lv = lv
	return listOf(list...)
}

// ends reports whether no term begins here.
func (p *perl) ends() bool {
	if !p.more() {
		return true
	}
	switch p.peek() {
	case ')', ']', '}', ';', ':', ',':
		return true
	case '=':
		return p.ahead(1) == '>'
	}
	w := p.word()
	switch w {
	case "if", "unless", "while", "until", "for", "foreach", "or", "and", "xor", "x", "eq", "ne", "lt", "gt", "le", "ge", "cmp", "when":
		return !p.arrowed(p.pos + len(w))
	}
	return false
}

func (p *perl) ternary() datum {
	d := p.binary(1)
	if p.ws(); p.peek() != '?' {
		return d
	}
	p.pos++
	var yes, no datum
	p.maybe(func() { yes = p.assignment() })
	lv := p.lv
	if p.ws(); !p.want(":") {
		return unk()
	}
	p.maybe(func() { no = p.assignment() })
	p.lv = append(lv[:len(lv):len(lv)], p.lv...)
	for i := range p.lv {
		p.lv[i].maybe = true
	}
	return merge(yes, no)
}

// perlOps are the binary operators, those that begin like another one first.
var perlOps = [...]struct {
	op    string
	level int
}{
	{"...", 1}, {"..", 1}, {"||", 2}, {"//", 2}, {"&&", 3}, {"<=>", 6}, {"**", 13}, {"==", 6}, {"!=", 6}, {"=~", 12}, {"!~", 12}, {"~~", 6},
	{"<<", 9}, {">>", 9}, {"<=", 7}, {">=", 7}, {"->", 0}, {"|", 4}, {"^", 4}, {"&", 5}, {"<", 7}, {">", 7}, {"+", 10}, {"-", 10}, {".", 10}, {"*", 11}, {"/", 11}, {"%", 11},
}

// operator gives the binary operator here.
func (p *perl) operator() (op string, level int) {
	if w := p.word(); w != "" {
		switch w {
		case "eq", "ne", "cmp":
			level = 6
		case "lt", "gt", "le", "ge", "isa":
			level = 7
		case "x":
			level = 11
		default:
			if w[0] == 'x' && strings.Trim(w[1:], "0123456789") == "" { // "-"x20
				return "x", 11
			}
			return "", 0
		}
		if p.arrowed(p.pos+len(w)) || w == "x" && p.ahead(1) == '=' && p.ahead(2) != '=' && p.ahead(2) != '~' {
			return "", 0
		}
		return w, level
	}
	for i := range perlOps {
		if o := perlOps[i]; p.starts(o.op) {
			if n := p.ahead(len(o.op)); n == '=' && strings.Contains("** || // && << >> | ^ & + - . * / %", o.op) && !(p.ahead(len(o.op)+1) == '=') {
				return "", 0 // an assignment
			}
			return o.op, o.level
		}
	}
	return "", 0
}

// binary reads operators of a level and above.
func (p *perl) binary(level int) datum {
	if !p.deeper() {
		return unk()
	}
	defer func() { p.nesting-- }()
	d := p.unary()
	for {
		p.ws()
		op, l := p.operator()
		if l < level || l == 0 || !p.more() {
			return d
		}
		lv := p.lv
		p.lv = nil
		p.pos += len(op)
		var e datum
		switch op {
		case "||", "//", "&&":
			p.maybe(func() { e = p.binary(l + 1) })
			d = merge(d, e)
		case "=~", "!~":
			e = p.bind(d, lv)
			d = e
		case ".":
			e = p.binary(l + 1)
			d = dat(join(d.value(), e.value()))
		case "x":
			e = p.binary(l + 1)
			if d.isList {
				d.open = true
			} else {
				d = dat(repeat(d.value(), e.value()))
			}
		case "+", "-", "*", "%", "^", "/":
			e = p.binary(l + 1)
			d = dat(arithmetic(op[0], d.value(), e.value()))
		case "..", "...":
			p.binary(l + 1)
			d = someList(unknown())
		case "**":
			p.binary(l)
			d = unk()
		default:
			e = p.binary(l + 1)
			d = dat(computed(d.value(), e.value()))
		}
		d, p.lv = p.weigh(d), nil
	}
}

// bind is =~: a substitution changes what stands before it.
func (p *perl) bind(d datum, lv []perlPlace) datum {
	p.ws()
	w := p.word()
	p.bound = true
	e := p.unary()
	p.bound = false
	switch {
	case w == "s" || w == "tr" || w == "y":
		v := dat(computed(d.value()))
		if e.kind == "replaced" { // with the flag r
			return v
		}
		if e.fn == nil && e.kind == "tr" {
			if t, ok := p.translate(d, e); ok {
				v = t
			}
		}
		for _, l := range lv {
			if l.name[0] == '@' || l.name[0] == '%' {
				continue
			}
			p.put(l, v)
		}
		if w != "s" {
			return v
		}
	}
	return dat(computed(d.value()))
}

func (p *perl) unary() datum {
	if !p.deeper() {
		return unk()
	}
	defer func() { p.nesting-- }()
	p.ws()
	switch b := p.peek(); {
	case b == '!' || b == '~':
		p.pos++
		p.unary()
		p.lv = nil
		return unk()
	case b == '\\':
		p.pos++
		p.lv = nil
		d := p.unary()
		lv := p.lv
		p.lv = nil
		if len(lv) == 1 && lv[0].key == nil && !d.isNamedSub() {
			switch n := lv[0].name; n[0] {
			case '$':
				p.assign(n, merge(d, unk()))
				return datum{v: unknown(), kind: "\\" + n}
			case '@', '%':
				return datum{v: unknown(), kind: "\\" + n}
			}
		}
		return d
	case p.starts("++") || p.starts("--"):
		p.pos += 2
		p.unary()
		p.give(p.lv, unk())
		return unk()
	case b == '+':
		p.pos++
		return p.unary()
	case b == '-' && isNameStart(p.ahead(1)) && p.ahead(1) < 0x80:
		if !isNameByte(p.ahead(2)) && !p.arrowed(p.pos+2) { // a file test
			p.pos += 2
			if p.ws(); !p.ends() && strings.IndexByte("=<>?&|*+.", p.peek()) < 0 {
				p.unary()
			}
			p.lv = nil
			return unk()
		}
		p.pos++
		w := p.word()
		if n := p.ahead(len(w)); n != '(' && n != ':' && perlCalls(w) == nil && !p.arrowed(p.pos+len(w)) && p.named[w] == nil && !hasWord(perlUnary+" "+perlZero, w) {
			p.pos += len(w)
			return str("-" + w)
		}
		if p.arrowed(p.pos + len(w)) {
			p.pos += len(w)
			return str("-" + w)
		}
		p.unary()
		return unk()
	case b == '-':
		p.pos++
		d := p.binary(13)
		p.lv = nil
		return dat(join(lit("-"), d.value()))
	}
	d := p.postfix(p.term())
	if p.ws(); p.starts("++") || p.starts("--") {
		p.pos += 2
		p.give(p.lv, dat(computed(d.value())))
		p.lv = nil
		return dat(computed(d.value()))
	}
	return d
}

func (d datum) isNamedSub() bool { return d.fn != nil }
