package inline

import "strings"

// expr reads an expression with assignments.
func (p *ruby) expr() datum {
	if !p.deeper() || !p.step() {
		return unk()
	}
	defer func() { p.nesting-- }()
	p.lv = nil
	if w := p.word(); w == "not" && !p.label(w) {
		return p.notExpr()
	}
	d := p.ternary()
	p.sp()
	lv := p.lv
	if lv == nil {
		return d
	}
	for _, op := range [...]string{"**=", "||=", "&&=", "<<=", ">>=", "=", "+=", "-=", "*=", "/=", "%=", "|=", "&=", "^="} {
		if !p.starts(op) || op == "=" && (p.ahead(1) == '=' || p.ahead(1) == '~' || p.ahead(1) == '>') {
			continue
		}
		p.pos += len(op)
		if lv.key == nil && lv.attr == "" {
			p.locals[lv.name] = true
		}
		p.nl(false)
		var e datum
		switch op {
		case "||=", "&&=":
			p.maybe(func() { e = p.right() })
			if _, ok := p.get(lv.name); ok || op == "&&=" {
				e = merge(d, e)
			}
		default:
			e = p.right()
		}
		switch op {
		case "+=":
			e = p.plus(d, e)
		case "-=":
			e = dat(arithmetic('-', d.value(), e.value()))
		case "=", "||=", "&&=":
		default:
			e = dat(computed(d.value(), e.value()))
		}
		p.put(lv, e)
		p.lv = nil
		return e
	}
	return d
}

func (p *ruby) ternary() datum {
	d := p.binary(1)
	p.sp()
	if p.peek() != '?' {
		return d
	}
	p.pos++
	p.nl(false)
	var yes, no datum
	p.maybe(func() { yes = p.nested1(func() datum { p.inTernary++; d := p.expr(); p.inTernary--; return d }) })
	p.nl(false)
	if !p.want(":") {
		return unk()
	}
	p.nl(false)
	p.maybe(func() { no = p.nested1(p.expr) })
	p.lv = nil
	return merge(yes, no)
}

// nested1 reads where a comma does not make a list.
func (p *ruby) nested1(read func() datum) datum {
	p.depthComma++
	d := read()
	p.depthComma--
	return d
}

// assigned reads an assignment to what was just read, inside of an expression.
func (p *ruby) assigned(d datum) datum {
	lv := p.lv
	if lv == nil {
		return d
	}
	p.sp()
	if p.peek() == '=' && p.ahead(1) != '=' && p.ahead(1) != '~' && p.ahead(1) != '>' || p.starts("||=") || p.starts("+=") {
		p.pos += strings.IndexByte(p.src[p.pos:p.limit], '=') + 1
		p.nl(false)
		if lv.key == nil && lv.attr == "" {
			p.locals[lv.name] = true
		}
		d = merge(d, p.expr())
		p.put(lv, d)
		p.lv = nil
	}
	return d
}

