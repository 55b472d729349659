package inline

import "strings"

// list reads expressions up to a closing bracket, and over it, or as far as
// they go where there is none.
func (a *awk) list(closing string) []datum {
	args := []datum{}
	for a.more() {
		if closing != "" {
			a.lines(false)
			if len(args) == 0 && a.take(closing) {
				return args
			}
		}
		args = append(args, a.expr())
		if closing != "" {
			a.lines(false)
		} else {
			a.blank()
		}
		if !a.take(",") {
			break
		}
		a.lines(false)
	}
	if closing != "" {
		a.want(closing)
	}
	return args
}

// expr reads an expression with assignments and ?:.
func (a *awk) expr() datum {
	if !a.deeper() {
		return unk()
	}
	defer func() { a.nesting-- }()
	d := a.or()
	a.blank()
	if a.peek() != '?' {
		return d
	}
	a.pos++
	var yes, no datum
	a.lines(false)
	a.maybe(func() { yes = a.expr() })
	if a.lines(false); !a.want(":") {
		return unk()
	}
	a.lines(false)
	a.maybe(func() { no = a.expr() })
	return merge(yes, no)
}

func (a *awk) or() datum {
	d := a.and()
	for {
		if a.blank(); !a.take("||") {
			return d
		}
		a.lines(false)
		a.maybe(func() { a.and() })
		d = unk()
	}
}

func (a *awk) and() datum {
	d := a.in()
	for {
		if a.blank(); !a.take("&&") {
			return d
		}
		a.lines(false)
		a.maybe(func() { a.in() })
		d = unk()
	}
}

func (a *awk) in() datum {
	d := a.match()
	for a.blank(); a.noIn == 0 && a.keyword("in"); a.blank() {
		a.blank()
		a.name()
		d = unk()
	}
	return d
}

func (a *awk) match() datum {
	d := a.compare()
	for {
		a.blank()
		if a.peek() == '~' {
			a.pos++
		} else if a.peek() == '!' && a.ahead(1) == '~' {
			a.pos += 2
		} else {
			return d
		}
		a.lines(false)
		a.compare()
		d = unk()
	}
}

func (a *awk) compare() datum {
	d := a.getline(a.concat())
	for {
		a.blank()
		switch {
		case a.take("=="), a.take("!="), a.take("<="), a.noGT == 0 && a.take(">="):
		case a.peek() == '<':
			a.pos++
		case a.peek() == '>' && a.noGT == 0 && a.ahead(1) != '>':
			a.pos++
		default:
			return d
		}
		a.lines(false)
		a.getline(a.concat())
		d = unk()
	}
}

// getline reads the pipes into getline behind a command.
func (a *awk) getline(d datum) datum {
	for {
		a.blank()
		at := a.pos
		if a.peek() != '|' || a.ahead(1) == '|' {
			return d
		}
		a.pos++
		a.take("&")
		a.blank()
		if !a.keyword("getline") {
			a.pos = at
			return d
		}
		if !a.inet("| getline", d.value(), at) {
			a.shell("| getline", d.value(), at)
		}
		a.into()
		d = unk()
	}
}

// into reads the variable of a getline.
func (a *awk) into() {
	a.blank()
	if a.peek() == '$' {
		a.primary()
		return
	}
	if name := a.word(); name != "" && !awkReserved(name) {
		a.pos += len(name)
		if a.peek() == '[' {
			a.pos++
			a.grouped(func() { a.list("]") })
		}
		a.assign(name, dat(from(Field, "")))
	}
}

func awkReserved(w string) bool {
	return hasWord("in getline if else while for do function func return next exit delete print printf break continue switch case default nextfile", w)
}

// concat joins what stands side by side.
func (a *awk) concat() datum {
	d := a.sum()
	parts := []Value{d.value()}
	for {
		a.blank()
		b := a.peek()
		if !(b == '"' || b == '$' || b == '(' || b == '!' && a.ahead(1) != '=' && a.ahead(1) != '~' || isDigit(b) || b == '.' && isDigit(a.ahead(1)) ||
			isNameStart(b) && !awkReserved(a.word()) || b == '-' || b == '+' || b == '@') || !a.step() {
			break
		}
		parts = append(parts, a.sum().value())
	}
	if len(parts) == 1 {
		return d
	}
	return a.weigh(dat(join(parts...)))
}

func (a *awk) sum() datum {
	d := a.product()
	for {
		a.blank()
		b := a.peek()
		if b != '+' && b != '-' || a.ahead(1) == b || a.ahead(1) == '=' {
			return d
		}
		a.pos++
		a.lines(false)
		d = dat(arithmetic(b, d.value(), a.product().value()))
	}
}

