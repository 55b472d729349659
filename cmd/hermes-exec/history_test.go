package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What is read of a file: a line each, "number time folder text".
var histories = []struct {
	name   string
	format string // as it is detected
	file   string
	want   []string
	left   int
}{
	{"empty", "bash", "", nil, 0},
	{"plain", "bash", "ls\n\ngit status\r\n", []string{"1 - - ls", "3 - - git status"}, 0},
	{"no end of line", "bash", "ls", []string{"1 - - ls"}, 0},
	{"bash, a quote over lines", "bash", "echo 'a\nb'\nls\n", []string{`1 - - echo 'a\nb'`, "3 - - ls"}, 0},
	{"bash, a here-document", "bash", "cat <<E\nrm -rf /\nE\nls\n", []string{`1 - - cat <<E\nrm -rf /\nE`, "4 - - ls"}, 0},
	{"bash, a loop", "bash", "for i in 1 2; do\necho $i\ndone\nls\n", []string{`1 - - for i in 1 2; do\necho $i\ndone`, "4 - - ls"}, 0},
	{"bash, a quote that stays open", "bash", "echo it's\n" + strings.Repeat("ls\n", 3), []string{"1 - - echo it's", "2 - - ls", "3 - - ls", "4 - - ls"}, 0},
	{"bash, times", "bash", "#1700000000\nls\n#1700000060\nfor i in 1 2\ndo echo $i\ndone\n#1700000061\n# a comment\n",
		[]string{"2 1700000000 - ls", `4 1700000060 - for i in 1 2\ndo echo $i\ndone`, "8 1700000061 - # a comment"}, 0},
	{"bash, times from later on", "bash", "ls\n#1700000000\npwd\n", []string{"1 - - ls", "3 1700000000 - pwd"}, 0},
	{"bash, a comment is no time", "bash", "#123\n#12345678901234\n#17000000ab\n", []string{"1 - - #123", "2 - - #12345678901234", "3 - - #17000000ab"}, 0},
	{"zsh", "zsh", ": 1700000000:0;ls\n: 1700000001:12;git commit -m 'a;b'\n", []string{"1 1700000000 - ls", "2 1700000001 - git commit -m 'a;b'"}, 0},
	{"zsh, over lines", "zsh", ": 1700000000:0;for i in 1\\\ndo echo $i\\\ndone\n: 1700000001:0;ls\n", []string{`1 1700000000 - for i in 1\ndo echo $i\ndone`, "4 1700000001 - ls"}, 0},
	{"zsh, partly", "zsh", "pwd\n: 1700000000:0;ls\n", []string{"1 - - pwd", "2 1700000000 - ls"}, 0},
	{"zsh, metafied", "zsh", ": 1700000000:0;echo \xc3\x83\xbf \xe2\x82\xac \x83\xa3\n", []string{"1 1700000000 - echo \xc3\x9f \xe2\x82\xac \x83"}, 0},
	{"zsh, nothing but a colon", "bash", ": x;ls\n: 17:0\n", []string{"1 - - : x;ls", "2 - - : 17:0"}, 0},
	{"fish", "fish", "- cmd: ls\n  when: 1700000000\n- cmd: echo a\\nb \\\\n\n  when: 1700000001\n  paths:\n    - x\n", []string{"1 1700000000 - ls", `3 1700000001 - echo a\nb \n`}, 0},
	{"jsonl", "jsonl", `{"cmd":"ls","cwd":"/w","timestamp":"2023-11-14T22:13:20Z"}` + "\n" + `{"command":["git","log","a b"],"ts":1700000000123}` + "\n\nnot JSON\n[1]\n" + `{"x":1}` + "\n",
		[]string{"1 1700000000 /w ls", "2 1700000000 - git log 'a b'"}, 2},
	{"our own log", "jsonl", `{"seq":1,"event":"decision","time":"2023-11-14T22:13:20Z","cwd":"/w","cmd":"ls"}` + "\n" + `{"seq":2,"event":"exit","cmd":"ls"}` + "\n", []string{"1 1700000000 /w ls"}, 0},
	{"Claude Code", "jsonl", `{"type":"user","message":{"role":"user","content":"run bash"}}` + "\n" +
		`{"type":"assistant","cwd":"/w","timestamp":"2023-11-14T22:13:20.5Z","message":{"content":[{"type":"text","text":"now"},{"type":"tool_use","name":"Bash","input":{"command":"ls -la","description":"list"}},{"type":"tool_use","name":"Read","input":{"file_path":"/command"}},{"type":"tool_use","name":"Bash","input":{"command":"pwd"}}]}}` + "\n",
		[]string{"2 1700000000 /w ls -la", "2 1700000000 /w pwd"}, 0},
	{"Codex", "jsonl", `{"timestamp":"2023-11-14T22:13:20Z","type":"response_item","payload":{"type":"function_call","name":"shell","arguments":"{\"command\":[\"bash\",\"-lc\",\"rm -rf x\"],\"workdir\":\"/w\"}"}}` + "\n" +
		`{"type":"response_item","payload":{"type":"local_shell_call","action":{"type":"exec","command":["ls","a b"]}}}` + "\n" +
		`{"type":"response_item","payload":{"type":"function_call","name":"exec_command","arguments":"{\"cmd\":\"ls\"}"}}` + "\n" +
		`{"type":"response_item","payload":{"type":"function_call","name":"update_plan","arguments":"{\"cmd\":\"ls\"}"}}` + "\n",
		[]string{"1 1700000000 /w rm -rf x", "2 - - ls 'a b'", "3 - - ls"}, 0},
	{"tool_calls", "jsonl", `{"role":"assistant","tool_calls":[{"id":"1","function":{"name":"terminal","arguments":"{\"command\":\"ls\"}"}},{"function":{"name":"terminal","arguments":"{broken"}}]}` + "\n", []string{"1 - - ls"}, 0},
	{"other forms further down", "bash", "ls\n- cmd: ls\n{\"cmd\":\"ls\"}\n", []string{"1 - - ls", "2 - - - cmd: ls", `3 - - {"cmd":"ls"}`}, 0},
	{"a group is no JSON", "bash", "{ echo a; }\n", []string{"1 - - { echo a; }"}, 0},
}

