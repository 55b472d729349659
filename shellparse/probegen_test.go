package shellparse

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestGeneratedProbes: expressions and parameter expansions of every shape,
// which the real bash must take for what the evaluator does. HERMES_EXEC_PROBES
// is how many of each, HERMES_EXEC_SEED the seed.
func TestGeneratedProbes(t *testing.T) {
	n, seed := envInt(t, "HERMES_EXEC_PROBES", 600), envInt(t, "HERMES_EXEC_SEED", 1)
	for _, kind := range []struct {
		name  string
		write func(*probeGen) string
		known int // of a hundred, at least
	}{
		{"arithmetic", (*probeGen).arithmetic, 70},
		{"operators", (*probeGen).operators, 80},
		{"patterns", (*probeGen).matching, 90},
		{"braces", (*probeGen).braces, 70},
	} {
		t.Run(kind.name, func(t *testing.T) {
			g := &probeGen{Rand: seeded(uint64(seed))}
			texts := make([]string, n)
			for i := range texts {
				texts[i] = kind.write(g)
			}
			real := probed(t, texts)
			read, known := 0, 0
			for i, text := range texts {
				if parseFailed(Parse(text, tableOptions()).Problems) { // it asks
					continue
				}
				read++
				words := probeWords(text)
				if !slices.ContainsFunc(words, func(w []string) bool { return w[0] == "?" }) {
					known++
				}
				if real != nil && !saidBy(words, real[i]) {
					t.Errorf("%s\n got  %q\nbash %q", text, words, real[i])
				}
			}
			t.Logf("%d texts, %d read, %d known", n, read, known)
			if read < n/2 || known*100 < read*kind.known {
				t.Errorf("of %d texts %d were read and %d were known", n, read, known)
			}
		})
	}
}

type probeGen struct {
	*rand.Rand
	depth int
}

func (g *probeGen) pick(list ...string) string { return list[g.IntN(len(list))] }

func (g *probeGen) arithmetic() string {
	x := g.pick("0", "1", "-7", "12", "010", "0x1f", "'2 + 3'", "y", "", "'y=4'", "3", "' 6'")
	y := g.pick("2", "-1", "9223372036854775807", "z", "5")
	return fmt.Sprintf("x=%s y=%s a=(4 x 6); probe $((%s)) \"$x\" \"$y\" \"${a[@]}\"", x, y, g.sum())
}

func (g *probeGen) sum() string {
	g.depth++
	defer func() { g.depth-- }()
	if g.depth > 4 {
		return g.term()
	}
	blank := g.pick("", " ", " ")
	switch g.IntN(14) {
	case 0, 1, 2, 3, 4, 5:
		op := g.pick("+", "-", "*", "/", "%", "**", "<<", ">>", "&", "|", "^", "&&", "||", "<", ">", "<=", ">=", "==", "!=", ",")
		return g.sum() + blank + op + blank + g.sum()
	case 6:
		return g.pick("-", "+", "!", "~") + g.sum()
	case 7, 8:
		return "(" + g.sum() + ")"
	case 9:
		return g.sum() + blank + "?" + blank + g.sum() + " : " + g.sum()
	case 10:
		return "(" + g.name() + blank + g.pick("=", "+=", "-=", "*=", "/=", "%=", "<<=", ">>=", "&=", "|=", "^=") + blank + g.sum() + ")"
	}
	return g.term()
}

func (g *probeGen) name() string {
	return g.pick("x", "y", "z", "a[0]", "a[2]", "a[y]", "a[z+1]", "a")
}

func (g *probeGen) term() string {
	switch g.IntN(8) {
	case 0:
		return g.pick("++", "--") + g.pick("x", "y", "z")
	case 1:
		return g.name() + g.pick("++", "--")
	case 2, 3:
		return g.name()
	case 4:
		return g.pick("$x", "${x}", "$y", "${y}", "${#y}", "$z", "${a[1]}", "${#x}", "${z:-3}", "\"$x\"", "${#a[@]}")
	}
	return g.pick("0", "1", "2", "3", "7", "010", "0x1F", "2#101", "36#z", "64", "0", "1", "5", "9", "3", "2", "08")
}

const shown = "\"<%s>\""

// subject is a value that patterns are held against.
func (g *probeGen) subject() string {
	var sb strings.Builder
	for range g.IntN(7) {
		sb.WriteString(g.pick("a", "a", "b", "ab", "*", "é", "]", "-", "[", "?", "B", "1", "\\", " ", "/", "#", "%", "&", "!", "^"))
	}
	return sb.String()
}

