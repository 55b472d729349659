package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/hermes-exec/hermes-exec/supervisor/guard"
	"github.com/hermes-exec/hermes-exec/supervisor/policyfile"
)

const pushesBelow = `import subprocess
try: print("git:", subprocess.run(["git", "push", "origin", "main"]).returncode)
except OSError as e: print("git:", e.strerror)
`

// What reaches others is asked about when it is started, on the terminal that the
// command has; the screen is the command's again afterwards.
func TestBelowAsksOnTerminal(t *testing.T) {
	t.Parallel()
	need(t, "python3")
	if err := guard.ExecsAvailable(); err != nil {
		t.Skip(err)
	}
	term := startTerminal(t, map[string]string{"job.py": pushesBelow}, nil, "bash", "--norc", "--noprofile")
	askBelowIn(t, filepath.Join(term.dir, ".hermes"), "")
	const line = "hermes-exec -c 'python3 job.py; echo after'"

	shown(t, term.ask(t, line), "git push origin main", "it publishes commits to others")
	term.keys("n")
	shown(t, term.ended(t, "0", false), "git: Operation not permitted", "after")
	term.forget()
	term.ask(t, line)
	term.keys("y")
	shown(t, term.ended(t, "0", true), "git: 0", "after")

	// Who approved the command approved what it starts.
	os.Remove(term.marker)
	term.ask(t, "hermes-exec -c 'git push origin dev; python3 job.py'")
	term.keys("y")
	shown(t, term.ended(t, "0", true), "git: 0")
}

// Where nobody can be asked it is refused; what a permission covers, or the policy
// does not ask about, goes on.
func TestBelowAsksNobody(t *testing.T) {
	t.Parallel()
	need(t, "python3")
	if err := guard.ExecsAvailable(); err != nil {
		t.Skip(err)
	}
	for _, tt := range []struct {
		name, policy, text, want string
		flags                    []string
	}{
		{"refused", "", "python3 job.py", "git: Operation not permitted\n", nil},
		{"refused below a shell and a wrapper", "", "sh -c 'nice python3 job.py'", "git: Operation not permitted\n", nil},
		{"permitted", "allow: ['git push origin *']\n", "python3 job.py", "pushed\ngit: 0\n", nil},
		{"banned", "below: hardline\ndeny: ['git push *']\n", "python3 job.py", "git: Operation not permitted\n", nil},
		{"yolo", "", "python3 job.py", "pushed\ngit: 0\n", []string{"--yolo"}},
		{"hardline alone", "below: hardline\n", "python3 job.py", "pushed\ngit: 0\n", nil},
		{"off", "exec_guard: off\n", "python3 job.py", "pushed\ngit: 0\n", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			for name, text := range map[string]string{"git": "#!/bin/sh\necho pushed\n", "job.py": pushesBelow} {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o755); err != nil {
					t.Fatal(err)
				}
			}
			home := filepath.Join(dir, ".hermes")
			askBelowIn(t, home, tt.policy)
			c := exec.Command("hermes-exec", append(tt.flags, "-c", tt.text)...)
			c.Dir, c.Env = dir, append(os.Environ(), "HOME="+dir, "HERMES_HOME="+home, "PATH="+dir+":"+os.Getenv("PATH"))
			c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
			out, err := c.Output()
			if err != nil || string(out) != tt.want {
				t.Errorf("%v: %q, want %q", err, out, tt.want)
			}
		})
	}
}

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
