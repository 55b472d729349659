package inline

func indexOf(d datum) int {
	if n, ok := number(d); ok && n > -1000 && n < 1000 {
		return n
	}
	return 1 << 20
}

// slice reads the subscripts of a slice.
func (p *perl) slice(d datum) datum {
	if b := p.peek(); b == '[' || b == '{' {
		p.pos++
		p.subscriptBody(b)
		p.lv = nil
		if d.kind == operandList {
			return d
		}
		return someList(merge(d.element(), unk()).value())
	}
	return d
}

// elementOf reads the first subscript behind a scalar's name, which decides
// whether the name is that of a scalar, an array or a hash. With no name the
// value is a reference.
func (p *perl) elementOf(name string, ref datum) datum {
	b := p.peek()
	if b == '[' && name != "$" {
		p.pos++
		key := p.subscriptBody(b)
		d := ref
		if name != "" {
			d = p.array(name)
			p.lv = []perlPlace{{name: "@" + name, key: &key, index: true}}
		}
		return p.element(d, key, true)
	}
	if b == '{' {
		p.pos++
		key := p.subscriptBody(b)
		d := ref
		if name == "ENV" {
			p.lv = []perlPlace{{name: "%ENV", key: &key}}
			if s, ok := key.exact(); ok {
				return dat(from(Env, s))
			}
			return unk()
		}
		if name != "" {
			d, _ = p.get("%" + name)
			p.lv = []perlPlace{{name: "%" + name, key: &key}}
		}
		return p.element(d, key, false)
	}
	if name == "" {
		return ref
	}
	return p.plain(name)
}

func (p *perl) plain(name string) datum {
	p.lv = []perlPlace{{name: "$" + name}}
	if d, ok := p.get("$" + name); ok {
		return d
	}
	if name == "_" || name == "ARGV" {
		return dat(from(Input, ""))
	}
	return unk()
}

// element is what stands at a key of what d is, or refers to.
func (p *perl) element(d, key datum, index bool) datum {
	if name, ok := refers(d); ok {
		d, _ = p.get(name)
	}
	if !d.isList {
		return dat(computed(d.value()))
	}
	if index {
		if n, ok := number(key); ok {
			return d.at(n)
		}
		return merge(d.element(), unk())
	}
	if s, ok := key.exact(); ok {
		if v, ok := d.pick(s); ok {
			return v
		}
		if !d.open && len(d.list) > 0 {
			return unk()
		}
	}
	return merge(d.element(), unk())
}

// subscriptBody reads a subscript behind its bracket, and over the closing one.
func (p *perl) subscriptBody(b byte) datum {
	lv := p.lv
	defer func() { p.lv = lv }()
	closing := "]"
	if b == '{' {
		closing = "}"
		at := p.pos
		p.ws()
		minus := p.take("-")
		if w := p.word(); w != "" {
			p.pos += len(w)
			if p.ws(); p.take("}") {
				if minus {
					w = "-" + w
				}
				return str(w)
			}
		}
		p.pos = at
	}
	p.ws()
	if p.take(closing) {
		return unk()
	}
	d := p.low()
	p.ws()
	p.want(closing)
	return d
}

// postfix reads subscripts, arrows and calls behind a term.
func (p *perl) postfix(d datum) datum {
	for p.step() {
		at := p.pos
		p.ws()
		switch {
		case p.starts("->"):
			p.pos += 2
			p.ws()
			d = p.arrow(d, at)
		case (p.peek() == '[' || p.peek() == '{') && p.pos == at && p.pos > 0 && (p.src[p.pos-1] == ']' || p.src[p.pos-1] == '}'):
			b := p.peek()
			p.pos++
			key := p.subscriptBody(b)
			p.lv = nil
			d = p.element(d, key, b == '[')
		case p.peek() == '(' && p.pos > 1 && (p.src[at-1] == ']' || p.src[at-1] == '}'):
			d = p.callValue(d, p.arguments(), at)
		default:
			p.pos = at
			return d
		}
	}
	return d
}

// arguments reads ( … ) as the arguments of a call.
func (p *perl) arguments() []datum {
	d := p.bracketed()
	p.lv = nil
	if d.isList && d.kind == "" && !d.open {
		return d.list
	}
	return []datum{d}
}

// arrow reads what stands behind ->.
func (p *perl) arrow(d datum, at int) datum {
	lv := p.lv
	p.lv = nil
	switch b := p.peek(); {
	case b == '[' || b == '{':
		p.pos++
		key := p.subscriptBody(b)
		if len(lv) == 1 && lv[0].key == nil {
			p.lv = []perlPlace{{name: lv[0].name, key: &key, index: b == '['}}
		}
		return p.element(d, key, b == '[')
	case b == '(':
		return p.callValue(d, p.arguments(), at)
	case b == '@' || b == '%' || b == '$' || b == '&':
		if p.ahead(1) == '*' || b == '$' && p.starts("$#*") {
			p.pos++
			p.take("#")
			p.pos++
			_, d, _ = p.deref(d, string(b))
			if b == '$' {
				return unk()
			}
			return d
		}
		if b == '@' || b == '%' {
			p.pos++
			_, d, _ = p.deref(d, string(b))
			return p.slice(d)
		}
		m := p.scalar()
		p.lv = nil
		var args []datum
		if p.ws(); p.peek() == '(' {
			args = p.arguments()
		}
		if m.fn != nil {
			return p.invoke(m.fn, append([]datum{d}, args...), true)
		}
		if s, ok := m.exact(); ok {
			return p.method(d, s, args, at)
		}
		if name, ok := refers(m); ok && name != "" {
			return unk()
		}
		return p.unknownMethod(d, m, args, at)
	}
	name := p.pathName()
	if name == "" {
		p.fail()
		return unk()
	}
	var args []datum
	if p.ws(); p.peek() == '(' {
		args = p.arguments()
	}
	return p.method(d, name, args, at)
}
