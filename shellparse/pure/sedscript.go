package pure

import "strings"

// sedReader reads a script of sed. Whatever it does not read the way GNU sed
// does makes all of the script unknown.
type sedReader struct {
	s string
	i int
	d dialectRE
	p *sedProgram
}

const maxSedCmds = 50

func (r *sedReader) peek() byte {
	if r.i < len(r.s) {
		return r.s[r.i]
	}
	return 0
}

func (r *sedReader) skip(set string) {
	for r.i < len(r.s) && strings.IndexByte(set, r.s[r.i]) >= 0 {
		r.i++
	}
}

func (r *sedReader) program() bool {
	for {
		r.skip(" \t\n;")
		if r.i == len(r.s) {
			return true
		}
		if len(r.p.cmds) == maxSedCmds || !r.command() {
			return false
		}
	}
}

func (r *sedReader) command() bool {
	var c sedCmd
	ok, found := r.address(&c.addr[0])
	if !ok {
		return false
	}
	if found {
		c.count = 1
		r.skip(" \t")
		if r.peek() == ',' {
			r.i++
			r.skip(" \t")
			ok, found = r.address(&c.addr[1])
			if !ok || !found || c.addr[1].step > 0 || c.addr[0].step > 0 {
				return false
			}
			c.count = 2
		}
	}
	r.skip(" \t")
	if r.peek() == '!' {
		c.not = true
		r.i++
		r.skip(" \t")
	}
	c.name = r.peek()
	r.i++
	switch c.name {
	case 's':
		ok = r.substitution(&c)
	case 'y':
		ok = r.transliteration(&c)
	case 'a', 'i', 'c':
		return r.text(&c)
	case 'd', 'D', 'p', 'P', 'n', 'N', 'g', 'G', 'h', 'H', 'x':
		ok = true
	case 'q', 'Q', '=':
		ok = c.count < 2
	default:
		return false
	}
	if !ok {
		return false
	}
	r.skip(" \t")
	if b := r.peek(); r.i < len(r.s) && b != ';' && b != '\n' {
		return false
	}
	r.p.cmds = append(r.p.cmds, c)
	return true
}

// address reads one: found is false where none stands there.
func (r *sedReader) address(a *sedAddr) (ok, found bool) {
	switch b := r.peek(); {
	case b == '$':
		a.last = true
		r.i++
	case b >= '0' && b <= '9':
		if a.line, ok = r.number(); !ok {
			return false, false
		}
		if r.peek() == '~' {
			r.i++
			if a.step, ok = r.number(); !ok || a.step == 0 {
				return false, false
			}
		} else if a.line == 0 {
			return false, false
		}
	case b == '/':
		r.i++
		pattern, ok := r.until('/', true)
		if !ok || pattern == "" {
			return false, false
		}
		d := r.d
		if r.peek() == 'I' {
			d.fold = true
			r.i++
		}
		if a.re, ok = d.compile(pattern); !ok {
			return false, false
		}
	case b == '\\':
		return false, false
	default:
		return true, false
	}
	return true, true
}

func (r *sedReader) number() (int, bool) {
	start := r.i
	r.skip("0123456789")
	return count(r.s[start:r.i])
}

// until reads up to a delimiter that no backslash stands before. A backslash
// before the delimiter goes; in an expression the delimiter may stand in
// brackets, which GNU sed does not look for either.
func (r *sedReader) until(delim byte, isPattern bool) (string, bool) {
	var sb strings.Builder
	for ; r.i < len(r.s); r.i++ {
		switch b := r.s[r.i]; {
		case b == delim:
			r.i++
			return sb.String(), true
		case b == '\n' && isPattern:
			return "", false
		case b == '\\' && r.i+1 < len(r.s):
			r.i++
			if r.s[r.i] != delim {
				sb.WriteByte('\\')
			}
			sb.WriteByte(r.s[r.i])
		default:
			sb.WriteByte(b)
		}
	}
	return "", false
}

