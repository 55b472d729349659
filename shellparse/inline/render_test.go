package inline

import (
	"strings"
	"testing"
)

// test is a case of a language's table: code, and its effects as render
// writes them, one on a line.
type test struct{ code, want string }

func checkTable(t *testing.T, lang string, tests []test) {
	t.Helper()
	for _, tt := range tests {
		effects, known := Read(lang, tt.code)
		if !known {
			t.Fatalf("%s is not read", lang)
		}
		if got := render(effects); got != tt.want {
			t.Errorf("%s\n  have %s\n  want %s", tt.code, indent(got), indent(tt.want))
		}
		checkPositions(t, tt.code, effects)
	}
}

// checkHarmless is a table of code that must have no effect at all, or none
// but reading files and writing those of the project.
func checkHarmless(t *testing.T, lang string, codes []string) {
	t.Helper()
	for _, code := range codes {
		effects, _ := Read(lang, code)
		if got := render(effects); got != "" {
			t.Errorf("%s\n  is harmless, have %s", code, indent(got))
		}
	}
}

func checkPositions(t *testing.T, code string, effects []Effect) {
	t.Helper()
	for _, e := range effects {
		if e.Pos < 0 || e.Pos > e.End || e.End > len(code) {
			t.Errorf("%.200q: %s stands at %d to %d of %d", code, renderEffect(e), e.Pos, e.End, len(code))
		}
		for _, v := range e.Argv {
			if len(v) == 0 || len(v) > MaxAlternatives {
				t.Errorf("%.200q: %s has a word of %d alternatives", code, e.Call, len(v))
			}
		}
	}
}

func indent(s string) string { return strings.ReplaceAll(s, "\n", "\n       ") }

// render writes effects one on a line: what kind, then its words. * is what is
// not known, *… any number of words, <own> <parent>… other sources, a|b
// alternatives. A file that is opened stands behind its operator. That a text
// is hidden in the code is left out.
func render(effects []Effect) string {
	var lines []string
	for _, e := range effects {
		if e.Kind != Hidden { // TestHidden looks at these
			lines = append(lines, renderEffect(e))
		}
	}
	return strings.Join(lines, "\n")
}

func renderEffect(e Effect) string {
	words := []string{[...]string{Run: "run", Shell: "sh", Like: "like", Code: "code", Bomb: "bomb"}[e.Kind]}
	if e.Redir != "" {
		words = []string{e.Redir}
	}
	for _, v := range e.Argv {
		words = append(words, renderValue(v))
	}
	return strings.Join(words, " ")
}

func renderValue(v Value) string {
	alternatives := make([]string, len(v))
	for i, t := range v {
		var sb strings.Builder
		for _, p := range t {
			sb.WriteString(renderPart(p))
		}
		s := sb.String()
		if s == "" || strings.ContainsAny(s, " \t\n|'") {
			s = "'" + strings.NewReplacer("\n", "␤", "'", "′").Replace(s) + "'"
		}
		alternatives[i] = s
	}
	return strings.Join(alternatives, "|")
}

func renderPart(p Part) string {
	switch p.Source {
	case Literal:
		var sb strings.Builder
		for _, r := range p.Lit {
			if r >= Hole && r < Hole+4096 {
				r = '◌'
			}
			sb.WriteRune(r)
		}
		return sb.String()
	case Unknown:
		if p.Lit == ManyWords {
			return "*…"
		}
		return "*"
	case Env:
		return "$" + p.Lit
	case Home:
		return "$HOME"
	case Dir:
		return "$PWD"
	case Arg:
		return "$" + p.Lit
	case Args:
		return "$@"
	case Script:
		return "<script" + p.Lit + ">"
	case Field:
		if p.Lit != "" {
			return "<f" + p.Lit + ">"
		}
		return "<input>"
	}
	return "<" + [...]string{Own: "own", Parent: "parent", Group: "group", HostPID: "host", Input: "input", Everyone: "everyone", Child: "child", Temp: "temp"}[p.Source] + ">"
}
