package inline

import (
	"math/rand"
	"os/exec"
	"strings"
	"testing"
)

// What sed does to the machine. An empty want is a script that only edits.
var sedCases = []test{
	{`s/a/b/`, ``},
	{`s/a/b/ge`, `code <input>b<input>`},
	{`s/.*/date/e`, `sh date`},
	{`s/^.*$/rm -rf \//e`, `sh 'rm -rf /'`},
	{`s/.*/rm -rf &/e`, `code '<input>rm -rf <input>'`},
	{`s/x/date/w out`, `> out`},
	{`s/x/date/gpw /etc/passwd`, `> /etc/passwd`},
	{`s/x/date/ew out`, `code <input>date<input> ⏎ > out`},
	{`1e rm -rf /`, `sh 'rm -rf /'`},
	{`1e rm -rf / ; p`, `sh 'rm -rf / ; p'`},
	{`e`, `code <input>`},
	{`/x/{e date` + "\n}", `sh date`},
	{`1!e date`, `sh date`},
	{`w /dev/stdout`, ``},
	{`s/a/b/w /dev/stderr`, ``},
	{`w out` + "\n" + `r in`, `> out ⏎ < in`},
	{`/x/w /etc/y`, `> /etc/y`},
	{`$r /root/.ssh/id_rsa`, `< /root/.ssh/id_rsa`},
	{`R /dev/stdin`, ``},
	{`W a}`, `> a}`},
	{`s/a/e/;s/[/]e/w/`, ``},
	{`s/[/e]/w/`, ``},
	{`s|a/e|b|`, ``},
	{`y/abc/ewe/`, ``},
	{`a e rm` + "\n" + `p`, ``},
	{`a\` + "\n" + `e rm\` + "\n" + `e rm` + "\n" + `e ls`, `sh ls`},
	{`# e rm -rf /`, ``},
	{`p;# e rm` + "\n" + `e ls`, `sh ls`},
	{`:a;N;$!ba;s/\n/ /g`, ``},
	{`:e;be`, ``},
	{`b x;e ls`, `sh ls`},
	{`/e/,/w/d`, ``},
	{`\ee\we`, `code *`},
	{`\,e,e ls`, `sh ls`},
	{`\,e\,e,e ls`, `sh ls`},
	{`0~3e ls`, `sh ls`},
	{`2,+4 { s/a/b/; e ls` + "\n" + `}`, `sh ls`},
	{`/x/I,/y/M e ls`, `sh ls`},
	{`$!N;P;D`, ``},
	{`/^$/d;s/e$//`, ``},
	{`s/a\/e ls/b/`, ``},
	{`s/a/x\` + "\n" + `e ls/`, ``},
	{`s,a,b,;e ls`, `sh ls`},
	{`q5;Q`, ``},
	{`l 5;=;F;z`, ``},
	{`v 4.2;e ls`, `sh ls`},
	{`s/[[:alpha:]/]/x/e`, `code <input>x<input>`},
	{`s/[]/]/x/;e ls`, `sh ls`},
	{`s/[^]/]/x/;e ls`, `sh ls`},
	{`s/a/b`, `code *`},
	{`}`, `code *`},
	{`{p`, `code *`},
	{`k`, `code *`},
	{`w`, `code *`},
	{"s/\U000F0000/x/", `code *`},
	{"# \U000F0000", ``},
	{"e ls \U000F0000", "sh 'ls ◌' ⏎ code *"},
}

func TestSed(t *testing.T) { checkLines(t, "sed", sedCases) }

// TestSedAgainstSed asks sed itself, which has a mode that refuses every script
// with e, r or w in it and runs none of the others (no input is given).
func TestSedAgainstSed(t *testing.T) {
	sed, err := exec.LookPath("sed")
	if err != nil {
		t.Skip("no sed")
	}
	if out, _ := exec.Command(sed, "--sandbox", "e").CombinedOutput(); !strings.Contains(string(out), "sandbox mode") {
		t.Skip("not GNU sed")
	}
	atoms := []string{"s/a/b/", "s/", "/", "e", "w", "r", "x", " ", ";", "\n", "\\", "[", "]", "^", "}", "{", "!", ",", "1", "$", "a", "b", "y/a/e/", "#", "\\/", "[/]", "[^/]", "[[:a:]", "p", "g", ":", "0~2", "+1", "I", "M", "i\\\n", "|", "s|", "n"}
	rnd := rand.New(rand.NewSource(1))
	n := 200
	if testing.Short() {
		n = 60
	}
	refused := 0
	for range n {
		var sb strings.Builder
		for range 1 + rnd.Intn(9) {
			sb.WriteString(atoms[rnd.Intn(len(atoms))])
		}
		script := sb.String()
		out, err := exec.Command(sed, "--sandbox", "-n", "-e", script, "/dev/null").CombinedOutput()
		got, _ := Read("sed", script)
		if strings.Contains(string(out), "sandbox mode") {
			refused++
			if len(got) == 0 && !strings.Contains(script, "/dev/std") {
				t.Errorf("%q: sed finds e, r or w, we nothing", script)
			}
		} else if err == nil && len(got) > 0 {
			t.Errorf("%q: sed finds nothing, we %s", script, render(got))
		}
	}
	if refused < n/50 {
		t.Errorf("only %d of %d scripts had something to find", refused, n)
	}
}
