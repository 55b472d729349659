package inline

import "strings"

// readAwk reads an awk program, gawk's additions included.
func readAwk(r *run, code string, offset int) {
	a := &awk{changed: awkChanges(code)}
	a.rounds(r, code, a.program)
}

// awk reads by recursive descent. Fields and records are standard input.
type awk struct {
	machine
	noIn    int  // in is not an operator: for (x in a)
	noGT    int  // > is a redirection: print
	changed bool // records are not those of the input, or are not split at blanks
}

// awkChanges reports whether a program may change its fields, or how they are
// split.
func awkChanges(code string) bool {
	for _, s := range [...]string{"FS", "RS", "FPAT", "FIELDWIDTHS", "getline", "sub(", "sub (", "NF=", "NF =", "NF--", "NF-="} {
		if strings.Contains(code, s) {
			return true
		}
	}
	for i := 0; i < len(code); i++ {
		if code[i] != '$' {
			continue
		}
		k := i + 1
		for k < len(code) && (isNameByte(code[k]) || strings.IndexByte("$()+-", code[k]) >= 0) {
			k++
		}
		for k < len(code) && (code[k] == ' ' || code[k] == '\t') {
			k++
		}
		if k < len(code) && (code[k] == '=' && !strings.HasPrefix(code[k:], "==") || strings.IndexByte("*/%^", code[k]) >= 0 && strings.HasPrefix(code[k+1:], "=")) {
			return true
		}
		if s := code[i+1 : k]; strings.Contains(s, "++") || strings.Contains(s, "--") || strings.HasPrefix(code[k:], "=") && strings.HasSuffix(strings.TrimSpace(s), "+") {
			return true
		}
	}
	return false
}

// field is $operand, with the operand as it is written.
func (a *awk) field(operand string) datum {
	operand = strings.Trim(operand, " \t()")
	switch {
	case a.changed:
		return dat(from(Field, ""))
	case operand == "NF", operand != "" && len(operand) < 4 && strings.Trim(operand, "0123456789") == "":
		return dat(from(Field, operand))
	}
	return dat(from(Field, ""))
}

// blank skips what separates words of a line.
func (a *awk) blank() {
	for a.more() {
		switch b := a.src[a.pos]; {
		case b == ' ' || b == '\t' || b == '\r' || b == '\f' || b == '\v':
			a.pos++
		case b == '\\' && (a.ahead(1) == '\n' || a.ahead(1) == '\r' && a.ahead(2) == '\n'):
			a.pos += 2
		case b == '#':
			a.comment()
			return
		default:
			return
		}
	}
}

// lines skips newlines too, and with semicolons those.
func (a *awk) lines(semicolons bool) {
	for {
		if a.blank(); !a.more() {
			return
		}
		if b := a.peek(); b != '\n' && !(semicolons && b == ';') {
			return
		}
		a.pos++
	}
}

func (a *awk) program() {
	a.noIn, a.noGT = 0, 0
	for {
		a.lines(true)
		if !a.more() {
			return
		}
		if !a.step() {
			return
		}
		a.item()
	}
}

// item is a rule, a function or a directive.
func (a *awk) item() {
	at := a.pos
	switch w := a.word(); {
	case w == "function" || w == "func":
		a.pos += len(w)
		a.function()
		return
	case w == "BEGIN" || w == "END" || w == "BEGINFILE" || w == "ENDFILE":
		a.pos += len(w)
		a.blank()
		if a.peek() != '{' {
			a.fail()
			return
		}
		a.action()
		return
	case a.peek() == '@' && isNameStart(a.ahead(1)):
		if a.directive() {
			return
		}
		a.pos = at
	}
	// A rule: its action runs for every record.
	a.loop(false, func() {
		if a.peek() != '{' {
			a.expr()
			if a.blank(); a.take(",") {
				a.lines(false)
				a.expr()
				a.blank()
			}
		}
		switch b := a.peek(); {
		case b == '{':
			a.action()
		case b == '\n' || b == ';' || b == 0 || a.pos >= a.limit:
		default:
			a.fail()
		}
	})
}

// directive reads @include, @load and @namespace. The extensions that gawk
// brings along are known; another one is a compiled object.
func (a *awk) directive() bool {
	at := a.pos
	a.pos++
	w := a.word()
	switch w {
	case "include", "load", "namespace":
	default:
		return false
	}
	a.pos += len(w)
	a.blank()
	if a.peek() != '"' {
		a.fail()
		return true
	}
	name := a.stringLit()
	switch s, _ := name.Exact(); {
	case w == "include":
		a.like("@include", at, lit("awk"), lit("-f"), name)
	case w == "load" && !hasWord("filefuncs fnmatch inplace intdiv ordchr readdir readfile revoutput revtwoway rwarray time", s):
		a.unknownCode("@load", name, at)
	}
	return true
}

func (a *awk) function() {
	a.blank()
	name := a.name()
	a.blank()
	if name == "" || !a.want("(") {
		a.fail()
		return
	}
	var params []string
	for a.lines(false); a.more() && a.peek() != ')'; a.lines(false) {
		p := a.name()
		if p == "" {
			a.fail()
			return
		}
		params = append(params, p)
		if a.lines(false); !a.take(",") {
			break
		}
	}
	if !a.want(")") {
		return
	}
	a.lines(false)
	a.define(name, func(args []datum, known bool) datum {
		for i, p := range params {
			switch {
			case !known:
				a.declare(p, unk())
			case i < len(args):
				a.declare(p, args[i])
			default:
				a.declare(p, str(""))
			}
		}
		a.declare("return", datum{})
		a.grouped(a.action) // wherever it is called
		if d, ok := a.get("return"); ok && (d.v != nil || d.isList) {
			return d
		}
		return unk()
	})
}

