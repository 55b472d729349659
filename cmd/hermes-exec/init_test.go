package main

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// settingsFound are files as people have them.
var settingsFound = []struct{ name, text string }{
	{"none", ""},
	{"empty", "{}"},
	{"nothing in it", "\n"},
	{"of another tool", "{\n  \"permissions\": {\n    \"allow\": [\"Bash(ls:*)\"]\n  },\n  \"hooks\": {\n    \"PreToolUse\": [\n      {\n        \"matcher\": \"Bash\",\n        \"hooks\": [{\"type\": \"command\", \"command\": \"other-guard\"}]\n      }\n    ],\n    \"BeforeTool\": [],\n    \"beforeShellExecution\": [{\"command\": \"./guard.sh\"}],\n    \"preToolUse\": []\n  },\n  \"version\": 1\n}\n"},
	{"with comments", "// mine\n{\n  /* the looks */\n  \"theme\": \"dark\", // at night\n  \"env\": {\n    \"EDITOR\": \"vim\", // not emacs\n  },\n  // the end\n}\n"},
	{"of Windows, no last newline", "{\r\n\t\"theme\": \"dark\",\r\n\t\"list\": [1, 2]\r\n}"},
	{"in one line", `{"theme":"dark","env":{"A":"b"},"hooks":{}}`},
	{"with another shell", "{\n    \"env\": {\"CLAUDE_CODE_SHELL\": \"/bin/zsh\"},\n    \"shell\": \"/bin/zsh\",\n    \"shellPath\": \"/bin/zsh\"\n}\n"},
}

// Every agent is put under this program and taken out again, whatever its
// settings: to the byte, and with nothing left.
func TestInitRoundTrips(t *testing.T) {
	t.Parallel()
	for _, a := range agentsKnown() {
		for _, flags := range [][]string{nil, {"--hook"}, {"--project"}, {"--hook", "--project"}} {
			for _, found := range settingsFound {
				t.Run(strings.Join(append([]string{a.name, found.name}, flags...), " "), func(t *testing.T) {
					t.Parallel()
					h := newInitHome(t, a)
					f := initFlags{hook: strings.Contains(strings.Join(flags, " "), "hook"), project: strings.Contains(strings.Join(flags, " "), "project")}
					c, s, err := a.way(&world{home: h.home, hermes: filepath.Join(h.home, ".hermes"), dir: h.dir}, f)
					if err != nil {
						h.run("125", append([]string{"init", a.name, "--yes"}, flags...)...)
						return
					}
					ours := s == nil || s.text != ""
					if found.text != "" && !ours {
						writeFile(t, c.File, found.text, 0o640)
					}
					before := h.snapshot()
					args := append([]string{"init", a.name}, flags...)
					h.run("0", append(args, "--print")...)
					h.run("1", args...)
					h.same(before, "before anybody has agreed")
					h.run("0", append(args, "--yes")...)
					text, err := os.ReadFile(c.File)
					if err != nil || !strings.Contains(string(text), "hermes-exec") && !strings.Contains(string(text), ".hermes/exec/shims/bash") {
						t.Fatalf("%s: %s, %v", c.File, text, err)
					}
					if comments := strings.Count(found.text, "//") + strings.Count(found.text, "/*"); !ours && strings.Count(string(text), "//")+strings.Count(string(text), "/*") < comments {
						t.Errorf("a comment is lost:\n%s", text)
					}
					after := h.snapshot()
					if out := h.run("0", append(args, "--yes")...); !strings.Contains(out, "already") {
						t.Errorf("once more: %s", out)
					}
					h.same(after, "once more")
					undo := []string{"init", a.name, "--undo"}
					if f.project {
						undo = append(undo, "--project")
					}
					h.run("0", append(undo, "--print")...)
					h.same(after, "after --undo --print")
					h.run("0", undo...)
					h.same(before, "after --undo")
				})
			}
		}
	}
}

// initHome is a home with the agent installed, and nothing of this program in it.
type initHome struct {
	t              *testing.T
	home, dir, bin string
}

func newInitHome(t *testing.T, a anAgent) *initHome {
	h := &initHome{t: t, home: t.TempDir(), dir: t.TempDir(), bin: t.TempDir()}
	writeFile(t, filepath.Join(h.bin, a.name), "#!/bin/sh\n", 0o755)
	return h
}

