package inline

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// nodeMarks are javascript's operators of more than one character.
const nodeMarks = ">>>= ... === !== **= <<= >>= >>> &&= ||= ??= => == != <= >= && || ?? ?. ++ -- += -= *= /= %= &= |= ^= << >> **"

// nodeToken finds the next token. A slash is a division here: where an
// expression begins, the grammar reads it again as a regular expression, as it
// does with the brace after which a template goes on.
func nodeToken(g *grammar) token {
	newline := nodeSpace(g)
	start := g.at
	t := token{newline: newline, pos: start, end: start}
	if start >= len(g.src) || g.bad {
		return t
	}
	c := g.src[start]
	switch {
	case isLetter(c) || c == '$' || c == '\\' || c == '#':
		t.kind = tokenName
		t.text, t.escaped = nodeName(g)
	case isDigit(c), c == '.' && start+1 < len(g.src) && isDigit(g.src[start+1]):
		t.kind, t.text = tokenNumber, nodeNumber(g)
	case c == '"' || c == '\'':
		t.kind, t.text = tokenText, nodeString(g, c)
	case c == '`':
		t.kind, t.text = tokenQuote, "`"
		g.at++
	default:
		t.kind, t.text = tokenMark, g.src[start:start+1]
		if m := longest(g.src[start:], nodeMarks); m != "" {
			t.text = m
		}
		if t.text == "?." && start+2 < len(g.src) && isDigit(g.src[start+2]) {
			t.text = "?" // a?.5:b
		}
		if strings.IndexByte("{}()[];,<>+-*/%&|^!~?:=.@", c) < 0 {
			g.bad = true
		}
		g.at += len(t.text)
	}
	t.end = g.at
	return t
}

// nodeSpace passes blanks and comments, and says whether a line ends in them.
func nodeSpace(g *grammar) (newline bool) {
	if g.at == 0 && strings.HasPrefix(g.src, "#!") {
		g.at = lineEnd(g.src, 0)
	}
	for g.at < len(g.src) {
		switch c := g.src[g.at]; {
		case c == '\n' || c == '\r':
			newline = true
			g.at++
		case c == ' ' || c == '\t' || c == '\v' || c == '\f':
			g.at++
		case c >= utf8.RuneSelf:
			r, n := utf8.DecodeRuneInString(g.src[g.at:])
			if r != 0xfeff && !unicode.IsSpace(r) && r != 0x2028 && r != 0x2029 {
				return newline
			}
			newline = newline || r == 0x2028 || r == 0x2029
			g.at += n
		case strings.HasPrefix(g.src[g.at:], "//"):
			g.at = lineEnd(g.src, g.at)
		case strings.HasPrefix(g.src[g.at:], "/*"):
			i := strings.Index(g.src[g.at+2:], "*/")
			if i < 0 {
				g.bad = true
				return newline
			}
			newline = newline || strings.ContainsAny(g.src[g.at:g.at+i+2], "\n\r\u2028\u2029")
			g.at += i + 4
		case strings.HasPrefix(g.src[g.at:], "<!--"):
			// A comment in a script, operators in a module.
			g.bad = true
			return newline
		default:
			return newline
		}
	}
	return newline
}

// lineEnd is where javascript ends the line.
func lineEnd(s string, from int) int {
	for i := from; i < len(s); i++ {
		if s[i] == '\n' || s[i] == '\r' || s[i] == 0xe2 && (strings.HasPrefix(s[i:], "\u2028") || strings.HasPrefix(s[i:], "\u2029")) {
			return i
		}
	}
	return len(s)
}

