package shellparse

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// generator writes scripts over the grammar that the evaluator claims. It
// names no program that is not a stub, and nothing in it can put together a
// path that starts with a slash: HOME is relative, no word holds a slash that
// an empty variable could leave at its start ($xd1/* would be one), and the
// path that cd - prints is thrown away.
type generator struct {
	*rand.Rand
	depth  int
	loops  int // enclosing loops of the same function
	funcs  int // functions that may be called: f0 … f(funcs-1)
	inFunc bool
	serial int // counters of loops
	quoted bool
}

// generate gives the statements of one script, and the mask of exit statuses.
func generate(seed uint64) (stmts []string, mask uint64) {
	g := &generator{Rand: seeded(seed)}
	if g.IntN(8) > 0 {
		stmts = append(stmts, "x="+g.pick("a", "'b c'", "d1", "one")+" y="+g.pick("b", "a.txt", "'c  d'", "-v", "k2", "'*'")+" z="+g.pick("''", "foo", "k1"), "a=("+g.pick("p q", "'p q' r", "1 2 3")+") n=1")
	}
	for range 3 + g.IntN(7) {
		if g.funcs < 3 && g.IntN(6) == 0 {
			g.inFunc = true
			body := g.block()
			g.inFunc = false
			stmts = append(stmts, fmt.Sprintf("f%d() { %s; }", g.funcs, body))
			g.funcs++
			continue
		}
		if g.IntN(6) == 0 {
			stmts = append(stmts, g.lines())
			continue
		}
		stmts = append(stmts, g.stmt())
	}
	return append(stmts, g.pick(`qux "$x" $y "$z" "${a[@]}"`, `qux "$x" $y $n`, `qux "$z" "$1" $#`)), g.Uint64() & (1<<29 - 1)
}

func (g *generator) pick(list ...string) string { return list[g.IntN(len(list))] }

func (g *generator) name() string { return g.pick("x", "y", "z") }

func (g *generator) program() string {
	if g.funcs > 0 && g.IntN(5) == 0 {
		return fmt.Sprintf("f%d", g.IntN(g.funcs))
	}
	return g.pick("rm", "mv", "cp", "ls", "git", "foo", "bar", "baz")
}

func (g *generator) block() string {
	list := []string{g.stmt()}
	for range g.IntN(3) {
		list = append(list, g.stmt())
	}
	return strings.Join(list, "; ")
}

