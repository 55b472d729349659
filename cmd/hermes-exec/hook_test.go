package main

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"
)

// Each agent's documented events, and what it must be told: testdata/hooks.
func TestHooks(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join("..", "..", "testdata", "hooks", "*.txtar"))
	if err != nil || len(files) != len(agentsKnown()) {
		t.Fatalf("%d of %d agents, %v", len(files), len(agentsKnown()), err)
	}
	for _, file := range files {
		agent := strings.TrimSuffix(filepath.Base(file), ".txtar")
		cases, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		given := make(map[string]string)
		for _, f := range cases.Files {
			given[f.Name] = string(f.Data)
		}
		t.Run(agent, func(t *testing.T) {
			t.Parallel()
			home, dir := t.TempDir(), t.TempDir()
			places := strings.NewReplacer("@HOME@", home, "@DIR@", dir)
			decisions := 0
			for _, name := range slices.Sorted(maps.Keys(given)) {
				name, ok := strings.CutSuffix(name, ".event")
				if !ok {
					continue
				}
				want, ok := given[name+".answer"]
				if !ok {
					t.Fatalf("%s has no answer", name)
				}
				event := places.Replace(given[name+".event"])
				got := runHook(t, home, agent, []byte(event))
				if !fits(got, places.Replace(want)) {
					t.Errorf("%s: %s\n--- said\n%s\n--- want\n%s", name, event, got, want)
				}
				decisions++
			}
			if decisions < 4 {
				t.Errorf("only %d cases", decisions)
			}
		})
	}
}

// runHook is what `hermes-exec hook` says to an agent. It must end well.
func runHook(t *testing.T, home, agent string, event []byte) string {
	t.Helper()
	c := exec.Command("hermes-exec", "hook", agent)
	c.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + home}
	c.Stdin = bytes.NewReader(event)
	var out, errs bytes.Buffer
	c.Stdout, c.Stderr = &out, &errs
	if err := c.Run(); err != nil || errs.Len() > 0 {
		t.Errorf("hook %s of %.200s: %v, %s", agent, event, err, errs.String())
	}
	return out.String()
}

// fits reports whether an answer is as wanted. In what is wanted a string that
// ends with … is the beginning of one, and with ! before it what must not be in one.
func fits(got, want string) bool {
	if strings.TrimSpace(want) == "" {
		return got == ""
	}
	var g, w any
	if json.Unmarshal([]byte(got), &g) != nil || json.Unmarshal([]byte(want), &w) != nil {
		return false
	}
	return fitsValue(g, w)
}

func fitsValue(got, want any) bool {
	switch w := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok || len(g) != len(w) {
			return false
		}
		for key := range w {
			if !fitsValue(g[key], w[key]) {
				return false
			}
		}
		return true
	case string:
		g, ok := got.(string)
		if begin, open := strings.CutSuffix(w, "…"); open {
			return ok && strings.HasPrefix(g, begin)
		}
		if banned, not := strings.CutPrefix(w, "!"); not {
			return ok && g != "" && !strings.Contains(g, banned)
		}
		return ok && g == w
	}
	return got == want
}

// Whatever an agent writes, the answer is one in its own form, and no.
func TestHooksFailClosed(t *testing.T) {
	t.Parallel()
	mib := strings.Repeat("x", 1<<20)
	deep := strings.Repeat(`{"a":`, 20000) + "1" + strings.Repeat("}", 20000)
	event := func(command string) []byte {
		text, err := json.Marshal(map[string]any{
			"hook_event_name": "PreToolUse", "cwd": "/", "tool_name": "bash",
			"tool_input": map[string]any{"command": command},
		})
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	for _, tt := range []struct {
		name  string
		event []byte
	}{
		{"nothing", nil},
		{"only space", []byte(" \n\t")},
		{"no JSON", []byte("ls -la")},
		{"no UTF-8", []byte("{\"tool_name\":\"bash\",\"tool_input\":{\"command\":\"ls \xff\"}}")},
		{"nested too deep", []byte(`{"tool_name":"bash","tool_input":` + deep + `}`)},
		{"nested in brackets", []byte(strings.Repeat("[", 1<<20))},
		{"a tool that is a number", []byte(`{"tool_name":7,"tool_input":{"command":"ls"}}`)},
		{"a tool without a name", []byte(`{"tool_name":"","tool_input":{"command":"ls"}}`)},
		{"a folder that is a number", []byte(`{"tool_name":"bash","cwd":1,"tool_input":{"command":"ls"}}`)},
		{"a list of numbers", []byte(`{"tool_name":"bash","tool_input":{"command":[1]}}`)},
		{"an empty list", []byte(`{"tool_name":"bash","tool_input":{"command":[]}}`)},
		{"more than 8 MiB", []byte(`{"x":"` + strings.Repeat(mib, 9) + `"}`)},
		{"1 MiB, and a delete", event("rm -rf / #" + mib)},
		{"1 MiB before the delete", event("echo " + mib[:1<<19] + "; rm -rf /")},
		{"a NUL", event("rm -rf /\x00")},
		{"an open quote", event("echo 'rm -rf /")},
		{"nested shells", event(strings.Repeat("$(", 3000) + "rm -rf /" + strings.Repeat(")", 3000))},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			for _, a := range agentsKnown() {
				got := runHook(t, t.TempDir(), a.name, tt.event)
				for _, d := range []decision{deny, ask} {
					if d == ask && !a.asks {
						continue
					}
					want, err := json.Marshal(a.answer(d, "…"))
					if err != nil {
						t.Fatal(err)
					}
					if fits(got, string(want)) {
						got = ""
						break
					}
				}
				if got != "" {
					t.Errorf("%s: %.300s", a.name, got)
				}
			}
		})
	}
}