// nodeName reads an identifier, perhaps a #private one.
func nodeName(g *grammar) (name string, escaped bool) {
	start := g.at
	if g.src[g.at] == '#' {
		g.at++
	}
	var sb strings.Builder
	from := g.at
	for g.at < len(g.src) {
		c := g.src[g.at]
		if c == '\\' {
			sb.WriteString(g.src[from:g.at])
			r, n := nodeUnicode(g.src[g.at+1:])
			if n == 0 {
				g.bad = true
				return "", false
			}
			sb.WriteRune(r)
			g.at += 1 + n
			from, escaped = g.at, true
			continue
		}
		if c >= utf8.RuneSelf {
			r, n := utf8.DecodeRuneInString(g.src[g.at:])
			switch {
			case isHole(r):
				g.hole = true
			case !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.Mn, r) && !unicode.Is(unicode.Mc, r) && !unicode.Is(unicode.Nl, r) && !unicode.Is(unicode.Pc, r) && r != 0x200c && r != 0x200d:
				g.bad = g.at == from && sb.Len() == 0
				return sb.String() + g.src[from:g.at], escaped
			}
			g.at += n
			continue
		}
		if !isLetter(c) && !isDigit(c) && c != '$' {
			break
		}
		g.at++
	}
	if g.at == start || g.at == start+1 && g.src[start] == '#' {
		g.bad = true
	}
	if !escaped {
		return g.src[start:g.at], false
	}
	sb.WriteString(g.src[from:g.at])
	return sb.String(), true
}

// nodeUnicode reads what follows the backslash of \u0041 or \u{41}.
func nodeUnicode(s string) (rune, int) {
	if len(s) < 2 || s[0] != 'u' {
		return 0, 0
	}
	if s[1] == '{' {
		n := span(s[2:], isHex)
		if n == 0 || n > 8 || 2+n >= len(s) || s[2+n] != '}' {
			return 0, 0
		}
		v, err := strconv.ParseUint(s[2:2+n], 16, 32)
		if err != nil || v > unicode.MaxRune {
			return 0, 0
		}
		return rune(v), n + 3
	}
	if len(s) < 5 || span(s[1:5], isHex) != 4 {
		return 0, 0
	}
	v, _ := strconv.ParseUint(s[1:5], 16, 32)
	return rune(v), 5
}

// nodeNumber reads a number: its decimal digits where it is an integer.
func nodeNumber(g *grammar) string {
	s := g.src[g.at:]
	digits := func(from int) int {
		return from + span(s[from:], func(b byte) bool { return isDigit(b) || b == '_' })
	}
	n := digits(0)
	if n == 1 && s[0] == '0' && len(s) > 1 && strings.IndexByte("xXbBoO", s[1]) >= 0 {
		n = 2 + span(s[2:], func(b byte) bool { return isHex(b) || b == '_' })
	} else {
		if n < len(s) && s[n] == '.' && !(n > 1 && s[0] == '0') {
			n = digits(n + 1)
		}
		if n < len(s) && s[n]|0x20 == 'e' {
			k := n + 1
			if k < len(s) && (s[k] == '+' || s[k] == '-') {
				k++
			}
			if d := digits(k); d > k {
				n = d
			}
		}
	}
	text := strings.ReplaceAll(s[:n], "_", "")
	if n < len(s) && s[n] == 'n' {
		n++
	}
	g.at += n
	if n < len(s) && (isLetter(s[n]) || s[n] == '$') {
		g.bad = true
	}
	if v, err := strconv.ParseUint(text, 0, 64); err == nil {
		return strconv.FormatUint(v, 10)
	}
	if f, err := strconv.ParseFloat(text, 64); err == nil {
		return strconv.FormatFloat(f, 'f', -1, 64)
	}
	return text
}

// nodeString reads a quoted string and gives its value.
func nodeString(g *grammar, quote byte) string {
	g.at++
	start := g.at
	i := start
	for i < len(g.src) && g.src[i] != quote {
		switch g.src[i] {
		case '\\':
			i++
			if strings.HasPrefix(g.src[min(i, len(g.src)):], "\r\n") {
				i++
			}
		case '\n', '\r':
			g.bad = true
			return ""
		}
		i++
	}
	if i >= len(g.src) {
		g.bad = true
		return ""
	}
	raw := g.src[start:i]
	g.at = i + 1
	g.noteHole(raw)
	value, ok := nodeEscapes(raw)
	if !ok {
		g.bad = true
	}
	return value
}

