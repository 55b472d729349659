package pure

import (
	"strconv"
	"strings"

	"github.com/hermes-exec/hermes-exec/shellparse/text"
)

// printf formats as the builtin does: the format is used again until no
// argument is left. What is not known passes through %s, %b and, where it is
// a pid, %d.
func (j *job) printf() (text.Text, bool) {
	args := j.Words
	if len(args) == 0 {
		return "", false
	}
	if s, ok := args[0].Exact(); ok && len(s) > 0 && s[0] == '-' {
		if s != "--" || len(args) == 1 {
			return "", false
		}
		args = args[1:]
	}
	format, ok := args[0].Exact()
	if !ok {
		return "", false
	}
	args = args[1:]
	p := printer{j: j, args: args}
	for {
		before := len(p.args)
		if !p.once(format) {
			return "", false
		}
		if p.stop || len(p.args) == 0 || len(p.args) == before {
			return text.Text(p.out), true
		}
	}
}

// printer is one run of printf.
type printer struct {
	j    *job
	args []text.Text
	out  []byte
	stop bool // %b met \c
}

func (p *printer) put(t text.Text) bool {
	p.out = append(p.out, t...)
	return len(p.out) <= MaxOutput
}

func (p *printer) next() text.Text {
	if len(p.args) == 0 {
		return ""
	}
	t := p.args[0]
	p.args = p.args[1:]
	return t
}

// once goes through the format. false: something of it is not computed.
func (p *printer) once(format string) bool {
	for format != "" {
		lit, rest, found := strings.Cut(format, "%")
		// A backslash in front of the % belongs to the literal: \%.
		s, stop, ok := p.j.unescape(lit, inFormat)
		if !ok || stop || !p.put(text.Stream(s)) {
			return false
		}
		if !found {
			return true
		}
		if rest != "" && rest[0] == '%' {
			if !p.put("%") {
				return false
			}
			format = rest[1:]
			continue
		}
		flags := len(rest) - len(strings.TrimLeft(rest, "#- +0"))
		v := verb{flags: rest[:flags], width: -1, prec: -1}
		rest = rest[flags:]
		if v.width, rest, ok = p.size(rest, &v); !ok {
			return false
		}
		if strings.HasPrefix(rest, ".") {
			if v.prec, rest, ok = p.size(rest[1:], nil); !ok {
				return false
			}
			v.prec = max(v.prec, 0)
		}
		if rest == "" || !p.verb(v, rest[0]) {
			return false
		}
		if p.stop {
			return true
		}
		format = rest[1:]
	}
	return true
}

// verb is one conversion of a format, without its letter.
type verb struct {
	flags       string
	width, prec int // -1: none
}

// size reads a width or a precision: digits, or * for the next argument.
func (p *printer) size(s string, v *verb) (n int, rest string, ok bool) {
	if strings.HasPrefix(s, "*") {
		arg, ok := p.next().Exact()
		if !ok {
			return 0, "", false
		}
		n, ok := integer(arg, true)
		if v != nil && n < 0 {
			v.flags += "-"
			n = -n
		}
		return int(n), s[1:], ok && n >= 0 && n <= 1000
	}
	digits := len(s) - len(strings.TrimLeft(s, "0123456789"))
	if digits == 0 {
		return -1, s, true
	}
	n, ok = count(s[:digits])
	return n, s[digits:], ok && n <= 1000
}

func (p *printer) verb(v verb, letter byte) bool {
	gnu, dash := p.j.Shell == GNUEcho, p.j.Shell == DashEcho
	bare := v.flags == "" && v.width < 0 && v.prec < 0
	switch letter {
	case 's':
		t := p.next()
		s, ok := t.Exact()
		switch {
		case bare:
			return p.put(t)
		case !ok || !isASCII(s) || v.has('0') || v.has('#') || v.has('+') || v.has(' '):
			return false
		}
		return p.pad(v, v.cut(s))
	case 'b':
		if !bare || gnu && len(p.args) == 0 {
			return bare && p.put("")
		}
		for part := range p.next().Parts() {
			if part.Origin >= 0 {
				if !p.put(text.Unknown(byte(part.Origin))) {
					return false
				}
				continue
			}
			s, stop, ok := p.j.unescape(part.Lit, inB)
			if !ok || !p.put(text.Stream(s)) {
				return false
			}
			if stop {
				p.stop = true
				return true
			}
		}
		return true
	case 'c':
		s, ok := p.next().Exact()
		if !ok || !bare && (s == "" || v.prec >= 0) || !isASCII(s) || v.has('0') || v.has('#') || v.has('+') || v.has(' ') {
			return false
		}
		if s == "" {
			s = "\x00"
		}
		return p.pad(v, s[:1])
	case 'q':
		s, ok := p.next().Exact()
		if !ok || !bare || gnu || dash || p.j.Shell == ZshEcho {
			return false
		}
		q, ok := backslashed(s)
		return ok && p.put(text.Text(q))
	case 'd', 'i', 'u', 'o', 'x', 'X':
		t := p.next()
		if pidDigits(t) && bare && strings.IndexByte("diu", letter) >= 0 {
			return p.put(t)
		}
		s, ok := t.Exact()
		if !ok || s == "" && len(t) != 0 {
			return false
		}
		n, ok := integer(s, gnu || dash)
		return ok && p.pad(v, v.format(n, letter))
	}
	return false
}

