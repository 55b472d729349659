package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// startUp is a person's: it comes before the hook, and runs unasked.
const startUp = `PS1='ready> '
HISTCONTROL=ignoreboth
alias publish='git push origin main'
count=0
PROMPT_COMMAND='count=$((count+1))'
_letters() { COMPREPLY=(alphabet); }
complete -F _letters shout
shout() { printf '%s!\n' "$@"; }
deploy() { git push; }
`

// conversationCase is what is typed, line by line, and what comes of it. A line
// that begins with < are keys by tmux's names.
type conversationCase struct {
	name   string
	typed  []string
	asked  string // the answer, where there is a question; "" where there must be none
	pushed bool   // the stub git ran
	want   string // is on the screen afterwards
}

// Every line is judged before any of it runs, however it is entered; what the
// shell does by itself is not.
func TestInteractiveBash(t *testing.T) {
	t.Parallel()
	term := startTerminal(t, map[string]string{".bashrc": startUp}, nil, "hermes-exec")
	for _, tt := range []conversationCase{
		{name: "what asks nobody", typed: []string{`echo one; echo "two"`}, want: "one\ntwo"},
		{name: "a question", typed: []string{"git push origin main"}, asked: "y", pushed: true, want: "approved"},
		{name: "a refusal", typed: []string{"git push origin main"}, asked: "n", want: "hermes-exec: DENIED: git push origin main"},
		{name: "and its status", typed: []string{"git push", `<asked`, `echo "status=$?"`}, asked: "n", want: "status=126"},
		{name: "hardline", typed: []string{"git status; kill -9 $PPID"}, want: "BLOCKED (hardline)"},
		{name: "a subshell", typed: []string{"(git push) > out"}, asked: "n", want: "DENIED"},
		{name: "what a redirection alone does", typed: []string{"> .bashrc"}, asked: "n", want: "DENIED"},
		{name: "an assignment", typed: []string{"x=$(git push)"}, asked: "n", want: "DENIED"},
		{name: "a loop on several lines", typed: []string{"for i in 1 2", "do git push", "done"}, asked: "n", want: "DENIED"},
		{name: "a here-document", typed: []string{"cat <<E", "git push", "E"}, want: "git push"},
		{name: "a here-document for a shell", typed: []string{"bash <<E", "git push", "E"}, asked: "n", want: "DENIED"},
		{name: "a function", typed: []string{"send() { git push; }", "send"}, asked: "y", pushed: true, want: "approved"},
		{name: "an alias of the start-up file", typed: []string{"publish"}, asked: "n", want: "it publishes commits"},
		{name: "an alias", typed: []string{"alias out='git push'", "out"}, asked: "n", want: "DENIED"},
		{name: "a variable of the line before", typed: []string{"verb=push", "git $verb"}, asked: "n", want: "git $verb"},
		{name: "history expansion", typed: []string{"git push", "<asked", "!!", "<asked"}, asked: "n", want: "ready> !!\ngit push\n"},
		{name: "history expansion by name", typed: []string{"echo again", "!git"}, asked: "n", want: "DENIED"},
		{name: "history expansion of a word", typed: []string{"echo push", "git !$"}, asked: "n", want: "DENIED: git push"},
		{name: "a line that the history leaves out", typed: []string{" git push"}, asked: "n", want: "DENIED"},
		{name: "a line twice", typed: []string{"echo twice", "echo twice"}, want: "twice"},
		{name: "operate-and-get-next", typed: []string{"echo ready", "git push", "<asked", "<Up Up C-o Enter", "<asked"}, asked: "n", want: "DENIED"},
		{name: "vi mode", typed: []string{"set -o vi", "git push", "<asked", "<Escape k Enter", "<asked", "set -o emacs"}, asked: "n", want: "DENIED"},
		{name: "no editing", typed: []string{"set +o emacs"}, asked: "n", want: "DENIED"},
		{name: "a search in the history", typed: []string{"git push", "<asked", "<C-r i t Space p u Enter", "<asked"}, asked: "n", want: "DENIED: git push"},
		{name: "promptvars", typed: []string{"shopt -u promptvars", "git push"}, asked: "n", want: "DENIED"},
		{name: "POSIX mode", typed: []string{"set -o posix", "git push", "<asked", "set +o posix"}, asked: "n", want: "DENIED"},
		{name: "its own PS0", typed: []string{`PS0='started\n'`, "<asked", "echo on", "PS0=", "<asked"}, asked: "y", want: "started\non"},
		{name: "fc", typed: []string{"fc -s echo"}, asked: "n", want: "DENIED"},
		{name: "Ctrl-C on a line", typed: []string{"for i in 1", "<C-c", "git push"}, asked: "n", want: "DENIED: git push"},
		{name: "a syntax error", typed: []string{"git push )", "echo on"}, want: "on"},
		{name: "an answer to read -e", typed: []string{`read -e -p 'what? ' x`, "git push", `echo "got $x"`}, want: "got git push"},
		{name: "completion", typed: []string{"<s h o u t Space a l Tab Enter"}, want: "alphabet!"},
		{name: "the person's PROMPT_COMMAND", typed: []string{`before=$count`, `echo "$((count - before))"`}, want: "1"},
		{name: "what the shell remembers", typed: []string{"true | (exit 3)", `echo "${PIPESTATUS[*]}."`, "echo a last", `echo "$_ $?."`}, want: "0 3.\nready> echo a last\na last\nready> echo \"$_ $?.\"\nlast 0."},
		{name: "set -x", typed: []string{"set -x", "echo 1", "set +x"}, want: "ready> echo 1\n+ echo 1\n1\n++ count="},
		{name: "set -u", typed: []string{"set -u", "echo on", "set +u"}, want: "\non"},
		{name: "a folder", typed: []string{"cd /usr", `pwd; ls -d bin`, "cd"}, want: "/usr\nbin"},
		{name: "extglob", typed: []string{"shopt -s extglob", "echo /us@(r)"}, want: "/usr"},
	} {
		t.Run(tt.name, func(t *testing.T) { term.converse(t, tt) })
	}

	t.Run("a paste", func(t *testing.T) {
		for answer, want := range map[string]bool{"y": true, "n": false} {
			term.begin()
			term.waitPrompt(t) // before that the terminal takes a paste for lines
			term.paste("echo first\ngit push\necho third")
			term.waitFor(t, "ready> echo first")
			term.keys("Enter")
			if screen := term.waitFor(t, "y once"); strings.Contains(screen, "\nfirst") {
				t.Errorf("it began before anyone answered:\n%s", screen)
			}
			term.keys(answer)
			screen := term.end(t)
			if ran := strings.Contains(screen, "\nfirst") && strings.Contains(screen, "\nthird"); ran != want || term.pushed() != want {
				t.Errorf("%s: ran: %v, pushed: %v\n%s", answer, ran, term.pushed(), screen)
			}
		}
	})
	t.Run("the editor on the line", func(t *testing.T) {
		term.begin()
		term.say(t, `EDITOR="sed -i s/pull/push/"`)
		term.tmux("send-keys", "-l", "git pull")
		term.keys("C-x", "C-e")
		term.waitFor(t, "git push")
		term.keys("Enter")
		term.waitFor(t, "y once")
		term.keys("n")
		if screen := term.end(t); !strings.Contains(screen, "DENIED: git push") || term.pushed() {
			t.Errorf("not refused:\n%s", screen)
		}
	})
	t.Run("a hook that is gone lets nothing through", func(t *testing.T) {
		for _, line := range []string{"PROMPT_COMMAND=()", "unset __hermes_said", "unset -f __hermes_judged", "__hermes_accept() { :; }"} {
			term := startTerminal(t, map[string]string{".bashrc": startUp}, nil, "hermes-exec")
			term.say(t, line)
			term.waitFor(t, "y once")
			term.keys("y")
			term.waitFor(t, "approved")
			term.say(t, "git push; echo \"ran\"")
			screen := term.waitUntil(t, "nothing came of it", func(screen string) bool {
				return strings.Contains(screen, "not run") || strings.Contains(screen, "y once")
			})
			if strings.Contains(screen, "y once") { // that is no way around it
				term.keys("n")
			}
			if screen = term.waitFor(t, "not run"); strings.Contains(screen, "\nran") || term.pushed() {
				t.Errorf("%s: it ran\n%s", line, screen)
			}
		}
	})
	t.Run("the record", func(t *testing.T) {
		log, err := os.ReadFile(filepath.Join(term.dir, ".hermes", "exec", "audit.jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range []string{`"cmd":"echo one; echo \"two\""`, `"cmd":"for i in 1 2\ndo git push\ndone"`, `"by":"human"`, `"event":"exit"`} {
			if !strings.Contains(string(log), part) {
				t.Errorf("the audit log does not hold %s", part)
			}
		}
	})
}

// The same in a zsh, which hands over what it has parsed: in its words.
func TestInteractiveZsh(t *testing.T) {
	t.Parallel()
	need(t, "zsh")
	files := map[string]string{
		".zshenv":  "echo environment\n",
		".zshrc":   "PS1='ready> '\nPS2='> '\nsetopt histignorespace\nalias publish='git push origin main'\ncount=0\nprecmd() { count=$((count+1)) }\n",
		".zlogin":  "echo \"login ${ZDOTDIR-nowhere}\"\n",
		".zlogout": "echo logout\n",
	}
	tmp := t.TempDir()
	term := startTerminal(t, files, []string{"HERMES_EXEC_SHELL=/bin/zsh", "TMPDIR=" + tmp}, "hermes-exec", "-l")
	if screen := term.waitFor(t, "ready>"); !strings.HasPrefix(screen, "environment\nlogin nowhere\n") {
		t.Errorf("the start-up files:\n%s", screen)
	}
	for _, tt := range []conversationCase{
		{name: "what asks nobody", typed: []string{`echo one; echo "two"`}, want: "one\ntwo"},
		{name: "a question", typed: []string{"git push origin main"}, asked: "y", pushed: true, want: "approved"},
		{name: "a refusal", typed: []string{"git push origin main"}, asked: "n", want: "hermes-exec: DENIED: git push origin main"},
		{name: "hardline", typed: []string{"git status; kill -9 $PPID"}, want: "BLOCKED (hardline)"},
		{name: "a subshell", typed: []string{"(git push) > out"}, asked: "n", want: "DENIED"},
		{name: "a loop on several lines", typed: []string{"PS2='> '", "for i in 1 2", "do git push", "done"}, asked: "n", want: "DENIED"},
		{name: "a here-document", typed: []string{"cat <<E", "git push", "E"}, want: "\ngit push\n"},
		{name: "a function", typed: []string{"send() { git push; }", "send"}, asked: "y", pushed: true, want: "approved"},
		{name: "an alias of the start-up file", typed: []string{"publish"}, asked: "n", want: "DENIED: git push origin main"},
		{name: "history expansion", typed: []string{"git push", "<asked", "!!", "<asked"}, asked: "n", want: "DENIED"},
		{name: "a line that the history leaves out", typed: []string{" git push"}, asked: "n", want: "DENIED"},
		{name: "accept-and-hold", typed: []string{"<e c h o Space a M-a BSpace b Enter"}, want: "\nb\n"},
		{name: "no comment", typed: []string{"echo a # ; git push"}, asked: "n", want: "DENIED"},
		{name: "fc", typed: []string{"fc -e - echo"}, asked: "n", want: "DENIED"},
		{name: "hooks replaced", typed: []string{"preexec_functions=()"}, asked: "n", want: "DENIED"},
		{name: "the person's precmd", typed: []string{`before=$count`, `echo "$((count - before))"`}, want: "\n1\n"},
		{name: "what the shell remembers", typed: []string{"RANDOM=7; echo $RANDOM > first", "RANDOM=7", "echo $RANDOM > second", "cmp first second && echo alike", "(exit 3)", "echo \"$?.\""}, want: "alike\nready> (exit 3)\nready> echo \"$?.\"\n3."},
		{name: "set -x", typed: []string{"set -x", "echo 1", "set +x"}, want: "echo 1\n1\n"},
		{name: "a folder", typed: []string{"cd /usr", `pwd; ls -d bin`, "cd"}, want: "/usr\nbin"},
	} {
		t.Run(tt.name, func(t *testing.T) { term.converse(t, tt) })
	}
	t.Run("the hook is put back", func(t *testing.T) {
		for _, line := range []string{
			"preexec_functions=()", "precmd_functions=() preexec_functions=()", "zle -A .accept-line accept-line",
			"zle -A .accept-line accept-line; preexec_functions=() zshaddhistory_functions=()", "precmd_functions=() preexec_functions=() zshaddhistory_functions=()",
		} {
			term.begin()
			term.say(t, line)
			if screen := term.waitFor(t, "y once", "\nready>"); strings.Contains(screen, "y once") {
				term.keys("y")
				term.waitFor(t, "approved")
			}
			term.say(t, "git push")
			term.waitTimes(t, "git.push", 1)
			term.waitFor(t, "y once")
			term.keys("n")
			term.waitFor(t, "DENIED: git push")
			if term.pushed() {
				t.Errorf("%s: it ran", line)
			}
		}
	})
	t.Run("its functions stay", func(t *testing.T) {
		for _, line := range []string{"unfunction -m '*'", "unset -fm '__*'", "f=unfunction; $f __hermes_preexec"} {
			term.begin()
			term.say(t, line)
			term.waitFor(t, "BLOCKED (hardline)")
		}
	})
	t.Run("a plugin's own way to accept a line", func(t *testing.T) {
		term.begin()
		for _, line := range []string{`mine() { BUFFER+="; echo mine"; zle .accept-line }; zle -N accept-line mine`, "echo its"} {
			term.say(t, line)
			if strings.HasPrefix(line, "mine") {
				term.waitFor(t, "y once")
				term.keys("y")
			}
		}
		term.waitFor(t, "\nits\nmine\n")
		term.say(t, "git push")
		term.waitFor(t, "y once")
		term.keys("n")
		term.waitFor(t, "DENIED: git push")
		term.waitPrompt(t)
		term.tmux("send-keys", "-l", "zle -A .accept-line accept-line #")
		term.keys("Enter")
		term.waitFor(t, "y once")
		term.keys("y")
	})
	t.Run("the end", func(t *testing.T) {
		term.tmux("set-option", "-g", "remain-on-exit", "on")
		term.say(t, "exit 7")
		term.waitFor(t, "logout")
		term.waitDead(t, "7")
		left, err := filepath.Glob(filepath.Join(tmp, "hermes-exec-zsh*"))
		if err != nil || len(left) > 0 {
			t.Errorf("left behind: %v %v", left, err)
		}
	})
}

// What starts a shell of its own finds one in hermes-exec: a terminal's
// default-shell, and login(1), which puts a dash before the name.
func TestDefaultShell(t *testing.T) {
	t.Parallel()
	profile := "PS1='ready> '\nif shopt -q login_shell; then echo \"login $0\"; fi\n"
	term := startTerminal(t, map[string]string{".bash_profile": profile, ".bashrc": profile}, nil, "bash", "--norc", "--noprofile")
	term.tmux("set-environment", "-g", "HOME", term.dir)
	term.tmux("set-environment", "-g", "PATH", term.dir+":"+os.Getenv("PATH"))
	program, err := exec.LookPath("hermes-exec")
	if err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(shimFolder(t), "bash")
	for _, tt := range []struct {
		name, shell string
		start       []string
		greeting    string
	}{
		{"tmux", program, nil, "login -bash"},
		{"tmux, as bash", link, nil, "login -bash"},
		{"a login shell", program, []string{"bash", "-c", "exec -a -hermes-exec " + program}, "login -bash"},
		{"a login shell, as bash", link, []string{"bash", "-c", "exec -a -bash " + link}, "login -bash"},
		{"bash", program, []string{"env", link}, ""},
		{"bash -i", program, []string{link, "-i"}, ""},
		{"bash --norc", program, []string{"env", "PS1=ready> ", link, "--norc", "-O", "extglob"}, ""},
		{"bash -x", program, []string{"env", "PS1=ready> ", link, "-xi"}, "+ PS1="},
		{"bash -s", program, []string{link, "-s", "one", "two"}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			term.tmux("set-option", "-g", "default-shell", tt.shell)
			term.tmux("set-option", "-g", "remain-on-exit", "on")
			term.tmux(append([]string{"new-window", "-c", term.dir}, tt.start...)...)
			screen := term.waitFor(t, "ready>")
			if said := strings.Contains(screen, tt.greeting); !said {
				t.Errorf("no %q:\n%s", tt.greeting, screen)
			}
			if tt.greeting == "" && strings.Contains(screen, "login") {
				t.Errorf("a login shell:\n%s", screen)
			}
			term.say(t, "kill -9 $PPID")
			term.waitFor(t, "BLOCKED (hardline)")
			term.say(t, "exit 5")
			term.waitDead(t, "5")
			term.tmux("kill-window")
		})
	}
}

// Where there is no hook, or it would not be read, that is said, and nothing runs.
func TestNotInteractive(t *testing.T) {
	t.Parallel()
	term := newTerminal(t)
	for i, tt := range []struct{ command, want string }{
		{"HERMES_EXEC_SHELL=/bin/dash hermes-exec", "an interactive dash is not judged"},
		{"hermes-exec --noediting", "leave it out"},
		{"hermes-exec -ir", "a restricted bash"},
		{"hermes-exec --no-pty -i", "needs a terminal"},
		{"HERMES_EXEC_SHELL=/bin/zsh hermes-exec -if", "-if: an interactive zsh"},
		{"HERMES_EXEC_SHELL=/bin/zsh hermes-exec -o no_rcs", "no_rcs: an interactive zsh"},
	} {
		t.Run(tt.command, func(t *testing.T) {
			if strings.Contains(tt.command, "zsh") {
				need(t, "zsh")
			}
			term.say(t, fmt.Sprintf(`clear; %s; echo "%d=$?."`, tt.command, i))
			if screen := term.waitFor(t, fmt.Sprintf("\n%d=125.\n", i)); !strings.Contains(screen, tt.want) {
				t.Errorf("no %q:\n%s", tt.want, screen)
			}
		})
	}
}

// waitDead waits until the program in the window has ended with status. tmux
// loses the end of a child while it writes to utmp that the terminal is gone; it
// looks again at the end of another one.
func (term *terminal) waitDead(t *testing.T, status string) {
	t.Helper()
	term.waitUntil(t, "it did not end with "+status, func(string) bool {
		term.tmux("run-shell", "-b", "true")
		return strings.TrimSpace(term.tmux("display-message", "-p", "#{pane_dead} #{pane_dead_status}")) == "1 "+status
	})
}

// converse types a case's lines and looks at what came of it.
func (term *terminal) converse(t *testing.T, tt conversationCase) {
	term.begin()
	asked := 0
	answer := func() {
		term.waitTimes(t, "needs an answer", asked+1)
		term.waitFor(t, "y once")
		if asked == 0 && term.pushed() {
			t.Error("it ran before anyone answered")
		}
		asked++
		term.keys(tt.asked)
		term.waitTimes(t, "hermes-exec: "+map[string]string{"y": "approved", "n": "denied"}[tt.asked], asked)
		term.waitPrompt(t)
		term.forget()
	}
	for _, line := range tt.typed {
		keys, isKeys := strings.CutPrefix(line, "<")
		switch {
		case keys == "asked":
			answer()
		case keys == "C-c": // before it is taken what follows would be part of the line
			term.waitPrompt(t)
			term.keys("C-c")
			term.waitUntil(t, "the line was not given up", func(screen string) bool { return lastLine(screen) == "ready>" })
		case isKeys:
			term.keys(strings.Fields(keys)...)
		default:
			term.say(t, line)
		}
	}
	if tt.asked != "" && !slices.Contains(tt.typed, "<asked") {
		answer()
	}
	screen := term.end(t)
	if !strings.Contains(screen, tt.want) {
		t.Errorf("the screen does not show %q:\n%s", tt.want, screen)
	}
	if said := strings.ReplaceAll(screen, "bash: __hermes_exec: not run: syntax error in expression (error token is \"run\")", ""); strings.Contains(said, "__hermes") {
		t.Errorf("the hook shows:\n%s", screen)
	}
	if tt.asked == "" && strings.Contains(screen, "needs an answer") {
		t.Errorf("it asked:\n%s", screen)
	}
	if term.pushed() != tt.pushed {
		t.Errorf("git ran: %v, want %v\n%s", term.pushed(), tt.pushed, screen)
	}
}

func (term *terminal) begin() {
	term.t.Helper()
	term.forget()
	os.Remove(term.marker)
	term.keys("C-l")
	term.tmux("clear-history")
}

func (term *terminal) end(t *testing.T) (screen string) {
	t.Helper()
	term.say(t, `echo "e"nd.`)
	return term.waitFor(t, "\nend.\n")
}

// say types a line when the shell wants one, and gives it to the shell when it
// stands there.
func (term *terminal) say(t *testing.T, line string) {
	t.Helper()
	term.waitPrompt(t)
	term.tmux("send-keys", "-l", line)
	term.waitUntil(t, "the line is not there", func(screen string) bool {
		return strings.HasSuffix(lastLine(screen), line)
	})
	term.keys("Enter")
}

// waitPrompt waits until the shell wants a line, or what runs in it an answer.
func (term *terminal) waitPrompt(t *testing.T) {
	t.Helper()
	term.waitUntil(t, "the prompt did not come back", func(screen string) bool {
		switch lastLine(screen) {
		case "ready>", ">", "what?":
			return true
		}
		return false
	})
}

func lastLine(screen string) string {
	screen = strings.TrimRight(screen, " \n")
	return screen[strings.LastIndexByte(screen, '\n')+1:]
}

func (term *terminal) pushed() bool {
	_, err := os.Stat(term.marker)
	return err == nil
}

func (term *terminal) paste(text string) {
	term.t.Helper()
	term.tmux("set-buffer", text)
	term.tmux("paste-buffer", "-p")
}
