package inline

import "strings"

// control reads what begins with a keyword. ok is false where w is none.
func (p *ruby) control(w string, at int) (d datum, ok bool) {
	d = unk()
	switch w {
	case "if", "unless":
		p.pos += len(w)
		d = p.conditional()
	case "while", "until":
		p.pos += len(w)
		p.sp()
		c := p.pos
		p.mute++
		p.header()
		p.mute--
		text := strings.TrimSpace(p.src[min(c, p.pos):p.pos])
		if p.failed {
			return d, true
		}
		p.pos = c
		endless := w == "while" && hasWord("true 1 fork fork()", text) || w == "until" && hasWord("false nil", text)
		p.loop(endless, func() {
			p.header()
			p.sp()
			p.keyword("do")
			p.bodyEnd()
		})
	case "for":
		p.pos += 3
		p.sp()
		at := p.pos
		i := strings.Index(p.src[p.pos:p.limit], " in ")
		if i < 0 {
			p.fail()
			return d, true
		}
		names := p.src[at : at+i]
		p.pos = at + i + 4
		var over datum
		p.noDo++
		over = p.full()
		p.noDo--
		p.sp()
		p.keyword("do")
		p.loop(false, func() {
			for k, n := range strings.FieldsFunc(names, func(r rune) bool { return r == ',' || r == ' ' || r == '(' || r == ')' }) {
				p.locals[n] = true
				e := over.element()
				if k > 0 || strings.Contains(names, ",") {
					e = unk()
				}
				p.assign(n, e)
			}
			p.bodyEnd()
		})
	case "case":
		p.pos += 4
		p.sp()
		if b := p.peek(); b != '\n' && b != ';' && b != '#' {
			p.full()
		}
		d = p.cases()
	case "begin":
		p.pos += 5
		d = p.bodyEnd()
	case "def":
		p.pos += 3
		d = p.def()
	case "class", "module":
		p.pos += len(w)
		p.sp()
		if p.take("<<") {
			p.sp()
			p.expr()
		} else {
			p.take("::")
			for p.word() != "" {
				p.pos += len(p.word())
				if !p.take("::") {
					break
				}
			}
			if p.sp(); w == "class" && p.peek() == '<' {
				p.pos++
				p.sp()
				p.expr()
			}
		}
		p.block(func() { p.bodyEnd() })
	case "BEGIN", "END":
		p.pos += len(w)
		if p.sp(); !p.want("{") {
			return d, true
		}
		p.statementsIn("}")
		p.nl(true)
		p.want("}")
	case "return", "break", "next":
		p.pos += len(w)
		p.calms()
		if p.argFollows() || p.spaced() && p.ahead(1) == '{' || p.peek() == '(' {
			p.sp()
			d = p.right()
		}
		if old, has := p.get("return"); w == "return" && has {
			e := d
			if old.v != nil || old.isList {
				e = merge(old, d)
			}
			p.assign("return", e)
		}
	case "redo", "retry":
		p.pos += len(w)
	case "yield":
		p.pos += len(w)
		p.callArgs()
	case "alias", "undef":
		p.pos += len(w)
		var names [2]string
		for n := range names {
			p.sp()
			if p.peek() == ':' || p.peek() == '$' {
				names[n], _ = p.primary().exact()
			} else {
				names[n] = p.methodName()
				p.take("=")
			}
			if p.sp(); w == "undef" && !p.take(",") {
				break
			}
		}
		if w == "alias" {
			p.rename(names[0], names[1])
		}
	case "self", "__method__", "__FILE__", "__LINE__", "__dir__", "__ENCODING__":
		p.pos += len(w)
		if w == "__dir__" {
			return dat(from0(Dir)), true
		}
	case "nil", "true", "false":
		p.pos += len(w)
		if w == "nil" {
			return str(""), true
		}
		return str(w), true
	case "then", "do", "and", "or", "end", "else", "elsif", "when", "rescue", "ensure", "in":
		p.fail()
	default:
		return d, false
	}
	p.lv = nil
	return d, true
}

