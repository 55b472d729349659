package procs

import (
	"fmt"
	"os"
	"testing"

	"github.com/hermes-exec/hermes-exec/tiers"
)

func TestIsShell(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		"bash": true, "-zsh": true, "/bin/sh": true, "busybox": true,
		"hermes-exec": true, "hermes-exec-mon": true,
		"hermes-exec.tes": false, "claude": false, "node": false, "bashful": false, "": false,
	} {
		if got := IsShell(name); got != want {
			t.Errorf("%q is a shell: %v", name, got)
		}
	}
}

// Who gives the commands is the nearest ancestor that is no shell and lives.
func TestAgent(t *testing.T) {
	t.Parallel()
	row := func(name string, pid int) tiers.Process { return tiers.Process{PID: pid, Name: name} }
	me, other, dead := os.Getpid(), start(t, self(t), "echo").Process.Pid, gone(t)
	for _, tt := range []struct {
		host []tiers.Process
		want int // 0: nobody
	}{
		{[]tiers.Process{row("hermes-exec", other), row("bash", other), row("agent", me)}, me},
		{[]tiers.Process{row("agent", other), row("agent", me)}, me}, // the first is the supervisor itself
		{[]tiers.Process{row("hermes-exec", other), row("agent", dead), row("above", me)}, me},
		{[]tiers.Process{row("hermes-exec", other), row("near", me), row("above", other)}, me},
		{[]tiers.Process{row("hermes-exec", other), row("bash", me)}, 0},
		{[]tiers.Process{row("hermes-exec", me)}, 0},
		{nil, 0},
	} {
		p, started, ok := Agent(tt.host)
		if p.PID != tt.want || ok != (tt.want != 0) || started.IsZero() == ok {
			t.Errorf("%v: %d, since %v, %v; want %d", tt.host, p.PID, started, ok, tt.want)
		}
		name := ""
		if ok {
			name = fmt.Sprintf("%s:%d:%d", p.Name, p.PID, started.Unix())
		}
		if got := SessionName(tt.host); got != name {
			t.Errorf("%v: session %q, want %q", tt.host, got, name)
		}
	}
}

// A supervisor is known by its name or its file, by those below it, and its
// session by the key that it was started with.
func TestSupervisorOf(t *testing.T) {
	t.Parallel()
	outer, found, known := SupervisorOf(os.Getpid(), nil)
	if !known {
		t.Fatal("this process is not there")
	}
	const key = "HERMES_SESSION_KEY"
	named := startAs(t, "hermes-exec", parent+"=1", key+"=ours").Process.Pid
	unnamed := startAs(t, "hermes-exec", parent+"=1", key+"=").Process.Pid
	other := start(t, self(t), "echo").Process.Pid
	binary, err := os.Stat(self(t))
	if err != nil {
		t.Fatal(err)
	}
	if p, ok, known := SupervisorOf(other, nil); p.PID != outer.PID || ok != found || !known {
		t.Errorf("of another program: %d, %v, %v", p.PID, ok, known)
	}
	if p, ok, known := SupervisorOf(other, binary); p.PID != other || !ok || !known {
		t.Errorf("by its file: %d, %v, %v", p.PID, ok, known)
	}
	if _, ok, known := SupervisorOf(gone(t), binary); ok || known {
		t.Errorf("of none: %v, %v", ok, known)
	}
	for _, supervisor := range []int{named, unnamed} {
		for _, pid := range []int{supervisor, below(t, supervisor)} {
			if p, ok, known := SupervisorOf(pid, nil); p.PID != supervisor || !ok || !known {
				t.Errorf("%d is under %d, %v, %v; want %d", pid, p.PID, ok, known, supervisor)
			}
		}
	}
	if found {
		t.Skip("these tests run under a supervisor, whose session counts")
	}
	for _, tt := range []struct {
		pid  int
		want string
	}{
		{below(t, named), "ours"}, {named, "ours"},
		{below(t, unnamed), SessionName(Ancestors(unnamed))}, {other, ""}, {gone(t), ""},
	} {
		if got, err := SessionOf(tt.pid, nil); got != tt.want || (err != nil) != (tt.want == "") {
			t.Errorf("%d: session %q, %v; want %q", tt.pid, got, err, tt.want)
		}
	}
}

func TestSupervises(t *testing.T) {
	t.Parallel()
	other := start(t, self(t), "echo").Process.Pid
	for _, tt := range []struct {
		p    tiers.Process
		want bool
	}{
		{tiers.Process{PID: other}, false},
		{tiers.Process{PID: other, Name: "bash", Argv: []string{"bash", "hermes-exec"}}, false},
		{tiers.Process{PID: other, Name: "hermes-exec"}, true},
		{tiers.Process{PID: other, Name: "bash", Argv: []string{"/opt/bin/hermes-exec", "-c"}}, true},
		{tiers.Process{PID: 1 << 22, Name: "x"}, false},
	} {
		if got := Supervises(tt.p, nil); got != tt.want {
			t.Errorf("%+v: %v", tt.p, got)
		}
	}
}

// below is the child of a process.
func below(t *testing.T, pid int) int {
	t.Helper()
	all, err := All()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range all {
		if p.PPID == pid {
			return p.PID
		}
	}
	t.Fatalf("%d has no child", pid)
	return 0
}
