package main

import "github.com/hermes-exec/hermes-exec/cmd/usage"

var checkUsage = usage.Verb{
	Name: "check", Brief: "'SCRIPT'", Line: "the verdict; nothing runs",
	Args: []string{
		"[--json] [--action NAME] [--preset P] 'SCRIPT'",
		"[--json] [--action NAME] [--preset P] -- CMD ARG…",
		"--jsonl [--action NAME] [--preset P]",
		"--history FILE [--format F] [--cwd DIR] [--asked] [--json] [--preset P]",
	},
	Text: `Prints the verdict on a script, or on a program's words. Nothing runs. Exit
status: 0 allow, 1 ask, 2 block, 125 failure of hermes-exec.

--history judges each command of a file as if an agent had sent it. It says how
many would have run, been asked about or been blocked, and by which rules. The
folder is the one the log names, else unknown. So are environment and processes
of that time. fish is read as bash. The exit status is 0.`,
	Flags: []*usage.Flag{
		{Name: "json", Text: "the verdict as one JSON line"},
		{Name: "jsonl", Text: `read {"id","cmd","action"?,"cwd"?} lines from standard input and answer each at once with a verdict; an unreadable line gets an "error"; status 0`},
		{Name: "history", Value: "FILE", Text: "judge a shell history, a log or an agent's transcript; - is standard input", Takes: usage.File},
		{Name: "format", Value: "F", Text: "its format, where its beginning does not show it: bash, zsh, fish, jsonl (a log, a transcript of Claude Code, Codex…) or lines", Words: []string{"bash", "zsh", "fish", "jsonl", "lines"}},
		{Name: "cwd", Value: "DIR", Text: "the folder its commands ran in", Takes: usage.Folder},
		{Name: "asked", Text: "list every command that would have been asked about or blocked"},
		&actionFlag,
		&presetFlag,
	},
}

var explainUsage = usage.Verb{
	Name: "explain", Brief: "'SCRIPT'", Line: "what would run, and why it is judged so",
	Args: []string{
		"[--json] [--action NAME] [--preset P] 'SCRIPT'",
		"[--json] [--action NAME] [--preset P] -- CMD ARG…",
	},
	Text: `Lists every command the script may run: its words as far as they are known (*
is unknown), how it was reached, the rule that speaks, a safer way. Nothing runs.
The exit status is always 0.`,
	Flags: []*usage.Flag{&jsonFlag, &actionFlag, &presetFlag},
}

var auditUsage = usage.Verb{
	Name: "audit", Line: "what was decided, and how it ended",
	Text: `The log is $HERMES_HOME/exec/audit.jsonl. Each decision is a line, and so is how
the command ended. Secrets are masked. verify names the first line that was
changed, dropped or added, and exits with status 1. It cannot see lines cut off
at the end. At 16 MiB a new file begins; the old ones stay beside it.`,
	Verbs: []usage.Verb{
		{Name: "tail", Args: []string{"[-n N] [-f] [--json]"}, Line: "the last commands", Flags: []*usage.Flag{
			{Name: "n", Value: "N", Text: "how many (20)"},
			{Name: "f", Text: "then print new ones as they come"},
			{Name: "json", Text: "the log's own lines"},
		}},
		{Name: "show", Args: []string{"NUMBER|ID"}, Line: "all that is recorded about one"},
		{Name: "verify", Line: "whether the log is as it was written"},
		{Name: "stats", Line: "counts by tier, decision and rule"},
	},
}

var mcpUsage = usage.Verb{
	Name: "mcp", Line: "MCP servers, one of each name",
	Text: `run starts an MCP server on its standard streams. Only one server of a NAME runs
at a time: a second one is told who holds the name, and exits with 75. It takes
over from a server whose client is gone, and waits for one that is ending. The
server's whole process tree is ended (TERM, 0.5 s, KILL) with the server, with
its client, and 5 s after the end of standard input. A NAME is a letter or digit,
then up to 63 letters, digits, dots, dashes and underscores.

list shows each server with its client and the memory of its whole tree. States:
  running   its client is there
  ending    it is about to end
  orphan    its client is gone
  unlocked  another tool started it
  stale     its pid file is left, it is not
  strays    processes of it are left, it is not

stop ends a server as --replace does. clean removes stale pid files, ends strays
and says how many. The next run of the name does the same.`,
	Verbs: []usage.Verb{
		{Name: "run", Args: []string{"[flags] NAME -- CMD [ARG…]"}, Line: "start a server", Takes: usage.Command, Flags: []*usage.Flag{
			{Name: "wait", Value: "D", Text: "wait up to D for a name that is held"},
			{Name: "replace", Text: "end the server that holds the name: TERM, 0.5 s, KILL"},
			&killAfterFlag,
			&actionFlag,
			&presetFlag,
			{Name: "mode", Value: "M", Text: "manual, smart, off or cron", Words: []string{"manual", "smart", "off", "cron"}},
			{Name: "yolo", Text: "as --mode off"},
			{Name: "no-pty", Text: "accepted; a server never has a terminal"},
			{Name: "pty", Text: "refused: a terminal would garble the protocol"},
			{Name: "timeout", Value: "D", Text: "end it after D with TERM"},
			{Name: "report", Value: "FD|FILE", Text: "write verdict and outcome there, as a line of JSON", Takes: usage.File},
		}},
		{Name: "list", Args: []string{"[--json]"}, Line: "servers, running or left over", Flags: []*usage.Flag{&jsonFlag}},
		{Name: "stop", Args: []string{"NAME"}, Line: "end one"},
		{Name: "clean", Line: "remove what dead ones left"},
	},
}

