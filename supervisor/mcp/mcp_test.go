package mcp

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/hermes-exec/hermes-exec/lock"
	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/supervisor/procs"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// The server's streams are this process's, so Run is called in this binary
// started again, with the command as its arguments. It tells on descriptor 3
// what happens. As every process below it has that one, too, its end is the end
// of them all.
const (
	dirEnv     = "MCP_TEST_DIR"
	roleEnv    = "MCP_TEST_ROLE" // another that this binary plays, see play
	waitEnv    = "MCP_TEST_WAIT"
	replaceEnv = "MCP_TEST_REPLACE"
	cancelEnv  = "MCP_TEST_CANCEL" // once it runs
)

func TestMain(m *testing.M) {
	Keeper()
	os.Setenv("GORACE", "atexit_sleep_ms=0") // under -race every process would take a second more
	dir, role := os.Getenv(dirEnv), os.Getenv(roleEnv)
	os.Unsetenv(roleEnv)
	switch {
	case role != "":
		play(role, dir)
	case dir != "":
		run(dir)
	default:
		flag.Set("test.parallel", "8") // where the command line does not say: they wait most of the time
		os.Exit(m.Run())
	}
	os.Exit(0)
}

func run(dir string) {
	tell := os.NewFile(3, "tell")
	argv := os.Args[1:]
	path, err := exec.LookPath(argv[0])
	if err != nil {
		path = argv[0]
	}
	wait, _ := time.ParseDuration(os.Getenv(waitEnv))
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	status, err := Run(ctx, Options{
		Dir:  dir,
		Name: "fs",
		Command: supervisor.Command{
			Path: path, Argv: argv, Pty: supervisor.PtyAlways,
			Started: func(pid int) {
				fmt.Fprintf(tell, "started %d\n", pid)
				if os.Getenv(cancelEnv) != "" {
					cancel()
				}
			},
		},
		Warn:    tell,
		Wait:    wait,
		Replace: os.Getenv(replaceEnv) != "",
		Host:    procs.Ancestors(os.Getpid()),
	})
	var held *lock.HeldError
	switch {
	case errors.As(err, &held):
		fmt.Fprintf(tell, "held by %d\n", held.PID)
	case errors.Is(err, fs.ErrNotExist):
		fmt.Fprintln(tell, "not found")
	case errors.Is(err, syscall.ENOEXEC):
		fmt.Fprintln(tell, "no program")
	case err != nil:
		fmt.Fprintln(tell, err)
	case status.Signal != 0:
		fmt.Fprintf(tell, "died of %v\n", status.Signal)
	default:
		fmt.Fprintf(tell, "exit %d\n", status.Code)
	}
}

// play is a holder of the name, or a client.
func play(role, dir string) {
	tell := os.NewFile(3, "tell")
	switch role {
	case "client": // of a runner, which it does not outlive
		cmd := exec.Command(os.Args[0], os.Args[1:]...)
		cmd.Stdin, cmd.Stdout, cmd.Stderr, cmd.ExtraFiles = os.Stdin, os.Stdout, os.Stderr, []*os.File{tell}
		if err := cmd.Start(); err != nil {
			fmt.Fprintln(tell, err)
			return
		}
		fmt.Fprintln(tell, "runner", cmd.Process.Pid)
		cmd.Wait()
	case "stubborn":
		signal.Ignore(syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT)
		fmt.Println("stubborn")
		time.Sleep(time.Hour)
	case "counting":
		terms := make(chan os.Signal, 100)
		signal.Notify(terms, syscall.SIGTERM)
		fmt.Println("ready")
		for range terms {
			fmt.Println("TERM")
		}
	case "heir": // it leaves the name to another
		terms := make(chan os.Signal, 1)
		signal.Notify(terms, syscall.SIGTERM)
		fmt.Fprintln(tell, "started", os.Getpid())
		<-terms
		next := filepath.Join(dir, "next")
		if err := os.WriteFile(next, []byte(os.Args[1]), 0o600); err != nil {
			fmt.Fprintln(tell, err)
		}
		os.Rename(next, filepath.Join(dir, "fs.pid")) // at once: it is read meanwhile
	case "orphan", "ending", "held", "alone":
		l, err := lock.Acquire(dir, "fs")
		if err != nil {
			fmt.Fprintln(tell, err)
			return
		}
		owner := lock.Owner{Client: lock.Identify(os.Getppid(), "test"), Ending: role == "ending"}
		if role == "orphan" {
			owner.Client.Birth-- // the number is in use again
		}
		if role == "alone" {
			owner = lock.Owner{}
		}
		l.Describe(owner)
		fmt.Fprintln(tell, "started", os.Getpid())
		io.Copy(io.Discard, os.Stdin)
	}
}

