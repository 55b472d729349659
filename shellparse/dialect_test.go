package shellparse

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// The truth about a dialect is its shell. Scripts in what dash and zsh have in
// common, and in what only one of them reads so, run under the real one, as
// nobody, in a scratch folder where PATH holds nothing but stubs; see TestBash
// for the fences. No word of a script can become an absolute path.

// dialectShell is a shell and the names under which its scripts are analysed.
type dialectShell struct {
	path  string
	args  []string // the first is its name
	names []string
	zsh   bool
}

// A script for sh must hold whether it is dash or bash.
var dialectShells = [...]dialectShell{
	{"/usr/bin/dash", []string{"dash", "-c"}, []string{"dash", "sh"}, false},
	{"/bin/bash", []string{"sh", "-c"}, []string{"sh"}, false},
	{"/usr/bin/zsh", []string{"zsh", "-fc"}, []string{"zsh"}, true},
}

const dialectStub = `#!/bin/dash
printf '%s\0' "$#" "${0##*/}" "$@" >> "$HX_LOG"
case ${0##*/} in foo) printf 'p q\n';; ls) printf 'a.txt\nb.txt\n';; esac
exit $(($# & 1))
`

type dialectGen struct {
	*rand.Rand
	zsh   bool
	depth int
	funcs int
	body  bool
}

func (g *dialectGen) pick(list ...string) string { return list[g.IntN(len(list))] }
func (g *dialectGen) name() string               { return g.pick("x", "y", "z") }

func (g *dialectGen) word() string {
	w := g.part()
	for g.IntN(4) == 0 {
		w += g.part()
	}
	return w
}

func (g *dialectGen) words(n int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = g.word()
	}
	return strings.Join(list, " ")
}

func (g *dialectGen) part() string {
	g.depth++
	defer func() { g.depth-- }()
	n := g.name()
	switch g.IntN(16) {
	case 0:
		return g.pick("'a b'", "'*'", "'\\n'", `"a\\b"`, "\\*", "''", `"$x"`, "\"it's\"")
	case 1, 2, 3:
		return g.pick("$"+n, "\"$"+n+"\"", "${"+n+"}")
	case 4:
		return "${" + n + g.pick(":-", "-", ":+", "+", ":=") + g.pick("a", "$y", "'p q'", "\"r s\"", "") + "}"
	case 5:
		return "${" + n + g.pick("#", "##", "%", "%%") + g.pick("a", "*b", "?") + "}"
	case 6:
		return g.pick("$1", "$2", "\"$@\"", "$*", "${#}", "$@", "\"$*\"", "${#x}")
	case 7:
		return g.pick("*.txt", "d1/*", "[ab].txt", "?.txt", "*.t*")
	case 8:
		return g.pick("{a,b}", "x{1,2}y", "{1..3}", "{a,}")
	case 9:
		return g.pick("$'a\\tb'", "$\"q\"", "$'\\x41'")
	case 10:
		return "$((" + g.pick("1+2", "n", "n*2", "n+1") + "))"
	case 11, 12:
		if g.depth > 3 {
			return "c"
		}
		q := g.pick("", "\"")
		return q + "$(" + g.pick("echo ", "echo -n ", "echo -e ", "printf '%s\\n' ", "foo ") + g.words(1+g.IntN(2)) + ")" + q
	case 13:
		if g.zsh {
			return g.pick("$a", "$a[1]", "${a[2]}", "\"$a\"", "${#a}", "${(U)x}", "${x:u}", "$x[1,2]", "${a[-1]}", "${=x}", "*.txt(N)", "*(/)", "\"${a[@]}\"", "${(s: :)x}", "${x:#a}", "${~x}", "no*such(N)")
		}
		return g.pick("`echo a b`", "`foo`", "\"`echo $x`\"")
	}
	return g.pick("a", "b", "c", "d1", "12", "k=v", "-x", "é", "a.b")
}

func (g *dialectGen) call() string {
	if g.funcs > 0 && g.IntN(4) == 0 {
		return fmt.Sprintf("f%d %s", g.IntN(g.funcs), g.words(g.IntN(3)))
	}
	return g.pick("rm", "mv", "foo", "bar", "ls") + " " + g.words(g.IntN(4))
}