func (a *awk) product() datum {
	d := a.unary()
	for {
		a.blank()
		b := a.peek()
		if b != '*' && b != '/' && b != '%' || a.ahead(1) == '=' && b != '*' {
			return d
		}
		if b == '*' && (a.ahead(1) == '*' || a.ahead(1) == '=') {
			return d
		}
		a.pos++
		a.lines(false)
		d = dat(arithmetic(b, d.value(), a.unary().value()))
	}
}

func (a *awk) unary() datum {
	a.blank()
	switch b := a.peek(); {
	case b == '!' || b == '-' || b == '+':
		if b != '!' && a.ahead(1) == b {
			break
		}
		a.pos++
		a.lines(false)
		if !a.deeper() {
			return unk()
		}
		d := a.unary()
		a.nesting--
		if b == '-' {
			return dat(join(lit("-"), d.value()))
		}
		return dat(computed(d.value()))
	}
	d := a.primary()
	if a.blank(); a.peek() == '^' && a.ahead(1) != '=' || a.starts("**") && a.ahead(2) != '=' {
		if !a.take("**") {
			a.pos++
		}
		a.unary()
		return unk()
	}
	return d
}

// primary reads a value, and an assignment to it.
func (a *awk) primary() datum {
	if !a.deeper() {
		return unk()
	}
	defer func() { a.nesting-- }()
	a.blank()
	at := a.pos
	switch b := a.peek(); {
	case !a.more():
		a.fail()
	case b == '"':
		return dat(a.stringLit())
	case b == '/':
		a.regex()
		return unk()
	case isDigit(b) || b == '.' && isDigit(a.ahead(1)):
		return dat(a.number())
	case b >= 0xf3 && a.starts("\xf3\xb0"): // a hole
		a.pos = min(a.pos+4, a.limit)
		return unk()
	case b == '$':
		a.pos++
		if a.starts("++") || a.starts("--") {
			a.pos += 2
		}
		if a.peek() == '-' || a.peek() == '+' || a.peek() == '!' {
			a.pos++
		}
		start := a.pos
		a.primaryOnly()
		return a.assigned("", a.field(a.src[start:max(start, min(a.pos, len(a.src)))]))
	case b == '(':
		a.pos++
		var args []datum
		a.grouped(func() { args = a.list(")") })
		if len(args) == 1 {
			return args[0]
		}
		if a.blank(); !a.keyword("in") { // (i, j) in a
			a.fail()
		}
		a.blank()
		a.name()
		return unk()
	case a.starts("++") || a.starts("--"):
		a.pos += 2
		a.primaryOnly()
		if name := strings.TrimSpace(a.src[at+2 : max(at+2, a.pos)]); name != "" {
			a.assign(name, unk())
		}
		return unk()
	case b == '@':
		if a.pos++; a.peek() == '/' { // a regexp value
			a.regex()
			return unk()
		}
		name := a.name()
		if a.peek() == '[' {
			a.pos++
			a.grouped(func() { a.list("]") })
		}
		if !a.want("(") {
			return unk()
		}
		var args []datum
		a.grouped(func() { args = a.list(")") })
		return a.indirect(name, args, at)
	case isNameStart(b):
		return a.named(at)
	default:
		a.fail()
	}
	return unk()
}

// primaryOnly reads a value with nothing assigned to it.
func (a *awk) primaryOnly() {
	switch b := a.peek(); {
	case b == '(' || b == '$' || isDigit(b) || b == '"':
		if b == '$' {
			a.pos++
			a.primaryOnly()
			return
		}
		if b == '(' {
			a.pos++
			a.grouped(func() { a.list(")") })
			return
		}
		a.primary()
	case isNameStart(b):
		a.name()
		if a.peek() == '(' || a.peek() == '[' {
			closing := ")"
			if a.src[a.pos] == '[' {
				closing = "]"
			}
			a.pos++
			a.grouped(func() { a.list(closing) })
		}
	default:
		a.fail()
	}
}

// assigned reads the operators that change a variable: = += ++ and so on.
func (a *awk) assigned(name string, d datum) datum {
	a.blank()
	set := func(d datum) {
		if name != "" {
			a.assign(name, d)
		}
	}
	switch b := a.peek(); {
	case b == '=' && a.ahead(1) != '=':
		a.pos++
		a.lines(false)
		d = a.expr()
		set(d)
		return d
	case a.starts("++") || a.starts("--"):
		a.pos += 2
		set(unk())
		return dat(computed(d.value()))
	case a.starts("**=") || a.starts("^=") || (b == '+' || b == '-' || b == '*' || b == '/' || b == '%') && a.ahead(1) == '=':
		for a.peek() != '=' {
			a.pos++
		}
		a.pos++
		a.lines(false)
		v := a.expr()
		d = dat(computed(d.value(), v.value()))
		set(d)
	}
	return d
}