var shimUsage = usage.Verb{
	Name: "shim", Args: []string{"DIR"}, Line: "links named bash, sh… for PATH",
	Text: `Fills DIR with links to this program, named after the installed shells of bash,
sh, dash, zsh and ksh, and prints them. With DIR first on its PATH, an agent gets
hermes-exec wherever it calls a shell by name. A file that is in the way is left
alone; the exit status is then 125.`,
	Takes: usage.Folder,
}

var doctorUsage = usage.Verb{
	Name: "doctor", Args: []string{"[--json]"}, Line: "is everything in place?",
	Text: `Checks what a command depends on, and prints a line for each: the program, the
real shell, the policy files, the kernel guard, the agents, who can read and
write $HERMES_HOME, the audit log, MCP servers, the language model, the daemon.
Nothing is changed.

  ok       as it should be
  warning  it works, but protects or says less than it could
  problem  broken, or open to others: the exit status is 1

The line below a warning or problem says what to do.`,
	Flags: []*usage.Flag{{Name: "json", Text: `[{"check","state","text","fix"?}]`}},
}

var initUsage = usage.Verb{
	Name: "init", Brief: "[AGENT] [--undo]", Line: "put claude, codex, pi… under this program",
	Args: []string{"", "AGENT [--hook] [--project] [--yes|--print]", "AGENT [--project] --undo"},
	Text: `Puts an agent under this program. Without a name it lists the agents it knows,
which are installed here, and how each is set up:

  claude opencode pi    by the setting that names their shell
  gemini qwen hermes    by a launcher in $HERMES_HOME/exec/bin, which must stand
                        first on PATH
  codex copilot cursor  by their hook before each tool call

A shell or launcher judges what really runs, under the kernel guard. A hook sees
only the text that the model wrote.

The change is shown first. It is made when you agree on the terminal, or with
--yes; otherwise the exit status is 1. A second time changes nothing. Comments,
order and layout of a settings file stay. --undo restores the file byte for byte;
if it was written since, only this change is taken back. The agents' own
variables are respected: CLAUDE_CONFIG_DIR, CODEX_HOME, GEMINI_CLI_HOME,
QWEN_HOME, COPILOT_HOME, XDG_CONFIG_HOME, PI_CODING_AGENT_DIR.`,
	Flags: []*usage.Flag{
		{Name: "hook", Text: "use the agent's hook, where it has another way too"},
		{Name: "project", Text: "in this folder's settings instead of the user's"},
		{Name: "print", Text: "only show the change"},
		{Name: "yes", Text: "make the change without asking"},
		{Name: "undo", Text: "take it back"},
	},
	Words: agentWords,
}

// agentWords are the names of the agents, see [agents].
var agentWords = []string{"claude", "codex", "copilot", "cursor", "gemini", "hermes", "opencode", "pi", "qwen"}

var hookUsage = usage.Verb{
	Name: "hook", Brief: "AGENT", Line: "what an agent's hook runs before each call",
	Args: []string{"AGENT"},
	Text: `An agent runs this before each tool call: JSON on standard input, the answer in
the agent's own form on standard output. "hermes-exec init AGENT --hook" sets it
up.

A command that may run gets no opinion: the agent decides as it would without the
hook. Where a person has to agree, Claude Code, Copilot and Cursor ask them. For
other agents the daemon asks; without one the command is denied. Tools that change
files are only kept from hermes-exec's own files. What cannot be read is denied.
Exit status: 0 with an answer, 2 without, which every agent takes for no. Each
decision is in the audit log.`,
	Words: agentWords,
}

var versionUsage = usage.Verb{Name: "version", Line: "version, commit and toolchain of this program"}
