package inline

import "strings"

// termFollows reports whether a plain term stands here behind white space, so
// that the constant before is a call.
func (p *ruby) termFollows() bool {
	b := p.ahead(1)
	return p.spaced() && p.argFollows() && (b == '"' || b == '\'' || b == '@' || b == '$' || isDigit(b) || isNameStart(b) && p.inTernary == 0)
}

// spaced reports whether white space stands here.
func (p *ruby) spaced() bool { return p.peek() == ' ' || p.peek() == '\t' }

// argFollows reports whether the first argument of a call without brackets
// stands here, behind white space.
func (p *ruby) argFollows() bool {
	if !p.spaced() {
		return false
	}
	i := p.pos
	for i < p.limit && (p.src[i] == ' ' || p.src[i] == '\t' || p.src[i] == '\\' && p.next(i+1) == '\n' || p.src[i] == '\n' && p.src[i-1] == '\\') {
		i++
	}
	b, n := p.next(i), p.next(i+1)
	tight := n != ' ' && n != '\n' && n != '=' && n != 0
	switch {
	case b == '"' || b == '\'' || b == '`' || isDigit(b) || b == '@' || b == '$' || b == '[' || b == '(' || b == '~' && tight:
		return true
	case isNameStart(b):
		j := i
		for j < p.limit && isNameByte(p.src[j]) {
			j++
		}
		w := p.src[i:j]
		if p.next(j) == ':' && p.next(j+1) != ':' && p.inTernary == 0 {
			return true
		}
		return !hasWord("if unless while until and or then do rescue end in else elsif when ensure", w)
	case b == ':':
		return n != ':' && n != ' ' && n != '\n' && (isNameStart(n) || n == '"' || n == '\'' || n == '@' || n == '$' || strings.IndexByte("+-*/<=>![", n) >= 0) || n == ':' && isNameStart(p.next(i+2))
	case b == '-':
		return tight || n == '>'
	case b == '*' || b == '&':
		return tight && n != b && n != '.' || b == '*' && n == '*' && isNameStart(p.next(i+2))
	case b == '/' || b == '%':
		return tight && (b == '/' || strings.IndexByte("wWiIqQxrs({[<|!", n) >= 0)
	case b == '<':
		return n == '<' && (p.next(i+2) == '`' || p.next(i+2) == '~' || p.next(i+2) == '-' || p.next(i+2) == '"' || p.next(i+2) == '\'' || p.next(i+2) >= 'A' && p.next(i+2) <= 'Z')
	case b == '!':
		return n != '=' && n != '~'
	case b == '?':
		return tight && !isNameByte(p.next(i+2)) && p.inTernary == 0 && n != '('
	}
	return false
}

// callArgs reads the arguments of a call, with brackets or without.
func (p *ruby) callArgs() (args []datum, had bool) {
	if p.peek() == '(' {
		p.pos++
		p.grouped(func() { args, _ = p.args(")") })
		return args, true
	}
	if !p.argFollows() {
		return nil, false
	}
	p.sp()
	saved := p.depthComma
	p.depthComma = 1
	args, _ = p.args("")
	p.depthComma = saved
	return args, true
}

// args reads arguments up to a closing bracket, and over it, or as far as they
// go. Those by name become one datum of pairs.
func (p *ruby) args(closing string) (args []datum, block bool) {
	args = []datum{}
	var pairs []datum
	for p.more() {
		if closing != "" {
			p.nl(true)
			if p.take(closing) {
				closing = "done"
				break
			}
		}
		at := p.pos
		w := p.word()
		switch {
		case p.starts("...") && (p.ahead(3) == ')' || p.ahead(3) == ','):
			p.pos += 3
			args = append(args, someList(unknown()))
		case w != "" && p.label(w) && !(p.inTernary > 0 && p.ahead(len(w)+1) == ' ' && closing == ""):
			p.pos += len(w)
			if !p.take("?") {
				p.take("!")
			}
			p.pos++
			key := strings.TrimSuffix(p.src[at:p.pos], ":")
			p.nl(false)
			if b := p.peek(); b == ',' || closing != "" && p.starts(closing) || !p.more() {
				v, _ := p.get(key)
				if v.v == nil && !v.isList {
					v = unk()
				}
				pairs = append(pairs, str(key), v)
			} else {
				pairs = append(pairs, str(key), p.argument())
			}
		default:
			d := p.argument()
			if (p.peek() == ':' && p.ahead(1) != ':') && at < p.pos && (p.src[at] == '"' || p.src[at] == '\'') && p.src[p.pos-1] == p.src[at] {
				p.pos++ // "key": value
				p.nl(false)
				pairs = append(pairs, d, p.argument())
				break
			}
			back := p.pos
			if closing != "" {
				p.nl(false)
			} else {
				p.sp()
			}
			if p.starts("=>") {
				p.pos += 2
				p.nl(false)
				pairs = append(pairs, d, p.argument())
			} else {
				p.pos = back
				args = append(args, d)
			}
		}
		if p.failed {
			return args, block
		}
		if closing != "" {
			p.nl(true)
		} else {
			p.sp()
		}
		if !p.take(",") {
			break
		}
		p.nl(false)
	}
	if closing != "" && closing != "done" {
		p.nl(true)
		p.want(closing)
	}
	if len(pairs) > 0 {
		args = append(args, datum{isList: true, list: pairs, kind: "keywords"})
	}
	return args, block
}

// argument reads one, which may itself be a call without brackets.
func (p *ruby) argument() datum {
	if p.peek() == '*' && p.ahead(1) != '*' {
		p.pos++
		if b := p.peek(); b == ',' || b == ')' || b == ']' {
			return someList(unknown())
		}
		d := p.expr()
		if d.isList && d.kind == "" {
			d.kind = splatted
		}
		return d
	}
	return p.expr()
}

// splatted is the kind of a list whose elements are arguments each: f(*a).
const splatted = "splat"
