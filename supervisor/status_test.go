package supervisor

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// How a command ends is how the supervisor ends, with a terminal and without.
func TestStatus(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	plain := filepath.Join(dir, "plain")
	orphaned := filepath.Join(dir, "orphaned")
	write(t, plain, "#!/bin/sh\nexit 0\n", 0o644)
	write(t, orphaned, "#!"+dir+"/no-such-shell\n", 0o755)

	sh := func(script string) []string { return []string{"/bin/sh", "-c", script} }
	tests := []struct {
		name    string
		options string
		argv    []string
		want    Status
		says    string
	}{
		{"success", "", sh("exit 0"), Status{}, ""},
		{"status", "", sh("exit 7"), Status{Code: 7}, ""},
		{"largest status", "", sh("exit 255"), Status{Code: 255}, ""},
		{"TERM", "", sh("kill -TERM $$"), Status{Signal: syscall.SIGTERM}, ""},
		{"KILL", "", sh("kill -KILL $$"), Status{Signal: syscall.SIGKILL}, ""},
		{"HUP", "", sh("kill -HUP $$"), Status{Signal: syscall.SIGHUP}, ""},
		{"PIPE", "", sh("kill -PIPE $$"), Status{Signal: syscall.SIGPIPE}, ""},
		{"QUIT", "", sh("ulimit -c 0; kill -QUIT $$"), Status{Signal: syscall.SIGQUIT}, ""},
		{"SEGV", "", sh("ulimit -c 0; kill -SEGV $$"), Status{Signal: syscall.SIGSEGV}, ""},
		{"USR1", "", sh("kill -USR1 $$"), Status{Signal: syscall.SIGUSR1}, ""},
		{"its parent killed", "", sh("kill -KILL $PPID; exec sleep 1000"), Status{Signal: syscall.SIGKILL}, ""},
		{"no such program", "", []string{dir + "/none"}, Status{Code: 127}, "none: no such file"},
		{"not executable", "", []string{plain}, Status{Code: 126}, "plain: permission denied"},
		{"no interpreter", "", []string{orphaned}, Status{Code: 126}, "its interpreter"},
		{"no such folder", "dir=$DIR/none", sh("exit 0"), Status{Code: 125}, "in the folder"},
		{"folder", "dir=$DIR", sh(`test -f plain`), Status{}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name+"/headless", func(t *testing.T) {
			t.Parallel()
			cmd := supervised(t, tt.options, tt.argv...)
			cmd.Env = append(cmd.Env, "DIR="+dir)
			out := headless(t, cmd).rest()
			check(t, endOf(t, cmd), tt.want, out, tt.says)
		})
		t.Run(tt.name+"/terminal", func(t *testing.T) {
			t.Parallel()
			cmd := supervised(t, tt.options, tt.argv...)
			cmd.Env = append(cmd.Env, "DIR="+dir)
			s := openScreen(t, cmd)
			s.slave.Close()
			out := s.rest()
			check(t, endOf(t, cmd), tt.want, out, tt.says)
		})
	}
}

func check(t *testing.T, got, want Status, out, says string) {
	t.Helper()
	if got != want || !strings.Contains(out, says) || says == "" && out != "" {
		t.Errorf("ended with %+v and said %q; want %+v and %q", got, out, want, says)
	}
}

func write(t *testing.T, path, text string, mode os.FileMode) {
	t.Helper()
	syscall.ForkLock.RLock() // a child that had it open for a moment would make its start fail (ETXTBSY)
	defer syscall.ForkLock.RUnlock()
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, mode); err != nil { // whatever the umask
		t.Fatal(err)
	}
}

func TestExitCode(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		status Status
		want   int
	}{
		{Status{}, 0},
		{Status{Code: 3}, 3},
		{Status{Signal: syscall.SIGTERM}, 143},
		{Status{Signal: syscall.SIGKILL}, 137},
	} {
		if got := tt.status.ExitCode(); got != tt.want {
			t.Errorf("%+v: %d, want %d", tt.status, got, tt.want)
		}
	}
}

// Every byte value comes through pipes as it is, and standard error apart from
// standard output, whether or not another stream is a terminal.
func TestStreams(t *testing.T) {
	t.Parallel()
	var every []byte
	for range 1000 {
		for b := range 256 {
			every = append(every, byte(b))
		}
	}
	run := func(t *testing.T, cmd *exec.Cmd, start func() error) {
		var out, errs bytes.Buffer
		cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(every), &out, &errs
		if err := start(); err != nil {
			t.Fatal(err)
		}
		if got := endOf(t, cmd); got != (Status{}) {
			t.Errorf("ended with %+v", got)
		}
		if !bytes.Equal(out.Bytes(), every) {
			t.Errorf("standard output: %d bytes differ from the %d put in", out.Len(), len(every))
		}
		if errs.String() != "apart\n" {
			t.Errorf("standard error: %q", errs.String())
		}
	}
	argv := []string{"/bin/sh", "-c", "echo apart >&2; exec cat"}
	t.Run("pipes", func(t *testing.T) {
		t.Parallel()
		cmd := supervised(t, "", argv...)
		run(t, cmd, cmd.Start)
	})
	t.Run("no pty", func(t *testing.T) {
		t.Parallel()
		cmd := supervised(t, "pty=never", argv...)
		run(t, cmd, cmd.Start)
	})
	t.Run("nested", func(t *testing.T) {
		t.Parallel()
		cmd := supervised(t, "", append([]string{"env", "KEEP=", testBinary(t)}, argv...)...)
		run(t, cmd, cmd.Start)
	})
}

// With --pty a caller on pipes gets one merged stream.
func TestForcedPty(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, script, in, want string
	}{
		{"streams are terminals", "test -t 0 && test -t 1 && test -t 2 && echo yes", "", "yes\r\n"},
		{"merged", "echo one; echo two >&2; echo three", "", "one\r\ntwo\r\nthree\r\n"},
		{"input and its end", "stty -echo; echo ready; cat; echo end", "a\nb\n", "ready\r\na\r\nb\r\nend\r\n"},
		{"input without a last newline", "stty -echo; echo ready; cat; echo end", "a\nb", "ready\r\na\r\nbend\r\n"},
		{"one end of input", "stty -echo; echo ready; cat; stty -icanon min 0 time 0; head -c 1 | od -An -c; echo end", "a\n", "ready\r\na\r\nend\r\n"},
		{"another key for it", "stty -echo eof ^E; echo ready; cat; echo end", "a\n", "ready\r\na\r\nend\r\n"},
		{"a size", "stty size", "", "24 80\r\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			cmd := supervised(t, "pty=always", "/bin/sh", "-c", tt.script)
			in, err := cmd.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			out := headless(t, cmd)
			got := ""
			if strings.Contains(tt.script, "ready") {
				got = out.expect("ready\r\n") // echo is off
			}
			io.WriteString(in, tt.in)
			in.Close()
			got += out.rest()
			if status := endOf(t, cmd); status != (Status{}) || got != tt.want {
				t.Errorf("ended with %+v and %q, want %q", status, got, tt.want)
			}
		})
	}
}
