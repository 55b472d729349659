package shellparse

import (
	"strings"
	"testing"
)

// parseCase is a text and its Script as [dump] writes it, lines joined by ⏎.
type parseCase struct{ in, want string }

var tables = map[string][]parseCase{
	"parse":     parseCases,
	"words":     wordsCases,
	"params":    paramsCases,
	"flow":      flowCases,
	"functions": functionsCases,
	"wrappers":  wrappersCases,
	"nested":    nestedCases,
	"kill":      killCases,
	"inlined":   inlinedCases,
	"problems":  problemsCases,
	"pure":      pureCases,
	"settings":  settingsCases,
}

// tableOptions is a world with a home and nothing else in its environment.
func tableOptions() Options {
	return Options{Dir: "/work", Home: "/home/u", Env: func(name string) (string, bool) { return "/home/u", name == "HOME" }}
}

func TestParse(t *testing.T) {
	for name, table := range tables {
		t.Run(name, func(t *testing.T) {
			for _, tc := range table {
				got := strings.ReplaceAll(strings.TrimSuffix(dump(Parse(tc.in, tableOptions())), "\n"), "\n", " ⏎ ")
				if got != tc.want {
					t.Errorf("%s\n got %s\nwant %s", tc.in, got, tc.want)
				}
			}
		})
	}
}

// TestPositions: a command stands where it is written; one in nested code
// where the word stands that holds it.
func TestPositions(t *testing.T) {
	for _, tc := range []struct{ in, name, at string }{
		{"echo; rm a b; ls", "rm", "rm a b"},
		{"ls &&\n\trm -f x", "rm", "rm -f x"},
		{`bash -c 'echo; rm a'`, "rm", `'echo; rm a'`},
		{`eval "rm a"`, "rm", `"rm a"`},
		{`sudo rm a`, "rm", `sudo rm a`},
		{`x=$(rm a)`, "rm", `rm a`},
		{"cat <<E | sh\nrm a\nE", "rm", "sh"},
	} {
		s := Parse(tc.in, tableOptions())
		found := false
		for _, c := range s.Commands {
			if len(c.Argv) == 0 || c.Argv[0].Texts[0] != Text(tc.name) {
				continue
			}
			found = true
			if got := tc.in[c.Pos.Offset:c.Pos.End]; got != tc.at {
				t.Errorf("%s: %s stands at %q, want %q", tc.in, tc.name, got, tc.at)
			}
			line := strings.Count(tc.in[:c.Pos.Offset], "\n") + 1
			col := c.Pos.Offset - strings.LastIndexByte(tc.in[:c.Pos.Offset], '\n')
			if c.Pos.Line != line || c.Pos.Col != col {
				t.Errorf("%s: line %d column %d, want %d and %d", tc.in, c.Pos.Line, c.Pos.Col, line, col)
			}
		}
		if !found {
			t.Errorf("%s: no %s", tc.in, tc.name)
		}
	}
}

func TestParseArgv(t *testing.T) {
	for _, tc := range []parseCase{
		{"rm\x00-rf\x00a b", `rm -rf 'a b'`},
		{"sudo\x00rm\x00$x", `sudo rm $x ⏎ [sudo] rm $x`},
		{"sh\x00-c\x00rm $0\x00a", `sh -c 'rm $0' a ⏎ [sh -c] rm a`},
		{"*\x00*", `* *`},
	} {
		s := ParseArgv(strings.Split(tc.in, "\x00"), tableOptions())
		if got := strings.ReplaceAll(strings.TrimSuffix(dump(s), "\n"), "\n", " ⏎ "); got != tc.want {
			t.Errorf("%q\n got %s\nwant %s", tc.in, got, tc.want)
		}
	}
}

// TestScriptFiles: a file named on the line is read once, under its own name.
func TestScriptFiles(t *testing.T) {
	o := tableOptions()
	reads := 0
	o.ReadFile = func(path string) (string, error) {
		reads++
		if path != "/work/x.sh" {
			t.Errorf("%s was read", path)
		}
		return "#!/bin/sh\nrm \"$1\"\n", nil
	}
	for in, want := range map[string]string{
		"bash x.sh a; ./x.sh b": "bash x.sh a ⏎ [bash x.sh] rm a ⏎ ./x.sh b ⏎ [./x.sh] rm b",
		". ./x.sh c":            ". ./x.sh c ⏎ [. ./x.sh] rm c",
	} {
		reads = 0
		s := Parse(in, o)
		if got := strings.ReplaceAll(strings.TrimSuffix(dump(s), "\n"), "\n", " ⏎ "); got != want || reads != 1 || len(s.Files) != 1 {
			t.Errorf("%s: %d reads, %d files\n got %s\nwant %s", in, reads, len(s.Files), got, want)
		}
	}
}

// A name reference that leads back to itself by way of an element is not
// followed for ever.
func TestCircularReferences(t *testing.T) {
	const declared = `declare -n a="a[a]" x="y[x]" y="x[y]" p="q[0]" q="p[0]"; local -n z="$1"; `
	for _, text := range []string{
		`f() { local -n a=$1; a=X; }; f 'a[0]'`,
		`echo $a`, `((a))`, `((a++))`, `a[a]=1`, `echo ${a[a[a]]}`, `a+=3`, `x[y]=1; echo $x ${y[x]}`, `p=1; q[0]=$p; echo $q ${!p}`,
		`read a x p`, `printf -v p x`, `for p in 1 2; do echo $p; done`, `unset p; p=1`, `[[ -v a && p -eq q ]]`, `mapfile x`, `p=(1 2); q+=(3)`, `let a=x p++`,
	} {
		s := Parse(declared+text+"; rm found", Options{})
		if name, _ := s.Commands[len(s.Commands)-1].Argv[0].Exact(); name != "rm" {
			t.Errorf("%s: what follows is not found", text)
		}
	}
}

// TestLimits: what passes a limit is said, whatever its shape.
func TestLimits(t *testing.T) {
	many := func(s string, n int) string { return strings.Repeat(s, n/len(s)) }
	for name, text := range map[string]string{
		"input":     many("a ", MaxInput+2),
		"steps":     many("rm a; ", 900_000),
		"nesting":   many("eval ", 500) + "rm",
		"brackets":  many("(", MaxInput),
		"groups":    many("( ", MaxInput),
		"arithm":    "$((" + many("(", MaxInput-100),
		"ternary":   "$((" + many("a?", MaxInput-100),
		"if":        many("if ", MaxInput),
		"index":     "${a" + many("[a", MaxInput-100),
		"doubling":  "x=aaaaaaaaaaaaaaaa\n" + many("x=$x$x\n", 1<<16),
		"functions": many("f() ", MaxInput),
		"braces":    "rm " + many("{a,b}", 100),
		"case":      "case x in " + many("a) x=$x$y;;& ", 1<<16) + "esac",
	} {
		limited := false
		for _, p := range Parse(text, tableOptions()).Problems {
			limited = limited || p.Kind == "limit"
			if p.Kind == "internal" {
				t.Errorf("%s: %s", name, p.Text)
			}
		}
		if !limited && name != "doubling" && name != "case" {
			t.Errorf("%s: no limit was said", name)
		}
	}
}
