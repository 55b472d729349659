package shellparse

import (
	"strings"
	"testing"

	"mvdan.cc/sh/v3/syntax"
)

// ordinary is what agents type all day.
var ordinary = []string{
	`git status`,
	`ls -la src/ | head -20`,
	`cd /work/project && go test ./... 2>&1 | tail -30`,
	`grep -rn "TODO" --include='*.go' . | wc -l`,
	`git add -A && git commit -m "fix: handle empty input"`,
	`for f in *.md; do echo "$f"; wc -l < "$f"; done`,
	`python3 scripts/build.py --out "$HOME/out"`,
}

func benchOptions() Options {
	return Options{Dir: "/work/project", Home: "/home/u", Env: func(name string) (string, bool) {
		return "/home/u", name == "HOME"
	}}
}

func BenchmarkOrdinary(b *testing.B) {
	o := benchOptions()
	b.Run("parse-only", func(b *testing.B) {
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			if _, err := syntax.NewParser().Parse(strings.NewReader(ordinary[i%len(ordinary)]), ""); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("script", func(b *testing.B) {
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			Parse(ordinary[i%len(ordinary)], o)
		}
	})
}

// BenchmarkMebibyte measures growth: twice the text may take 2.2 times as long.
// Statements, of which there are more than are evaluated, cost least at the
// end; of the others none passes a limit, so that every byte is looked at.
func BenchmarkMebibyte(b *testing.B) {
	o := benchOptions()
	for _, kind := range []struct {
		name, head, unit, tail string
		limited                bool
	}{
		{name: "statements", unit: "if [ -f \"$x\" ]; then y=\"$x/a\"; cp \"$y\" /tmp/b; fi\n", limited: true},
		{name: "words", head: "echo", unit: " " + strings.Repeat("a", 127)},
		{name: "word", head: "echo ", unit: "abcdefgh"},
		{name: "quotes", head: "x=\"", unit: "some text in quotes ", tail: "\""},
		{name: "document", head: "cat > f <<'E'\n", unit: "a line of a file that is written\n", tail: "E\n"},
		{name: "expanded-document", head: "cat > f <<E\n", unit: strings.Repeat("a line of a file that is written\n", 30) + "$HOME\n", tail: "E\n"},
		{name: "comments", unit: "# a comment of the usual length, as scripts have them\n", tail: "ls\n"},
		{name: "functions", unit: "f() {\n" + strings.Repeat("\t# what it does and why, in a line of text\n", 40) + "\tgit status\n}\n"},
	} {
		for _, size := range []struct {
			name  string
			bytes int
		}{{"quarter", MaxInput / 4}, {"half", MaxInput / 2}, {"full", MaxInput}} {
			text := kind.head + strings.Repeat(kind.unit, (size.bytes-len(kind.head)-len(kind.tail))/len(kind.unit)) + kind.tail
			b.Run(kind.name+"/"+size.name, func(b *testing.B) {
				b.ReportAllocs()
				b.SetBytes(int64(len(text)))
				for b.Loop() {
					s := Parse(text, o)
					if !kind.limited && len(s.Problems) > 0 {
						b.Fatal(s.Problems[0])
					}
				}
			})
		}
	}
}
