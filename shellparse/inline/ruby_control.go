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