// name is a name with gawk's namespaces.
func (a *awk) name() string {
	w := a.word()
	a.pos += len(w)
	if w != "" && a.starts("::") && isNameStart(a.ahead(2)) {
		a.pos += 2
		w = a.word()
		a.pos += len(w)
	}
	return w
}

func (a *awk) action() {
	if !a.want("{") {
		return
	}
	for {
		a.lines(true)
		if a.take("}") || !a.more() {
			break
		}
		a.statement()
	}
	if a.pos > 0 && a.src[a.pos-1] != '}' {
		a.fail()
	}
}

// ends reads what ends a simple statement.
func (a *awk) ends() {
	a.blank()
	switch b := a.peek(); {
	case b == ';' || b == '\n':
		a.pos++
	case b == '}' || a.pos >= a.limit:
	default:
		a.fail()
	}
}

// body is the statement that a condition or loop governs.
func (a *awk) body() {
	a.lines(false)
	if a.take(";") {
		return
	}
	a.statement()
}

func (a *awk) statement() {
	if !a.deeper() || !a.step() {
		return
	}
	defer func() { a.nesting-- }()
	w := a.word()
	if a.peek() == '{' {
		a.action()
		return
	}
	if hasWord("if while do for switch print printf getline next nextfile exit return break continue delete", w) {
		switch w {
		case "if", "while", "do", "for", "switch":
			a.pos += len(w)
			a.control(w)
			return
		case "print", "printf":
			a.print(w)
			a.ends()
			return
		case "next", "nextfile", "break", "continue":
			a.pos += len(w)
			a.calms()
			a.ends()
			return
		case "exit", "return":
			a.pos += len(w)
			a.calms()
			a.blank()
			if b := a.peek(); b != ';' && b != '\n' && b != '}' && a.more() {
				d := a.expr()
				if old, ok := a.get("return"); w == "return" && ok {
					if old.v != nil {
						d = merge(old, d)
					}
					a.assign("return", d)
				}
			}
			a.ends()
			return
		case "delete":
			a.pos += len(w)
			a.blank()
			a.primary()
			a.ends()
			return
		}
	}
	a.expr()
	a.ends()
}

// condition is what stands in the brackets of if and while.
func (a *awk) condition() (always bool) {
	a.blank()
	if !a.want("(") {
		return false
	}
	from := a.pos
	a.lines(false)
	a.grouped(func() { a.expr() })
	a.lines(false)
	s := strings.TrimSpace(a.src[min(from, a.pos):a.pos])
	a.want(")")
	return s != "" && strings.Trim(s, "123456789") == ""
}

// grouped reads inside brackets, where > and in are operators again.
func (a *awk) grouped(read func()) {
	in, gt := a.noIn, a.noGT
	a.noIn, a.noGT = 0, 0
	read()
	a.noIn, a.noGT = in, gt
}

func (a *awk) control(w string) {
	switch w {
	case "if":
		a.condition()
		a.maybe(a.body)
		at := a.pos
		if a.lines(true); a.keyword("else") {
			a.maybe(a.body)
		} else if !a.failed {
			a.pos = at
		}
	case "while":
		at := a.pos
		always := a.condition() // read once to see whether it ends
		a.pos = min(at, a.pos)
		a.loop(always, func() { a.condition(); a.body() })
	case "do":
		a.loop(false, func() {
			a.body()
			if a.lines(true); !a.keyword("while") {
				a.fail()
			}
			a.condition()
		})
		a.ends()
	case "for":
		a.forLoop()
	case "switch":
		a.condition()
		if a.lines(false); !a.want("{") {
			return
		}
		for a.more() {
			a.lines(true)
			switch {
			case a.take("}"):
				return
			case a.keyword("case"):
				a.blank()
				a.primary()
				a.blank()
				a.want(":")
			case a.keyword("default"):
				a.blank()
				a.want(":")
			default:
				a.maybe(a.statement)
			}
		}
		a.fail()
	}
}

func (a *awk) forLoop() {
	if a.blank(); !a.want("(") {
		return
	}
	a.lines(false)
	at := a.pos
	if name := a.name(); name != "" {
		if a.blank(); a.keyword("in") {
			a.blank()
			array := a.name()
			if a.blank(); array != "" && a.take(")") {
				a.loop(false, func() {
					a.assign(name, unk())
					a.body()
				})
				return
			}
		}
	}
	if a.failed {
		return
	}
	a.pos = at
	if a.peek() != ';' {
		a.expr()
		a.lines(false)
	}
	a.want(";")
	a.lines(false)
	a.loop(a.peek() == ';', func() {
		if a.peek() != ';' {
			a.expr()
			a.lines(false)
		}
		a.want(";")
		if a.lines(false); a.peek() != ')' {
			a.expr()
			a.lines(false)
		}
		a.want(")")
		a.body()
	})
}
