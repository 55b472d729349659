package pure

import (
	"bytes"
	"context"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/hermes-exec/hermes-exec/shellparse/text"
)

// The truth is the program. Pure commands are run for real, on options and
// inputs made from a seed, and what this package computes must be what they
// print, byte for byte. They read standard input and print, nothing else.

// pureRun is one command line and what it reads.
type pureRun struct {
	args []string
	in   string
}

// real says how a command of a name is started: the words before its arguments.
func realPure(name string) []string {
	switch name {
	case "bash echo":
		return []string{"bash", "--norc", "-c", `echo "$@"`, "bash"}
	case "bash printf":
		return []string{"bash", "--norc", "-c", `printf "$@"`, "bash"}
	case "dash echo":
		return []string{"dash", "-c", `echo "$@"`, "dash"}
	case "dash printf":
		return []string{"dash", "-c", `printf "$@"`, "dash"}
	}
	return []string{name}
}

// account is a text whose every file is unknown; left is the work that is
// still done for it, in units of about a microsecond.
type account struct{ left int }

func (a *account) spend(n int) bool {
	a.left -= n
	return a.left >= 0
}

func (a *account) Written(string) (text.Text, bool) { return "", false }
func (a *account) Reads(n int) bool                 { return a.spend(n >> 8) }
func (a *account) Works(n int) bool                 { return a.spend(n >> 8) }
func (a *account) Matches(n, size int) bool         { return a.spend(size + n*(size+4)>>5) }

// Taint is that of a pid where one is in the text.
func (a *account) Taint(t text.Text) byte {
	worst := byte(text.OriginUnknown)
	for p := range t.Parts() {
		switch text.OriginKind(max(p.Origin, 0)) {
		case text.OriginSelf, text.OriginParent, text.OriginHostPID:
			return byte(text.OriginHostPID)
		}
		if p.Origin > 0 && worst == byte(text.OriginUnknown) {
			worst = byte(p.Origin)
		}
	}
	return worst
}

// computed is what this package makes of a command. ok is false where it is unknown.
func computed(name string, r pureRun, stdin text.Text) (t text.Text, ok bool) {
	j := Job{Env: &account{left: 100_000}, Name: name, Stdin: stdin, Bytewise: true, Shell: GNUEcho}
	if sh, builtin, ok := strings.Cut(name, " "); ok {
		j.Name, j.Shell = builtin, BashEcho
		if sh == "dash" {
			j.Shell = DashEcho
		}
	}
	for _, a := range r.args {
		j.Words = append(j.Words, text.Text(a))
	}
	out, ok := j.Run()
	if ok && out.Partial {
		out.Text += text.Unknown(byte(text.OriginOutput))
	}
	return out.Text, ok
}

// covers reports whether a text may be s: an unknown part is anything.
func covers(t text.Text, s string) bool { return partsCover(slices.Collect(t.Parts()), s) }

func partsCover(parts []text.Part, s string) bool {
	if len(parts) == 0 {
		return s == ""
	}
	p, rest := parts[0], parts[1:]
	if p.Origin < 0 {
		tail, ok := strings.CutPrefix(s, p.Lit)
		return ok && partsCover(rest, tail)
	}
	for i := range len(s) + 1 {
		if partsCover(rest, s[i:]) {
			return true
		}
	}
	return false
}

// run starts the program itself.
func (r pureRun) run(t *testing.T, name, dir string) string {
	words := append(realPure(name), r.args...)
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, words[0], words[1:]...)
	cmd.Dir = dir
	cmd.Env = []string{"LC_ALL=C.UTF-8"}
	cmd.Stdin = strings.NewReader(r.in)
	cmd.WaitDelay = time.Second
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	var out bytes.Buffer
	cmd.Stdout = &out
	cmd.Run() // its status is its own business
	if ctx.Err() != nil {
		t.Fatalf("%q does not end", words)
	}
	return out.String()
}

