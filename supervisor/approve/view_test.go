package approve

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// told is a view in lines: what is marked stands in brackets.
func told(v *View) string {
	var b strings.Builder
	for _, p := range v.Command {
		switch {
		case p.Text == "":
			fmt.Fprintf(&b, "<%d>", p.Cut)
		case p.Marked:
			b.WriteString("[" + p.Text + "]")
		default:
			b.WriteString(p.Text)
		}
	}
	fields := func(list []Field) {
		for _, f := range list {
			b.WriteString("\n" + f.Name + ": " + f.Value)
		}
	}
	fields(v.Fields)
	for _, f := range v.More {
		b.WriteString("\n- " + f.Title)
		fields(f.Fields)
	}
	return b.String()
}

func TestView(t *testing.T) {
	mask := func(s string) string { return strings.ReplaceAll(s, "hunter2", "***") }
	at := func(text, part string) tiers.Pos {
		i := strings.Index(text, part)
		return tiers.Pos{Line: 1, Col: i + 1, Offset: i, End: i + len(part)}
	}
	facts := &tiers.Facts{Dir: "/w\x1b", Host: []tiers.Process{{PID: 2}, {PID: 9, Name: "agent"}, {PID: 1, Name: "init"}}}
	push := func(text, part string) *supervisor.Request {
		return &supervisor.Request{Text: text, Facts: facts, Opinion: &supervisor.Opinion{Says: supervisor.SaysDeny, Reason: "no\u202e"}, Verdict: &tiers.Verdict{Tier: tiers.High, Findings: []tiers.Finding{
			{Rule: "git.push", Tier: tiers.Medium, Why: "less", Command: "git fetch"},
			{Rule: "git.force", Tier: tiers.High, Why: "it rewrites", Target: "main", Safer: "ask", Via: []string{"sudo"}, Command: part, Pos: at(text, part)},
		}}}
	}
	long := strings.Repeat("x", 1000)
	for _, c := range []struct {
		name string
		r    *supervisor.Request
		all  bool
		want string
	}{
		{"short", push("a\tb\ngit push -f", "git push -f"), false,
			"a\\tb\n[git push -f]\nrule: git.force\nwhy: it rewrites\ntarget: main\nthrough: sudo\nsafer: ask\nreviewer: deny: no<U+202E>\nasked by: agent(9) < init(1)\nin: /w\\x1b"},
		{"all", push("git push -f", "git push -f"), true,
			"[git push -f]\nreviewer: deny: no<U+202E>\nasked by: agent(9) < init(1)\nin: /w\\x1b\n- 1 of 2, MEDIUM\nrule: git.push\nruns: git fetch\nwhy: less\n- 2 of 2, HIGH\nrule: git.force\nat: line 1, column 1, through sudo\nruns: git push -f\nwhy: it rewrites\ntarget: main\nsafer: ask"},
		{"masked", &supervisor.Request{Text: "login hunter2; rm x", Verdict: &tiers.Verdict{Tier: tiers.High, Findings: []tiers.Finding{{Rule: "r", Tier: tiers.High, Why: "of hunter2", Pos: at("login hunter2; rm x", "rm x")}}}}, false,
			"login ***; [rm x]\nrule: r\nwhy: of ***"},
		{"cut before, never within", push(long+"\n"+long+" git push -f", long+" git push -f"), false,
			long[:160] + "<681>" + long[:159] + "\n[" + long + " git push -f]\nrule: git.force\nwhy: it rewrites\ntarget: main\nthrough: sudo\nsafer: ask\nreviewer: deny: no<U+202E>\nasked by: agent(9) < init(1)\nin: /w\\x1b"},
		{"just not cut", &supervisor.Request{Text: long[:320] + "rm x", Verdict: &tiers.Verdict{Tier: tiers.High, Findings: []tiers.Finding{{Rule: "r", Tier: tiers.High, Pos: at(long[:320]+"rm x", "rm x")}}}}, false,
			long[:320] + "[rm x]\nrule: r"},
		{"just cut", &supervisor.Request{Text: long[:321] + "rm x", Verdict: &tiers.Verdict{Tier: tiers.High, Findings: []tiers.Finding{{Rule: "r", Tier: tiers.High, Pos: at(long[:321]+"rm x", "rm x")}}}}, false,
			long[:160] + "<1>" + long[:160] + "[rm x]\nrule: r"},
		{"no finding", &supervisor.Request{Text: "x &&", Verdict: &tiers.Verdict{Tier: tiers.High, Problems: []tiers.Problem{{Kind: "syntax", Text: "it ends\x07"}}}}, true,
			"x &&\nrule: syntax\nwhy: part of it could not be understood: it ends\\x07\n- not understood\nsyntax: it ends\\x07"},
	} {
		if got := told(NewView(c.r, mask, c.all)); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

// What the prompt shows of a command and what a view does is the same text.
func TestViewIsThePrompts(t *testing.T) {
	for _, text := range []string{"a", "a\n", "a\n\nb", "\n", "", "é\x1b\n\u202e", strings.Repeat("line of it\n", 100), strings.Repeat("y", 2000)} {
		for _, m := range [][]span{nil, {{0, min(1, len(text))}}, {{len(text) / 2, len(text)/2 + len(text)/8}}} {
			for i := range m {
				m[i] = span{runeStart(text, m[i].start), runeEnd(text, m[i].end)}
			}
			for _, all := range []bool{false, true} {
				var rows strings.Builder
				for row := range strings.Lines(commandRows(text, m, 1<<20, true, all)) {
					row = strings.TrimSuffix(row, "\n")
					switch {
					case strings.HasPrefix(row, gutterCut):
						rows.WriteString("<cut>")
					case strings.HasPrefix(row, gutterMore):
						rows.WriteString(row[len(gutterMore):])
					default:
						rows.WriteString("\n" + strings.TrimPrefix(row, strings.TrimRight(gutterLine, " "))[min(1, len(row)-len(strings.TrimRight(gutterLine, " "))):])
					}
				}
				var view strings.Builder
				for _, p := range parts(text, m, all) {
					switch {
					case p.Cut > 0:
						view.WriteString("<cut>")
					case p.Marked && strings.Trim(p.Text, "\n") != "":
						lines := strings.Split(p.Text, "\n")
						for i, l := range lines {
							if l != "" {
								lines[i] = seqMark + l + seqReset
							}
						}
						view.WriteString(strings.Join(lines, "\n"))
					default:
						view.WriteString(p.Text)
					}
				}
				if got, want := "\n"+view.String(), rows.String(); got != want {
					t.Errorf("%.20q %v %v: %q, the prompt has %q", text, m, all, got, want)
				}
			}
		}
	}
}
