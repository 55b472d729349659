package inline

import "strings"

// argument reads the argument of a unary function.
func (p *perl) argument() datum {
	p.ws()
	if p.peek() == '(' {
		d := p.postfix(p.term())
		return d
	}
	return p.binary(8)
}

// infix reports whether an operator stands behind a name that could take
// arguments: shift || 0.
func (p *perl) infix(name string) bool {
	switch b := p.peek(); b {
	case '=', '?', '.', '|', '^', '>':
		return b != '.' || !isDigit(p.ahead(1))
	case '*':
		return !isNameStart(p.ahead(1)) && p.ahead(1) != '{'
	case '/':
		return p.ahead(1) == '/' && !hasWord("split grep map join push return and or not", name)
	case '<':
		return hasWord("shift pop time wantarray", name) || p.ahead(1) == ' ' || p.ahead(1) == '='
	case '&':
		return p.ahead(1) == '&'
	case '%':
		return p.ahead(1) == ' '
	case '!':
		return p.ahead(1) == '=' || p.ahead(1) == '~'
	case '+', '-':
		return p.ahead(1) == ' ' && hasWord("shift pop time", name) || p.ahead(1) == '='
	}
	return false
}

// classAhead gives the class of an indirect call, new Foo(…).
func (p *perl) classAhead() string {
	at := p.pos
	name := p.pathName()
	end := p.pos
	p.ws()
	b := p.peek()
	arrow, comma := p.starts("->") || p.starts("=>"), b == ','
	p.pos = at
	if end == at || arrow || comma || hasWord(perlLists+" "+perlUnary+" "+perlZero, name) || p.named[name] != nil || p.failed || hasWord("q qq qw qx m s y tr qr sub do eval return __PACKAGE__", name) {
		return ""
	}
	if strings.Contains(name, "::") && isNameStart(b) {
		return name
	}
	if b == '(' || b == ';' || b == ')' || b == '}' || b == '{' {
		return name
	}
	return ""
}

// callArgs reads arguments, a block among them where the function takes one.
func (p *perl) callArgs(name, closing string) ([]datum, []perlPlace) {
	var args []datum
	p.lv = nil
	p.ws()
	if closing != "" && p.starts(closing) {
		return []datum{}, nil
	}
	if p.peek() == '{' && (!hasWord(perlLists, name) || hasWord(blockCalls, name) || name == "system" || name == "exec") {
		if name == "system" || name == "exec" {
			args = append(args, datum{v: p.body().value(), kind: "program"})
		} else if hasWord(blockCalls, name) {
			return p.blockArgs(name, closing)
		} else {
			d := p.sub("")
			args = append(args, d)
		}
		p.ws()
		p.take(",")
		if p.ws(); p.ends() {
			return args, nil
		}
	} else if hasWord("sort", name) && (p.peek() == '$' || isNameStart(p.peek())) {
		at := p.pos // sort by_name @x
		if p.peek() == '$' {
			p.pos++
		}
		w := p.pathName()
		if p.ws(); w == "" || p.peek() != '@' && !(isNameStart(p.peek()) && !p.ends()) && p.peek() != '(' || p.peek() == '(' && p.named[w] == nil {
			p.pos = at
		}
	}
	var d datum
	if closing != "" {
		d = p.low()
	} else {
		d = p.comma()
	}
	lv := p.lv
	if d.isList && d.kind == "" && !d.open {
		return append(args, d.list...), lv
	}
	return append(args, d), lv
}

// blockArgs reads map { … } LIST and the like: the block sees the elements.
func (p *perl) blockArgs(name, closing string) ([]datum, []perlPlace) {
	at := p.pos
	p.mute++
	p.body()
	p.mute--
	end := p.pos
	p.ws()
	p.take(",")
	list := listOf()
	var lv []perlPlace
	if p.ws(); !p.ends() {
		p.lv = nil
		list = p.comma()
		lv = p.lv
	}
	done := p.pos
	if p.failed || p.mute > 0 {
		return []datum{list}, nil
	}
	p.pos = at
	out := listOf()
	p.loop(false, func() {
		all, open := flat([]datum{list})
		var d datum
		if name == "map" && len(all) <= 8 && !open && len(all) > 0 {
			for _, e := range all {
				p.pos = at
				p.declare("$_", e)
				d = p.body()
				out.list = append(out.list, d)
			}
			return
		}
		p.declare("$_", list.element())
		d = p.body()
		if name == "map" {
			out = datum{isList: true, open: true, list: []datum{d}}
		}
		if lv != nil {
			p.alias(lv, "$_")
		}
	})
	if p.failed {
		return nil, nil
	}
	if p.pos != end {
		p.pos = end
	}
	p.pos = done
	if name == "map" {
		return []datum{out}, nil
	}
	return []datum{list}, nil
}