// delimiter reads the character behind s or y. One that means something in
// an expression, or behind a backslash, is not computed.
func (r *sedReader) delimiter() (byte, bool) {
	b := r.peek()
	r.i++
	return b, b != 0 && strings.IndexByte("/,:#@_!%=;~|\"'-<>", b) >= 0
}

func (r *sedReader) substitution(c *sedCmd) bool {
	delim, ok := r.delimiter()
	if !ok {
		return false
	}
	start := r.i
	pattern, ok := r.until(delim, true)
	if !ok || pattern == "" {
		return false
	}
	// An escaped delimiter that means something itself is read in two ways.
	if strings.IndexByte("|<>':=-", delim) >= 0 && strings.Contains(r.s[start:r.i], "\\"+string(rune(delim))) {
		return false
	}
	start = r.i
	with, ok := r.until(delim, false)
	if !ok {
		return false
	}
	d := r.d
flags:
	for r.i < len(r.s) {
		switch b := r.peek(); {
		case b == 'g' && c.global, b == 'p' && c.print:
			return false
		case b == 'g':
			c.global = true
		case b == 'p':
			c.print = true
		case b == 'i' || b == 'I':
			d.fold = true
		case b >= '1' && b <= '9':
			first := c.nth == 0
			if c.nth, ok = r.number(); !ok || !first {
				return false
			}
			continue
		default:
			break flags
		}
		r.i++
	}
	c.nth = max(c.nth, 1)
	if c.re, ok = d.compile(pattern); !ok {
		return false
	}
	return c.replacement(with)
}

// replacement takes the right side of s apart.
func (c *sedCmd) replacement(s string) bool {
	var lit strings.Builder
	add := func(group int) bool {
		if lit.Len() > 0 {
			c.parts = append(c.parts, sedPart{lit.String(), -1})
			lit.Reset()
		}
		c.parts = append(c.parts, sedPart{"", group})
		return group == 0 || group <= c.re.groups && !c.re.ambiguous
	}
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '&':
			if !add(0) {
				return false
			}
		case s[i] != '\\':
			lit.WriteByte(s[i])
		case i+1 == len(s):
			return false
		default:
			i++
			switch b := s[i]; {
			case b >= '0' && b <= '9':
				if !add(int(b - '0')) {
					return false
				}
			case b == 'n':
				lit.WriteByte('\n')
			case b == 't':
				lit.WriteByte('\t')
			case b == 'x':
				n, used := Number(s[i+1:], 16, 2)
				if used != 2 || n == 0 || n >= 0x80 {
					return false
				}
				lit.WriteByte(byte(n))
				i += 2
			case letter(b):
				return false // \U \L and others
			default:
				lit.WriteByte(b)
			}
		}
	}
	if lit.Len() > 0 {
		c.parts = append(c.parts, sedPart{lit.String(), -1})
	}
	return true
}

func (r *sedReader) transliteration(c *sedCmd) bool {
	delim, ok := r.delimiter()
	if !ok {
		return false
	}
	from, ok1 := r.until(delim, false)
	to, ok2 := r.until(delim, false)
	if !ok1 || !ok2 || strings.IndexByte(from+to, '\\') >= 0 || len(from) != len(to) {
		return false
	}
	c.table = &trMap{}
	for i := range c.table.to {
		c.table.to[i] = byte(i)
	}
	seen := ""
	for i := 0; i < len(from); i++ {
		if strings.IndexByte(seen, from[i]) < 0 {
			c.table.to[from[i]] = to[i]
		}
		seen += from[i : i+1]
	}
	return true
}

// text reads what follows a, i and c: GNU's one line, or a backslash and the
// line after it.
func (r *sedReader) text(c *sedCmd) bool {
	r.skip(" \t")
	if strings.HasPrefix(r.s[r.i:], "\\\n") {
		r.i += 2
	}
	line, _, _ := strings.Cut(r.s[r.i:], "\n")
	if line == "" || strings.IndexByte(line, '\\') >= 0 || line[0] == '}' {
		return false
	}
	r.i += len(line)
	c.text = line
	r.p.cmds = append(r.p.cmds, *c)
	return true
}
