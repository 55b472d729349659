package policy

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Notify is one service that tells people what waits for an answer, see
// supervisor/notify. It holds no secrets, but the names of the environment
// variables that do.
type Notify struct {
	At      Place
	Service string // telegram, discord, slack, ntfy, webhook or desktop
	Also    bool   // told in any case, not only where those before it could not be
	BaseURL string // of the service's API; "": its own
	Links   string // where people reach the daemon, http://100.64.0.7:6080; "": notices carry no links

	Chat      string   // of telegram; the channel of discord and slack; the topic of ntfy
	Users     []string // who may answer by a button
	PublicKey string   // of discord: hexadecimal, it signs what is pressed
	URL       string   // of webhook

	TokenEnv   string // telegram, discord, slack, ntfy
	URLEnv     string // slack's incoming webhook, or webhook's URL: whoever knows it can write there
	TopicEnv   string // of ntfy: whoever knows it can read along
	SigningEnv string // of slack, for what is pressed; of webhook, for what is sent
}

// same reports whether two would tell the same people by the same way.
func (s *Notify) same(other Notify) bool {
	return s.Service == other.Service && s.Chat == other.Chat && s.URL == other.URL && s.URLEnv == other.URLEnv && s.TopicEnv == other.TopicEnv
}

// service is how one of them is read.
type service struct {
	name string
	keys func(*Notify) []key
	want func(*Notify) string // what is missing or cannot be; "": nothing
}

func services() []service {
	return []service{
		{"telegram", telegramKeys, wantTelegram},
		{"discord", discordKeys, wantDiscord},
		{"slack", slackKeys, wantSlack},
		{"ntfy", ntfyKeys, wantNtfy},
		{"webhook", webhookKeys, wantWebhook},
		{"desktop", func(*Notify) []key { return nil }, func(*Notify) string { return "" }},
	}
}

// notify reads the services, in the order in which they are tried. A project's
// file cannot name one: it would be told what is asked here, and could answer.
func (r *reader) notify(n *yaml.Node) {
	if n.Kind != yaml.SequenceNode {
		r.fail(n, "a list of services is wanted here: [{service: telegram, chat: 12345}]")
		return
	}
	list := []Notify{}
	for _, item := range n.Content {
		one := r.service(item)
		if slices.ContainsFunc(list, one.same) {
			r.fail(item, "%s stands here a second time, for the same people", one.Service)
		}
		if r.err != nil {
			return
		}
		list = append(list, one)
	}
	if !r.loosens(n, "notify") {
		r.file.Notify = list
	}
}

func (r *reader) service(n *yaml.Node) Notify {
	s := Notify{At: r.at(n)}
	if n.Kind != yaml.MappingNode {
		r.fail(n, "a service of notify has to be a list of keys with values")
		return s
	}
	at := n
	if v := valueOf(n, "service"); v != nil {
		s.Service, at = v.Value, v
	}
	known := services()
	i := slices.IndexFunc(known, func(k service) bool { return k.name == s.Service })
	if i < 0 {
		var names []string
		for _, k := range known {
			names = append(names, k.name)
		}
		r.fail(at, "service %q: there are %s", s.Service, strings.Join(names, ", "))
		return s
	}
	r.mapping(n, s.Service, append([]key{
		{"service", func(*reader, *yaml.Node) {}},
		{"also", func(r *reader, n *yaml.Node) { s.Also = r.truth(n) }},
	}, known[i].keys(&s)...))
	if r.err == nil {
		if missing := known[i].want(&s); missing != "" {
			r.fail(n, "%s %s", s.Service, missing)
		}
	}
	return s
}

// valueOf is the value of a key in a mapping; nil where there is none.
func valueOf(n *yaml.Node, name string) *yaml.Node {
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == name {
			return n.Content[i+1]
		}
	}
	return nil
}

// Keys that several services have.

func textKey(name string, to *string) key {
	return key{name, func(r *reader, n *yaml.Node) { *to = r.text(n) }}
}

func textsKey(name string, to *[]string) key {
	return key{name, func(r *reader, n *yaml.Node) { *to = r.texts(n) }}
}

func envKey(name string, to *string) key {
	return key{name, func(r *reader, n *yaml.Node) {
		if *to = r.text(n); r.err == nil && !isName(*to) {
			r.fail(n, "%s %q: the name of an environment variable is wanted, not what it holds", name, *to)
		}
	}}
}

func addressKey(name string, to *string) key {
	return key{name, func(r *reader, n *yaml.Node) {
		if *to = r.text(n); r.err == nil && !isBaseURL(*to) {
			r.fail(n, "%s %q: http:// or https://, a host and a path", name, *to)
		}
	}}
}

func telegramKeys(s *Notify) []key {
	s.TokenEnv = "TELEGRAM_BOT_TOKEN"
	return []key{textKey("chat", &s.Chat), textsKey("users", &s.Users), envKey("token_env", &s.TokenEnv), addressKey("base_url", &s.BaseURL)}
}

