package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// programCase is a program on the terminal, and what is done with it:
//
//	<KEYS   keys by tmux's names
//	"TEXT   is typed
//	?TEXT   the screen comes to show it
//	=       the screen is the same everywhere
//	#WxH    the window gets another size
//
// Anything else is a line for the shell.
type programCase struct {
	name, program string
	steps         []string
	seen          func(screen string) string // what of the screen is compared; nil: all
}

// Terminal programs look and answer as they do under plain bash: under
// `hermes-exec -c`, and under an interactive shell that is judged.
func TestTerminalPrograms(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	for i := range 200 {
		fmt.Fprintf(&text, "line %d\n", i+1)
	}
	files := func(shell string) map[string]string {
		return map[string]string{
			"run":     "#!/bin/bash\nexec " + shell + " -c \"$1\"\n",
			"text":    text.String(),
			".vimrc":  "set nocompatible ruler viminfo= noswapfile ttimeout ttimeoutlen=20\n",
			".bashrc": "PS1='ready> '\n",
		}
	}
	terminals := []struct {
		name string
		*terminal
	}{
		{"plain bash", startTerminal(t, files("bash"), nil, "bash")},
		{"hermes-exec -c", startTerminal(t, files("hermes-exec"), nil, "bash")},
		{"an interactive hermes-exec", startTerminal(t, files("bash"), nil, "hermes-exec")},
	}
	for _, tt := range []programCase{
		{"vim", "vim", []string{
			"run 'vim text'", "?1,1", "=",
			"<G o", `"typed in vim`, "<Escape", "?201,12", "=",
			"#70x20", "?201,12", "=", "#100x40", "?201,12", "=",
			`":wq`, "<Enter", "?ready>", "tail -n 1 text", "?\ntyped in vim", "=",
		}, nil},
		{"less", "less", []string{
			"LESS= run 'less text'", "?line 39", "=", "<Space", "?line 70", "=",
			`"/line 15`, "<Enter", "?line 188", "=", "#60x15", "?line 163\n:", "=", "#100x40", "<r", "?line 188", "=", "<q", "?ready>", "=",
		}, nil},
		{"top", "top", []string{"run 'top -d 100'", "?COMMAND", "=", "<q", "?ready>"}, func(screen string) string {
			lines := strings.Split(screen, "\n")
			if len(lines) < 7 || !strings.Contains(lines[6], "COMMAND") {
				return "not drawn yet"
			}
			return regexp.MustCompile(`[ \d.,+]+`).ReplaceAllString(strings.Join(lines[1:7], "\n"), "#")
		}},
		{"read -e", "bash", []string{`run 'read -e -p "name? " x; echo "got=$x."'`, "?\nname?", `"bda`, "<Left BSpace Home a End s", "=", "<Enter", "?got=abas.", "=", `echo "$?."`, "?\n0.", "="}, nil},
		{"read -s", "bash", []string{`run 'read -s -p "secret? " x; echo; echo "len=${#x}."'`, "?\nsecret?", `"hunter2`, "<Enter", "?len=7.", "="}, nil},
		{"script", "script", []string{`run 'script -q -c "read -p deep? x; echo got=\$x." typescript'`, "?\ndeep?", `"in`, "<Enter", "?got=in.", "=", "grep -c got=in typescript", "?\n1", "="}, nil},
		{"nested", "bash", []string{`run 'hermes-exec -c "read -p deep? x; echo got=\$x.; exit 5"'; echo "$?."`, "?\ndeep?", `"in`, "<Enter", "?\n5.", "="}, nil},
		{"Ctrl-C", "bash", []string{`run 'echo go; exec sleep 1000'`, "?\ngo", "<C-c", "?ready>", `echo "$?."`, "?\n130.", "="}, nil},
		{"Ctrl-C caught", "bash", []string{`run 'trap "echo caught; exit 3" INT; echo go; sleep 1000'; echo "$?."`, "?\ngo", "<C-c", "?\n3.", "="}, nil},
		{`Ctrl-\`, "bash", []string{`ulimit -c 0; run 'exec tail -f -n 1 .vimrc'; echo "$?."`, "?\nset", `<C-\`, "?\n131.", "="}, nil}, // bash itself ignores it
		{"Ctrl-D", "bash", []string{`run 'echo go; cat; echo over'`, "?\ngo", `"word`, "<Enter", "?word\nword", "<C-d", "?over", "="}, nil},
		{"Ctrl-Z and fg", "bash", []string{
			`run 'echo go; sleep 1000; read x; echo "got=$x."'`, "?\ngo", "<C-z", "?Stopped", "=",
			"jobs", "=", "fg", "?\nrun", "<C-c", "?ready>", `echo "$?."`, "?\n130.", "=",
		}, nil},
		{"resize", "bash", []string{`run 'trap "stty size; exit" WINCH; echo go; while :; do sleep 0.1; done'`, "?\ngo", "#90x30", "?30 90", "=", "#100x40", "="}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			need(t, tt.program)
			if tt.seen == nil {
				tt.seen = func(screen string) string { return screen }
			}
			var want []string
			for i, term := range terminals {
				shown := term.perform(t, tt, want)
				if i == 0 {
					want = shown
				} else if t.Failed() {
					t.Fatalf("not as under plain bash: %s", term.name)
				}
			}
		})
	}
}

