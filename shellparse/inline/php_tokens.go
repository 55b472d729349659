package inline

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// phpMarks are php's operators of more than one character.
const phpMarks = "<=> **= ... <<= >>= === !== ??= ?-> ++ -- -> => :: == != <> <= >= && || ?? += -= *= /= .= %= &= |= ^= << >> ** #["

// phpCasts are the types that in parentheses are an operator.
const phpCasts = "int integer float double real string binary array object bool boolean unset"

func phpToken(g *grammar) token {
	if g.html {
		return phpHTML(g)
	}
	newline := phpSpace(g)
	start := g.at
	t := token{newline: newline, pos: start, end: start}
	if start >= len(g.src) || g.bad {
		return t
	}
	s := g.src[start:]
	c := s[0]
	switch {
	case strings.HasPrefix(s, "?>"):
		t.kind, t.text = tokenMark, ";"
		g.at += 2
		if strings.HasPrefix(g.src[g.at:], "\n") {
			g.at++
		}
		g.html = true
	case c == '$' && len(s) > 1 && isLetter(s[1]):
		n := 1 + span(s[1:], isWordByte)
		t.kind, t.text = tokenVar, s[1:n]
		g.noteHole(t.text)
		g.at += n
	case (c|0x20 == 'b') && len(s) > 1 && (s[1] == '\'' || s[1] == '"'):
		g.at++
		t = phpToken(g)
		t.pos = start
		return t
	case isLetter(c), c == '\\' && len(s) > 1 && isLetter(s[1]):
		n := 1 + span(s[1:], func(b byte) bool { return isWordByte(b) || b == '\\' })
		t.kind, t.text = tokenName, s[:n]
		g.noteHole(t.text)
		g.at += n
	case isDigit(c), c == '.' && len(s) > 1 && isDigit(s[1]):
		t.kind, t.text = tokenNumber, phpNumber(g)
	case c == '\'':
		t.kind, t.text = tokenText, phpSingle(g)
	case c == '"' || c == '`':
		t.kind, t.text = tokenQuote, s[:1]
		g.at++
	case strings.HasPrefix(s, "<<<"):
		t.kind, t.text = tokenQuote, "<<<"
		g.at += 3
	default:
		t.kind, t.text = tokenMark, s[:1]
		if m := longest(s, phpMarks); m != "" {
			t.text = m
		} else if c == '(' {
			t.text = phpCast(s)
		}
		g.at += len(t.text)
		if t.text[0] == '(' && len(t.text) > 1 {
			t.text = "(" + strings.ToLower(strings.Trim(t.text, "() \t")) + ")"
		}
		if strings.IndexByte("{}()[];,<>+-*/%&|^!~?:=.@$#", c) < 0 {
			g.bad = true
		}
	}
	t.end = g.at
	return t
}

// phpCast gives a whole cast such as "( string )", or the bracket alone.
func phpCast(s string) string {
	n := 1 + span(s[1:], isBlank)
	m := n + span(s[n:], isLetter)
	e := m + span(s[m:], isBlank)
	if m > n && e < len(s) && s[e] == ')' && hasWord(phpCasts, strings.ToLower(s[n:m])) {
		return s[:e+1]
	}
	return "("
}

func isBlank(b byte) bool { return b == ' ' || b == '\t' }

func isWordByte(b byte) bool { return isLetter(b) || isDigit(b) }

// phpHTML gives what stands outside of <?php … ?>. <?= begins an echo.
func phpHTML(g *grammar) token {
	start := g.at
	t := token{kind: tokenHTML, pos: start}
	i := strings.Index(g.src[start:], "<?")
	for i >= 0 {
		tag := g.src[start+i:]
		switch {
		case strings.HasPrefix(tag, "<?="):
			g.html = false
			g.at = start + i + 3
			t.text, t.end = "<?=", g.at
			return t
		case len(tag) >= 5 && strings.EqualFold(tag[:5], "<?php") && (len(tag) == 5 || strings.IndexByte(" \t\r\n", tag[5]) >= 0):
			g.html = false
			g.at = start + i + 5
			t.end = g.at
			return t
		case !strings.HasPrefix(tag, "<?xml"): // code where php is set to read short tags
			g.html = false
			g.at = start + i + 2
			t.end = g.at
			return t
		}
		k := strings.Index(tag[2:], "<?")
		if k < 0 {
			break
		}
		i += 2 + k
	}
	g.noteHole(g.src[start:])
	g.at = len(g.src)
	g.html = false
	t.end = g.at
	if start == len(g.src) {
		t.kind = tokenEnd
	}
	return t
}

