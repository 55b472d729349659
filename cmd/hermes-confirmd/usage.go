package main

import "github.com/hermes-exec/hermes-exec/cmd/usage"

// What there is to say about the program itself; its verbs are in [verbs].
var daemonUsage = usage.Program{
	Name: "hermes-confirmd",
	Line: "holds what an agent may not do by itself until a person has answered",
	Text: `Holds what an agent may not do by itself until a person has answered. Anybody
on this machine may ask: POST /confirm on http://127.0.0.1:6000, or on the
socket confirmd.sock in HERMES_HOME. To answer takes the token in
confirmd.token there, and a process that is not under hermes-exec.`,
	Notes: []usage.Section{
		{Title: "Exit status", Text: "0, or 125 where it failed."},
		{Title: "Environment", Terms: []usage.Term{
			{Name: "HERMES_HOME", Text: "database, socket and token (~/.hermes)"},
			{Name: "CONFIRMATION_HOST", Text: "as --host"},
			{Name: "CONFIRMATION_PORT", Text: "as --port"},
			{Name: "CONFIRMATION_UI_PORT", Text: "as --ui-port"},
			{Name: "CONFIRMATION_RATE_LIMIT", Text: "as --rate-limit"},
		}},
	},
	See: "hermes-exec(1), hermes-exec.yaml(5)",
}

// Flags that several verbs take.
var (
	jsonFlag   = usage.Flag{Name: "json", Text: "a JSON object a line"}
	asFlag     = usage.Flag{Name: "as", Value: "NAME", Text: "who answers (this user)"}
	reasonFlag = usage.Flag{Name: "reason", Value: "TEXT", Text: "why; whoever asked is told"}
)

var serveUsage = usage.Verb{
	Name: "serve", Brief: "[--background]", Line: "the daemon",
	Args: []string{"[--background] [--host H] [--port N] [--ui-port N] [--db-path F] [--rate-limit N]"},
	Text: `Runs the daemon until it is told to end, by a signal.`,
	Flags: []*usage.Flag{
		{Name: "background", Text: "in the background; what it has to say goes to exec/confirmd.log in HERMES_HOME"},
		{Name: "host", Value: "H", Text: "where to listen (127.0.0.1); CONFIRMATION_HOST"},
		{Name: "port", Value: "N", Text: "the port (6000; 0 takes a free one); CONFIRMATION_PORT"},
		{Name: "ui-port", Value: "N", Text: "where the page is (6080; 0: there is none); CONFIRMATION_UI_PORT"},
		{Name: "db-path", Value: "F", Text: "the database (confirmation_audit.db in HERMES_HOME)", Takes: usage.File},
		{Name: "rate-limit", Value: "N", Text: "questions about one action an hour (10); CONFIRMATION_RATE_LIMIT"},
	},
}

var pageUsage = usage.Verb{
	Name: "page", Args: []string{"[--as NAME]"}, Line: "a link to the page in a browser",
	Text: `Prints a link that lets one person into the page of the daemon that runs, within
15 minutes.`,
	Flags: []*usage.Flag{&asFlag},
}

var watchUsage = usage.Verb{
	Name: "watch", Args: []string{"[--as NAME]"}, Line: "a console: what is asked, and the answers",
	Text: `Shows what waits for an answer, one question at a time with its countdown, and
takes the answers by the keys that hermes-exec has at a terminal.`,
	Flags: []*usage.Flag{&asFlag},
}

var statusUsage = usage.Verb{
	Name: "status", Args: []string{"[--json]"}, Line: "whether it answers, since when, and which one", Flags: []*usage.Flag{&jsonFlag},
}

var screenUsage = usage.Verb{
	Name: "screen", Args: []string{"[--in|--out] [--json] [TEXT]"}, Line: "what the content screen says of a message",
	Text: `Screens a message to the agent, or (--out) from it; the text comes from standard
input where none is given. It needs screen: in the policy
($HERMES_HOME/exec.yaml): Llama Guard in an Ollama. It is there for messages that
are submitted as well, and for hermes-exec.

Exit status: 0 safe, 1 unsafe, 125 where the text could not be screened.`,
	Flags: []*usage.Flag{
		{Name: "in", Text: "a message to the agent"},
		{Name: "out", Text: "a message from the agent"},
		&jsonFlag,
	},
}

var listUsage = usage.Verb{
	Name: "list", Args: []string{"[--json]"}, Line: "what waits for an answer", Flags: []*usage.Flag{&jsonFlag},
}

var approveUsage = usage.Verb{
	Name: "approve", Brief: "ID", Args: []string{"ID [--reason T] [--as NAME]"}, Line: "let it run", Flags: []*usage.Flag{&reasonFlag, &asFlag},
}

var denyUsage = usage.Verb{
	Name: "deny", Brief: "ID [--reason T]", Args: []string{"ID [--reason T] [--as NAME]"}, Line: "refuse it", Flags: []*usage.Flag{&reasonFlag, &asFlag},
}

var auditUsage = usage.Verb{
	Name: "audit", Args: []string{"[--limit N] [--json]"}, Line: "what was asked, and what became of it",
	Flags: []*usage.Flag{{Name: "limit", Value: "N", Text: "the last N (50; 500 at most)"}, &jsonFlag},
}

var whitelistUsage = usage.Verb{
	Name: "whitelist", Line: "actions that nobody is asked about",
	Text: `An action on the whitelist is approved unasked, in one session or in all. Those
that always need a person (delete_data, deploy_production…) it does not cover.`,
	Verbs: []usage.Verb{
		{Name: "list", Line: "what is on it"},
		{Name: "add", Args: []string{"ACTION [--session KEY]"}, Line: "put an action on it", Flags: []*usage.Flag{&sessionFlag, &asFlag}},
		{Name: "remove", Args: []string{"ACTION [--session KEY]"}, Line: "take it off", Flags: []*usage.Flag{&sessionFlag, &asFlag}},
	},
}

var sessionFlag = usage.Flag{Name: "session", Value: "KEY", Text: "in this session alone"}

var notifyUsage = usage.Verb{
	Name: "notify", Args: []string{"[--test]"}, Line: "who is told what waits",
	Text: `People are told by the services under notify: in the policy file, tried in order:

  notify: [{service: telegram, chat: 12345}, {service: ntfy, topic: ours}]

There are telegram, discord, slack, ntfy, webhook and desktop. Secrets stand in
environment variables of the daemon, as in TELEGRAM_BOT_TOKEN.`,
	Flags: []*usage.Flag{{Name: "test", Text: "send each a notice, and say what it answers"}},
}

var askUsage = usage.Verb{
	Name: "ask", Line: "for hermes-exec: a question as JSON on standard input, answers on standard output",
}

var completionUsage = usage.Verb{
	Name: "completion", Args: []string{"bash|zsh|fish"}, Line: "the words of this program for a shell",
	Words: []string{"bash", "zsh", "fish"},
}

var versionUsage = usage.Verb{Name: "version", Line: "version, commit and toolchain of this program"}

var helpUsage = usage.Verb{
	Name: "help", Brief: "[VERB]", Args: []string{"[VERB]", "--man"}, Line: "what a verb does",
	Flags: []*usage.Flag{{Name: "man", Text: "the manual in roff instead: hermes-confirmd(1)"}},
}
