package supervisor

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"
)

func TestWindowSize(t *testing.T) {
	t.Parallel()
	s := openScreen(t, acting(t, "", "signals"))
	s.expect("ready")
	for _, size := range [][2]uint16{{50, 132}, {10, 40}} {
		s.resize(size[0], size[1])
		s.expect(fmt.Sprintf("size %d %d\r\n", size[0], size[1]))
	}
}

func TestWindowSizeAtStart(t *testing.T) {
	t.Parallel()
	cmd := supervised(t, "", "stty", "size")
	s := openScreen(t, cmd)
	s.expect("33 101\r\n")
	endOf(t, cmd)
}

func TestModesAtStart(t *testing.T) {
	t.Parallel()
	cmd := exec.Command("sh", "-c", `stty -echo kill ^E; KEEP= "$0" stty -a; :`, testBinary(t))
	s := openScreen(t, cmd)
	for _, mode := range []string{"kill = ^E;", " -echo "} {
		s.expect(mode)
	}
	endOf(t, cmd)
}

// What was typed before the command was there looks and works as without a
// supervisor.
func TestTypedAhead(t *testing.T) {
	t.Parallel()
	for _, keys := range []string{"one\rtwo\r", "\x04", "one\r\x04", "one\x04two\r\x04", "one\r\x04\x04two\r"} {
		t.Run(strconv.Quote(keys), func(t *testing.T) {
			t.Parallel()
			run := func(cmd *exec.Cmd) string {
				t.Helper()
				master, slave, err := pty.Open()
				if err != nil {
					t.Fatal(err)
				}
				defer master.Close()
				defer slave.Close()
				s := newScreen(t, master, slave)
				s.typed(keys)
				if last := keys[len(keys)-1]; last != 4 {
					s.typed("\x04")
				}
				cmd.Stdin, cmd.Stdout, cmd.Stderr = slave, slave, slave
				cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
				if err := cmd.Start(); err != nil {
					t.Fatal(err)
				}
				seen := s.expect("read it all")
				endOf(t, cmd)
				return seen
			}
			const script = "cat | od -c; echo read it all"
			want := run(exec.Command("sh", "-c", script))
			if got := run(supervised(t, "", "sh", "-c", script)); got != want {
				t.Errorf("%q, want %q", got, want)
			}
		})
	}
}

