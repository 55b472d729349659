package approve

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestVisible(t *testing.T) {
	tests := []struct{ in, want string }{
		{"", ""},
		{"git push --force", "git push --force"},
		{"grüße 世界 😀", "grüße 世界 😀"},
		{"a\nb\tc\rd", `a\nb\tc\rd`},
		{"\x1b[2J\x1b]0;t\a\x7f", `\x1b[2J\x1b]0;t\x07\x7f`},
		{"\x00\x01", `\x00\x01`},
		{"\xff\xfe a\xc3", `\xff\xfe a\xc3`},
		{"\xed\xa0\x80", `\xed\xa0\x80`}, // a surrogate is no character
		{"\u009b31m", "<U+009B>31m"},
		{"rm \u202e/ fr-\u2066x\u2069", "rm <U+202E>/ fr-<U+2066>x<U+2069>"},
		{"\u200e\u200f\u061c", "<U+200E><U+200F><U+061C>"},
		{"a\u200bb\u200cc\u200dd\u2060e\ufeff", "a<U+200B>b<U+200C>c<U+200D>d<U+2060>e<U+FEFF>"},
		{"so\u00adft", "so<U+00AD>ft"},
		{"\U000e0041\U000e0001", "<U+E0041><U+E0001>"},
		{"\u2028\u2029\u0085", "<U+2028><U+2029><U+0085>"},
		{"a\u00a0b\u3000c", "a<U+00A0>b<U+3000>c"},
		{"\ufe0f\u034f\u3164\u2800", "<U+FE0F><U+034F><U+3164><U+2800>"},
		{"\ue000", "<U+E000>"},
		{"r\u0336m\u0336 e\u0301 a\u20dd", "r<U+0336>m<U+0336> e\u0301 a<U+20DD>"},
		{"a\u0333b\u0334c\u0338d\u0339 e\u20d0", "a\u0333b<U+0334>c<U+0338>d\u0339 e<U+20D0>"},
		{"kill -9 1\uff12\U0001d7d1\u0664", "kill -9 1<U+FF12><U+1D7D1><U+0664>"},
		{"\ufffd", "\ufffd"},
	}
	for _, tt := range tests {
		if got := Visible(tt.in); got != tt.want {
			t.Errorf("Visible(%q) = %q, want %q", tt.in, got, tt.want)
		}
	}
}

// TestVisibleEveryRune asks the question the other way round: whatever comes
// out is printable and takes no less room than is counted for it.
func TestVisibleEveryRune(t *testing.T) {
	invisible := []*unicode.RangeTable{unicode.C, unicode.Zl, unicode.Zp, unicode.Bidi_Control, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector}
	for r := rune(0); r <= unicode.MaxRune; r++ {
		got := Visible(string(r))
		if got == "" || !utf8.ValidString(got) {
			t.Fatalf("%U gives %q", r, got)
		}
		for _, c := range got {
			if unicode.In(c, invisible...) || c != ' ' && unicode.IsSpace(c) {
				t.Fatalf("%U gives %q", r, got)
			}
		}
		if columns(got) > bound(got) {
			t.Fatalf("%U: %d columns, at most %d", r, columns(got), bound(got))
		}
	}
}

func TestColumns(t *testing.T) {
	for tok, want := range map[string]int{
		"a": 1, `\x1b`: 4, "é": 1, "\u0301": 0, "世": 2, "한": 2, "の": 2, "カ": 2,
		"\u2fff": 1, "\u3000": 2, "\u303f": 2, "\u3040": 1,
		"\uff00": 1, "\uff01": 2, "\uff60": 2, "\uff61": 1,
		"\U0001f2ff": 1, "\U0001f300": 2, "\U0001faff": 2, "\U0001fb00": 1,
	} {
		if got := columns(tok); got != want {
			t.Errorf("%+q: %d, want %d", tok, got, want)
		}
	}
}

func FuzzVisible(f *testing.F) {
	f.Add("\x1b[2J\u202e\xff世")
	f.Fuzz(func(t *testing.T, s string) {
		got := Visible(s)
		for _, r := range got {
			if r != ' ' && !unicode.IsGraphic(r) || unicode.IsControl(r) {
				t.Fatalf("%q gives %q", s, got)
			}
		}
		if Visible(got) != got {
			t.Fatalf("%q gives %q, and that gives %q", s, got, Visible(got))
		}
	})
}

func TestFold(t *testing.T) {
	tests := []struct {
		in    string
		limit int
		want  string
	}{
		{"abcdef", 6, "abcdef"},
		{"abcdefg", 6, "abc [1 bytes not shown] efg"},
		{"ééééé", 6, "é [4 bytes not shown] éé"},
		{"世界世界", 3, " [9 bytes not shown] 界"},
		{"\x80\x80\x80\x80\x80é", 6, "\x80\x80\x80 [1 bytes not shown] \x80é"},
		{strings.Repeat("x", 12_345), 4, "xx [12,341 bytes not shown] xx"},
	}
	for _, tt := range tests {
		if got := fold(tt.in, tt.limit); got != tt.want {
			t.Errorf("fold(%.20q, %d) = %q, want %q", tt.in, tt.limit, got, tt.want)
		}
	}
}

func TestWrap(t *testing.T) {
	tests := []struct {
		in    string
		width int
		want  []string
	}{
		{"", 10, []string{""}},
		{"one two three", 7, []string{"one two", "three"}},
		{"one two three", 80, []string{"one two three"}},
		{"abcdefghij klm", 4, []string{"abcd", "efgh", "ij", "klm"}},
		{"a  b", 80, []string{"a  b"}},
		{"世世世", 4, []string{"世世", "世"}},
		{"x\ny", 80, []string{`x\ny`}},
		{"abcd ", 4, []string{"abcd"}},
	}
	for _, tt := range tests {
		if got := wrap(tt.in, tt.width); !slices.Equal(got, tt.want) {
			t.Errorf("wrap(%q, %d) = %q, want %q", tt.in, tt.width, got, tt.want)
		}
	}
}
