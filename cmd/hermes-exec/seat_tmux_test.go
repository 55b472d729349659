package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Under another supervisor a person is asked on the terminals that supervisors
// make; a command that makes one itself cannot answer there.
func TestPromptNested(t *testing.T) {
	t.Parallel()
	need(t, "python3")
	term := newTerminal(t)
	askBelowIn(t, filepath.Join(term.dir, ".hermes"), "exec_guard: off\n") // else the inner one would step aside
	files := map[string]string{
		"inner": "#!/bin/sh\nhermes-exec -c 'git push'\n",
		"deep":  "#!/bin/sh\nhermes-exec --mode manual -c 'cd . && ./opaque'\n",
		// Not read by the judge, so that the inner one is the one that asks.
		"opaque": "#!/usr/bin/env python3\nimport os\nos.execvp('hermes-exec', ['hermes-exec', '-c', 'git push'])\n",
		"pty": `#!/usr/bin/env python3
import os, pty, sys, time
pid, fd = pty.fork()
if pid == 0:
    os.execvp('hermes-exec', ['hermes-exec', '-c', 'git push'])
seen = b''
while True:
    try:
        got = os.read(fd, 1000)
    except OSError:
        break
    seen += got
    if b'help >' in got:
        time.sleep(0.3)
        os.write(fd, b'y')
print('inner=%d' % os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), b'nobody knows who types' in seen.replace(b'\r\n', b''))
`,
	}
	files["env"] = `#!/usr/bin/env python3
import fcntl, os, pty, signal, subprocess, termios, threading
master, slave = pty.openpty()
name = os.ttyname(slave)
sitter = os.fork()
if sitter == 0:
    os.setsid()
    fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
    signal.pause()
def answer():
    while b'help >' not in os.read(master, 1000):
        pass
    os.write(master, b'y')
threading.Thread(target=answer, daemon=True).start()
inner = subprocess.run(['hermes-exec', '-c', 'git push'], env={**os.environ, 'HERMES_EXEC_TTY': name}).returncode
os.kill(sitter, signal.SIGKILL)
print('inner=%d' % inner)
os._exit(0)
`
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(term.dir, name), []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for _, line := range []string{"hermes-exec --yolo -c ./inner", "hermes-exec --yolo -c ./opaque", "hermes-exec --yolo -c ./deep", "hermes-exec --yolo --no-pty -c ./inner"} {
		for key, status := range map[string]string{"y": "0", "n": "126"} {
			term.ask(t, line)
			term.keys(key)
			term.ended(t, status, key == "y")
			term.forget()
		}
	}
	term.run("hermes-exec --yolo -c ./pty")
	shown(t, term.ended(t, "0", false), "inner=126 True")

	// Nor can it name the one it made: the question stays with the person.
	term.ask(t, "hermes-exec --yolo -c ./env")
	term.keys("n")
	shown(t, term.ended(t, "0", false), "inner=126")
}

// gone waits until a window is empty.
func gone(term *terminal, window string) {
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(30 * time.Millisecond) {
		if strings.TrimSpace(term.tmux("capture-pane", "-p", "-t", window)) == "" {
			return
		}
	}
	term.t.Fatal("the window is not emptied")
}

// The terminal to ask on can be another one, where it was there before the agent.
func TestPromptElsewhere(t *testing.T) {
	t.Parallel()
	term := newTerminal(t)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(self, filepath.Join(term.dir, "sacrifice")); err != nil { // the agent
		t.Fatal(err)
	}
	term.tmux("new-window", "-d", "-n", "approvals", "sleep 600")
	tty := strings.TrimSpace(term.tmux("display-message", "-p", "-t", "approvals", "#{pane_tty}"))
	link := filepath.Join(term.dir, "terminal")
	name := func(tty string) {
		os.Remove(link)
		if err := os.Symlink(tty, link); err != nil {
			t.Fatal(err)
		}
	}
	there := func(text string) {
		t.Helper()
		for end := time.Now().Add(time.Minute); ; time.Sleep(30 * time.Millisecond) {
			screen := term.tmux("capture-pane", "-p", "-t", "approvals")
			if strings.Contains(screen, text) {
				return
			}
			if time.Now().After(end) {
				t.Fatalf("%q did not appear there:\n%s\n---\n%s", text, screen, term.tmux("capture-pane", "-p"))
			}
		}
	}
	for key, ended := range map[string]string{"y": "0", "n": "126"} {
		term.run("HERMES_EXEC_TTY=" + tty + " ./sacrifice hermes-exec -c 'git push'")
		there("? help >")
		term.tmux("send-keys", "-t", "approvals", key)
		there("hermes-exec: " + map[string]string{"y": "approved", "n": "denied"}[key])
		term.waitFor(t, "status: "+ended)
		term.ended(t, "0", key == "y")
		term.forget()
		term.tmux("send-keys", "-t", "approvals", "-R")
		gone(term, "approvals")
	}
	for _, tt := range []struct{ name, line, want string }{
		{"set later", "HERMES_EXEC_TTY=" + tty + " hermes-exec -c 'git push'; (exit $?)", "heard where the agent was started with it"},
		{"set for a go-between", "HERMES_EXEC_TTY=" + tty + " env hermes-exec -c 'git push'; (exit $?)", "heard where the agent was started with it"},
		{"no terminal", "HERMES_EXEC_TTY=/dev/null ./sacrifice hermes-exec -c 'git push'; (exit 126)", "/dev/null is not a terminal"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			term.run(tt.line)
			shown(t, term.ended(t, "126", false), "nobody could be asked", tt.want)
		})
	}
	t.Run("opened later", func(t *testing.T) {
		name(tty)
		term.run("HERMES_EXEC_TTY='" + link + "' ./sacrifice sh -c 'echo wait\"\"ing; until [ -e go ]; do sleep 0.02; done; hermes-exec -c \"git push\"'; (exit 126)")
		term.waitFor(t, "waiting")
		term.tmux("new-window", "-d", "-n", "later", "sleep 600")
		name(strings.TrimSpace(term.tmux("display-message", "-p", "-t", "later", "#{pane_tty}")))
		if err := os.WriteFile(filepath.Join(term.dir, "go"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		shown(t, term.ended(t, "126", false), "was told to ask there: open the terminal first")
	})
}
