package inline

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// str reads a string literal whose prefix begins at start and whose quote is
// at l.i.
func (l *pyLexer) str(start int) {
	prefix := strings.ToLower(l.code[start:l.i])
	raw := strings.Contains(prefix, "r")
	isBytes := strings.Contains(prefix, "b")
	quote := l.code[l.i : l.i+1]
	if strings.HasPrefix(l.code[l.i:], quote+quote+quote) {
		quote = l.code[l.i : l.i+3]
	}
	l.i += len(quote)
	if strings.ContainsAny(prefix, "ft") {
		parts := l.pieces(quote, raw, false)
		l.i = min(l.i+len(quote), len(l.code))
		l.push(pyToken{kind: pyFString, parts: parts, pos: start, end: l.i})
		return
	}
	body := l.i
	for l.i < len(l.code) && !strings.HasPrefix(l.code[l.i:], quote) {
		switch l.code[l.i] {
		case '\\':
			l.i++
		case '\n':
			if len(quote) == 1 {
				l.bad = true
				return
			}
		}
		l.i++
	}
	if l.i >= len(l.code) {
		l.i = len(l.code)
		l.bad = true
		return
	}
	text := l.code[body:l.i]
	l.i += len(quote)
	l.push(pyToken{kind: pyString, bytes: isBytes, value: l.unescape(text, raw, isBytes), pos: start, end: l.i})
}

// pieces reads the inside of an f-string up to its quote, or of a format after
// its colon up to the brace.
func (l *pyLexer) pieces(quote string, raw, format bool) []pyPiece {
	var out []pyPiece
	text := l.i
	flush := func() {
		if l.i > text {
			out = append(out, pyPiece{lit: l.unescape(l.code[text:l.i], raw, false)})
		}
	}
	l.nest++
	defer func() { l.nest-- }()
	if l.nest > 16 {
		l.bad = true
	}
	for !l.bad && l.i < len(l.code) {
		switch c := l.code[l.i]; {
		case !format && strings.HasPrefix(l.code[l.i:], quote), format && c == '}':
			flush()
			return out
		case c == '\n' && len(quote) == 1:
			l.bad = true
		case c == '\\' && !raw && strings.HasPrefix(l.code[l.i+1:], "N{"):
			n := strings.IndexByte(l.code[l.i:], '}')
			if n < 0 {
				l.bad = true
				return out
			}
			l.i += n + 1
		case c == '\\' && l.i+1 < len(l.code) && l.code[l.i+1] != '{' && l.code[l.i+1] != '}':
			l.i += 2
		case c == '{' && !format && strings.HasPrefix(l.code[l.i:], "{{"), c == '}' && strings.HasPrefix(l.code[l.i:], "}}"):
			l.i++
			flush()
			l.i++
			text = l.i
		case c == '{':
			flush()
			l.i++
			out = append(out, l.field(quote, raw))
			text = l.i
		case c == '}':
			l.bad = true
		default:
			l.i++
		}
	}
	l.bad = true
	return out
}

// field reads an expression in the braces of an f-string, to behind the brace.
func (l *pyLexer) field(quote string, raw bool) pyPiece {
	in := pyLexer{r: l.r, code: l.code, i: l.i, inner: true, nest: l.nest}
	for !in.bad && in.blanks() {
		c := l.code[in.i]
		if in.depth == 0 && (c == '}' || c == ':' || c == '!' && !strings.HasPrefix(l.code[in.i:], "!=")) {
			break
		}
		in.token()
	}
	if in.i >= len(l.code) {
		in.bad = true
	}
	p := pyPiece{plain: true}
	if n := len(in.toks); n > 0 && in.toks[n-1].text == "=" && in.toks[n-1].kind == pyOp {
		in.toks = in.toks[:n-1]
		p.prefix, p.plain = l.code[l.i:in.i], false
	}
	in.add(pyEOF, in.i)
	p.expr = in.toks
	l.i, l.holed, l.strange = in.i, l.holed || in.holed, l.strange || in.strange
	if in.bad || len(in.toks) == 1 {
		l.bad = true
		return p
	}
	if l.code[l.i] == '!' {
		l.i++
		p.plain = p.plain && strings.HasPrefix(l.code[l.i:], "s")
		for l.i < len(l.code) && (isPyStart(l.code[l.i]) || l.code[l.i] == ' ') {
			l.i++
		}
	}
	if l.i < len(l.code) && l.code[l.i] == ':' {
		l.i++
		spec := l.pieces(quote, raw, true)
		if len(spec) > 0 {
			s, ok := spec[0].lit.Exact()
			p.plain = p.plain && len(spec) == 1 && ok && (s == "s" || s == "d")
			for _, x := range spec {
				if x.expr != nil { // a width may be computed
					p.plain = false
				}
			}
		}
	}
	if l.i >= len(l.code) || l.code[l.i] != '}' {
		l.bad = true
		return p
	}
	l.i++
	return p
}

