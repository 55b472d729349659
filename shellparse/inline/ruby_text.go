package inline

import "strings"

// neighbours reads the strings that stand behind another one, which are a part
// of it.
func (p *ruby) neighbours(v Value) Value {
	parts := []Value{v}
	for p.sp(); (p.peek() == '"' || p.peek() == '\'') && p.step(); p.sp() {
		b := p.peek()
		p.pos++
		parts = append(parts, p.quoted(b, b, b == '"'))
	}
	if len(parts) == 1 {
		return v
	}
	return join(parts...)
}

// quoted reads a string behind its opening delimiter, with #{…} where deep.
func (p *ruby) quoted(open, close byte, deep bool) Value {
	var parts []Value
	var sb strings.Builder
	depth := 1
	for p.more() {
		b := p.src[p.pos]
		switch {
		case b == close && depth == 1 || b == close && open == close:
			p.pos++
			return p.parts(parts, &sb)
		case b == close:
			depth--
			sb.WriteByte(b)
			p.pos++
		case b == open:
			depth++
			sb.WriteByte(b)
			p.pos++
		case b == '\\':
			p.pos++
			p.escape(&sb, open, close, deep)
		case b == '#' && deep && (p.ahead(1) == '{' || p.ahead(1) == '@' && (isNameStart(p.ahead(2)) || p.ahead(2) == '@') || p.ahead(1) == '$' && isNameStart(p.ahead(2))):
			parts = append(parts, lit(sb.String()), p.interpolation())
			sb.Reset()
		case b == '\n':
			sb.WriteByte(b)
			p.newline()
		default:
			sb.WriteByte(b)
			p.pos++
		}
		if p.steps++; p.steps&1023 == 0 && !p.step() {
			return unknown()
		}
	}
	p.fail()
	return unknown()
}

func (p *ruby) parts(parts []Value, sb *strings.Builder) Value {
	if len(parts) == 0 {
		return lit(sb.String())
	}
	var all []Value
	for _, v := range append(parts, lit(sb.String())) {
		if s, ok := v.Exact(); !ok || s != "" {
			all = append(all, v)
		}
	}
	if len(all) == 0 {
		return lit("")
	}
	return join(all...)
}

func (p *ruby) interpolation() Value {
	p.pos++
	if p.peek() != '{' {
		return p.primary().value()
	}
	p.pos++
	d := p.statementsIn("}")
	p.nl(true)
	p.want("}")
	if d.isList && d.kind != operandList {
		return computed(words([]datum{d})...)
	}
	return d.value()
}

func (p *ruby) escape(sb *strings.Builder, open, close byte, deep bool) {
	b := p.peek()
	switch {
	case !deep:
		if b != '\\' && b != open && b != close {
			sb.WriteByte('\\')
		}
		sb.WriteByte(b)
		p.pos++
	case b == '\n':
		p.pos++
	case b == 'u':
		p.pos++
		if p.peek() == '{' {
			perlU(p, sb)
			return
		}
		n := 0
		for i := 0; i < 4 && hexDigit(p.peek()) >= 0; i++ {
			n = n<<4 | hexDigit(p.peek())
			p.pos++
		}
		sb.WriteRune(rune(n))
	case b == 's':
		p.pos++
		sb.WriteByte(' ')
	case b == 'M' || b == 'C' || b == 'c':
		p.pos += 2
		sb.WriteByte('?')
	case b == 'N' || b == 'o':
		p.pos++
		sb.WriteByte(b)
	default:
		perlEscape(&p.machine, sb)
	}
}

// perlU reads \u{…}, one or more characters.
func perlU(p *ruby, sb *strings.Builder) {
	end := strings.IndexByte(p.src[p.pos:p.limit], '}')
	if end < 0 {
		p.fail()
		return
	}
	for _, f := range strings.Fields(p.src[p.pos+1 : p.pos+end]) {
		n := 0
		for i := range len(f) {
			if d := hexDigit(f[i]); d >= 0 && n < 0x110000 {
				n = n<<4 | d
			}
		}
		sb.WriteRune(rune(n))
	}
	p.pos += end + 1
}