func (p *ruby) binary(level int) datum {
	if !p.deeper() {
		return unk()
	}
	defer func() { p.nesting-- }()
	if p.starts("..") { // a range without beginning
		p.pos += 2
		p.take(".")
		p.sp()
		p.binary(2)
		return unk()
	}
	d := p.unary()
	if level > 1 { // a && b = c
		d = p.assigned(d)
	}
	for {
		p.sp()
		op, l := p.operator()
		if l < level || l == 0 || !p.more() {
			return d
		}
		lv := p.lv
		p.pos += len(op)
		if l == 1 {
			p.sp()
			b := p.peek()
			if b == ')' || b == ']' || b == '\n' || b == 0 || b == ',' || p.word() == "then" || b == ';' {
				d, p.lv = someList(unknown()), nil
				continue
			}
		}
		p.nl(false)
		var e datum
		switch op {
		case "||", "&&":
			p.maybe(func() {
				if w := p.word(); hasWord("raise return break next abort exit", w) {
					e = p.primary()
				} else {
					e = p.binary(l + 1)
				}
			})
			d = merge(d, e)
		case "+":
			d = p.plus(d, p.binary(l+1))
		case "<<":
			e = p.binary(l + 1)
			if d.isMethod() {
				d, _ = p.onMethod(d, op, []datum{e}, p.pos)
				break
			}
			d = p.weigh(p.append(d, e, lv))
			p.lv = lv // which the next one goes to
			continue
		case ">>", "===":
			e = p.binary(l + 1)
			if d.isMethod() {
				d, _ = p.onMethod(d, op, []datum{e}, p.pos)
			} else {
				d = dat(computed(d.value(), e.value()))
			}
		case "%":
			e = p.binary(l + 1)
			args, open := flat([]datum{e})
			if open {
				d = dat(computed(d.value(), e.value()))
			} else {
				d = dat(format(append([]Value{d.value()}, words(args)...)))
			}
		case "*":
			e = p.binary(l + 1)
			switch s, ok := e.exact(); {
			case d.isList && ok && e.kind != "number":
				d = joined(d, lit(s))
			case d.isList:
				d.open = true
			case d.kind == "number":
				d = dat(arithmetic('*', d.value(), e.value()))
				d.kind = "number"
			default:
				d = dat(repeat(d.value(), e.value()))
			}
		case "..", "...":
			p.binary(l + 1)
			d = someList(unknown())
		case "**":
			p.binary(l)
			d = unk()
		case "-", "/", "^":
			e = p.binary(l + 1)
			if d.isList {
				d = datum{isList: true, open: true, list: []datum{merge(d.element(), unk())}}
				break
			}
			d = dat(arithmetic(op[0], d.value(), e.value()))
			d.kind = "number"
		default:
			e = p.binary(l + 1)
			d = dat(computed(d.value(), e.value()))
		}
		d, p.lv = p.weigh(d), nil
	}
}

func (p *ruby) unary() datum {
	if !p.deeper() {
		return unk()
	}
	defer func() { p.nesting-- }()
	p.sp()
	switch b := p.peek(); {
	case b == '!' || b == '~':
		p.pos++
		p.sp()
		p.assigned(p.unary())
		p.lv = nil
		return unk()
	case b == '-' && p.ahead(1) == '>':
	case b == '-' || b == '+':
		p.pos++
		p.sp()
		d := p.unary()
		p.lv = nil
		if b == '-' && (d.kind == "number" || d.v.pid()) {
			return datum{v: join(lit("-"), d.value()), kind: d.kind}
		}
		if _, ok := d.exact(); b == '-' && !ok {
			return dat(either(join(lit("-"), d.value()), d.value())) // of a string it is the string
		}
		return d
	case b == '&' && p.ahead(1) != '&': // a block as an argument
		p.pos++
		if b := p.peek(); b == ')' || b == ',' || b == '\n' {
			return unk()
		}
		return p.unary()
	case b == '*':
		p.pos++
		p.take("*")
		if b := p.peek(); b == ')' || b == ',' || b == '\n' || b == ']' || b == '|' {
			return someList(unknown())
		}
		return p.unary()
	case p.word() == "defined":
		if p.starts("defined?") {
			p.pos += len("defined?")
			p.sp()
			p.mute++
			p.unary()
			p.mute--
			p.lv = nil
			return unk()
		}
	}
	p.lv = nil
	return p.postfix(p.primary())
}

// postfix reads calls and subscripts behind a term.
func (p *ruby) postfix(d datum) datum {
	for p.step() {
		at := p.pos
		back := p.pos
		b := p.peek()
		if b == ' ' || b == '\t' || b == '\n' || b == '#' || b == '\r' || b == '\\' {
			p.leading()
			b = p.peek()
			if !(b == '.' && p.ahead(1) != '.' || b == '&' && p.ahead(1) == '.') {
				p.pos = back
				return d
			}
		}
		switch {
		case b == '.' && p.ahead(1) != '.' || b == '&' && p.ahead(1) == '.':
			p.pos++
			p.take(".")
			p.nl(false)
			d = p.dot(d, at)
		case p.starts("::") && (isNameStart(p.ahead(2))):
			p.pos += 2
			w := p.word()
			if w[0] >= 'A' && w[0] <= 'Z' && p.ahead(len(w)) != '(' {
				p.pos += len(w)
				name := w
				if d.kind != "" {
					name = d.kind + "::" + w
				}
				if p.termFollows() {
					return p.command(name, at)
				}
				p.lv = &rubyPlace{name: name}
				if c, ok := p.get(name); ok {
					d = c
				} else {
					d = datum{v: lit(name), kind: name}
				}
				continue
			}
			d = p.dot(d, at)
		case b == '[':
			lv := p.lv
			p.pos++
			var key []datum
			p.grouped(func() { key, _ = p.args("]") })
			d = p.element(d, key, lv)
		default:
			return d
		}
		if p.failed {
			return d
		}
	}
	return d
}