func (g *dialectGen) assign() string {
	return g.name() + "=" + g.word()
}

func (g *dialectGen) block() string {
	list := []string{g.stmt()}
	for range g.IntN(2) {
		list = append(list, g.stmt())
	}
	return strings.Join(list, "; ")
}

func (g *dialectGen) stmt() string {
	g.depth++
	defer func() { g.depth-- }()
	if g.depth > 3 {
		return g.pick(g.assign(), g.call())
	}
	switch g.IntN(26) {
	case 0, 1, 2, 3:
		return g.assign()
	case 4:
		return "if " + g.call() + "; then " + g.block() + "; else " + g.block() + "; fi"
	case 5:
		return "for " + g.name() + " in " + g.words(1+g.IntN(2)) + "; do " + g.block() + "; done"
	case 6:
		return "case " + g.word() + " in a*) " + g.block() + ";; *) " + g.block() + ";; esac"
	case 7:
		return "( " + g.block() + " )"
	case 8:
		return g.call() + g.pick(" && ", " || ") + g.stmt()
	case 9:
		return "echo " + g.words(1) + " | while read -r " + g.name() + "; do " + g.call() + "; done"
	case 10:
		return "echo " + g.words(2) + " | read -r " + g.name() + " z"
	case 11:
		return "eval " + singleQuoted(g.block())
	case 12:
		return g.name() + "=" + g.word() + " " + g.pick(":", "eval "+singleQuoted(g.call()), "export z", g.call(), "set -- p")
	case 13:
		return "export " + g.name() + "=" + g.word()
	case 14:
		if g.body {
			return "local " + g.name() + g.pick("", "="+g.word())
		}
		return "set -- " + g.words(g.IntN(3))
	case 15:
		return g.call() + g.pick(" >f1", " 2>&1", " &>f2", " >f1 2>&1", " <a.txt")
	case 16:
		return "[[ $x == a* ]]" + g.pick(" && ", " || ") + g.call()
	case 17:
		return "[ \"$x\" = a ]" + g.pick(" && ", " || ") + g.call()
	case 18:
		return g.pick("typeset ", "declare ") + g.name() + "=" + g.word()
	case 19:
		return "unset " + g.name()
	case 20:
		return g.pick("cd d1", "cd .", "cd -")
	case 21:
		return "trap " + singleQuoted(g.call()) + " EXIT"
	case 22:
		return "read " + g.name() + " <<E\n" + g.pick("a b", "$x", "$(echo q r)", "\\$x") + "\nE"
	case 23:
		if g.zsh {
			return g.pick("a=(p 'q r' s)", "a=(1 2)", "a+=(t)", "a[2]=u", "for x in $a; do "+g.call()+"; done", "noglob rm *", "print -n a", "repeat 2 rm r", "() { rm $1; } v", "for x (a b) rm $x", "foreach x (1 2) mv $x; end", "TRAPEXIT() { rm trap; }", "x=$a", "alias -g G='h i'; rm G", "setopt shwordsplit; rm $x", "{ rm t } always { mv u }")
		}
		return g.pick("a=(p q)", "rm <<< a", "source a.txt", "x+=q; rm $x", "function g0 { rm fn; }; g0", "let n=n+1", "rm ${x//a/b}", "rm ${x:1}", "rm ${!x}", "(( n=2 )); rm $n", "rm ~", "printf -v x q; rm $x", "mapfile -t a", "rm a &> f3")
	case 24:
		return "n=" + g.pick("1", "2", "$((n+1))")
	default:
		return g.call()
	}
}

// script writes one script.
func (g *dialectGen) script() []string {
	stmts := []string{"x=" + g.pick("a", "'b c'", "d1", "'*'", "'c  d'") + " y=" + g.pick("b", "''", "'q r'") + " n=1"}
	for range 3 + g.IntN(5) {
		if g.funcs < 2 && g.IntN(6) == 0 {
			g.body = true
			stmts = append(stmts, fmt.Sprintf("f%d() { %s; }", g.funcs, g.block()))
			g.body = false
			g.funcs++
			continue
		}
		stmts = append(stmts, g.stmt())
	}
	return append(stmts, `bar "$x" $y "$z"`)
}

