package inline

import "strings"

// readRuby reads a ruby program.
func readRuby(r *run, code string, offset int) {
	p := &ruby{}
	p.rounds(r, code, func() {
		p.here, p.began, p.stops = map[[2]int]int{}, map[[2]int]int{}, map[[2]int]int{}
		p.lv, p.noDo, p.noPipe, p.included, p.required, p.aliases = nil, 0, 0, "", "", nil
		p.locals = map[string]bool{}
		p.statements("")
		if p.more() {
			p.fail()
		}
	})
}

// ruby reads by recursive descent. Where a name could be a variable or a call
// with arguments, it is a variable once something was assigned to it.
type ruby struct {
	machine
	here       map[[2]int]int // text and line end → end of the here-documents behind it
	began      map[[2]int]int // text and place of a here-document's << → where its text begins
	stops      map[[2]int]int // text and where a statement begins → where its expression ends
	locals     map[string]bool
	lv         *rubyPlace        // what the term read last could be assigned to
	noDo       int               // do belongs to a loop around
	noPipe     int               // | ends the expression: a default among block parameters
	included   string            // modules whose methods have plain names
	required   string            // libraries, blank-separated
	depthComma int               // a comma does not make a list
	inTernary  int               // a : ends the expression
	aliases    map[string]string // other names of methods
}

// rubyPlace is something that can be assigned to.
type rubyPlace struct {
	name string
	key  *datum // an element of it
	attr string // an attribute of an object
}

// sp skips white space inside a line.
func (p *ruby) sp() {
	for p.more() {
		switch b := p.src[p.pos]; {
		case b == ' ' || b == '\t' || b == '\r' || b == '\f':
			p.pos++
		case b == '\\' && p.ahead(1) == '\n':
			p.pos += 2
		case b == '\\' && p.ahead(1) == '\r' && p.ahead(2) == '\n':
			p.pos += 3
		default:
			return
		}
	}
}

// newline moves over the end of a line with the here-documents behind it.
func (p *ruby) newline() {
	if end, ok := p.here[[2]int{p.text, p.pos}]; ok {
		p.pos = end
	} else {
		p.pos++
	}
	if p.starts("=begin") {
		at := p.pos
		if i := strings.Index(p.src[p.pos:p.limit], "\n=end"); i >= 0 {
			p.pos += i + 5
			p.comment()
		} else {
			p.pos = p.limit
		}
		p.commented(at, p.pos)
	}
}

// nl skips newlines and comments too, and with semicolons those.
func (p *ruby) nl(semicolons bool) {
	for {
		p.sp()
		switch b := p.peek(); {
		case !p.more():
			return
		case b == '\n':
			p.newline()
		case b == '#':
			p.comment()
		case b == ';' && semicolons:
			p.pos++
		default:
			return
		}
	}
}

const rubyClosers = "end else elsif when in rescue ensure"

// statements reads up to a closing word or bracket, which stays.
func (p *ruby) statements(closing string) datum {
	last := unk()
	if p.pos == 0 && p.starts("=begin") {
		p.comment()
		if i := strings.Index(p.src[p.pos:p.limit], "\n=end"); i >= 0 {
			p.pos += i + 1
			p.comment()
			p.commented(0, p.pos)
		}
	}
	for {
		p.nl(true)
		if !p.more() || closing != "" && p.starts(closing) || closing != "end" && (p.peek() == '}' || p.peek() == ')') {
			return last
		}
		w := p.word()
		if hasWord(rubyClosers, w) && !p.label(w) {
			return last
		}
		if w == "__END__" && (p.pos == 0 || p.src[p.pos-1] == '\n') {
			p.commented(p.pos, p.limit)
			p.pos = p.limit
			return last
		}
		if !p.deeper() || !p.step() {
			return last
		}
		last = p.statement()
		p.nesting--
		p.sp()
		if b := p.peek(); p.more() && b != '\n' && b != ';' && b != '#' && b != '}' && b != ')' && !hasWord(rubyClosers, p.word()) {
			p.fail()
			return last
		}
	}
}