// nodeEscapes gives the value of the inside of a string or template.
func nodeEscapes(s string) (string, bool) {
	if strings.IndexByte(s, '\\') < 0 {
		return s, true
	}
	var sb strings.Builder
	high := rune(0) // the first half of a character given in two
	for i := 0; i < len(s); {
		if s[i] != '\\' {
			k := strings.IndexByte(s[i:], '\\')
			if k < 0 {
				k = len(s) - i
			}
			sb.WriteString(s[i : i+k])
			i += k
			continue
		}
		if i+1 >= len(s) {
			return "", false
		}
		switch c := s[i+1]; {
		case c == 'u':
			r, n := nodeUnicode(s[i+1:])
			if n == 0 {
				return "", false
			}
			i += 1 + n
			switch {
			case r >= 0xd800 && r < 0xdc00:
				high = r
				if strings.HasPrefix(s[i:], "\\u") {
					continue
				}
			case r >= 0xdc00 && r < 0xe000 && high != 0:
				r = (high-0xd800)<<10 + (r - 0xdc00) + 0x10000
			}
			high = 0
			sb.WriteRune(r)
			continue
		case c == 'x':
			if i+4 > len(s) || span(s[i+2:i+4], isHex) != 2 {
				return "", false
			}
			v, _ := strconv.ParseUint(s[i+2:i+4], 16, 8)
			sb.WriteRune(rune(v))
			i += 4
		case c >= '0' && c <= '7':
			n := 1
			for n < 3 && i+1+n < len(s) && s[i+1+n] >= '0' && s[i+1+n] <= '7' {
				n++
			}
			v, _ := strconv.ParseUint(s[i+1:i+1+n], 8, 16)
			if v > 255 {
				n--
				v >>= 3
			}
			sb.WriteRune(rune(v))
			i += 1 + n
		case c == '\r' && strings.HasPrefix(s[i+1:], "\r\n"):
			i += 3
		case c == '\n' || c == '\r':
			i += 2
		case strings.HasPrefix(s[i+1:], "\u2028") || strings.HasPrefix(s[i+1:], "\u2029"):
			i += 4
		default:
			if k := strings.IndexByte("nrtbvf", c); k >= 0 {
				sb.WriteByte("\n\r\t\b\v\f"[k])
			} else {
				sb.WriteByte(c)
			}
			i += 2
		}
	}
	return sb.String(), true
}

// nodeRegex reads the token that begins with a slash again, as a regular
// expression.
func nodeRegex(g *grammar) *tree {
	start := g.tok.pos
	i := start + 1
	class := false
	for ; i < len(g.src); i++ {
		c := g.src[i]
		if c == '\n' || c == '\r' {
			break
		}
		if c == '\\' {
			i++
			continue
		}
		if c == '[' {
			class = true
		} else if c == ']' {
			class = false
		} else if c == '/' && !class {
			break
		}
	}
	if i >= len(g.src) || g.src[i] != '/' {
		g.fail()
		return g.empty()
	}
	pattern := g.src[start+1 : i]
	g.noteHole(pattern)
	i++
	i += span(g.src[i:], func(b byte) bool { return isLetter(b) || isDigit(b) })
	g.at = i
	g.tok.end = i
	g.next()
	return g.node(fRegex, start, pattern)
}

// nodeTemplate reads a template from its first quote.
func nodeTemplate(g *grammar) *tree {
	pos := g.tok.pos
	t := &tree{form: fTemplate, pos: int32(pos)}
	i := g.tok.end
	for !g.bad {
		from := i
		for i < len(g.src) && g.src[i] != '`' && !strings.HasPrefix(g.src[i:], "${") {
			if g.src[i] == '\\' {
				i++
			}
			i++
		}
		if i >= len(g.src) {
			g.fail()
			break
		}
		raw := g.src[from:i]
		g.noteHole(raw)
		value, ok := nodeEscapes(strings.ReplaceAll(raw, "\r\n", "\n"))
		if !ok {
			value = raw // an error, unless a tag wants it raw
		}
		t.kids = append(t.kids, &tree{form: fText, pos: int32(from), end: int32(i), text: value})
		g.at = i + 1
		if g.src[i] == '`' {
			g.tok.end = g.at
			g.next()
			break
		}
		g.at++
		g.next()
		t.kids = append(t.kids, nodeSequence(g))
		if !g.is("}") {
			g.fail()
			break
		}
		i = g.tok.end
	}
	t.end = int32(g.last)
	return t
}
