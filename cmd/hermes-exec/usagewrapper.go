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
	Text: `Judges a command, then runs it as the shell would. SAFE and LOW commands run.
MEDIUM and up ask a person: on the terminal, or through hermes-confirmd where
there is none. Wiping the machine or killing the agent's host is always refused.`,
	Flags: []*usage.Flag{ // those of [settings.declare]
		&actionFlag,
		&presetFlag,
		{Name: "mode", Value: "M", Text: "manual, smart, off or cron", Words: []string{"manual", "smart", "off", "cron"}},
		{Name: "yolo", Text: "as --mode off: everything but the hardline runs unasked"},
		{Name: "pty", Text: "give the command a terminal, even on pipes"},
		{Name: "no-pty", Text: "give it none"},
		{Name: "timeout", Value: "D", Text: "end it after D (30, 2.5, 90s, 5m, 1h) with TERM, status 124, as timeout(1)"},
		&killAfterFlag,
		{Name: "report", Value: "FD|FILE", Text: "write verdict and outcome there, as a line of JSON", Takes: usage.File},
	},
	Takes: usage.File,
	Notes: []usage.Section{
		{Manual: true, Title: "Tiers", Terms: []usage.Term{
			{Name: "SAFE", Text: "reading and searching: it runs"},
			{Name: "LOW", Text: "writing, building and testing in the project: it runs"},
			{Name: "MEDIUM", Text: "messages, pushes, changes on other machines, code from elsewhere: a person answers, within 60 s"},
			{Name: "HIGH", Text: "recursive deletes, credentials, deploys, services, permissions: a person answers, within 30 s"},
			{Name: "CRITICAL", Text: "destroying systems, changing hermes-exec itself: a person types yes, within 10 s"},
			{Name: "hardline", Text: "wiping / or a home, raw disks, fork bombs, kill -1, power-off, killing the agent's host, guessing a sudo password, approving oneself: refused, always"},
		}},
		{Manual: true, Title: "Questions", Text: "A question shows the command with the part that matters marked, why it is asked, what a delete would take, and who asks. Nobody answers: it moves up a tier, and is denied after CRITICAL. Enter, Ctrl-C, Ctrl-D and a closed terminal deny. Keys that were typed before the question do not count.", Terms: []usage.Term{
			{Name: "y", Text: "run it this once"},
			{Name: "s", Text: "run it, and the same command in this session for a day"},
			{Name: "a", Text: "run it, and the same command in this folder from now on; the permission is shown first"},
			{Name: "n", Text: "deny it"},
			{Name: "e", Text: "explain it"},
		}},
		{Manual: true, Title: "Sessions", Text: "A script file that a session's texts have written is judged like a text; any other is a program, of which counts what it plainly does. What was denied is not asked again in the session, in whatever words. A session is named by HERMES_SESSION_KEY, else by the nearest ancestor that is no shell: the agent, or the terminal. `hermes-exec policy allow`, outside of hermes-exec, takes the denials back."},
		{Title: "Exit status", Text: `The command's own, or death by its signal. 124: ended by --timeout. 125: hermes-exec failed. 126: refused, or not executable. 127: not found. 75: the MCP server runs already.`},
		{Title: "Not carried over", Text: `A closed standard stream becomes /dev/null. Of the signals that the caller ignores, only HUP, INT and QUIT stay ignored.`},
		{Title: "Environment", Terms: []usage.Term{
			{Name: "HERMES_EXEC_SHELL", Text: "the shell that runs the commands"},
			{Name: "HERMES_EXEC_PROTECT", Text: "pids to protect beside the ancestors"},
			{Name: "HERMES_CRON_SESSION=1", Text: "nobody is at the terminal: hermes-confirmd asks; where it does not run, MEDIUM and up is denied"},
			{Name: "NO_COLOR", Text: "no colours"},
		}},
		{Title: "Environment, ignored below another hermes-exec", Terms: []usage.Term{
			{Name: "HERMES_HOME", Text: "policy, audit log and locks (~/.hermes)"},
			{Name: "HERMES_SESSION_KEY", Text: "the session's name; permissions and refusals hold for a session"},
			{Name: "HERMES_YOLO_MODE=1", Text: "as --yolo"},
			{Name: "HERMES_EXEC_BACKEND", Text: "docker, singularity, modal, daytona or vercel_sandbox: disks and pids are the container's, whose loss is nobody's: the hardline is off"},
			{Name: "HERMES_EXEC_TTY", Text: "a second terminal to ask on; run `sleep infinity` there first"},
		}},
	},
	See: "hermes-confirmd(1), hermes-exec.yaml(5), bash(1)",
}

// Flags that several verbs take.
var (
	jsonFlag      = usage.Flag{Name: "json", Text: "the same as JSON"}
	presetFlag    = usage.Flag{Name: "preset", Value: "P", Text: "standard or strict", Words: []string{"standard", "strict"}}
	killAfterFlag = usage.Flag{Name: "kill-after", Value: "D", Text: "send KILL that long after TERM (5 s; for an MCP server 0.5 s)"}
	actionFlag    = usage.Flag{Name: "action", Value: "NAME", Text: "what is being done (send_message, deploy…); it can raise the tier",
		Words: []string{"read", "write", "execute", "send_message", "api_call", "push", "deploy", "delete"}}
)
