package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor/guard"
	"github.com/hermes-exec/hermes-exec/supervisor/procs"
)

// Two agents cannot tell that their bash is this one, until they try to end themselves.
func TestAgents(t *testing.T) {
	t.Parallel()
	if _, err := guard.Available(); err != nil {
		t.Skipf("nothing would keep an agent from its end: %v", err)
	}
	need(t, "perl")
	bin := agentPrograms(t, "pi", "qwen")
	for _, a := range agents {
		t.Run(a.name, func(t *testing.T) {
			t.Parallel()
			differ := make(map[string]int)
			for n := 1; n <= 3; n++ {
				plain, ours := a.sitTwice(t, bin)
				again := false
				for i, asked := range plain.tasks {
					if plain.results[i] == ours.results[i] {
						continue
					}
					t.Logf("%s\n--- bash\n%s\n--- hermes-exec\n%s", asked.name, plain.results[i], ours.results[i])
					differ[asked.name]++
					again = again || differ[asked.name] == n
				}
				if !again {
					return
				}
			}
			t.Errorf("how often of three times something was different: %v", differ)
		})
	}
}

// sitTwice gives what the agent reads with bash and what with hermes-exec. That
// is compared more than once where it differs, since agents lose output by
// themselves on a busy machine: pi reads on for 100 ms when a shell has ended, the
// terminals of qwen for 200 ms.
func (a *agent) sitTwice(t *testing.T, bin string) (plain, ours *sitting) {
	t.Helper()
	t.Run("sittings", func(t *testing.T) {
		t.Run("bash", func(t *testing.T) {
			t.Parallel()
			plain = a.sit(t, bin, false, ordinary)
		})
		t.Run("hermes-exec", func(t *testing.T) {
			t.Parallel()
			ours = a.sit(t, bin, true, slices.Concat(ordinary, refused))
		})
	})
	if plain == nil || ours == nil {
		t.FailNow()
	}
	for i, asked := range ours.tasks {
		if !strings.Contains(ours.results[i], asked.want) {
			t.Errorf("%s: the agent reads\n%s", asked.script, ours.results[i])
		}
	}
	return plain, ours
}

// sitting is one conversation to its end.
type sitting struct {
	tasks   []task
	results []string // what the agent has sent back for each
}

// sit has the agent do its tasks, in a home of its own and in its own session:
// with the system's shells, or as init has put it under hermes-exec.
func (a *agent) sit(t *testing.T, bin string, under bool, tasks []task) *sitting {
	home, dir, shells := t.TempDir(), t.TempDir(), ours("plain")
	var s sitting
	var calls []toolCall
	for _, asked := range tasks {
		if asked.pipes && a.terminal || asked.background && a.program != "qwen" {
			continue
		}
		s.tasks = append(s.tasks, asked)
		calls = append(calls, a.call(asked))
	}
	m := newModel(t, calls)
	places := strings.NewReplacer("@URL@", m.URL, "@SHELLS@", shells)
	for name, content := range a.settings {
		text, err := json.Marshal(content)
		if err != nil {
			t.Fatal(err)
		}
		writeFile(t, filepath.Join(home, name), places.Replace(string(text)), 0o600)
	}
	writeFile(t, filepath.Join(dir, "end-agent.pl"), endAgent, 0o600)
	env := []string{
		"PATH=" + strings.Join([]string{shells, bin, os.Getenv("PATH")}, ":"), "SHELL=" + filepath.Join(shells, "bash"),
		"HOME=" + home, "PWD=" + dir, "LANG=C.UTF-8",
	}
	for _, setting := range a.env {
		env = append(env, places.Replace(setting))
	}
	program := filepath.Join(bin, a.program)
	if under {
		hermesExec(t, env, "init", a.program, "--yes")
		shells = filepath.Join(home, ".hermes", "exec", "shims")
		if launcher := filepath.Join(home, ".hermes", "exec", "bin", a.program); executable(launcher) == nil {
			program = launcher
		}
	}

	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, program, a.argv...)
	c.Dir, c.Env = dir, env
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
	c.WaitDelay = 10 * time.Second
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, &out
	err := c.Run()
	t.Logf("%d calls in %v of processor time", len(calls), (c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Round(time.Millisecond))
	results, odd := m.seen()
	if err != nil || !strings.Contains(out.String(), farewell) || len(results) != len(calls) || len(odd) > 0 {
		t.Fatalf("%s ended with %s after %d of %d calls %q\n%s", a.name, ended(err), len(results), len(calls), odd, cut(out.Bytes()))
	}
	for _, name := range []string{"first.pid", "second.pid"} {
		wantGone(t, filepath.Join(dir, name))
	}
	same := strings.NewReplacer(shells, "SHELLS", home, "HOME", dir, "DIR", m.URL, "URL")
	for _, r := range results {
		s.results = append(s.results, ofTheDay.ReplaceAllString(same.Replace(r), "$1: X"))
	}
	s.wantRecords(t, home, under)
	if under {
		hermesExec(t, env, "audit", "verify")
		hermesExec(t, env, "init", a.program, "--undo")
		a.wantUndone(t, home)
	}
	return &s
}

// ofTheDay is what qwen says of a process that is another each time.
var ofTheDay = regexp.MustCompile(`(?m)^(Process Group PGID|pid|id|output file): .*$`)

// wantRecords wants every task in the audit log where the agent is under
// hermes-exec, and else none: it shows in nothing else.
func (s *sitting) wantRecords(t *testing.T, home string, under bool) {
	t.Helper()
	text, _ := os.ReadFile(filepath.Join(home, ".hermes", "exec", "audit.jsonl"))
	switch decisions := strings.Count(string(text), `"event":"decision"`); {
	case !under && len(text) > 0:
		t.Errorf("plain bash is not plain: %s", cut(text))
	case under && decisions < len(s.tasks):
		t.Errorf("%d decisions on record for %d tasks", decisions, len(s.tasks))
	}
}

// wantUndone wants nothing in the home to speak of the shims any more.
func (a *agent) wantUndone(t *testing.T, home string) {
	t.Helper()
	for _, name := range []string{"shims", "bin", "init"} {
		if !missing(filepath.Join(home, ".hermes", "exec", name)) {
			t.Errorf("%s is left", name)
		}
	}
	for name := range a.settings {
		if text, err := os.ReadFile(filepath.Join(home, name)); err != nil || strings.Contains(string(text), "shims") {
			t.Errorf("%s: %s, %v", name, text, err)
		}
	}
}

// hermesExec runs hermes-exec, and wants it to go well.
func hermesExec(t *testing.T, env []string, args ...string) {
	t.Helper()
	c := exec.Command("hermes-exec", args...)
	c.Env = env
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("hermes-exec %s: %v: %s", args, err, out)
	}
}

// wantGone wants the process whose id the file holds to end: what the agent has
// given up goes with all that it has started.
func wantGone(t *testing.T, file string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	for range 1000 {
		if !procs.Alive(pid) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%s: process %d lives on", filepath.Base(file), pid)
}

// agentPrograms returns the folder with the agents that scripts/test has installed.
func agentPrograms(t *testing.T, programs ...string) (bin string) {
	t.Helper()
	need(t, "node")
	dir := fromNPM(t, "HERMES_EXEC_AGENTS", "agents", programs...)
	const old = `process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)`
	if err := exec.Command("node", "-e", old).Run(); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("they need node 20: %v", err)
		}
		t.Skipf("they need node 20: %v", err)
	}
	return filepath.Join(dir, "node_modules", ".bin")
}
