package approve

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"

	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// The cast of a terminal test: the test is the terminal emulator (it holds the
// master of a pty); "leader" plays the shell that owns the session; "asker"
// plays the supervisor, with a y waiting on its standard input for whoever
// should read it from there.

// job is what leader and asker are told to do.
type job struct {
	Tier       tiers.Tier
	Cmd, Part  []byte // not always UTF-8
	TTY        string // of the Prompt; "slave" is the terminal's own name
	NoColor    bool   // of the Prompt
	Dumb       bool   // of the Prompt
	Askers     int    // how many ask at the same time; 0 is 1
	Background bool   // the asker is in a background group
	Setsid     bool   // the asker has no terminal
	Raw        bool   // somebody reads the terminal's keys
	Panic      bool   // the asker panics while it asks
	Mask       bool   // the asker hides secrets
	Stranger   bool   // nobody vouches for who sits at the terminal
	Sit        bool   // the leader only sits there: nobody asks
	Wait       bool   // the leader waits for [terminal.next]
	Keep       string // the asker keeps permissions in this $HERMES_HOME; Cmd is judged for real
}

// report is a line that leader or asker writes.
type report struct {
	Started  int                  // pid of an asker
	Asking   bool                 // an asker is about to, where there are several
	Decision *supervisor.Decision // of an asker
	Err      string               // of an asker
	Panicked bool
	Leaked   int    // descriptors an asker had left
	Modes    string // of a leader, after all askers have ended: "same", "changed", "gone"
}

func TestMain(m *testing.M) {
	var j job
	if path, ok := os.LookupEnv("APPROVE_TEST_JOB"); ok {
		b, err := os.ReadFile(path)
		if err == nil {
			err = json.Unmarshal(b, &j)
		}
		if err != nil {
			panic(err)
		}
	}
	switch os.Getenv("APPROVE_TEST_ROLE") {
	case "leader":
		leader(j)
	case "asker":
		asker(j)
	default:
		os.Exit(m.Run())
	}
}

func tell(r report) {
	b, _ := json.Marshal(r)
	os.Stdout.Write(append(b, '\n'))
}

// leader is the session leader of the terminal on its standard input.
func leader(j job) {
	// Not ignored, as nohup and a shell's & leave them: the askers would inherit that.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT, syscall.SIGTERM)
	before, err := unix.IoctlGetTermios(0, getModes)
	if err != nil {
		panic(err)
	}
	if j.Raw {
		before.Lflag &^= unix.ICANON
		unix.IoctlSetTermios(0, setModes, before)
	}
	begin := os.NewFile(3, "begin")
	if j.Sit {
		begin.Read(make([]byte, 1)) // until the test has ended
		return
	}
	var wg sync.WaitGroup
	for i := range max(1, j.Askers) {
		if i > 0 || j.Wait {
			begin.Read(make([]byte, 1))
		}
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), "APPROVE_TEST_ROLE=asker")
		cmd.Stdin = strings.NewReader("y\nyes\n")
		cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
		cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: j.Background, Setsid: j.Setsid}
		if err := cmd.Start(); err != nil {
			panic(err)
		}
		wg.Go(func() { cmd.Wait() })
	}
	wg.Wait()
	switch after, err := unix.IoctlGetTermios(0, getModes); {
	case err != nil:
		tell(report{Modes: "gone"})
	case *after != *before:
		tell(report{Modes: "changed"})
	default:
		tell(report{Modes: "same"})
	}
}

func asker(j job) {
	tell(report{Started: os.Getpid()}) // before it has anything else to say
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGUSR1)
	defer stop()
	if r, w, err := os.Pipe(); err == nil { // what the runtime opens for its own use is open now
		r.Close()
		w.Close()
	}
	p := Prompt{TTY: j.TTY, NoColor: j.NoColor, Dumb: j.Dumb}
	if j.Mask {
		p.Mask = secretMask
	}
	if j.Stranger {
		p.Vouch = func(int) error { return errors.New("a stranger sits there") }
	}
	if j.Panic {
		p.Mask = func(string) string { panic("mask") }
	}
	before := descriptors()
	if j.Askers > 1 {
		tell(report{Asking: true})
	}
	var rep report
	func() {
		defer func() { rep.Panicked = recover() != nil }()
		r := request(j.Tier, string(j.Cmd), string(j.Part))
		if j.Keep != "" {
			p.Keep = func(g Grant) error { return AddGrant(j.Keep, g) }
			r = realRequest(string(j.Cmd))
		}
		d, err := p.Approve(ctx, r)
		rep.Decision = &d
		if err != nil {
			rep.Err = err.Error()
		}
	}()
	for late := time.Now().Add(5 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		// What the runtime has open for a moment is no leak.
		if rep.Leaked = descriptors() - before; rep.Leaked <= 0 || time.Now().After(late) {
			break
		}
	}
	tell(rep)
}

func descriptors() int {
	d, err := os.ReadDir("/dev/fd")
	if err != nil {
		return 0
	}
	return len(d)
}

// terminal is the test's side.
type terminal struct {
	t       *testing.T
	master  *os.File
	begin   *os.File
	slave   string // its name
	reports chan report
	pids    []int

	mu      sync.Mutex
	out     strings.Builder
	more    chan struct{} // something has come, or nothing will
	hungUp  bool
	matched int // how much of out the test has seen
}

// patience bounds a wait for something that will not come; no test depends on it
// but a failing one.
const patience = 30 * time.Second