func TestReadHistory(t *testing.T) {
	t.Parallel()
	for _, tc := range histories {
		t.Run(tc.name, func(t *testing.T) {
			l := newLines(strings.NewReader(tc.file))
			format := l.format()
			if format != tc.format {
				t.Errorf("detected as %s", format)
			}
			got, err := readAll(l, format)
			if err != nil {
				t.Fatal(err)
			}
			if strings.Join(got, "\n") != strings.Join(tc.want, "\n") {
				t.Errorf("read\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(tc.want, "\n"))
			}
			if l.left != tc.left {
				t.Errorf("%d lines left out, want %d", l.left, tc.left)
			}
		})
	}
}

func readAll(l *lines, format string) (list []string, err error) {
	err = readHistory(l, format, func(p past) {
		when, dir := "-", "-"
		if !p.when.IsZero() {
			when = fmt.Sprint(p.when.Unix())
		}
		if p.dir != "" {
			dir = p.dir
		}
		list = append(list, fmt.Sprintf("%d %s %s %s", p.line, when, dir, strings.ReplaceAll(p.text, "\n", `\n`)))
	})
	return list, err
}

// Each line is a command where that is said.
func TestReadHistoryLines(t *testing.T) {
	t.Parallel()
	got, err := readAll(newLines(strings.NewReader("echo 'a\nb'\n\n#1700000000\n")), "lines")
	if want := "1 - - echo 'a|2 - - b'|4 - - #1700000000"; err != nil || strings.Join(got, "|") != want {
		t.Errorf("%q, %v", got, err)
	}
}

// No file is too odd to be judged, in any format; and on all cores the verdicts
// are those of one.
func TestHistoryOfGarbage(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	alphabet := []string{"\n", "\n", " ", "'", `"`, "`", "$(", ")", "(", "{", "}", "\\\n", "\x00", "\x83", "\xff", ": 1700000000:0;", "#1700000000\n", "- cmd: ", "  when: 9", `{"cmd":"`, `"}`, "rm -rf / ", "ls", "<<E", ";", "for i in", "do", "done", "é"}
	for _, format := range formats {
		var text strings.Builder
		for text.Len() < 40_000 {
			text.WriteString(alphabet[random.IntN(len(alphabet))])
		}
		file := filepath.Join(t.TempDir(), "history")
		if err := os.WriteFile(file, []byte(text.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		tally := &tally{world: newWorld(), File: file, Format: format, seen: map[pastKey]*judgedPast{}}
		if err := tally.read(strings.NewReader(text.String())); err != nil {
			t.Fatal(err)
		}
		if err := tally.judge(); err != nil {
			t.Fatal(err)
		}
		tally.sum()
		if tally.Allowed+tally.Ask+tally.Block != tally.Commands || tally.Commands == 0 {
			t.Errorf("%s: %d + %d + %d of %d commands", format, tally.Allowed, tally.Ask, tally.Block, tally.Commands)
		}
		for _, j := range tally.order {
			if alone := tally.verdict(j, tally.options); alone.Decision != j.verdict.Decision {
				t.Errorf("%s: %q: %s, alone %s", format, j.text, j.verdict.Decision, alone.Decision)
			}
		}
	}
}
