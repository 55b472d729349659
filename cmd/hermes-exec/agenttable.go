package main

import (
	"os"
	"path/filepath"
	"strings"
)

// anAgent is a program whose commands this one can judge, and how. The shell way
// judges what really runs, wherever it comes from in the agent; a hook sees the
// text that the model wrote, but has the agent's own question to the person.
// init takes the first that the agent has of: a setting that names its shell, a
// launcher that puts the shims on its PATH, its hook.
type anAgent struct {
	name  string // as init and hook take it, and of its program
	title string
	docs  string // where its hook is described, for whoever sets it up

	also string // another program that shows that it is installed

	folder   folder   // of its settings
	shell    *setting // that names its shell
	launcher bool     // it takes bash from PATH: a program of its name puts the shims there
	hook     *setting

	asks   bool                       // its hook can have the person asked, and no version lets that pass
	answer func(decision, string) any // what its hook says; nil for nothing
	limits string                     // what whoever puts it under this program has to know
}

// folder is where an agent has its settings.
type folder struct {
	home string // in the user's home
	by   string // the variable that names another
	in   string // the folder in what that names
}

// setting is a file of an agent's, and what init does to it.
type setting struct {
	files   []string // in the agent's folder: the first that is there, else the last
	project string   // the file in a project; "" where the agent has none that init could use
	edits   []edit   // in values @SHELL@ and @HOOK@ are JSON strings, of the shell and of the hook's command
	text    string   // of the whole file, where it is ours alone
}

// hookTimeout is how long an agent waits for its hook, in seconds: longer than
// a person elsewhere may take to answer, since most go on without one that is late.
const hookTimeout = "180"

// claudeFiles are the tools by which Claude Code changes files.
const claudeFiles = "Write|Edit|MultiEdit|NotebookEdit"

