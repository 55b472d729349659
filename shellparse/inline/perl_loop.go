package inline

import "strings"

// forking reports whether a condition is a fork itself: fork while fork.
func (p *perl) forking(s string) bool { return strings.Contains(s, "fork") }

func (p *perl) conditional() {
	p.bracketed()
	p.maybe(func() { p.body() })
	for {
		p.ws()
		switch {
		case p.keyword("elsif"):
			p.maybe(func() { p.bracketed(); p.body() })
		case p.keyword("else"):
			p.maybe(func() { p.body() })
			return
		default:
			return
		}
	}
}

func (p *perl) while(w string) {
	p.ws()
	at := p.pos
	p.mute++
	p.bracketed()
	p.mute--
	text := p.src[min(at, p.pos):p.pos]
	if p.failed {
		return
	}
	p.pos = at
	always := constantText(text) && constant(text) == (w == "while") || p.forking(text)
	p.loop(always, func() {
		p.bracketed()
		p.body()
		if p.ws(); p.keyword("continue") {
			p.body()
		}
	})
}

func (p *perl) foreach() {
	p.ws()
	name := "$_"
	switch w := p.word(); w {
	case "my", "our", "state", "local":
		p.pos += len(w)
		p.ws()
		if p.take("\\"); p.peek() == '(' {
			p.bracketed() // several at a time
			p.over("$_")
			return
		}
	}
	if p.peek() == '$' {
		p.pos++
		name = "$" + p.pathName()
	}
	if p.ws(); p.peek() != '(' {
		p.fail()
		return
	}
	// for (;;) or for (list)
	at := p.pos
	p.pos++
	p.mute++
	three := false
	if p.ws(); p.peek() != ';' && p.peek() != ')' {
		p.low()
		p.ws()
	}
	three = p.peek() == ';'
	p.mute--
	if p.failed {
		return
	}
	p.pos = at
	if !three {
		p.over(name)
		return
	}
	p.block(func() {
		p.pos++
		if p.ws(); p.peek() != ';' {
			p.low()
		}
		p.ws()
		p.want(";")
		p.ws()
		p.loop(p.peek() == ';', func() {
			if p.peek() != ';' {
				p.low()
			}
			p.ws()
			p.want(";")
			if p.ws(); p.peek() != ')' {
				p.low()
			}
			p.ws()
			p.want(")")
			p.body()
		})
	})
}

// over reads the list and body of a foreach.
func (p *perl) over(name string) {
	p.lv = nil
	list := p.bracketed()
	lv := p.lv
	p.loop(false, func() {
		p.declare(name, list.element())
		p.body()
		p.alias(lv, name)
		if p.ws(); p.keyword("continue") {
			p.body()
		}
	})
}

// alias gives what a loop changed of its variable to what it ran over.
func (p *perl) alias(lv []perlPlace, name string) {
	d, _ := p.get(name)
	for _, l := range lv {
		if old, ok := p.get(l.name); ok && !same(old.element(), d) {
			if old.isList {
				old = datum{isList: true, open: true, list: []datum{merge(old.element(), d)}}
			} else {
				old = merge(old, d)
			}
			p.assign(l.name, old)
		}
	}
}