// What is typed has the effect it would have without a supervisor.
func TestKeys(t *testing.T) {
	t.Parallel()
	nested := []string{"env", "KEEP=", testBinary(t)}
	for _, tt := range []struct {
		name   string
		argv   []string
		keys   string
		expect string
		want   Status
	}{
		{"Ctrl-C", []string{"sh", "-c", "echo ready; exec sleep 1000"}, "\x03", "", Status{Signal: syscall.SIGINT}},
		{"Ctrl-C caught", []string{"sh", "-c", "trap 'echo caught; exit 3' INT; sh -c 'echo ready; exec sleep 1000'"}, "\x03", "caught", Status{Code: 3}},
		{"Ctrl-C reaches the group", []string{"sh", "-c", "trap : INT; sh -c 'echo ready; exec sleep 1000'; exit 4"}, "\x03", "", Status{Code: 4}},
		{`Ctrl-\`, []string{"sh", "-c", "ulimit -c 0; echo ready; exec sleep 1000"}, "\x1c", "", Status{Signal: syscall.SIGQUIT}},
		{"Ctrl-D", []string{"sh", "-c", "echo ready; cat; exit 5"}, "\x04", "", Status{Code: 5}},
		{"a line", []string{"sh", "-c", "echo ready; read x; echo got $x"}, "word\r", "got word", Status{}},
		{"raw keys", []string{"sh", "-c", "stty raw -echo; echo ready; dd bs=1 count=4 2>/dev/null | od -An -tx1; stty sane"}, "\x03\x1a\x04\r", "03 1a 04 0d", Status{}},
		{"nested Ctrl-C", append(nested, "sh", "-c", "echo ready; exec sleep 1000"), "\x03", "", Status{Signal: syscall.SIGINT}},
		{"nested status", append(nested, "sh", "-c", "echo ready; read x; exit $x"), "9\r", "", Status{Code: 9}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			cmd := supervised(t, "", tt.argv...)
			s := openScreen(t, cmd)
			s.expect("ready")
			s.typed(tt.keys)
			s.expect(tt.expect)
			if got := endOf(t, cmd); got != tt.want {
				t.Errorf("ended with %+v, want %+v", got, tt.want)
			}
		})
	}
}

// The terminal is raw while the command has it and as before afterwards,
// however that came.
func TestTerminalRestored(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		end  func(s *screen, supervisor int)
		want Status
	}{
		{"exit", func(s *screen, _ int) { s.typed("\r") }, Status{Code: 6}},
		{"TERM", func(_ *screen, pid int) { syscall.Kill(pid, syscall.SIGTERM) }, Status{Signal: syscall.SIGTERM}},
		{"HUP", func(_ *screen, pid int) { syscall.Kill(pid, syscall.SIGHUP) }, Status{Signal: syscall.SIGHUP}},
		{"USR1", func(_ *screen, pid int) { syscall.Kill(pid, syscall.SIGUSR1) }, Status{Signal: syscall.SIGUSR1}},
		{"ALRM", func(_ *screen, pid int) { syscall.Kill(pid, syscall.SIGALRM) }, Status{Signal: syscall.SIGALRM}},
		{"ABRT", func(_ *screen, pid int) { syscall.Kill(pid, syscall.SIGABRT) }, Status{Signal: syscall.SIGABRT}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			cmd := supervised(t, "", "sh", "-c", "stty -echo; echo ready; read x; exit 6")
			s := openScreen(t, cmd)
			s.expect("ready")
			if !s.isRaw() {
				t.Error("not raw while the command runs")
			}
			tt.end(s, cmd.Process.Pid)
			if got := endOf(t, cmd); got != tt.want {
				t.Errorf("ended with %+v, want %+v", got, tt.want)
			}
			if after := s.modes(); after != s.before {
				t.Errorf("modes before %+v, after %+v", s.before, after)
			}
		})
	}
}

// A question aside has the terminal as it was, and its keys; the command has
// those before and after.
func TestAside(t *testing.T) {
	t.Parallel()
	cmd := supervised(t, "aside", "sh", "-c", "read x; echo command got $x; read y || echo no more; read z")
	s := openScreen(t, cmd)
	s.expect("aside?\r\n")
	if s.modes() != s.before {
		t.Error("the terminal is not as it was")
	}
	s.typed("one\r")
	s.expect("aside got one\r\n")
	s.typed("two\r\x04") // while it still has the terminal
	s.expect("command got two\r\n")
	s.expect("no more\r\n")
	if !s.isRaw() {
		t.Error("not raw while the command runs")
	}
	s.typed("\r")
	if got := endOf(t, cmd); got != (Status{}) {
		t.Errorf("ended with %+v", got)
	}
}

func TestTerminalRestoredOnPanic(t *testing.T) {
	t.Parallel()
	master, slave, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer master.Close()
	defer slave.Close()
	s := newScreen(t, master, slave)
	before := s.modes()
	term := &terminal{fd: int(slave.Fd())}
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the panic did not go on")
			}
		}()
		defer term.onPanic()
		if err := term.takeOver(false); err != nil || !s.isRaw() {
			t.Fatalf("not raw: %v", err)
		}
		panic("relay")
	}()
	if after := s.modes(); after != before {
		t.Errorf("modes before %+v, after %+v", before, after)
	}
}

// In a pipeline the terminal is left to whoever reads it, until the command
// reaches for it.
func TestPipeline(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		script string
		in     bool // standard input is the pipe, not standard output
	}{
		{"into a pipe", "echo ready >&2; read x </dev/tty; echo got $x >&2", false},
		{"from a pipe", "echo ready >&2; read x </dev/tty; echo got $x >&2", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			cmd := supervised(t, "", "sh", "-c", "echo first >&2; read go <&4; "+tt.script)
			if tt.in {
				cmd.Stdin = open(t, "pipe", true)
			} else {
				cmd.Stdout = open(t, "pipe", false)
			}
			gate, free, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			defer free.Close()
			cmd.ExtraFiles = []*os.File{gate}
			s := openScreen(t, cmd)
			s.expect("first")
			if s.modes() != s.before {
				t.Error("the modes were changed before the command wanted the terminal")
			}
			free.WriteString("\n")
			s.expect("ready")
			for deadline := time.Now().Add(patience); !s.isRaw() || s.modes().Oflag&unix.OPOST == 0; {
				if time.Now().After(deadline) {
					t.Fatalf("modes %+v: raw it should be, but not for what others write", s.modes())
				}
				time.Sleep(time.Millisecond)
			}
			s.typed("word\r")
			s.expect("got word")
			if got := endOf(t, cmd); got != (Status{}) {
				t.Errorf("ended with %+v", got)
			}
			if s.modes() != s.before {
				t.Error("the modes were not restored")
			}
		})
	}
}

// A writer that never stops does not keep the relay from its end.
func TestEndlessOutput(t *testing.T) {
	t.Parallel()
	zero, err := unix.Open("/dev/zero", unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	o, err := startOutput(zero, -1, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	over := make(chan struct{})
	go func() {
		defer close(over)
		o.end()
		unix.Close(zero)
	}()
	select {
	case <-over:
	case <-time.After(patience):
		t.Error("it goes on")
	}
}

// Nothing is lost or reordered on the way through the pty.
func TestThroughput(t *testing.T) {
	t.Parallel()
	cmd := acting(t, "", "spew")
	s := openScreen(t, cmd)
	s.slave.Close()
	got := s.rest()
	var want bytes.Buffer
	spew(&want)
	if got != strings.ReplaceAll(want.String(), "\n", "\r\n") {
		t.Errorf("%d bytes came of %d written, or not in order", len(got), want.Len())
	}
	if status := endOf(t, cmd); status != (Status{}) {
		t.Errorf("ended with %+v", status)
	}
}

// A person's shell, in which Ctrl-Z suspends the command together with its
// supervisor, and fg and bg work.
func TestJobControl(t *testing.T) {
	t.Parallel()
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash")
	}
	for _, tt := range []struct{ name, run string }{
		{"plain", `KEEP= "$SUPERVISOR"`},
		{"nested", `KEEP= "$SUPERVISOR" env KEEP= "$SUPERVISOR"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			cmd := exec.Command(bash, "--norc", "--noprofile", "--noediting", "-i")
			cmd.Env = append(os.Environ(), "PS1=$ ", "HISTFILE=", "SUPERVISOR="+testBinary(t))
			s := openScreen(t, cmd)
			t.Cleanup(func() {
				cmd.Process.Kill()
				cmd.Wait()
			})
			s.typed("stty -echo\r")
			s.expect("$ ")
			s.typed("stty -a | grep -o ' -*icanon'\r")
			s.expect(" icanon")

			s.typed(tt.run + ` sh -c 'sh -c "echo ready; while read x; do echo \"<\$x>\"; done; echo bye"; exit 3'` + "\r")
			s.expect("ready")
			s.typed("one\r")
			s.expect("<one>")
			s.typed("\x1a")
			s.expect("Stopped")
			s.typed("stty -a | grep -o ' -*icanon'\r")
			s.expect(" icanon")
			s.typed("fg\r")
			s.typed("two\r")
			s.expect("<two>")

			// In the background it stops as soon as it reads.
			s.typed("\x1a")
			s.expect("Stopped")
			s.typed("bg; wait %1\r")
			s.expect("Stopped")
			s.typed("fg\r")
			s.typed("three\r")
			s.expect("<three>")
			s.typed("\x04")
			s.expect("bye")
			s.expect("$ ")
			s.typed("echo status $?\r")
			s.expect("status 3")

			// A pipeline's terminal is given to who reaches for it, with
			// nobody stopped.
			s.typed(tt.run + ` sh -c 'echo asks >&2; read x </dev/tty; echo "<$x>"' | cat` + "\r")
			s.expect("asks")
			s.typed("four\r")
			s.expect("<four>")
		})
	}
}

