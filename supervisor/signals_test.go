package supervisor

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A signal to the supervisor reaches the command, once.
func TestForwarding(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		start func(*testing.T, *exec.Cmd) *reader
	}{
		{"headless", headless},
		{"terminal", func(t *testing.T, cmd *exec.Cmd) *reader { return openScreen(t, cmd).reader }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			cmd := acting(t, "", "signals")
			out := tt.start(t, cmd)
			out.expect("ready")
			awaitCaught(t, cmd, out)
			for _, sig := range forwarded[:len(forwarded)-1] {
				cmd.Process.Signal(sig)
				out.expect(fmt.Sprintf("got <%v>", sig))
			}
			cmd.Process.Signal(syscall.SIGUSR1)
			if seen := out.expect("got <user defined signal 1>"); strings.Count(seen, "got")-strings.Count(seen, "continued") != 1 {
				t.Errorf("one came twice: %q", seen)
			}
		})
	}
}

// awaitCaught returns when the supervisor forwards signals: when CONT, which is
// harmless before, comes back from the command.
func awaitCaught(t *testing.T, cmd *exec.Cmd, out *reader) {
	t.Helper()
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for {
			cmd.Process.Signal(syscall.SIGCONT)
			select {
			case <-stop:
				return
			case <-time.After(10 * time.Millisecond):
			}
		}
	}()
	out.expect("got <continued>")
	close(stop)
	<-stopped
}

// What the keyboard sends to the whole group is not sent to the command a
// second time.
func TestKeyboardOnce(t *testing.T) {
	t.Parallel()
	cmd := acting(t, "pty=never", "signals")
	s := openScreen(t, cmd)
	s.expect("ready")
	awaitCaught(t, cmd, s.reader)
	s.typed("\x03")
	s.expect("got <interrupt>")
	cmd.Process.Signal(syscall.SIGUSR1)
	if seen := s.expect("got <user defined signal 1>"); strings.Contains(seen, "interrupt") {
		t.Errorf("the command got a second one: %q", seen)
	}
}

// In the background nothing reaches the command without the supervisor.
func TestBackgroundInterrupt(t *testing.T) {
	t.Parallel()
	cmd := exec.Command("bash", "-c", `set -m; "$0" "$0" & echo "above $! "; wait`, testBinary(t))
	cmd.Env = append(os.Environ(), "KEEP=pty=never", "ACT=signals")
	s := openScreen(t, cmd)
	var above int
	if seen := s.expect(" \r"); !scan(seen, "above", &above) {
		t.Fatalf("%q", seen)
	}
	defer syscall.Kill(above, syscall.SIGKILL)
	supervisor, err := os.FindProcess(above)
	if err != nil {
		t.Fatal(err)
	}
	awaitCaught(t, &exec.Cmd{Process: supervisor}, s.reader)
	supervisor.Signal(syscall.SIGINT)
	s.expect("got <interrupt>")
	supervisor.Kill()
	endOf(t, cmd)
}

// A key that comes to the monitor before the command is in the foreground is for
// all of the command's group.
func TestKeyAtStart(t *testing.T) {
	t.Parallel()
	cmd := supervised(t, "pty=always", "sh", "-c", `trap : INT; echo "above $PPID "; ACT=signals "$SELF"; :`)
	s := openScreen(t, cmd)
	var monitor int
	if seen := s.expect(" \r"); !scan(seen, "above", &monitor) {
		t.Fatalf("%q", seen)
	}
	var inner int
	if s.expect("ready "); !scan("ready "+s.expect("\n"), "ready", &inner) {
		t.Fatal("who is ready?")
	}
	defer syscall.Kill(inner, syscall.SIGKILL)
	awaitCaught(t, cmd, s.reader)
	syscall.Kill(monitor, syscall.SIGINT)
	s.expect("got <interrupt>")
	cmd.Process.Kill()
	endOf(t, cmd)
}

// scan takes the number behind a word out of a text.
func scan(text, word string, n *int) bool {
	_, err := fmt.Sscanf(text[max(strings.Index(text, word), 0):], word+" %d", n)
	return err == nil
}

