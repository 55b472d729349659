package supervisor

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"
)

// The test binary is also the supervisor under test (KEEP is set: it keeps the
// command that is its arguments and dies as that did) and, where no standard
// program will do, that command (ACT says which of acts).
func TestMain(m *testing.M) {
	Monitor(installFake)
	os.Setenv("LC_ALL", "C")                 // what shells say is compared
	os.Setenv("GORACE", "atexit_sleep_ms=0") // under -race every command would take a second more
	if options, ok := os.LookupEnv("KEEP"); ok {
		os.Unsetenv("KEEP")
		keepMain(options, os.Args[1:])
	}
	if act := os.Getenv("ACT"); act != "" {
		actMain(act)
	}
	// What this process was started to ignore (nohup, &) the supervisors under
	// test are not to: a handler is not inherited.
	unheard := make(chan os.Signal, 1)
	for _, sig := range []os.Signal{syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT} {
		if signal.Ignored(sig) {
			signal.Notify(unheard, sig)
		}
	}
	os.Exit(m.Run())
}

func keepMain(options string, argv []string) {
	c := Command{Argv: argv, Path: argv[0], Pty: PtyAuto, GiveUp: true}
	if path, err := exec.LookPath(argv[0]); err == nil {
		c.Path = path
	}
	for _, o := range strings.Fields(options) {
		name, value, _ := strings.Cut(o, "=")
		value = os.ExpandEnv(value) // a folder's name may have spaces
		switch name {
		case "pty":
			c.Pty = PtyMode(value)
		case "dir":
			c.Dir = value
		case "timeout":
			c.Timeout, _ = time.ParseDuration(value)
		case "kill-after":
			c.KillAfter, _ = time.ParseDuration(value)
		case "aside":
			asides := make(chan func())
			c.Aside = asides
			go func() { asides <- askAside }()
		}
	}
	status, err := Keep(context.Background(), c)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			os.Exit(127)
		case errors.Is(err, fs.ErrPermission):
			os.Exit(126)
		}
		os.Exit(125)
	}
	status.Die()
}

// askAside is a question on the terminal while the command has it.
func askAside() {
	tty, err := os.OpenFile("/dev/tty", os.O_RDWR, 0)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return
	}
	defer tty.Close()
	fmt.Fprintln(tty, "aside?")
	answer := make([]byte, 100)
	n, _ := tty.Read(answer)
	fmt.Fprintf(tty, "aside got %s", answer[:n])
	await(int(tty.Fd()), false, -1) // more is typed
}

// moreActs are those that some systems have.
var moreActs = map[string]func(){}

// acts are commands that tell what happens to them. All but probe and spew run
// until they are killed, which they are when the test ends.
func actMain(act string) {
	if more, ok := moreActs[act]; ok {
		more()
	}
	switch act {
	case "probe":
		b, _ := json.Marshal(look())
		os.WriteFile(os.Getenv("OUT"), b, 0o600)
		os.Exit(0)
	case "spew":
		spew(os.Stdout)
		os.Exit(0)
	case "polite":
		c := make(chan os.Signal, 1)
		signal.Notify(c, syscall.SIGTERM)
		<-c
		os.Exit(5)
	case "second": // stops its group, itself included, until it is told
		c := make(chan os.Signal, 1)
		signal.Notify(c, syscall.SIGTERM)
		syscall.Kill(0, syscall.SIGSTOP)
		<-c
		os.NewFile(4, "words").WriteString("second\n")
		os.Exit(0)
	case "stubborn":
		signal.Ignore(syscall.SIGHUP, syscall.SIGINT, syscall.SIGTERM)
		fmt.Println("ready", os.Getpid())
		for { // not select: with nothing left to wait for, Go would end it
			time.Sleep(time.Hour)
		}
	case "signals":
		c := make(chan os.Signal, 16)
		signal.Notify(c, append(asSignals(forwarded), syscall.SIGWINCH)...)
		fmt.Println("ready", os.Getpid())
		for sig := range c {
			size, _ := unix.IoctlGetWinsize(0, unix.TIOCGWINSZ)
			if sig == syscall.SIGWINCH {
				fmt.Println("size", size.Row, size.Col)
				continue
			}
			fmt.Printf("got <%v>\n", sig)
		}
	}
}

func asSignals(in []syscall.Signal) (out []os.Signal) {
	for _, sig := range in {
		out = append(out, sig)
	}
	return out
}

// spew writes 10 MB in which every byte has its place.
func spew(w io.Writer) {
	var b bytes.Buffer
	for i := 0; b.Len() < 10<<20; i++ {
		fmt.Fprintf(&b, "%08d the quick brown fox jumps over the lazy dog\n", i)
	}
	w.Write(b.Bytes())
}

// supervised returns the supervisor about to keep argv. It is killed, if it
// still runs, when the test ends.
func supervised(t *testing.T, options string, argv ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(testBinary(t), argv...)
	cmd.Env = append(os.Environ(), "KEEP="+options, "SELF="+testBinary(t))
	t.Cleanup(func() {
		if cmd.Process != nil && cmd.ProcessState == nil {
			cmd.Process.Kill()
			cmd.Wait()
		}
	})
	return cmd
}

