package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestCollect(t *testing.T) {
	texts, err := collect("../..", nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(texts) < 10_000 {
		t.Errorf("%d texts", len(texts))
	}
	found := map[string]bool{}
	for _, c := range texts {
		found[c.Source+" "+c.Cmd+" "+c.Action+" "+c.Preset+" "+c.Want] = true
	}
	for _, want := range []string{
		`attacks.jsonl coproc A=b rm -rf /   hardline`,
		`benign.jsonl git blame -L 120,160 internal/store/store.go   allow`,
		`commands.tsv which shutdown   allow`,
		`documents.tsv rm -rf / delete  `,
		`documents.tsv rm -rf / delete strict `,
		`hardline.txtar cd / && rm -rf *   `,
		`claude.txtar cd sub && git push --force origin main   `,
		`rules/files.recursive-delete rm -rf src   `,
	} {
		if !found[want] {
			t.Errorf("not collected: %q", want)
		}
	}
}

// TestJudge: the world is there, with its processes, its files and its home.
func TestJudge(t *testing.T) {
	for _, c := range []struct{ cmd, want string }{
		{"ls", "allow - SAFE -"},
		{"kill 3999", "block hardline CRITICAL processes.kill-host"},
		{"kill $(cat ~/.hermes/gateway.pid)", "block hardline CRITICAL processes.kill-host"},
		{"kill $(cat dev.pid)", "allow - LOW -"},
		{"kill $(cat /run/nginx.pid)", "ask - MEDIUM processes.kill-foreign"},
		{"sh wipe.sh", "block hardline CRITICAL files.recursive-delete,files.wipe-system"},
		{"sh missing.sh", "allow - LOW -"},
		{"rm -rf ~", "block hardline CRITICAL files.recursive-delete,files.wipe-system"},
	} {
		question := &text{Cmd: c.cmd}
		fields := strings.Split(judge(question).line(question), "\t")
		if got := strings.Join(fields[1:5], " "); got != c.want {
			t.Errorf("%s: %s, want %s", c.cmd, got, c.want)
		}
	}
}

func TestChanges(t *testing.T) {
	line := func(id, decision, hard, tier, rules string) string {
		return strings.Join([]string{id, decision, hard, tier, rules, "x", `"cmd"`}, "\t") + "\n"
	}
	dir := t.TempDir()
	before, after := filepath.Join(dir, "before"), filepath.Join(dir, "after")
	write := func(name string, lines ...string) {
		if err := os.WriteFile(name, []byte(strings.Join(lines, "")), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(before,
		line("same", "ask", "-", "HIGH", "a"),
		line("rules", "ask", "-", "HIGH", "a"),
		line("tier", "ask", "-", "HIGH", "a"),
		line("stricter", "allow", "-", "LOW", "-"),
		line("looser", "ask", "-", "HIGH", "a"),
		line("worst", "block", "hardline", "CRITICAL", "a"),
		line("gone", "ask", "-", "HIGH", "a"))
	write(after,
		line("same", "ask", "-", "HIGH", "a"),
		line("rules", "ask", "-", "HIGH", "b"),
		line("tier", "ask", "-", "MEDIUM", "a"),
		line("stricter", "ask", "-", "HIGH", "a"),
		line("looser", "allow", "-", "LOW", "-"),
		line("worst", "allow", "-", "LOW", "-"),
		line("new", "ask", "-", "HIGH", "a"))
	var out bytes.Buffer
	if err := changes(before, after, &out); err != nil {
		t.Fatal(err)
	}
	var kinds []string
	for l := range strings.Lines(out.String()) {
		if kind, ok := strings.CutPrefix(l, "== "); ok {
			kinds = append(kinds, strings.TrimSpace(kind))
		}
	}
	want := "block→allow, ask→allow, allow→ask, tier only, rules only, judged anew, not judged any more"
	if got := strings.Join(kinds, ", "); got != want {
		t.Errorf("%s, want %s\n%s", got, want, &out)
	}
}
