package inline

import "strings"

// quoteLike reads a string, pattern, command or file read that begins with its
// first character, or with one of the words q qq qw qx m s tr y qr.
func (p *perl) quoteLike(w string, at int) datum {
	switch w {
	case "\"", "qq":
		if w == "qq" {
			p.ws0()
		}
		from, to, _ := p.delimited()
		return dat(p.interpolate(from, to, false))
	case "'", "q":
		if w == "q" {
			p.ws0()
		}
		from, to, _ := p.delimited()
		return dat(p.single(from, to))
	case "qw":
		p.ws0()
		from, to, _ := p.delimited()
		d := listOf()
		for _, f := range strings.Fields(p.src[from:to]) {
			d.list = append(d.list, str(f))
		}
		return d
	case "`", "qx":
		if w == "qx" {
			p.ws0()
		}
		open := p.peek()
		from, to, _ := p.delimited()
		v := p.single(from, to)
		if open != '\'' {
			v = p.interpolate(from, to, false)
		}
		p.shell("`…`", v, at)
		return unk()
	case "/", "m", "qr":
		if w != "/" {
			p.ws0()
		}
		open := p.peek()
		from, to, _ := p.delimited()
		p.flags()
		p.pattern(from, to, open)
		return unk()
	case "s":
		return p.substitution(at)
	case "tr", "y":
		p.ws0()
		from, to, close := p.delimited()
		if p.failed {
			return unk()
		}
		if close != p.src[from-1] {
			p.ws()
		} else {
			p.pos--
		}
		from2, to2, _ := p.delimited()
		if p.failed {
			return unk()
		}
		d := datum{v: unknown(), kind: "tr", list: []datum{str(p.src[from:to]), str(p.src[from2:to2])}}
		if strings.Contains(p.flags(), "r") {
			d.kind = "replaced"
		} else if p.peek() != 0 {
			return d
		}
		return d
	}
	return p.angle(at)
}

// ws0 skips white space before a delimiter.
func (p *perl) ws0() {
	if b := p.peek(); b == ' ' || b == '\t' || b == '\n' || b == '\r' {
		p.ws()
	}
}

// delimited reads what stands between delimiters, brackets nested.
func (p *perl) delimited() (from, to int, close byte) {
	open := p.peek()
	if !p.more() {
		p.fail()
		return p.limit, p.limit, 0
	}
	close = open
	if i := strings.IndexByte("([{<", open); i >= 0 {
		close = ")]}>"[i]
	}
	p.pos++
	from = p.pos
	depth := 1
	for ; p.pos < p.limit; p.pos++ {
		switch b := p.src[p.pos]; {
		case b == '\\':
			p.pos++
		case b == close:
			if depth--; depth == 0 {
				p.pos++
				return from, p.pos - 1, close
			}
		case b == open:
			depth++
		}
	}
	p.pos = min(p.pos, p.limit)
	p.fail()
	return from, from, close
}

func (p *perl) flags() string {
	w := p.word()
	for i := range len(w) {
		if w[i] >= 0x80 || !strings.Contains("msixxpodualngcer", w[i:i+1]) {
			w = w[:i]
			break
		}
	}
	p.pos += len(w)
	return w
}

// single is a string in which only the delimiter and \ are quoted.
func (p *perl) single(from, to int) Value {
	s := p.src[from:to]
	if strings.IndexByte(s, '\\') < 0 {
		return lit(s)
	}
	var sb strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) && (s[i+1] == '\\' || from > 0 && (s[i+1] == p.src[from-1] || to < len(p.src) && s[i+1] == p.src[to])) {
			i++
		}
		sb.WriteByte(s[i])
	}
	return lit(sb.String())
}

// pattern reads what a regular expression interpolates, and the code in it.
func (p *perl) pattern(from, to int, open byte) {
	text := p.src[from:to]
	if open != '\'' {
		p.interpolate(from, to, true)
	}
	for i := 0; ; {
		k := strings.Index(text[i:], "(?")
		if k < 0 {
			return
		}
		i += k + 2
		for i < len(text) && text[i] == '?' {
			i++
		}
		if i >= len(text) || text[i] != '{' {
			continue
		}
		pos, limit := p.pos, p.limit
		p.pos, p.limit = from+i, to
		p.maybe(func() { p.body() })
		i = max(i+1, p.pos-from)
		if p.failed {
			return
		}
		p.pos, p.limit = pos, limit
	}
}

// substitution reads s///: with the flag e the replacement is code.
func (p *perl) substitution(at int) datum {
	p.ws0()
	open := p.peek()
	from, to, close := p.delimited()
	if p.failed {
		return unk()
	}
	p.pattern(from, to, open)
	if close != open {
		p.ws()
		open = p.peek()
	} else {
		p.pos--
	}
	from, to, _ = p.delimited()
	if p.failed {
		return unk()
	}
	flags := p.flags()
	d := datum{v: unknown(), kind: "s"}
	switch n := strings.Count(flags, "e"); {
	case n == 0 && open != '\'':
		p.interpolate(from, to, false)
	case n > 0:
		pos, limit := p.pos, p.limit
		p.pos, p.limit = from, to
		var code datum
		p.loop(false, func() { code = p.statements("") })
		if p.failed {
			return unk()
		}
		p.pos, p.limit = pos, limit
		if n > 1 {
			p.evalText("s///ee", code.value(), at)
		}
	}
	if strings.Contains(flags, "r") {
		d.kind = "replaced"
	}
	return d
}