func (h *initHome) run(status string, args ...string) string {
	h.t.Helper()
	c := exec.Command("hermes-exec", args...)
	c.Dir = h.dir
	c.Env = []string{"PATH=" + os.Getenv("PATH") + ":" + h.bin, "HOME=" + h.home}
	out, err := c.CombinedOutput()
	if got := ended(err); got != status {
		h.t.Fatalf("%q ended with %s: %s", args, got, out)
	}
	return string(out)
}

// snapshot is every file there is, with its mode and what it holds.
func (h *initHome) snapshot() string {
	var b strings.Builder
	for _, root := range []string{h.home, h.dir} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			info, err := d.Info()
			if err != nil {
				return err
			}
			b.WriteString(path + " " + info.Mode().String() + "\n")
			if d.Type().IsRegular() {
				text, err := os.ReadFile(path)
				b.Write(text)
				return err
			}
			return nil
		})
		if err != nil {
			h.t.Fatal(err)
		}
	}
	return b.String()
}

func (h *initHome) same(before, when string) {
	h.t.Helper()
	if now := h.snapshot(); now != before {
		h.t.Errorf("%s:\n%s\n--- before\n%s", when, now, before)
	}
}

// What the agents' own variables name is where their settings are.
func TestInitFolders(t *testing.T) {
	t.Parallel()
	elsewhere := t.TempDir()
	for _, tt := range []struct{ agent, variable, file string }{
		{"claude", "CLAUDE_CONFIG_DIR", "settings.json"},
		{"codex", "CODEX_HOME", "hooks.json"},
		{"gemini", "GEMINI_CLI_HOME", ".gemini/settings.json"},
		{"qwen", "QWEN_HOME", "settings.json"},
		{"copilot", "COPILOT_HOME", "hooks/hermes-exec.json"},
		{"opencode", "XDG_CONFIG_HOME", "opencode/plugins/hermes-exec.js"},
		{"pi", "PI_CODING_AGENT_DIR", "extensions/hermes-exec.ts"},
	} {
		home := t.TempDir()
		c := exec.Command("hermes-exec", "init", tt.agent, "--hook", "--print")
		c.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + home, tt.variable + "=" + elsewhere}
		out, err := c.CombinedOutput()
		if want := "file    " + filepath.Join(elsewhere, tt.file) + "\n"; err != nil || !strings.HasPrefix(string(out), want) {
			t.Errorf("%s: %v, %s, want %s", tt.agent, err, out, want)
		}
	}
}

// Two projects and the user each have their own, and one does not take back the other's.
func TestInitProjects(t *testing.T) {
	t.Parallel()
	a, err := agentNamed("", "claude")
	if err != nil {
		t.Fatal(err)
	}
	h := newInitHome(t, a)
	before := h.snapshot()
	first, second := h.dir, filepath.Join(h.dir, "second")
	h.run("0", "init", "claude", "--yes")
	h.run("0", "init", "claude", "--project", "--hook", "--yes")
	if err := os.Mkdir(second, 0o755); err != nil {
		t.Fatal(err)
	}
	h.dir = second
	h.run("0", "init", "claude", "--project", "--yes")
	if out := h.run("125", "init", "claude", "--project", "--hook", "--yes"); !strings.Contains(out, "take that back first, `hermes-exec init claude --project --undo`") {
		t.Error(out)
	}
	h.run("0", "init", "claude", "--undo")
	h.run("0", "init", "claude", "--project", "--undo")
	if err := os.Remove(second); err != nil {
		t.Fatal(err)
	}
	h.dir = first
	h.run("0", "init", "claude", "--project", "--undo")
	h.same(before, "after all of it")
}

// No tool that the agent has for files changes what puts it under this program.
func TestHookKeepsInit(t *testing.T) {
	t.Parallel()
	a, err := agentNamed("", "claude")
	if err != nil {
		t.Fatal(err)
	}
	h := newInitHome(t, a)
	h.run("0", "init", "claude", "--hook", "--yes")
	settings := filepath.Join(h.home, ".claude", "settings.json")
	link := filepath.Join(h.dir, "link.json")
	if err := os.Symlink(settings, link); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{settings, link, h.home + "/.claude/../.claude/settings.json"} {
		got := runHook(t, h.home, "claude", []byte(`{"tool_name":"Edit","tool_input":{"file_path":`+jsonString(file)+`}}`))
		if !strings.Contains(got, "BLOCKED (hardline): a change of") {
			t.Errorf("%s: %s", file, got)
		}
	}
	if got := runHook(t, h.home, "claude", []byte(`{"tool_name":"Read","tool_input":{"file_path":`+jsonString(settings)+`}}`)); got != "" {
		t.Errorf("reading: %s", got)
	}
}
