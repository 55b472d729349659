package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/hermes-exec/hermes-exec/lock"
	"github.com/hermes-exec/hermes-exec/supervisor/procs"
)

const large = 8 << 20 // of a result

// mcpClientEnv makes this binary a client that runs the command of its arguments
// on its own streams, and is there to be killed.
const mcpClientEnv = "HERMES_EXEC_TEST_MCP_CLIENT"

func init() {
	if os.Getenv(mcpClientEnv) == "" {
		return
	}
	os.Unsetenv(mcpClientEnv)
	c := exec.Command(os.Args[1], os.Args[2:]...)
	c.Stdin, c.Stdout, c.Stderr = os.Stdin, os.Stdout, os.Stderr
	c.Run()
	os.Exit(0)
}

// realServers returns where scripts/test has installed the servers.
func realServers(t *testing.T) (dir string) {
	t.Helper()
	need(t, "npx")
	return fromNPM(t, "HERMES_EXEC_MCP_SERVERS", "mcp-servers", "mcp-server-everything", "mcp-server-filesystem")
}

// realServer is one of them, with files of its own.
type realServer struct {
	home, files string
	argv, env   []string
	dir         string
}

func newServer(t *testing.T, name string) realServer {
	t.Helper()
	s := realServer{dir: realServers(t), home: t.TempDir(), files: t.TempDir()}
	s.argv = []string{"npx", "--no-install", "mcp-server-" + name}
	if name == "filesystem" {
		s.argv = append(s.argv, s.files)
	}
	text := bytes.Repeat([]byte("0123456789 äöü \"\\\n"), large/16)[:large]
	if err := os.WriteFile(filepath.Join(s.files, "large.txt"), text, 0o600); err != nil {
		t.Fatal(err)
	}
	return s
}

// through is the command line under hermes-exec.
func (s realServer) through() []string {
	return append([]string{"hermes-exec", "mcp", "run", "real", "--"}, s.argv...)
}

// command is argv on pipes. It is killed when the test ends, and after some minutes.
func (s realServer) command(t *testing.T, argv ...string) (cmd *exec.Cmd, in io.WriteCloser, out io.ReadCloser) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 3*patience)
	cmd = exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.Dir = s.dir
	cmd.Env = append(append(os.Environ(), "HERMES_HOME="+s.home), s.env...)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if out, err = cmd.StdoutPipe(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cancel()
		cmd.Wait()
	})
	return cmd, in, out
}

// The official client has its say with real servers, and cannot tell that
// there is something in between.
func TestMCPServers(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"everything", "filesystem"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newServer(t, name)
			ctx, cancel := context.WithTimeout(context.Background(), 3*patience)
			defer cancel()
			progress, changed := make(chan float64, 100), make(chan bool, 100)
			client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, &mcp.ClientOptions{
				ToolListChangedHandler: func(context.Context, *mcp.ToolListChangedRequest) { changed <- true },
				ProgressNotificationHandler: func(_ context.Context, r *mcp.ProgressNotificationClientRequest) {
					progress <- r.Params.Progress
				},
			})
			cmd, in, out := s.command(t, s.through()...)
			session, err := client.Connect(ctx, &mcp.IOTransport{Reader: out, Writer: in, MaxLineLength: -1}, nil)
			if err != nil {
				t.Fatal(err)
			}
			tools, err := session.ListTools(ctx, nil)
			if err != nil {
				t.Fatal(err)
			}
			switch name {
			case "everything":
				wantTool(t, tools, "echo")
				everything(ctx, t, session, progress, changed)
			case "filesystem":
				wantTool(t, tools, "read_text_file")
				path := filepath.Join(s.files, "large.txt")
				want, _ := os.ReadFile(path)
				if got := callTool(ctx, t, session, "read_text_file", map[string]any{"path": path}); got != string(want) {
					t.Errorf("read %d bytes, want the %d of the file", len(got), len(want))
				}
			}
			s.wantHeld(t)

			if err := session.Close(); err != nil {
				t.Error(err)
			}
			cmd.Wait() // at the latest 5 s after the end of its input
			if held, err := lock.IsLocked(filepath.Join(s.home, "mcp"), "real"); held || err != nil {
				t.Errorf("afterwards locked: %v, %v", held, err)
			}
		})
	}
}

