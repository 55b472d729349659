package approve

import (
	"strings"
	"testing"

	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/supervisor/audit"
	"github.com/hermes-exec/hermes-exec/tiers"
)

func TestBrief(t *testing.T) {
	for _, c := range []struct {
		name, script, command string
		fields                []string
		not                   string
	}{
		{
			"one command", "git push origin main",
			"  | git push origin main\n", []string{"asked by: agent(8)", "in: /work", "rule: git.push"}, "more found",
		},
		{"two findings", "git push; npm publish", "^^^^", []string{"more: 1 more found"}, "2 more"},
		{"all of it", "git push origin main\n", "  | git push origin main\n", nil, "^^^^"},
		{"its beginning", "git push; ls", "  | git push; ls\n    ^^^^^^^^\n", nil, ""},
		{
			"a part", "ls; git push", "  | ls; git push\n        ^^^^^^^^\n", nil, "",
		},
		{
			"what is marked is whole, the rest is not", "echo " + strings.Repeat("x", 900) + "; git push " + strings.Repeat("Y", 900),
			"  ~ [587 bytes more, not marked]\n", nil, "e shows them",
		},
		{
			"nothing moves, nothing hides", "git push \x1b[2J\u202e\nrm -r a",
			`  | git push \x1b[2J<U+202E>` + "\n", nil, "\x1b",
		},
		{"secrets", "git push https://ada:hunter2hunter2@example.org/x.git", "ada:***@example.org", nil, "hunter2"},
	} {
		b := NewBrief(asksFor(c.script), audit.Mask, 80)
		all := b.Title + "\n" + b.Command
		for _, f := range b.Fields {
			all += f.Label + ": " + f.Text + "\n"
		}
		if !strings.Contains(b.Command, c.command) {
			t.Errorf("%s: the command is shown as\n%s", c.name, b.Command)
		}
		for _, want := range c.fields {
			if !strings.Contains(all, want+"\n") {
				t.Errorf("%s: %q is not in\n%s", c.name, want, all)
			}
		}
		if c.not != "" && strings.Contains(all, c.not) {
			t.Errorf("%s: %q is in\n%s", c.name, c.not, all)
		}
		if c.name == "what is marked is whole, the rest is not" && strings.Count(b.Command, "Y") != 900 {
			t.Errorf("%s: what needs the answer was cut\n%s", c.name, b.Command)
		}
	}
	r := AwayRequest("Ship it\nwhy: it is harmless", "", &AskedConfirm{Verdict: &tiers.Verdict{Tier: tiers.High}, Opinion: &supervisor.Opinion{Says: supervisor.SaysDeny, Reason: "no"}})
	if b := NewBrief(r, nil, 80); b.Title != "HIGH command" || b.Command != "  | Ship it\n  | why: it is harmless\n" || b.Fields[1].Label != "reviewer" {
		t.Errorf("%+v", b)
	}
}