// agentsKnown are the agents, in the order in which they are listed.
func agentsKnown() []anAgent {
	return []anAgent{
		{
			name: "claude", title: "Claude Code", docs: "https://code.claude.com/docs/en/hooks#pretooluse",
			folder: folder{home: ".claude", by: "CLAUDE_CONFIG_DIR"},
			shell: &setting{
				files: []string{"settings.json"}, project: ".claude/settings.local.json",
				edits: []edit{
					{Path: []string{"env", "CLAUDE_CODE_SHELL"}, Value: "@SHELL@"},
					{Path: []string{"hooks", "PreToolUse"}, Item: true, Value: `{"matcher": "` + claudeFiles + `", "hooks": [{"type": "command", "command": @HOOK@, "timeout": ` + hookTimeout + `, "onFailure": "block"}]}`},
				},
			},
			hook: &setting{
				files: []string{"settings.json"}, project: ".claude/settings.local.json",
				edits: []edit{{Path: []string{"hooks", "PreToolUse"}, Item: true, Value: `{"matcher": "Bash|PowerShell|Monitor|` + claudeFiles + `", "hooks": [{"type": "command", "command": @HOOK@, "timeout": ` + hookTimeout + `, "onFailure": "block"}]}`}},
			},
			asks: true, answer: hookSpecific,
			limits: "questions appear in `hermes-confirmd watch` (start `hermes-confirmd serve` first) and are denied without it; with --hook Claude Code asks them itself",
		},
		{
			name: "codex", title: "Codex", docs: "https://developers.openai.com/codex/hooks",
			folder: folder{home: ".codex", by: "CODEX_HOME"},
			hook: &setting{
				files: []string{"hooks.json"}, project: ".codex/hooks.json",
				edits: []edit{{Path: []string{"hooks", "PreToolUse"}, Item: true, Value: `{"matcher": "Bash|apply_patch|Edit|Write", "hooks": [{"type": "command", "command": @HOOK@, "timeout": ` + hookTimeout + `}]}`}},
			},
			answer: hookSpecific,
			limits: "it skips the hook until you have trusted it: start codex, and answer there or in /hooks; what is typed into a session that runs already it does not see; there is no other way, since codex takes its shell from the user database",
		},
		{
			name: "gemini", title: "Gemini CLI", docs: "https://geminicli.com/docs/hooks/reference",
			folder:   folder{home: ".gemini", by: "GEMINI_CLI_HOME", in: ".gemini"},
			launcher: true,
			hook: &setting{
				files: []string{"settings.json"}, project: ".gemini/settings.json",
				edits: []edit{{Path: []string{"hooks", "BeforeTool"}, Item: true, Value: `{"matcher": "run_shell_command|write_file|replace", "hooks": [{"type": "command", "name": "hermes-exec", "command": @HOOK@, "timeout": ` + hookTimeout + `000}]}`}},
			},
			answer: decided,
			limits: "with --hook: a hook that is late lets the call pass",
		},
		{
			name: "qwen", title: "Qwen Code", docs: "https://qwenlm.github.io/qwen-code-docs/en/users/features/hooks/",
			folder:   folder{home: ".qwen", by: "QWEN_HOME"},
			launcher: true,
			hook: &setting{
				files: []string{"settings.json"}, project: ".qwen/settings.json",
				edits: []edit{{Path: []string{"hooks", "PreToolUse"}, Item: true, Value: `{"matcher": "^(run_shell_command|write_file|edit|notebook_edit)$", "hooks": [{"type": "command", "name": "hermes-exec", "command": @HOOK@, "timeout": ` + hookTimeout + `000}]}`}},
			},
			answer: hookSpecific, // some versions let ask pass: it is not used
			limits: "with --hook: a hook that is late lets the call pass",
		},
		{
			name: "cursor", title: "Cursor", also: "cursor-agent", docs: "https://cursor.com/docs/hooks",
			folder: folder{home: ".cursor"},
			hook: &setting{
				files: []string{"hooks.json"}, project: ".cursor/hooks.json",
				edits: []edit{
					{Path: []string{"version"}, Value: "1", Form: true},
					{Path: []string{"hooks", "beforeShellExecution"}, Item: true, Value: `{"command": @HOOK@, "timeout": ` + hookTimeout + `, "failClosed": true}`},
					{Path: []string{"hooks", "preToolUse"}, Item: true, Value: `{"command": @HOOK@, "matcher": "Write|Delete", "timeout": ` + hookTimeout + `, "failClosed": true}`},
				},
			},
			asks: true, answer: permission,
			limits: "restart it, and look for the hook in its settings under Hooks",
		},
		{
			name: "opencode", title: "opencode", docs: "https://opencode.ai/docs/plugins",
			folder: folder{home: ".config/opencode", by: "XDG_CONFIG_HOME", in: "opencode"},
			shell: &setting{
				files: []string{"opencode.jsonc", "opencode.json"}, project: "opencode.json",
				edits: []edit{{Path: []string{"shell"}, Value: "@SHELL@"}},
			},
			hook: &setting{
				files: []string{"plugins/hermes-exec.js"}, project: ".opencode/plugins/hermes-exec.js",
				text: opencodePlugin,
			},
			answer: blocked,
			limits: "older versions (1.14.24, say) do not know the setting of a shell and stop at it: --hook works there",
		},
		{
			name: "pi", title: "pi", docs: "https://pi.dev/docs/latest/extensions",
			folder: folder{home: ".pi/agent", by: "PI_CODING_AGENT_DIR"},
			shell: &setting{
				files: []string{"settings.json"}, project: ".pi/settings.json",
				edits: []edit{{Path: []string{"shellPath"}, Value: "@SHELL@"}},
			},
			hook: &setting{
				files: []string{"extensions/hermes-exec.ts"}, project: ".pi/extensions/hermes-exec.ts",
				text: piExtension,
			},
			answer: blocked,
			limits: "it obeys a project's .pi/settings.json, which can name another shell",
		},
		{
			name: "hermes", title: "Hermes", docs: "https://hermes-agent.nousresearch.com/docs/user-guide/features/hooks#shell-hooks",
			launcher: true,
			answer:   actionBlock, // versions that do not know approve let it pass: it is not used
			limits:   "a gateway that a service manager starts takes its PATH from there: put the shims first in its unit as well",
		},
		{
			name: "copilot", title: "Copilot CLI", docs: "https://docs.github.com/en/copilot/reference/hooks-reference",
			folder: folder{home: ".copilot", by: "COPILOT_HOME"},
			hook: &setting{
				files: []string{"hooks/hermes-exec.json"}, project: ".github/hooks/hermes-exec.json",
				text: `{
  "version": 1,
  "hooks": {
    "preToolUse": [
      {"type": "command", "bash": @HOOK@, "timeoutSec": ` + hookTimeout + `}
    ]
  }
}
`,
			},
			asks: true, answer: plainDecision,
			limits: "a hook that is late lets everything pass",
		},
	}
}

func agentNamed(verb, name string) (anAgent, error) {
	var names []string
	for _, a := range agentsKnown() {
		if a.name == name {
			return a, nil
		}
		names = append(names, a.name)
	}
	return anAgent{}, usagef(verb, "%s is not known: %s are; under another agent put the folder that `hermes-exec shim` makes first on PATH, and its bash in SHELL", name, strings.Join(names, ", "))
}

// path is the file that the setting stands in.
func (a anAgent) path(w *world, s *setting, project bool) string {
	if project {
		return filepath.Join(w.dir, s.project)
	}
	folder := filepath.Join(w.home, a.folder.home)
	if named := os.Getenv(a.folder.by); a.folder.by != "" && named != "" {
		folder = filepath.Join(named, a.folder.in)
	}
	var file string
	for _, name := range s.files {
		if file = filepath.Join(folder, name); !missing(file) {
			break
		}
	}
	if !filepath.IsAbs(file) {
		file = filepath.Join(w.dir, file)
	}
	return file
}

// filled is a text with what it leaves open.
func filled(text, shell, hook string) string {
	return strings.NewReplacer("@SHELL@", jsonString(shell), "@HOOK@", jsonString(hook)).Replace(text)
}

// installed reports whether the agent is on PATH, the launcher that init has made
// not counted.
func (a anAgent) installed(w *world) bool {
	for _, name := range [...]string{a.name, a.also} {
		if _, err := lookBeside(name, a.launcherFile(w)); name != "" && err == nil {
			return true
		}
	}
	return false
}
