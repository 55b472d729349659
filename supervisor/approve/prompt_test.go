package approve

import (
	"bytes"
	"os"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"

	"github.com/hermes-exec/hermes-exec/tiers"
)

// asks is how the line that asks ends, at 80 columns.
const asks = "? help > "

// push is a question at MEDIUM.
func push() job {
	return job{Tier: tiers.Medium, Cmd: []byte("cd x; git push"), Part: []byte("git push")}
}

func TestKeys(t *testing.T) {
	type step struct{ press, see string } // see: what is written then; "" is the end
	tests := []struct {
		name  string
		tier  tiers.Tier
		steps []step
		allow bool
	}{
		{"y", tiers.Medium, []step{{"y", ""}}, true},
		{"y at HIGH", tiers.High, []step{{"y", ""}}, true},
		{"n", tiers.Medium, []step{{"n", ""}}, false},
		{"Enter", tiers.Medium, []step{{"\r", ""}}, false},
		{"Ctrl-J", tiers.Medium, []step{{"\n", ""}}, false},
		{"Ctrl-D", tiers.Medium, []step{{"\x04", ""}}, false},
		{"Ctrl-C", tiers.Medium, []step{{"\x03", ""}}, false},
		{`Ctrl-\`, tiers.Medium, []step{{"\x1c", ""}}, false},
		{"e", tiers.Medium, []step{{"e", "everything that was found"}, {"", "test.other"}, {"", asks}, {"y", ""}}, true},
		{"?", tiers.Medium, []step{{"?", "hermes-exec: keys"}, {"", "run it, this once"}, {"", asks}, {"n", ""}}, false},
		{"no such key", tiers.Medium, []step{{"x", "no such key: y n e ? > "}, {"\x1a", "no such key"}, {"\x13", "no such key"}, {"y", ""}}, true},
		{"paste", tiers.Medium, []step{{"xxyy", "keys that come together do not count"}, {"\x04", ""}}, false},
		{"yes", tiers.Critical, []step{{"y", "> y"}, {"e", "> ye"}, {"s", "> yes"}, {"\r", ""}}, true},
		{"y is not yes", tiers.Critical, []step{{"y", "> y"}, {"\r", ""}}, false},
		{"yes, then n", tiers.Critical, []step{{"y", "> y"}, {"e", "> ye"}, {"s", "> yes"}, {"n", ""}}, false},
		{"yes at once", tiers.Critical, []step{{"yes\r", "keys that come together do not count"}, {"\x04", ""}}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			j := push()
			j.Tier = tt.tier
			s := start(t, j).watch().see(asks)
			for _, st := range tt.steps {
				if st.press != "" {
					s.press(st.press)
				}
				if st.see != "" {
					s.see(st.see)
				}
			}
			s.decided(tt.allow, ByHuman)
			s.modes("same")
			s.drain()
			checkClean(t, s.written())
		})
	}
}

// The keys that this terminal interrupts with deny, whichever they are; one that
// is not set is none.
func TestInterrupts(t *testing.T) {
	for _, tt := range []struct {
		intr, quit, eof byte
		in, want        string
	}{
		{0x03, 0x1c, 0x04, "a\x03\x1c\x04\x00\xff", "a\x03\x1c\x04\x00\xff"},
		{0x07, 0x08, 0x0e, "a\x07b\x08c\x0e\x1c\x04", "a\x03b\x03c\x03\x1c\x04"},
		{0, 0xff, 0, "\x00\xff", "\x00\xff"},
	} {
		c := &tty{}
		c.saved.Cc[unix.VINTR], c.saved.Cc[unix.VQUIT], c.saved.Cc[unix.VEOF] = tt.intr, tt.quit, tt.eof
		in := []byte(tt.in)
		if c.interrupts(in); string(in) != tt.want {
			t.Errorf("%+v: %q", tt, in)
		}
	}
}

func TestTypedAhead(t *testing.T) {
	j := push()
	j.Wait = true
	s := start(t, j).watch()
	s.press("y").see("y") // echoed: it is in the terminal's input
	s.next()
	s.see(asks).press("n")
	s.decided(false, ByHuman)
	s.modes("same")
}

func TestClosedTerminal(t *testing.T) {
	s := start(t, push())
	// Read by hand: a reader that waits in the background would keep it open.
	var out []byte
	for buf := make([]byte, 4096); !strings.Contains(string(out), asks); {
		n, err := s.master.Read(buf)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, buf[:n]...)
	}
	s.master.Close()
	s.decided(false, byNobody)
	s.modes("gone")
}

func TestSignals(t *testing.T) {
	for _, sig := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT, syscall.SIGUSR1} {
		t.Run(sig.String(), func(t *testing.T) { // USR1 withdraws the question: its context is cancelled
			t.Parallel()
			s := start(t, push()).watch().see(asks)
			s.signal(sig)
			s.decided(false, byNobody)
			s.modes("same")
		})
	}
}

func TestPanic(t *testing.T) {
	j := push()
	j.Panic = true
	s := start(t, j).watch()
	if r := s.report(); !r.Panicked || r.Leaked != 0 {
		t.Errorf("got %+v", r)
	}
	s.modes("same")
	s.drain()
	if out := s.written(); out != seqPasteOn+seqPasteOff {
		t.Errorf("written: %q", out)
	}
}

func TestNotAsked(t *testing.T) {
	other, slave, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	defer slave.Close()
	open := start(t, job{Sit: true})
	if err := os.Chmod(open.slave, 0o622); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name string
		set  func(*job)
		why  string
	}{
		{"background", func(j *job) { j.Background = true }, "not in the foreground of /dev/tty"},
		{"no terminal", func(j *job) { j.Setsid = true }, "there is no terminal"},
		{"another program's keys", func(j *job) { j.Raw = true }, "another program reads the keys"},
		{"somebody else's terminal", func(j *job) { j.TTY = slave.Name() }, "no session is known that sits at"},
		{"a terminal that anybody may write", func(j *job) { j.TTY, j.Setsid = open.slave, true }, "is not this user's alone"},
		{"nobody vouches for it", func(j *job) { j.Stranger = true }, "a stranger sits there"},
		{"no such terminal", func(j *job) { j.TTY = "/nonexistent/tty" }, "no such file"},
		{"not a terminal", func(j *job) { j.TTY = "/dev/null" }, "/dev/null is not a terminal"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			j := push()
			tt.set(&j)
			start(t, j).watch().notAsked(tt.why)
		})
	}
}

func TestNamedTerminal(t *testing.T) {
	j := push()
	j.TTY = "slave"
	s := start(t, j).watch().see(asks).press("y")
	s.decided(true, ByHuman)
	s.modes("same")
}

// TestElsewhere asks on the terminal of another session, from a background
// process of a session without one.
func TestElsewhere(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("who sits at another terminal is known on Linux only")
	}
	for key, allow := range map[string]bool{"y": true, "n": false, "\x03": false} {
		other := start(t, job{Sit: true})
		j := push()
		j.TTY, j.Setsid = other.slave, true
		here := start(t, j)
		other.watch().see(asks)
		if err := pty.Setsize(other.master, &pty.Winsize{Rows: 24, Cols: 40}); err != nil {
			t.Fatal(err)
		}
		other.see("needs an").see("| y n e ? > ").press(key)
		here.decided(allow, ByHuman)
		here.modes("same")
		here.watch().drain()
		if out := here.written(); out != "" {
			t.Errorf("written on its own terminal: %q", out)
		}
	}
}

// TestElsewhereClosed: the other terminal goes away before there is an answer.
func TestElsewhereClosed(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("who sits at another terminal is known on Linux only")
	}
	other := start(t, job{Sit: true})
	j := push()
	j.TTY, j.Setsid = other.slave, true
	here := start(t, j)
	var out []byte
	for buf := make([]byte, 4096); !strings.Contains(string(out), asks); {
		n, err := other.master.Read(buf)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, buf[:n]...)
	}
	other.master.Close()
	here.decided(false, byNobody)
}

// TestTurns: a second question on the same terminal waits until the first has
// its answer, and one on another terminal does not.
func TestTurns(t *testing.T) {
	j := push()
	j.Askers = 2
	s := start(t, j).watch().see(asks)
	s.asking()
	s.next()
	s.asking()
	elsewhere := start(t, push()).watch().see(asks) // which is also /dev/tty to who asks there
	elsewhere.press("y").decided(true, ByHuman)
	s.press("y")
	s.decided(true, ByHuman)
	s.see("hermes-exec: approved").see("needs an answer").see(asks).press("n")
	s.decided(false, ByHuman)
	s.modes("same")
}

func TestResize(t *testing.T) {
	j := push()
	j.NoColor = true
	s := start(t, j).watch().see(asks)
	if err := pty.Setsize(s.master, &pty.Winsize{Rows: 24, Cols: 40}); err != nil {
		t.Fatal(err)
	}
	s.see("needs an\r\nanswer")
	from := s.matched
	s.see("y n e ? > ").press("y")
	s.decided(true, ByHuman)
	s.modes("same")
	s.drain()
	for line := range strings.SplitSeq(s.written()[from:], "\r\n") {
		for _, part := range strings.Split(strings.ReplaceAll(line, seqPasteOff, ""), "\r"+seqErase) {
			if len(part) > 40 {
				t.Errorf("wider than the terminal: %q", part)
			}
		}
	}
}

// TestContinued: after a stop the shell has put its own modes back.
func TestContinued(t *testing.T) {
	s := start(t, push()).watch().see(asks)
	modes, err := unix.IoctlGetTermios(int(s.master.Fd()), getModes)
	if err != nil {
		t.Skipf("this system does not show a terminal's modes to its master: %v", err)
	}
	if modes.Lflag&(unix.ICANON|unix.ECHO) != 0 {
		t.Fatal("keys are read by the line, or echoed")
	}
	modes.Lflag |= unix.ICANON | unix.ECHO
	if err := unix.IoctlSetTermios(int(s.master.Fd()), setModes, modes); err != nil {
		t.Fatal(err)
	}
	s.signal(syscall.SIGSTOP)
	s.signal(syscall.SIGCONT)
	s.see("needs an answer").see(asks).press("y") // no Enter: it would deny
	s.decided(true, ByHuman)
	s.modes("same")
}

// TestStuckTerminal: nobody reads the other side, and the question is longer
// than what the system keeps for it.
func TestStuckTerminal(t *testing.T) {
	t.Parallel()
	j := push()
	j.Cmd = bytes.Repeat([]byte("git push; "), 20_000)
	j.Part = j.Cmd
	s := start(t, j)
	if d := s.decided(false, byNobody); !strings.Contains(d.Reason, "has taken no output") {
		t.Errorf("got %+v", d)
	}
	s.modes("same")
}

// TestLongQuestion: a terminal that has no room for a while gets the rest later.
func TestLongQuestion(t *testing.T) {
	t.Parallel()
	j := push()
	j.Cmd = bytes.Repeat([]byte("git push; "), 20_000)
	j.Part = j.Cmd
	s := start(t, j).watch().see(asks).press("n")
	s.decided(false, ByHuman)
	s.modes("same")
}

// TestHostile: whatever a command holds, what reaches the terminal is printable
// text, our own sequences, and lines that start with our own words.
func TestHostile(t *testing.T) {
	for _, j := range []job{{}, {NoColor: true}, {Dumb: true}} {
		j.Tier, j.Cmd, j.Part = tiers.High, []byte(hostile()), []byte("rm -rf \"$X\"/\u202ecba")
		s := start(t, j).watch().see(asks).press("e").see("everything").see(asks).press("n")
		s.decided(false, ByHuman)
		s.modes("same")
		s.drain()
		out := s.written()
		if j.Dumb {
			if strings.Contains(out, "\x1b") {
				t.Errorf("sequences on a dumb terminal: %q", out)
			}
			out = blankLine(out)
		}
		checkClean(t, out)
		marked := `rm -rf "$X"/<U+202E>cba`
		if !j.NoColor && !j.Dumb {
			marked = seqMark + marked + seqReset
		}
		if !strings.Contains(out, marked) {
			t.Errorf("no %q in %q", marked, out)
		}
	}
}

// blankLine takes out what blanks the line that asks on a dumb terminal.
func blankLine(out string) string {
	var b strings.Builder
	for out != "" {
		before, after, ok := strings.Cut(out, "\r ")
		b.WriteString(before)
		if !ok {
			break
		}
		blanks, rest, _ := strings.Cut(after, "\r")
		if strings.Trim(blanks, " ") != "" {
			b.WriteString("\r " + blanks)
		} else {
			b.WriteString("\n")
		}
		out = rest
	}
	return b.String()
}

func TestHostileBytes(t *testing.T) {
	for _, color := range []bool{true, false} {
		for _, width := range []int{40, 80, 200} {
			r := request(tiers.High, hostile(), "rm -rf \"$X\"")
			f := &r.Verdict.Findings[0]
			f.Rule, f.Why, f.Safer, f.Target, f.Command, f.Via = hostile(), hostile(), hostile(), hostile(), hostile(), []string{hostile()}
			r.Verdict.Problems = []tiers.Problem{{Kind: "parse", Text: hostile()}}
			r.Facts.Dir, r.Facts.Host[1].Name = hostile(), hostile()
			p := page{width: width, color: color}
			p.question(r, &touched{files: 1, paths: []string{hostile()}, why: []string{hostile()}})
			p.explain(r, nil)
			p.help(tiers.High, func(byte) bool { return true })
			out := p.String()
			if width == 40 {
				out = strings.ReplaceAll(out, "needs an\nanswer", "needs an answer")
				out = strings.ReplaceAll(out, "needs an"+seqReset+"\n"+seqBold+"answer", "needs an answer")
			}
			checkClean(t, out)
		}
	}
}

func TestMaskedQuestion(t *testing.T) {
	j := push()
	j.Cmd, j.Part, j.Mask = []byte("cd x; curl token=hunter2 y | sh"), []byte("curl token=hunter2 y | sh"), true
	s := start(t, j).watch().see(asks).press("e").see("everything").see(asks).press("n")
	s.decided(false, ByHuman)
	s.modes("same")
	s.drain()
	if out := s.written(); strings.Contains(out, "hunter2") || strings.Count(out, seqMark+"curl token=*** y | sh"+seqReset) != 2 {
		t.Errorf("written: %q", out)
	}
}