// wantTelegram: the number of a private chat is that of the person in it.
func wantTelegram(s *Notify) string {
	switch {
	case !isNumber(strings.TrimPrefix(s.Chat, "-")):
		return "needs a chat: its number, as in 12345 for a person or -10012345 for a group"
	case len(s.Users) == 0 && strings.HasPrefix(s.Chat, "-"):
		return "needs users: the numbers of those in the group who may answer"
	case !all(s.Users, isNumber):
		return "takes the numbers of users, as in [12345]; names can be taken over by others"
	case len(s.Users) == 0:
		s.Users = []string{s.Chat}
	}
	return ""
}

func discordKeys(s *Notify) []key {
	s.TokenEnv = "DISCORD_BOT_TOKEN"
	return []key{
		textKey("channel", &s.Chat), textsKey("users", &s.Users), textKey("public_key", &s.PublicKey), envKey("token_env", &s.TokenEnv),
		addressKey("base_url", &s.BaseURL), addressKey("links", &s.Links),
	}
}

func wantDiscord(s *Notify) string {
	switch {
	case !isNumber(s.Chat):
		return "needs a channel: its number"
	case !all(s.Users, isNumber):
		return "takes the numbers of users; names can be taken over by others"
	case s.PublicKey != "" && !isHex(s.PublicKey, 64):
		return "has a public_key of 64 hexadecimal digits, on the application's page at Discord"
	case s.PublicKey != "" && len(s.Users) == 0:
		return "needs users: the numbers of those who may answer by its buttons"
	case s.PublicKey == "" && len(s.Users) > 0:
		return "needs the public_key with which Discord signs what its users press"
	}
	return ""
}

func slackKeys(s *Notify) []key {
	return []key{
		textKey("channel", &s.Chat), textsKey("users", &s.Users), envKey("token_env", &s.TokenEnv), envKey("webhook_env", &s.URLEnv),
		envKey("signing_secret_env", &s.SigningEnv), addressKey("base_url", &s.BaseURL), addressKey("links", &s.Links),
	}
}

func wantSlack(s *Notify) string {
	switch {
	case s.URLEnv != "" && (s.Chat != "" || s.TokenEnv != "" || len(s.Users) > 0 || s.SigningEnv != "" || s.BaseURL != ""):
		return "takes webhook_env alone, or a channel with token_env: a webhook has its own channel, and no buttons that answer"
	case s.URLEnv != "":
		return ""
	case !isID(s.Chat, "CDG"):
		return "needs webhook_env, or a channel: its id, as in C0123ABCD"
	case !all(s.Users, func(u string) bool { return isID(u, "UW") }):
		return "takes the ids of users, as in [U0123ABCD]; names can be taken over by others"
	case (s.SigningEnv != "") != (len(s.Users) > 0):
		return "needs users and signing_secret_env together, for buttons that answer"
	case s.TokenEnv == "":
		s.TokenEnv = "SLACK_BOT_TOKEN"
	}
	return ""
}

func ntfyKeys(s *Notify) []key {
	return []key{
		textKey("topic", &s.Chat), envKey("topic_env", &s.TopicEnv), envKey("token_env", &s.TokenEnv), addressKey("base_url", &s.BaseURL), addressKey("links", &s.Links),
	}
}

func wantNtfy(s *Notify) string {
	if (s.Chat == "") == (s.TopicEnv == "") {
		return "needs a topic, or topic_env"
	}
	if s.Links != "" && s.TopicEnv == "" && s.TokenEnv == "" {
		return "with links needs topic_env, or token_env: whoever reads the topic can answer, and this file is no secret"
	}
	return ""
}

func webhookKeys(s *Notify) []key {
	return []key{addressKey("url", &s.URL), envKey("url_env", &s.URLEnv), envKey("secret_env", &s.SigningEnv), addressKey("links", &s.Links)}
}

func wantWebhook(s *Notify) string {
	switch {
	case (s.URL == "") == (s.URLEnv == ""):
		return "needs a url, or url_env"
	case s.SigningEnv == "":
		return "needs secret_env: without a signature anybody could send such notices"
	}
	return ""
}

func all(list []string, is func(string) bool) bool {
	return !slices.ContainsFunc(list, func(s string) bool { return !is(s) })
}

func isNumber(s string) bool { return len(s) > 0 && len(s) < 20 && strings.Trim(s, "0123456789") == "" }

func isHex(s string, n int) bool {
	return len(s) == n && strings.Trim(s, "0123456789abcdefABCDEF") == ""
}

// isID knows an id of Slack by its first letter.
func isID(s, first string) bool {
	return len(s) > 1 && strings.IndexByte(first, s[0]) >= 0 && strings.Trim(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") == ""
}