// pattern writes one; what follows a slash in a replacement is another word.
func (g *probeGen) pattern() string {
	var sb strings.Builder
	for range 1 + g.IntN(4) {
		sb.WriteString(g.pick("a", "b", "ab", "*", "*", "?", "[ab]", "[!a]", "[^b]", "[a-b]", "[0-9]", "[[:alpha:]]", "[]a]", "[-a]", "[a\\]]", "\\*", "\\?", "\\[", "'*'", "\"*\"", "'a'", "\"b?\"", "$v", "\"$v\"",
			"é", "[", "]", "-", "1", "\\\\", "\\ ", "\"[\"", "[\"a-b\"]", "!", "^", "[b*]", "[[]", "[\\!a]", "[a\"]\"]"))
	}
	return sb.String()
}

func (g *probeGen) replacement() string {
	var sb strings.Builder
	for range g.IntN(4) {
		sb.WriteString(g.pick("a", "X", "&", "\\&", "'&'", "\"&\"", "\\\\", "$v", "\"$v\"", "\\n", " ", "'/'", "\\/", "*", "é"))
	}
	return sb.String()
}

// setup sets x and v, which patterns name.
func (g *probeGen) setup() string {
	return "x=" + singleQuoted(g.subject()) + " v=" + singleQuoted(g.pick("a", "*", "b*", "[ab]", "\\*", "", "?", "#a", "%", "a b", "\\", "&", "[", "a-")) + "; "
}

func (g *probeGen) operators() string {
	if g.IntN(4) == 0 {
		return fmt.Sprintf("%sprobe "+shown, g.setup(), fmt.Sprintf("${x:%s}", g.pick("0", "1", " -1", " -3", "2:1", "1:-1", "0:-2", " -2:1", "9", "9:1", "1:9", ":2", "${#v}", "${#x}-1", "1+1:1", "(-2)", "1:${#v}")))
	}
	var out string
	switch op := g.pick("#", "##", "%", "%%", "/", "//", "/#", "/%", "/", "//", "^", "^^", ",", ",,", "@"); op {
	case "/", "//", "/#", "/%":
		out = op + g.pattern() + "/" + g.replacement()
	case "@":
		out = op + g.pick("U", "u", "L", "Q")
	case "^", "^^", ",", ",,":
		out = op + g.pick("", "a", "[ab]", "?", "[!a]", "b", "é", "$v")
	default:
		out = op + g.pattern()
	}
	return fmt.Sprintf("%sprobe "+shown, g.setup(), "${x"+out+"}")
}

func (g *probeGen) matching() string {
	if g.IntN(2) == 0 {
		return fmt.Sprintf("%sr=1; case $x in %s) r=2;; %s) r=3;; esac; probe $r", g.setup(), g.pattern(), g.pattern())
	}
	pattern := g.pattern()
	if pattern == "]]" { // the end of the test
		pattern = "]"
	}
	return fmt.Sprintf("%sr=1; [[ $x %s %s ]] && r=2; probe $r", g.setup(), g.pick("==", "!=", "="), pattern)
}

func (g *probeGen) braces() string { return "x=v; probe " + g.brace() }

func (g *probeGen) brace() string {
	g.depth++
	defer func() { g.depth-- }()
	var sb strings.Builder
	for range 1 + g.IntN(3) {
		switch g.IntN(7) {
		case 0, 1:
			list := []string{g.inner()}
			for range 1 + g.IntN(2) {
				list = append(list, g.inner())
			}
			sb.WriteString("{" + strings.Join(list, ",") + "}")
		case 2:
			end := func() string { return g.pick("1", "3", "-2", "0", "05", "010", "a", "e", "C", "+4", "-01", "12") }
			sb.WriteString("{" + end() + ".." + end() + g.pick("", "", "", "..2", "..-3", "..0", "..x") + "}")
		default:
			sb.WriteString(g.pick("a", "b", "1", "'q'", "\"$x\"", "${x}", "\\{", "\\,", "\"{a,b}\"", "-", ".", "..", ",", "é", "{", "}"))
		}
	}
	return sb.String()
}

func (g *probeGen) inner() string {
	if g.depth < 3 && g.IntN(3) == 0 {
		return g.brace()
	}
	return g.pick("a", "bc", "", "1", "'x y'", "${x}", "\\,", ".", "-2")
}