// label reports whether name: stands here, a key of a hash.
func (p *ruby) label(w string) bool {
	n := len(w)
	if p.ahead(n) == '?' || p.ahead(n) == '!' {
		n++
	}
	return w != "" && p.ahead(n) == ':' && p.ahead(n+1) != ':'
}

// statement reads an expression and the words that may stand behind it.
func (p *ruby) statement() datum {
	at := p.pos
	where := [2]int{p.text, at}
	stop, ok := p.stops[where]
	if !ok {
		p.mute++
		p.full()
		p.sp()
		p.mute--
		stop = p.pos
		p.stops[where] = stop
	}
	if p.failed {
		return unk()
	}
	p.pos = stop
	w := p.word()
	if !hasWord("if unless while until rescue", w) {
		if p.mute > 0 {
			return unk()
		}
		p.pos = at
		return p.full()
	}
	// Several may follow each other; they govern what is before them.
	var d datum
	from := p.pos
	p.mute++
	loops, endless := false, false
	for p.more() {
		w := p.word()
		if !hasWord("if unless while until rescue", w) {
			break
		}
		p.pos += len(w)
		p.nl(false)
		c := p.pos
		p.full()
		text := strings.TrimSpace(p.src[c:max(c, p.pos)])
		if w == "while" || w == "until" {
			loops = true
			endless = endless || (w == "while") == (text == "true" || text == "1" || strings.HasPrefix(text, "fork") || text == "Process.fork") && hasWord("true 1 false nil fork", strings.TrimSuffix(text, "()"))
		}
		p.sp()
	}
	p.mute--
	done := p.pos
	if p.failed || p.mute > 0 {
		return unk()
	}
	read := func() {
		p.pos = from
		for p.more() && p.pos < done {
			p.pos += len(p.word())
			p.nl(false)
			p.full()
			p.sp()
		}
		if p.failed {
			return
		}
		p.pos = at
		d = p.full()
		if !p.failed {
			p.pos = done
		}
	}
	if loops {
		p.loop(endless, read)
	} else {
		p.maybe(read)
	}
	return d
}

// full reads and, or, not and assignments to several names.
func (p *ruby) full() datum {
	if !p.deeper() {
		return unk()
	}
	defer func() { p.nesting-- }()
	d := p.notExpr()
	for {
		p.sp()
		w := p.word()
		if w != "and" && w != "or" || p.label(w) {
			return d
		}
		p.pos += len(w)
		p.nl(false)
		var e datum
		p.maybe(func() { e = p.notExpr() })
		d = merge(d, e)
	}
}

func (p *ruby) notExpr() datum {
	if p.word() == "not" && !p.label("not") {
		p.pos += 3
		p.sp()
		p.notExpr()
		return unk()
	}
	at := p.pos
	if p.peek() == '*' || p.peek() == '(' && p.several() {
		return p.multiple(at)
	}
	d := p.expr()
	lv := p.lv
	p.sp()
	if p.peek() == ',' && (lv != nil || p.depthComma == 0) && p.several() {
		p.pos = at
		return p.multiple(at)
	}
	if w := p.word(); w == "in" && p.noDo == 0 && !p.label("in") || p.starts("=>") { // pattern matching
		p.pos += 2
		p.sp()
		p.skipPattern()
		return unk()
	}
	return d
}

// several reports whether the line goes on as a, b = …
func (p *ruby) several() bool {
	depth, comma := 0, p.peek() == '*'
	for i := p.pos; i < p.limit && i < p.pos+400; i++ {
		switch b := p.src[i]; {
		case b == ',' && depth == 0:
			comma = true
		case b == '(' || b == '[' || b == '{':
			depth++
		case b == ')' || b == ']' || b == '}':
			if depth--; depth < 0 {
				return false
			}
		case b == '\n' && i > p.pos && p.src[i-1] == ',': // goes on
		case b == '\n' || b == ';' || b == '"' && depth == 0 || b == '#' || b == '|' && depth == 0:
			return false
		case b == '=' && depth == 0:
			return comma && p.next(i+1) != '=' && p.next(i+1) != '>' && p.next(i+1) != '~' && i > 0 && strings.IndexByte("=!<>+-*/|&%^~", p.src[i-1]) < 0
		}
	}
	return false
}

