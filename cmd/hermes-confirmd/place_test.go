package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor/confirm"
	"github.com/hermes-exec/hermes-exec/supervisor/confirm/confirmtest"
)

// place is a home of its own, with stubs for what commands run.
type place struct {
	t    *testing.T
	home string
	dir  string
	env  []string
}

func newPlace(t *testing.T) *place {
	t.Helper()
	p := &place{t: t, home: filepath.Join(t.TempDir(), ".hermes"), dir: t.TempDir()}
	stubs := t.TempDir()
	if err := os.WriteFile(filepath.Join(stubs, "git"), []byte("#!/bin/sh\necho ran git \"$@\"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	p.env = []string{"HOME=" + filepath.Dir(p.home), "HERMES_HOME=" + p.home, "PATH=" + stubs + ":" + bin + ":/usr/bin:/bin", "TERM=xterm", "CONFIRMATION_UI_PORT=0"}
	return p
}

// command is a program in a session of its own: there is no terminal.
func (p *place) command(argv ...string) *exec.Cmd {
	path := argv[0]
	if !filepath.IsAbs(path) {
		path = filepath.Join(bin, path)
	}
	c := &exec.Cmd{Path: path, Args: argv, Env: p.env, Dir: p.dir, SysProcAttr: &syscall.SysProcAttr{Setsid: true}}
	return c
}

// run runs a program to its end, and gives its output and status.
func (p *place) run(argv ...string) (string, int) {
	p.t.Helper()
	out, err := p.command(argv...).CombinedOutput()
	if err != nil && !isExit(err) {
		p.t.Fatal(err)
	}
	return string(out), exitCode(err)
}

func isExit(err error) bool { _, ok := err.(*exec.ExitError); return ok }

func exitCode(err error) int {
	if e, ok := err.(*exec.ExitError); ok {
		return e.ExitCode()
	}
	return 0
}

// confirmd runs a verb that must succeed.
func (p *place) confirmd(args ...string) string {
	p.t.Helper()
	out, status := p.run(append([]string{"hermes-confirmd"}, args...)...)
	if status != 0 {
		p.t.Fatalf("%q: status %d: %s", args, status, out)
	}
	return out
}

// daemon is a daemon that runs.
type daemon struct {
	*place
	cmd  *exec.Cmd
	base string
	said *bytes.Buffer
	done chan error
}

// serve starts a daemon on a free port.
func (p *place) serve(args ...string) *daemon {
	p.t.Helper()
	d, err := p.tryServe(args...)
	if err != nil {
		p.t.Fatal(err)
	}
	return d
}

func (p *place) tryServe(args ...string) (*daemon, error) {
	d := &daemon{place: p, said: &bytes.Buffer{}, done: make(chan error, 1)}
	d.cmd = p.command(append([]string{"hermes-confirmd", "serve", "--port", "0"}, args...)...)
	d.cmd.Stderr = d.said
	out, err := d.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := d.cmd.Start(); err != nil {
		return nil, err
	}
	p.t.Cleanup(d.kill)
	lines := bufio.NewReader(out)
	first, err := lines.ReadString('\n')
	go func() {
		io.Copy(io.Discard, lines)
		d.done <- d.cmd.Wait()
		close(d.done)
	}()
	if err != nil {
		<-d.done
		return nil, fmt.Errorf("the daemon did not come up: %s", d.said)
	}
	at := strings.Index(first, "http://")
	if at < 0 {
		return nil, fmt.Errorf("no address in %q", first)
	}
	d.base = strings.TrimSpace(first[at:])
	return d, nil
}

// kill ends the daemon at once.
func (d *daemon) kill() {
	d.cmd.Process.Kill()
	<-d.done
}

// stop ends it as a service manager would.
func (d *daemon) stop() error {
	d.cmd.Process.Signal(syscall.SIGTERM)
	return <-d.done
}

// pending waits until n requests wait.
func (p *place) pending(n int) []*confirm.State {
	p.t.Helper()
	var list []*confirm.State
	confirmtest.Eventually(p.t, fmt.Sprintf("%d requests wait", n), func() bool {
		var err error
		list, err = confirm.NewClient(p.home).Pending(p.t.Context())
		return err == nil && len(list) == n
	})
	return list
}

// awaited is the one request that waits, once somebody waits for its answer: before that its
// requester may not even know that it was taken.
func (p *place) awaited() *confirm.State {
	p.t.Helper()
	var s *confirm.State
	confirmtest.Eventually(p.t, "somebody waits for an answer", func() bool {
		s = p.pending(1)[0]
		return s.Waiting > 0
	})
	return s
}

// waiter is a hermes-exec that runs a command, or waits to be allowed to.
type waiter struct {
	cmd  *exec.Cmd
	out  bytes.Buffer
	done chan int
}

func (p *place) waiter(argv ...string) *waiter {
	p.t.Helper()
	w := &waiter{cmd: p.command(append([]string{"hermes-exec"}, argv...)...), done: make(chan int, 1)}
	w.cmd.Stdout, w.cmd.Stderr = &w.out, &w.out
	if err := w.cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(func() { w.cmd.Process.Kill() })
	go func() { w.done <- exitCode(w.cmd.Wait()) }()
	return w
}

// ended waits for the end, and gives status and output.
func (w *waiter) ended(t *testing.T) (int, string) {
	t.Helper()
	select {
	case status := <-w.done:
		return status, w.out.String()
	case <-time.After(60 * time.Second):
		t.Fatal("it hangs")
		return 0, ""
	}
}

// post is a request over the daemon's port.
func post(url string, fields map[string]any) (int, map[string]any, error) {
	text, err := json.Marshal(fields)
	if err != nil {
		return 0, nil, err
	}
	req, err := http.NewRequest(http.MethodPost, url, bytes.NewReader(text))
	if err != nil {
		return 0, nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, nil, err
	}
	defer resp.Body.Close()
	var m map[string]any
	err = json.NewDecoder(resp.Body).Decode(&m)
	return resp.StatusCode, m, err
}
