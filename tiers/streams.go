package tiers

import "strings"

// The small languages of awk and sed are read here as far as it takes to see
// whether a script starts programs or writes files.

// awkRuns reports whether an awk program starts others: system(), a pipe to or
// from a string. What stands in a pattern or a string is text.
func awkRuns(p string) bool {
	for i := 0; i < len(p); i++ {
		switch p[i] {
		case '"':
			j := skipString(p, i)
			rest := strings.TrimLeft(p[j:], " \t)")
			if strings.HasPrefix(rest, "|") && !strings.HasPrefix(rest, "||") {
				return true
			}
			i = j - 1
		case '|':
			if i+1 < len(p) && p[i+1] == '|' {
				i++
				continue
			}
			return true
		case '#':
			k := strings.IndexByte(p[i:], '\n')
			if k < 0 {
				return false
			}
			i += k
		case '/':
			// A pattern where a value may begin; a division otherwise.
			if before := strings.TrimRight(p[:i], " \t"); before == "" || strings.IndexByte("~(,;{!&|\n}", before[len(before)-1]) >= 0 {
				i = skipPattern(p, i) - 1
			}
		case 's':
			if strings.HasPrefix(p[i:], "system") && (i == 0 || !isWordByte(p[i-1])) && strings.HasPrefix(strings.TrimLeft(p[i+len("system"):], " \t"), "(") {
				return true
			}
		case '@':
			return true // @load, @include, an indirect call
		}
	}
	return false
}

func skipString(p string, i int) int {
	for i++; i < len(p); i++ {
		switch p[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(p)
}

func skipPattern(p string, i int) int {
	class := false
	for i++; i < len(p); i++ {
		switch p[i] {
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
		case '\n':
			return i + 1
		}
	}
	return len(p)
}

// sedRuns looks through sed's scripts for the commands e, w and W, and the
// flags e and w of s.
func sedRuns(c *call, h *hit) bool {
	found := false
	check := func(a arg) {
		if a.exact && sedScript(a.lit, h) {
			found = true
		}
	}
	if c.has("-e", "--expression") {
		c.values(check, "-e", "--expression")
	} else if len(c.ops) > 0 && !c.has("-f", "--file") && !c.has("--sandbox") {
		check(c.ops[0])
	}
	return found
}

func sedScript(s string, h *hit) bool {
	for i := 0; i < len(s); {
		switch b := s[i]; {
		case strings.IndexByte(" \t\n;{}!0123456789$,~+", b) >= 0:
			i++
		case b == '/' || b == '\\':
			d := b
			if b == '\\' {
				if i++; i >= len(s) {
					return false
				}
				d = s[i]
			}
			i = sedUntil(s, i+1, d)
			for i < len(s) && (s[i] == 'I' || s[i] == 'M') {
				i++
			}
		case b == '#':
			i = line(s, i)
		case b == 's' || b == 'y':
			if i+1 >= len(s) {
				return false
			}
			d := s[i+1]
			i = sedUntil(s, i+2, d)
			i = sedUntil(s, i, d)
			for i < len(s) && strings.IndexByte("gpiImM0123456789ew", s[i]) >= 0 {
				if s[i] == 'e' {
					return true
				}
				if s[i] == 'w' {
					return sedWrites(s[i+1:line(s, i)], h)
				}
				i++
			}
		case b == 'e':
			return true
		case b == 'w' || b == 'W':
			return sedWrites(s[i+1:line(s, i)], h)
		case b == 'a' || b == 'i' || b == 'c' || b == 'r' || b == 'R':
			i = line(s, i)
		case b == 'b' || b == 't' || b == 'T' || b == ':':
			for i < len(s) && s[i] != ';' && s[i] != '\n' && s[i] != '}' {
				i++
			}
		default:
			i++
		}
	}
	return false
}

// sedWrites reports whether the file of a w command is more than an output.
func sedWrites(file string, h *hit) bool {
	file = strings.TrimSpace(file)
	h.target = file
	return strings.HasPrefix(file, "/") && !strings.HasPrefix(file, "/dev/std") && !strings.HasPrefix(file, "/tmp/")
}

func line(s string, i int) int {
	if k := strings.IndexByte(s[i:], '\n'); k >= 0 {
		return i + k
	}
	return len(s)
}

// sedUntil is the place after the next delimiter that is neither escaped nor
// in a bracket expression.
func sedUntil(s string, i int, d byte) int {
	for ; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case d:
			return i + 1
		case '[':
			if k := strings.IndexByte(s[min(i+2, len(s)):], ']'); k >= 0 && d != '[' && strings.IndexByte(s[i:i+2+k], d) >= 0 && strings.IndexByte(s[i+2+k:], d) >= 0 {
				i += k + 2
			}
		}
	}
	return len(s)
}