// perform does what a case says and gives what the screen showed, comparing
// it with want where there is one. A screen may take its time to become so.
func (term *terminal) perform(t *testing.T, tt programCase, want []string) (shown []string) {
	t.Helper()
	term.waitPrompt(t)
	term.begin()
	term.waitUntil(t, "the screen is not clear", func(screen string) bool { return strings.TrimSpace(screen) == "ready>" })
	for _, step := range tt.steps {
		switch step[0] {
		case '<':
			term.keys(strings.Fields(step[1:])...)
		case '"':
			term.tmux("send-keys", "-l", step[1:])
		case '?':
			text := step[1:]
			term.waitUntil(t, fmt.Sprintf("%q did not appear", text), func(screen string) bool {
				if text == "ready>" {
					return lastLine(screen) == text
				}
				return strings.Contains(screen, text)
			})
		case '#':
			w, h, _ := strings.Cut(step[1:], "x")
			term.tmux("resize-window", "-x", w, "-y", h)
		case '=':
			var now string
			if want == nil {
				now = term.settled(t, tt.seen)
			} else {
				now = want[len(shown)]
				term.waitUntil(t, fmt.Sprintf("screen %d is not, as under plain bash,\n%s\nbut", len(shown)+1, now), func(screen string) bool {
					return tt.seen(screen) == now
				})
			}
			shown = append(shown, now)
		default:
			term.say(t, step)
		}
	}
	return shown
}

// settled gives a screen that has stopped to change.
func (term *terminal) settled(t *testing.T, seen func(string) string) (screen string) {
	t.Helper()
	same := 0
	term.waitUntil(t, "the screen keeps changing", func(now string) bool {
		if now = seen(now); now == screen {
			same++
		} else {
			screen, same = now, 0
		}
		return same >= 4
	})
	return screen
}

// A terminal that is killed takes along what runs on it, after that had its say.
func TestTerminalKilled(t *testing.T) {
	t.Parallel()
	need(t, "ps")
	for name, start := range map[string][]string{
		"hermes-exec -c":             {"bash", "--norc", "--noprofile"},
		"an interactive hermes-exec": {"hermes-exec", "--norc"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			loop := `trap "echo hung up > end; exit" HUP; echo $$ $PPID > pids; while :; do sleep 0.1; done`
			term := startTerminal(t, map[string]string{"loop": loop}, nil, start...)
			shell := "bash"
			if start[0] == "bash" {
				shell = "hermes-exec"
			}
			term.say(t, shell+" loop")
			pids := strings.Fields(awaitFile(t, filepath.Join(term.dir, "pids")))
			term.tmux("new-window", "sleep", "1000") // the server stays
			term.tmux("kill-window", "-t", ":0")
			if end := awaitFile(t, filepath.Join(term.dir, "end")); end != "hung up\n" {
				t.Errorf("it wrote %q", end)
			}
			for _, pid := range pids {
				term.waitUntil(t, "process "+pid+" lives on", func(string) bool {
					state, _ := exec.Command("ps", "-o", "stat=", "-p", pid).Output()
					return len(state) == 0 || state[0] == 'Z'
				})
			}
		})
	}
}

// awaitFile gives what a file holds once it ends in a newline.
func awaitFile(t *testing.T, path string) string {
	t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if text, err := os.ReadFile(path); err == nil && strings.HasSuffix(string(text), "\n") {
			return string(text)
		}
	}
	t.Fatalf("%s was not written", path)
	return ""
}
