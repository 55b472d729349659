package inline

import "strings"

// lit is a value that is known.
func lit(s string) Value { return Value{{{Lit: s}}} }

// from is a value of one part that is not literal.
func from(s Source, name string) Value { return Value{{{Source: s, Lit: name}}} }

// unknown is a value of which nothing is known.
func unknown() Value { return from(Unknown, "") }

// Exact returns the text where all of it is known. A hole of the shell text
// around the code is a character of it like any other.
func (t Text) Exact() (string, bool) {
	switch len(t) {
	case 0:
		return "", true
	case 1:
		return t[0].Lit, t[0].Source == Literal
	}
	var sb strings.Builder
	for _, p := range t {
		if p.Source != Literal {
			return "", false
		}
		sb.WriteString(p.Lit)
	}
	return sb.String(), true
}

// Exact returns the value's only alternative where it is fully known.
func (v Value) Exact() (string, bool) {
	if len(v) != 1 {
		return "", false
	}
	return v[0].Exact()
}

// pid reports whether a process id of interest flows in, so that what is
// computed from it is one too.
func (v Value) pid() bool {
	for _, t := range v {
		for _, p := range t {
			switch p.Source {
			case Own, Parent, Group, HostPID:
				return true
			}
		}
	}
	return false
}

// computed is what comes of values in a way that is not followed.
func computed(from ...Value) Value {
	for _, v := range from {
		if v.pid() {
			return Value{{{Source: HostPID}}}
		}
	}
	return unknown()
}

// either is one value or the other. Past the limit nothing is known.
func either(a, b Value) Value {
	out := a[:len(a):len(a)]
	for _, t := range b {
		if !out.has(t) {
			out = append(out, t)
		}
	}
	if len(out) > MaxAlternatives {
		return computed(out)
	}
	return out
}

func (v Value) has(t Text) bool {
	for _, u := range v {
		if len(u) != len(t) {
			continue
		}
		same := true
		for i := range t {
			same = same && t[i] == u[i]
		}
		if same {
			return true
		}
	}
	return false
}

// maxText is how many bytes a text that is put together may have, a stretch
// that is not known counting as [stretch] of them: a few of those are a pattern,
// many are nothing. Of a larger one nothing is known.
const (
	maxText = 1 << 16
	stretch = maxText / 128
)

// join puts values one behind the other. The texts of those that are known are
// put together first, so that a long sum is not copied once for each part.
func join(vs ...Value) Value {
	total := 0
	for i, v := range vs {
		if v == nil {
			vs[i] = unknown()
		}
		if total += vs[i].weight(); total > maxText {
			return computed(vs...)
		}
	}
	out := Value{nil}
	for i := 0; i < len(vs); {
		v := vs[i]
		i++
		if s, ok := v.Exact(); ok && i < len(vs) {
			if _, ok := vs[i].Exact(); ok {
				var sb strings.Builder
				sb.WriteString(s)
				for ; i < len(vs); i++ {
					s, ok := vs[i].Exact()
					if !ok {
						break
					}
					sb.WriteString(s)
				}
				v = lit(sb.String())
			}
		}
		if len(out)*len(v) > MaxAlternatives {
			return computed(vs...)
		}
		var next Value
		for _, head := range out {
			for _, tail := range v {
				next = append(next, join2(head, tail))
			}
		}
		out = next
	}
	return out
}

// weight is what a value counts of maxText.
func (v Value) weight() int {
	n := 0
	for _, t := range v {
		for _, p := range t {
			n += len(p.Lit)
			if p.Source != Literal {
				n += stretch
			}
		}
	}
	return n
}

// join2 joins two texts, neighbouring literals as one.
func join2(a, b Text) Text {
	if len(a) == 0 {
		return b
	}
	if len(b) == 0 {
		return a
	}
	out := a[:len(a):len(a)]
	if last := a[len(a)-1]; last.Source == Literal && b[0].Source == Literal {
		out = append(out[:len(out)-1:len(out)-1], Part{Lit: last.Lit + b[0].Lit})
		return append(out, b[1:]...)
	}
	return append(out, b...)
}

// apply computes f of every alternative that is known; the others are unknown.
func (v Value) apply(f func(string) (string, bool)) Value {
	out := make(Value, 0, len(v))
	for _, t := range v {
		if s, ok := t.Exact(); ok {
			if s, ok = f(s); ok {
				out = append(out, Text{{Lit: s}})
				continue
			}
		}
		out = append(out, computed(Value{t})...)
	}
	return out
}

// leads reports whether the value is the id of a child that leads its group.
func (v Value) leads() bool {
	for _, t := range v {
		if len(t) != 1 || t[0].Source != Child || t[0].Lit != Leader {
			return false
		}
	}
	return len(v) > 0
}
