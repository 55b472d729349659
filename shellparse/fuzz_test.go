package shellparse

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// FuzzParse asks that no text makes the evaluator fail, that every span lies
// inside the text, and that what is said of a [Script] holds.
func FuzzParse(f *testing.F) {
	for _, table := range tables {
		for _, tc := range table {
			f.Add(tc.in)
		}
	}
	files, _ := filepath.Glob("testdata/bash/*.sh")
	for _, file := range files {
		if text, err := os.ReadFile(file); err == nil {
			f.Add(string(text))
		}
	}
	for _, s := range []string{
		`printf %999999999d 1`, `$((2**9999))`, `{1..999999999}`, `{a..z}{a..z}{a..z}{a..z}`, `""`, `$'\x00'`, `${!x} ${!4no}`,
		`while :; do x=$x$x; done`, `f() { f; f; }; f`, `a[99999999999]=1`, `${a[-9]}`, `x=${x:99999999999999999999}`, `$((1/0))`, `$((-9223372036854775808/-1))`,
		`read -a`, `printf -v`, `trap`, `shift -1`, `set --; shift`, `declare -n x=x; x=1; echo $x`, `case x in esac`, "cat <<a\n$(b", `eval "eval \"eval $x\""`,
		strings.Repeat("(", 500), strings.Repeat("$(", 100) + strings.Repeat(")", 100), `"${x+'$(rm)'}"`, `export {a,b}=$(c)`, `$x{a,b}`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s := Parse(text, tableOptions())
		for _, p := range s.Problems {
			if p.Kind == "internal" {
				t.Fatalf("%s", p.Text)
			}
			inside(t, s, p.Pos)
		}
		if s.ForkBomb != nil {
			inside(t, s, *s.ForkBomb)
		}
		if s.Flood != nil {
			inside(t, s, *s.Flood)
		}
		for i := range s.Commands {
			sound(t, s, &s.Commands[i])
		}
		for _, o := range s.Origins {
			if o.Command < -1 || o.Command >= len(s.Commands) {
				t.Fatalf("an origin names command %d of %d", o.Command, len(s.Commands))
			}
		}
	})
}

// sound checks what holds for every command of a Script.
func sound(t *testing.T, s *Script, c *Command) {
	t.Helper()
	inside(t, s, c.Pos)
	if len(c.Argv) == 0 && len(c.Assigns) == 0 && len(c.Redirs) == 0 {
		t.Fatal("a command without words, assignments and redirections")
	}
	if len(c.Via) > 4*MaxNesting {
		t.Fatalf("a command reached through %d others", len(c.Via))
	}
	words := append(slices.Clone(c.Argv), c.Dir)
	for _, r := range c.Redirs {
		inside(t, s, r.Pos)
		words = append(words, r.Target)
	}
	for _, a := range c.Assigns {
		words = append(words, a.Value)
	}
	texts := []Text{c.In}
	if c.Code != nil {
		texts = append(texts, c.Code.Text)
	}
	for _, w := range words {
		inside(t, s, w.Pos)
		if len(w.Texts) == 0 || len(w.Texts) > MaxAlternatives {
			t.Fatalf("a word with %d alternatives", len(w.Texts))
		}
		texts = append(texts, w.Texts...)
	}
	for _, text := range texts {
		for p := range text.Parts() {
			if p.Origin >= len(s.Origins) {
				t.Fatalf("origin %d of %d", p.Origin, len(s.Origins))
			}
		}
	}
}

func inside(t *testing.T, s *Script, at Span) {
	t.Helper()
	if at.File != "" { // one that the text wrote
		if at.Offset < 0 || at.Offset > at.End {
			t.Fatalf("a span of %d to %d", at.Offset, at.End)
		}
		return
	}
	if at.Offset < 0 || at.End > len(s.Source) || at.Offset > at.End {
		t.Fatalf("a span of %d to %d in a text of %d bytes", at.Offset, at.End, len(s.Source))
	}
}
