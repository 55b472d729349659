package inline

import "strings"

// awkBuiltins are functions that do nothing but compute.
const awkBuiltins = "atan2 cos exp int log rand sin sqrt srand gsub index length match split sprintf sub substr tolower toupper close fflush gensub strftime mktime systime asort asorti patsplit strtonum and or xor lshift rshift compl typeof isarray mkbool bindtextdomain dcgettext dcngettext chdir stat fts fnmatch intdiv ord chr readfile writea reada gettimeofday sleep getlocaltime statvfs"

// named reads what begins with a name: a variable, a call or getline.
func (a *awk) named(at int) datum {
	name := a.name()
	switch name {
	case "getline":
		a.into()
		if a.blank(); a.peek() == '<' {
			a.pos++
			a.blank()
			a.noGT++
			file := a.primaryOfFile()
			a.noGT--
			a.target("getline <", "<", file, at)
		}
		return unk()
	case "length":
		if a.blank(); a.peek() != '(' {
			return unk()
		}
	}
	if awkReserved(name) {
		a.pos = at
		a.fail()
		return unk()
	}
	if hasWord(awkBuiltins, name) || name == "system" {
		a.blank()
	}
	switch {
	case a.peek() == '(':
		a.pos++
		var args []datum
		start := a.pos
		a.grouped(func() { args = a.list(")") })
		return a.call(name, args, at, start)
	case a.peek() == '[':
		a.pos++
		var key []datum
		a.grouped(func() { key = a.list("]") })
		for a.peek() == '[' { // arrays of arrays
			a.pos++
			a.grouped(func() { a.list("]") })
			key = nil
		}
		return a.element(name, key)
	}
	d, ok := a.get(name)
	if !ok {
		d = unk()
	}
	return a.assigned(name, d)
}

// primaryOfFile is the operand of < behind getline: no concatenation.
func (a *awk) primaryOfFile() Value { return a.primary().value() }

// element is an array element, read or assigned.
func (a *awk) element(name string, key []datum) datum {
	d := unk()
	if len(key) == 1 {
		s, ok := key[0].exact()
		switch {
		case ok && name == "ENVIRON":
			d = dat(from(Env, s))
		case ok && name == "ARGV" && s != "0":
			d = dat(from(Arg, s))
		case ok && name == "PROCINFO" && s == "pid":
			d = dat(from(Own, ""))
		case ok && name == "PROCINFO" && s == "ppid":
			d = dat(from(Parent, ""))
		case ok && name == "PROCINFO" && s == "pgrpid":
			d = dat(from(Group, ""))
		case name == "PROCINFO" || name == "ARGV" || name == "ENVIRON":
			d = dat(from(HostPID, ""))
			if name != "PROCINFO" {
				d = unk()
			}
		default:
			// Any element may be any of those assigned: a key that is
			// computed may be this one.
			if all, ok := a.get(name + "["); ok {
				d = all
			}
		}
	}
	before, had := a.get(name + "[")
	at := a.pos
	d = a.assigned("", d)
	if a.pos > at && a.mute == 0 {
		if had {
			d = merge(before, d)
		}
		if name == "ENVIRON" && len(key) == 1 {
			return d
		}
		a.assign(name+"[", d)
	}
	return d
}

// call is a call of a builtin or of a function of the program.
func (a *awk) call(name string, args []datum, at, start int) datum {
	arg := func(i int) Value {
		if i < len(args) {
			return args[i].value()
		}
		return unknown()
	}
	switch name {
	case "system":
		a.shell("system", arg(0), at)
		return unk()
	case "sprintf":
		return dat(format(words(args)))
	case "tolower":
		return dat(arg(0).apply(func(s string) (string, bool) { return strings.ToLower(s), true }))
	case "toupper":
		return dat(arg(0).apply(func(s string) (string, bool) { return strings.ToUpper(s), true }))
	case "substr":
		return dat(substr(args))
	case "chr":
		return dat(arg(0).apply(chr))
	case "gsub", "sub", "split", "match", "asort", "asorti", "patsplit", "reada":
		// They change one of their arguments.
		for _, name := range awkNames(a.src[start:max(start, a.pos-1)]) {
			for _, n := range [...]string{name, name + "["} {
				if _, ok := a.get(n); ok || n != name {
					a.assign(n, unk())
				}
			}
		}
		return unk()
	case "fork":
		a.forks(at)
		return unk()
	case "getpid":
		return dat(from(Own, ""))
	case "getppid":
		return dat(from(Parent, ""))
	case "kill":
		if _, ok := a.named0("kill"); !ok && len(args) > 1 {
			a.kill("kill", arg(1), []Value{arg(0)}, at)
			return unk()
		}
	case "sleep", "wait", "waitpid":
		a.calms()
	}
	if fn, ok := a.named0(name); ok {
		return a.invoke(fn, args, true)
	}
	return unk()
}

