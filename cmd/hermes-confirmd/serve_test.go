package main

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/hermes-exec/hermes-exec/supervisor/confirm"
	"github.com/hermes-exec/hermes-exec/supervisor/confirm/confirmtest"
)

// Nothing is configured: a home that does not exist yet, two terminals.
func TestFreshUser(t *testing.T) {
	p := newPlace(t)
	if out, status := p.run("hermes-exec", "-c", "git push origin main"); status != 126 || !strings.Contains(out, "no confirmation daemon is running") || !strings.Contains(out, "hermes-confirmd serve") {
		t.Errorf("without a daemon: %d %s", status, out)
	}
	d := p.serve()
	w := p.waiter("-c", "git push origin main")
	s := p.pending(1)[0]
	if s.Description != "git push origin main" || s.Kind != "command" || s.Requester != "hermes-exec" || s.TimeoutSeconds != 100 {
		t.Errorf("%+v", s)
	}
	if out := p.confirmd("list"); !strings.Contains(out, s.ID) || !strings.Contains(out, "git push origin main") {
		t.Errorf("list: %s", out)
	}
	if out := p.confirmd("approve", s.ID, "--as", "ada"); out != s.ID+": approved by ada\n" {
		t.Errorf("approve: %s", out)
	}
	if status, out := w.ended(t); status != 0 || out != "ran git push origin main\n" {
		t.Errorf("%d %s", status, out)
	}
	if out := p.confirmd("audit"); !strings.Contains(out, "approved") || !strings.Contains(out, "ada") {
		t.Errorf("audit: %s", out)
	}
	log, err := os.ReadFile(filepath.Join(p.home, "exec", "audit.jsonl"))
	if err != nil || !strings.Contains(string(log), `"reason":"ada approved it (confirmation `+s.ID+`)"`) {
		t.Errorf("%v\n%s", err, log)
	}
	w = p.waiter("-c", "git push")
	id := p.pending(1)[0].ID
	p.confirmd("deny", "--reason", "not today", id)
	if status, out := w.ended(t); status != 126 || !strings.HasPrefix(out, "hermes-exec: DENIED: git push\n") || !strings.Contains(out, "denied it (confirmation "+id+"): not today") {
		t.Errorf("%d %s", status, out)
	}
	if out, status := p.run("hermes-confirmd", "approve", id); status != 125 || !strings.Contains(out, "already resolved: denied") {
		t.Errorf("%d %s", status, out)
	}
	if out := p.confirmd("list"); out != "nothing waits for an answer\n" {
		t.Errorf("list: %s", out)
	}
	if err := d.stop(); err != nil {
		t.Errorf("the daemon ended with %v: %s", err, d.said)
	}
	if _, err := os.Stat(confirm.SocketPath(p.home)); err == nil {
		t.Error("the socket is still there")
	}
}

func TestWhitelistVerb(t *testing.T) {
	p := newPlace(t)
	d := p.serve()
	if out := p.confirmd("whitelist"); !strings.Contains(out, "empty") {
		t.Error(out)
	}
	p.confirmd("whitelist", "add", "notify", "--as", "ada")
	p.confirmd("whitelist", "add", "deploy", "--session", "s1")
	if out := p.confirmd("whitelist", "list"); !strings.Contains(out, "deploy in session s1") || !strings.Contains(out, "notify, by ada") {
		t.Error(out)
	}
	if status, m, err := post(d.base+"/confirm", map[string]any{"action": "notify", "description": "x"}); status != 200 || m["status"] != "auto_approved" {
		t.Errorf("%d %v %v", status, m, err)
	}
	p.confirmd("whitelist", "remove", "notify")
	for _, action := range []string{"wipe_database", "command"} {
		if out, status := p.run("hermes-confirmd", "whitelist", "add", action); status != 125 || !strings.Contains(out, "always needs a person") {
			t.Errorf("%d %s", status, out)
		}
	}
}

func TestUsage(t *testing.T) {
	p := newPlace(t)
	for _, c := range []struct {
		args []string
		want string
	}{
		{nil, "a verb is wanted"}, {[]string{"x"}, "no such verb"}, {[]string{"approve"}, "approve: 0 words"}, {[]string{"approve", "a", "b"}, "approve: 2 words"},
		{[]string{"serve", "x"}, "serve: 1 words"}, {[]string{"serve", "--port", "70000"}, "at most 65535"}, {[]string{"serve", "--rate-limit", "0"}, "at least 1"},
		{[]string{"whitelist", "frob", "x"}, "frob"}, {[]string{"list", "--frob"}, "frob"}, {[]string{"list"}, "no confirmation daemon is running"},
		{[]string{"approve", "x"}, "no confirmation daemon is running"}, {[]string{"watch"}, "foreground of a terminal"},
	} {
		if out, status := p.run(append([]string{"hermes-confirmd"}, c.args...)...); status != 125 || !strings.Contains(out, c.want) {
			t.Errorf("%q: %d %s", c.args, status, out)
		}
	}
	for _, args := range [][]string{{"-h"}, {"serve", "-h"}, {"help"}, {"list", "--help"}} {
		if out := p.confirmd(args...); !strings.HasPrefix(out, "usage: hermes-confirmd") {
			t.Errorf("%q: %s", args, out)
		}
	}
	p.env = append(p.env, "CONFIRMATION_PORT=x")
	if out, status := p.run("hermes-confirmd", "serve"); status != 125 || !strings.Contains(out, "CONFIRMATION_PORT=x") {
		t.Errorf("%d %s", status, out)
	}
}

