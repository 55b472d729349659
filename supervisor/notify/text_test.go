package notify

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/hermes-exec/hermes-exec/tiers"
)

// surfaces are the services with a limit: how much of a notice they would show.
var surfaces = []struct {
	name string
	most int
	size func(*page) int
	code func(string) string // how what comes from a command is written there
}{
	{"telegram", telegramText, func(p *page) int { return units(p.text()) }, func(s string) string { return s }},
	{"discord", discordText, func(p *page) int { return units(p.markdown()) }, func(s string) string { return strings.ReplaceAll(s, "`", "`\u200b") }},
	{"slack", slackText, func(p *page) int { return units(p.mrkdwn()) }, func(s string) string { return strings.ReplaceAll(escapeSlack(s), "`", "`\u200b") }},
	{"ntfy", ntfyText, func(p *page) int { return len(p.text()) }, func(s string) string { return s }},
	{"desktop", desktopText, func(p *page) int { return units(p.text()) }, func(s string) string { return s }},
}

func shown(name string, p *page) string {
	switch name {
	case "discord":
		return p.markdown()
	case "slack":
		return p.mrkdwn()
	}
	return p.text()
}

// Whatever a notice says, it fits; where approving is offered, all of the
// command and of what belongs to it is there; where not, it says so.
func TestFits(t *testing.T) {
	letters := []rune("abc `*_<>&@#\\😀ü|~")
	random := rand.New(rand.NewPCG(1, 2))
	word := func(most int) string {
		r := make([]rune, random.IntN(most+1))
		for i := range r {
			r[i] = letters[random.IntN(len(letters))]
		}
		return string(r)
	}
	whole, cut := 0, 0
	for range 300 {
		n := &Notice{ID: "abcdefghijkl", Status: Pending, Tier: tiers.High, Ends: time.Now(), Title: "HIGH command"}
		for range random.IntN(1 << random.IntN(9)) {
			n.Command += "  | " + word(50) + "\n"
		}
		for i := range random.IntN(10) {
			n.Fields = append(n.Fields, Field{fmt.Sprint("field", i), word(1 << random.IntN(13)), random.IntN(8) == 0})
		}
		for _, s := range surfaces {
			p := n.page(s.most, s.size, byHand)
			text := shown(s.name, p)
			if got := s.size(p); got > s.most {
				t.Fatalf("%s: %d of %d:\n%s", s.name, got, s.most, text)
			}
			if !p.whole {
				cut++
				if !strings.Contains(strings.NewReplacer(`\`, "", "\u200b", "").Replace(text), tooLong) {
					t.Fatalf("%s: it does not say that it is cut:\n%s", s.name, text)
				}
				continue
			}
			whole++
			if !strings.Contains(text, s.code(strings.TrimSuffix(n.Command, "\n"))) {
				t.Fatalf("%s: the command is not whole:\n%s\nof\n%s", s.name, text, n.Command)
			}
			for _, f := range n.Fields {
				if f.Whole && !strings.Contains(text, s.code(f.Text)) {
					t.Fatalf("%s: %q is not whole:\n%s", s.name, f.Text, text)
				}
			}
		}
	}
	if whole < 200 || cut < 200 {
		t.Errorf("%d were whole, %d cut", whole, cut)
	}
}

// A command of a megabyte is laid out as soon as a small one, within reason.
func TestHuge(t *testing.T) {
	n := request("abc", tiers.High, "")
	n.Command = strings.Repeat("  | "+strings.Repeat("x", 50)+"\n", 20_000)
	n.Fields = append(n.Fields, Field{"target", strings.Repeat("y", 1<<20), true})
	for _, s := range surfaces {
		if p := n.page(s.most, s.size, ""); p.whole || s.size(p) > s.most || !strings.Contains(p.command, "rows more]") {
			t.Errorf("%s: %d", s.name, s.size(p))
		}
	}
}

func TestFoot(t *testing.T) {
	n := &Notice{ID: "abc", Status: Pending, Ends: time.Now().Add(95 * time.Second)}
	for _, c := range []struct {
		status, by, reason, how, want string
	}{
		{Pending, "", "", "", "abc, answer within 1m35s, by " + n.Ends.Local().Format("15:04:05 MST")},
		{Pending, "", "", "Do it there", "abc, answer within 1m35s, by " + n.Ends.Local().Format("15:04:05 MST") + ". Do it there"},
		{"approved", "ada", "", "Do it there", "approved by ada"},
		{"denied", "ada", "not today", "", "denied by ada: not today"},
		{"expired", "", "", "", "expired"},
	} {
		n.Status, n.By, n.Reason = c.status, c.by, c.reason
		if got := n.foot(c.how); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// What Discord and Slack take for markup is not taken so, wherever it stands.
func TestEscapes(t *testing.T) {
	p := &page{title: "<@1> **x** `y` ~z~ _w_ :bomb: & @everyone", command: "  | ```", fields: []Field{{Label: "target", Text: "`` <!here> ``"}}, foot: "denied by *ada*"}
	if got, want := p.markdown(), "**\\<\\@1\\> \\*\\*x\\*\\* \\`y\\` \\~z\\~ \\_w\\_ \\:bomb\\: & \\@everyone**\n```\n  | `\u200b`\u200b`\u200b\n```\ntarget: `` `\u200b`\u200b <!here> `\u200b`\u200b ``\ndenied by \\*ada\\*"; got != want {
		t.Errorf("%q\nwant\n%q", got, want)
	}
	slack := p.mrkdwn()
	for _, part := range []string{"<", "**", "`y`", "~z~", "_w_", ":bomb:", "*ada*", "& "} {
		if strings.Contains(slack, part) {
			t.Errorf("%s is in %q", part, slack)
		}
	}
}

func TestBy(t *testing.T) {
	for _, c := range []struct{ user, name, want string }{
		{"7", "ada", "telegram:7 (ada)"}, {"7", "", "telegram:7"}, {"7", "a b", "telegram:7"}, {"7", "x) approved (y", "telegram:7"}, {"7", strings.Repeat("a", 41), "telegram:7"},
	} {
		p := press{service: "telegram -1007", user: c.user, name: c.name}
		if got := p.by(); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
}