// Who ends the group that the supervisor leads ends all of the command's, as
// without a supervisor; a signal to one that leads none is the command's alone.
func TestGroupEnded(t *testing.T) {
	t.Parallel()
	for _, sig := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP} {
		for _, leads := range []bool{true, false} {
			t.Run(fmt.Sprintf("%v leads=%v", sig, leads), func(t *testing.T) {
				t.Parallel()
				script := "sleep 1000 & echo above $(ps -o ppid= -p $PPID) job $! job; wait"
				cmd := supervised(t, "", "sh", "-c", script)
				if !leads {
					cmd = exec.Command("sh", "-c", `KEEP= "$0" sh -c "$1"; :`, testBinary(t), script)
				}
				alive, held, err := os.Pipe()
				if err != nil {
					t.Fatal(err)
				}
				defer alive.Close()
				cmd.ExtraFiles = []*os.File{held}
				s := openScreen(t, cmd)
				held.Close()
				var above, job int
				if seen := s.expect(" job\r"); !scan(seen, "above", &above) || !scan(seen, "job", &job) {
					t.Fatalf("%q", seen)
				}
				defer syscall.Kill(job, syscall.SIGKILL)
				syscall.Kill(above, sig)
				if !leads {
					endOf(t, cmd)
					if err := syscall.Kill(job, 0); err != nil {
						t.Errorf("the job does not live on: %v", err)
					}
					return
				}
				if got := endOf(t, cmd); got != (Status{Signal: sig}) {
					t.Errorf("ended with %+v", got)
				}
				(&reader{t: t, f: alive}).rest() // to the end: nobody holds it any more
			})
		}
	}
}

// If the supervisor is killed outright the command dies, too, even one that
// ignores what it is told; on a terminal with all of its group.
func TestSupervisorKilled(t *testing.T) {
	t.Parallel()
	for _, pty := range []string{"never", "auto", "always"} {
		t.Run(pty, func(t *testing.T) {
			t.Parallel()
			rest := "sleep 1000; :"
			if pty == "never" {
				rest = "exec sleep 1000"
			}
			cmd := supervised(t, "pty="+pty, "sh", "-c", `trap "" HUP INT TERM; echo "ready $$"; `+rest)
			alive, held, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			defer alive.Close()
			cmd.ExtraFiles = []*os.File{held}
			s := openScreen(t, cmd)
			held.Close()
			var command, parent int
			s.expect("ready ")
			if _, err := fmt.Sscan(s.expect("\n"), &command); err != nil {
				t.Fatal(err)
			}
			above, err := exec.Command("ps", "-o", "ppid=", "-p", fmt.Sprint(command)).Output()
			if _, scanErr := fmt.Sscan(string(above), &parent); scanErr != nil || (parent == cmd.Process.Pid) != (pty == "never") {
				t.Fatalf("the parent of %d is %d, %v", command, parent, err)
			}
			args, err := exec.Command("ps", "-o", "args=", "-p", fmt.Sprint(parent)).Output()
			if shown := strings.TrimSpace(string(args)); pty != "never" && shown != monitorName {
				t.Errorf("the monitor is shown as %q, %v", shown, err)
			}
			cmd.Process.Kill()
			endOf(t, cmd)
			(&reader{t: t, f: alive}).rest() // to the end: nobody holds it any more
			awaitGone(t, parent)
		})
	}
}

// awaitGone returns when a process has ended, whoever buries it.
func awaitGone(t *testing.T, pid int) {
	t.Helper()
	if !awaitState(pid, "Z") {
		syscall.Kill(pid, syscall.SIGKILL)
		t.Errorf("%d is left behind", pid)
	}
}

// awaitState reports whether a process comes to be in one of the states that
// ps(1) has these letters for, or is gone, before patience ends.
func awaitState(pid int, letters string) bool {
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		state, _ := exec.Command("ps", "-o", "stat=", "-p", fmt.Sprint(pid)).Output()
		if len(state) == 0 || strings.ContainsRune(letters, rune(state[0])) {
			return true
		}
	}
	return false
}

// A background job that holds a pipe or the terminal keeps nobody waiting, and
// lives on: it answers when the supervisor has ended.
func TestBackgroundJob(t *testing.T) {
	t.Parallel()
	onScreen := func(t *testing.T, cmd *exec.Cmd) *reader { return openScreen(t, cmd).reader }
	for _, tt := range []struct {
		name, options string
		job           string // reads from %d and writes to %d
		start         func(*testing.T, *exec.Cmd) *reader
		handed        int // the first descriptor that is handed down
	}{
		{"pipe", "", "{ read x <&%d; echo lives on >&%d; } &", headless, 3},
		{"terminal", "", "{ read x <&%d; echo lives on >&%d; } &", onScreen, 4},
		{"timeout", "timeout=1h", "{ read x <&%d; echo lives on >&%d; } &", headless, 3},
		{"writing terminal", "", "{ trap '' HUP; yes & read x <&%d; kill $!; echo lives on >&%d; } 2>/dev/null &", onScreen, 4},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			asked, ask := pipe(t)
			answer, answered := pipe(t)
			job := fmt.Sprintf(tt.job, tt.handed, tt.handed+1)
			cmd := supervised(t, tt.options, "sh", "-c", job+" echo left; exit 4")
			cmd.ExtraFiles = []*os.File{asked, answered}
			out := tt.start(t, cmd)
			asked.Close()
			answered.Close()
			out.expect("left")
			go io.Copy(io.Discard, out.f) // someone has to look at it
			if got := endOf(t, cmd); got != (Status{Code: 4}) {
				t.Errorf("ended with %+v", got)
			}
			ask.WriteString("\n")
			(&reader{t: t, f: answer}).expect("lives on")
		})
	}
}

