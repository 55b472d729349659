package shellparse

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
	"unicode/utf8"
)

// The truth is bash. Scripts run in a scratch folder under a real bash whose
// PATH holds nothing but stubs, each of which logs its argv; whatever argv was
// logged must be covered by a command of the Script of the same text.
//
// Two fences keep a script in its folder. The generator writes no word that
// could become an absolute path; and bash runs as nobody, who can write nothing
// else, so that a slip of the first fence ("$unset/*" was one) harms nothing.
// The second needs root, and without it nothing is run.

// nobody is the user and group the scripts run as.
const nobody = 65534

// stub is every program on PATH, told apart by the name it is called by. It
// logs its argv, then does what a wrapper of that name would, or prints a
// little and ends with a status drawn from HX_MASK.
const stub = `#!/bin/sh
hx_name=${0##*/} hx_n=0
[ -r "$HX_LOG.n" ] && read -r hx_n < "$HX_LOG.n"
echo $((hx_n+1)) > "$HX_LOG.n"
printf '%s\0' "$#" "$hx_name" "$@" >> "$HX_LOG"
[ "$hx_n" -gt 100 ] && exit $((hx_n & 1))
case $hx_name in
sudo)
	while :; do case $1 in -u) shift 2;; --) shift; break;; -*) shift;; *=*) export "$1"; shift;; *) break;; esac; done
	[ $# -gt 0 ] && exec "$@"; exit;;
env)
	while :; do case $1 in -u) unset "$2"; shift 2;; *=*) export "$1"; shift;; *) break;; esac; done
	[ $# -gt 0 ] && exec "$@"; exit;;
nohup) [ $# -gt 0 ] && exec "$@"; exit;;
timeout)
	while :; do case $1 in -[ks]) shift 2;; -*) shift;; *) break;; esac; done
	shift; [ $# -gt 0 ] && exec "$@"; exit;;
nice)
	[ "$1" = -n ] && shift 2; [ $# -gt 0 ] && exec "$@"; exit;;
xargs)
	hx_per=; [ "$1" = -n1 ] && { hx_per=1; shift; }
	hx_all=; while read -r hx_line; do hx_all="$hx_all $hx_line"; done
	set -f
	if [ "$hx_per" ]; then for hx_w in $hx_all; do "$@" "$hx_w" </dev/null; done; exit; fi
	exec "$@" $hx_all </dev/null;;
bash|sh) exec "$HX_BASH" --norc "$@";;
echo) IFS=' '; printf '%s\n' "$*"; exit;;
true) exit 0;;
false) exit 1;;
foo) echo 'p q';;
ls) printf 'a.txt\nb.txt\n';;
git) echo '*';;
esac
exit $(( (HX_MASK >> (hx_n % 29)) & 1 ))
`

var stubNames = []string{"rm", "mv", "cp", "ls", "git", "foo", "bar", "baz", "qux",
	"sudo", "env", "nohup", "timeout", "nice", "xargs", "bash", "sh", "echo", "true", "false"}

// prelude is read by every bash through BASH_ENV: the builtins that could
// reach beyond the scratch folder are off.
const prelude = `enable -n kill exec ulimit suspend umask logout disown
set +o history
`

// errTooLong is a script that bash did not end in time: a loop that no stub ends.
var errTooLong = errors.New("the script runs too long")

// errUnread is a script that the parser does not read, so that it asks.
var errUnread = errors.New("the parser does not read the script")

// bashRun is a bash to run scripts with, and its stubs.
type bashRun struct {
	bash, stubs, prelude string

	runs atomic.Int64
}