func (a *awk) named0(name string) (*function, bool) {
	fn := a.machine.named[name]
	return fn, fn != nil
}

// awkNames are the plain names among the arguments of a call, as written.
func awkNames(args string) []string {
	var out []string
	for _, f := range strings.Split(args, ",") {
		f = strings.TrimSpace(f)
		i := 0
		for i < len(f) && isNameByte(f[i]) {
			i++
		}
		if rest := strings.TrimSpace(f[i:]); i > 0 && !isDigit(f[0]) && (rest == "" || rest[0] == '[') {
			out = append(out, f[:i])
		}
	}
	return out
}

// indirect is @name(…): a call of the function the variable names.
func (a *awk) indirect(name string, args []datum, at int) datum {
	d, ok := a.get(name)
	if !ok {
		d = unk()
	}
	out := unk()
	for _, t := range d.value() {
		if s, ok := t.Exact(); ok {
			out = a.call(s, args, at, a.pos)
		} else {
			a.unknownCode("@"+name, Value{t}, at)
		}
	}
	return out
}

// substr is substr(s, from, length) of what is known.
func substr(args []datum) Value {
	if len(args) < 2 {
		return unknown()
	}
	s, ok1 := args[0].exact()
	from, ok2 := number(args[1])
	n, ok3 := len(s), true
	if len(args) > 2 {
		n, ok3 = number(args[2])
	}
	if !ok1 || !ok2 || !ok3 {
		return computed(words(args)...)
	}
	first := min(max(from-1, 0), len(s))
	last := max(min(from-1+n, len(s)), first)
	return lit(s[first:last])
}

// stringLit reads "…" with its escapes.
func (a *awk) stringLit() Value {
	a.pos++
	var sb strings.Builder
	for a.more() {
		b := a.src[a.pos]
		a.pos++
		switch b {
		case '"':
			return lit(sb.String())
		case '\n':
			a.pos--
			a.fail()
			return unknown()
		case '\\':
			a.escape(&sb)
		default:
			sb.WriteByte(b)
		}
	}
	a.fail()
	return unknown()
}

func (a *awk) escape(sb *strings.Builder) {
	b := a.peek()
	a.pos++
	switch b {
	case 'n', 't', 'r', 'a', 'b', 'f', 'v':
		sb.WriteByte("\n\t\r\a\b\f\v"[strings.IndexByte("ntrabfv", b)])
	case '\n':
	case 'x':
		n, digits := 0, 0
		for digits < 2 && hexDigit(a.peek()) >= 0 {
			n = n<<4 | hexDigit(a.peek())
			digits++
			a.pos++
		}
		if digits == 0 {
			sb.WriteString("x")
			return
		}
		sb.WriteByte(byte(n))
	case '0', '1', '2', '3', '4', '5', '6', '7':
		n := int(b - '0')
		for i := 0; i < 2 && a.peek() >= '0' && a.peek() <= '7'; i++ {
			n = n<<3 | int(a.peek()-'0')
			a.pos++
		}
		sb.WriteByte(byte(n))
	case '"', '\\', '/':
		sb.WriteByte(b)
	default:
		sb.WriteByte('\\')
		sb.WriteByte(b)
	}
}

func hexDigit(b byte) int {
	switch {
	case isDigit(b):
		return int(b - '0')
	case b >= 'a' && b <= 'f':
		return int(b-'a') + 10
	case b >= 'A' && b <= 'F':
		return int(b-'A') + 10
	}
	return -1
}

// regex moves over /…/.
func (a *awk) regex() {
	for a.pos++; a.more(); a.pos++ {
		switch a.src[a.pos] {
		case '/':
			a.pos++
			return
		case '\\':
			a.pos++
		case '\n':
			a.fail()
			return
		case '[':
			end, cost := bracket(a.src[:a.limit], a.pos)
			a.pos = end - 1
			if a.steps += cost; !a.step() {
				return
			}
		}
	}
	a.fail()
}

func (a *awk) number() Value {
	at := a.pos
	for a.more() && (isNameByte(a.src[a.pos]) && a.src[a.pos] < 0x80 || a.src[a.pos] == '.') {
		if b := a.src[a.pos]; (b == 'e' || b == 'E') && !a.starts("0x") && (a.ahead(1) == '-' || a.ahead(1) == '+') && isDigit(a.ahead(2)) {
			a.pos++
		} else if isNameStart(b) && b != 'e' && b != 'E' && b != 'x' && b != 'X' && !strings.HasPrefix(a.src[at:], "0x") {
			break
		}
		a.pos++
	}
	return lit(a.src[at:a.pos])
}