// All that is below a supervisor that is killed outright is told before it is
// killed, and continued for that if it is stopped.
func TestLastWords(t *testing.T) {
	t.Parallel()
	words, held := pipe(t)
	cmd := supervised(t, "", "sh", "-c", `trap '' HUP; trap 'echo first >&4; exit' TERM
		ACT=second "$SELF" & wait`)
	cmd.ExtraFiles = []*os.File{held}
	openScreen(t, cmd)
	held.Close()
	for {
		var ws syscall.WaitStatus
		if _, err := syscall.Wait4(cmd.Process.Pid, &ws, syscall.WUNTRACED, nil); err == nil && ws.Stopped() {
			break // the supervisor follows its command
		} else if err != syscall.EINTR {
			t.Fatalf("%v, %v", ws, err)
		}
	}
	cmd.Process.Kill()
	if said := (&reader{t: t, f: words}).rest(); !strings.Contains(said, "first") || !strings.Contains(said, "second") {
		t.Errorf("only %q was told", said)
	}
	endOf(t, cmd)
}

// Where nobody sees what the command writes any more it is told so, as by a
// terminal that has gone.
func TestHungUp(t *testing.T) {
	t.Parallel()
	words, held := pipe(t)
	cmd := supervised(t, "pty=always", "sh", "-c", "trap 'echo told >&3; exit' HUP; while :; do echo ready; sleep 0.01; done")
	cmd.ExtraFiles = []*os.File{held}
	out := headless(t, cmd)
	held.Close()
	out.expect("ready")
	out.f.Close()
	(&reader{t: t, f: words}).expect("told")
	endOf(t, cmd)
}

// The other signals that end a process end the command, and the supervisor by
// the same: none is swallowed, or answered with a trace of this program.
func TestDeadlyHeadless(t *testing.T) {
	t.Parallel()
	for _, sig := range deadly {
		t.Run(sig.String(), func(t *testing.T) {
			t.Parallel()
			cmd := supervised(t, "", "sh", "-c", "trap 'echo got \\<continued\\>' CONT; echo ready; while :; do sleep 0.02; done")
			out := headless(t, cmd)
			out.expect("ready")
			awaitCaught(t, cmd, out)
			cmd.Process.Signal(sig)
			if got := endOf(t, cmd); got != (Status{Signal: sig}) {
				t.Errorf("ended with %+v, want %+v", got, Status{Signal: sig})
			}
			if said := strings.ReplaceAll(out.rest(), "got <continued>", ""); strings.TrimSpace(said) != "" {
				t.Errorf("it said: %s", said)
			}
		})
	}
}

// A descriptor that was handed down for the command is the command's: when
// that closes it, its reader sees the end, while the command goes on.
func TestDescriptorsGivenUp(t *testing.T) {
	t.Parallel()
	for _, pty := range []string{"never", "always"} {
		for _, tt := range []struct{ name, script string }{
			{"above 2", "exec 3>&-; echo closed; exec sleep 1000"},
			{"moved there", "exec 4>&3 3>&- 4>&-; echo closed; exec sleep 1000"},
		} {
			t.Run(tt.name+"/pty="+pty, func(t *testing.T) {
				t.Parallel()
				r, w, err := os.Pipe()
				if err != nil {
					t.Fatal(err)
				}
				defer r.Close()
				cmd := supervised(t, "pty="+pty, "sh", "-c", tt.script)
				cmd.ExtraFiles = []*os.File{w}
				out := headless(t, cmd)
				w.Close()
				out.expect("closed")
				(&reader{t: t, f: r}).rest()
				cmd.Process.Signal(syscall.SIGTERM)
				endOf(t, cmd)
			})
		}
	}
	t.Run("standard output", func(t *testing.T) {
		t.Parallel()
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		cmd := supervised(t, "pty=never", "sh", "-c", "exec >&-; exec sleep 1000")
		cmd.Stdout = w
		cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		w.Close()
		(&reader{t: t, f: r}).rest()
		cmd.Process.Signal(syscall.SIGTERM)
		endOf(t, cmd)
	})
}
