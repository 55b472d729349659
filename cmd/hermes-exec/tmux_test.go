package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor/policyfile"
)

// In a real terminal a MEDIUM command asks: y runs it; n, Enter, Ctrl-C and
// Ctrl-D deny, as does everything that is not an answer. (Silence denies after
// 60, 30 and 10 s; the package approve shows that in virtual time.)
func TestTerminalPrompt(t *testing.T) {
	t.Parallel()
	term := newTerminal(t)
	for _, tt := range []struct {
		key, ran, status string
	}{
		{"y", "pushed", "0"},
		{"n", "", "126"},
		{"Enter", "", "126"},
		{"C-c", "", "126"},
		{"C-d", "", "126"},
	} {
		t.Run(tt.key, func(t *testing.T) {
			os.Remove(term.marker)
			term.forget()
			term.typeLine(`clear; hermes-exec -c 'git push origin main'; echo "` + tt.key + `=$?."`)
			screen := term.waitFor(t, "y once") // the last of it, keys count from here on
			for _, part := range []string{"git push origin main", "MEDIUM", "60 s"} {
				if !strings.Contains(screen, part) {
					t.Errorf("the prompt does not show %q:\n%s", part, screen)
				}
			}
			if _, err := os.Stat(term.marker); err == nil {
				t.Fatal("the command ran before anyone answered")
			}
			term.keys(tt.key)
			screen = term.waitFor(t, tt.key+"="+tt.status+".")
			_, err := os.Stat(term.marker)
			if ran := err == nil; ran != (tt.ran != "") {
				t.Errorf("ran: %v, want %v\n%s", ran, tt.ran != "", screen)
			}
			if tt.ran == "" && !strings.Contains(screen, "hermes-exec: DENIED:") {
				t.Errorf("no refusal:\n%s", screen)
			}
		})
	}

	t.Run("hardline does not ask", func(t *testing.T) {
		term.typeLine(`clear; hermes-exec -c 'kill $PPID'; echo "hardline=$?."`)
		if screen := term.waitFor(t, "hardline=126."); !strings.Contains(screen, "BLOCKED (hardline)") {
			t.Errorf("no refusal:\n%s", screen)
		}
	})
	t.Run("not in the foreground", func(t *testing.T) {
		os.Remove(term.marker)
		term.typeLine(`clear; hermes-exec -c 'git push' & wait $!; echo "background=$?."`)
		term.waitFor(t, "background=126.")
		if _, err := os.Stat(term.marker); err == nil {
			t.Error("it ran")
		}
	})
	t.Run("the terminal is the command's", func(t *testing.T) {
		term.typeLine(`clear; hermes-exec -c 'test -t 0 && test -t 1 && read -p "name? " x && echo "got=$x."'; echo "read=$?."`)
		term.waitFor(t, "name?")
		term.typeLine("ada")
		term.waitFor(t, "got=ada.")
		term.waitFor(t, "read=0.") // what is typed before that is the command's
	})
	t.Run("a statement of a script on standard input", func(t *testing.T) {
		for key, status := range map[string]string{"y": "0", "n": "126"} {
			os.Remove(term.marker)
			term.forget()
			term.typeLine(`clear; printf '%s\n' 'echo one' 'git push origin main' 'echo "two $?."' | hermes-exec; echo "` + key + `=$?."`)
			if screen := term.waitFor(t, "y once"); strings.Count(screen, "two "+status+".") > 0 {
				t.Errorf("the script went on before anyone answered:\n%s", screen)
			}
			term.keys(key)
			term.waitFor(t, "two "+status+".")
			term.waitFor(t, key+"=0.")
			if _, err := os.Stat(term.marker); (err == nil) != (key == "y") {
				t.Errorf("%s: the stub says %v", key, err)
			}
		}
	})
	t.Run("and is left as it was", func(t *testing.T) {
		term.typeLine(`clear; stty -a > before; hermes-exec -c 'stty raw -echo; true'; stty -a > after; cmp before after; echo "same=$?."`)
		term.waitFor(t, "same=0.")
	})
}

// terminal is a shell in a tmux server of its own, with a stub git on PATH.
type terminal struct {
	t      *testing.T
	socket string
	dir    string // its home and working directory
	marker string // the stub was here
	lines  int    // that were run
}

