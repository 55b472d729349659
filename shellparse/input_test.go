package shellparse

import (
	"errors"
	"strings"
	"testing"
)

// TestBadInput: what is no shell text is a Problem with its place, the first
// byte that is wrong.
func TestBadInput(t *testing.T) {
	for _, tc := range []struct {
		name, in   string
		kind, text string
		line, col  int
	}{
		{"NUL", "a\nb \x00c", "input", "a NUL byte, which no shell text can hold", 2, 3},
		{"NUL first", "\x00", "input", "a NUL byte, which no shell text can hold", 1, 1},
		{"not UTF-8", "a\n\nrm \xff", "input", "the byte 0xff is not UTF-8", 3, 4},
		{"not UTF-8 in quotes", "echo 'ä\xe4'", "input", "the byte 0xe4 is not UTF-8", 1, 9},
		{"half a character", "echo \xc3", "input", "the byte 0xc3 is not UTF-8", 1, 6},
		{"carriage return", "echo a\rrm b", "input", "a carriage return, which bash takes for a letter", 1, 7},
		{"CRLF", "ls\nrm a\r\nrm b\r\n", "input", "a carriage return, which bash takes for a letter", 2, 5},
		{"byte order mark", "\ufeffrm a", "input", "a byte order mark, which bash takes for letters of the first word", 1, 1},
		{"too long", strings.Repeat("a", MaxInput+1), "limit", "the text is longer than 1048576 bytes", 1, MaxInput + 1},
		{"10,000 brackets", strings.Repeat("(", 10_000), "limit", "brackets or compound commands more than 1000 deep", 1, 1001},
		{"10,000 brackets, closed", strings.Repeat("(", 10_000) + "a" + strings.Repeat(")", 10_000), "limit", "brackets or compound commands more than 1000 deep", 1, 1001},
		{"10,000 substitutions", strings.Repeat("$(", 10_000), "limit", "brackets or compound commands more than 1000 deep", 1, 2002},
		{"double quote", "a\nb \"c\nd", "parse", "reached EOF without closing quote `\"`", 2, 3},
		{"single quote", "a\nb 'c", "parse", "reached EOF without closing quote `'`", 2, 3},
		{"ANSI quote", "b $'c", "parse", "reached EOF without closing quote `'`", 1, 3},
		{"backquote", "a `b", "parse", "reached EOF without closing quote \"`\"", 1, 3},
		{"substitution", "a\nb $(c", "parse", "reached EOF without matching `$(` with `)`", 2, 3},
		{"expansion", "b ${c", "parse", "reached EOF without matching `${` with `}`", 1, 3},
		{"arithmetic", "b $((c", "parse", "reached EOF without matching `$((` with `))`", 1, 3},
		{"here-document", "a\ncat <<E\nb", "parse", "unclosed here-document `E`", 2, 5},
		{"if", "a\nif b; then c", "parse", "`if` statement must end with `fi`", 2, 1},
		{"stray", "a\n)", "parse", "`)` can only be used to close a subshell", 2, 1},
	} {
		s := Parse(tc.in, tableOptions())
		found := false
		for _, p := range s.Problems {
			if p.Kind == tc.kind && p.Text == tc.text {
				found = true
				if p.Pos.Line != tc.line || p.Pos.Col != tc.col {
					t.Errorf("%s: line %d column %d, want %d and %d", tc.name, p.Pos.Line, p.Pos.Col, tc.line, tc.col)
				}
			}
		}
		if !found {
			t.Errorf("%s: %v", tc.name, s.Problems)
		}
	}
}

// TestBadInputInside: the same inside nested code stands where the word does
// that holds it, and inside a script file at its own place there.
func TestBadInputInside(t *testing.T) {
	for _, tc := range []struct{ in, file, kind, at string }{
		{`a; eval 'b "c'`, "", "parse", `'b "c'`},
		{`a; bash -c "b 'c"`, "", "parse", `"b 'c"`},
		{"a\nbash -c 'cat <<E\nb'", "", "parse", "'cat <<E\nb'"},
		{`trap 'if' EXIT`, "", "parse", `'if'`},
		{`a; eval '` + strings.Repeat("(", 2000) + `'`, "", "limit", "("}, // quotes are not looked at
		{"a; eval $'b\\r'", "", "input", "$'b"},
		{"bash <<'E'\nb \"c\nE", "", "parse", "bash"},
		{"a; bash x.sh b", "b\nc 'd\n", "parse", "'d"},
		{"a; . ./x.sh", "b\nif\n", "parse", "if"},
		{"a; bash x.sh", strings.Repeat("(", 10_000), "limit", "("},
		{"a; bash x.sh", strings.Repeat("a", MaxInput+1), "limit", "a"},
		{"a; bash x.sh", "b \xff", "input", "\xff"},
	} {
		o := tableOptions()
		o.ReadFile = func(string) (string, error) {
			if tc.file == "" {
				return "", errors.New("no such file")
			}
			return tc.file, nil
		}
		s := Parse(tc.in, o)
		found := false
		for _, p := range s.Problems {
			if p.Kind == tc.kind {
				found = true
				text := tc.in
				if p.Pos.File != "" {
					text = tc.file
				}
				if (p.Pos.File != "") != (tc.file != "") || p.Pos.Line != 1+strings.Count(text[:p.Pos.Offset], "\n") {
					t.Errorf("%.40q: line %d of %q", tc.in, p.Pos.Line, p.Pos.File)
				}
				if got := text[p.Pos.Offset:p.Pos.End]; !strings.HasPrefix(got, tc.at) {
					t.Errorf("%.40q: it stands at %.40q, want %.40q", tc.in, got, tc.at)
				}
			}
		}
		if !found {
			t.Errorf("%.40q: %v", tc.in, s.Problems)
		}
	}
}