// In the background with no shell above that could continue it, a command that
// wants the keyboard gets its end, and is not stopped for ever. The shell names
// standard input, which is /dev/null for a job in the background of a subshell.
func TestNobodyToResume(t *testing.T) {
	t.Parallel()
	cmd := exec.Command("bash", "-c", `(set -m; "$0" sh -c 'read go <&4; cat; echo end $?' <&0 &); echo orphaned; exec sleep 1000`, testBinary(t))
	cmd.Env = append(os.Environ(), "KEEP=")
	gate, free, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer free.Close()
	cmd.ExtraFiles = []*os.File{gate}
	s := openScreen(t, cmd)
	s.expect("orphaned")
	free.WriteString("\n")
	s.expect("end 0")
	cmd.Process.Kill()
	cmd.Wait()
}

// A descriptor of a terminal that does not control the caller is as good: some
// callers open a pty and make no session on it.
func TestTerminalWithoutControl(t *testing.T) {
	t.Parallel()
	master, slave, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer master.Close()
	cmd := supervised(t, "", "sh", "-c", "tty >/dev/null && read x </dev/tty && echo got $x")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = slave, slave, slave
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	s := newScreen(t, master, slave)
	s.typed("word\r")
	s.expect("got word")
	if got := endOf(t, cmd); got != (Status{}) {
		t.Errorf("ended with %+v", got)
	}
}

