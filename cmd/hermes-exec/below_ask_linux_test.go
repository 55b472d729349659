package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/hermes-exec/hermes-exec/supervisor/guard"
)

const pushesBelow = `import subprocess
print("git:", subprocess.run(["git", "push", "-q", "origin", "main"]).returncode)
`

// pushes makes a folder a repository with a remote on another machine, as far as git
// can tell: the ssh of the folder is a stub that receives next door.
func pushes(t *testing.T, dir string) {
	t.Helper()
	need(t, "git")
	need(t, "python3")
	for name, text := range map[string]string{
		"ssh":    "#!/bin/sh\nfor last; do :; done\ncd \"$(dirname \"$0\")\" && : >pushed && eval \"exec $last\"\n",
		"job.py": pushesBelow,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, words := range []string{
		"init -q --bare -b main there.git", "init -q -b main .", "remote add origin host.invalid:there.git", "remote add next there.git",
		"config url.host.invalid:.insteadOf near:",
		"-c user.name=a -c user.email=a@example.org commit -q --allow-empty -m one",
	} {
		c := exec.Command("git", strings.Fields(words)...)
		c.Dir, c.Env = dir, append(os.Environ(), "HOME="+dir)
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("git %s: %v\n%s", words, err, out)
		}
	}
}

// What reaches others is asked about when it is started, on the terminal that the
// command has; the screen is the command's again afterwards.
func TestBelowAsksOnTerminal(t *testing.T) {
	t.Parallel()
	if err := guard.ExecsAvailable(); err != nil {
		t.Skip(err)
	}
	term := newTerminal(t)
	os.Remove(filepath.Join(term.dir, "git")) // the stub
	pushes(t, term.dir)
	askBelowIn(t, filepath.Join(term.dir, ".hermes"), "")
	const line = "hermes-exec -c 'python3 job.py; echo after'"

	shown(t, term.ask(t, line), "git push -q origin main", "it publishes commits to others")
	term.keys("n")
	shown(t, term.ended(t, "0", false), "git: 128", "after")
	term.forget()
	term.ask(t, line)
	term.keys("y")
	shown(t, term.ended(t, "0", true), "git: 0", "after")

	// Who approved the command approved what it starts.
	os.Remove(term.marker)
	term.ask(t, "hermes-exec -c 'git push origin dev; python3 job.py'")
	term.keys("y")
	shown(t, term.ended(t, "0", true), "git: 0")

	// A program that has the whole screen draws it again.
	term.forget()
	if err := os.WriteFile(filepath.Join(term.dir, "page"), []byte("the page itself\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	shown(t, term.ask(t, "hermes-exec -c '(sleep 1; python3 job.py >result 2>&1) & less page'"), "git push")
	term.keys("n")
	term.waitUntil(t, "the page is not drawn again", func(screen string) bool {
		return strings.Contains(screen, "the page itself") && !strings.Contains(screen, "? help >")
	})
	term.keys("q")
	term.ended(t, "0", false)
}

// Where nobody can be asked it is refused; what a permission covers, or the policy
// does not ask about, goes on.
func TestBelowAsksNobody(t *testing.T) {
	t.Parallel()
	if err := guard.ExecsAvailable(); err != nil {
		t.Skip(err)
	}
	for _, tt := range []struct {
		name, policy, text, want string
		flags                    []string
	}{
		{"refused", "", "python3 job.py", "git: 128\n", nil},
		{"refused below a shell and a wrapper", "", "sh -c 'nice python3 job.py'", "git: 128\n", nil},
		{"refused by another ssh", "", "GIT_SSH_COMMAND='ssh -v' python3 job.py", "git: 128\n", nil},
		{"refused under another address", "", "sed -i s/origin/near:there.git/ job.py && python3 job.py", "git: 128\n", nil},
		{"in a folder", "", "sed -i s/origin/next/ job.py && python3 job.py", "git: 0\n", nil},
		{"permitted", "allow: ['git push -q origin *']\n", "python3 job.py", "git: 0\npushed\n", nil},
		{"yolo", "", "python3 job.py", "git: 0\npushed\n", []string{"--yolo"}},
		{"hardline alone", "below: hardline\n", "python3 job.py", "git: 0\npushed\n", nil},
		{"off", "exec_guard: off\n", "python3 job.py", "git: 0\npushed\n", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			pushes(t, dir)
			home := filepath.Join(dir, ".hermes")
			askBelowIn(t, home, tt.policy)
			c := exec.Command("hermes-exec", append(tt.flags, "-c", tt.text+"; ls pushed 2>/dev/null; true")...)
			c.Dir, c.Env = dir, append(os.Environ(), "HOME="+dir, "HERMES_HOME="+home, "PATH="+dir+":"+os.Getenv("PATH"))
			c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
			out, err := c.Output()
			if err != nil || string(out) != tt.want {
				t.Errorf("%v: %q, want %q", err, out, tt.want)
			}
		})
	}
}
