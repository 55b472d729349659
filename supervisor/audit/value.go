package audit

import "strings"

// value hides the value that starts at k and returns where it ends: with the
// shell word, or before end where that is set, the quote (perhaps escaped)
// that closes a quotation begun before k.
//
// Quotes are followed too roughly to trust them with code: what looks like the
// next command ends a value in them all the same.
func (m *masker) value(k int, end string) int {
	s := m.s
	if m.quote == 0 && strings.HasPrefix(s[k:], "$'") {
		k++
	}
	if strings.HasPrefix(s[k+quoteLen(s[k:]):], "-----BEGIN ") {
		return k // a block of many lines, which privateKey knows
	}
	from := k
	q := "" // what closes the quotation opened within the value
	delimiter := m.delimiter(k)
	// leave ends the value before its quotation has ended.
	leave := func(i int) int {
		m.hide(from, i)
		if m.quote == 0 && len(q) == 1 {
			m.quote, m.ansi = q[0], false
		}
		return i
	}
	for i := k; i < len(s); {
		c := s[i]
		switch {
		case end != "" && strings.HasPrefix(s[i:], end),
			q == "" && end == "" && endsWord(c),
			c == m.quote && c != 0,
			c == delimiter && c != 0:
			m.hide(from, i)
			return i
		case q != "" && strings.HasPrefix(s[i:], q):
			m.hide(from, i)
			i += len(q)
			from, q = i, ""
			continue
		case nextCommand(s, i):
			return leave(i)
		case q == "" && end == "" && m.closed(i, i == k):
			m.hide(from, i)
			q = s[i : i+quoteLen(s[i:])]
			i += len(q)
			from = i
			continue
		case c == '\\' && i+1 < len(s) && q == "" && strings.IndexByte(";|&`$(", s[i+1]) >= 0:
			return leave(i) // it separates commands in the shell that is given this
		case c == '\\' && i+1 < len(s) && (q != "'" || m.quote != 0):
			i += 2
			continue
		case (c == '$' || c == '`') && (q != "'" || m.quote != 0):
			if n := variable(s[i:]); n > 0 {
				m.hide(from, i)
				i += n
				from = i
				continue
			}
			if c == '`' || i+1 < len(s) && (s[i+1] == '(' || s[i+1] == '{') {
				return leave(i) // a command, scanned for secrets of its own
			}
		}
		i++
	}
	m.hide(min(from, len(s)), len(s))
	return len(s)
}

// nextCommand reports whether s[i] could start a new command: it is a newline,
// or a separator beside a blank.
func nextCommand(s string, i int) bool {
	switch s[i] {
	case '\n':
		return true
	case ';', '|', '&':
		return i+1 < len(s) && (isSpace(s[i+1]) || s[i+1] == s[i]) || isSpace(s[i-1])
	}
	return false
}

// closed reports whether s[i:] opens a quotation that ends within the one
// around it. A value that is already under way goes on only into a quotation
// without white space: the quote might as well end what is around us.
func (m *masker) closed(i int, first bool) bool {
	n := quoteLen(m.s[i:])
	if n == 0 || n == 2 && m.quote != '"' { // \" is a letter outside of quotes
		return false
	}
	q := m.s[i : i+n]
	for i += n; i < len(m.s); i++ {
		switch c := m.s[i]; {
		case strings.HasPrefix(m.s[i:], q):
			return true
		case c == m.quote && c != 0, !first && endsWord(c):
			return false
		case c == '\\' && q != "'":
			i++
		}
	}
	return false
}