func everything(ctx context.Context, t *testing.T, session *mcp.ClientSession, progress chan float64, changed chan bool) {
	message := strings.Repeat("x", large)
	if got := callTool(ctx, t, session, "echo", map[string]any{"message": message}); got != "Echo: "+message {
		t.Errorf("echo of %d bytes: %d", len(message), len(got))
	}
	select { // it says so by itself
	case <-changed:
	case <-ctx.Done():
		t.Error("no notification that the list of tools has changed")
	}

	long := &mcp.CallToolParams{Name: "trigger-long-running-operation", Arguments: map[string]any{"duration": 1000, "steps": 10000}}
	long.SetProgressToken("token")
	call, cancel := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() {
		_, err := session.CallTool(call, long)
		ended <- err
	}()
	for range 2 {
		select {
		case <-progress:
		case err := <-ended:
			t.Fatalf("the long operation has ended: %v", err)
		case <-ctx.Done():
			t.Fatal("no progress")
		}
	}
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if got := callTool(ctx, t, session, "echo", map[string]any{"message": "still there"}); got != "Echo: still there" {
		t.Errorf("after a cancellation: %q", got)
	}
}

func wantTool(t *testing.T, tools *mcp.ListToolsResult, name string) {
	t.Helper()
	if !slices.ContainsFunc(tools.Tools, func(tool *mcp.Tool) bool { return tool.Name == name }) {
		t.Errorf("there is no tool %s among %d", name, len(tools.Tools))
	}
}

func callTool(ctx context.Context, t *testing.T, session *mcp.ClientSession, name string, arguments any) string {
	t.Helper()
	r, err := session.CallTool(ctx, &mcp.CallToolParams{Name: name, Arguments: arguments})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	text, ok := r.Content[0].(*mcp.TextContent)
	if !ok || r.IsError {
		t.Fatalf("%s: %#v", name, r.Content[0])
	}
	return text.Text
}

// wantHeld wants a second one to be refused, with the name of the first.
func (s realServer) wantHeld(t *testing.T) {
	t.Helper()
	second, in, _ := s.command(t, s.through()...)
	in.Close()
	// Its output is none; Wait has nobody to wait for.
	err := second.Wait()
	pid, _ := os.ReadFile(filepath.Join(s.home, "mcp", "real.pid"))
	if got := ended(err); got != "75" || len(pid) == 0 {
		t.Errorf("a second one ended with %s; the pid file says %q", got, pid)
	}
	third := exec.Command("hermes-exec", "mcp", "run", "real", "--", "true")
	third.Env = append(os.Environ(), "HERMES_HOME="+s.home)
	if out, _ := third.CombinedOutput(); !strings.Contains(string(out), "held by pid "+string(pid)+" since ") || !strings.Contains(string(out), fmt.Sprintf("(pid %d), from %s;", os.Getpid(), s.dir)) {
		t.Errorf("the holder %s is not named: %s", pid, out)
	}
}

// Byte for byte what the server says when nothing is in between.
func TestMCPServersBytes(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"everything", "filesystem"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newServer(t, name)
			path, _ := json.Marshal(filepath.Join(s.files, "large.txt"))
			calls := []string{`"method":"tools/call","params":{"name":"read_text_file","arguments":{"path":` + string(path) + `}}`}
			if name == "everything" {
				calls = []string{
					`"method":"tools/call","params":{"name":"echo","arguments":{"message":"` + strings.Repeat("ü", large/2) + `"}}`,
					`"method":"tools/call","params":{"name":"get-tiny-image","arguments":{}}`,
					`"method":"prompts/list"`,
				}
			}
			direct, through := s.converse(t, s.argv, calls), s.converse(t, s.through(), calls)
			if name == "everything" { // its notifications come when they come
				slices.Sort(direct)
				slices.Sort(through)
			}
			if !slices.Equal(direct, through) {
				t.Errorf("%d lines, %d bytes; direct %d lines, %d bytes", len(through), size(through), len(direct), size(direct))
			}
			if n := size(direct); n < large {
				t.Errorf("only %d bytes were compared", n)
			}
			t.Logf("%d lines, %d bytes", len(direct), size(direct))
		})
	}
}

