package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// initiated is a real agent as init sets it up, in one of the ways it has.
type initiated struct {
	name    string
	program string
	flags   []string
	argv    []string
	env     []string          // @URL@ is the endpoint
	files   map[string]string // its settings, in the home
	tool    string            // that runs commands
	key     string            // of the command in it
	more    map[string]any
	closed  bool   // nothing runs where this program is gone
	writer  string // the tool that writes files, where that is judged
	path    string // of the file in it
	text    string // that is to be in it
}

var opencodeEnv = []string{"OPENCODE_DISABLE_MODELS_FETCH=1", "OPENCODE_DISABLE_AUTOUPDATE=1", "OPENCODE_DISABLE_LSP_DOWNLOAD=1"}

var claudeEnv = []string{"ANTHROPIC_BASE_URL=@URL@", "ANTHROPIC_API_KEY=none", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1", "DISABLE_AUTOUPDATER=1", "IS_SANDBOX=1"}

var copilotEnv = []string{"COPILOT_OFFLINE=true", "COPILOT_PROVIDER_BASE_URL=@URL@/v1", "COPILOT_MODEL=scripted", "COPILOT_AUTO_UPDATE=false"}

var opencodeSettings = map[string]string{".config/opencode/opencode.json": `{
  "$schema": "https://opencode.ai/config.json",
  // who answers
  "model": "scripted/scripted",
  "small_model": "scripted/scripted",
  "autoupdate": false,
  "provider": {"scripted": {"npm": "@ai-sdk/openai-compatible", "options": {"baseURL": "@URL@/v1", "apiKey": "none"}, "models": {"scripted": {}}}},
}
`}

var initiatedAgents = []initiated{
	{
		name: "opencode", program: "opencode", argv: []string{"run", "work"}, env: opencodeEnv, files: opencodeSettings,
		tool: "bash", key: "command", more: map[string]any{"description": "do it"},
	},
	{
		name: "opencode's plugin", program: "opencode", flags: []string{"--hook"}, argv: []string{"run", "work"}, env: opencodeEnv, files: opencodeSettings,
		tool: "bash", key: "command", writer: "write", path: "filePath", text: "content", more: map[string]any{"description": "do it"}, closed: true,
	},
	{
		name: "claude", program: "claude", argv: []string{"-p", "work", "--model", "scripted", "--dangerously-skip-permissions"}, env: claudeEnv,
		tool: "Bash", key: "command", writer: "Write", path: "file_path", text: "content", more: map[string]any{"description": "do it"},
	},
	{
		name: "claude's hook", program: "claude", flags: []string{"--hook"}, argv: []string{"-p", "work", "--model", "scripted", "--dangerously-skip-permissions"}, env: claudeEnv,
		tool: "Bash", key: "command", writer: "Write", path: "file_path", text: "content", more: map[string]any{"description": "do it"}, closed: true,
	},
	{
		name: "codex's hook", program: "codex", argv: []string{"exec", "--skip-git-repo-check", "--dangerously-bypass-hook-trust", "--dangerously-bypass-approvals-and-sandbox", "work"},
		files: map[string]string{".codex/config.toml": "model = \"scripted\"\nmodel_provider = \"scripted\"\n[model_providers.scripted]\nname = \"scripted\"\nbase_url = \"@URL@/v1\"\nwire_api = \"responses\"\nrequest_max_retries = 0\nstream_max_retries = 0\n"},
		tool:  "exec_command", key: "cmd", closed: true,
	},
	{
		name: "gemini", program: "gemini", argv: []string{"--yolo", "--skip-trust", "-m", "gemini-2.5-pro", "-p", "work"},
		env:   []string{"GEMINI_API_KEY=none", "GOOGLE_GEMINI_BASE_URL=@URL@", "GEMINI_CLI_NO_RELAUNCH=true"},
		files: map[string]string{".gemini/settings.json": `{"security": {"auth": {"selectedType": "gemini-api-key"}}, "privacy": {"usageStatisticsEnabled": false}, "general": {"enableAutoUpdate": false}}`},
		tool:  "run_shell_command", key: "command",
	},
	{
		name: "gemini's hook", program: "gemini", flags: []string{"--hook"}, argv: []string{"--yolo", "--skip-trust", "-m", "gemini-2.5-pro", "-p", "work"},
		env:   []string{"GEMINI_API_KEY=none", "GOOGLE_GEMINI_BASE_URL=@URL@", "GEMINI_CLI_NO_RELAUNCH=true"},
		files: map[string]string{".gemini/settings.json": `{"security": {"auth": {"selectedType": "gemini-api-key"}}, "privacy": {"usageStatisticsEnabled": false}, "general": {"enableAutoUpdate": false}}`},
		tool:  "run_shell_command", key: "command", closed: true,
	},
	{
		name: "copilot's hook", program: "copilot", argv: []string{"-p", "work", "--allow-all-tools"}, env: copilotEnv,
		tool: "bash", key: "command", writer: "create", path: "path", text: "file_text", more: map[string]any{"description": "do it"}, closed: true,
	},
	{
		name: "qwen's hook", program: "qwen", flags: []string{"--hook"}, argv: qwenArgv, env: qwenEnv,
		files: map[string]string{".qwen/settings.json": "{\n  \"general\": {\n    \"enableAutoUpdate\": false\n  },\n  \"privacy\": {\n    \"usageStatisticsEnabled\": false\n  },\n  \"$version\": 4\n}"},
		tool:  "run_shell_command", key: "command", writer: "write_file", path: "file_path", text: "content", more: map[string]any{"is_background": false}, closed: true,
	},
	{
		name: "pi's extension", program: "pi", flags: []string{"--hook"}, argv: []string{"-p", "--provider", "scripted", "--model", "scripted", "--no-session", "work"},
		env:   []string{"PI_OFFLINE=1", "PI_TELEMETRY=0"},
		files: map[string]string{".pi/agent/models.json": `{"providers": {"scripted": {"baseUrl": "@URL@/v1", "api": "openai-completions", "apiKey": "none", "models": [{"id": "scripted"}]}}}`},
		tool:  "bash", key: "command", writer: "write", path: "path", text: "content", closed: true,
	},
}

// What agents are asked here does no harm where nobody stops it: it only counts
// as approving one's own request, or asks.
var initiatedTasks = []struct{ script, want, not string }{
	{script: "echo so far | tr a-z A-Z", want: "SO FAR"},
	{script: "hermes-confirmd approve nothing", want: "BLOCKED (hardline)", not: "no such"},
	{script: "echo one; git push nowhere main", want: "", not: "does not appear to be a git repository"},
	{script: "echo still here | tr a-z A-Z", want: "STILL HERE"},
}

// Agents that init has set up cannot do what this program forbids, and all else
// as before; what was set up goes again without a trace.
func TestInitiatedAgents(t *testing.T) {
	t.Parallel()
	need(t, "git")
	for _, a := range initiatedAgents {
		t.Run(a.name, func(t *testing.T) {
			t.Parallel()
			var scripts []string
			for _, task := range initiatedTasks {
				scripts = append(scripts, task.script)
			}
			h := a.home(t, scripts)
			policy := filepath.Join(h.home, ".hermes", "exec.yaml")
			if a.writer != "" {
				h.m.calls = append(h.m.calls, toolCall{a.writer, map[string]any{a.path: policy, a.text: "allow: []\n"}})
			}
			before := h.settings()
			hermesExec(t, h.env, append([]string{"init", a.program, "--yes"}, a.flags...)...)
			results := h.run()
			if a.writer != "" {
				last := results[len(initiatedTasks)]
				if results = results[:len(initiatedTasks)]; !strings.Contains(last, "BLOCKED (hardline)") || !missing(policy) {
					t.Errorf("it may write its own policy: %s", last)
				}
			}
			for i, got := range results {
				if task := initiatedTasks[i]; !strings.Contains(got, task.want) || task.not != "" && strings.Contains(got, task.not) {
					t.Errorf("%s: the agent reads\n%s", task.script, got)
				}
			}
			a.wantDecisions(t, h.home)
			hermesExec(t, h.env, "init", a.program, "--undo")
			for name, text := range h.settings() {
				if text != before[name] {
					t.Errorf("%s is left as\n%s\nnot\n%s", name, text, before[name])
				}
			}
		})
	}
}

// Nothing runs when this program is gone from under a hook.
func TestInitiatedAgentsWithoutIt(t *testing.T) {
	t.Parallel()
	built, err := exec.LookPath("hermes-exec")
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range initiatedAgents {
		if !a.closed {
			continue
		}
		t.Run(a.name, func(t *testing.T) {
			t.Parallel()
			h := a.home(t, []string{"echo ran | tr a-z A-Z"})
			program := filepath.Join(t.TempDir(), "hermes-exec")
			writeFile(t, program, readText(t, built), 0o755)
			c := exec.Command(program, append([]string{"init", a.program, "--yes"}, a.flags...)...)
			c.Env = h.env
			if out, err := c.CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			if err := os.Remove(program); err != nil {
				t.Fatal(err)
			}
			if got := h.run(); strings.Contains(got[0], "RAN") {
				t.Errorf("the agent reads\n%s", got)
			}
		})
	}
}

// agentHome is a home with an agent's settings, and the model it asks.
type agentHome struct {
	t         *testing.T
	a         *initiated
	m         *scriptedModel
	home, dir string
	env       []string
	bin       string
}

func (a *initiated) home(t *testing.T, scripts []string) *agentHome {
	h := &agentHome{t: t, a: a, bin: agentBin(t, a.program), home: t.TempDir(), dir: t.TempDir()}
	var calls []toolCall
	for _, script := range scripts {
		arguments := map[string]any{a.key: script}
		for key, value := range a.more {
			arguments[key] = value
		}
		calls = append(calls, toolCall{a.tool, arguments})
	}
	h.m = newModel(t, calls)
	places := strings.NewReplacer("@URL@", h.m.URL)
	for name, text := range a.files {
		writeFile(t, filepath.Join(h.home, name), places.Replace(text), 0o600)
	}
	h.env = []string{"HOME=" + h.home, "PWD=" + h.dir, "LANG=C.UTF-8", "PATH=" + os.Getenv("PATH") + ":" + h.bin}
	for _, setting := range a.env {
		h.env = append(h.env, places.Replace(setting))
	}
	return h
}

// settings are the agent's files as they are.
func (h *agentHome) settings() map[string]string {
	texts := make(map[string]string)
	for name := range h.a.files {
		texts[name] = readText(h.t, filepath.Join(h.home, name))
	}
	return texts
}

// run has the agent work to the end, and gives what it was told of each call.
func (h *agentHome) run() []string {
	h.t.Helper()
	program := filepath.Join(h.bin, h.a.program)
	if launcher := filepath.Join(h.home, ".hermes", "exec", "bin", h.a.program); executable(launcher) == nil {
		program = launcher
	}
	ctx, cancel := context.WithTimeout(h.t.Context(), 3*time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, program, h.a.argv...)
	c.Dir, c.Env = h.dir, h.env
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
	c.WaitDelay = 10 * time.Second
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, &out
	err := c.Run()
	results, odd := h.m.seen()
	if err != nil || len(results) != len(h.m.calls) {
		h.t.Fatalf("ended with %s after %d of %d calls, %q, %q\n%s", ended(err), len(results), len(h.m.calls), results, odd, cut(out.Bytes()))
	}
	return results
}

// wantDecisions wants what was asked in the audit log, the refusals as such.
func (a *initiated) wantDecisions(t *testing.T, home string) {
	t.Helper()
	said := make(map[string]string)
	for line := range strings.Lines(readText(t, filepath.Join(home, ".hermes", "exec", "audit.jsonl"))) {
		var r struct{ Event, Cmd, Decision, By string }
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		for _, task := range initiatedTasks {
			if r.Event == "decision" && strings.Contains(r.Cmd, task.script) {
				said[task.script] = r.Decision + " " + r.By
			}
		}
	}
	for script, want := range map[string][]string{
		initiatedTasks[0].script: {"allow tier"},
		initiatedTasks[1].script: {"deny hardline"},
		initiatedTasks[2].script: {"deny nobody", "allow agent"}, // asked by the agent, who has nobody to ask
		initiatedTasks[3].script: {"allow tier"},
	} {
		if got := said[script]; got != want[0] && got != want[len(want)-1] {
			t.Errorf("%s is on record as %q, want %q", script, got, want)
		}
	}
}

func readText(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// agentBin returns the folder with an agent. scripts/test installs pi, qwen and
// opencode; those that are too big for that are run where somebody has put them
// beside opencode: npm install --prefix "$HERMES_EXEC_MORE_AGENTS" @openai/codex…
func agentBin(t *testing.T, program string) string {
	t.Helper()
	switch program {
	case "pi", "qwen":
		return agentPrograms(t, program)
	}
	need(t, "node")
	bin := filepath.Join(fromNPM(t, "HERMES_EXEC_MORE_AGENTS", "more-agents", "opencode"), "node_modules", ".bin")
	if err := executable(filepath.Join(bin, program)); err != nil {
		t.Skip(err)
	}
	return bin
}