func newTerminal(t *testing.T) *terminal {
	return startTerminal(t, nil, nil, "bash", "--norc", "--noprofile")
}

// startTerminal runs a program there, with files in its home, and waits for a
// prompt.
func startTerminal(t *testing.T, files map[string]string, env []string, argv ...string) *terminal {
	t.Helper()
	need(t, "tmux")
	dir := t.TempDir()
	socketDir, err := os.MkdirTemp("", "tmux") // a socket's path is short
	if err != nil {
		t.Fatal(err)
	}
	term := &terminal{t: t, socket: filepath.Join(socketDir, "s"), dir: dir, marker: filepath.Join(dir, "pushed")}
	stub := "#!/bin/sh\n: > '" + term.marker + "'\n"
	if err := os.WriteFile(filepath.Join(dir, "git"), []byte(stub), 0o755); err != nil {
		t.Fatal(err)
	}
	known := filepath.Join(dir, ".hermes/exec/greeted") // to who has had it for a shell before
	if err := os.MkdirAll(filepath.Dir(known), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(known, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	start := []string{"-f", "/dev/null", "new-session", "-d", "-x", "100", "-y", "40", "-c", dir,
		"env", "-u", "TMUX", "HOME=" + dir, "PATH=" + dir + ":" + os.Getenv("PATH"), "PS1=ready> ", "HISTFILE="}
	term.tmux(slices.Concat(start, env, argv)...)
	t.Cleanup(func() {
		term.tmux("kill-server")
		os.RemoveAll(socketDir)
	})
	term.waitFor(t, "ready>")
	return term
}

// forget takes back what was refused: the same command asks again.
func (term *terminal) forget() {
	os.RemoveAll(filepath.Join(term.dir, ".hermes/exec/refused"))
}

func (term *terminal) tmux(args ...string) string {
	term.t.Helper()
	out, err := exec.Command("tmux", append([]string{"-S", term.socket}, args...)...).CombinedOutput()
	if err != nil {
		term.t.Fatalf("tmux %v: %v\n%s", args, err, out)
	}
	return string(out)
}

// keys presses keys by tmux's names for them.
func (term *terminal) keys(names ...string) {
	term.t.Helper()
	term.tmux(append([]string{"send-keys"}, names...)...)
}

func (term *terminal) typeLine(line string) {
	term.t.Helper()
	term.tmux("send-keys", "-l", line)
	term.keys("Enter")
}

// waitFor waits until the screen shows one of the texts, and gives the screen.
func (term *terminal) waitFor(t *testing.T, texts ...string) string {
	t.Helper()
	return term.waitUntil(t, fmt.Sprintf("none of %q appeared", texts), func(screen string) bool {
		return slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(screen, text) })
	})
}

// waitTimes waits until the screen shows text as many times.
func (term *terminal) waitTimes(t *testing.T, text string, times int) (screen string) {
	t.Helper()
	return term.waitUntil(t, fmt.Sprintf("%q did not appear %d times", text, times), func(screen string) bool {
		return strings.Count(screen, text) >= times
	})
}

func (term *terminal) waitUntil(t *testing.T, complaint string, done func(screen string) bool) (screen string) {
	t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(30 * time.Millisecond) {
		screen = term.tmux("capture-pane", "-p")
		if done(screen) {
			return screen
		}
	}
	t.Fatalf("%s:\n%s", complaint, screen)
	return ""
}

// patience is how long anything may take before a test gives up on it: the
// machine may have other things to do.
const patience = time.Minute

// askBelowIn has execs asked about, unless more says something else.
func askBelowIn(t *testing.T, home, more string) {
	t.Helper()
	text := "below: ask\n" + more
	if strings.Contains(more, "below:") {
		text = more
	}
	err := os.MkdirAll(home, 0o700)
	if err == nil {
		err = os.WriteFile(filepath.Join(home, "exec.yaml"), []byte(text), 0o600)
	}
	if err == nil {
		err = policyfile.Confirm(home, filepath.Join(home, "exec.yaml"), []byte(text))
	}
	if err != nil {
		t.Fatal(err)
	}
}
