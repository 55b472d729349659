package inline

import "strings"

// readPerl reads a perl program.
func readPerl(r *run, code string, offset int) {
	p := &perl{}
	p.rounds(r, code, func() {
		p.here, p.began, p.stops = map[[2]int]int{}, map[[2]int]int{}, map[[2]int]int{}
		p.lv, p.modules, p.bare = nil, map[string]bool{}, map[string]bool{}
		p.statements("")
	})
}

// perl reads by recursive descent; what is an operator and what a term, a
// pattern or a division, follows from where it stands.
type perl struct {
	machine
	here    map[[2]int]int // text and line end → end of the here-documents behind it
	began   map[[2]int]int // text and place of a here-document's << → where its text begins
	stops   map[[2]int]int // text and where a statement begins → where its expression ends
	lv      []perlPlace    // what the term read last could be assigned to
	modules map[string]bool
	bound   bool            // behind =~
	bare    map[string]bool // functions that take no arguments
}

// perlPlace is something that can be assigned to.
type perlPlace struct {
	name  string // with its sigil: $x, @x, %x, *x
	index bool   // key is the index of an array
	key   *datum // an element of it
	fresh bool   // declared here
	part  bool   // only a part of it is assigned to: substr
	maybe bool   // or it may be another one: (a ? b : c)
}

// ws skips white space, comments, here-documents and documentation.
func (p *perl) ws() {
	for p.more() {
		switch b := p.src[p.pos]; {
		case b == '\n':
			if end, ok := p.here[[2]int{p.text, p.pos}]; ok {
				p.pos = end
			} else {
				p.pos++
			}
			p.pod()
		case b == ' ' || b == '\t' || b == '\r' || b == '\f':
			p.pos++
		case b == '#':
			p.comment()
		case b == '=' && p.pos == 0:
			if p.pod(); p.pos == 0 {
				return
			}
		default:
			return
		}
	}
}

// pod skips documentation, which begins with = at the beginning of a line.
func (p *perl) pod() {
	if p.peek() != '=' || !isNameStart(p.ahead(1)) {
		return
	}
	at := p.pos
	rest := p.src[p.pos:p.limit]
	if i := strings.Index(rest, "\n=cut"); i >= 0 {
		p.pos += i + 5
		p.comment()
	} else {
		p.pos = p.limit
	}
	p.commented(at, p.pos)
}

// block reads { … } with names of its own and gives its last value.
func (p *perl) body() datum {
	d := unk()
	p.ws()
	if !p.want("{") {
		return d
	}
	p.block(func() { d = p.statements("}") })
	p.want("}")
	return d
}

// statements reads up to the closing bracket, which stays.
func (p *perl) statements(closing string) datum {
	last := unk()
	for {
		p.ws()
		if !p.more() || closing != "" && p.starts(closing) {
			return last
		}
		if !p.deeper() {
			return last
		}
		d, ends := p.statement()
		p.nesting--
		if last = d; ends {
			p.pos = p.limit
		}
	}
}

// statement reads one. ends says that nothing behind it is code.
func (p *perl) statement() (d datum, ends bool) {
	d = unk()
	if p.take(";") {
		return d, false
	}
	if p.peek() == '{' {
		return p.body(), false
	}
	at := p.pos
	w := p.word()
	after := p.pos + len(w)
	if w != "" && p.arrowed(after) {
		return p.simple(), false
	}
	switch w {
	case "__END__", "__DATA__":
		p.commented(p.pos, p.limit)
		return d, true
	case "sub":
		p.pos = after
		p.ws()
		name := p.pathName()
		if name == "" {
			p.pos = at
			break
		}
		p.sub(name)
		return d, false
	case "BEGIN", "END", "INIT", "CHECK", "UNITCHECK", "AUTOLOAD", "DESTROY":
		p.pos = after
		if p.ws(); p.peek() == '{' {
			return p.body(), false
		}
		p.pos = at
	case "package":
		p.pos = after
		p.ws()
		p.pathName()
		for p.ws(); p.peek() == 'v' || isDigit(p.peek()) || p.peek() == '.'; p.pos++ {
		}
		if p.ws(); p.peek() == '{' {
			return p.body(), false
		}
		p.end()
		return d, false
	case "use", "no":
		p.pos = after
		p.use(at)
		return d, false
	case "if", "unless":
		p.pos = after
		p.conditional()
		return d, false
	case "while", "until":
		p.pos = after
		p.while(w)
		return d, false
	case "for", "foreach":
		p.pos = after
		p.foreach()
		return d, false
	case "given", "when":
		p.pos = after
		p.bracketed()
		p.maybe(func() { p.body() })
		return d, false
	case "default", "try", "finally", "catch", "defer":
		p.pos = after
		p.ws()
		if w == "catch" && p.peek() == '(' {
			p.bracketed()
			p.ws()
		}
		if p.peek() == '{' {
			p.maybe(func() { d = p.body() })
			if p.ws(); p.peek() != ';' && p.peek() != ',' { // Try::Tiny is a call
				p.take(";")
				return d, false
			}
			p.take(";")
			return d, false
		}
		p.pos = at
	case "format":
		if i := strings.Index(p.src[after:p.limit], "\n.\n"); i >= 0 && p.formatHead(after) {
			p.pos = after + i + 3
			if _, lines, _ := strings.Cut(p.src[after:after+i], "\n"); strings.ContainsAny(lines, "({`") {
				p.unknownCode("format", lit(lines), at) // code that write runs
			}
			return d, false
		}
	case "":
	default:
		p.pos = after
		if p.ws(); p.peek() == ':' && p.ahead(1) != ':' && p.ahead(1) != ' ' || w == strings.ToUpper(w) && p.peek() == ':' && p.ahead(1) != ':' {
			p.pos++ // a label
			return d, false
		}
		p.pos = at
	}
	if p.starts("...") {
		p.pos += 3
		p.end()
		return d, false
	}
	return p.simple(), false
}

