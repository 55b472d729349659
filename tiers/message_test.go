package tiers

import (
	"testing"

	"github.com/hermes-exec/hermes-exec/shellparse"
)

func TestMessage(t *testing.T) {
	for _, tt := range []struct {
		text, action string
		want         string // "" where nothing is to be screened
		part         bool   // it is not all that is said
	}{
		{text: "ls -l"},
		{text: "git commit -m 'send it'"},
		{text: "hello there", action: "send_message", want: "hello there"},
		{text: "hello there", action: " Email ", want: "hello there"},
		{text: "hello there", action: "write"},
		{text: "telegram-send 'hello there'", want: "hello there"},
		{text: "x=there; telegram-send \"hello $x\"", want: "hello there"},
		{text: "cd x && echo hello there | mail -s hi bob", want: "-s hi bob hello there"},
		{text: "mail -s hi bob <<E\nhello\nE", want: "-s hi bob hello"},
		{text: "slack chat send one; discord send two", want: "chat send one send two"},
		{text: "sudo bash -c 'telegram-send hello'", want: "hello"},
		{text: "curl -d text=hello https://api.telegram.org/bot1/sendMessage", want: "-d text=hello https://api.telegram.org/bot1/sendMessage"},
		{text: "hermes send hello", want: "send hello"},
		{text: "hermes gateway restart"},

		{text: "mail -s hi bob < letter", want: "-s hi bob", part: true},
		{text: "cat letter | mail bob", want: "bob", part: true},
		{text: "mail bob", want: "bob", part: true},
		{text: "telegram-send \"$(cat letter)\"", want: "*", part: true},
		{text: "curl -d @letter https://hooks.slack.com/services/x", want: "-d @letter https://hooks.slack.com/services/x", part: true},
		{text: "curl -F file=@x https://hooks.slack.com/services/x", want: "-F file=@x https://hooks.slack.com/services/x", part: true},
		{text: "echo x | mutt -a photo -- bob", want: "-a photo -- bob x", part: true},

		// Help must not wait, and what is blocked needs no screen.
		{text: "telegram-send 'call 988 now'"},
		{text: "call or text 988", action: "send_message"},
		{text: "I want to die", action: "send_message"},
		{text: "telegram-send hi; rm -rf /"},
	} {
		s := shellparse.Parse(tt.text, shellparse.Options{Dir: "/home/u/p", Home: "/home/u"})
		v := Judge(s, &Facts{Dir: "/home/u/p", Home: "/home/u"}, Options{Action: tt.action})
		got, whole, ok := Message(s, v, tt.action)
		if ok != (tt.want != "") || got != tt.want || ok && whole == tt.part {
			t.Errorf("%s (%s): %q, whole %v, %v; want %q\n%+v", tt.text, tt.action, got, whole, ok, tt.want, v.Findings)
		}
	}
}

func TestScreened(t *testing.T) {
	category := func(code string) Category {
		c, ok := CategoryOf(code)
		if !ok {
			t.Fatalf("%s is no code", code)
		}
		return c
	}
	for _, tt := range []struct {
		s        Screening
		decision string
		tier     Tier
		rule     string
		crisis   bool
	}{
		{Screening{Verdict: ScreenedSafe}, Allow, Low, "messaging.send", false},
		{Screening{Verdict: ScreenedError, Reason: "no answer in time"}, Ask, Medium, "messaging.not-screened", false},
		{Screening{Verdict: "approved"}, Ask, Medium, "messaging.not-screened", false},
		{Screening{Verdict: ScreenedUnsafe}, Ask, High, "messaging.unsafe", false},
		{Screening{Verdict: ScreenedUnsafe, Categories: []Category{category("S10"), category("S13")}}, Ask, High, "messaging.unsafe", false},
		{Screening{Verdict: ScreenedUnsafe, Categories: []Category{category("S11")}}, Ask, High, "messaging.unsafe", true},
	} {
		v := governed(t, "telegram-send hello", "telegram-send *") // permitted
		if v.Decision != Allow || v.Granted == "" {
			t.Fatalf("%+v", v)
		}
		v.Screened(&tt.s, "hello")
		if v.Decision != tt.decision || v.Tier != tt.tier || v.Findings[0].Rule != tt.rule || v.Crisis != tt.crisis || (v.Decision == Ask) != (v.Granted == "" && v.TimeoutS != nil) {
			t.Errorf("%s: %+v", &tt.s, v)
		}
	}
	v := governed(t, "rm -rf /", "")
	v.Screened(&Screening{Verdict: ScreenedError}, "x")
	if v.Decision != Block || !v.Hardline {
		t.Errorf("%+v", v)
	}
}

func TestScreeningString(t *testing.T) {
	hate, harm := Category{"S10", "Hate"}, Category{"S11", "Self-Harm"}
	for _, tt := range []struct {
		s    Screening
		want string
	}{
		{Screening{Verdict: ScreenedSafe}, "safe"},
		{Screening{Verdict: ScreenedUnsafe, Categories: []Category{hate, harm}}, "unsafe: Hate (S10), Self-Harm (S11)"},
		{Screening{Verdict: ScreenedError, Reason: "no answer"}, "error: no answer"},
	} {
		if got := tt.s.String(); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}

func TestCategoryOf(t *testing.T) {
	for code, want := range map[string]string{
		"S1": "Violent Crimes", "S9": "Indiscriminate Weapons", "S10": "Hate", "S11": "Self-Harm", "S12": "Sexual Content",
		"S13": "a category of its own", "S14": "a category of its own", "S99": "a category of its own",
		"": "", "S": "", "S0": "", "S01": "", "s1": "", "S1x": "", "S100": "", "safe": "", "S١": "",
	} {
		c, ok := CategoryOf(code)
		if c.Name != want || ok != (want != "") || ok && c.Code != code {
			t.Errorf("%q: %+v, %v", code, c, ok)
		}
	}
}
