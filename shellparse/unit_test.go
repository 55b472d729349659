package shellparse

import (
	"os/exec"
	"strings"
	"testing"
)

// splitUnits gives the units of a script, each in brackets; ! stands behind
// one that is not whole.
func splitUnits(script, shell string) string {
	rest := script
	next := func() (string, bool) {
		if rest == "" {
			return "", false
		}
		line, after, newline := strings.Cut(rest, "\n")
		if newline {
			line += "\n"
		}
		rest = after
		return line, true
	}
	var sb strings.Builder
	for rest != "" {
		unit, whole := ReadUnit(next, shell)
		sb.WriteString("[" + unit + "]")
		if !whole {
			sb.WriteByte('!')
		}
	}
	return sb.String()
}

// Each script is what the shell reads before it runs any of it, and a line
// that is no part of that.
var units = []string{
	"echo a\n",
	"echo a; echo b &\n",
	"\n",
	"# comment\n",
	"# comment \\\n",
	"echo a # comment \\\n",
	"echo a \\\nb\n",
	"echo 'a\nb'\n",
	"echo \"a\\\nb\"\n",
	"a &&\n\n# comment\nb\n",
	"a |\nb\n",
	"cat <<EOF\na\nEOF\n",
	"cat <<'EOF'\n\\\nEOF\n",
	"cat <<EOF\na\\\nEOF\nEOF\n",
	"cat <<-EOF\n\ta\n\tEOF\n",
	"cat <<A; cat <<B\n1\nA\n2\nB\n",
	"cat <<A | sort & # all\n1\nA\n",
	"x=$(cat <<EOF\n)\nEOF\n)\n",
	"f()\n{ :; }\n",
	"f() # comment\n(:)\n",
	"if a\nthen b\nelif c; then d\nfi\n",
	"for x\nin a; do\n:\ndone\n",
	"while a; do cat <<EOF\nb\nEOF\ndone\n",
	"case x in\nx) ;;\nesac\n",
	"{ a\n} > b\n",
	"(a\nb)\n",
	"echo `a\nb`\n",
	"! a\n",
	"> a\n",
	"a=1\n",
	"export A=1 B\n",
	"time a\n",
	"a && b || c\n",
}

var bashUnits = []string{
	"a=(1\n2)\n",
	"((1 +\n2))\n",
	"[[ a &&\nb ]]\n",
	"function f\n{ :\n}\n",
	"cat <<< a\n",
	"x[\n1]=2\n",
	"declare -A a=([b]=c)\n",
	"coproc a { b; }\n",
	"time\n",
}

func TestReadUnit(t *testing.T) {
	check := func(unit, shell string) {
		want := "[" + unit + "][last\n]"
		if got := splitUnits(unit+"last\n", shell); got != want {
			t.Errorf("%s:\n got %q\nwant %q", shell, got, want)
		}
	}
	for _, unit := range units {
		check(unit, "bash")
		check(unit, "dash")
	}
	for _, unit := range bashUnits {
		check(unit, "bash")
	}
	for _, tt := range [][2]string{
		{"echo a", "[echo a]"},
		{"echo 'a\nb", "[echo 'a\nb]!"},
		{"cat <<EOF\na\n", "[cat <<EOF\na\n]!"},
		{")\necho a\n", "[)\n]![echo a\n]"},
		{"echo a; )\necho a\n", "[echo a; )\n]![echo a\n]"},
	} {
		if got := splitUnits(tt[0], "bash"); got != tt[1] {
			t.Errorf("%q: got %q, want %q", tt[0], got, tt[1])
		}
	}
}

// A unit is read as one by bash, too: a line that would be printed after it is
// not reached where it ends the shell, and is where it does not.
func TestUnitIsBash(t *testing.T) {
	for _, unit := range append(units, bashUnits...) {
		// -n parses only; a unit that went on would end in an error.
		if out, err := exec.Command("bash", "-n", "-c", unit).CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("%q: %v %s", unit, err, out)
		}
	}
}

func TestRedirected(t *testing.T) {
	for _, tt := range [][2]string{
		{"echo a\n", "{ echo a; } <x\n"},
		{"echo a;\n", "{ echo a; } <x\n"},
		{"  echo a & # b\n", "  { echo a & } <x # b\n"},
		{"cat <<A; cat <<B\n1\nA\n2\nB\n", "{ cat <<A; cat <<B; } <x\n1\nA\n2\nB\n"},
		{"cat <<A | sort &\n1\nA\n", "{ cat <<A | sort & } <x\n1\nA\n"},
		{"while a; do cat <<E\nb\nE\ndone\n", "{ while a; do cat <<E\nb\nE\ndone; } <x\n"},
		{"f() { :; } <<E\nb\nE\n", "{ f() { :; } <<E; } <x\nb\nE\n"},
		{"{ a; } <<E >b\nc\nE\n", "{ { a; } <<E >b; } <x\nc\nE\n"},
		{"> a\n", "{ > a; } <x\n"},
		{"! a", "{ ! a; } <x"},
		{"exec <a\n", "{ exec <a; } <x\n"},
		{"exec 0<a\n", "{ exec 0<a; } <x\n"},
		{"exec 3<&0\n", "{ exec 3<&0; } <x\n"},
		{"exec 3<$(a)\n", "{ exec 3<$(a); } <x\n"},
		{"exec a 3>b\n", "{ exec a 3>b; } <x\n"},
		{"exec 10>a; echo b >&10; cat a\n", "exec 10>a; { echo b >&10; cat a; } <x\n"},
		{"cat; exec 10>a; cat\n", "{ cat; } <x; exec 10>a; { cat; } <x\n"},
		{"cat & exec 10>a\n", "{ cat & } <x; exec 10>a\n"},
		{"cat <<E; exec 10>a; cat\nb\nE\n", "{ cat <<E; } <x; exec 10>a; { cat; } <x\nb\nE\n"},
	} {
		if got, ok := Redirected(tt[0], "bash", "<x"); got != tt[1] || !ok {
			t.Errorf("%q: got %q, %v", tt[0], got, ok)
		}
	}
	for _, unit := range []string{"", "\n", "# a\n", ")\n", "echo '", "exec 10>a\n", "exec {a}>b; exec 3<&- 4>&1\n"} {
		if got, ok := Redirected(unit, "bash", "<x"); ok {
			t.Errorf("%q: got %q", unit, got)
		}
	}
	for _, unit := range append(units, bashUnits...) {
		text, ok := Redirected(unit, "bash", "</dev/null")
		if !ok {
			if strings.TrimSpace(unit) != "" && unit[0] != '#' {
				t.Errorf("%q: is not redirected", unit)
			}
			continue
		}
		if strings.Count(text, "\n") != strings.Count(unit, "\n") {
			t.Errorf("%q: other lines in %q", unit, text)
		}
		if out, err := exec.Command("bash", "-n", "-c", text).CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("%q: %v %s", text, err, out)
		}
	}
}
