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

func BenchmarkMebibyte(b *testing.B) {
	o := benchOptions()
	line := "if [ -f \"$x\" ]; then y=\"$x/a\"; cp \"$y\" /tmp/b; fi\n"
	for _, size := range []int{1 << 19, 1<<20 - 64} {
		text := strings.Repeat(line, size/len(line))
		b.Run(map[bool]string{true: "half", false: "full"}[size == 1<<19], func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Parse(text, o)
			}
		})
	}
}
