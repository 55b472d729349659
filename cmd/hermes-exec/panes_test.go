package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// tmux says which pane is meant, by whatever name: into the one that the agent runs
// in, or a console, nothing is typed; into another after a question.
func TestTypingIntoPanes(t *testing.T) {
	t.Parallel()
	if executable(tmuxPaths[0]) != nil {
		need(t, "tmux")
		t.Skip("tmux is elsewhere")
	}
	term := newTerminal(t)
	term.typeLine("clear; hermes-confirmd serve --background --port 0 --ui-port 0; echo serves=$?.")
	said := regexp.MustCompile(`pid\s+(\d+)`).FindStringSubmatch(term.waitFor(t, "serves=0."))
	if said == nil {
		t.Fatal("the daemon does not say its pid")
	}
	if pid, err := strconv.Atoi(said[1]); err == nil && pid > 1 {
		t.Cleanup(func() { syscall.Kill(pid, syscall.SIGKILL) })
	}
	term.tmux("split-window", "-d", "sleep 1000")
	term.tmux("split-window", "-d", "env", "HOME="+term.dir, "PATH="+os.Getenv("PATH"), "TERM=xterm", "hermes-confirmd", "watch")
	panes := strings.Fields(term.tmux("list-panes", "-F", "#{pane_id}"))
	if len(panes) != 3 {
		t.Fatalf("%q", panes)
	}
	term.waitUntil(t, "the console is not there", func(string) bool {
		return strings.Contains(term.tmux("capture-pane", "-p", "-t", panes[1])+term.tmux("capture-pane", "-p", "-t", panes[2]), "watching")
	})
	console, other := panes[1], panes[2]
	if strings.Contains(term.tmux("capture-pane", "-p", "-t", other), "watching") {
		console, other = other, console
	}
	for target, want := range map[string]string{panes[0]: "2", "0:0.0": "2", "0": "2", console: "2", other: "1", "no-such-pane": "1"} {
		term.typeLine(`clear; hermes-exec check "tmux -S '` + term.socket + `' send-keys -t '` + target + `' y" >verdict; echo "status $?, into ` + target + `"`)
		screen := term.waitUntil(t, "no verdict", func(screen string) bool {
			return regexp.MustCompile(`status \d+, into ` + regexp.QuoteMeta(target)).MatchString(screen)
		})
		if !strings.Contains(screen, "status "+want+", into "+target) {
			verdict, _ := os.ReadFile(filepath.Join(term.dir, "verdict"))
			t.Errorf("into %s, want %s: %s\n%s", target, want, screen, verdict)
		}
	}
}
