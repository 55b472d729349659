package shellparse

import (
	"bytes"
	"context"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
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

// computed is what this package makes of a command. ok is false where it is unknown.
func computed(name string, r pureRun, stdin Text) (t Text, ok bool) {
	j := job{ev: newEvaluator("", Options{}), name: name, stdin: stdin, bytewise: true, shell: gnuEcho}
	if sh, builtin, ok := strings.Cut(name, " "); ok {
		j.name, j.shell = builtin, bashEcho
		if sh == "dash" {
			j.shell = dashEcho
		}
	}
	for _, a := range r.args {
		j.words = append(j.words, Text(a))
	}
	t, ok = j.run()
	if ok && j.cut && !j.ended {
		t += unknownText(byte(OriginOutput))
	}
	return t, ok
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
						text, ok := computed(g.name, run, streamText(run.in))
						if !ok {
							continue
						}
						want := run.run(t, g.name, dir)
						mu.Lock()
						known++
						if !textMatches(text, want) || !text.HasUnknown() && want != mustBytes(text) {
							if failed++; failed < 6 {
								t.Errorf("seed %d: %s %q < %q\n got %q\nwant %q", s, g.name, run.args, run.in, text, want)
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

func mustBytes(t Text) string {
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
			origin := OriginInput
			if r.IntN(3) == 0 {
				origin, fill = OriginSelf, pick(r, "7", "4211", "30")
			}
			text, ok := computed(g.name, run, streamText(run.in[:from])+unknownText(byte(origin))+streamText(run.in[to:]))
			if !ok {
				continue
			}
			whole := run.in[:from] + fill + run.in[to:]
			want, ok := computed(g.name, run, streamText(whole))
			if !ok || want.HasUnknown() {
				continue
			}
			covered++
			if !textMatches(text, mustBytes(want)) {
				t.Errorf("seed %d: %s %q < %q, %q not known\n got %q\nwhich does not cover %q", seed+s, g.name, run.args, whole, whole[from:from+len(fill)], text, want)
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