func newBashRun(t testing.TB) *bashRun {
	bash, err := exec.LookPath("bash")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("no bash to compare with")
		}
		t.Skip("no bash to compare with")
	}
	if os.Getuid() != 0 {
		if os.Getenv("CI") == "true" {
			t.Fatal("the scripts run as nobody, which needs root")
		}
		t.Skip("the scripts run as nobody, which needs root")
	}
	dir := scratch(t)
	r := &bashRun{bash: bash, stubs: filepath.Join(dir, "stubs"), prelude: filepath.Join(dir, "prelude")}
	if err := os.Mkdir(r.stubs, 0o755); err != nil {
		t.Fatal(err)
	}
	first := filepath.Join(r.stubs, stubNames[0])
	if err := os.WriteFile(first, []byte(stub), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range stubNames[1:] {
		if err := os.Link(first, filepath.Join(r.stubs, name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(r.prelude, []byte(prelude), 0o644); err != nil {
		t.Fatal(err)
	}
	return r
}

// scratch is a folder that nobody can reach and write.
func scratch(t testing.TB) string {
	dir := t.TempDir()
	if err := errors.Join(os.Chmod(filepath.Dir(dir), 0o711), os.Chown(dir, nobody, nobody)); err != nil {
		t.Fatal(err)
	}
	return dir
}

var bashArgs = []string{"script", "one", "two words", "*"}

// run gives every argv that bash ran for a script, in an empty scratch folder
// of its own. mask draws the exit statuses of the stubs.
func (r *bashRun) run(dir, script string, mask uint64) (argvs [][]string, err error) {
	work := filepath.Join(dir, "work")
	if err := errors.Join(os.RemoveAll(work), os.MkdirAll(filepath.Join(work, "d1"), 0o755), os.MkdirAll(filepath.Join(work, "hx", "d1"), 0o755)); err != nil {
		return nil, err
	}
	for _, name := range []string{"a.txt", "b.txt", "x y.md", "d1/c.txt"} {
		if err := os.WriteFile(filepath.Join(work, name), []byte("l1 w\nl2\n"), 0o644); err != nil {
			return nil, err
		}
	}
	for _, name := range []string{".", "d1", "hx", "hx/d1", "a.txt", "b.txt", "x y.md", "d1/c.txt"} {
		if err := os.Chown(filepath.Join(work, name), nobody, nobody); err != nil {
			return nil, err
		}
	}
	// A log of its own: what a script leaves running must not write to the next one's.
	log := filepath.Join(dir, fmt.Sprintf("log%d", r.runs.Add(1)))
	defer os.Remove(log)
	defer os.Remove(log + ".n")
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, r.bash, append([]string{"--norc", "-c", script}, bashArgs...)...)
	cmd.Dir = work
	cmd.Env = []string{"PATH=" + r.stubs, "HOME=hx", "BASH_ENV=" + r.prelude, "HX_BASH=" + r.bash,
		"LC_ALL=C.UTF-8", "HX_LOG=" + log, "HX_MASK=" + strconv.FormatUint(mask, 10)}
	cmd.WaitDelay = time.Second
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.Run() // its status is the script's own business
	if cmd.Process != nil {
		syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // what it left in the background
	}
	if ctx.Err() != nil {
		return nil, errTooLong
	}
	data, err := os.ReadFile(log)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
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

// parse reads the script in the same world.
func (r *bashRun) parse(dir, script string) *Script {
	work := filepath.Join(dir, "work")
	env := map[string]string{"PATH": r.stubs, "HOME": "hx"}
	return Parse(script, Options{Dir: work, Home: "hx", Args: bashArgs,
		Env: func(name string) (string, bool) { v, ok := env[name]; return v, ok }})
}

// compared is what came of one script.
type compared struct {
	ran, exact int
	uncovered  []string
	limited    bool
}

func (r *bashRun) compare(dir, script string, mask uint64) (compared, error) {
	var res compared
	argvs, err := r.run(dir, script, mask)
	if err != nil {
		return res, err
	}
	s := r.parse(dir, script)
	for _, p := range s.Problems {
		switch p.Kind {
		case "internal":
			return res, fmt.Errorf("%s: %s", p.Kind, p.Text)
		case "parse": // the parser knows less than bash: it asks
			return res, errUnread
		case "limit":
			res.limited = true
		}
	}
	for _, argv := range argvs {
		res.ran++
		covered, exact := false, false
		for i := range s.Commands {
			if ok, same := commandCovers(&s.Commands[i], argv); ok {
				covered, exact = true, exact || same
			}
		}
		if exact {
			res.exact++
		}
		if !covered {
			res.uncovered = append(res.uncovered, strings.Join(quoteAll(argv), " "))
		}
	}
	return res, nil
}

func quoteAll(argv []string) []string {
	out := make([]string, len(argv))
	for i, a := range argv {
		out[i] = strconv.Quote(a)
	}
	return out
}

// commandCovers reports whether a command stands for an argv, and whether it says
// exactly that.
func commandCovers(cmd *Command, argv []string) (ok, exact bool) {
	if !wordsCover(cmd.Argv, argv) {
		return false, false
	}
	if len(cmd.Argv) != len(argv) {
		return true, false
	}
	for _, w := range cmd.Argv {
		if _, known := w.Exact(); !known {
			return true, false
		}
	}
	return true, true
}

func wordsCover(words []Word, argv []string) bool {
	if len(words) == 0 {
		return len(argv) == 0
	}
	w := words[0]
	if len(argv) > 0 && wordCovers(w, argv[0]) && wordsCover(words[1:], argv[1:]) {
		return true
	}
	if w.Many {
		if wordsCover(words[1:], argv) {
			return true
		}
		return len(argv) > 0 && wordsCover(words, argv[1:])
	}
	for _, t := range w.Texts { // a pattern gives all that it matches
		if t.HasGlob() && len(argv) > 0 && textMatches(t, argv[0]) && wordsCover(words, argv[1:]) {
			return true
		}
	}
	return false
}

func wordCovers(w Word, arg string) bool {
	for _, t := range w.Texts {
		if textMatches(t, arg) {
			return true
		}
	}
	return false
}

// textMatches reports whether a text may be arg: an unknown part is anything,
// a live pattern character what it matches or itself.
func textMatches(t Text, arg string) bool {
	return partsMatch(slices.Collect(t.Parts()), arg)
}

func partsMatch(parts []Part, arg string) bool {
	if len(parts) == 0 {
		return arg == ""
	}
	p, rest := parts[0], parts[1:]
	switch {
	case p.Origin >= 0 || p.Glob && p.Lit == "*":
		for i := 0; i <= len(arg); i++ {
			if partsMatch(rest, arg[i:]) {
				return true
			}
		}
		return false
	case !p.Glob:
		tail, ok := strings.CutPrefix(arg, p.Lit)
		return ok && partsMatch(rest, tail)
	case arg == "":
		return false
	}
	if p.Lit == arg[:1] && partsMatch(rest, arg[1:]) {
		return true
	}
	_, n := utf8.DecodeRuneInString(arg)
	if p.Lit == "?" {
		return partsMatch(rest, arg[n:])
	}
	for i, q := range rest { // [ to the ] that closes it
		if end := strings.IndexByte(q.Lit, ']'); q.Origin < 0 && !q.Glob && end >= 0 {
			after := append([]Part{{Lit: q.Lit[end+1:], Origin: -1}}, rest[i+1:]...)
			return partsMatch(after, arg[n:])
		}
	}
	return false
}

// TestBash runs generated scripts. HERMES_EXEC_SCRIPTS is how many,
// HERMES_EXEC_SEED the first seed; one failing seed can be run alone.
func TestBash(t *testing.T) {
	r := newBashRun(t)
	n, seed := envInt(t, "HERMES_EXEC_SCRIPTS", 300), envInt(t, "HERMES_EXEC_SEED", 1)
	var mu sync.Mutex
	var sum compared
	limited, failed, slow := 0, 0, 0
	seeds := make(chan uint64)
	var wg sync.WaitGroup
	for range 2 {
		dir := scratch(t)
		wg.Go(func() {
			for s := range seeds {
				stmts, mask := generate(s)
				res, err := r.compare(dir, strings.Join(stmts, "\n"), mask)
				if err == errTooLong || err == errUnread {
					mu.Lock()
					slow++
					t.Logf("seed %d, mask %d: %v", s, mask, err)
					mu.Unlock()
					continue
				}
				var small string
				if err != nil || len(res.uncovered) > 0 {
					small, res = r.shrink(dir, stmts, mask, res, err)
				}
				mu.Lock()
				sum.ran += res.ran
				sum.exact += res.exact
				if res.limited {
					limited++
				}
				if small != "" && failed < 20 {
					failed++
					t.Errorf("seed %d, mask %d: error %v, uncovered %s\n%s\n-- script:\n%s", s, mask, err, res.uncovered, small, head(dump(r.parse(dir, small)), 12))
				}
				mu.Unlock()
			}
		})
	}
	for i := range n {
		if t.Failed() && failed >= 20 {
			break
		}
		seeds <- uint64(seed + i)
	}
	close(seeds)
	wg.Wait()
	if slow > n/50+1 {
		t.Errorf("%d of %d scripts did not end", slow, n)
	}
	if sum.ran < n {
		t.Errorf("%d argvs were run by %d scripts: the stubs do not log", sum.ran, n)
	}
	t.Logf("%d scripts, %d argvs run, %.1f %% predicted exactly, %d scripts past a limit",
		n, sum.ran, 100*float64(sum.exact)/float64(max(sum.ran, 1)), limited)
}

func head(s string, lines int) string {
	list := strings.SplitAfter(s, "\n")
	return strings.Join(list[:min(lines, len(list))], "")
}

// shrink drops statements of a failing script, then stretches between its
// separators, as long as it still fails in the same way.
func (r *bashRun) shrink(dir string, stmts []string, mask uint64, res compared, failure error) (string, compared) {
	tries := 0
	for _, seps := range []string{"\n", ";\n", ";\n "} {
		text := strings.Join(stmts, "\n")
		list := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(seps, r) })
		stmts = stmts[:0:0]
		for _, s := range list { // with the separator that stood behind it
			i := strings.Index(text, s) + len(s)
			for i < len(text) && strings.IndexByte(seps, text[i]) >= 0 {
				i++
			}
			stmts = append(stmts, text[:i])
			text = text[i:]
		}
		for size := len(stmts) / 2; size > 0; {
			changed := false
			for i := 0; i+size <= len(stmts) && tries < 80; i++ {
				tries++
				fewer := append(append([]string(nil), stmts[:i]...), stmts[i+size:]...)
				got, err := r.compare(dir, strings.Join(fewer, ""), mask)
				if fmt.Sprint(err) == fmt.Sprint(failure) && err != errTooLong && (err != nil || len(got.uncovered) > 0) {
					stmts, res, changed = fewer, got, true
					i--
				}
			}
			if !changed || size > len(stmts) {
				size /= 2
			}
		}
	}
	return strings.Join(stmts, ""), res
}

func envInt(t *testing.T, name string, def int) int {
	s := os.Getenv(name)
	if s == "" {
		return def
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return n
}

// TestBashCases runs what was found before: testdata/bash/*.sh, each with
// every stub succeeding, failing, and in turn.
func TestBashCases(t *testing.T) {
	r := newBashRun(t)
	files, err := filepath.Glob("testdata/bash/*.sh")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	dir, ran := scratch(t), 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, script := range bytes.Split(text, []byte("\n# --\n")) {
			for _, mask := range []uint64{0, 1<<29 - 1, 0x0aaaaaaa, 0x15555555} {
				res, err := r.compare(dir, string(script), mask)
				ran += res.ran
				if err != nil || len(res.uncovered) > 0 {
					t.Errorf("%s, mask %#x: error %v, uncovered %s\n%s\n-- script:\n%s", file, mask, err, res.uncovered, script, dump(r.parse(dir, string(script))))
				}
			}
		}
	}
	if ran == 0 {
		t.Error("no argv was run: the stubs do not log")
	}
}

// seeded is the source of one script.
func seeded(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x68657865)) }
