package main

import "github.com/hermes-exec/hermes-exec/cmd/usage"

var checkUsage = usage.Verb{
	Name: "check", Brief: "'SCRIPT' | -- CMD [ARG…] | --jsonl | --history FILE", Line: "the verdict, nothing runs",
	Args: []string{
		"[--json] [--action NAME] [--preset P] 'SCRIPT'",
		"[--json] [--action NAME] [--preset P] -- CMD ARG…",
		"--jsonl [--action NAME] [--preset P]",
		"--history FILE [--format F] [--cwd DIR] [--asked] [--json] [--preset P]",
	},
	Text: `The verdict on a script, or on a program's words; nothing runs. Exit status 0 allow, 1 ask, 2 block,
125 a failure of this program.

With --history all commands of a shell's history, a log or an agent's transcript
are judged at once, as if each had come from an agent: how many would have run,
been asked about or blocked, and which rules speak most; status 0. The folder is
the one that a log names, else it is unknown; so are the environment, and the
processes of that time. What fish has run is read as bash would.`,
	Flags: []*usage.Flag{
		{Name: "json", Text: "the verdict as one JSON line"},
		{Name: "jsonl", Text: `{"id","cmd","action"?,"cwd"?} a line on standard input, a verdict a line on standard output, in order and at once; a line that cannot be read is answered with "error"; status 0`},
		{Name: "history", Value: "FILE", Text: "judge a file of commands; - is standard input", Takes: usage.File},
		{Name: "format", Value: "F", Text: "of that file, where it is not to be told from how it begins: bash, zsh, fish, jsonl (a log, or a transcript of Claude Code, Codex…) or lines", Words: []string{"bash", "zsh", "fish", "jsonl", "lines"}},
		{Name: "cwd", Value: "DIR", Text: "the folder in which its commands ran", Takes: usage.Folder},
		{Name: "asked", Text: "list all that would have been asked about or blocked"},
		&actionFlag,
		&presetFlag,
	},
}

var explainUsage = usage.Verb{
	Name: "explain", Brief: "'SCRIPT' | -- CMD [ARG…]", Line: "what would run, and which rule speaks",
	Args: []string{
		"[--json] [--action NAME] [--preset P] 'SCRIPT'",
		"[--json] [--action NAME] [--preset P] -- CMD ARG…",
	},
	Text: `Every command the script may run, its words resolved as far as they go (* is
what is not known), how it was reached, which rule speaks, a safer way. Nothing
runs; the exit status is 0 whatever the verdict.`,
	Flags: []*usage.Flag{&jsonFlag, &actionFlag, &presetFlag},
}

var auditUsage = usage.Verb{
	Name: "audit", Line: "what was decided, and how it ended",
	Text: `The log is $HERMES_HOME/exec/audit.jsonl: a line for each decision and one for
how the command ended, secrets masked. tail prints the last commands; show, all
that is recorded about one. verify checks that no line was changed, dropped or
added, names the first that was and exits with status 1; it cannot know of lines
cut off at the end. Beyond 16 MiB the log goes on in a new file; the old ones
stay beside it.`,
	Verbs: []usage.Verb{
		{Name: "tail", Args: []string{"[-n N] [-f] [--json]"}, Line: "the last commands", Flags: []*usage.Flag{
			{Name: "n", Value: "N", Text: "that many (20)"},
			{Name: "f", Text: "go on with those to come"},
			{Name: "json", Text: "the lines as they stand in the log"},
		}},
		{Name: "show", Args: []string{"NUMBER|ID"}, Line: "all that is recorded about one"},
		{Name: "verify", Line: "whether the log is as it was written"},
		{Name: "stats", Line: "counts by tier, decision and rule"},
	},
}

var mcpUsage = usage.Verb{
	Name: "mcp", Line: "MCP servers, one of each name",
	Text: `run starts an MCP server with its standard streams passed straight through, one
of each NAME at a time: the second is told who holds it and exits 75. A server
whose client is gone gives way, and one that is about to end is waited for.
When the server ends, when the client does, and 5 s after the end of standard
input, everything the server has started goes with it: TERM, 0.5 s, KILL.
NAME begins with a letter or digit, then up to 63 of those, dot, dash and
underscore.

list shows each server with its client and the memory of all its processes:
running; ending; orphan, its client is gone; unlocked, another tool's; stale, a
pid file of a server that no longer runs; strays, what a server has left that
was killed together with all that kept it. stop ends one as --replace does.
clean removes stale pid files, ends strays, and says how many; so does the next
run of the name.`,
	Verbs: []usage.Verb{
		{Name: "run", Args: []string{"[flags] NAME -- CMD [ARG…]"}, Line: "start a server", Takes: usage.Command, Flags: []*usage.Flag{
			{Name: "wait", Value: "D", Text: "wait that long for a name that is held"},
			{Name: "replace", Text: "end the server that has the name: TERM, 0.5 s, KILL"},
			&killAfterFlag,
			&actionFlag,
			&presetFlag,
			{Name: "mode", Value: "M", Text: "manual, smart, off or cron", Words: []string{"manual", "smart", "off", "cron"}},
			{Name: "yolo", Text: "the same as --mode off"},
			{Name: "no-pty", Text: "as it is anyway"},
			{Name: "pty", Text: "refused: a terminal would garble what a server says"},
			{Name: "timeout", Value: "D", Text: "TERM after D"},
			{Name: "report", Value: "FD|FILE", Text: "verdict and outcome, one JSON line", Takes: usage.File},
		}},
		{Name: "list", Args: []string{"[--json]"}, Line: "those that run, and what is left of others", Flags: []*usage.Flag{&jsonFlag}},
		{Name: "stop", Args: []string{"NAME"}, Line: "end one"},
		{Name: "clean", Line: "remove what is left of those that are gone"},
	},
}