// stmt is one statement on one line; here-documents stand inside eval.
func (g *generator) stmt() string {
	g.depth++
	defer func() { g.depth-- }()
	if g.depth > 2+g.IntN(2) {
		return g.simple()
	}
	switch g.IntN(38) {
	case 30, 31:
		return g.builtin()
	case 32:
		return g.special()
	case 33:
		return g.counted()
	case 34:
		return g.simple() + " & wait"
	case 0:
		return "if " + g.cond() + "; then " + g.block() + "; else " + g.block() + "; fi"
	case 1:
		return "if " + g.cond() + "; then " + g.block() + "; elif " + g.cond() + "; then " + g.block() + "; fi"
	case 2, 3:
		return "for " + g.name() + " in " + g.words(1+g.IntN(3)) + "; do " + g.loop() + "; done"
	case 4:
		return g.pick("while ", "until ") + g.stubCall() + "; do " + g.loop() + "; done"
	case 5:
		g.serial++
		i := fmt.Sprintf("i%d", g.serial)
		return fmt.Sprintf("for ((%s=0; %s<2; %s++)); do %s; done", i, i, i, g.loop())
	case 6:
		op := g.pick(";;", ";;", ";&", ";;&")
		return "case " + g.word() + " in " + g.pick("a*", "*b", "one", "$x") + ") " + g.block() + op + " " +
			g.pick("b", "?", "c|d") + ") " + g.block() + ";; *) " + g.block() + ";; esac"
	case 7:
		return "( " + g.scoped() + " )"
	case 8:
		return "{ " + g.block() + "; }"
	case 9, 10:
		return g.simple() + g.pick(" && ", " || ") + g.stmt()
	case 11:
		return g.pipeline()
	case 12:
		return "eval " + g.quote(g.block())
	case 13:
		return "bash -c " + g.quote(g.scoped()) + g.pick("", " s0 q1 'q 2'")
	case 14:
		if g.loops > 0 && g.IntN(2) == 0 {
			return g.cond() + " && " + g.pick("break", "continue")
		}
		if g.inFunc {
			return "if " + g.cond() + "; then " + g.block() + "; return; fi"
		}
		return g.assign()
	case 15:
		return "set -- " + g.words(g.IntN(4))
	case 16:
		return g.pick("shift", "unset "+g.name(), "shift; rm \"$@\"")
	case 17:
		return "read " + g.pick("", "-r ") + g.pick("x", "x y", "z") + " <<< " + g.word()
	case 18:
		return "printf -v " + g.name() + " " + g.pick("'%s'", "'%s-%s'", "'%d'", "a%s") + " " + g.word()
	case 19:
		return g.pick("export ", "export ", "readonly ") + g.name() + "=" + g.value()
	case 20:
		if g.inFunc {
			return "local " + g.name() + "=" + g.value()
		}
		return "declare " + g.name() + "=" + g.value()
	case 21:
		return "cd " + g.pick("d1", ".", "\"$HOME\"", "- >/dev/null", "nosuch", "")
	case 22:
		return "! " + g.simple()
	case 23:
		return g.pick("mapfile -t a", "read -ra a", "read -r x") + " < <(" + g.echo() + ")"
	case 24:
		return "trap " + g.quote(g.stubCall()) + " EXIT"
	case 25:
		return "[[ " + g.pick("-n $x", "$x == a*", "-z \"$y\"", "$x == \"$y\"", "-f a.txt") + " ]]" + g.pick(" && ", " || ") + g.stmt()
	case 26:
		return "(( " + g.pick("n++", "n=n+2", "n>1", "1") + " ))" + g.pick(" && ", " || ") + g.stmt()
	default:
		return g.simple()
	}
}

func (g *generator) loop() string {
	g.loops++
	defer func() { g.loops-- }()
	return g.block()
}

// scoped is a block of another process: a jump does not leave it.
func (g *generator) scoped() string {
	loops, in := g.loops, g.inFunc
	g.loops, g.inFunc = 0, false
	defer func() { g.loops, g.inFunc = loops, in }()
	return g.block()
}

func (g *generator) cond() string {
	switch g.IntN(6) {
	case 0:
		return "[ \"" + g.pick("$x", "$1", "$#") + "\" = " + g.pick("a", "b", "one", "2") + " ]"
	case 1:
		return g.pick("true", "false", ":")
	case 2:
		return "[[ " + g.pick("$x", "$y") + " == " + g.pick("a*", "b", "*") + " ]]"
	}
	return g.stubCall()
}

func (g *generator) stubCall() string {
	return g.pick("rm", "mv", "foo", "bar", "ls") + " " + g.words(g.IntN(3))
}

func (g *generator) simple() string {
	switch g.IntN(12) {
	case 0, 1, 2:
		return g.assign()
	case 3:
		return g.pick("env -S 'rm a' ", "time -p ", "command -p ", "sudo ", "sudo -u root ", "env ", "env z=q ", "nohup ", "timeout 5 ", "timeout -k 1 5 ", "nice -n 3 ", "command ", "builtin ", "time ") + g.stubCall()
	case 4:
		return g.pick("x", "y", "z") + "=" + g.value() + " " + g.stubCall()
	case 5:
		return g.stubCall() + " " + g.pick(">f1", ">>f1", "2>/dev/null", "2>&1", "<a.txt", "> f2 2>&1", "&>f3")
	case 6:
		return "$" + g.name() + " " + g.words(1)
	}
	return g.program() + " " + g.words(g.IntN(4))
}