// arrowed reports whether => stands at i: the word before is a string.
func (p *perl) arrowed(i int) bool {
	for i < p.limit && (p.src[i] == ' ' || p.src[i] == '\t' || p.src[i] == '\n') {
		i++
	}
	return strings.HasPrefix(p.src[i:p.limit], "=>")
}

func (p *perl) formatHead(i int) bool {
	line, _, _ := strings.Cut(p.src[i:p.limit], "\n")
	return strings.HasSuffix(strings.TrimSpace(line), "=") && strings.Trim(line, " \t=_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789:") == ""
}

// simple reads an expression with what may stand behind it: if, for, while.
func (p *perl) simple() datum {
	at := p.pos
	// What stands behind decides how the expression is read, so find it first.
	where := [2]int{p.text, at}
	stop, ok := p.stops[where]
	if !ok {
		p.mute++
		p.low()
		p.ws()
		p.mute--
		stop = p.pos
		p.stops[where] = stop
	}
	p.pos = stop
	w := p.word()
	if p.failed {
		return unk()
	}
	switch w {
	case "if", "unless", "while", "until", "for", "foreach", "when":
	default:
		if p.mute > 0 {
			p.end()
			return unk()
		}
		p.pos = at
		d := p.low()
		p.end()
		return d
	}
	p.pos = stop + len(w)
	condition := p.pos
	var d, over datum
	lv := p.lv
	if w == "for" || w == "foreach" {
		p.lv = nil
		over = p.low()
		lv = p.lv
	} else if w != "while" && w != "until" {
		p.low()
	} else {
		p.mute++
		p.low()
		p.mute--
	}
	p.end()
	done := p.pos
	if p.failed || p.mute > 0 {
		return unk()
	}
	body := func() {
		p.pos = at
		d = p.low()
		if !p.failed {
			p.pos = done
		}
	}
	switch w {
	case "for", "foreach":
		p.loop(false, func() {
			p.declare("$_", over.element())
			body()
			p.alias(lv, "$_")
		})
	case "while", "until":
		always := constant(p.src[condition:done]) == (w == "while") && constantText(p.src[condition:done])
		p.loop(always || p.forking(p.src[condition:done]), func() {
			p.pos = condition
			p.low()
			body()
		})
	default:
		p.maybe(body)
	}
	return d
}

// end is what ends a statement.
func (p *perl) end() {
	p.ws()
	if p.take(";") || !p.more() || p.peek() == '}' || p.peek() == ')' || p.peek() == ']' {
		return
	}
	p.fail()
}

// constantText reports whether a condition is written out; constant, whether
// such a one is true.
func constantText(s string) bool {
	s = strings.Trim(s, " \t\n();")
	return s == "" || strings.Trim(s, "0123456789\"'") == ""
}

func constant(s string) bool {
	s = strings.Trim(s, " \t\n();\"'")
	return s != "0"
}

// bracketed reads ( … ).
func (p *perl) bracketed() datum {
	p.ws()
	d := listOf()
	if !p.want("(") {
		return unk()
	}
	if p.ws(); p.peek() != ')' {
		d = p.low()
	}
	p.ws()
	p.want(")")
	return d
}

// sub reads prototype, signature, attributes and body of a function.
func (p *perl) sub(name string) datum {
	var params []perlPlace
	for p.ws(); p.more() && p.peek() != '{' && p.peek() != ';'; p.ws() {
		switch {
		case p.peek() == '(':
			at := p.pos
			end := strings.IndexByte(p.src[p.pos:p.limit], ')')
			if end < 0 {
				p.fail()
				return unk()
			}
			inside := p.src[at+1 : at+end]
			if inside == "" && name != "" {
				p.bare[name] = true
			}
			if strings.Trim(inside, " \t\n$@%&*;\\[]+_") == "" {
				p.pos = at + end + 1
				continue
			}
			p.mute++
			p.lv = nil
			p.bracketed()
			params = p.lv
			p.mute--
		case p.peek() == ':':
			p.pos++
			p.ws()
			p.pos += len(p.word())
			if p.peek() == '(' {
				p.delimited()
			}
		default:
			p.fail()
			return unk()
		}
	}
	if p.peek() == ';' { // a declaration
		return unk()
	}
	fn := p.define(name, func(args []datum, known bool) datum {
		d := datum{isList: true, open: !known, list: args}
		p.declare("@_", d)
		for i, l := range params {
			switch {
			case l.name[0] != '$':
				d.list = d.list[min(i, len(d.list)):]
				p.declare(l.name, d)
			case i < len(args):
				p.declare(l.name, args[i])
			default:
				p.declare(l.name, unk())
			}
		}
		p.declare("return", datum{})
		last := p.body()
		if d, ok := p.get("return"); ok && (d.v != nil || d.isList) {
			return merge(d, last)
		}
		return last
	})
	return datum{v: unknown(), fn: fn}
}
