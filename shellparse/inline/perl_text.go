package inline

import "strings"

// perlEscape reads what stands behind a \ in "…".
func perlEscape(m *machine, sb *strings.Builder) {
	b := m.peek()
	if b == 0 && m.pos >= m.limit {
		sb.WriteByte('\\')
		return
	}
	m.pos++
	switch b {
	case 'n', 't', 'r', 'a', 'b', 'f', 'e':
		sb.WriteByte("\n\t\r\a\b\f\x1b"[strings.IndexByte("ntrabfe", b)])
	case 'x', 'o', 'N':
		if m.peek() == '{' {
			end := strings.IndexByte(m.src[m.pos:m.limit], '}')
			if end < 0 {
				return
			}
			digits := strings.TrimSpace(strings.TrimPrefix(m.src[m.pos+1:m.pos+end], "U+"))
			base := 16
			if b == 'o' {
				base = 8
			}
			n := 0
			for i := range len(digits) {
				if d := hexDigit(digits[i]); d >= 0 && n < 0x110000 {
					n = n*base + d
				}
			}
			sb.WriteRune(rune(n))
			m.pos += end + 1
			return
		}
		n := 0
		for i := 0; b == 'x' && i < 2 && hexDigit(m.peek()) >= 0; i++ {
			n = n<<4 | hexDigit(m.peek())
			m.pos++
		}
		writeByte(sb, n)
	case 'c':
		sb.WriteByte(m.peek() & 0x1f)
		m.pos++
	case '0', '1', '2', '3', '4', '5', '6', '7':
		n := int(b - '0')
		for i := 0; i < 2 && m.peek() >= '0' && m.peek() <= '7'; i++ {
			n = n<<3 | int(m.peek()-'0')
			m.pos++
		}
		writeByte(sb, n)
	default:
		sb.WriteByte(b)
	}
}

func writeByte(sb *strings.Builder, n int) {
	if n < 0x80 {
		sb.WriteByte(byte(n))
	} else {
		sb.WriteRune(rune(n))
	}
}

// angle reads <FH>, <$fh>, <>, <*.c> and <<"here".
func (p *perl) angle(at int) datum {
	if p.starts("<<") && p.ahead(2) != '>' { // "<< 'X'" too
		return p.hereDocument()
	}
	if p.take("<<>>") || p.take("<>") {
		return dat(from(Input, ""))
	}
	from, to, _ := p.delimited()
	name := p.src[from:to]
	if strings.Trim(name, "_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789:$") == "" {
		if name == "STDIN" {
			return dat(from0(Input))
		}
		return unk()
	}
	v := globbed(p.interpolate(from, to, false))
	p.like("<*>", at, lit("ls"), v)
	return someList(v)
}

// hereDocument reads <<X: its text begins behind the line, or behind the
// here-documents that began on it before.
func (p *perl) hereDocument() datum {
	p.pos += 2
	indented := p.take("~")
	if p.peek() == ' ' {
		p.ws0()
		if p.peek() != '"' && p.peek() != '\'' {
			p.fail()
			return unk()
		}
	}
	kind := byte('"')
	tag := ""
	switch b := p.peek(); {
	case b == '"' || b == '\'':
		kind = b
		from, to, _ := p.delimited()
		tag = p.src[from:to]
	case isNameStart(b):
		tag = p.word()
		p.pos += len(tag)
	default:
		p.fail()
		return unk()
	}
	nl := strings.IndexByte(p.src[p.pos:p.limit], '\n')
	if nl < 0 {
		p.fail()
		return unk()
	}
	line, op := [2]int{p.text, p.pos + nl}, [2]int{p.text, p.pos}
	start, ok := p.began[op]
	if !ok {
		if start, ok = p.here[line]; !ok {
			start = p.pos + nl + 1
		}
		p.began[op] = start
	}
	for i := start; i < p.limit; {
		end := strings.IndexByte(p.src[i:p.limit], '\n')
		if end < 0 {
			end = p.limit
		} else {
			end += i
		}
		l := strings.TrimSuffix(p.src[i:end], "\r")
		if l == tag || indented && strings.TrimLeft(l, " \t") == tag {
			p.here[line] = max(p.here[line], min(end+1, p.limit))
			v := lit(p.src[start:i])
			if kind == '"' {
				v = p.interpolate(start, i, false)
			}
			if indented {
				v = v.apply(func(s string) (string, bool) { return unindented(s), true })
			}
			return dat(v)
		}
		i = end + 1
	}
	p.fail()
	return unk()
}

// unindented removes the indentation that all lines share.
func unindented(s string) string {
	lines := strings.Split(s, "\n")
	least := -1
	for _, l := range lines {
		if t := strings.TrimLeft(l, " \t"); t != "" && (least < 0 || len(l)-len(t) < least) {
			least = len(l) - len(t)
		}
	}
	for i, l := range lines {
		lines[i] = l[min(max(least, 0), len(l)):]
	}
	return strings.Join(lines, "\n")
}
