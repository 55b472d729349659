package main

import "github.com/hermes-exec/hermes-exec/cmd/usage"

// What there is to say about the program itself; its verbs are in [verbs].
var daemonUsage = usage.Program{
	Name: "hermes-confirmd",
	Line: "holds what an agent may not do until a person has answered",
	Text: `Holds what an agent may not do until a person has answered. Anybody on this
machine may ask: POST /confirm on http://127.0.0.1:6000, or on the socket
confirmd.sock in HERMES_HOME. Answering takes the token in confirmd.token there,
and a process that is not under hermes-exec.`,
	Notes: []usage.Section{
		{Title: "Exit status", Text: "0, or 125 if it failed."},
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
	asFlag     = usage.Flag{Name: "as", Value: "NAME", Text: "your name in the records (this user)"}
	reasonFlag = usage.Flag{Name: "reason", Value: "TEXT", Text: "the reason, which the agent is told"}
)

var serveUsage = usage.Verb{
	Name: "serve", Brief: "[--background]", Line: "the daemon",
	Args: []string{"[--background | --system] [--host H] [--port N] [--ui-port N] [--db-path F] [--rate-limit N]"},
	Text: `Runs the daemon until a signal ends it.`,
	Flags: []*usage.Flag{
		{Name: "background", Text: "run it in the background; it then logs to exec/confirmd.log in HERMES_HOME"},
		{Name: "system", Text: "be the machine's, as the unit of install --system starts it"},
		{Name: "host", Value: "H", Text: "where to listen (127.0.0.1); CONFIRMATION_HOST"},
		{Name: "port", Value: "N", Text: "the port (6000; 0 takes a free one); CONFIRMATION_PORT"},
		{Name: "ui-port", Value: "N", Text: "the page's port (6080; 0: no page); CONFIRMATION_UI_PORT"},
		{Name: "db-path", Value: "F", Text: "the database (confirmation_audit.db in HERMES_HOME)", Takes: usage.File},
		{Name: "rate-limit", Value: "N", Text: "requests an hour for each action (10); CONFIRMATION_RATE_LIMIT"},
	},
}

var installUsage = usage.Verb{
	Name: "install", Args: []string{"--system [--uninstall]"}, Line: "the daemon as the machine's, a user of its own",
	Text: `For root, where systemd runs. The daemon becomes a user of its own (hermes): its
socket is /run/hermes/confirmd.sock, its state /var/lib/hermes, its policy
/etc/hermes/exec.yaml, the secrets of services /etc/hermes/environment. Every
hermes-exec of users other than root finds it, believes no other, and hands it the
lines of the audit log: /var/lib/hermes/users/UID/exec/audit.jsonl, which
sudo HERMES_HOME=/var/lib/hermes/users/UID hermes-exec audit reads. Root answers.

Without it, a program that runs as you can write the audit log anew; and one made
for it, or not under the kernel guard, can look into your other programs, seal a
policy of its own and answer as you. With it none of the daemon's is that user's to
reach. What is answered at a prompt on the terminal is in both cases that user's.`,
	Flags: []*usage.Flag{
		{Name: "system", Text: "for the machine"},
		{Name: "uninstall", Text: "take the unit away again; state, policy and user stay"},
	},
}

var pageUsage = usage.Verb{
	Name: "page", Args: []string{"[--as NAME]"}, Line: "a link to the page in a browser",
	Text:  `Prints a link to the daemon's page. It is good once, for 15 minutes.`,
	Flags: []*usage.Flag{&asFlag},
}

var watchUsage = usage.Verb{
	Name: "watch", Args: []string{"[--as NAME]"}, Line: "a console: what is asked, and the answers",
	Text: `Shows one question at a time with its countdown. The keys are those of
hermes-exec at a terminal.`,
	Flags: []*usage.Flag{&asFlag},
}

var statusUsage = usage.Verb{
	Name: "status", Args: []string{"[--json]"}, Line: "does the daemon answer, and since when", Flags: []*usage.Flag{&jsonFlag},
}

var screenUsage = usage.Verb{
	Name: "screen", Args: []string{"[--in|--out] [--json] [TEXT]"}, Line: "what the content screen says of a message",
	Text: `Asks Llama Guard about a message to the agent, or with --out from it. Without TEXT
it reads standard input. screen: in the policy ($HERMES_HOME/exec.yaml) switches
it on; then submitted messages and those of hermes-exec are screened, too.

Exit status: 0 safe, 1 unsafe, 125 not screened.`,
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
	Text: `An action on the whitelist is approved unasked, in one session or in all. It cannot
cover those that always need a person (delete_data, deploy_production…). What
another program has put there, and all of it after a restart of the machine, counts
when a person has confirmed it.`,
	Verbs: []usage.Verb{
		{Name: "list", Line: "what is on it"},
		{Name: "trust", Line: "confirm what list shows as not confirmed"},
		{Name: "add", Args: []string{"ACTION [--session KEY]"}, Line: "put an action on it", Flags: []*usage.Flag{&sessionFlag, &asFlag}},
		{Name: "remove", Args: []string{"ACTION [--session KEY]"}, Line: "take it off", Flags: []*usage.Flag{&sessionFlag, &asFlag}},
	},
}

var sessionFlag = usage.Flag{Name: "session", Value: "KEY", Text: "in this session alone"}

var notifyUsage = usage.Verb{
	Name: "notify", Args: []string{"[--test]"}, Line: "who gets notices",
	Text: `Lists the services under notify: in the policy file:

  notify: [{service: telegram, chat: 12345}, {service: ntfy, topic: ours}]

A notice goes to the first service that accepts it; one marked also: true always
gets it. The services are telegram, discord, slack, ntfy, webhook and desktop.
Their secrets are environment variables of the daemon, such as
TELEGRAM_BOT_TOKEN.`,
	Flags: []*usage.Flag{{Name: "test", Text: "send each a notice, and print its answer"}},
}

var askUsage = usage.Verb{
	Name: "ask", Line: "what hermes-exec asks by: JSON in, JSON out",
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
