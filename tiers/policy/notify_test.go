package policy

import (
	"errors"
	"reflect"
	"strings"
	"testing"
)

const everyService = `notify:
  - {service: telegram, chat: 12345}
  - service: telegram
    chat: -10012345
    users: [1, "2"]
    token_env: BOT
    base_url: http://127.0.0.1:8081
    also: true
  - {service: discord, channel: "99", links: "https://box.example"}
  - {service: discord, channel: 98, users: [7], public_key: ` + "0123456789abcdefABCDEF0123456789abcdefABCDEF0123456789abcdefABCD" + `}
  - {service: slack, webhook_env: SLACK_URL}
  - {service: slack, channel: C01, users: [U01], signing_secret_env: SLACK_SIGNING}
  - {service: ntfy, topic: ours, token_env: NTFY, links: "http://100.64.0.7:6080"}
  - {service: ntfy, topic_env: TOPIC, token_env: NTFY, base_url: https://ntfy.example}
  - {service: webhook, url: "https://h.example/x", secret_env: HOOK}
  - {service: desktop}
`

func TestNotify(t *testing.T) {
	f, err := Parse("f", User, []byte(everyService))
	if err != nil {
		t.Fatal(err)
	}
	key := "0123456789abcdefABCDEF0123456789abcdefABCDEF0123456789abcdefABCD"
	want := []Notify{
		{Service: "telegram", Chat: "12345", Users: []string{"12345"}, TokenEnv: "TELEGRAM_BOT_TOKEN"},
		{Service: "telegram", Chat: "-10012345", Users: []string{"1", "2"}, TokenEnv: "BOT", BaseURL: "http://127.0.0.1:8081", Also: true},
		{Service: "discord", Chat: "99", TokenEnv: "DISCORD_BOT_TOKEN", Links: "https://box.example"},
		{Service: "discord", Chat: "98", Users: []string{"7"}, PublicKey: key, TokenEnv: "DISCORD_BOT_TOKEN"},
		{Service: "slack", URLEnv: "SLACK_URL"},
		{Service: "slack", Chat: "C01", Users: []string{"U01"}, SigningEnv: "SLACK_SIGNING", TokenEnv: "SLACK_BOT_TOKEN"},
		{Service: "ntfy", Chat: "ours", TokenEnv: "NTFY", Links: "http://100.64.0.7:6080"},
		{Service: "ntfy", TopicEnv: "TOPIC", TokenEnv: "NTFY", BaseURL: "https://ntfy.example"},
		{Service: "webhook", URL: "https://h.example/x", SigningEnv: "HOOK"},
		{Service: "desktop"},
	}
	if f.Notify[1].At != (Place{"f", 3, 5}) {
		t.Errorf("the second stands at %v", f.Notify[1].At)
	}
	for i := range f.Notify {
		f.Notify[i].At = Place{}
	}
	if !reflect.DeepEqual(f.Notify, want) {
		t.Errorf("got\n%+v\nwant\n%+v", f.Notify, want)
	}
}

