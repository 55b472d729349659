package inline

import (
	"strconv"
	"strings"
)

// compute is f of every combination of exact values; the rest is unknown.
func compute(a, b Value, f func(a, b string) (string, bool)) Value {
	if len(a)*len(b) > MaxAlternatives {
		return computed(a, b)
	}
	var out Value
	for _, s := range a {
		for _, t := range b {
			x, ok1 := s.Exact()
			y, ok2 := t.Exact()
			if ok1 && ok2 {
				if z, ok := f(x, y); ok {
					out = either(out, lit(z))
					continue
				}
			}
			out = either(out, computed(Value{s}, Value{t}))
		}
	}
	return out
}

// arithmetic computes with whole numbers.
func arithmetic(op byte, a, b Value) Value {
	return compute(a, b, func(s, t string) (string, bool) {
		x, err1 := strconv.Atoi(s)
		y, err2 := strconv.Atoi(t)
		if err1 != nil || err2 != nil || max(x, y) > 1<<30 || min(x, y) < -1<<30 {
			return "", false
		}
		switch op {
		case '+':
			x += y
		case '-':
			x -= y
		case '*':
			x *= y
		case '^':
			x ^= y
		case '%', '/':
			if y <= 0 || x < 0 || op == '/' && x%y != 0 {
				return "", false
			}
			if op == '/' {
				x /= y
			} else {
				x %= y
			}
		default:
			return "", false
		}
		return strconv.Itoa(x), true
	})
}

// repeat is x in perl and * in ruby.
func repeat(s, n Value) Value {
	return compute(s, n, func(s, n string) (string, bool) {
		k, err := strconv.Atoi(n)
		if err != nil || k*len(s) > 4096 || k > 4096 {
			return "", false
		}
		return strings.Repeat(s, max(k, 0)), true
	})
}

// format is sprintf with %s and %d of plain width; what else it is given is
// not followed.
func format(args []Value) Value {
	if len(args) == 0 {
		return unknown()
	}
	f, ok := args[0].Exact()
	if !ok {
		return computed(args...)
	}
	out, n := []Value{}, 1
	for {
		i := strings.IndexByte(f, '%')
		if i < 0 || i+1 >= len(f) {
			return join(append(out, lit(f))...)
		}
		out = append(out, lit(f[:i]))
		verb := f[i+1]
		f = f[i+2:]
		switch verb {
		case '%':
			out = append(out, lit("%"))
			continue
		case 's', 'd', 'i':
			if n < len(args) {
				out = append(out, args[n])
				n++
				continue
			}
		case 'c':
			if n < len(args) {
				out = append(out, args[n].apply(chr))
				n++
				continue
			}
		}
		return join(append(out, computed(args...))...)
	}
}

func chr(s string) (string, bool) {
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 || n > 0x10ffff {
		return "", false
	}
	return string(rune(n)), true
}

func reversed(s string) (string, bool) {
	r := []rune(s)
	for i, j := 0, len(r)-1; i < j; i, j = i+1, j-1 {
		r[i], r[j] = r[j], r[i]
	}
	return string(r), true
}

// globbed is what a file pattern may expand to: what is live in it is unknown.
func globbed(v Value) Value {
	out := make(Value, 0, len(v))
	for _, t := range v {
		var u Text
		for _, p := range t {
			if p.Source != Literal {
				u = join2(u, Text{p})
				continue
			}
			if p.Lit == "~" || strings.HasPrefix(p.Lit, "~/") && len(u) == 0 {
				u = Text{{Source: Home}}
				p.Lit = p.Lit[1:]
			}
			for {
				i := strings.IndexAny(p.Lit, "*?[{")
				if i < 0 {
					break
				}
				kind := ""
				j := i + 1
				switch {
				case strings.HasPrefix(p.Lit[i:], "**"):
					kind = Below
				case p.Lit[i] == '[' || p.Lit[i] == '{':
					if k := strings.IndexByte(p.Lit[i:], p.Lit[i]+2); k > 0 {
						j = i + k + 1
					}
				}
				for j < len(p.Lit) && p.Lit[j] == '*' {
					j++
				}
				if i > 0 {
					u = join2(u, Text{{Lit: p.Lit[:i]}})
				}
				u = append(u[:len(u):len(u)], Part{Source: Unknown, Lit: kind})
				p.Lit = p.Lit[j:]
			}
			if p.Lit != "" {
				u = join2(u, Text{p})
			}
		}
		out = append(out, u)
	}
	return out
}

// below reports whether a path is any of those below a directory.
func (v Value) below() bool {
	for _, t := range v {
		for _, p := range t {
			if p.Source == Unknown && p.Lit == Below {
				return true
			}
		}
	}
	return false
}

// piped is the shell text that gives text to the standard input of a command.
func piped(text, command Value) Value {
	return join(lit("printf '%s\\n' "), quoted(text), lit(" | "), command)
}

// quoted is a value as one word of a shell text.
func quoted(v Value) Value {
	out := make(Value, 0, len(v))
	for _, t := range v {
		u := Text{{Lit: "'"}}
		for _, p := range t {
			if p.Source == Literal {
				p.Lit = strings.ReplaceAll(p.Lit, "'", `'\''`)
			}
			u = join2(u, Text{p})
		}
		out = append(out, join2(u, Text{{Lit: "'"}}))
	}
	return out
}

// integer is a number as perl and ruby write it, in decimal.
func integer(s string) Value {
	s = strings.ReplaceAll(s, "_", "")
	if len(s) > 1 && s[0] == '0' && isDigit(s[1]) {
		s = "0o" + s[1:]
	}
	n, err := strconv.ParseInt(s, 0, 64)
	if err != nil {
		return unknown()
	}
	return lit(strconv.FormatInt(n, 10))
}