// phpSpace passes blanks and comments.
func phpSpace(g *grammar) (newline bool) {
	for g.at < len(g.src) {
		s := g.src[g.at:]
		switch c := s[0]; {
		case c == '\n' || c == '\r':
			newline = true
			g.at++
		case c == ' ' || c == '\t' || c == '\v' || c == '\f':
			g.at++
		case c == '#' && !strings.HasPrefix(s, "#["), strings.HasPrefix(s, "//"):
			n := strings.IndexAny(s, "\r\n")
			if n < 0 {
				n = len(s)
			}
			if k := strings.Index(s[:n], "?>"); k >= 0 {
				n = k
			}
			g.at += n
		case strings.HasPrefix(s, "/*"):
			i := strings.Index(s[2:], "*/")
			if i < 0 {
				g.bad = true // php warns and goes on; nothing is left to run
				return newline
			}
			g.at += i + 4
		default:
			return newline
		}
	}
	return newline
}

func phpNumber(g *grammar) string {
	s := g.src[g.at:]
	n := span(s, func(b byte) bool { return isDigit(b) || b == '_' })
	switch {
	case n == 1 && s[0] == '0' && len(s) > 1 && strings.IndexByte("xXbBoO", s[1]) >= 0:
		n = 2 + span(s[2:], func(b byte) bool { return isHex(b) || b == '_' })
	default:
		if n < len(s) && s[n] == '.' && !strings.HasPrefix(s[n:], "...") {
			n += 1 + span(s[n+1:], func(b byte) bool { return isDigit(b) || b == '_' })
		}
		if n < len(s) && s[n]|0x20 == 'e' {
			k := n + 1
			if k < len(s) && (s[k] == '+' || s[k] == '-') {
				k++
			}
			if d := span(s[k:], isDigit); d > 0 {
				n = k + d
			}
		}
	}
	g.at += n
	text := strings.ReplaceAll(s[:n], "_", "")
	if v, err := strconv.ParseUint(text, 0, 64); err == nil {
		return strconv.FormatUint(v, 10)
	}
	return text
}

// phpSingle reads a string in single quotes.
func phpSingle(g *grammar) string {
	g.at++
	i := g.at
	for i < len(g.src) && g.src[i] != '\'' {
		if g.src[i] == '\\' {
			i++
		}
		i++
	}
	if i >= len(g.src) {
		g.bad = true
		return ""
	}
	raw := g.src[g.at:i]
	g.at = i + 1
	g.noteHole(raw)
	if strings.IndexByte(raw, '\\') < 0 {
		return raw
	}
	var sb strings.Builder
	for k := 0; k < len(raw); k++ {
		if raw[k] == '\\' && k+1 < len(raw) && (raw[k+1] == '\\' || raw[k+1] == '\'') {
			k++
		}
		sb.WriteByte(raw[k])
	}
	return sb.String()
}

// phpEscapes gives the value of a stretch of a string in double quotes.
func phpEscapes(s string, quote byte) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var sb strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			sb.WriteByte(s[i])
			continue
		}
		i++
		switch c := s[i]; {
		case strings.IndexByte("nrtvef", c) >= 0:
			sb.WriteByte("\n\r\t\v\x1b\f"[strings.IndexByte("nrtvef", c)])
		case c == '\\' || c == '$' || c == quote:
			sb.WriteByte(c)
		case c >= '0' && c <= '7':
			n := span(s[i:min(i+3, len(s))], func(b byte) bool { return b >= '0' && b <= '7' })
			v, _ := strconv.ParseUint(s[i:i+n], 8, 16)
			sb.WriteByte(byte(v))
			i += n - 1
		case c == 'x' && i+1 < len(s) && isHex(s[i+1]):
			n := span(s[i+1:min(i+3, len(s))], isHex)
			v, _ := strconv.ParseUint(s[i+1:i+1+n], 16, 16)
			sb.WriteByte(byte(v))
			i += n
		case c == 'u' && i+1 < len(s) && s[i+1] == '{':
			n := span(s[i+2:], isHex)
			v, err := strconv.ParseUint(s[i+2:i+2+n], 16, 32)
			if err == nil && v <= utf8.MaxRune && i+2+n < len(s) && s[i+2+n] == '}' {
				sb.WriteRune(rune(v))
				i += n + 2
				continue
			}
			sb.WriteString("\\u")
		default:
			sb.WriteByte('\\')
			sb.WriteByte(c)
		}
	}
	return sb.String()
}