func size(lines []string) (n int) {
	for _, line := range lines {
		n += len(line)
	}
	return n
}

// converse has a short talk with the server, one call after the other, and
// returns every line of its.
func (s realServer) converse(t *testing.T, argv []string, calls []string) (lines []string) {
	t.Helper()
	cmd, in, out := s.command(t, argv...)
	answers := bufio.NewReaderSize(out, 1<<20)
	ask := func(id int, rest string) {
		fmt.Fprintf(in, `{"jsonrpc":"2.0","id":%d,%s}`+"\n", id, rest)
		for {
			line, err := answers.ReadString('\n')
			if err != nil {
				t.Fatalf("%q: %v", argv, err)
			}
			lines = append(lines, line)
			var answer struct{ ID *int }
			if json.Unmarshal([]byte(line), &answer) == nil && answer.ID != nil && *answer.ID == id {
				return
			}
		}
	}
	ask(1, `"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}`)
	io.WriteString(in, `{"jsonrpc":"2.0","method":"notifications/initialized"}`+"\n")
	ask(2, `"method":"tools/list"`)
	for i, call := range calls {
		ask(3+i, call)
	}
	in.Close()
	rest, _ := io.ReadAll(answers)
	if len(rest) > 0 {
		lines = append(lines, string(rest))
	}
	cmd.Wait()
	return lines
}

// A client that is killed outright leaves nothing of what npx makes: itself,
// a shell, the server.
func TestMCPClientKilled(t *testing.T) {
	t.Parallel()
	s := newServer(t, "everything")
	s.env = []string{mcpClientEnv + "=1"}
	client, in, out := s.command(t, append([]string{os.Args[0]}, s.through()...)...)
	fmt.Fprintln(in, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`)
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		t.Fatalf("%q, %v", line, err)
	}
	tree := descendantsOf(t, client.Process.Pid)
	if len(tree) < 4 { // two of ours, npx, and the server
		t.Fatalf("a tree of %d processes", len(tree))
	}
	client.Process.Kill() // its input stays open
	killed := time.Now()
	awaitGone(t, tree)
	t.Logf("%d processes were gone %v after the client was killed", len(tree), time.Since(killed).Round(time.Millisecond))
	if held, err := lock.IsLocked(filepath.Join(s.home, "mcp"), "real"); held || err != nil {
		t.Errorf("afterwards locked: %v, %v", held, err)
	}
}

// The client and both processes of ours killed at once: npx, its shell or its node
// may live on, and the next run of the name takes them down before it starts.
func TestMCPAllKilled(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("the environment of others cannot be read here")
	}
	s := newServer(t, "everything")
	client := s
	client.env = []string{mcpClientEnv + "=1"}
	cmd, in, out := client.command(t, append([]string{os.Args[0]}, s.through()...)...)
	fmt.Fprintln(in, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`)
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		t.Fatalf("%q, %v", line, err)
	}
	tree := descendantsOf(t, cmd.Process.Pid)
	if len(tree) < 4 { // ours first: they are parents
		t.Fatalf("a tree of %d processes", len(tree))
	}
	ours := append([]int{cmd.Process.Pid}, tree[:2]...)
	for _, sig := range []syscall.Signal{syscall.SIGSTOP, syscall.SIGKILL} { // none sees another one go
		for _, pid := range ours {
			syscall.Kill(pid, sig)
		}
	}
	awaitGone(t, ours) // a signal takes its time on a busy machine
	next, nextIn, _ := s.command(t, "hermes-exec", "mcp", "run", "real", "--", "true")
	nextIn.Close()
	if err := next.Wait(); ended(err) != "0" {
		t.Errorf("the next one ended with %s", ended(err))
	}
	awaitGone(t, tree)
}

// awaitGone waits until none of the processes lives.
func awaitGone(t *testing.T, tree []int) {
	t.Helper()
	began := time.Now()
	for slices.ContainsFunc(tree, procs.Alive) {
		if time.Since(began) > patience {
			t.Fatalf("something is left of %d", tree)
		}
		time.Sleep(5 * time.Millisecond)
	}
}

func descendantsOf(t *testing.T, pid int) (tree []int) {
	t.Helper()
	all, err := procs.All()
	if err != nil {
		t.Fatal(err)
	}
	return descendants(all, pid)
}
