package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
)

// mortal is a program under test with all that it starts.
type mortal struct {
	t    *testing.T
	cmd  *exec.Cmd
	mark string        // in the environment of all of them
	out  io.ReadCloser // the terminal, or standard output
	errs bytes.Buffer
}

// begin starts argv in a session of its own, on a terminal or on pipes, and
// returns when it has written "ready".
func begin(t *testing.T, onTerminal bool, argv ...string) *mortal {
	t.Helper()
	home := t.TempDir()
	m := &mortal{t: t, cmd: exec.Command(argv[0], argv[1:]...), mark: "HOME=" + home}
	m.cmd.Env = append(os.Environ(), m.mark, "HERMES_YOLO_MODE=1")
	m.cmd.Dir = t.TempDir()
	if onTerminal {
		var err error
		if m.out, err = pty.Start(m.cmd); err != nil {
			t.Fatal(err)
		}
	} else {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		m.out, m.cmd.Stdout, m.cmd.Stderr = r, w, &m.errs
		in, typed, err := os.Pipe() // nothing comes, as from a terminal
		if err != nil {
			t.Fatal(err)
		}
		m.cmd.Stdin = in
		t.Cleanup(func() { typed.Close() })
		m.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		err = m.cmd.Start()
		w.Close()
		in.Close()
		if err != nil {
			t.Fatal(err)
		}
	}
	stuck := time.AfterFunc(2*patience, func() { syscall.Kill(-m.cmd.Process.Pid, syscall.SIGKILL) })
	t.Cleanup(func() {
		stuck.Stop()
		syscall.Kill(-m.cmd.Process.Pid, syscall.SIGKILL)
		m.cmd.Wait()
		m.out.Close()
	})
	m.expect("ready")
	return m
}

// expect reads up to a word.
func (m *mortal) expect(word string) {
	m.t.Helper()
	var seen []byte
	for b := make([]byte, 1); !bytes.Contains(seen, []byte(word)); {
		n, err := m.out.Read(b)
		if err != nil {
			m.t.Fatalf("waiting for %q: %v after %q and %q", word, err, seen, &m.errs)
		}
		seen = append(seen, b[:n]...)
	}
}

// settled returns when the program passes signals on, which it begins with when
// the command runs: when CONT, which is harmless before, comes back from the command.
func (m *mortal) settled() {
	m.t.Helper()
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for {
			m.cmd.Process.Signal(syscall.SIGCONT)
			select {
			case <-stop:
				return
			case <-time.After(10 * time.Millisecond):
			}
		}
	}()
	m.expect("resumed")
	close(stop)
	<-stopped
}

// gone waits for the end of all its processes.
func (m *mortal) gone() {
	m.t.Helper()
	began := time.Now()
	for deadline := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		living := m.living()
		if len(living) == 0 {
			m.t.Logf("gone after %d ms", time.Since(began).Milliseconds())
			return
		}
		if time.Now().After(deadline) {
			m.t.Errorf("something lives on: %+v", living)
			for _, p := range living {
				syscall.Kill(p.pid, syscall.SIGKILL)
			}
			return
		}
	}
}

type living struct {
	pid  int
	argv string
}

// living are its processes that have not ended.
func (m *mortal) living() (list []living) {
	environments, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, path := range environments {
		if env, err := os.ReadFile(path); err == nil && bytes.Contains(env, []byte("\x00"+m.mark+"\x00")) {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(path)))
			argv, _ := os.ReadFile(filepath.Join(filepath.Dir(path), "cmdline"))
			list = append(list, living{pid, string(argv)})
		}
	}
	return list
}