func (p *ruby) next(i int) byte {
	if i < p.limit {
		return p.src[i]
	}
	return 0
}

// multiple reads a, b = values.
func (p *ruby) multiple(at int) datum {
	var places []*rubyPlace
	var read func(closing byte)
	read = func(closing byte) {
		for p.more() {
			p.nl(false)
			if closing != 0 && p.peek() == closing {
				return
			}
			if p.peek() == '=' {
				return
			}
			p.take("*")
			p.sp()
			if p.peek() == '(' {
				p.pos++
				read(')')
				p.want(")")
			} else if p.peek() != ',' && p.peek() != '=' {
				p.lv = nil
				p.mute++
				p.postfix(p.primary())
				p.mute--
				if p.lv == nil && p.peek() != ',' {
					p.fail()
					return
				}
				places = append(places, p.lv)
				if p.lv != nil && p.lv.key == nil && p.lv.attr == "" {
					p.locals[p.lv.name] = true
				}
			}
			if p.sp(); !p.take(",") {
				return
			}
			p.sp()
		}
	}
	read(0)
	p.sp()
	if !p.want("=") {
		return unk()
	}
	p.nl(false)
	var list []datum
	open := false
	for p.more() {
		if p.take("*") {
			list = append(list, p.expr())
		} else {
			list = append(list, p.expr())
		}
		if p.sp(); !p.take(",") {
			break
		}
		p.nl(false)
	}
	d := listOf(list...)
	if len(list) == 1 && list[0].isList {
		d = list[0]
	}
	all := d.list
	open = d.open
	for i, l := range places {
		switch {
		case l == nil:
		case d.kind == operandList && i < len(all):
			p.put(l, all[i])
		case i < len(all) && !open && len(list) >= len(places):
			p.put(l, all[i])
		case i < len(all):
			p.put(l, merge(all[i], unk()))
		default:
			p.put(l, unk())
		}
	}
	return d
}

// skipPattern moves over the pattern of case/in and =>.
func (p *ruby) skipPattern() {
	depth := 0
	for p.more() {
		switch b := p.peek(); {
		case b == '(' || b == '[' || b == '{':
			depth++
			p.pos++
		case b == ')' || b == ']' || b == '}':
			if depth--; depth < 0 {
				return
			}
			p.pos++
		case (b == '\n' || b == ';') && depth <= 0:
			return
		case b == '\n':
			p.newline()
		case b == '"' || b == '\'' || b == '/' && p.ahead(1) != ' ' || b == ':' && p.ahead(1) == '"' || b == '%' && isNameStart(p.ahead(1)):
			p.primary()
		case b == '#':
			p.comment()
		case isNameStart(b):
			w := p.word()
			if depth <= 0 && (w == "then" || w == "if" || w == "unless" || w == "and" || w == "or") {
				return
			}
			p.locals[w] = true
			p.assign(w, unk())
			p.pos += len(w)
		default:
			p.pos++
		}
	}
}

// put assigns to a place.
func (p *ruby) put(l *rubyPlace, d datum) {
	switch {
	case l == nil:
	case l.attr != "":
		p.escapes([]datum{d})
	case l.key != nil && l.name == "ENV":
		if s, ok := l.key.exact(); ok {
			p.like("ENV", p.pos, lit("export"), join(lit(s+"="), d.value()))
		}
	case l.key != nil:
		old, ok := p.get(l.name)
		_, isNumber := number(*l.key)
		if ok && !old.isList && old.kind == "" { // a part of a string
			p.assign(l.name, dat(either(computed(old.v, d.value()), computed(d.value()))))
			return
		}
		p.assign(l.name, old.with(ok, perlPlace{key: l.key, index: isNumber && !(old.kind == "hash")}, d))
	default:
		p.locals[l.name] = true
		f := p.find(l.name)
		if f == nil && isNameStart(l.name[0]) && l.name[0] >= 'a' {
			p.declareIn(l.name, d)
			return
		}
		p.assign(l.name, d)
	}
}

// declareIn gives a local variable its first value, in the frame of the method.
func (p *ruby) declareIn(name string, d datum) {
	p.store(p.frame, name, d, p.loops == 0)
}
