package pure

import (
	"strings"

	"github.com/hermes-exec/hermes-exec/shellparse/text"
)

// tr maps, deletes and squeezes bytes, as GNU's does in every locale. BSD's
// works on characters: the same for sets of ASCII, the only ones computed,
// except in what a complement holds.
func (j *job) tr() (text.Text, bool) {
	opts, sets, ok := getopt(j.args, "c/complement C/ d/delete s/squeeze-repeats t/truncate-set1")
	if !ok || len(sets) == 0 || len(sets) > 2 {
		return "", false
	}
	var f trFlags
	for _, o := range opts {
		switch o.letter {
		case 'c', 'C':
			f.complement = true
		case 'd':
			f.remove = true
		case 's':
			f.squeeze = true
		case 't':
			f.truncate = true
		}
	}
	m, ok := newTrMap(f, sets)
	if !ok {
		return "", false
	}
	t, ok := j.source(nil)
	if !ok {
		return "", false
	}
	known, exact := t.Bytes()
	if f.complement && !isASCII(known) || !exact && (f.squeeze || t.OnlyUnknown()) {
		return "", false
	}
	var sb strings.Builder
	last := -1
	for p := range t.Parts() {
		switch {
		case p.Origin >= 0 && oneWord(p) && m.leaves("0123456789"):
			sb.WriteString(string(text.Unknown(byte(p.Origin))))
		case p.Origin >= 0:
			sb.WriteString(string(text.Unknown(j.Env.Taint(text.Unknown(byte(p.Origin))))))
		default:
			sb.WriteString(string(text.Stream(m.apply(p.Lit, &last))))
		}
	}
	return text.Text(sb.String()), true
}

type trFlags struct{ complement, remove, squeeze, truncate bool }

// trMap is what tr does with each byte.
type trMap struct {
	to      [256]byte
	remove  [256]bool
	squeeze [256]bool
}

// leaves reports whether these bytes stay as they are.
func (m *trMap) leaves(bytes string) bool {
	for i := 0; i < len(bytes); i++ {
		if b := bytes[i]; m.to[b] != b || m.remove[b] {
			return false
		}
	}
	return true
}

// apply maps a text. last is the byte printed last, -1 at the start.
func (m *trMap) apply(s string, last *int) string {
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if m.remove[s[i]] {
			continue
		}
		b := m.to[s[i]]
		if m.squeeze[b] && *last == int(b) {
			continue
		}
		*last = int(b)
		out = append(out, b)
	}
	return string(out)
}

func newTrMap(f trFlags, sets []string) (*trMap, bool) {
	m := &trMap{}
	for i := range m.to {
		m.to[i] = byte(i)
	}
	one, ok := parseSet(sets[0], false)
	if !ok {
		return nil, false
	}
	from := one.bytes(0)
	if f.complement {
		from = complement(from)
	}
	if len(sets) == 1 {
		switch {
		case f.remove == f.squeeze:
			return nil, false // an operand is missing
		case f.remove:
			mark(&m.remove, from)
		default:
			mark(&m.squeeze, from)
		}
		return m, true
	}
	two, ok := parseSet(sets[1], true)
	if !ok {
		return nil, false
	}
	if f.remove {
		if !f.squeeze || two.fill {
			return nil, false
		}
		mark(&m.remove, from)
		mark(&m.squeeze, two.bytes(0))
		return m, true
	}
	to := two.bytes(len(from))
	if !translates(f, one, two, from, to) {
		return nil, false
	}
	for i, b := range from {
		switch {
		case i < len(to):
			m.to[b] = to[i]
		case !f.truncate:
			m.to[b] = to[len(to)-1]
		}
	}
	if f.squeeze {
		mark(&m.squeeze, to)
	}
	return m, true
}

// translates reports whether tr takes the sets for a translation: the second
// may hold no class but upper and lower, each opposite one of the first.
func translates(f trFlags, one, two *trSet, from, to []byte) bool {
	if len(to) == 0 {
		return false
	}
	if f.truncate && (len(one.classes)+len(two.classes) > 0 || f.complement) {
		return false
	}
	for _, c := range two.classes {
		if c.name != "upper" && c.name != "lower" || f.complement {
			return false
		}
		opposite := false
		for _, d := range one.classes {
			opposite = opposite || d.at == c.at && (d.name == "upper" || d.name == "lower")
		}
		if !opposite {
			return false
		}
	}
	if len(two.classes) > 0 && len(from) != len(to) {
		return false
	}
	if f.complement && len(one.classes) > 0 {
		for _, b := range to {
			if b != to[0] {
				return false
			}
		}
	}
	return true
}

