package approve

import (
	"strings"
	"testing"

	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/tiers"
)

func TestRefusal(t *testing.T) {
	hard := request(tiers.Critical, `cd /; sudo sh -c 'rm -rf *'`, `'rm -rf *'`)
	hard.Verdict.Decision, hard.Verdict.Hardline = tiers.Block, true
	hard.Verdict.Findings[0] = tiers.Finding{
		Rule: "hardline.delete-root", Tier: tiers.Critical, Hardline: true, Why: "deletes everything on this machine",
		Safer: "name the folder inside the project that should go", Command: "rm -rf /*", Target: "/", Via: []string{"sudo", "sh -c"},
		Pos: hard.Verdict.Findings[0].Pos,
	}
	push := request(tiers.Medium, "git push origin main", "git push origin main")
	push.Verdict.Findings = []tiers.Finding{{
		Rule: "git.push", Tier: tiers.Medium, Why: "sends commits to another machine", Command: "git push origin main", Target: "origin",
		Pos: tiers.Pos{Line: 1, Col: 1, Offset: 0, End: 20},
	}}
	sad := request(tiers.Critical, "i want to die", "want to die")
	sad.Verdict.Crisis, sad.Verdict.Status = true, "crisis"
	sad.Verdict.Findings = []tiers.Finding{{Rule: "crisis", Tier: tiers.Critical, Why: "these are words of suicidal intent", Pos: tiers.Pos{Line: 1, Col: 3, Offset: 2, End: 13}}}
	broken := request(tiers.High, "echo $((", "echo")
	broken.Verdict.Findings = nil
	broken.Verdict.Problems = []tiers.Problem{{Kind: "parse", Text: "reached EOF without matching $((", Pos: tiers.Pos{Line: 1, Col: 6, Offset: 5, End: 8}}}

	quoted := request(tiers.Medium, "git 'push'", "git 'push'")
	quoted.Verdict.Findings = []tiers.Finding{{
		Rule: "git.push", Tier: tiers.Medium, Why: "sends commits to another machine", Command: "git push",
		Pos: tiers.Pos{Line: 1, Col: 1, Offset: 0, End: 10},
	}}
	nowhere := request(tiers.Medium, "git 'push'", "git 'push'")
	nowhere.Verdict.Findings = []tiers.Finding{{Rule: "git.push", Tier: tiers.Medium, Why: "sends commits to another machine", Command: "git push"}}

	decide := func(r *supervisor.Request, mode supervisor.Mode, human supervisor.Approver) supervisor.Decision {
		r.Mode = mode
		d, err := (&Chain{Human: human}).Approve(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	tests := []struct {
		name string
		r    *supervisor.Request
		d    supervisor.Decision
		want string
	}{
		{"hardline", hard, decide(hard, supervisor.Off, nil), `
hermes-exec: BLOCKED (hardline): cd /; sudo sh -c 'rm -rf *'
  part:    'rm -rf *' (line 1, column 18, through sudo, sh -c)
  target:  /
  why:     deletes everything on this machine (CRITICAL, hardline.delete-root)
  decided: hardline: no mode, permission or answer lets it through
  instead: name the folder inside the project that should go
  Rephrasing will not help: the effect is judged, not the wording. Nobody can approve this one.
`},
		{"denied", push, decide(push, supervisor.Manual, &person{d: denied("n")}), `
hermes-exec: DENIED: git push origin main
  part:    git push origin main (line 1, column 1)
  target:  origin
  why:     sends commits to another machine (MEDIUM, git.push)
  decided: a person was asked and denied it (n)
  instead: a command that does less, or the person's yes
  Rephrasing will not help: the effect is judged, not the wording. Do not try again: ask the person how to go on.
`},
		{"as it is written", quoted, denied("n"), `
hermes-exec: DENIED: git 'push'
  part:    git 'push' (line 1, column 1)
  why:     sends commits to another machine (MEDIUM, git.push)
  decided: a person was asked and denied it (n)
  instead: a command that does less, or the person's yes
  Rephrasing will not help: the effect is judged, not the wording. Do not try again: ask the person how to go on.
`},
		{"of no known place", nowhere, denied("n"), `
hermes-exec: DENIED: git 'push'
  part:    git push
  why:     sends commits to another machine (MEDIUM, git.push)
  decided: a person was asked and denied it (n)
  instead: a command that does less, or the person's yes
  Rephrasing will not help: the effect is judged, not the wording. Do not try again: ask the person how to go on.
`},
		{"timeout", push, supervisor.Decision{By: byTimeout, Tier: tiers.Critical, Reason: "a person was asked for 100 s and did not answer"}, `
hermes-exec: DENIED: git push origin main
  part:    git push origin main (line 1, column 1)
  target:  origin
  why:     sends commits to another machine (CRITICAL, git.push)
  decided: a person was asked for 100 s and did not answer
  instead: a command that does less, or the person's yes
  Rephrasing will not help: the effect is judged, not the wording. Ask the person, or go on without it.
`},
		{"nobody", push, decide(push, supervisor.Manual, nil), `
hermes-exec: DENIED: git push origin main
  part:    git push origin main (line 1, column 1)
  target:  origin
  why:     sends commits to another machine (MEDIUM, git.push)
  decided: nobody could be asked: there is no terminal. ` + howToAsk + `
  instead: a command that does less, or the person's yes
  Rephrasing will not help: the effect is judged, not the wording. Ask the person, or go on without it.
`},
		{"cron", push, decide(push, supervisor.Cron, nil), `
hermes-exec: DENIED: git push origin main
  part:    git push origin main (line 1, column 1)
  target:  origin
  why:     sends commits to another machine (MEDIUM, git.push)
  decided: mode cron has nobody to ask about MEDIUM. ` + howToAsk + `
  instead: a command that does less, or the person's yes
  Rephrasing will not help: the effect is judged, not the wording. Ask the person, or go on without it.
`},
		{"crisis", sad, decide(sad, supervisor.Off, nil), `
` + tiers.Resources + `

hermes-exec: DENIED: i want to die
  part:    want to die (line 1, column 3)
  why:     these are words of suicidal intent (CRITICAL, crisis)
  decided: words of suicidal intent are not a command to approve
  instead: answer the person, and give them the lines above; a message that carries them is sent without asking
  Rephrasing will not help: care for the person first.
`},
		{"not understood", broken, decide(broken, supervisor.Manual, nil), `
hermes-exec: DENIED: echo $((
  part:    $(( (line 1, column 6)
  why:     part of it could not be understood: reached EOF without matching $(( (HIGH, parse)
  decided: nobody could be asked: there is no terminal. ` + howToAsk + `
  instead: a command that does less, or the person's yes
  Rephrasing will not help: the effect is judged, not the wording. Ask the person, or go on without it.
`},
		{"not judged", &supervisor.Request{Text: "ls\n"}, supervisor.Decision{By: byNobody, Reason: "the command has not been judged"}, `
hermes-exec: DENIED: ls
  decided: the command has not been judged
`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Refusal(tt.r, tt.d); got != tt.want[1:] {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want[1:])
			}
		})
	}
}

