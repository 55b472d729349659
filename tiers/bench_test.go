package tiers

import (
	"strings"
	"testing"
)

func BenchmarkOrdinary(b *testing.B) {
	for _, text := range []string{"ls -la", "git commit -m 'fix: x'", "go test ./... 2>&1 | tail -20", "rm -rf src", "kill 77777"} {
		b.Run(strings.ReplaceAll(text, " ", "_"), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Judge(parse(text), &world, Options{})
			}
		})
	}
	b.Run("judge-only", func(b *testing.B) {
		s := parse("go test ./... 2>&1 | tail -20")
		b.ReportAllocs()
		for b.Loop() {
			Judge(s, &world, Options{})
		}
	})
}

func BenchmarkMebibyte(b *testing.B) {
	s := parse(strings.Repeat("git add a.txt && echo done > log.txt\n", 20_000))
	b.ReportAllocs()
	for b.Loop() {
		Judge(s, &world, Options{})
	}
}