// start asks j's question on a new terminal, 80 columns wide.
func start(t *testing.T, j job) *terminal {
	t.Helper()
	master, slave, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	if err := pty.Setsize(master, &pty.Winsize{Rows: 24, Cols: 80}); err != nil {
		t.Fatal(err)
	}
	if j.TTY == "slave" {
		j.TTY = slave.Name()
	}
	spec := filepath.Join(t.TempDir(), "job")
	b, err := json.Marshal(j)
	if err == nil {
		err = os.WriteFile(spec, b, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	hold, begin, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "APPROVE_TEST_ROLE=leader", "APPROVE_TEST_JOB="+spec)
	cmd.Stdin, cmd.Stderr = slave, os.Stderr
	cmd.ExtraFiles = []*os.File{hold}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	slave.Close()
	hold.Close()
	term := &terminal{t: t, master: master, slave: slave.Name(), begin: begin, reports: make(chan report, 16), more: make(chan struct{}, 1)}
	reported := make(chan struct{})
	go func() {
		defer close(reported)
		defer close(term.reports)
		for lines := bufio.NewScanner(stdout); lines.Scan(); {
			var r report
			if json.Unmarshal(lines.Bytes(), &r) == nil {
				term.reports <- r
			}
		}
	}()
	t.Cleanup(func() {
		for _, pid := range term.pids {
			syscall.Kill(pid, syscall.SIGKILL) // ours, and reaped only by the leader, which is alive
		}
		begin.Close()
		cmd.Process.Kill()
		<-reported
		cmd.Wait()
		master.Close()
	})
	if !j.Wait && !j.Sit {
		term.started()
	}
	return term
}

// started waits until an asker runs.
func (s *terminal) started() {
	s.t.Helper()
	r := s.report()
	if r.Started <= 1 { // no process to be ended: 0 would be all of ours
		s.t.Fatalf("no asker runs: %+v", r)
	}
	s.pids = append(s.pids, r.Started)
}

// next lets the leader start the next asker.
func (s *terminal) next() {
	s.t.Helper()
	if _, err := s.begin.Write([]byte("!")); err != nil {
		s.t.Fatal(err)
	}
	s.started()
}

// watch reads what is written on the terminal from here on.
func (s *terminal) watch() *terminal {
	go func() {
		buf := make([]byte, 4096)
		for {
			n, err := s.master.Read(buf)
			s.mu.Lock()
			s.out.Write(buf[:n])
			s.hungUp = s.hungUp || err != nil
			s.mu.Unlock()
			select {
			case s.more <- struct{}{}:
			default:
			}
			if err != nil {
				return
			}
		}
	}()
	return s
}

// see waits until want has been written, after what was seen before.
func (s *terminal) see(want string) *terminal {
	s.t.Helper()
	late := time.After(patience)
	for {
		s.mu.Lock()
		out, hungUp := s.out.String(), s.hungUp
		s.mu.Unlock()
		if i := strings.Index(out[s.matched:], want); i >= 0 {
			s.matched += i + len(want)
			return s
		}
		if hungUp {
			s.t.Fatalf("no %q in %q", want, out[s.matched:])
		}
		select {
		case <-s.more:
		case <-late:
			s.t.Fatalf("no %q in %q", want, out[s.matched:])
		}
	}
}

func (s *terminal) press(keys string) *terminal {
	s.t.Helper()
	if _, err := io.WriteString(s.master, keys); err != nil {
		s.t.Fatal(err)
	}
	return s
}

func (s *terminal) report() report {
	s.t.Helper()
	select {
	case r, ok := <-s.reports:
		if !ok {
			s.t.Fatal("the other side has ended without a report")
		}
		return r
	case <-time.After(patience):
		s.t.Fatal("no report")
	}
	return report{}
}

// asking waits until an asker is about to ask.
func (s *terminal) asking() {
	s.t.Helper()
	if r := s.report(); !r.Asking {
		s.t.Fatalf("not asking: %+v", r)
	}
}

// decided waits for an asker to end, and checks what it decided and that it
// has left nothing open.
func (s *terminal) decided(allow bool, by string) supervisor.Decision {
	s.t.Helper()
	r := s.report()
	if r.Decision == nil {
		s.t.Fatalf("no decision: %+v", r)
	}
	if r.Err != "" || r.Decision.Allow != allow || r.Decision.By != by {
		s.t.Errorf("got %+v %q, want %v by %s", *r.Decision, r.Err, allow, by)
	}
	if r.Leaked != 0 {
		s.t.Errorf("%d descriptors left open", r.Leaked)
	}
	return *r.Decision
}

// notAsked waits for an asker to end, and checks that it had nobody to ask, why,
// and that it has not written on the terminal.
func (s *terminal) notAsked(why string) {
	s.t.Helper()
	r := s.report()
	if r.Decision == nil || r.Decision.Allow || !strings.Contains(r.Err, why) || r.Leaked != 0 {
		s.t.Errorf("got %+v %+v, want %q", r, r.Decision, why)
	}
	s.modes("same")
	s.drain()
	if out := s.written(); out != "" {
		s.t.Errorf("written on the terminal: %q", out)
	}
}

// modes waits for the leader's verdict on the terminal after the question.
func (s *terminal) modes(want string) {
	s.t.Helper()
	if got := s.report().Modes; got != want {
		s.t.Errorf("terminal modes: %q, want %q", got, want)
	}
}

// drain reads until the leader has ended and the terminal with it.
func (s *terminal) drain() {
	s.t.Helper()
	late := time.After(patience)
	for {
		s.mu.Lock()
		hungUp := s.hungUp
		s.mu.Unlock()
		if hungUp {
			return
		}
		select {
		case <-s.more:
		case <-late:
			s.t.Fatal("the terminal does not end")
		}
	}
}

func (s *terminal) written() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.out.String()
}

func (s *terminal) signal(sig syscall.Signal) {
	s.t.Helper()
	if err := syscall.Kill(s.pids[0], sig); err != nil {
		s.t.Fatal(fmt.Errorf("signal the asker: %w", err))
	}
}