// percent reads %w[…], %q(…), %x{…} and the like.
func (p *ruby) percent(at int) datum {
	p.pos++
	kind := byte('Q')
	if b := p.peek(); isNameStart(b) && b < 0x80 {
		kind = b
		p.pos++
	}
	open := p.peek()
	if open == 0 || isNameByte(open) || open == ' ' && kind == 'Q' || open == '\n' || strings.IndexByte("QqwWiIxrs", kind) < 0 {
		p.fail()
		return unk()
	}
	close := open
	if i := strings.IndexByte("([{<", open); i >= 0 {
		close = ")]}>"[i]
	}
	p.pos++
	v := p.quoted(open, close, strings.IndexByte("QWIxr", kind) >= 0)
	switch kind {
	case 'w', 'W', 'i', 'I':
		d := listOf()
		s, ok := v.Exact()
		if !ok {
			return someList(computed(v))
		}
		for _, f := range strings.Fields(s) {
			d.list = append(d.list, str(f))
		}
		return d
	case 'x':
		p.shell("%x", v, at)
		return unk()
	case 'r':
		p.pos += len(p.word())
		return unk()
	}
	return dat(v)
}

// hereDocument reads <<X: its text begins behind the line, or behind the
// here-documents that began on it before.
func (p *ruby) hereDocument() datum {
	at := p.pos
	p.pos += 2
	indented := p.take("~")
	dash := indented || p.take("-")
	kind := byte('"')
	tag := ""
	switch b := p.peek(); {
	case b == '"' || b == '\'' || b == '`':
		kind = b
		end := strings.IndexByte(p.src[p.pos+1:p.limit], b)
		if end < 0 {
			p.fail()
			return unk()
		}
		tag = p.src[p.pos+1 : p.pos+1+end]
		p.pos += end + 2
	default:
		tag = p.word()
		p.pos += len(tag)
	}
	nl := strings.IndexByte(p.src[p.pos:p.limit], '\n')
	if nl < 0 || tag == "" {
		p.fail()
		return unk()
	}
	line, op := [2]int{p.text, p.pos + nl}, [2]int{p.text, p.pos}
	start, ok := p.began[op]
	if !ok {
		if start, ok = p.here[line]; !ok {
			start = p.pos + nl + 1
		}
		p.began[op] = start
	}
	for i := start; i < p.limit; {
		end := strings.IndexByte(p.src[i:p.limit], '\n')
		if end < 0 {
			end = p.limit
		} else {
			end += i
		}
		l := strings.TrimSuffix(p.src[i:end], "\r")
		if l == tag || dash && strings.TrimLeft(l, " \t") == tag {
			p.here[line] = max(p.here[line], min(end+1, p.limit))
			back, limit := p.pos, p.limit
			v := lit(p.src[start:i])
			if kind != '\'' {
				p.pos, p.limit = start, i
				v = p.hereText()
				if p.failed {
					return unk()
				}
				p.pos, p.limit = back, limit
			}
			if indented {
				v = v.apply(func(s string) (string, bool) { return unindented(s), true })
			}
			if kind == '`' {
				p.shell("`…`", v, at)
				return unk()
			}
			return dat(v)
		}
		i = end + 1
	}
	p.fail()
	return unk()
}

// hereText is the text of a here-document up to the limit.
func (p *ruby) hereText() Value {
	var parts []Value
	var sb strings.Builder
	for p.more() {
		switch b := p.src[p.pos]; {
		case b == '\\':
			p.pos++
			if p.more() {
				p.escape(&sb, 0, 0, true)
			}
		case b == '#' && (p.ahead(1) == '{' || p.ahead(1) == '@' && isNameStart(p.ahead(2)) || p.ahead(1) == '$' && isNameStart(p.ahead(2))):
			parts = append(parts, lit(sb.String()), p.interpolation())
			sb.Reset()
		default:
			sb.WriteByte(b)
			p.pos++
		}
	}
	return p.parts(parts, &sb)
}
