package main

import "github.com/hermes-exec/hermes-exec/cmd/usage"

// What there is to say about the program itself; its verbs are in [verbs].
var wrapperUsage = usage.Program{
	Name: "hermes-exec",
	Line: "a shell for AI agents that judges each command before it runs it",
	Forms: []usage.Form{
		{Args: "[flags] -- CMD [ARG…]", Line: "one program, no shell in between"},
		{Args: "[flags] -c 'SCRIPT' [NAME [ARG…]]", Line: "as bash -c; -lc, -euxc… as well"},
		{Args: "[flags] FILE [ARG…]", Line: "a script file"},
		{Args: "[flags] [-s ARG…]", Line: "a script on standard input"},
		{Args: "[flags] [-i|-l]", Line: "on a terminal: bash or zsh, each line judged"},
	},
	Text: `Runs a command as the shell would, after judging it. SAFE and LOW commands run,
MEDIUM and up ask a person, on the terminal or through hermes-confirmd where
there is none; the hardline is never crossed.`,
	Flags: []*usage.Flag{ // those of [settings.declare]
		&actionFlag,
		&presetFlag,
		{Name: "mode", Value: "M", Text: "manual, smart, off or cron", Words: []string{"manual", "smart", "off", "cron"}},
		{Name: "yolo", Text: "the same as --mode off: all but the hardline runs unasked"},
		{Name: "pty", Text: "force a terminal for the command"},
		{Name: "no-pty", Text: "forbid one"},
		{Name: "timeout", Value: "D", Text: "TERM after D (30, 2.5, 90s, 5m, 1h), as timeout(1); status 124"},
		&killAfterFlag,
		{Name: "report", Value: "FD|FILE", Text: "verdict and outcome, one JSON line", Takes: usage.File},
	},
	Takes: usage.File,
	Notes: []usage.Section{
		{Title: "Exit status", Text: `the command's own, or death by its signal. 125 a failure of this program, 126 refused or not executable, 127 not found, 124 ended by --timeout, 75 MCP server held.`},
		{Title: "Not carried over", Text: `a standard stream that is closed is /dev/null for the command; of the signals that the caller ignores HUP, INT and, with it, QUIT stay ignored.`},
		{Title: "Environment", Terms: []usage.Term{
			{Name: "HERMES_EXEC_SHELL", Text: "the shell that runs what was approved"},
			{Name: "HERMES_EXEC_PROTECT", Text: "more pids to protect"},
			{Name: "HERMES_CRON_SESSION=1", Text: "nobody is there: MEDIUM and up goes to hermes-confirmd, or is denied"},
			{Name: "NO_COLOR", Text: "no colours"},
		}},
		{Title: "Environment heard only outside any other hermes-exec", Terms: []usage.Term{
			{Name: "HERMES_HOME", Text: "policy, audit log and locks (~/.hermes)"},
			{Name: "HERMES_SESSION_KEY", Text: "the name of the session, for permissions and refusals"},
			{Name: "HERMES_YOLO_MODE=1", Text: "as --yolo"},
			{Name: "HERMES_EXEC_BACKEND", Text: "docker, singularity, modal, daytona or vercel_sandbox: the disks and pids are not the host's"},
			{Name: "HERMES_EXEC_TTY", Text: "a terminal to ask on, left to `sleep infinity` before the agent was started with this"},
		}},
	},
	See: "hermes-confirmd(1), hermes-exec.yaml(5), bash(1)",
}

// Flags that several verbs take.
var (
	jsonFlag      = usage.Flag{Name: "json", Text: "the same as JSON"}
	presetFlag    = usage.Flag{Name: "preset", Value: "P", Text: "standard or strict", Words: []string{"standard", "strict"}}
	killAfterFlag = usage.Flag{Name: "kill-after", Value: "D", Text: "KILL that long after TERM (5 s; an MCP server 0.5 s)"}
	actionFlag    = usage.Flag{Name: "action", Value: "NAME", Text: "what is being done (send_message, deploy…): raises the tier",
		Words: []string{"read", "write", "execute", "send_message", "api_call", "push", "deploy", "delete"}}
)