// leading moves to a . that begins one of the next lines.
func (p *ruby) leading() {
	for p.more() {
		switch b := p.peek(); {
		case b == ' ' || b == '\t' || b == '\r':
			p.pos++
		case b == '\\' && p.ahead(1) == '\n':
			p.pos += 2
		case b == '\n':
			at := p.pos
			if end, ok := p.here[[2]int{p.text, p.pos}]; ok {
				p.pos = end
			} else {
				p.pos++
			}
			// Look ahead no further than white space and comments.
			i := p.pos
			for i < p.limit && strings.IndexByte(" \t\r\n", p.src[i]) >= 0 {
				i++
			}
			if i >= p.limit || p.src[i] != '.' && p.src[i] != '#' && !strings.HasPrefix(p.src[i:p.limit], "&.") || strings.HasPrefix(p.src[i:p.limit], "..") {
				p.pos = at
				return
			}
		case b == '#':
			p.comment()
		default:
			return
		}
	}
}

// grouped reads inside brackets.
func (p *ruby) grouped(read func()) {
	noDo, noPipe, comma, tern := p.noDo, p.noPipe, p.depthComma, p.inTernary
	p.noDo, p.noPipe, p.inTernary = 0, 0, 0
	p.depthComma = 1
	read()
	p.noDo, p.noPipe, p.depthComma, p.inTernary = noDo, noPipe, comma, tern
}

// statementsIn reads statements inside something, where lists may stand.
func (p *ruby) statementsIn(closing string) datum {
	var d datum
	p.grouped(func() {
		p.depthComma = 0
		d = p.statements(closing)
	})
	return d
}

// element is what stands at a key, and what could be assigned there.
func (p *ruby) element(d datum, key []datum, lv *rubyPlace) datum {
	p.lv = nil
	if d.isMethod() {
		p.lv = nil
		return p.callDatum(d, key, p.pos)
	}
	if len(key) > 0 && lv != nil && lv.key == nil && lv.attr == "" {
		k := key[0]
		if len(key) > 1 {
			k = unk()
		}
		p.lv = &rubyPlace{name: lv.name, key: &k}
	} else {
		p.lv = &rubyPlace{attr: "[]"}
	}
	if len(key) != 1 {
		if d.isList {
			return datum{isList: true, open: true, list: []datum{merge(d.element(), unk())}}
		}
		return dat(computed(d.value()))
	}
	switch d.kind {
	case "ENV":
		p.lv = &rubyPlace{name: "ENV", key: &key[0]}
		if s, ok := key[0].exact(); ok {
			return dat(from(Env, s))
		}
		return unk()
	case "Dir":
		return p.glob(key)
	}
	if key[0].isList { // a range
		return datum{v: nil, isList: d.isList, open: true, list: d.list}.orValue(d)
	}
	return d.subscript(key[0])
}

// orValue is a list, or what is computed of a string.
func (d datum) orValue(of datum) datum {
	if d.isList {
		return d
	}
	return dat(computed(of.value()))
}

func (p *ruby) glob(args []datum) datum {
	var out []datum
	all, _ := flat(args)
	for _, a := range all {
		if a.kind == "keywords" {
			continue
		}
		out = append(out, dat(globbed(a.value())))
	}
	return datum{isList: true, open: true, list: out}
}
