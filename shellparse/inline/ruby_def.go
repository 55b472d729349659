package inline

// methodName reads the name of a method, operators included.
func (p *ruby) methodName() string {
	at := p.pos
	if w := p.word(); w != "" {
		p.pos += len(w)
		if b := p.peek(); b == '?' || b == '!' || b == '=' && p.ahead(1) != '=' && p.ahead(1) != '~' && p.ahead(1) != '>' && p.ahead(1) == '(' {
			p.pos++
		}
		return p.src[at:p.pos]
	}
	p.pos--
	d := p.symbol()
	s, _ := d.exact()
	return s
}

// def reads a method's name, parameters and body.
func (p *ruby) def() datum {
	p.sp()
	name := p.methodName()
	for p.peek() == '.' || p.starts("::") {
		p.take("::")
		p.take(".")
		name = p.methodName()
	}
	if p.peek() == '=' && p.ahead(1) != '=' {
		p.pos++
		name += "="
	}
	saved := p.locals
	p.locals = map[string]bool{}
	fn := p.define(name, func(args []datum, known bool) datum {
		locals := p.locals
		p.locals = map[string]bool{}
		defer func() { p.locals = locals }()
		if p.sp(); p.peek() == '(' {
			p.pos++
			p.params(")", args, known)
			p.nl(false)
			p.want(")")
		} else if b := p.peek(); b != '\n' && b != ';' && b != '=' && b != '#' {
			p.params("", args, known)
		}
		p.declare("return", datum{})
		var last datum
		if p.sp(); p.peek() == '=' {
			p.pos++
			p.nl(false)
			last = p.expr()
		} else {
			last = p.bodyEnd()
		}
		if d, ok := p.get("return"); ok && (d.v != nil || d.isList) {
			return merge(d, last)
		}
		return last
	})
	p.locals = saved
	return datum{v: lit(name), kind: "symbol", fn: fn}
}

// params reads parameters up to a closing bracket, which stays, and gives
// them their values.
func (p *ruby) params(closing string, args []datum, known bool) {
	n := 0
	for p.more() {
		if closing != "" {
			p.nl(true)
		} else {
			p.sp()
		}
		if closing != "" && p.starts(closing) {
			return
		}
		switch b := p.peek(); {
		case p.take("..."):
		case b == '(':
			p.pos++
			p.params(")", nil, false)
			p.want(")")
			n++
		case b == '*' || b == '&':
			p.pos++
			p.take("*")
			if w := p.word(); w != "" {
				p.pos += len(w)
				p.locals[w] = true
				d := unk()
				if last := len(args) - 1; b == '&' && last >= 0 && (args[last].isMethod() || args[last].fn != nil) {
					d = args[last]
				} else if b == '*' {
					d = datum{isList: true, open: !known, list: args[min(n, len(args)):]}
				}
				p.declare(w, d)
			}
		default:
			w := p.word()
			if w == "" {
				if closing == "" && p.peek() == '\n' {
					return
				}
				p.fail()
				return
			}
			p.pos += len(w)
			p.locals[w] = true
			d := unk()
			if n < len(args) {
				d = args[n]
			}
			n++
			if p.peek() == ':' && p.ahead(1) != ':' { // by keyword
				p.pos++
				d = unk()
				if all, _ := flat(args); known {
					if v, ok := (datum{isList: true, list: all}).pick(w); ok {
						d = v
					}
				}
				p.sp()
				if b := p.peek(); b != ',' && b != ')' && b != '\n' && b != '|' && b != 0 {
					e := p.nested1(p.ternary)
					d = merge(d, e)
				}
			} else if p.sp(); p.peek() == '=' {
				p.pos++
				p.sp()
				e := p.nested1(func() datum { return p.assigned(p.ternary()) })
				if !known || n > len(args) {
					d = e
					if !known {
						d = merge(e, unk())
					}
				}
			}
			p.declare(w, d)
		}
		if closing != "" {
			p.nl(false)
		} else {
			p.sp()
		}
		if closing == "|" && p.take(";") { // block-local names
			for p.sp(); p.word() != ""; p.sp() {
				p.locals[p.word()] = true
				p.pos += len(p.word())
				p.sp()
				p.take(",")
			}
			return
		}
		if !p.take(",") {
			return
		}
	}
}

// lambda reads ->(x) { … } and -> do … end.
func (p *ruby) lambda() datum {
	p.pos += 2
	fn := p.define("", func(args []datum, known bool) datum {
		p.sp()
		if p.peek() == '(' {
			p.pos++
			p.params(")", args, known)
			p.nl(false)
			p.want(")")
		} else if p.word() != "" && p.word() != "do" || p.peek() == '*' || p.peek() == '&' {
			p.params("", args, known)
		}
		p.sp()
		if p.keyword("do") {
			return p.bodyEnd()
		}
		if !p.want("{") {
			return unk()
		}
		d := p.statementsIn("}")
		p.nl(true)
		p.want("}")
		return d
	})
	return datum{v: unknown(), fn: fn, kind: "lambda"}
}