func TestBackground(t *testing.T) {
	p := newPlace(t)
	out := p.confirmd("serve", "--background", "--port", "0", "--db-path", "mine.db")
	pid, err := strconv.Atoi(strings.TrimSpace(out[strings.LastIndex(out, " ")+1:]))
	if err != nil {
		t.Fatalf("no pid in %q", out)
	}
	t.Cleanup(func() { syscall.Kill(pid, syscall.SIGKILL) })
	if _, err := os.Stat(filepath.Join(p.dir, "mine.db")); err != nil {
		t.Error(err)
	}
	p.confirmd("list")
	for _, args := range [][]string{{"serve", "--background"}, {"serve"}} {
		if out, status := p.run(append([]string{"hermes-confirmd"}, args...)...); status != 125 || !strings.Contains(out, "is running for "+p.home+" already (pid "+strconv.Itoa(pid)+")") {
			t.Errorf("%q: %d %s", args, status, out)
		}
	}
	other := newPlace(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	port := strconv.Itoa(l.Addr().(*net.TCPAddr).Port)
	if out, status := other.run("hermes-confirmd", "serve", "--background", "--port", port); status != 125 || !strings.Contains(out, "port "+port+" on 127.0.0.1 is taken") {
		t.Errorf("%d %s", status, out)
	}
	if err := syscall.Kill(pid, syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	confirmtest.Eventually(t, "it has ended", func() bool {
		_, err := os.Stat(filepath.Join(p.home, "exec", "confirmd.pid"))
		return os.IsNotExist(err)
	})
}

// A service manager opens the sockets, and passes them.
func TestSocketActivation(t *testing.T) {
	p := newPlace(t)
	if err := os.MkdirAll(p.home, 0o700); err != nil {
		t.Fatal(err)
	}
	tcp, err := net.ListenTCP("tcp", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	defer tcp.Close()
	sock, err := net.ListenUnix("unix", &net.UnixAddr{Name: confirm.SocketPath(p.home), Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	defer sock.Close()
	one, err := sock.File()
	if err != nil {
		t.Fatal(err)
	}
	two, err := tcp.File()
	if err != nil {
		t.Fatal(err)
	}
	// LISTEN_PID is that of the process itself: a shell knows its own.
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Fatal(err)
	}
	c := p.command(sh, "-c", `LISTEN_PID=$$ LISTEN_FDS=2 exec "$0" serve`, filepath.Join(bin, "hermes-confirmd"))
	c.ExtraFiles = []*os.File{one, two}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		c.Process.Kill()
		c.Wait()
	})
	id := ""
	confirmtest.Eventually(t, "it answers", func() bool {
		_, m, err := post("http://"+tcp.Addr().String()+"/confirm", map[string]any{"action": "x", "description": "y"})
		if err == nil {
			id, _ = m["id"].(string)
		}
		return err == nil
	})
	p.confirmd("approve", id)
	if err := c.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := c.Wait(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(confirm.SocketPath(p.home)); err != nil {
		t.Errorf("the manager's socket: %v", err)
	}
}

// The daemon says who it is, to people, to programs, and to hermes-exec doctor.
func TestStatus(t *testing.T) {
	p := newPlace(t)
	if out, status := p.run("hermes-confirmd", "status"); status != 125 || !strings.Contains(out, "no confirmation daemon is running") {
		t.Errorf("%d %s", status, out)
	}
	d := p.serve()
	pid := strconv.Itoa(d.cmd.Process.Pid)
	if out := p.confirmd("status"); !strings.HasPrefix(out, "answering since 20") || !strings.Contains(out, ", pid "+pid+", ") || !strings.Contains(out, ", 0 waiting") {
		t.Error(out)
	}
	if out := p.confirmd("status", "--json"); !strings.HasPrefix(out, `{"status":"ok","pending_count":0,"pid":`+pid+`,"version":"`) || !strings.Contains(out, `"screen":false}`) {
		t.Error(out)
	}
	line := func() string {
		out, _ := p.run("hermes-exec", "doctor")
		for l := range strings.Lines(out) {
			if strings.Contains(l, "  daemon  ") {
				return l
			}
		}
		return out
	}
	if l := line(); !strings.HasPrefix(l, "ok        daemon        answers since 20") {
		t.Error(l)
	}
	d.kill() // and its socket stays
	if l := line(); !strings.HasPrefix(l, "warning   daemon        it does not answer: no confirmation daemon is running") {
		t.Error(l)
	}
}