type dialectRun struct{ dir string }

func newDialectRun(t *testing.T) *dialectRun {
	if os.Getuid() != 0 {
		if os.Getenv("CI") == "true" {
			t.Fatal("the scripts run as nobody, which needs root")
		}
		t.Skip("the scripts run as nobody, which needs root")
	}
	r := &dialectRun{scratch(t)}
	stubs := filepath.Join(r.dir, "stubs")
	err := os.Mkdir(stubs, 0o755)
	for _, name := range []string{"rm", "mv", "foo", "bar", "ls"} {
		err = errors.Join(err, os.WriteFile(filepath.Join(stubs, name), []byte(dialectStub), 0o755))
	}
	if err != nil {
		t.Fatal(err)
	}
	return r
}

var dialectArgs = []string{"one", "two words"}

func (r *dialectRun) env() []string {
	return []string{"PATH=" + filepath.Join(r.dir, "stubs"), "HOME=hx", "LC_ALL=C.UTF-8", "HX_LOG=" + filepath.Join(r.dir, "log")}
}

func (r *dialectRun) run(sh dialectShell, script string) ([][]string, error) {
	work, log := filepath.Join(r.dir, "work"), filepath.Join(r.dir, "log")
	err := errors.Join(os.RemoveAll(work), os.MkdirAll(filepath.Join(work, "d1"), 0o755), os.WriteFile(log, nil, 0o666), os.Chmod(log, 0o666))
	for _, name := range []string{"a.txt", "b.txt", "d1/c.txt"} {
		err = errors.Join(err, os.WriteFile(filepath.Join(work, name), []byte("l1 w\n"), 0o644))
	}
	for _, name := range []string{".", "d1"} {
		err = errors.Join(err, os.Chown(filepath.Join(work, name), nobody, nobody))
	}
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, sh.path)
	cmd.Args = append(append(append([]string(nil), sh.args...), script, "name"), dialectArgs...)
	cmd.Dir, cmd.Env, cmd.WaitDelay = work, r.env(), time.Second
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.Run()
	if cmd.Process != nil {
		syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	}
	if ctx.Err() != nil {
		return nil, errTooLong
	}
	data, err := os.ReadFile(log)
	if err != nil {
		return nil, err
	}
	var argvs [][]string
	fields := strings.Split(string(data), "\x00")
	for i := 0; i < len(fields)-1; {
		n, err := strconv.Atoi(fields[i])
		if err != nil || i+2+n > len(fields) {
			return nil, fmt.Errorf("the log of the stubs is torn at field %d", i)
		}
		argvs = append(argvs, fields[i+1:i+2+n])
		i += 2 + n
	}
	return argvs, nil
}

// uncovered are the argvs of a script that no command covers; asked says that
// the text has a problem of its grammar, and so asks whatever is found.
func (r *dialectRun) uncovered(sh dialectShell, name, script string) (ran int, missing []string, asked bool, s *Script, err error) {
	argvs, err := r.run(sh, script)
	if err != nil {
		return 0, nil, false, nil, err
	}
	env := map[string]string{}
	for _, kv := range r.env() {
		k, v, _ := strings.Cut(kv, "=")
		env[k] = v
	}
	s = Parse(script, Options{Dir: filepath.Join(r.dir, "work"), Home: "hx", Args: append([]string{"name"}, dialectArgs...), Shell: name,
		Env: func(n string) (string, bool) { v, ok := env[n]; return v, ok }})
	for _, p := range s.Problems {
		if p.Kind == "internal" {
			return 0, nil, false, s, fmt.Errorf("%s", p.Text)
		}
		asked = asked || p.Kind == "parse" || p.Kind == "construct"
	}
	for _, argv := range argvs {
		covered := false
		for i := range s.Commands {
			covered = covered || wordsCover(s.Commands[i].Argv, argv)
		}
		if !covered {
			missing = append(missing, strings.Join(quoteAll(argv), " "))
		}
	}
	return len(argvs), missing, asked, s, nil
}