func (v verb) has(flag byte) bool { return strings.IndexByte(v.flags, flag) >= 0 }

func (v verb) cut(s string) string {
	if v.prec >= 0 && v.prec < len(s) {
		return s[:v.prec]
	}
	return s
}

func (p *printer) pad(v verb, s string) bool {
	if blanks := v.width - len(s); blanks > 0 {
		if v.has('-') {
			s += strings.Repeat(" ", blanks)
		} else {
			s = strings.Repeat(" ", blanks) + s
		}
	}
	return p.put(text.Stream(s))
}

// format writes an integer as C's printf does.
func (v verb) format(n int64, letter byte) string {
	sign, digits := "", ""
	switch letter {
	case 'd', 'i':
		digits = strconv.FormatInt(n, 10)
		switch {
		case n < 0:
			sign, digits = "-", digits[1:]
		case v.has('+'):
			sign = "+"
		case v.has(' '):
			sign = " "
		}
	case 'u':
		digits = strconv.FormatUint(uint64(n), 10)
	case 'o':
		digits = strconv.FormatUint(uint64(n), 8)
	default:
		digits = strconv.FormatUint(uint64(n), 16)
		if n != 0 && v.has('#') {
			sign = "0x"
		}
	}
	if v.prec == 0 && n == 0 {
		digits = ""
	}
	if missing := v.prec - len(digits); missing > 0 {
		digits = strings.Repeat("0", missing) + digits
	}
	if letter == 'o' && v.has('#') && (digits == "" || digits[0] != '0') {
		digits = "0" + digits
	}
	if missing := v.width - len(sign) - len(digits); missing > 0 && v.prec < 0 && v.has('0') && !v.has('-') {
		digits = strings.Repeat("0", missing) + digits
	}
	if letter == 'X' {
		return strings.ToUpper(sign + digits)
	}
	return sign + digits
}

// integer reads the argument of a conversion of integers: decimal, 0x…, 0…,
// or a quote and a character. An empty one is 0 to bash and an error to others.
// Of what is no number the digits it starts with count.
func integer(s string, strict bool) (int64, bool) {
	if s == "" {
		return 0, !strict
	}
	if s[0] == '\'' || s[0] == '"' {
		if len(s) != 2 || s[1] >= 0x80 {
			return 0, false
		}
		return int64(s[1]), true
	}
	if s = strings.TrimLeft(s, " \t\n\v\f\r"); s == "" {
		return 0, true
	}
	digits := s
	if s[0] == '-' || s[0] == '+' {
		digits = s[1:]
	}
	base := 10
	switch {
	case len(digits) > 2 && digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X'):
		base, digits = 16, digits[2:]
	case len(digits) > 1 && digits[0] == '0':
		base, digits = 8, digits[1:]
	}
	n, used := int64(0), 0
	if len(digits) > 15 {
		return 0, false
	}
	for ; used < len(digits); used++ {
		d, ok := Number(digits[used:used+1], base, 1)
		if ok == 0 {
			break
		}
		n = n*int64(base) + int64(d)
	}
	if s[0] == '-' {
		n = -n
	}
	return n, true
}

// pidDigits reports whether a text is one pid that is not known.
func pidDigits(t text.Text) bool {
	o, ok := t.Mark()
	if !ok {
		return false
	}
	switch text.OriginKind(o) {
	case text.OriginSelf, text.OriginParent, text.OriginOwnShell, text.OriginJob:
		return true
	}
	return false
}

// backslashed is %q: a backslash before every character the shell would read.
func backslashed(s string) (string, bool) {
	if s == "" {
		return "''", true
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c < ' ' || c >= 0x7f:
			return "", false // bash writes $'…'
		case strings.IndexByte(" !\"$&'()*,;<>?[\\]^`{|}", c) >= 0,
			c == '#' && i == 0,
			c == '~' && (i == 0 || s[i-1] == ':' || s[i-1] == '='):
			b = append(b, '\\')
		}
		b = append(b, c)
	}
	return string(b), true
}