// runner is a process that is in Run.
type runner struct {
	*exec.Cmd
	in   io.WriteCloser
	out  *bufio.Reader
	told *bufio.Reader
	tell *os.File // where it is told
}

func start(t testing.TB, dir string, argv ...string) *runner {
	t.Helper()
	return startIn(t, dir, nil, argv...)
}

// startIn starts it with more in its environment, where roleEnv may be, and in
// a process group of its own.
func startIn(t testing.TB, dir string, env []string, argv ...string) *runner {
	t.Helper()
	r := &runner{Cmd: exec.Command(os.Args[0], argv...)}
	r.Env = slices.Concat(os.Environ(), []string{dirEnv + "=" + dir}, env)
	r.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	r.Stderr = os.Stderr
	in, err := r.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := r.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	tellR, tellW, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	tellR.SetReadDeadline(time.Now().Add(time.Minute)) // fails, rather than hangs
	r.ExtraFiles = []*os.File{tellW}
	r.in, r.out, r.tell, r.told = in, bufio.NewReader(out), tellR, bufio.NewReader(tellR)
	if err := r.Start(); err != nil {
		t.Fatal(err)
	}
	tellW.Close()
	t.Cleanup(func() {
		in.Close()
		r.Process.Kill()
		r.Wait()
		tellR.Close()
	})
	return r
}

func (r *runner) wantTold(t *testing.T, want string) {
	t.Helper()
	if line, err := r.told.ReadString('\n'); line != want+"\n" {
		t.Fatalf("told %q (%v), want %q", line, err, want)
	}
}

// started returns the server's pid once it runs.
func (r *runner) started(t testing.TB) int {
	t.Helper()
	line, err := r.told.ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSuffix(strings.TrimPrefix(line, "started "), "\n"))
	if err != nil {
		t.Fatalf("told %q: %v", line, err)
	}
	return pid
}

func TestRun(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "mcp")
	a := start(t, dir, "cat")
	pid := a.started(t)
	if b, err := os.ReadFile(filepath.Join(dir, "fs.pid")); string(b) != strconv.Itoa(pid) {
		t.Errorf("pid file %q, %v; want %d", b, err, pid)
	}
	if pid == a.Process.Pid {
		t.Errorf("%d is the supervisor, not the server", pid)
	}

	// A second one starts nothing and says who is there.
	b := start(t, dir, "cat")
	b.wantTold(t, fmt.Sprintf("held by %d", pid))

	// Every byte arrives as it is, lines as soon as they are written.
	all := make([]byte, 256)
	for i := range all {
		all[i] = byte(i)
	}
	for range 3 {
		if _, err := a.in.Write(all); err != nil {
			t.Fatal(err)
		}
		got := make([]byte, len(all))
		if _, err := io.ReadFull(a.out, got); err != nil || !bytes.Equal(got, all) {
			t.Fatalf("%q, %v", got, err)
		}
	}

	a.in.Close()
	a.wantTold(t, "exit 0")
	if _, err := os.Lstat(filepath.Join(dir, "fs.pid")); err == nil {
		t.Error("the pid file is still there")
	}
	c := start(t, dir, "cat")
	c.started(t)
}