// acting is supervised, with one of acts for the command.
func acting(t *testing.T, options, act string) *exec.Cmd {
	t.Helper()
	cmd := supervised(t, options, testBinary(t))
	cmd.Env = append(cmd.Env, "ACT="+act)
	return cmd
}

func testBinary(t *testing.T) string {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return exe
}

// headless starts cmd without a terminal, in a group of its own, and returns
// its output, standard error included.
func headless(t *testing.T, cmd *exec.Cmd) *reader {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	cmd.Stdout, cmd.Stderr = w, w
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	w.Close()
	return &reader{t: t, f: r}
}

// pipe gives the two ends of one, closed when the test ends.
func pipe(t *testing.T) (r, w *os.File) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close(); w.Close() })
	return r, w
}

// screen is a terminal with a program in its foreground.
type screen struct {
	*reader
	master, slave *os.File     // slave is the test's own hold on it
	before        unix.Termios // its modes before anything was started on it
}

// openScreen starts cmd with a controlling terminal. Streams that cmd has set
// stay as they are, the others are on the terminal.
func openScreen(t *testing.T, cmd *exec.Cmd) *screen {
	t.Helper()
	master, slave, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { master.Close(); slave.Close() })
	s := newScreen(t, master, slave)
	s.resize(33, 101)
	s.before = s.modes()
	if cmd.Stdin == nil {
		cmd.Stdin = slave
	}
	if cmd.Stdout == nil {
		cmd.Stdout = slave
	}
	if cmd.Stderr == nil {
		cmd.Stderr = slave
	}
	cmd.ExtraFiles = append([]*os.File{slave}, cmd.ExtraFiles...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true, Ctty: 3}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return s
}

// newScreen is a screen with nothing on it yet.
func newScreen(t *testing.T, master, slave *os.File) *screen {
	t.Helper()
	fd, err := unix.FcntlInt(master.Fd(), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	unix.SetNonblock(fd, true) // so that reading it can be given up
	m := os.NewFile(uintptr(fd), "screen")
	t.Cleanup(func() { m.Close() })
	return &screen{reader: &reader{t: t, f: m}, master: m, slave: slave}
}

func (s *screen) resize(rows, columns uint16) {
	s.t.Helper()
	size := unix.Winsize{Row: rows, Col: columns}
	if err := unix.IoctlSetWinsize(int(s.slave.Fd()), unix.TIOCSWINSZ, &size); err != nil {
		s.t.Fatal(err)
	}
}

// typed sends keys.
func (s *screen) typed(keys string) {
	s.t.Helper()
	if _, err := s.master.WriteString(keys); err != nil {
		s.t.Fatal(err)
	}
}

// modes are the terminal's.
func (s *screen) modes() unix.Termios {
	s.t.Helper()
	modes, err := unix.IoctlGetTermios(int(s.slave.Fd()), ioctlGetTermios)
	if err != nil {
		s.t.Fatal(err)
	}
	return *modes
}

// isRaw reports whether the terminal is raw, or is so before long: what a
// command writes may be seen before the supervisor has the keyboard.
func (s *screen) isRaw() bool {
	for end := time.Now().Add(patience); s.modes().Lflag&unix.ICANON != 0; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			return false
		}
	}
	return true
}

// patience is how long anything may take before a test gives up on it.
const patience = 20 * time.Second

// reader reads what a program writes, as far as a test waits for it.
type reader struct {
	t    *testing.T
	f    *os.File
	read string // what came and was not waited for yet
}

// expect waits for text and returns all up to its end.
func (r *reader) expect(text string) string {
	r.t.Helper()
	r.f.SetReadDeadline(time.Now().Add(patience))
	buf := make([]byte, 4096)
	for {
		if i := strings.Index(r.read, text); i >= 0 {
			seen := r.read[:i+len(text)]
			r.read = r.read[len(seen):]
			return seen
		}
		n, err := r.f.Read(buf)
		r.read += string(buf[:n])
		if err != nil {
			r.t.Fatalf("waiting for %q: %v after %q", text, err, r.read)
		}
	}
}

// rest reads to the end, however long that takes while something comes.
func (r *reader) rest() string {
	r.t.Helper()
	all := []byte(r.read)
	buf := make([]byte, 1<<16)
	for {
		r.f.SetReadDeadline(time.Now().Add(patience))
		n, err := r.f.Read(buf)
		all = append(all, buf[:n]...)
		switch {
		case err == io.EOF, errors.Is(err, syscall.EIO):
			return string(all)
		case err != nil:
			r.t.Fatalf("reading to the end: %v", err)
		}
	}
}

// endOf waits for cmd and returns how it ended.
func endOf(t *testing.T, cmd *exec.Cmd) Status {
	t.Helper()
	done := time.AfterFunc(patience, func() { cmd.Process.Kill() })
	defer done.Stop()
	if err := cmd.Wait(); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			t.Fatal(err)
		}
	}
	return statusOf(cmd.ProcessState.Sys().(syscall.WaitStatus))
}
