package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hermes-exec/hermes-exec/shellparse"
	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/tiers"
)

func TestMode(t *testing.T) {
	for _, tt := range []struct {
		env, flags string // words
		outer      supervisor.Mode
		nested     supervisor.Mode
	}{
		{"", "", "manual", "manual"},
		{"", "--yolo", "off", "manual"},
		{"", "--mode off", "off", "manual"},
		{"", "--mode smart", "smart", "manual"},
		{"", "--mode cron", "cron", "cron"},
		{"HERMES_YOLO_MODE=1", "", "off", "manual"},
		{"HERMES_YOLO_MODE=0", "", "manual", "manual"},
		{"HERMES_YOLO_MODE=1", "--mode manual", "manual", "manual"},
		{"HERMES_YOLO_MODE=1", "--mode cron", "cron", "cron"},
		{"HERMES_CRON_SESSION=1", "", "cron", "cron"},
		{"HERMES_CRON_SESSION=0", "", "manual", "manual"},
		{"HERMES_CRON_SESSION=1", "--mode manual", "manual", "cron"},
		{"HERMES_CRON_SESSION=1", "--yolo", "off", "cron"},
		{"HERMES_CRON_SESSION=1 HERMES_YOLO_MODE=1", "", "off", "cron"},
	} {
		for _, name := range []string{"HERMES_YOLO_MODE", "HERMES_CRON_SESSION"} {
			t.Setenv(name, "")
		}
		for _, assignment := range strings.Fields(tt.env) {
			name, value, _ := strings.Cut(assignment, "=")
			t.Setenv(name, value)
		}
		s, _, err := takeSettings(strings.Fields(tt.flags))
		if err != nil {
			t.Fatal(err)
		}
		for nested, want := range map[bool]supervisor.Mode{false: tt.outer, true: tt.nested} {
			w := &world{nested: func() bool { return nested }, outer: func() *outer { return nil }}
			if got := w.mode(&s); got != want {
				t.Errorf("%s hermes-exec %s, nested %v: mode %s, want %s", tt.env, tt.flags, nested, got, want)
			}
		}
	}
}