func (g *generator) assign() string {
	switch g.IntN(9) {
	case 0:
		return "a=(" + g.elements(g.IntN(4)) + ")"
	case 1:
		return "a+=(" + g.elements(1) + ")"
	case 2:
		return fmt.Sprintf("a[%d]=%s", g.IntN(3), g.value())
	case 3:
		return g.name() + "+=" + g.value()
	case 4:
		return "n=$((" + g.pick("n+1", "3*2", "${#x}", "$#") + "))"
	case 5:
		return "x=" + g.value() + " y=" + g.value()
	}
	return g.name() + "=" + g.value()
}

// value is a word that is not split.
func (g *generator) value() string {
	if g.IntN(3) == 0 {
		return g.pick("a", "b", "'c d'", "rm", "foo", "mv", "'*'", "''", "d1", "z=q")
	}
	return g.word()
}

func (g *generator) pipeline() string {
	switch g.IntN(9) {
	case 6:
		return "echo " + g.plain() + " | xargs -I{} " + g.pick("rm", "sh -c 'mv {}'", "bash -c \"foo {} $x\"")
	case 7:
		return g.echo() + " | { read -r x y; " + g.scoped() + "; }"
	case 0:
		return g.echo() + " | while read -r " + g.pick("x", "x y") + "; do " + g.pipedBlock() + "; done"
	case 1:
		return "echo " + g.pick("a b", "\"$#\"", "'p  q'", "one\ntwo"[:3]) + " | xargs " + g.pick("", "-n1 ") + g.pick("rm", "foo", "mv a")
	case 2:
		return "echo " + g.quote(g.scoped()) + " | bash"
	case 3:
		return "bash <<< " + g.quote(g.scoped())
	case 4:
		return "{ " + g.scoped() + "; } | " + g.simple()
	}
	return g.simple() + " | " + g.simple() + g.pick("", " | "+g.stubCall())
}

func (g *generator) pipedBlock() string {
	loops, in := g.loops, g.inFunc
	g.loops, g.inFunc = 1, false
	defer func() { g.loops, g.inFunc = loops, in }()
	return g.block()
}

func (g *generator) echo() string {
	switch g.IntN(8) {
	case 0:
		return "printf '%s\\n' " + g.words(1+g.IntN(2))
	case 1:
		return "printf '" + g.pick("a b\\nc\\n", "%s", "x%sy", "%03d") + "' " + g.pick("1", "7", "$n", "12")
	case 2:
		return "ls"
	}
	return "echo " + g.pick("", "-n ", "-e ") + g.words(1+g.IntN(2))
}

func (g *generator) words(n int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = g.word()
	}
	return strings.Join(list, " ")
}

// elements are words of an array. One that starts with [ is an index to the
// parser, which then asks; bash reads it as a pattern.
func (g *generator) elements(n int) string {
	list := make([]string, n)
	for i := range list {
		for list[i] = g.word(); strings.HasPrefix(list[i], "["); list[i] = g.word() {
		}
	}
	return strings.Join(list, " ")
}

// word is one word in any quoting.
func (g *generator) word() string {
	g.depth++
	defer func() { g.depth-- }()
	if g.IntN(2) == 0 { // as most words are that people and agents write
		return g.plain()
	}
	w := g.part()
	for g.IntN(5) == 0 {
		w += g.part()
	}
	return w
}

func (g *generator) plain() string {
	return g.pick("a", "b", "c", "one", "d1", "f1", "k1", "12", "a.b", "é", "-x", "-rf", "--long=v", "a=b", "a.txt", "d1/c.txt", "src", "build")
}