// Whatever signal the supervisor is killed by, it ends by that and without a
// word, and the command is gone: with a terminal as without.
func TestKilledByEverySignal(t *testing.T) {
	t.Parallel()
	const stk, pwr = 16, 30 // these and PROF are left to the Go runtime
	harmless := []syscall.Signal{syscall.SIGCHLD, syscall.SIGCONT, syscall.SIGSTOP, syscall.SIGTSTP, syscall.SIGTTIN, syscall.SIGTTOU, syscall.SIGURG, syscall.SIGWINCH}
	var headless, onTerminal []syscall.Signal
	for sig := syscall.Signal(1); sig < 32; sig++ {
		if slices.Contains(harmless, sig) || sig == stk || sig == pwr || sig == syscall.SIGPROF {
			continue
		}
		headless = append(headless, sig)
		if sig != syscall.SIGPIPE {
			onTerminal = append(onTerminal, sig)
		}
	}
	ready := filepath.Join(t.TempDir(), "ready")
	if err := os.WriteFile(ready, []byte("ready\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name     string
		terminal bool
		signals  []syscall.Signal
	}{{"headless", false, headless}, {"terminal", true, onTerminal}} {
		for _, sig := range tt.signals {
			t.Run(fmt.Sprintf("%s %d", tt.name, sig), func(t *testing.T) {
				t.Parallel()
				// It waits without a child: bash outlives an INT that its child does not die of.
				script := "exec 3<> <(:); trap 'echo resumed' CONT; echo ready; while :; do read -t 0.02 -u 3; done"
				passedOn := !tt.terminal && sig != syscall.SIGQUIT && sig != syscall.SIGKILL
				if !passedOn {
					script = "exec cat '" + ready + "' -" // cat says it: bash itself ignores QUIT
				}
				m := begin(t, tt.terminal, "hermes-exec", "-c", "ulimit -c 0; "+script)
				if passedOn {
					m.settled()
				}
				m.cmd.Process.Signal(sig)
				m.gone()
				if end := ended(m.cmd.Wait()); end != signalName(sig) || m.errs.Len() > 0 {
					t.Errorf("ended with %s and said %q", end, &m.errs)
				}
			})
		}
	}
}

// If the supervisor is killed outright, or the whole group of whoever called
// it, nothing in the foreground stays behind, in whatever form it was called.
func TestKilledOutright(t *testing.T) {
	t.Parallel()
	script := filepath.Join(t.TempDir(), "script.sh")
	if err := os.WriteFile(script, []byte("echo ready\nexec sleep 1000\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name string
		argv []string
	}{
		{"-c", []string{"-c", "echo ready; exec sleep 1000"}},
		{"--", []string{"--", "sh", "-c", "trap '' TERM HUP; echo ready; exec sleep 1000"}},
		{"FILE", []string{script}},
		{"nested", []string{"-c", "exec hermes-exec -c 'exec hermes-exec -c \"echo ready; exec sleep 1000\"'"}},
		{"--timeout", []string{"--timeout", "1h", "-c", "echo ready; exec sleep 1000"}},
		{"--pty", []string{"--pty", "-c", "trap '' TERM HUP; echo ready; sleep 1000; :"}},
	} {
		for _, terminal := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, terminal %v", tt.name, terminal), func(t *testing.T) {
				t.Parallel()
				m := begin(t, terminal, append([]string{"hermes-exec"}, tt.argv...)...)
				m.cmd.Process.Kill()
				m.gone()
			})
		}
	}
	t.Run("stdin", func(t *testing.T) {
		t.Parallel()
		m := begin(t, false, "sh", "-c", "exec hermes-exec <'"+script+"'")
		m.cmd.Process.Kill()
		m.gone()
	})
	for _, terminal := range []bool{false, true} {
		t.Run(fmt.Sprintf("the caller's group, terminal %v", terminal), func(t *testing.T) {
			t.Parallel()
			m := begin(t, terminal, "sh", "-c", "hermes-exec -c 'sleep 1000 & (sleep 1000; :) & echo ready; sleep 1000; :' | cat; :")
			syscall.Kill(-m.cmd.Process.Pid, syscall.SIGKILL)
			m.gone()
		})
	}
}

// A caller that ignores the end of its children has them buried by the kernel;
// how the command ended is known all the same.
func TestStatusWhereChildrenAreIgnored(t *testing.T) {
	t.Parallel()
	for _, flag := range []string{"--no-pty", "--pty"} {
		c := exec.Command("bash", "-c", "trap '' CHLD; exec hermes-exec "+flag+" -c 'exit 7'")
		c.Env = append(os.Environ(), "HOME="+t.TempDir())
		c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		if out, err := c.CombinedOutput(); ended(err) != "7" {
			t.Errorf("%s: ended with %s: %s", flag, ended(err), out)
		}
	}
}

// What a process inherits the command has as it would have without hermes-exec:
// limits, umask, working directory, niceness, and the ignored signals that SPEC
// names.
func TestInherited(t *testing.T) {
	const show = `ulimit -S -a; ulimit -H -a; umask; pwd -P; nice; grep -E "^(Sig(Blk|Ign)|Cpus_allowed_list|Groups)" /proc/self/status; cat /proc/self/oom_score_adj; ls -l /proc/self/fd | wc -l`
	setups := []string{
		":", "ulimit -Sn 64", "ulimit -n 200", "ulimit -c 0 -f 1000 -t 100 -s 4096", "umask 027", "cd /usr/lib", "exec 7</dev/null 9>/dev/null",
		"trap '' HUP", "trap '' INT QUIT", "trap '' TSTP TTIN TTOU",
	}
	for _, setup := range setups {
		for _, terminal := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, terminal %v", setup, terminal), func(t *testing.T) {
				t.Parallel()
				run := func(shell string) string {
					c := exec.Command("bash", "-c", setup+"; exec nice -n 3 "+shell+` -c "$0" name`, show)
					c.Env = append(os.Environ(), "HOME="+t.TempDir(), "HERMES_YOLO_MODE=1", "HERMES_HOME="+t.TempDir())
					c.Dir = "/"
					var out []byte
					var err error
					if terminal {
						var f *os.File
						if f, err = pty.Start(c); err != nil {
							t.Fatal(err)
						}
						defer f.Close()
						out, _ = io.ReadAll(f) // its error is how a terminal ends
						err = c.Wait()
					} else {
						c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
						out, err = c.CombinedOutput()
					}
					if err != nil {
						t.Errorf("%s: %v", shell, err)
					}
					return string(out)
				}
				if want, got := run("bash"), run("hermes-exec"); got != want || !strings.Contains(want, "SigIgn") {
					t.Errorf("\n--- bash\n%s\n--- hermes-exec\n%s", want, got)
				}
			})
		}
	}
}
