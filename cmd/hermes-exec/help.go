package main

import (
	"io"
	"os"

	"github.com/hermes-exec/hermes-exec/supervisor"
)

// help prints the text of a verb, "" or none being the wrapper itself.
func help(args []string) (supervisor.Status, error) {
	text := helpWrapper
	if len(args) > 0 {
		switch args[0] {
		case "check":
			text = helpCheck
		case "explain":
			text = helpExplain
		case "mcp":
			text = helpMCP
		case "policy":
			text = helpPolicy
		case "audit":
			text = helpAudit
		case "shim":
			text = helpShim
		case "doctor":
			text = helpDoctor
		case "init":
			text = helpInit
		case "version":
			text = "usage: hermes-exec version\n\nVersion, commit and toolchain of this program.\n"
		default:
			return supervisor.Status{}, usagef("", "help %s: there is audit, check, doctor, explain, init, mcp, policy, shim and version", args[0])
		}
	}
	_, err := io.WriteString(os.Stdout, text)
	return supervisor.Status{}, err
}

const helpWrapper = `usage: hermes-exec [flags] -- CMD [ARG…]            one program, no shell in between
       hermes-exec [flags] -c 'SCRIPT' [NAME [ARG…]]  as bash -c; -lc, -euxc… as well
       hermes-exec [flags] FILE [ARG…]               a script file
       hermes-exec [flags] [-s ARG…]                 a script on standard input
       hermes-exec [flags] [-i|-l]                   on a terminal: bash or zsh, each line judged
       hermes-exec check [--json|--jsonl] 'SCRIPT'   the verdict, nothing runs
       hermes-exec explain 'SCRIPT'                  what would run, and which rule speaks
       hermes-exec mcp run NAME -- CMD…              an MCP server, one of each name
       hermes-exec mcp list|stop NAME|clean          those that run, and what is left of others
       hermes-exec policy show|check|allow|revoke    what policy files say here, permissions
       hermes-exec audit tail|show|verify|stats      what was decided, and how it ended
       hermes-exec init AGENT [--undo]               put pi or qwen under this program
       hermes-exec shim DIR                          links named bash, sh… for PATH
       hermes-exec doctor [--json]                   whether all of it is in place
       hermes-exec version

Runs a command as the shell would, after judging it. SAFE and LOW commands run,
MEDIUM and up ask a person, on the terminal or through hermes-confirmd where
there is none; the hardline is never crossed.

  --action NAME      what is being done (send_message, deploy…): raises the tier
  --preset P         standard or strict
  --mode M           manual, smart, off or cron
  --yolo             the same as --mode off: all but the hardline runs unasked
  --pty, --no-pty    force, forbid a terminal for the command
  --timeout D        TERM after D, as timeout(1); status 124
  --kill-after D     KILL that long after TERM (5 s)
  --report FD|FILE   verdict and outcome, one JSON line

Exit status: the command's own, or death by its signal. 125 a failure of this
program, 126 refused or not executable, 127 not found, 75 MCP server held.

Environment: HERMES_EXEC_SHELL, HERMES_EXEC_PROTECT (more pids to protect),
HERMES_CRON_SESSION=1; and, heard only outside any other hermes-exec,
HERMES_HOME, HERMES_SESSION_KEY, HERMES_YOLO_MODE=1, HERMES_EXEC_BACKEND,
HERMES_EXEC_TTY (a terminal to ask on, left to ` + "`sleep infinity`" + ` before the agent
was started with this). NO_COLOR is respected.
`

const helpCheck = `usage: hermes-exec check [--json] [--action NAME] [--preset P] 'SCRIPT'
       hermes-exec check --jsonl [--action NAME] [--preset P]

The verdict on a script; nothing runs. Exit status 0 allow, 1 ask, 2 block,
125 a failure of this program.

  --json         the verdict as one JSON line
  --jsonl        {"id","cmd","action"?,"cwd"?} a line on standard input, a
                 verdict a line on standard output, in order and at once; a
                 line that cannot be read is answered with "error"; status 0
  --action NAME  what is being done (send_message, deploy…): raises the tier
  --preset P     standard or strict
`

const helpExplain = `usage: hermes-exec explain [--json] [--action NAME] [--preset P] 'SCRIPT'

Every command the script may run, its words resolved as far as they go (* is
what is not known), how it was reached, which rule speaks, a safer way. Nothing
runs; the exit status is 0 whatever the verdict.

  --json         the same as JSON
  --action NAME  what is being done (send_message, deploy…): raises the tier
  --preset P     standard or strict
`

