package procs

import (
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/creack/pty"

	"github.com/hermes-exec/hermes-exec/tiers"
)

// What an earlier command has left running is a young process of this user that
// works where the agent does.
func TestMarkOwn(t *testing.T) {
	t.Parallel()
	top := t.TempDir()
	dir := filepath.Join(top, "here")
	in := func(folders ...string) int {
		cwd := filepath.Join(append([]string{top}, folders...)...)
		if err := os.MkdirAll(cwd, 0o700); err != nil {
			t.Fatal(err)
		}
		return run(t, &exec.Cmd{Path: self(t), Args: []string{"job"}, Dir: cwd}).Process.Pid
	}
	// younger starts one that is, as the kernel counts it.
	younger := func(than int, folders ...string) int {
		for {
			pid := in(folders...)
			if before, err := StartedBefore(than, pid); err != nil {
				t.Fatal(err)
			} else if before {
				return pid
			}
		}
	}
	older := in("here")
	agent := younger(older, "here")
	younger(agent) // and so are all from here on
	zombie := exec.Command("true")
	zombie.Dir = dir
	if err := zombie.Start(); err != nil {
		t.Fatal(err)
	}
	awaitExit(t, zombie.Process.Pid)
	defer zombie.Wait()

	const session = 20
	host := []tiers.Process{{PID: os.Getpid(), PPID: agent, SID: session}, {PID: agent, PPID: 1, SID: session}, {PID: 1, SID: 1}}
	for _, tt := range []struct {
		name string
		pid  int
		want bool
	}{
		{"there", in("here"), true},
		{"below", in("here", "below"), true},
		{"beside", in("here too"), false},
		{"above", in(), false},
		{"older than the agent", older, false},
		{"ended", zombie.Process.Pid, false},
		{"gone", gone(t), false},
		{"the agent", agent, false},
	} {
		for where, counts := range map[string]bool{dir: true, "/": false, "home": false} {
			home := "/nowhere"
			if where == "home" {
				where, home = dir, dir
			}
			all := []tiers.Process{{PID: tt.pid, PPID: 1, SID: session}, host[1], host[2]}
			MarkOwn(all, host, agent, where, home)
			if got, want := all[0].Own, tt.want && counts; got != want {
				t.Errorf("%s, in %s with home %s: own %v", tt.name, where, home, got)
			}
		}
	}
	for _, agent := range []int{gone(t), 1 << 22} {
		all := []tiers.Process{{PID: in("here"), PPID: 1, SID: session}}
		MarkOwn(all, host, agent, dir, "")
		if all[0].Own {
			t.Errorf("of the agent %d that is gone", agent)
		}
	}
	MarkOwn([]tiers.Process{{PID: agent}}, nil, agent, dir, "")
	same, ok := beside(agent, dir)
	if !ok || same(agent) {
		t.Error("the agent is younger than itself")
	}
	master, slave, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer master.Close()
	defer slave.Close()
	c := exec.Command("sleep", "60")
	c.Dir, c.Stdin, c.SysProcAttr = dir, slave, &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	defer c.Wait()
	defer c.Process.Kill()
	if same(c.Process.Pid) {
		t.Error("a job on another terminal is the agent's")
	}
}
