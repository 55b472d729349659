package tiers

import (
	"slices"
	"strings"

	"github.com/hermes-exec/hermes-exec/shellparse"
)

// SendsMessage reports whether an action's text is a message rather than a
// command.
func SendsMessage(action string) bool { return sendsMessage(action) }

// Message is what a script says in the user's name, for a content screen to
// read: the text of an action that sends it, or the words and the standard input
// of the commands that do. whole is false where part of it is not known, as in a
// file. ok is false where there is none to be screened: nothing is sent, it is
// blocked anyway, or it carries help, which must not wait.
func Message(s *shellparse.Script, v *Verdict, action string) (text string, whole, ok bool) {
	switch {
	case v.Hardline, v.Denied, v.Status == StatusCrisis, v.Reason == CrisisBypass:
		return "", false, false
	case sendsMessage(action):
		return s.Source, true, true
	}
	var parts []string
	whole = true
	for i := range s.Commands {
		cmd := &s.Commands[i]
		if len(cmd.Argv) == 0 || !isMessage(v, cmd) {
			continue
		}
		ok = true
		for _, w := range cmd.Argv[1:] {
			said, exact := w.Exact()
			if !exact {
				said, whole = w.Texts[0].String(), false
			}
			whole = whole && !namesFile(said)
			parts = append(parts, said)
		}
		in, exact := cmd.In.Exact()
		switch {
		case cmd.HasIn:
			parts, whole = append(parts, in), whole && exact
		case readsBody(cmd):
			whole = false
		}
	}
	return strings.TrimSpace(strings.Join(parts, " ")), whole, ok
}

// isMessage reports whether a rule has found that a command sends a message.
func isMessage(v *Verdict, cmd *shellparse.Command) bool {
	at := PosOf(cmd)
	for i := range v.Findings {
		f := &v.Findings[i]
		if f.Pos != at {
			continue
		}
		switch f.Rule {
		case "messaging.send", "messaging.web-hook":
			return true
		case "messaging.hermes":
			for _, w := range cmd.Argv[1:] {
				if sub, _ := w.Exact(); sub == "send" || sub == "send_message" || sub == "message" {
					return true
				}
			}
		}
	}
	return false
}

// namesFile knows the words by which the usual clients are told to send what a
// file holds: -d @text, -F file=@x, --attach.
func namesFile(word string) bool {
	if word == "-a" || word == "-A" || word == "-T" || strings.HasPrefix(word, "@") || strings.HasPrefix(word, "-d@") || strings.Contains(word, "=@") {
		return true
	}
	name, _, _ := strings.Cut(word, "=")
	return strings.HasPrefix(name, "--") && (strings.HasSuffix(name, "file") || strings.HasPrefix(name, "--attach"))
}

// readsBody reports whether a program takes the text from its standard input,
// where nothing else was said.
func readsBody(cmd *shellparse.Command) bool {
	name, _ := cmd.Argv[0].Exact()
	return slices.Contains([]string{"mail", "mailx", "s-nail", "sendmail", "msmtp", "ssmtp", "mutt", "neomutt", "write", "sendxmpp"}, baseName(name))
}