var shimUsage = usage.Verb{
	Name: "shim", Args: []string{"DIR"}, Line: "links named bash, sh… for PATH",
	Text: `Makes DIR a folder of links named bash, sh, dash, zsh and ksh, those that are
installed here, that all lead to this program, and prints them. First on an
agent's PATH it puts hermes-exec under whatever calls a shell by name. A file
of such a name that is no link of ours is left alone, and status 125.`,
	Takes: usage.Folder,
}

var doctorUsage = usage.Verb{
	Name: "doctor", Args: []string{"[--json]"}, Line: "whether all of it is in place",
	Text: `Says, a line each, whether all that stands behind a command is in place here:
the real shell, the policy files, the kernel guard, whether an agent started
from here gets this program for a shell, who can read and write $HERMES_HOME,
the audit log, what MCP servers have left, and the language model. Nothing is
changed. ok; warning: it works, but protects or says less than it could;
problem: then the exit status is 1. What to do about it stands below.`,
	Flags: []*usage.Flag{{Name: "json", Text: `[{"check","state","text","fix"?}]`}},
}

var initUsage = usage.Verb{
	Name: "init", Brief: "[AGENT] [--undo]", Line: "put claude, codex, pi… under this program",
	Args: []string{"", "AGENT [--hook] [--project] [--yes|--print]", "AGENT [--project] --undo"},
	Text: `Puts an agent under this program, or, without a name, says which are known,
which are installed here, and how each is set up:

  claude opencode pi    by the setting that names their shell
  gemini qwen hermes    by a launcher in $HERMES_HOME/exec/bin, which has to
                        stand first on PATH
  codex copilot cursor  by their hook before each call of a tool

The shell is a link in $HERMES_HOME/exec/shims: with it what really runs is
judged, under the kernel guard. A hook sees the text that the model wrote, and
claude, copilot and cursor ask the person themselves.

The change is shown first, and made when it is agreed to on the terminal or with
--yes; else nothing is, and the exit status is 1. Once more changes nothing.
Comments, order and layout of a settings file stay. --undo takes back what was
changed: to the byte, or, where somebody has written the file since, only that.
The folders that the agents' own variables name are respected (CLAUDE_CONFIG_DIR,
CODEX_HOME, GEMINI_CLI_HOME, QWEN_HOME, COPILOT_HOME, XDG_CONFIG_HOME,
PI_CODING_AGENT_DIR).`,
	Flags: []*usage.Flag{
		{Name: "hook", Text: "the hook of an agent that has another way as well"},
		{Name: "project", Text: "in this folder's settings, not in the user's"},
		{Name: "print", Text: "show the change, and make none"},
		{Name: "yes", Text: "make the change without asking"},
		{Name: "undo", Text: "take it back"},
	},
	Words: agentWords,
}

// agentWords are the names of the agents, see [agents].
var agentWords = []string{"claude", "codex", "copilot", "cursor", "gemini", "hermes", "opencode", "pi", "qwen"}

var hookUsage = usage.Verb{
	Name: "hook", Brief: "AGENT", Line: "an agent's own hook before each call",
	Args: []string{"AGENT"},
	Text: `What an agent runs before each call of a tool: JSON on standard input, the answer
in the agent's own form on standard output. "hermes-exec init AGENT --hook" sets
it up.

What may run is no opinion: the agent asks about it, or not, as it would without
the hook. Where a person has to say yes, claude, copilot and cursor ask them; under
the others hermes-confirmd does where it runs, else the answer is no. Tools that
change files are only held against this program's own files. What cannot be read
is denied. Exit status 0 with an answer, 2 without, which every agent takes for
no. Each decision is in the audit log.`,
	Words: agentWords,
}

var versionUsage = usage.Verb{Name: "version", Line: "version, commit and toolchain of this program"}
