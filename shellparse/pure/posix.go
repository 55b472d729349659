package pure

import (
	"regexp"
	"strings"
)

// POSIX regular expressions, basic and extended, as GNU's programs read them,
// are translated for package regexp, whose leftmost-longest match is theirs.
// What it does not have (back-references, \< \>) or reads another way is not
// translated. The import costs nothing: mvdan.cc/sh links it already.

// posix is a regular expression that was translated.
type posix struct {
	*regexp.Regexp
	cost int // instructions, about: what a byte of input costs to match
	wide bool
	// Which part of a match a group takes is not computed where there is
	// more than one way to make the match.
	ambiguous bool
	groups    int
}

// dialectRE is what a program makes of a backslash.
type dialectRE struct {
	extended bool
	fold     bool // case does not matter
	sed      bool // \n \t \xHH stand for characters, in brackets \n alone
	awk      bool // \/ \" and the escapes of C
}

// maxMatch bounds the size of an expression times that of what it is matched with.
const maxMatch = 1 << 20

// compile translates and compiles an expression.
func (d dialectRE) compile(s string) (*posix, bool) {
	if len(s) > 500 || !isASCII(s) {
		return nil, false
	}
	t := translator{d: d, s: s, times: 1}
	if !t.alternatives(0) || t.i < len(t.s) {
		return nil, false
	}
	flags := "(?s)"
	if d.fold {
		flags = "(?si)"
	}
	re, err := regexp.Compile(flags + t.out.String())
	if err != nil {
		return nil, false
	}
	re.Longest()
	return &posix{Regexp: re, cost: (len(s) + 4) * t.times, wide: t.wide || d.fold,
		ambiguous: t.groups > 0 && (t.branches || t.repeatsGroup), groups: t.groups}, true
}

// fits reports whether a text can be matched here, in time and in any locale.
func (re *posix) fits(env Env, text string) bool {
	if strings.IndexByte(text, 0) >= 0 || re.wide && !isASCII(text) || re.cost*len(text) > maxMatch {
		return false
	}
	return env.Matches(len(text), re.cost)
}

type translator struct {
	d            dialectRE
	s            string
	i            int
	out          strings.Builder
	groups       int
	branches     bool
	repeatsGroup bool
	wide         bool // it asks what a character is
	times        int  // what repetitions multiply the size by
}

func (t *translator) rest() string { return t.s[t.i:] }

func (t *translator) take(s string) bool {
	if strings.HasPrefix(t.rest(), s) {
		t.i += len(s)
		return true
	}
	return false
}

// op reads an operator, which in a basic expression has a backslash.
func (t *translator) op(s string) bool {
	if t.d.extended {
		return t.take(s)
	}
	return t.take("\\" + s)
}

func (t *translator) closes() bool {
	if t.d.extended {
		return strings.HasPrefix(t.rest(), ")")
	}
	return strings.HasPrefix(t.rest(), "\\)")
}

func (t *translator) alternatives(depth int) bool {
	if depth > 20 {
		return false
	}
	for {
		if !t.branch(depth) {
			return false
		}
		if !t.op("|") {
			return true
		}
		t.branches = true
		t.out.WriteByte('|')
	}
}

// branch reads pieces up to | or the end of the group.
func (t *translator) branch(depth int) bool {
	start, pieces := true, 0
	for t.i < len(t.s) {
		if depth > 0 && t.closes() || strings.HasPrefix(t.rest(), "|") && t.d.extended || strings.HasPrefix(t.rest(), "\\|") && !t.d.extended {
			break
		}
		switch {
		case t.s[t.i] == '^' && (t.d.extended || start):
			if t.i++; t.d.extended && t.quantifier() != "" {
				return false
			}
			t.out.WriteString(`\A`)
			pieces++
			continue // * behind it stands for itself in a basic expression
		case t.s[t.i] == '$' && (t.d.extended || t.endsHere()):
			if t.i++; t.quantifier() != "" {
				return false
			}
			t.out.WriteString(`\z`)
			pieces++
			start = false
			continue
		}
		before, groups := t.out.Len(), t.groups
		if !t.atom(start, depth) {
			return false
		}
		start = false
		pieces++
		for n := 0; ; n++ {
			q := t.quantifier()
			if q == "" {
				break
			}
			if q == "!" || n > 0 { // two in a row: an error, or a matter of the program
				return false
			}
			t.repeatsGroup = t.repeatsGroup || t.groups > groups
			whole := t.out.String()
			t.out.Reset()
			t.out.WriteString(whole[:before] + "(?:" + whole[before:] + ")" + q)
		}
	}
	return pieces > 0 || t.s == "" // an empty alternative is an error to some
}

// endsHere reports whether the $ of a basic expression is the last of its branch.
func (t *translator) endsHere() bool {
	rest := t.s[t.i+1:]
	return rest == "" || strings.HasPrefix(rest, `\)`) || strings.HasPrefix(rest, `\|`)
}

