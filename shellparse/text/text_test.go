package text

import (
	"slices"
	"testing"
)

func TestParts(t *testing.T) {
	glob := Text(AppendMark(nil, MarkGlob, '*'))
	for _, c := range []struct {
		text    Text
		parts   []Part
		pattern string
		exact   bool
	}{
		{"", nil, "", true},
		{"rm", []Part{{Lit: "rm", Origin: -1}}, "rm", true},
		{"a" + Unknown(byte(OriginSelf)) + "b", []Part{{Lit: "a", Origin: -1}, {Origin: int(OriginSelf)}, {Lit: "b", Origin: -1}}, "a*b", false},
		{Splitting(Payload), []Part{{Origin: Payload}}, "*", false},
		{glob + ".c", []Part{{Lit: "*", Glob: true, Origin: -1}, {Lit: ".c", Origin: -1}}, "*.c", false},
		{Stream("a\x00"), []Part{{Lit: "a", Origin: -1}, {Lit: "\x00", Origin: -1}}, "a\x00", false},
		{"a\x00u", []Part{{Lit: "a", Origin: -1}, {Origin: int(OriginUnknown)}}, "a*", false}, // broken
	} {
		if got := slices.Collect(c.text.Parts()); !slices.Equal(got, c.parts) {
			t.Errorf("%q: parts %v, want %v", string(c.text), got, c.parts)
		}
		if got := c.text.String(); got != c.pattern {
			t.Errorf("%q: written %q, want %q", string(c.text), got, c.pattern)
		}
		if _, ok := c.text.Exact(); ok != c.exact {
			t.Errorf("%q: exact %v, want %v", string(c.text), ok, c.exact)
		}
	}
}

// The bytes of a stream come back, and a word that is made of it has no NUL.
func TestStream(t *testing.T) {
	for _, s := range []string{"", "a", "a\x00b\x00", "\x00\x00", "\x00u\x80"} {
		if got, ok := Stream(s).Bytes(); !ok || got != s {
			t.Errorf("%q comes back as %q, %v", s, got, ok)
		}
		if got, ok := Stream(s).WithoutNUL().Exact(); !ok {
			t.Errorf("%q without NUL is %q", s, got)
		}
	}
	if s, ok := (Stream("a\x00") + Unknown(byte(OriginInput))).Bytes(); ok {
		t.Errorf("an unknown stream is %q", s)
	}
}

func TestJoin(t *testing.T) {
	var many, pids []Text
	for i := range MaxAlternatives {
		many = append(many, Text('a'+rune(i)))
	}
	pids = append(pids, many[1:]...)
	pids = append(pids, "x"+Unknown(byte(OriginSelf)))
	for _, c := range []struct{ a, b, want []Text }{
		{nil, []Text{"a"}, []Text{"a"}},
		{[]Text{"a", "b"}, []Text{"b", "c"}, []Text{"a", "b", "c"}},
		{many, many, many},
		{many, []Text{"z"}, []Text{Unknown(byte(OriginLimit))}},
		{pids, []Text{"z"}, []Text{Unknown(byte(OriginHostPID))}}, // a pid that flowed in flows out
	} {
		if got := Join(c.a, c.b); !slices.Equal(got, c.want) {
			t.Errorf("%q and %q: %q, want %q", c.a, c.b, got, c.want)
		}
	}
}

func TestReplace(t *testing.T) {
	pid := Unknown(byte(OriginSelf))
	for _, c := range []struct {
		text Text
		old  string
		with Text
		want Text
	}{
		{"kill {}", "{}", pid, "kill " + pid},
		{pid + "{}" + pid, "{}", "x", pid + "x" + pid},
		{pid, "u", "x", pid}, // a mark is no text
		{"a", "", "x", "a"},
	} {
		if got := c.text.Replace(c.old, c.with); got != c.want {
			t.Errorf("%q in %q: %q, want %q", c.old, string(c.text), string(got), string(c.want))
		}
	}
}