// TestRefusalHostile: a refusal is a handful of lines, ours, whatever is refused.
func TestRefusalHostile(t *testing.T) {
	r := request(tiers.High, hostile(), "rm -rf \"$X\"")
	f := &r.Verdict.Findings[0]
	f.Rule, f.Why, f.Safer, f.Target, f.Via = hostile(), hostile(), hostile(), hostile(), []string{hostile()}
	got := Refusal(r, supervisor.Decision{By: ByHuman, Reason: hostile()})
	checkClean(t, strings.Replace(got, "SAFE", "safe", 1)) // the first line quotes the command
	if n := strings.Count(got, "\n"); n != 7 {
		t.Errorf("%d lines, want 7:\n%s", n, got)
	}
	if !strings.HasPrefix(got, "hermes-exec: DENIED: echo") {
		t.Errorf("begins %q", got[:60])
	}
}

// On a terminal no word of a refusal is cut in two where it has room.
func TestFit(t *testing.T) {
	const text = "hermes-exec: DENIED: git push\n  why:     sends commits to another machine (MEDIUM, git.push)\n  Rephrasing will not help: the effect is judged, not the wording.\n"
	for width, want := range map[int]string{
		80: text,
		10: text,
		40: "hermes-exec: DENIED: git push\n  why:     sends commits to another\n           machine (MEDIUM, git.push)\n  Rephrasing will not help: the effect\n  is judged, not the wording.\n",
		24: "hermes-exec: DENIED: git\n  push\n  why:     sends commits\n           to another\n           machine\n           (MEDIUM,\n           git.push)\n  Rephrasing will not\n  help: the effect is\n  judged, not the\n  wording.\n",
	} {
		if got := Fit(text, width); got != want {
			t.Errorf("%d columns:\n%s", width, got)
		}
	}
}