// TestPure: HERMES_EXEC_PURE is how many runs there are of each command,
// HERMES_EXEC_SEED the first seed.
func TestPure(t *testing.T) {
	n, seed := envInt(t, "HERMES_EXEC_PURE", 120), envInt(t, "HERMES_EXEC_SEED", 1)
	for _, g := range pureGenerators {
		t.Run(g.name, func(t *testing.T) {
			if _, err := exec.LookPath(realPure(g.name)[0]); err != nil {
				if os.Getenv("CI") == "true" {
					t.Fatal(err)
				}
				t.Skip(err)
			}
			dir := t.TempDir()
			known, failed := 0, 0
			var mu sync.Mutex
			seeds := make(chan int)
			var wg sync.WaitGroup
			for range 2 {
				wg.Go(func() {
					for s := range seeds {
						run := g.make(seeded(uint64(s)))
						got, ok := computed(g.name, run, text.Stream(run.in))
						if !ok {
							continue
						}
						want := run.run(t, g.name, dir)
						mu.Lock()
						known++
						if !covers(got, want) || !got.HasUnknown() && want != mustBytes(got) {
							if failed++; failed < 6 {
								t.Errorf("seed %d: %s %q < %q\n got %q\nwant %q", s, g.name, run.args, run.in, got, want)
							}
						}
						mu.Unlock()
					}
				})
			}
			for i := range n {
				seeds <- seed + i
			}
			close(seeds)
			wg.Wait()
			t.Logf("%d runs, %d computed, %d not", n, known, n-known)
			if known < n/4 {
				t.Errorf("only %d of %d runs are computed: they prove little", known, n)
			}
		})
	}
}

func mustBytes(t text.Text) string {
	s, _ := t.Bytes()
	return s
}

// TestPureUnknown: where a stretch of the input is not known, what is
// computed covers what comes of any text in its place.
func TestPureUnknown(t *testing.T) {
	n, seed := envInt(t, "HERMES_EXEC_PURE", 600), envInt(t, "HERMES_EXEC_SEED", 1)
	for _, g := range pureGenerators {
		covered := 0
		for s := range n {
			r := seeded(uint64(seed + s))
			run := g.make(r)
			if run.in == "" || strings.HasSuffix(g.name, "echo") || strings.HasSuffix(g.name, "printf") {
				continue
			}
			from := r.IntN(len(run.in) + 1)
			to := from + r.IntN(len(run.in)+1-from)
			fill := pick(r, "", "x", "\n", "a b\n", "\n\nrm\n", "1,2:3\nz", run.in[from:to])
			origin := text.OriginInput
			if r.IntN(3) == 0 {
				origin, fill = text.OriginSelf, pick(r, "7", "4211", "30")
			}
			got, ok := computed(g.name, run, text.Stream(run.in[:from])+text.Unknown(byte(origin))+text.Stream(run.in[to:]))
			if !ok {
				continue
			}
			whole := run.in[:from] + fill + run.in[to:]
			want, ok := computed(g.name, run, text.Stream(whole))
			if !ok || want.HasUnknown() {
				continue
			}
			covered++
			if !covers(got, mustBytes(want)) {
				t.Errorf("seed %d: %s %q < %q, %q not known\n got %q\nwhich does not cover %q", seed+s, g.name, run.args, whole, whole[from:from+len(fill)], got, want)
			}
		}
		t.Logf("%s: %d", g.name, covered)
	}
}

func pick(r *rand.Rand, list ...string) string { return list[r.IntN(len(list))] }

// some gives up to most words of a list.
func some(r *rand.Rand, most int, list ...string) []string {
	var out []string
	for range r.IntN(most + 1) {
		out = append(out, pick(r, list...))
	}
	return out
}

// joined puts up to most pieces together.
func joined(r *rand.Rand, most int, list ...string) string {
	return strings.Join(some(r, most, list...), "")
}

func seeded(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x68657865)) }

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
