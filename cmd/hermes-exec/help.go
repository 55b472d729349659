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
		case "version":
			text = "usage: hermes-exec version\n\nVersion, commit and toolchain of this program.\n"
		default:
			return supervisor.Status{}, usagef("", "help %s: there is check, explain, mcp, policy and version", args[0])
		}
	}
	_, err := io.WriteString(os.Stdout, text)
	return supervisor.Status{}, err
}

const helpWrapper = `usage: hermes-exec [flags] -- CMD [ARG…]            one program, no shell in between
       hermes-exec [flags] -c 'SCRIPT' [NAME [ARG…]]  as bash -c; -lc, -euxc… as well
       hermes-exec [flags] FILE [ARG…]               a script file
       hermes-exec check [--json|--jsonl] 'SCRIPT'   the verdict, nothing runs
       hermes-exec explain 'SCRIPT'                  what would run, and which rule speaks
       hermes-exec mcp run NAME -- CMD…              an MCP server, one of each name
       hermes-exec policy show|check                 what policy files say here
       hermes-exec version

Runs a command as the shell would, after judging it. SAFE and LOW commands run,
MEDIUM and up ask a person on the terminal, the hardline is never crossed.

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

Environment: HERMES_HOME, HERMES_EXEC_SHELL, HERMES_SESSION_KEY,
HERMES_EXEC_PROTECT (more pids to protect), HERMES_CRON_SESSION=1; and, heard
only outside any other hermes-exec, HERMES_YOLO_MODE=1, HERMES_EXEC_BACKEND,
HERMES_EXEC_TTY. NO_COLOR is respected.
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

show prints what is in force here, and from which file. check reads the files,
and takes their rules past their own examples; exit status 1 where something is
wrong, 125 where a file cannot be used.

Policy is YAML, in /etc/hermes/exec.yaml, $HERMES_HOME/exec.yaml, and
.hermes/exec.yaml in this folder or above it, which can only tighten:

  preset: strict
  sudo_stdin: true            # sudo -S may be given a password
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

const helpMCP = `usage: hermes-exec mcp run [flags] NAME -- CMD [ARG…]

Runs an MCP server with its standard streams passed straight through, one of
each NAME at a time: the second is told who holds it and exits 75. NAME begins
with a letter or digit, then up to 63 of those, dot, dash and underscore.
The flags are those of the wrapper (hermes-exec -h), --pty excepted.
`
