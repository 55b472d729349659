package tiers

import (
	"slices"
	"strings"
	"testing"

	"github.com/hermes-exec/hermes-exec/shellparse"
)

// world is where the rules' examples run.
var world = Facts{
	Dir:  "/home/me/project",
	Home: "/home/me",
	Host: []Process{
		{PID: 4000, PPID: 3999, PGID: 4000, SID: 1000, Name: "hermes-exec", Argv: []string{"hermes-exec", "-c", "x"}},
		{PID: 3999, PPID: 1000, PGID: 3990, SID: 1000, Name: "hermes-agent", Argv: []string{"python3", "-m", "hermes-agent"}, Ports: []int{8642}},
		{PID: 1000, PPID: 1, PGID: 1000, SID: 1000, Name: "tmux: server", Argv: []string{"tmux"}},
		{PID: 1, Name: "systemd", Argv: []string{"/sbin/init"}},
	},
	Processes: []Process{
		{PID: 4000, PPID: 3999, PGID: 4000, SID: 1000, Name: "hermes-exec", Argv: []string{"hermes-exec", "-c", "x"}},
		{PID: 3999, PPID: 1000, PGID: 3990, SID: 1000, Name: "hermes-agent", Argv: []string{"python3", "-m", "hermes-agent"}, Ports: []int{8642}},
		{PID: 1000, PPID: 1, PGID: 1000, SID: 1000, Name: "tmux: server", Argv: []string{"tmux"}},
		{PID: 1, Name: "systemd", Argv: []string{"/sbin/init"}},
		{PID: 77777, PPID: 1, PGID: 77777, SID: 77777, Name: "nginx", Argv: []string{"nginx: master"}, Ports: []int{8080}},
		{PID: 2231, PPID: 1, PGID: 2231, SID: 2231, Name: "worker"}, // a number of nobody's is nobody to signal
		{PID: 2232, PPID: 1, PGID: 2231, SID: 2231, Name: "worker"},
		{PID: 4242, PPID: 1, PGID: 4242, SID: 4242, Name: "worker"},
		{PID: 12345, PPID: 1, PGID: 12345, SID: 12345, Name: "worker"},
	},
	Units:      []string{"hermes-gateway.service"},
	Containers: []string{"hermes-box"},
	Sessions:   []string{"work", "7"},
}

func parse(text string) *shellparse.Script {
	return shellparse.Parse(text, shellparse.Options{
		Dir: world.Dir, Home: world.Home,
		Env: func(name string) (string, bool) {
			switch name {
			case "HOME":
				return world.Home, true
			case "PATH":
				return "/usr/local/bin:/usr/bin:/bin", true
			case "USER", "LOGNAME":
				return "me", true
			case "PWD":
				return world.Dir, true
			case "SHELL":
				return "/bin/bash", true
			}
			return "", false
		},
	})
}

func judged(text, preset string) *Verdict {
	return Judge(parse(text), &world, Options{Preset: preset})
}

// presetFor is the preset in which a rule speaks.
func presetFor(r *Rule) string {
	if r.Tier <= Low {
		return Strict
	}
	return Standard
}

func speaks(v *Verdict, rule string) (Finding, bool) {
	i := slices.IndexFunc(v.Findings, func(f Finding) bool { return f.Rule == rule })
	if i < 0 {
		return Finding{}, false
	}
	return v.Findings[i], true
}

// TestRules runs every rule's own examples.
func TestRules(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range Rules() {
		if seen[r.ID] {
			t.Errorf("%s: two rules of that name", r.ID)
		}
		seen[r.ID] = true
		if r.Why == "" || len(r.Yes) == 0 || len(r.No) == 0 {
			t.Errorf("%s: a rule says why and has examples of both kinds", r.ID)
		}
		for _, text := range r.Yes {
			v := judged(text, presetFor(&r))
			f, ok := speaks(v, r.ID)
			if !ok {
				t.Errorf("%s does not match\n\t%s\n\tfound %s", r.ID, text, names(v))
				continue
			}
			if r.Hardline && (!f.Hardline || v.Decision != Block) {
				t.Errorf("%s: %q is not blocked", r.ID, text)
			}
			if f.Command == "" {
				t.Errorf("%s: %q: the finding names no command", r.ID, text)
			}
		}
		for _, text := range r.No {
			if f, ok := speaks(judged(text, Standard), r.ID); ok {
				t.Errorf("%s matches\n\t%s\n\t%s %s", r.ID, text, f.Why, f.Target)
			}
		}
	}
}

// FuzzJudge looks for texts that break the judge, or a verdict that
// contradicts itself.
func FuzzJudge(f *testing.F) {
	for _, r := range Rules() {
		f.Add(r.Yes[0], "")
		f.Add(r.No[0], "send")
	}
	f.Fuzz(func(t *testing.T, text, action string) {
		if len(text) > 1<<12 {
			return
		}
		s := parse(text)
		for _, preset := range []string{Standard, Strict} {
			v := Judge(s, &world, Options{Action: action, Preset: preset})
			if v.Hardline != (v.Decision == Block) {
				t.Errorf("hardline %v, %s", v.Hardline, v.Decision)
			}
			if v.Decision == Allow && v.Tier.NeedsHuman() && v.Reason != CrisisBypass {
				t.Errorf("%s is allowed", v.Tier)
			}
			if v.Decision != Allow && len(v.Findings) == 0 {
				t.Errorf("%s without a finding", v.Decision)
			}
			for _, f := range v.Findings {
				if f.Tier > v.Tier || f.Rule == "" || f.Why == "" {
					t.Errorf("%+v in a verdict of %s", f, v.Tier)
				}
			}
		}
	})
}

func names(v *Verdict) string {
	var s []string
	for _, f := range v.Findings {
		s = append(s, f.Rule)
	}
	return v.Tier.String() + " [" + strings.Join(s, " ") + "]"
}