// The last megabyte of what may be judged runs, where nothing speaks against it.
func TestHookMegabyte(t *testing.T) {
	t.Parallel()
	command := "echo " + strings.Repeat("x", 1<<19)
	event, err := json.Marshal(map[string]any{"cwd": "/", "tool_name": "Bash", "tool_input": map[string]any{"command": command}})
	if err != nil {
		t.Fatal(err)
	}
	if got := runHook(t, t.TempDir(), "claude", event); got != "" {
		t.Errorf("%.300s", got)
	}
}

// What ends without an answer ends with the status that stops the call.
func TestHookStatus(t *testing.T) {
	t.Parallel()
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	defer full.Close()
	for _, tt := range []struct {
		args  []string
		event string
		out   *os.File
	}{
		{args: []string{"hook"}},
		{args: []string{"hook", "emacs"}},
		{args: []string{"hook", "claude", "codex"}},
		{args: []string{"hook", "--now", "claude"}},
		{args: []string{"hook", "claude"}, event: `{"tool_name":"Bash","tool_input":{"command":"rm -rf /"}}`, out: full},
	} {
		c := exec.Command("hermes-exec", tt.args...)
		c.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir()}
		c.Stdin = strings.NewReader(tt.event)
		if tt.out != nil {
			c.Stdout = tt.out
		}
		var errs bytes.Buffer
		c.Stderr = &errs
		if got := ended(c.Run()); got != "2" || !strings.HasPrefix(errs.String(), "hermes-exec: hook") {
			t.Errorf("%q ended with %s: %s", tt.args, got, errs.String())
		}
	}
}

// An agent that says nothing is not waited for.
func TestHookDoesNotHang(t *testing.T) {
	t.Parallel()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	defer r.Close()
	if c, err := callWithin(r, 10*time.Millisecond); err == nil || !strings.Contains(err.Error(), "did not end") {
		t.Errorf("%v, %v", c, err)
	}
}

// A file is what it is, by whatever name.
func TestHookFollowsLinks(t *testing.T) {
	t.Parallel()
	home, dir := t.TempDir(), t.TempDir()
	writeFile(t, filepath.Join(home, ".hermes", "exec.yaml"), "", 0o600)
	for name, to := range map[string]string{"file": ".hermes/exec.yaml", "folder": ".hermes", "home": "."} {
		if err := os.Symlink(filepath.Join(home, to), filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	for _, file := range []string{"file", "folder/exec.yaml", "home/.hermes/exec.yaml", "folder/exec/permissions.json", "~/.hermes/exec.yaml", "folder/../.hermes/exec.yaml"} {
		event := `{"cwd":` + jsonString(dir) + `,"tool_name":"Write","tool_input":{"file_path":` + jsonString(file) + `}}`
		got := runHook(t, home, "claude", []byte(event))
		if !strings.Contains(got, "BLOCKED (hardline)") {
			t.Errorf("%s: %s", file, got)
		}
	}
}

// Every decision is in the audit log, with who took it.
func TestHookRecords(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	for _, tt := range []struct{ agent, event, by string }{
		{"claude", `{"tool_name":"Bash","tool_input":{"command":"ls"}}`, "tier"},
		{"claude", `{"tool_name":"Bash","tool_input":{"command":"git push"}}`, "agent"},
		{"codex", `{"tool_name":"Bash","tool_input":{"command":"git push"}}`, "nobody"},
		{"codex", `{"tool_name":"Bash","tool_input":{"command":"kill -9 -1"}}`, "hardline"},
		{"claude", `{"tool_name":"Write","tool_input":{"file_path":"` + home + `/.hermes/exec.yaml"}}`, "hardline"},
		{"gemini", `{"tool_name":`, "unread"},
	} {
		runHook(t, home, tt.agent, []byte(tt.event))
		text, err := os.ReadFile(filepath.Join(home, ".hermes", "exec", "audit.jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSpace(string(text)), "\n")
		if last := lines[len(lines)-1]; !strings.Contains(last, `"by":"`+tt.by+`"`) || !strings.Contains(last, `"event":"decision"`) {
			t.Errorf("%s: %s", tt.event, last)
		}
	}
	hermesExec(t, []string{"HOME=" + home, "PATH=" + os.Getenv("PATH")}, "audit", "verify")
}