// However the command ends, its status is passed on and the name is free.
func TestRunEnds(t *testing.T) {
	t.Parallel()
	text := filepath.Join(t.TempDir(), "text")
	if err := os.WriteFile(text, []byte("exit 3\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		argv []string
		want []string
	}{
		{[]string{"sh", "-c", "exit 7"}, []string{"started", "exit 7"}},
		{[]string{"sh", "-c", "kill -TERM $$"}, []string{"started", "died of terminated"}},
		{[]string{"/nonexistent/server"}, []string{"not found"}},
		{[]string{text}, []string{"no program"}},
	}
	dir := t.TempDir()
	for _, tt := range tests {
		r := start(t, dir, tt.argv...)
		for _, want := range tt.want {
			if want == "started" {
				r.started(t)
				continue
			}
			r.wantTold(t, want)
		}
		if held, err := lock.IsLocked(dir, "fs"); held || err != nil {
			t.Errorf("%q: locked %v, %v", tt.argv, held, err)
		}
		if _, err := os.Lstat(filepath.Join(dir, "fs.pid")); err == nil {
			t.Errorf("%q: the pid file is still there", tt.argv)
		}
	}
}

// The command is started with the very words it was given.
func TestRunWords(t *testing.T) {
	t.Parallel()
	words := "\xff \"\u2028\n<&>"
	r := start(t, filepath.Join(t.TempDir(), "\xfe"), "sh", "-c", `printf %s "$1"`, "sh", words)
	r.started(t)
	if got, err := io.ReadAll(r.out); string(got) != words || err != nil {
		t.Errorf("%q, %v; want %q", got, err, words)
	}
	r.wantTold(t, "exit 0")
}

// Whoever runs it may have enough of it.
func TestRunCancelled(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	r := startIn(t, dir, []string{cancelEnv + "=1"}, "sleep", "1000")
	r.started(t)
	if told := r.wantGone(t, dir); told != "died of terminated\n" {
		t.Errorf("told %q", told)
	}
}

func TestOrder(t *testing.T) {
	t.Parallel()
	host := []tiers.Process{{PID: 9}, {PID: 8}}
	for _, tt := range []struct {
		after, want time.Duration
		client      []lock.Process
	}{{0, killAfter, nil}, {-1, killAfter, nil}, {time.Hour, time.Hour, []lock.Process{{PID: 5}, {PID: 4}}}} {
		o := Options{Command: supervisor.Command{KillAfter: tt.after}, Host: host, Spare: []int{7}}
		q := o.order(tt.client)
		if q.KillAfter != tt.want || !slices.Equal(q.Spare, []int{7, 9, 8}) || q.Runner.PID != os.Getpid() {
			t.Errorf("%+v", q)
		}
		if want := 4 * min(len(tt.client), 1); q.Client.PID != want {
			t.Errorf("client %v, want %d", q.Client, want)
		}
	}
}

// The client is the nearest process above that is no shell; pid 1 is nobody's.
func TestClientOf(t *testing.T) {
	t.Parallel()
	for names, want := range map[string]string{
		"": "", "x": "", "x agent": "agent", "x sh agent above": "sh agent", "x sh": "sh", "x init": "", "x sh init above": "sh",
	} {
		var host []tiers.Process
		for i, name := range strings.Fields(names) {
			pid := 1<<30 + i
			if name == "init" {
				pid = 1
			}
			host = append(host, tiers.Process{PID: pid, Name: name})
		}
		var got []string
		for _, p := range clientOf(host) {
			got = append(got, p.Name)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %q, want %q", names, got, want)
		}
	}
}

// Why a program did not start comes through the socket as it was.
func TestStartFailure(t *testing.T) {
	t.Parallel()
	for _, err := range []error{
		&fs.PathError{Op: "start", Path: "/x", Err: syscall.ENOENT},
		fmt.Errorf("its folder: %w", syscall.ENOTDIR),
		&fs.PathError{Op: "start", Path: "/x", Err: errors.New("no error of the kernel's")},
		errors.New("no program"),
	} {
		got := startFailure(err).error()
		var errno, want syscall.Errno
		var file *fs.PathError
		if errors.As(got, &errno) != errors.As(err, &want) || errno != want || got.Error() != err.Error() {
			t.Errorf("%v, want %v", got, err)
		}
		if errors.As(got, &file) != (errors.As(err, &file) && want != 0) {
			t.Errorf("%#v, want %#v", got, err)
		}
	}
}

func TestRunBadName(t *testing.T) {
	t.Parallel()
	if _, err := Run(context.Background(), Options{Dir: t.TempDir(), Name: "../x"}); err == nil {
		t.Error("no error")
	}
}

// A line to the server and one back, through Run and without it.
func BenchmarkRoundTrip(b *testing.B) {
	b.Run("direct", func(b *testing.B) {
		cmd := exec.Command("cat")
		in, err := cmd.StdinPipe()
		if err != nil {
			b.Fatal(err)
		}
		out, err := cmd.StdoutPipe()
		if err != nil {
			b.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			b.Fatal(err)
		}
		defer cmd.Wait()
		defer in.Close()
		roundTrips(b, in, bufio.NewReader(out))
	})
	b.Run("through", func(b *testing.B) {
		r := start(b, b.TempDir(), "cat")
		r.started(b)
		roundTrips(b, r.in, r.out)
	})
}

func roundTrips(b *testing.B, in io.Writer, out *bufio.Reader) {
	line := []byte(`{"jsonrpc":"2.0","id":1,"method":"ping"}` + "\n")
	for b.Loop() {
		in.Write(line)
		if _, err := out.ReadSlice('\n'); err != nil {
			b.Fatal(err)
		}
	}
}
