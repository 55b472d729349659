package main

import (
	"os"
	"strings"
	"testing"

	"github.com/hermes-exec/hermes-exec/shellparse"
)

// What may be something else than it seems, or takes the hook away, asks.
func TestLineProblems(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ text, options, want string }{
		{"ls -l", "", ""},
		{"ls # all", "interactive_comments", ""},
		{"ls # all", "", "# begins no comment"},
		{"(#x", "", "# begins no comment"},
		{"echo a#b ${#x} $#", "", ""},
		{"PROMPT_COMMAND='history -a'", "", "PROMPT_COMMAND"},
		{"export PS0=x", "", "PS0"},
		{"unset PROMPT_COMMAND", "", "takes away the hook"},
		{"preexec_functions=(mine)", "", "preexec_functions"},
		{"f() { unset PS0; }; f", "", "takes away the hook"},
		{"bash -c 'unset PS0'", "", ""}, // another shell's
		{`PS1='\w $(git push) '`, "", "at every prompt"},
		{`PS1='\w> '`, "", ""},
		{`PS1="(venv) $PS1"`, "", ""},
		{"__hermes_line=x", "", "touches the hook"},
		{"fc", "", "history"},
		{"fc -s ls", "", "history"},
		{"fc -l", "", ""},
		{`bind '"\C-m": accept-line'`, "", "keys"},
		{"bind -p", "", ""},
		{"set +o emacs", "", "without editing"},
		{"set -o vi", "", ""},
	} {
		line := asking{text: tt.text, options: tt.options}
		var said []string
		for _, p := range line.problems(shellparse.Parse(tt.text, shellparse.Options{})) {
			said = append(said, p.Text)
		}
		if got := strings.Join(said, "; "); (got == "") != (tt.want == "") || !strings.Contains(got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.text, got, tt.want)
		}
	}
}

// What would leave a zsh without its hook is known.
func TestUnhooks(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"unfunction mine": false, "unset x": false, "unset -f mine": false, `unset "$x"`: false, "disable ls": false, "unfunction -m": true,
		"unfunction -m '*'": true, "unset -fm '_*'": true, "unset -m -f x": true, `unfunction "$(cmd)"`: true, "unfunction __hermes_preexec": true,
		`eval "un""function -m '*'"`: true, "f() { unfunction -m '*'; }; f": true, "disable -fm '*'": true, "zsh -c 'unfunction -m x'": false,
	} {
		if got := unhooks(shellparse.Parse(text, shellparse.Options{Shell: "zsh"})); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}

// A shell comes once for each command of a line, and for what it has not read
// as one not at all.
func TestCommandsOf(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"ls":                             1,
		"ls; pwd":                        1,
		"ls\npwd":                        2,
		"ls\n\n# nothing\npwd":           2,
		"for i in 1 2\ndo ls\ndone\npwd": 2,
		"cat <<E\nls\npwd\nE\nls":        2,
		"# nothing":                      0,
	} {
		if got := commandsOf(text+"\n", "bash"); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}

// What another process writes there is no line, and does not hide one.
func TestLineHook(t *testing.T) {
	t.Parallel()
	h, err := newLineHook()
	if err != nil {
		t.Fatal(err)
	}
	ask := openForHook(t, h.paths[0])
	ask.WriteString("noise\x00more\x00line\x00id\x00/tmp\x00opts\x00\x00echo 'a\nb'\x00alias x='y'\n\x00done\x003\x00")
	line, ended, err := h.next()
	if err != nil || ended != "" || line != (asking{"id", "/tmp", "opts", "", "echo 'a\nb'", "alias x='y'\n"}) {
		t.Errorf("%+v, %q, %v", line, ended, err)
	}
	if line, ended, err = h.next(); err != nil || ended != "3" || line.id != "" {
		t.Errorf("%+v, %q, %v", line, ended, err)
	}
	hear := openForHook(t, h.paths[1])
	for _, tt := range []struct {
		run  bool
		want string
	}{{true, "id 1\n"}, {false, "id 0\n"}} {
		if err := h.reply("id", tt.run); err != nil {
			t.Fatal(err)
		}
		buf := make([]byte, 10)
		if n, err := hear.Read(buf); err != nil || string(buf[:n]) != tt.want {
			t.Errorf("%q, %v, want %q", buf[:n], err, tt.want)
		}
	}
}

func openForHook(t *testing.T, path string) *os.File {
	t.Helper()
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}