const helpPolicy = `usage: hermes-exec policy show
       hermes-exec policy check [FILE…]
       hermes-exec policy allow 'PATTERN' [--here] [--for 8h]
       hermes-exec policy revoke PATTERN|NUMBER

show prints what is in force here, and from which file. check reads the files,
and takes their rules past their own examples; exit status 1 where something is
wrong, 125 where a file cannot be used. allow has commands of the pattern run
unasked from now on: --here in this folder and below, --for a span of time (30m,
8h, 7d); revoke takes it back, by the pattern or its number in show.

Policy is YAML, in /etc/hermes/exec.yaml, $HERMES_HOME/exec.yaml, and
.hermes/exec.yaml in this folder or above it, which can only tighten:

  preset: strict
  sudo_stdin: true            # sudo -S may be given a password
  kernel_guard: auto          # Linux; on: also where sudo fails under it; off
  llm:                        # a second opinion on what a person is asked
    base_url: http://127.0.0.1:11434/v1 # any OpenAI-compatible API
    model: qwen3
    key_env: OPENAI_API_KEY   # the variable that holds the key, if it wants one
  screen:                     # Llama Guard in Ollama reads what is sent
    base_url: http://127.0.0.1:11434 # both as here if they are left out
    model: llama-guard3:8b
  deny: [git push --force *]  # refused, whoever would answer
  allow: [git push origin *]  # runs unasked; * as the last word is any operands
  tiers: {containers.*: HIGH} # of built-in rules, by name or family
  rules:
    - id: team.deploy
      tier: HIGH
      why: it deploys to production
      match: {programs: [deploy], any: [--prod]}
      yes: [deploy --prod]
      no: [deploy --dry-run]

match takes programs, sub, any, all, none, operand (options and words), reads,
writes and deletes (files). No policy lowers the hardline.
`

const helpAudit = `usage: hermes-exec audit tail [-n N] [-f] [--json]
       hermes-exec audit show NUMBER|ID
       hermes-exec audit verify
       hermes-exec audit stats

The log is $HERMES_HOME/exec/audit.jsonl: a line for each decision and one for
how the command ended, secrets masked. tail prints the last N commands (20) and
with -f those to come; show, all that is recorded about one. verify checks that
no line was changed, dropped or added, names the first that was and exits with
status 1; it cannot know of lines cut off at the end. Beyond 16 MiB the log goes
on in a new file; the old ones stay beside it.

  --json         the lines as they stand in the log
`

const helpMCP = `usage: hermes-exec mcp run [flags] NAME -- CMD [ARG…]
       hermes-exec mcp list [--json]
       hermes-exec mcp stop NAME
       hermes-exec mcp clean

run starts an MCP server with its standard streams passed straight through, one
of each NAME at a time: the second is told who holds it and exits 75. A server
whose client is gone gives way, and one that is about to end is waited for.
When the server ends, when the client does, and 5 s after the end of standard
input, everything the server has started goes with it: TERM, 0.5 s, KILL.
NAME begins with a letter or digit, then up to 63 of those, dot, dash and
underscore.

  --wait D       wait that long for a name that is held
  --replace      end the server that has the name: TERM, 0.5 s, KILL
  --kill-after D KILL that long after TERM (0.5 s)

The other flags are those of the wrapper (hermes-exec -h), --pty excepted.

list shows each server with its client and the memory of all its processes:
running; ending; orphan, its client is gone; unlocked, another tool's; stale, a
pid file of a server that no longer runs; strays, what a server has left that
was killed together with all that kept it. stop ends one as --replace does.
clean removes stale pid files, ends strays, and says how many; so does the next
run of the name.
`

const helpShim = `usage: hermes-exec shim DIR

Makes DIR a folder of links named bash, sh, dash, zsh and ksh, those that are
installed here, that all lead to this program, and prints them. First on an
agent's PATH it puts hermes-exec under whatever calls a shell by name. A file
of such a name that is no link of ours is left alone, and status 125.
`

const helpDoctor = `usage: hermes-exec doctor [--json]

Says, a line each, whether all that stands behind a command is in place here:
the real shell, the policy files, the kernel guard, whether an agent started
from here gets this program for a shell, who can read and write $HERMES_HOME,
and the audit log. Nothing is changed. ok; warning: it works, but protects or
says less than it could; problem: then the exit status is 1. What to do about
it stands below.

  --json         [{"check","state","text","fix"?}]
`

const helpInit = `usage: hermes-exec init AGENT [--yes]
       hermes-exec init AGENT --undo

Puts an agent under this program: pi by the setting that names its shell, qwen,
which takes bash from PATH, by a launcher in $HERMES_HOME/exec/bin, which has to
stand first on PATH. The shell is a link in $HERMES_HOME/exec/shims.

The change is shown first, and made when it is agreed to on the terminal or with
--yes; else nothing is, and the exit status is 1. Once more changes nothing.
--undo takes back what was changed: to the byte, or, where the agent has written
its settings since, that one setting.
`