// TestDialects runs generated scripts. HERMES_EXEC_DIALECTS is how many for each
// shell, HERMES_EXEC_SEED the first seed.
func TestDialects(t *testing.T) {
	t.Parallel()
	n, seed := envInt(t, "HERMES_EXEC_DIALECTS", 100), envInt(t, "HERMES_EXEC_SEED", 1)
	var wg sync.WaitGroup
	for k, sh := range dialectShells {
		if _, err := os.Stat(sh.path); err != nil {
			t.Logf("%s is not here", sh.path)
			continue
		}
		r := newDialectRun(t)
		wg.Go(func() {
			ran, asks, failed := 0, 0, 0
			for i := range n {
				g := &dialectGen{Rand: rand.New(rand.NewPCG(uint64(seed+i), uint64(k))), zsh: sh.zsh}
				stmts := g.script()
				for _, name := range sh.names {
					one, missing, asked, s, err := r.uncovered(sh, name, strings.Join(stmts, "\n"))
					ran += one
					switch {
					case err == errTooLong:
					case err != nil:
						t.Errorf("seed %d: %v", seed+i, err)
					case asked:
						asks++
					case len(missing) > 0 && failed < 12:
						failed++
						for changed := true; changed; { // drop what is not needed to fail
							changed = false
							for j := range stmts {
								fewer := append(append([]string(nil), stmts[:j]...), stmts[j+1:]...)
								_, m, a, fs, err := r.uncovered(sh, name, strings.Join(fewer, "\n"))
								if err == nil && !a && len(m) > 0 {
									stmts, missing, s, changed = fewer, m, fs, true
									break
								}
							}
						}
						t.Errorf("seed %d, %s as %s: uncovered %s\n%s\n--\n%s", seed+i, sh.path, name, missing, strings.Join(stmts, "\n"), head(dump(s), 10))
					}
				}
			}
			if ran < n {
				t.Errorf("%s: %d argvs were run by %d scripts: the stubs do not log", sh.path, ran, n)
			}
			t.Logf("%s: %d scripts, %d argvs run, %d texts ask for their grammar", sh.path, n, ran, asks)
		})
	}
	wg.Wait()
}

// Texts that shells read differently, by the name of the shell.
var dialectCases = []struct{ shell, in, want string }{
	{"dash", `rm {a,b} $'c'`, `rm {a,b} $c`},
	{"bash", `rm {a,b} $'c'`, `rm a b c`},
	{"sh", `rm {a,b}`, `rm {a,b} ⏎ rm a b`},
	{"sh", `x='a b'; rm $x`, `x='a b' ⏎ rm a b`},
	{"zsh", `x='a b'; rm $x`, `x='a b' ⏎ rm 'a b'`},
	{"zsh", `x='*'; rm $x`, `x=* ⏎ rm *`},
	{"zsh", `x=; rm $x a`, `x='' ⏎ rm a`},
	{"zsh", `noglob rm a`, `noglob rm a ⏎ [noglob] rm a`},
	{"zsh", `echo a | read x; rm $x`, `echo a ⏎ read x ⏎ rm a`},
	{"dash", `source x`, `source x`},
	{"dash", `x=a :; rm "$x"`, `x=a : ⏎ rm a|''`},
	{"fish", `rm a`, `rm a ⏎ ! construct: fish is a shell whose grammar this program does not read`},
	{"nu", `rm a`, `rm a ⏎ ! construct: nu is a shell whose grammar this program does not read`},
	{"bash", `xonsh -c 'rm a'`, `xonsh -c 'rm a' {sh -c: rm a} ⏎ ! construct: xonsh is a shell whose grammar this program does not read`},
}

func TestDialectCases(t *testing.T) {
	for _, tc := range dialectCases {
		o := tableOptions()
		o.Shell = tc.shell
		if got := strings.ReplaceAll(strings.TrimSuffix(dump(Parse(tc.in, o)), "\n"), "\n", " ⏎ "); got != tc.want {
			t.Errorf("%s: %s\n got %s\nwant %s", tc.shell, tc.in, got, tc.want)
		}
	}
}