// phpHeredoc reads <<<EOT … EOT. Its inside is read as a text of its own,
// since the indent of the closing line is taken off first.
func phpHeredoc(g *grammar) *tree {
	pos := g.tok.pos
	i := g.tok.end
	i += span(g.src[i:], isBlank)
	quote := byte(0)
	if i < len(g.src) && (g.src[i] == '\'' || g.src[i] == '"') {
		quote = g.src[i]
		i++
	}
	n := span(g.src[i:], isWordByte)
	label := g.src[i : i+n]
	i += n
	if quote != 0 && i < len(g.src) && g.src[i] == quote {
		i++
	}
	eol := strings.IndexByte(g.src[i:], '\n')
	if label == "" || eol < 0 || strings.TrimSpace(g.src[i:i+eol]) != "" {
		g.fail()
		return g.empty()
	}
	start := i + eol + 1
	for line := start; ; {
		indent := span(g.src[line:], isBlank)
		if rest := g.src[line+indent:]; strings.HasPrefix(rest, label) && (len(rest) == len(label) || !isWordByte(rest[len(label)])) {
			g.at = line + indent + len(label)
			body := strings.TrimSuffix(strings.TrimSuffix(g.src[start:max(start, line)], "\n"), "\r")
			g.noteHole(body)
			g.tok.end = g.at
			end := g.at
			g.next()
			t := &tree{form: fText, text: dedent(body, indent), pos: int32(pos), end: int32(end)}
			if quote != '\'' {
				inner := &grammar{src: t.text, scan: phpToken, unary: phpUnary, prec: phpPrec, depth: g.depth + 1, steps: g.steps}
				t = phpParts(inner, 0, 0)
				g.steps = inner.steps
				if inner.bad || inner.depth > maxNesting {
					g.fail()
				}
				t.place(int32(pos), int32(end))
			}
			return t
		}
		k := strings.IndexByte(g.src[line:], '\n')
		if k < 0 {
			g.fail()
			return g.empty()
		}
		line += k + 1
	}
}

// place gives all of a tree one place.
func (t *tree) place(pos, end int32) {
	t.pos, t.end = pos, end
	for _, k := range t.kids {
		k.place(pos, end)
	}
}

func dedent(s string, n int) string {
	if n == 0 {
		return s
	}
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		lines[i] = l[min(n, span(l, isBlank)):]
	}
	return strings.Join(lines, "\n")
}

// phpParts reads the inside of a string with code in it, from a place to the
// quote; with no quote, to the end of the text.
func phpParts(g *grammar, i int, quote byte) *tree {
	t := &tree{form: fTemplate, pos: int32(i)}
	from := i
	flush := func(to int) {
		if to > from {
			g.noteHole(g.src[from:to])
			t.kids = append(t.kids, &tree{form: fText, pos: int32(from), end: int32(to), text: phpEscapes(g.src[from:to], quote)})
		}
	}
	for !g.bad {
		if i >= len(g.src) {
			if quote != 0 {
				g.fail()
				break
			}
			flush(len(g.src))
			return t
		}
		c := g.src[i]
		rest := g.src[i+1:]
		switch {
		case c == quote && quote != 0:
			flush(i)
			g.at = i + 1
			g.tok.end = g.at
			g.next()
			t.end = int32(g.last)
			return t
		case c == '\\':
			i += 2
		case c == '{' && strings.HasPrefix(rest, "$"), c == '$' && strings.HasPrefix(rest, "{"):
			flush(i)
			g.at = i + 1
			if c == '$' {
				g.at++
			}
			g.next()
			var e *tree
			if c == '$' && g.tok.kind == tokenName { // ${name} and ${name[0]}
				g.tok.kind = tokenVar
				e = phpExpr(g)
			} else if e = phpExpr(g); c == '$' {
				e = g.node(fVarVar, i, "", e)
			}
			t.kids = append(t.kids, e)
			if !g.is("}") {
				g.fail()
				break
			}
			i = g.tok.end
			from = i
		case c == '$' && rest != "" && isLetter(rest[0]):
			flush(i)
			n := span(rest, isWordByte)
			e := &tree{form: fVar, pos: int32(i), end: int32(i + 1 + n), text: rest[:n]}
			g.noteHole(rest[:n])
			i += 1 + n
			e, i = phpSimple(g, e, i)
			t.kids = append(t.kids, e)
			from = i
		default:
			i++
		}
	}
	return t
}

// phpSimple reads the one subscript or member that may follow a variable in a
// string without braces.
func phpSimple(g *grammar, e *tree, i int) (*tree, int) {
	s := g.src[i:]
	if strings.HasPrefix(s, "->") && len(s) > 2 && isLetter(s[2]) {
		n := 2 + span(s[2:], isWordByte)
		return &tree{form: fMember, pos: e.pos, end: int32(i + n), text: s[2:n], kids: []*tree{e}}, i + n
	}
	if !strings.HasPrefix(s, "[") {
		return e, i
	}
	n := strings.IndexByte(s, ']')
	if n < 0 {
		g.fail()
		return e, i
	}
	g.noteHole(s[:n])
	key := &tree{form: fText, pos: int32(i + 1), end: int32(i + n), text: strings.Trim(s[1:n], "'")}
	if strings.HasPrefix(key.text, "$") {
		key.form, key.text = fVar, key.text[1:]
	}
	return &tree{form: fIndex, pos: e.pos, end: int32(i + n + 1), kids: []*tree{e, key}}, i + n + 1
}