// Where the user's terminal still expands newlines, as others write to it, the
// command's do not come out expanded twice.
func TestNewlines(t *testing.T) {
	t.Parallel()
	for _, script := range []string{
		`printf 'a\nb\r\nc\r'; sleep 0.1; printf '\nd\re\n\n'`,
		`seq 30000`,
	} {
		for _, where := range []string{"in a pipeline", "in the background"} {
			t.Run(where+" "+script, func(t *testing.T) {
				t.Parallel()
				run := func(cmd *exec.Cmd) string {
					if where == "in the background" {
						argv := cmd.Args
						cmd.Path, cmd.Args = "/bin/bash", append([]string{"bash", "-c", `set -m; "$@" & wait $!`, "bash"}, argv...)
					} else {
						cmd.Stdin = open(t, "pipe", true)
					}
					s := openScreen(t, cmd)
					seen := s.expect("the end\r\n")
					endOf(t, cmd)
					return seen
				}
				want := run(exec.Command("/bin/sh", "-c", script+"; echo the end"))
				if got := run(supervised(t, "", "/bin/sh", "-c", script+"; echo the end")); got != want {
					t.Errorf("got %.200q\nwant %.200q", got, want)
				}
			})
		}
	}
}

// Ctrl-C ends the script around the command as well, as where the terminal
// sends it to both; a signal for the command alone does not.
func TestInterruptOfCaller(t *testing.T) {
	t.Parallel()
	const around = `"$@"; echo "goes on, $?"`
	for _, tt := range []struct {
		name, command, keys string
		caught              bool // by the command, which goes on
	}{
		{"Ctrl-C", "echo ready; sleep 1000", "\x03", false},
		{"Ctrl-C that is caught", "trap 'exit 3' INT; echo ready; while :; do sleep 0.1; done", "\x03", true},
		{"a signal", "echo ready; sleep 0.1; kill -INT $$", "", true},
		{"a key that means nothing", "stty -isig; echo ready; head -c 1 >/dev/null; kill -INT $$", "\x03\n", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			run := func(cmd *exec.Cmd) Status {
				cmd.Path, cmd.Args = "/bin/bash", append([]string{"bash", "-c", around, "bash"}, cmd.Args...)
				s := openScreen(t, cmd)
				s.expect("ready")
				awaitState(cmd.Process.Pid, "SI") // it waits for its child: before, the key ends any bash
				s.typed(tt.keys)
				if tt.caught {
					s.expect("goes on, ")
				}
				return endOf(t, cmd)
			}
			want := run(exec.Command("/bin/bash", "-c", tt.command))
			if got := run(supervised(t, "", "/bin/bash", "-c", tt.command)); got != want {
				t.Errorf("the caller ended with %+v, want %+v", got, want)
			}
		})
	}
}