func TestSupervised(t *testing.T) {
	t.Parallel()
	self := tiers.Process{PID: os.Getpid(), Name: "hermes-exec", Argv: []string{"hermes-exec"}}
	none := 1 << 22 // beyond the largest pid there is
	for _, tt := range []struct {
		name string
		host []tiers.Process
		want bool
	}{
		{"nothing known", nil, false},
		{"itself only", []tiers.Process{self}, false},
		{"a shell", []tiers.Process{self, {PID: none, Name: "bash", Argv: []string{"bash"}}}, false},
		{"by comm", []tiers.Process{self, {PID: none, Name: "bash"}, {PID: none, Name: "hermes-exec"}}, true},
		{"by argv", []tiers.Process{self, {PID: none, Name: "x", Argv: []string{"/opt/hermes-exec"}}}, true},
		{"an argument", []tiers.Process{self, {PID: none, Name: "vi", Argv: []string{"vi", "hermes-exec"}}}, false},
		{"by file", []tiers.Process{self, {PID: os.Getpid(), Name: "bash"}}, true},
	} {
		if got := supervised(tt.host); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

// The furthest supervisor counts, however many stand below it.
func TestFindOuter(t *testing.T) {
	t.Parallel()
	const none = 1 << 22 // beyond the largest pid there is
	ours := func(pid int) tiers.Process { return tiers.Process{PID: pid, Name: "hermes-exec"} }
	other := func(pid int) tiers.Process { return tiers.Process{PID: pid, Name: "node"} }
	for _, tt := range []struct {
		name string
		host []tiers.Process
		want int // its pid; 0: there is none
	}{
		{"nothing known", nil, 0},
		{"itself only", []tiers.Process{ours(none)}, 0},
		{"an agent", []tiers.Process{ours(none), other(none + 1)}, 0},
		{"one", []tiers.Process{ours(none), other(none + 1), ours(none + 2), other(none + 3)}, none + 2},
		{"two", []tiers.Process{ours(none), ours(none + 1), other(none + 2), ours(none + 3), other(none + 4)}, none + 3},
	} {
		got := 0
		if o := findOuter(tt.host); o != nil {
			got = o.host[0].PID
			if o.env("PATH") != "" {
				t.Errorf("%s: a process that is not there has an environment", tt.name)
			}
		}
		if got != tt.want {
			t.Errorf("%s: %d, want %d", tt.name, got, tt.want)
		}
	}
}

// A script file that changes between the verdict and the start is not run.
func TestUnchanged(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "job.sh")
	if err := os.WriteFile(path, []byte("echo judged\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	r := &supervisor.Request{
		Script:  &shellparse.Script{Files: []shellparse.File{{Path: path, Text: "echo judged\n"}}},
		Command: supervisor.Command{Argv: []string{"bash"}},
	}
	started := 0
	run := newWorld().unchanged(r, func(context.Context, supervisor.Command) (supervisor.Status, error) {
		started++
		return supervisor.Status{}, nil
	})
	if _, err := run(t.Context(), supervisor.Command{}); err != nil || started != 1 {
		t.Fatalf("unchanged: %v, started %d times", err, started)
	}
	for _, change := range []func() error{
		func() error { return os.WriteFile(path, []byte("echo other\n"), 0o600) },
		func() error { return os.Remove(path) },
	} {
		if err := change(); err != nil {
			t.Fatal(err)
		}
		_, err := run(t.Context(), supervisor.Command{})
		var start *startError
		if !errors.As(err, &start) || exitStatus(err) != exitRefused || started != 1 {
			t.Errorf("changed: %v, started %d times", err, started)
		}
	}
}

func TestSession(t *testing.T) {
	t.Setenv("HERMES_SESSION_KEY", "")
	parent := os.Getppid() // a process that lives
	host := []tiers.Process{
		{PID: os.Getpid(), Name: "hermes-exec"},
		{PID: parent, Name: "bash"},
		{PID: parent, Name: "-zsh"},
		{PID: 1 << 22, Name: "gone"},
		{PID: parent, Name: "agent"},
		{PID: 1, Name: "init"},
	}
	prefix := fmt.Sprintf("agent:%d:", parent)
	alone := &world{host: func() []tiers.Process { return host }, outer: func() *outer { return nil }, nested: func() bool { return false }}
	if got := alone.session(); !strings.HasPrefix(got, prefix) {
		t.Errorf("%q, want %s and its start time", got, prefix)
	}

	// Under another supervisor it is that one's, whatever is said here.
	furthest := &outer{host, func(string) string { return "" }}
	inside := &world{
		host:  func() []tiers.Process { return append([]tiers.Process{host[0], {PID: parent, Name: "make"}}, host...) },
		outer: func() *outer { return furthest }, nested: func() bool { return true },
	}
	t.Setenv("HERMES_SESSION_KEY", "mine")
	if got := inside.session(); !strings.HasPrefix(got, prefix) {
		t.Errorf("inside: %q, want %s and its start time", got, prefix)
	}
	furthest.env = func(string) string { return "theirs" }
	if got := inside.session(); got != "theirs" {
		t.Errorf("inside: %q, want what the furthest one was told", got)
	}

	if got := alone.session(); got != "mine" {
		t.Errorf("%q, want what HERMES_SESSION_KEY says", got)
	}
}

// What stood in a text was judged there; who approved it approved the rest.
func TestRunningApproved(t *testing.T) {
	w := newWorld()
	r := &supervisor.Request{Script: shellparse.Parse(`cd x; /usr/bin/rm -rf dist "$y"; git push -f`, shellparse.Options{}), Facts: &tiers.Facts{Dir: "/p"}}
	for _, by := range []string{"tier", "human"} {
		r.Decision.By = by
		w.runs(r)
		for words, stood := range map[string]bool{"git push -f": true, "/bin/git push -f": true, "git push": false, "rm -rf dist": false, "cd x": true} {
			if got := w.now.Load().approved(strings.Fields(words)); got != (stood || by == "human") {
				t.Errorf("%s, %s: %v", by, words, got)
			}
		}
	}
}

// Another user's $HERMES_HOME that is kept from this one is not this one's.
func TestUsableHome(t *testing.T) {
	t.Parallel()
	if os.Getuid() != 0 {
		t.Skip("only root can become another user")
	}
	need(t, "setpriv")
	dir := ours("usable")
	closed, open := filepath.Join(dir, "closed"), filepath.Join(dir, "open")
	for home, mode := range map[string]os.FileMode{closed: 0o700, open: 0o755} {
		if err := errors.Join(os.MkdirAll(filepath.Dir(home), 0o755), os.Mkdir(home, mode), os.Chmod(home, mode)); err != nil {
			t.Fatal(err)
		}
		writeFile(t, filepath.Join(home, "exec.yaml"), "deny: [true]\n", 0o644)
		if err := os.Chmod(filepath.Join(home, "exec.yaml"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	become := []string{"setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"}
	program, err := exec.LookPath("hermes-exec")
	if err != nil {
		t.Fatal(err)
	}
	for _, above := range []string{filepath.Dir(program), filepath.Dir(dir), dir} { // of the tests' own
		if err := os.Chmod(above, 0o711); err != nil {
			t.Fatal(err)
		}
	}
	if exec.Command(become[0], append(become[1:], "hermes-exec", "--version")...).Run() != nil || exec.Command(become[0], append(become[1:], "test", "-x", open)...).Run() != nil {
		t.Skip("nobody comes to where temporary folders are")
	}
	for home, want := range map[string]string{closed: "0", open: "126"} { // whose ban holds
		c := exec.Command(become[0], append(become[1:], "hermes-exec", "-c", "true")...)
		c.Dir, c.Env = "/", append(os.Environ(), "HERMES_HOME="+home)
		if out, err := c.CombinedOutput(); ended(err) != want {
			t.Errorf("%s: ended with %s: %s", home, ended(err), out)
		}
	}
}