// interpolate is the value of a string with variables in it.
func (p *perl) interpolate(from, to int, pattern bool) Value {
	pos, limit := p.pos, p.limit
	p.pos, p.limit = from, to
	var parts []Value
	var sb strings.Builder
	upper := byte(0)
	flush := func() {
		if sb.Len() > 0 {
			parts = append(parts, lit(sb.String()))
			sb.Reset()
		}
	}
	for p.more() {
		b := p.src[p.pos]
		next := p.ahead(1)
		switch {
		case b == '\\' && pattern:
			sb.WriteByte(b)
			sb.WriteByte(next)
			p.pos += 2
		case b == '\\':
			p.pos++
			switch next {
			case 'U', 'L', 'u', 'l', 'Q', 'F', 'E':
				p.pos++
				upper = next
			default:
				perlEscape(&p.machine, &sb)
			}
		case b == '$' && p.interpolates(next, pattern):
			flush()
			d := p.inString(func() datum { return p.scalar() }, pattern)
			parts = append(parts, d.value())
		case b == '@' && (isNameStart(next) && next < 0x80 || next == '{' || next == '$' || next == ':' && p.ahead(2) == ':'):
			flush()
			p.pos++
			name, d, ok := p.sigil("@")
			if ok {
				d = p.array(name)
			}
			if b := p.peek(); (b == '[' || b == '{') && !pattern {
				d = p.slice(d)
			}
			all, open := flat([]datum{d})
			v := spaced(words(all))
			if len(all) == 0 || open {
				v = computed(words([]datum{d})...)
			}
			if d.kind == operandList {
				v = from0(Args)
			}
			parts = append(parts, v)
		default:
			sb.WriteByte(b)
			p.pos++
		}
		if !p.step() {
			return unknown()
		}
	}
	flush()
	if p.failed {
		return unknown()
	}
	p.pos, p.limit = pos, limit
	v := lit("")
	if len(parts) > 0 {
		v = join(parts...)
	}
	switch upper {
	case 'U', 'L', 'u', 'l', 'F':
		return either(v, computed(v)) // letters change; which is not followed
	}
	return v
}

func from0(s Source) Value { return from(s, "") }

// interpolates reports whether a $ before this character begins a variable.
func (p *perl) interpolates(next byte, pattern bool) bool {
	switch {
	case isNameStart(next) && next < 0x80, next == '{', isDigit(next), next == ':' && p.ahead(2) == ':' && isNameStart(p.ahead(3)):
		return true
	case next == '$':
		n := p.ahead(2)
		return !pattern || isNameStart(n) || n == '{'
	case pattern:
		return next == '&'
	}
	return next != 0 && strings.IndexByte("&@!0,;./\\<>[", next) >= 0
}

// inString reads a variable in a string with the subscripts that belong to it.
func (p *perl) inString(read func() datum, pattern bool) datum {
	// Bracketed text behind a name may be no subscript: $x[abc], $x{3}.
	i := p.pos + 1
	for i < p.limit && (isNameByte(p.src[i]) || p.src[i] == ':' && i+1 < p.limit && p.src[i+1] == ':' && isNameStart(p.next(i+2)) || p.src[i] == ':' && p.src[i-1] == ':') {
		i++
	}
	limit := p.limit
	if i > p.pos+1 && i < limit && !p.isSubscript(i, pattern) {
		p.limit = i
	}
	d := read()
	if p.failed {
		return d
	}
	p.limit = limit
	for p.step() {
		i := p.pos
		arrow := p.starts("->")
		if arrow {
			i += 2
		}
		if !arrow && (p.pos == 0 || p.src[p.pos-1] != ']' && p.src[p.pos-1] != '}') || !p.isSubscript(i, pattern) {
			break
		}
		b := p.src[i]
		p.pos = i + 1
		key := p.subscriptBody(b)
		d = p.element(d, key, b == '[')
	}
	return d
}

func (p *perl) next(i int) byte {
	if i < p.limit {
		return p.src[i]
	}
	return 0
}

// isSubscript reports whether the bracket at i in a string is a subscript.
func (p *perl) isSubscript(i int, pattern bool) bool {
	n := p.next(i + 1)
	switch p.next(i) {
	case '{':
		if pattern && (isDigit(n) || n == ',') {
			return false
		}
		return n != '}' && n != 0
	case '[':
		end := strings.IndexByte(p.src[i:min(p.limit, i+64)], ']')
		if end < 2 {
			return false
		}
		inside := p.src[i+1 : i+end]
		if n == '$' {
			return strings.IndexByte("$_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ#{", p.next(i+2)) >= 0 && end > 2
		}
		return strings.Trim(strings.TrimPrefix(inside, "-"), "0123456789") == ""
	}
	return false
}
