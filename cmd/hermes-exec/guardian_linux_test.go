package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor/guard"
)

// What a command leaves running starts programs as before when its supervisor has
// ended, or it or a guardian was killed: somebody answers for it, and ends with it.
func TestGuardian(t *testing.T) {
	t.Parallel()
	if err := guard.ExecsAvailable(); err != nil {
		t.Skip(err)
	}
	if _, err := guard.Available(); err != nil {
		t.Skip(err)
	}
	for _, tt := range []struct {
		name                 string
		last                 string // how long the command itself goes on
		supervisor, guardian bool   // are killed, once there are guardians
		flags                []string
	}{
		{name: "ended at once", last: "0"},
		{name: "ended", last: "2"},
		{name: "ended on a terminal", last: "2", flags: []string{"--pty"}},
		{name: "ended, with a time limit", last: "2", flags: []string{"--timeout", "1h"}},
		{name: "supervisor killed", last: "60", supervisor: true},
		{name: "guardian killed", last: "2", guardian: true},
		{name: "both killed", last: "60", supervisor: true, guardian: true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			done, fails := filepath.Join(dir, "done"), filepath.Join(dir, "fails")
			marker := "GUARDIAN_TEST=" + filepath.Base(dir) + strconv.Itoa(os.Getpid()) + tt.name
			const job = `i=0; while [ $i -lt 50 ]; do /bin/sleep 0.1 || exit; i=$((i+1)); done; : >done`
			text := `setsid sh -c '` + job + `' >/dev/null 2>fails </dev/null & exec sleep ` + tt.last
			c := exec.Command("hermes-exec", append(tt.flags, "-c", text)...)
			c.Dir, c.Env = dir, append(os.Environ(), "HOME="+dir, "HERMES_HOME="+filepath.Join(dir, ".hermes"), marker)
			c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			if tt.supervisor || tt.guardian {
				var guardians []int
				for began := time.Now(); len(guardians) < 2; time.Sleep(20 * time.Millisecond) {
					if guardians = guardiansOf(marker); time.Since(began) > patience {
						t.Fatalf("nobody stands by: %v", guardians)
					}
				}
				if tt.supervisor {
					c.Process.Kill()
				}
				if tt.guardian && guardians[0] > 1 {
					syscall.Kill(guardians[0], syscall.SIGKILL)
				}
			}
			c.Wait()
			for began := time.Now(); ; time.Sleep(50 * time.Millisecond) {
				if _, err := os.Stat(done); err == nil {
					break
				}
				if said, _ := os.ReadFile(fails); len(said) > 0 || time.Since(began) > patience {
					t.Fatalf("the job did not go on: %s", said)
				}
			}
			for began := time.Now(); len(guardiansOf(marker)) > 0; time.Sleep(50 * time.Millisecond) {
				if time.Since(began) > patience {
					t.Fatalf("guardians are left: %v", guardiansOf(marker))
				}
			}
		})
	}
}

// guardiansOf are the guardians with a variable in their environment.
func guardiansOf(variable string) (pids []int) {
	entries, _ := os.ReadDir("/proc")
	for _, entry := range entries {
		pid, err := strconv.Atoi(entry.Name())
		if err != nil {
			continue
		}
		line, _ := os.ReadFile(filepath.Join("/proc", entry.Name(), "cmdline"))
		env, _ := os.ReadFile(filepath.Join("/proc", entry.Name(), "environ"))
		if bytes.HasPrefix(line, []byte("hermes-exec-guardian\x00")) && bytes.Contains(env, []byte(variable+"\x00")) {
			pids = append(pids, pid)
		}
	}
	return pids
}
