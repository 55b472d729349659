package tiers

import "strings"

// withoutStrings is code with its comments left out and its strings left
// empty; text that a string computes stays. Code that can be taken apart in
// more than one way, or that spells names in other characters than they have,
// is not: ok is false then.
func withoutStrings(lang, code string) (rest string, ok bool) {
	python := lang == "python" || lang == ".py"
	switch {
	case lang == "awk":
		return code, true // its strings are looked through as well
	case lang == ".rs" && (strings.Contains(code, `r"`) || strings.Contains(code, `r#`)),
		lang == ".kt" && strings.Contains(code, "$"), lang == ".kts" && strings.Contains(code, "$"),
		lang == ".java" && strings.Contains(code, `\u`),
		(lang == ".c" || lang == ".cc" || lang == ".cpp") && strings.Contains(code, `R"`),
		lang == "node" && (strings.Contains(code, "<!--") || strings.Contains(code, "-->")),
		!python && strings.Contains(code, `"""`):
		return "", false
	}
	var sb strings.Builder
	sb.Grow(len(code))
	for i := 0; i < len(code); {
		n := 0
		switch b := code[i]; {
		case b >= 0x80 || b == '\\' && !(python && (strings.HasPrefix(code[i:], "\\\n") || strings.HasPrefix(code[i:], "\\\r\n"))):
			return "", false
		case python && b == '#', !python && strings.HasPrefix(code[i:], "//"):
			if n = strings.IndexByte(code[i:], '\n'); n < 0 {
				n = len(code) - i
			}
			if !python && strings.HasSuffix(strings.TrimRight(code[i:i+n], "\r"), `\`) {
				return "", false // C goes on with the comment
			}
			i += n
			sb.WriteByte(' ')
			continue
		case !python && strings.HasPrefix(code[i:], "/*"):
			if n = strings.Index(code[i+2:], "*/"); n < 0 || lang == ".rs" && strings.Contains(code[i+2:i+2+n], "/*") {
				return "", false
			}
			i += n + 4
			sb.WriteByte(' ')
			continue
		case lang == "node" && b == '/':
			if n = patternLen(sb.String(), code[i:]); n == 0 {
				return "", false
			}
			i += n
			sb.WriteByte(' ')
			continue
		case b == '"' || b == '\'' || b == '`' && !python:
			if n = stringLen(lang, code[i:]); n == 0 || b == '\'' && lang[:2] == ".c" && i > 0 && identByte(code[i-1]) { // C++: 1'000
				return "", false
			}
			switch {
			case computedString(python, code[:i], b):
				if lang != ".go" && !bracesClose(code[i+1:i+n], python) {
					return "", false
				}
				sb.WriteByte(' ')
				sb.WriteString(code[i+1 : i+n])
				sb.WriteByte(' ')
			case n > 1:
				sb.WriteString(`""`)
			default:
				sb.WriteByte(b) // a lifetime of Rust
			}
			i += n
			continue
		}
		sb.WriteByte(code[i])
		i++
	}
	return sb.String(), true
}

// computedString reports whether a string that stands behind this code may
// hold code itself: python's f"{x}", and what stands between backquotes in
// javascript.
func computedString(python bool, before string, quote byte) bool {
	if quote == '`' {
		return true // Go's holds none, and its words only make it ask
	}
	if !python {
		return false
	}
	for i := len(before); i > 0 && identByte(before[i-1]); i-- {
		if b := before[i-1] | 0x20; b == 'f' || b == 't' {
			return true
		}
	}
	return false
}

// stringLen is how long the string is that code begins with, quotes included;
// 0 where it has no end.
func stringLen(lang, code string) int {
	q := code[0]
	if lang == "python" || lang == ".py" {
		if triple := code[:1] + code[:1] + code[:1]; strings.HasPrefix(code, triple) {
			for i := 3; i < len(code); i++ {
				if code[i] == '\\' {
					i++
				} else if strings.HasPrefix(code[i:], triple) {
					return i + 3
				}
			}
			return 0
		}
	}
	if q == '\'' && lang == ".rs" && !strings.HasPrefix(code, `'\`) && !(len(code) > 2 && code[2] == '\'') {
		return 1
	}
	for i := 1; i < len(code); i++ {
		switch {
		case code[i] == q:
			return i + 1
		case code[i] == '\\' && !(q == '`' && lang == ".go"):
			i++
		case code[i] == '\n' && q != '`' && lang != ".rs":
			return 0
		}
	}
	return 0
}

// patternLen is how long the pattern is that code begins with, or 1 where the
// slash divides; 0 where it may be either and that matters.
func patternLen(before, code string) int {
	before = strings.TrimRight(before, " \t\r\n")
	if before != "" && strings.IndexByte("(,=:[&|?{;", before[len(before)-1]) < 0 {
		for i := 1; i < len(code) && code[i] != '\n'; i++ {
			if strings.IndexByte("'\"`[/", code[i]) >= 0 {
				return 0
			}
		}
		return 1
	}
	class := false
	for i := 1; i < len(code) && code[i] != '\n'; i++ {
		switch code[i] {
		case '\\':
			i++
		case '[':
			class = true
		case ']':
			class = false
		case '/':
			if !class {
				return i + 1
			}
		}
	}
	return 0
}

// bracesClose reports whether each code that a string computes ends within it,
// so that the string's own quote ends the string.
func bracesClose(s string, python bool) bool {
	open := "${"
	if python {
		open, s = "{", strings.NewReplacer("{{", "", "}}", "").Replace(s)
	}
	for {
		_, rest, more := strings.Cut(s, open)
		if !more {
			return true
		}
		inner, after, closed := strings.Cut(rest, "}")
		if !closed || strings.ContainsAny(inner, "{#/\\") || !python && strings.ContainsAny(inner, "'\"`") ||
			strings.Count(inner, "'")%2 != 0 || strings.Count(inner, `"`)%2 != 0 {
			return false
		}
		s = after
	}
}