func mark(set *[256]bool, bytes []byte) {
	for _, b := range bytes {
		set[b] = true
	}
}

func complement(bytes []byte) []byte {
	var has [256]bool
	mark(&has, bytes)
	out := make([]byte, 0, 256)
	for i := range 256 {
		if !has[i] {
			out = append(out, byte(i))
		}
	}
	return out
}

// trSet is one operand of tr.
type trSet struct {
	before, after []byte
	filler        byte // [c*] between the two: as many as are missing
	fill          bool
	classes       []trClass
}

// trClass is a [:class:] and where in the set it starts.
type trClass struct {
	name string
	at   int
}

// bytes is the set, filled up to n where it holds [c*].
func (s *trSet) bytes(n int) []byte {
	if !s.fill {
		return s.before
	}
	out := s.before[:len(s.before):len(s.before)]
	for len(out)+len(s.after) < n {
		out = append(out, s.filler)
	}
	return append(out, s.after...)
}

// parseSet reads an operand: characters, escapes, ranges, classes and, in the
// second, repetitions.
func parseSet(s string, second bool) (*trSet, bool) {
	if !isASCII(s) {
		return nil, false
	}
	set := &trSet{}
	add := func(b ...byte) {
		if set.fill {
			set.after = append(set.after, b...)
		} else {
			set.before = append(set.before, b...)
		}
	}
	for s != "" {
		if strings.HasPrefix(s, "[:") {
			if name, rest, ok := strings.Cut(s[2:], ":]"); ok {
				class, ok := classBytes(name)
				if !ok || set.fill {
					return nil, false
				}
				set.classes = append(set.classes, trClass{name, len(set.before)})
				add(class...)
				s = rest
				continue
			}
		}
		if strings.HasPrefix(s, "[=") && strings.Contains(s, "=]") {
			return nil, false
		}
		if s[0] == '[' && len(s) > 2 {
			if c, rest, ok := setByte(s[1:]); ok && strings.HasPrefix(rest, "*") {
				if digits, after, ok := strings.Cut(rest[1:], "]"); ok && strings.Trim(digits, "0123456789") == "" {
					n, base := 0, 10
					if strings.HasPrefix(digits, "0") {
						base = 8
					}
					n, used := Number(digits, base, 4)
					switch {
					case !second || used < len(digits) || set.fill && n == 0:
						return nil, false
					case n == 0:
						set.fill, set.filler = true, c
					default:
						for range n {
							add(c)
						}
					}
					s = after
					continue
				}
			}
		}
		c, rest, ok := setByte(s)
		if !ok {
			return nil, false
		}
		if len(rest) > 1 && rest[0] == '-' {
			d, after, ok := setByte(rest[1:])
			if !ok || d < c {
				return nil, false
			}
			for b := int(c); b <= int(d); b++ {
				add(byte(b))
			}
			s = after
			continue
		}
		add(c)
		s = rest
	}
	return set, true
}

// setByte reads one character, which may be escaped.
func setByte(s string) (b byte, rest string, ok bool) {
	if s == "" {
		return 0, "", false
	}
	if s[0] != '\\' {
		return s[0], s[1:], true
	}
	if len(s) == 1 {
		return 0, "", false
	}
	if i := strings.IndexByte("abfnrtv\\", s[1]); i >= 0 {
		return "\a\b\f\n\r\t\v\\"[i], s[2:], true
	}
	if n, used := Number(s[1:], 8, 3); used > 0 {
		return byte(n), s[1+used:], n < 256
	}
	return s[1], s[2:], true
}

// classBytes are the ASCII characters of a class, in their order.
func classBytes(name string) (out []byte, ok bool) {
	for b := range byte(0x80) {
		lower, upper, digit := b >= 'a' && b <= 'z', b >= 'A' && b <= 'Z', b >= '0' && b <= '9'
		in := false
		switch name {
		case "lower":
			in = lower
		case "upper":
			in = upper
		case "digit":
			in = digit
		case "alpha":
			in = lower || upper
		case "alnum":
			in = lower || upper || digit
		case "blank":
			in = b == ' ' || b == '\t'
		case "space":
			in = b == ' ' || b >= '\t' && b <= '\r'
		case "cntrl":
			in = b < ' ' || b == 0x7f
		case "print":
			in = b >= ' ' && b < 0x7f
		case "graph":
			in = b > ' ' && b < 0x7f
		case "punct":
			in = b > ' ' && b < 0x7f && !lower && !upper && !digit
		case "xdigit":
			in = digit || b >= 'a' && b <= 'f' || b >= 'A' && b <= 'F'
		default:
			return nil, false
		}
		if in {
			out = append(out, b)
		}
	}
	return out, true
}