func (g *generator) part() string {
	switch g.IntN(24) {
	case 0:
		return "'" + g.pick("a b", "*", "$x", "\\n", "", "#c") + "'"
	case 1, 2:
		return "\"" + g.pick("", "a ", "-") + g.inQuotes() + g.pick("", " b", "*", "\\\"", "\\$x") + "\""
	case 3:
		return "$'" + g.pick("a\\tb", "\\x41", "it\\'s", "\\u00e9") + "'"
	case 4, 5:
		return "$" + g.name()
	case 6:
		return g.pick("$1", "$2", "$3", "$#", "$@", "$*", "\"$@\"", "\"$*\"", "${2}", "${@:2}", "\"${@:1:1}\"", "\"${@:2}\"")
	case 7:
		return g.pick("${a[0]}", "${a[1]}", "${a[@]}", "\"${a[@]}\"", "\"${a[*]}\"", "${#a[@]}", "${a[-1]}", "\"${a[@]:1}\"", "${!a[@]}", "\"${a[@]/a/Z}\"")
	case 8, 9:
		return g.param()
	case 10:
		return "$((" + g.pick("1+2", "n", "n*2", "${#x}", "2**5", "n>1?3:4", "7%3", "n++", "0x1f") + "))"
	case 11:
		return g.pick("{a,b}", "x{1..3}", "{b,}", "{a,{c,d}}", "pre{1,2}post", "{a..c}")
	case 12:
		return g.pick("*.txt", "*", "?.txt", "[ab].txt", "no*such", "[d]1/*", "[x")
	case 13:
		return g.pick("~/", "~/d1", "\\*", "\\ ", "a\\$b", "\\~")
	case 14, 15:
		if g.depth > 4 {
			return "a"
		}
		q := g.pick("", "\"")
		return q + "$( " + g.subst() + ")" + q
	case 16:
		return "`" + g.pick("echo a b", "echo $x", "echo \\$x", "foo", "printf %s q") + "`"
	case 17:
		return g.pick("-x", "--long=v", "a=b", "-", "x#y", "k=", "%")
	}
	return g.pick("a", "b", "c", "one", "d1", "f1", "k1", "12", "a.b", "é")
}

func (g *generator) inQuotes() string {
	switch g.IntN(8) {
	case 0:
		return "$(" + g.pick("echo a; echo b", "foo", "echo \"$x\"", "echo '*'", "printf 'a\\n\\n'") + ")"
	case 1:
		return g.param()
	case 2:
		return "$((n+1))"
	case 3:
		return g.pick("${a[*]}", "${a[1]}", "$1", "$*", "$#", "${#a[*]}")
	}
	return "$" + g.name()
}

func (g *generator) param() string {
	n := g.name()
	switch g.IntN(12) {
	case 0:
		return "${" + n + g.pick(":-", "-", ":+", "+", ":=", "=") + g.pick("a", "b c", "$y", "\"p q\"", "'s t'", "", "*", "${y:-d}") + "}"
	case 1:
		return "${" + n + g.pick("#", "##", "%", "%%") + g.pick("a", "*b", "?", "a*", "[ab]", "\"*\"", "$y") + "}"
	case 2:
		return "${" + n + g.pick("/", "//", "/#", "/%") + g.pick("a", "b", "?", "a*", " ", "[cd]", "", "\"*\"") + "/" + g.pick("", "Q", "$y", "x y", "\\&", "'q r'") + "}"
	case 3:
		return "${" + n + ":" + g.pick("1", "0:1", "1:2", " -1", "0: -1", "n") + "}"
	case 4:
		return "${#" + n + "}"
	case 5:
		return "${" + n + g.pick("^^", "^", ",,", ",") + "}"
	case 6:
		return "${!" + g.pick("ref", n) + "}"
	case 7:
		return "${" + n + "@" + g.pick("Q", "U", "L", "u", "P", "E", "A", "a") + "}"
	}
	return "${" + n + "}"
}

func (g *generator) subst() string {
	loops, in := g.loops, g.inFunc
	g.loops, g.inFunc = 0, false
	defer func() { g.loops, g.inFunc = loops, in }()
	switch g.IntN(10) {
	case 0:
		return g.stmt()
	case 1:
		return g.echo() + "; " + g.echo()
	case 2:
		return g.stubCall()
	case 3:
		return "if " + g.stubCall() + "; then " + g.echo() + "; else " + g.echo() + "; fi"
	}
	return g.echo()
}

// quote makes one word of code, single quotes inside it included.
func (g *generator) quote(code string) string {
	return "'" + strings.ReplaceAll(code, "'", `'\''`) + "'"
}
