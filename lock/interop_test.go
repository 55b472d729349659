package lock

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// python is another tool that knows the pid files only.
type python struct {
	t   *testing.T
	pid int
	in  io.Writer
	out *bufio.Reader
}

func startPython(t *testing.T, home string) python {
	t.Helper()
	path, err := exec.LookPath("python3")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("python3 is not installed")
		}
		t.Skip("python3 is not installed")
	}
	cmd := exec.Command(path, filepath.Join("testdata", "pidlock.py"))
	cmd.Env = append(os.Environ(), "HERMES_HOME="+home)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close()
		cmd.Process.Kill()
		cmd.Wait()
	})
	// The interpreter may have been found through a wrapper.
	p := python{t: t, in: in, out: bufio.NewReader(out)}
	if p.pid, err = strconv.Atoi(p.say("acquire hello")); err != nil {
		t.Fatal(err)
	}
	p.want("None", "release hello")
	return p
}

func (p python) say(command string) string {
	p.t.Helper()
	fmt.Fprintln(p.in, command)
	answer, err := p.out.ReadString('\n')
	if err != nil {
		p.t.Fatalf("%s: %v", command, err)
	}
	return strings.TrimSuffix(answer, "\n")
}

func (p python) want(answer, command string) {
	p.t.Helper()
	if got := p.say(command); got != answer {
		p.t.Errorf("%s: %s, want %s", command, got, answer)
	}
}

func TestPython(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	dir := filepath.Join(home, "mcp")
	p := startPython(t, home)

	// Ours is held for it, with the server's pid as with our own.
	l, err := Acquire(dir, "fs")
	if err != nil {
		t.Fatal(err)
	}
	server := start(t, "stay", "", "").Process.Pid
	for _, pid := range []int{os.Getpid(), server} {
		if err := l.SetPID(pid); err != nil {
			t.Fatal(err)
		}
		p.want("True", "locked fs")
		p.want("None", "acquire fs")
		p.want(fmt.Sprintf("{'fs': %d}", pid), "list")
		p.want("0", "clean")
		p.want("None", "release fs") // only one's own
		wantPID(t, dir, "fs", pid)
	}
	if err := l.Release(); err != nil {
		t.Fatal(err)
	}
	p.want("False", "locked fs")

	// Its is held for us.
	p.want(strconv.Itoa(p.pid), "acquire fs")
	_, err = Acquire(dir, "fs")
	var held *HeldError
	if !errors.As(err, &held) || held.PID != p.pid {
		t.Fatalf("Acquire: %v, want pid %d", err, p.pid)
	}
	wantLocked(t, dir, "fs", true)
	if n, err := CleanStale(dir); n != 0 || err != nil {
		t.Errorf("CleanStale: %d, %v", n, err)
	}
	p.want("None", "release fs")
	if l, err = Acquire(dir, "fs"); err != nil {
		t.Fatal(err)
	}
	l.Release()

	// What either leaves behind is stale for both.
	for _, text := range []string{"99999999", strconv.Itoa(gone(t)), "", "no pid"} {
		writePID(t, dir, "fs", text)
		p.want("False", "locked fs")
		if l, err = Acquire(dir, "fs"); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		p.want("True", "locked fs")
		l.Release()
	}
	writePID(t, dir, "fs", "99999999")
	p.want("1", "clean")
	wantPID(t, dir, "fs", 0)
}

// A number that is in use again, by a process younger than the file: the other
// tool takes it for its server, which it is not, and we do not.
func TestPythonRecycled(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	dir := filepath.Join(home, "mcp")
	p := startPython(t, home)
	recycled := start(t, "stay", "", "").Process.Pid
	writePID(t, dir, "fs", strconv.Itoa(recycled))
	before := time.Now().Add(-time.Minute)
	if err := os.Chtimes(filepath.Join(dir, "fs.pid"), before, before); err != nil {
		t.Fatal(err)
	}
	p.want("True", "locked fs")
	l, err := Acquire(dir, "fs")
	if err != nil {
		t.Fatal(err)
	}
	l.Release()
}

// Both end a server the same way.
func TestPythonForce(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	dir := filepath.Join(home, "mcp")
	p := startPython(t, home)
	ours := start(t, "hold", dir, "fs")
	go ours.Process.Wait() // its number lives on until then
	p.want("None", "force fs")
	if l, err := Acquire(dir, "fs"); err != nil {
		t.Errorf("after its force: %v", err)
	} else {
		l.Release()
	}
	q := startPython(t, home)
	q.want(strconv.Itoa(q.pid), "acquire fs")
	if err := ForceRelease(dir, "fs"); err != nil {
		t.Errorf("ForceRelease: %v", err)
	}
	p.want("False", "locked fs")
}