// header is the condition of a loop: a do behind it begins the body.
func (p *ruby) header() {
	p.noDo++
	p.full()
	p.noDo--
}

// bodyEnd reads statements with rescue and ensure, up to end.
func (p *ruby) bodyEnd() datum {
	noDo, noPipe, comma := p.noDo, p.noPipe, p.depthComma
	p.noDo, p.noPipe, p.depthComma = 0, 0, 0
	defer func() { p.noDo, p.noPipe, p.depthComma = noDo, noPipe, comma }()
	d := p.statements("")
	for p.more() {
		p.nl(true)
		switch {
		case p.keyword("rescue"):
			if p.sp(); p.peek() != '\n' && p.peek() != ';' && p.peek() != '#' && p.word() != "then" {
				for p.more() { // classes and => name
					if p.starts("=>") {
						p.pos += 2
						p.sp()
						p.primary()
						p.put(p.lv, unk())
					} else {
						p.take("*")
						p.nested1(p.ternary)
					}
					p.sp()
					if !p.take(",") && !p.starts("=>") {
						break
					}
					p.nl(false)
				}
			}
			p.sp()
			p.keyword("then")
			p.maybe(func() { d = merge(d, p.statements("")) })
		case p.keyword("else"), p.keyword("ensure"):
			p.maybe(func() { p.statements("") })
		case p.keyword("end"):
			return d
		default:
			p.fail()
		}
	}
	p.fail()
	return d
}

func (p *ruby) conditional() datum {
	p.sp()
	p.grouped(func() { p.depthComma = 0; p.full() })
	p.nl(true)
	p.keyword("then")
	d := unk()
	first := true
	branch := func() {
		p.maybe(func() {
			e := p.statementsPlain()
			if first {
				d = e
			} else {
				d = merge(d, e)
			}
			first = false
		})
	}
	branch()
	for p.more() {
		p.nl(true)
		switch {
		case p.keyword("elsif"):
			p.sp()
			p.full()
			p.nl(true)
			p.keyword("then")
			branch()
		case p.keyword("else"):
			branch()
		case p.keyword("end"):
			return d
		default:
			p.fail()
		}
	}
	p.fail()
	return d
}

// statementsPlain reads statements in which do and commas mean what they do
// at the beginning of a line.
func (p *ruby) statementsPlain() datum {
	noDo, noPipe, comma := p.noDo, p.noPipe, p.depthComma
	p.noDo, p.noPipe, p.depthComma = 0, 0, 0
	d := p.statements("")
	p.noDo, p.noPipe, p.depthComma = noDo, noPipe, comma
	return d
}

func (p *ruby) cases() datum {
	d := unk()
	first := true
	for p.more() {
		p.nl(true)
		switch {
		case p.keyword("when"):
			for p.more() {
				p.nl(false)
				p.take("*")
				p.nested1(p.expr)
				if p.sp(); !p.take(",") {
					break
				}
			}
		case p.keyword("in"):
			p.sp()
			p.skipPattern()
			if w := p.word(); w == "if" || w == "unless" {
				p.pos += len(w)
				p.sp()
				p.full()
			}
		case p.keyword("else"):
		case p.keyword("end"):
			return d
		default:
			p.fail()
			return d
		}
		p.nl(true)
		p.keyword("then")
		p.maybe(func() {
			e := p.statementsPlain()
			if first {
				d, first = e, false
			} else {
				d = merge(d, e)
			}
		})
	}
	p.fail()
	return d
}

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

// hash reads { k => v, k: v }.
func (p *ruby) hash() datum {
	p.pos++
	var list []datum
	p.grouped(func() { list, _ = p.args("}") })
	p.lv = nil
	all := listOf()
	for _, d := range list {
		if d.kind == "keywords" {
			all.list = append(all.list, d.list...)
		} else {
			all.open = true
		}
	}
	all.kind = "hash"
	return all
}