func TestNotifyErrors(t *testing.T) {
	for text, want := range map[string]string{
		"notify: telegram":                                                                      `f:1:9: a list of services is wanted here`,
		"notify: [telegram]":                                                                    `f:1:10: a service of notify has to be a list of keys`,
		"notify: [{chat: 1}]":                                                                   `f:1:10: service "": there are telegram, discord, slack, ntfy, webhook, desktop`,
		"notify: [{service: fax}]":                                                              `f:1:20: service "fax": there are telegram`,
		"notify:\n  - service: [a]":                                                             `f:2:14: service ""`,
		"notify: [{service: desktop, chat: 1}]":                                                 `f:1:29: unknown key "chat"; desktop takes service, also`,
		"notify: [{service: telegram}]":                                                         `f:1:10: telegram needs a chat: its number`,
		"notify: [{service: telegram, token: x}]":                                               `f:1:30: unknown key "token"; telegram takes service, also, chat, users, token_env, base_url`,
		"notify: [{service: telegram, chat: '@ada'}]":                                           `f:1:10: telegram needs a chat: its number`,
		"notify: [{service: telegram, chat: -5}]":                                               `f:1:10: telegram needs users`,
		"notify: [{service: telegram, chat: 5, users: [ada]}]":                                  `f:1:10: telegram takes the numbers of users`,
		"notify: [{service: telegram, chat: 5, token_env: '123:ABC'}]":                          `f:1:50: token_env "123:ABC": the name of an environment variable`,
		"notify: [{service: telegram, chat: 5, base_url: telegram.example}]":                    `f:1:49: base_url "telegram.example": http://`,
		"notify: [{service: telegram, chat: 5, also: perhaps}]":                                 `f:1:45: true or false is wanted here`,
		"notify: [{service: telegram, chat: 5, chat: 6}]":                                       `f:1:39: chat stands here a second time`,
		"notify: [{service: discord}]":                                                          `f:1:10: discord needs a channel`,
		"notify: [{service: discord, channel: 5, public_key: ab}]":                              `f:1:10: discord has a public_key of 64`,
		"notify: [{service: discord, channel: 5, users: [5]}]":                                  `f:1:10: discord needs the public_key`,
		"notify: [{service: discord, channel: 5, public_key: " + strings.Repeat("a", 64) + "}]": `f:1:10: discord needs users`,
		"notify: [{service: slack}]":                                                            `f:1:10: slack needs webhook_env, or a channel`,
		"notify: [{service: slack, channel: general}]":                                          `f:1:10: slack needs webhook_env, or a channel`,
		"notify: [{service: slack, channel: C1, webhook_env: X}]":                               `f:1:10: slack takes webhook_env alone`,
		"notify: [{service: slack, channel: C1, users: [U1]}]":                                  `f:1:10: slack needs users and signing_secret_env together`,
		"notify: [{service: slack, channel: C1, users: [ada], signing_secret_env: X}]":          `f:1:10: slack takes the ids of users`,
		"notify: [{service: ntfy}]":                                                             `f:1:10: ntfy needs a topic, or topic_env`,
		"notify: [{service: ntfy, topic: a, topic_env: B}]":                                     `f:1:10: ntfy needs a topic, or topic_env`,
		"notify: [{service: ntfy, topic: a, links: http://box}]":                                `f:1:10: ntfy with links needs topic_env, or token_env`,
		"notify: [{service: ntfy, topic: a, links: box}]":                                       `f:1:43: links "box": http://`,
		"notify: [{service: webhook, secret_env: B}]":                                           `f:1:10: webhook needs a url, or url_env`,
		"notify: [{service: webhook, url: 'http://h'}]":                                         `f:1:10: webhook needs secret_env`,
		"notify: [{service: ntfy, topic: a}, {service: ntfy, topic: a, also: true}]":            `f:1:37: ntfy stands here a second time`,
	} {
		_, err := Parse("f", User, []byte(text))
		var e *Error
		if !errors.As(err, &e) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// Who is told may answer: the admin's list stands, else the user's, and a
// project has no say.
func TestMergeNotify(t *testing.T) {
	list := func(chat string) string { return "notify: [{service: telegram, chat: " + chat + "}]" }
	file := func(origin Origin, text string) *File {
		f, err := Parse(origin.String(), origin, []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	project := file(Project, list("3"))
	if len(project.Ignored) != 1 || !strings.Contains(project.Ignored[0].Text, "notify: a project's policy can only tighten") {
		t.Errorf("the project's file: %v", project.Ignored)
	}
	for want, files := range map[string][]*File{
		"":  {project},
		"2": {project, file(User, list("2")), file(Admin, "preset: strict")},
		"1": {file(Admin, list("1")), file(User, list("2")), project},
	} {
		s := Merge(files)
		if want == "" && len(s.Notify) == 0 {
			continue
		}
		if len(s.Notify) != 1 || s.Notify[0].Chat != want {
			t.Errorf("%+v, want %q", s.Notify, want)
		}
	}
	if s := Merge([]*File{file(User, list("2")), file(Admin, "notify: []")}); len(s.Notify) != 0 {
		t.Errorf("the admin wants none: %+v", s.Notify)
	}
	if _, err := Parse("f", Project, []byte("notify: [{service: fax}]")); err == nil {
		t.Error("a project's file is not read strictly")
	}
}