// unescape is the value of a literal's text. A character named in a way that
// is not known here is an unknown part.
func (l *pyLexer) unescape(s string, raw, isBytes bool) Value {
	if hasHole(s) {
		l.holed = true
	}
	if raw || strings.IndexByte(s, '\\') < 0 {
		return lit(s)
	}
	var sb strings.Builder
	var out []Value
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			sb.WriteByte(s[i])
			continue
		}
		i++
		c := s[i]
		if k := strings.IndexByte("abfnrtv\\'\"", c); k >= 0 {
			sb.WriteByte("\a\b\f\n\r\t\v\\'\""[k])
			continue
		}
		digits := 0
		switch c {
		case '\n':
			continue
		case '\r':
			if i+1 < len(s) && s[i+1] == '\n' {
				i++
			}
			continue
		case 'x':
			digits = 2
		case 'u':
			digits = 4
		case 'U':
			digits = 8
		case 'N':
			if end := strings.IndexByte(s[i:], '}'); end > 0 && strings.HasPrefix(s[i:], "N{") && !isBytes {
				if r := pyNamed(s[i+2 : i+end]); r != 0 {
					sb.WriteByte(r)
				} else {
					out = append(out, lit(sb.String()), unknown())
					sb.Reset()
				}
				i += end
				continue
			}
		}
		switch {
		case c >= '0' && c <= '7':
			n := 1
			for n < 3 && i+n < len(s) && s[i+n] >= '0' && s[i+n] <= '7' {
				n++
			}
			v, _ := strconv.ParseUint(s[i:i+n], 8, 32)
			sb.WriteString(pyChar(v, isBytes))
			i += n - 1
		case digits > 0 && (digits == 2 || !isBytes) && i+digits < len(s):
			v, err := strconv.ParseUint(s[i+1:i+1+digits], 16, 32)
			if err != nil {
				l.bad = true
				return unknown()
			}
			sb.WriteString(pyChar(v, isBytes))
			i += digits
		case digits > 0 && (digits == 2 || !isBytes):
			l.bad = true
			return unknown()
		default:
			sb.WriteByte('\\')
			sb.WriteByte(c)
		}
	}
	return join(append(out, lit(sb.String()))...)
}

// pyChar is a character of a string, or one byte of a bytes literal.
func pyChar(v uint64, isBytes bool) string {
	if isBytes {
		return string([]byte{byte(v)})
	}
	return string(rune(v))
}

// pyNamed knows the names of letters that a command is written with.
func pyNamed(name string) byte {
	name = strings.ToUpper(name)
	if s, ok := strings.CutPrefix(name, "LATIN SMALL LETTER "); ok && len(s) == 1 {
		return s[0] | 0x20
	}
	if s, ok := strings.CutPrefix(name, "LATIN CAPITAL LETTER "); ok && len(s) == 1 {
		return s[0]
	}
	switch name {
	case "SPACE":
		return ' '
	case "SOLIDUS":
		return '/'
	case "HYPHEN-MINUS":
		return '-'
	case "LOW LINE":
		return '_'
	case "FULL STOP":
		return '.'
	}
	return 0
}

// hasHole reports whether a hole of the shell text stands in s.
func hasHole(s string) bool {
	for i := 0; i < len(s); {
		k := strings.IndexByte(s[i:], 0xf3) // how the plane of holes begins in UTF-8
		if k < 0 {
			return false
		}
		i += k
		r, n := utf8.DecodeRuneInString(s[i:])
		if r >= Hole && r < Hole+4096 {
			return true
		}
		i += n
	}
	return false
}