// quantifier reads one: "" is none, "!" one that is not understood.
func (t *translator) quantifier() string {
	switch {
	case t.take("*"):
		return "*"
	case t.op("+"):
		return "+"
	case t.op("?"):
		return "?"
	case t.op("{"):
		end := "}"
		if !t.d.extended {
			end = `\}`
		}
		inside, after, ok := strings.Cut(t.rest(), end)
		from, to, isRange := strings.Cut(inside, ",")
		n, okFrom := count(from)
		m, okTo := count(to)
		if from == "" && isRange {
			n, okFrom, from = 0, true, "0"
		}
		if !isRange || to == "" {
			m, okTo = n, true
		}
		if !ok || !okFrom || !okTo || n > m || m > 40 || t.d.awk {
			return "!"
		}
		t.i = len(t.s) - len(after)
		if t.times *= max(m, 1); t.times > 1000 {
			return "!"
		}
		if isRange {
			return "{" + from + "," + to + "}"
		}
		return "{" + from + "}"
	}
	return ""
}

// atom reads one character, bracket or group.
func (t *translator) atom(start bool, depth int) bool {
	if t.op("(") {
		t.out.WriteByte('(')
		t.groups++
		if !t.alternatives(depth+1) || !t.op(")") {
			return false
		}
		t.out.WriteByte(')')
		return true
	}
	c := t.s[t.i]
	t.i++
	switch c {
	case '[':
		return t.bracket()
	case '.':
		t.wide = true
		t.out.WriteByte('.')
		return true
	case '\\':
		return t.escape()
	case '*':
		if t.d.extended || !start {
			return false
		}
	case '+', '?', '{', ')':
		if t.d.extended {
			return false
		}
	}
	t.out.WriteString(regexp.QuoteMeta(string(c)))
	return true
}

// escape reads what follows a backslash outside brackets.
func (t *translator) escape() bool {
	if t.i == len(t.s) {
		return false
	}
	c := t.s[t.i]
	t.i++
	const word = "[0-9A-Za-z_]"
	switch c {
	case 'w':
		t.wide = true
		t.out.WriteString(word)
		return !t.d.awk
	case 'W':
		t.wide = true
		t.out.WriteString("[^" + word[1:])
		return !t.d.awk
	case 's':
		t.wide = true
		t.out.WriteString(`[\t-\r ]`)
		return !t.d.awk
	case 'S':
		t.wide = true
		t.out.WriteString(`[^\t-\r ]`)
		return !t.d.awk
	case 'n':
		t.out.WriteString("\n")
		return t.d.sed || t.d.awk
	case 't':
		t.out.WriteString("\t")
		return t.d.sed || t.d.awk
	case '.', '[', ']', '*', '^', '$', '\\', '/':
	case '+', '?', '{', '}', '(', ')', '|':
		if !t.d.extended {
			return false
		}
	case '-', ',', ':', '@', '%', '#', '!', '=', '_', '"', '&', ';':
		if !t.d.sed {
			return false // others warn of them, or mean something
		}
	default:
		return false
	}
	t.out.WriteString(regexp.QuoteMeta(string(c)))
	return true
}

// bracket reads what follows [.
func (t *translator) bracket() bool {
	t.wide = true
	var out strings.Builder
	out.WriteByte('[')
	if t.take("^") {
		out.WriteByte('^')
	}
	for first := true; ; first = false {
		if t.i >= len(t.s) {
			return false
		}
		if t.s[t.i] == ']' && !first {
			t.i++
			break
		}
		if t.take("[:") {
			name, _, ok := strings.Cut(t.rest(), ":]")
			class, known := classBytes(name)
			if !ok || !known {
				return false
			}
			for _, b := range class {
				out.WriteString(classByte(b))
			}
			t.i += len(name) + 2
			continue
		}
		lo, ok := t.bracketByte()
		if !ok {
			return false
		}
		if strings.HasPrefix(t.rest(), "-") && !strings.HasPrefix(t.rest(), "-]") {
			t.i++
			hi, ok := t.bracketByte()
			if !ok || hi < lo || !sameKind(lo, hi) {
				return false
			}
			out.WriteString(classByte(lo) + "-" + classByte(hi))
			continue
		}
		out.WriteString(classByte(lo))
	}
	out.WriteByte(']')
	t.out.WriteString(out.String())
	return true
}

func (t *translator) bracketByte() (byte, bool) {
	if t.i >= len(t.s) || strings.HasPrefix(t.rest(), "[.") || strings.HasPrefix(t.rest(), "[=") || strings.HasPrefix(t.rest(), "[:") {
		return 0, false
	}
	c := t.s[t.i]
	t.i++
	if c == '\\' && t.i < len(t.s) {
		switch e := t.s[t.i]; {
		case t.d.awk:
			return 0, false
		case t.d.sed && (e == 'n' || e == 't'):
			t.i++
			return "\n\t"[strings.IndexByte("nt", e)], true
		case t.d.sed && e != ']' && (letter(e) || e == '\\'):
			return 0, false
		}
	}
	return c, true
}

// sameKind reports whether a range is one that every locale orders alike.
func sameKind(lo, hi byte) bool {
	for _, k := range [...]string{"09", "az", "AZ"} {
		if lo >= k[0] && hi <= k[1] {
			return true
		}
	}
	return false
}

// classByte writes a byte for a bracket of package regexp.
func classByte(b byte) string {
	if letter(b) || b == ' ' || b < ' ' || b == 0x7f {
		if b < ' ' || b == 0x7f {
			const digits = "0123456789abcdef"
			return `\x` + string([]byte{digits[b>>4], digits[b&15]})
		}
		return string(rune(b))
	}
	return `\` + string(rune(b))
}

// letter reports whether a byte may stand in a name.
func letter(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b == '_'
}
