package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor/confirm"
	"github.com/hermes-exec/hermes-exec/supervisor/confirm/confirmtest"
)

var waiters = flag.Int("waiters", 10, "hermes-exec processes that wait at once in TestManyWait")

// Many wait at once, are answered in random order, and each gets its own answer.
func TestManyWait(t *testing.T) {
	p := newPlace(t)
	p.serve()
	all := map[string]*waiter{}
	for i := range *waiters {
		cmd := fmt.Sprintf("git push origin %d", i)
		p.env = append(p.env, fmt.Sprintf("HERMES_SESSION_KEY=s%d", i/100)) // 120 an hour each
		all[cmd] = p.waiter("-c", cmd)
	}
	list := p.pending(*waiters)
	rand.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	client := confirm.NewClient(p.home)
	want := map[string]string{}
	for i, s := range list {
		verb := []string{"approve", "deny"}[i%2]
		reason := fmt.Sprint("answer ", i)
		if _, err := client.Resolve(t.Context(), s.ID, verb, "ada", reason); err != nil {
			t.Fatal(err)
		}
		want[s.Description] = verb + " " + reason
	}
	for cmd, w := range all {
		status, out := w.ended(t)
		verb, reason, _ := strings.Cut(want[cmd], " ")
		if verb == "approve" && (status != 0 || out != "ran "+cmd+"\n") || verb == "deny" && (status != 126 || !strings.Contains(out, "): "+reason+"\n")) {
			t.Errorf("%s: %s: %d %s", cmd, want[cmd], status, out)
		}
	}
	t.Logf("%d processes waited at once, each got its own answer", *waiters)
}

// The daemon ends while it is asked: the answer is no, soon and clearly.
func TestDaemonEnds(t *testing.T) {
	for _, sig := range []syscall.Signal{syscall.SIGTERM, syscall.SIGKILL} {
		t.Run(sig.String(), func(t *testing.T) {
			t.Parallel()
			p := newPlace(t)
			d := p.serve()
			w := p.waiter("-c", "git push")
			p.awaited()
			d.cmd.Process.Signal(sig)
			if status, out := w.ended(t); status != 126 || !strings.HasPrefix(out, "hermes-exec: DENIED: git push\n") || !strings.Contains(out, "the confirmation daemon stopped while it was asked") {
				t.Errorf("%d %s", status, out)
			}
			// Nobody wants to know any more.
			p.serve()
			confirmtest.Eventually(t, "it is cancelled", func() bool { return strings.Contains(p.confirmd("audit"), "cancelled") })
		})
	}
}

// A daemon that is killed and comes back has forgotten nothing.
func TestDaemonRestarts(t *testing.T) {
	p := newPlace(t)
	d := p.serve()
	w := p.waiter("-c", "git push")
	id := p.awaited().ID
	d.kill()
	p.serve()
	p.confirmd("approve", id)
	if status, out := w.ended(t); status != 0 || out != "ran git push\n" {
		t.Errorf("%d %s", status, out)
	}
}

// Who asked is gone: the question is withdrawn, and nothing runs later.
func TestWrapperEnds(t *testing.T) {
	for _, sig := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP, syscall.SIGKILL} {
		t.Run(sig.String(), func(t *testing.T) {
			t.Parallel()
			p := newPlace(t)
			p.serve()
			w := p.waiter("-c", "git push")
			id := p.pending(1)[0].ID
			w.cmd.Process.Signal(sig)
			w.ended(t)
			p.pending(0)
			if out, status := p.run("hermes-confirmd", "approve", id); status != 125 || !strings.Contains(out, "cancelled") {
				t.Errorf("%d %s", status, out)
			}
			if strings.Contains(w.out.String(), "ran git") {
				t.Error(w.out.String())
			}
		})
	}
}

// Unattended, what needs a person is escalated to the daemon where there is one.
func TestCron(t *testing.T) {
	p := newPlace(t)
	p.env = append(p.env, "HERMES_CRON_SESSION=1")
	if out, status := p.run("hermes-exec", "-c", "git push"); status != 126 || !strings.Contains(out, "mode cron has nobody to ask") {
		t.Errorf("%d %s", status, out)
	}
	p.serve()
	w := p.waiter("-c", "git push")
	p.confirmd("approve", p.pending(1)[0].ID)
	if status, out := w.ended(t); status != 0 || out != "ran git push\n" {
		t.Errorf("%d %s", status, out)
	}
}

// Each statement of a script on standard input asks by itself.
func TestScriptOnStdin(t *testing.T) {
	p := newPlace(t)
	p.serve()
	w := &waiter{cmd: p.command("hermes-exec"), done: make(chan int, 1)}
	w.cmd.Stdin = strings.NewReader("git push one\necho status $?\ngit push two\n")
	w.cmd.Stdout, w.cmd.Stderr = &w.out, &w.out
	if err := w.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.cmd.Process.Kill() })
	go func() { w.done <- exitCode(w.cmd.Wait()) }()
	for _, c := range []struct{ cmd, verb string }{{"git push one", "deny"}, {"git push two", "approve"}} {
		var s *confirm.State
		confirmtest.Eventually(t, c.cmd+" waits", func() bool {
			list, err := confirm.NewClient(p.home).Pending(t.Context())
			if err == nil && len(list) == 1 && strings.TrimSpace(list[0].Description) == c.cmd {
				s = list[0]
			}
			return s != nil
		})
		p.confirmd(c.verb, s.ID)
	}
	if status, out := w.ended(t); status != 0 || !strings.Contains(out, "DENIED: git push one\n") || !strings.Contains(out, "status 126\n") || !strings.HasSuffix(out, "ran git push two\n") {
		t.Errorf("%d %s", status, out)
	}
}

// What does not need a person does not go there; what nobody can approve neither.
func TestNotAsked(t *testing.T) {
	p := newPlace(t)
	p.serve()
	for cmd, want := range map[string]int{"echo hi": 0, "mkfs.ext4 /dev/no-such-disk": 126, "hermes-confirmd approve x": 126} {
		if out, status := p.run("hermes-exec", "-c", cmd); status != want {
			t.Errorf("%s: %d %s", cmd, status, out)
		}
	}
	if out := p.confirmd("audit"); out != "" {
		t.Errorf("asked about: %s", out)
	}
}

// Secrets do not reach the database.
func TestSecretsMasked(t *testing.T) {
	p := newPlace(t)
	p.serve()
	const secret = "hunter2hunter2"
	w := p.waiter("-c", "git push https://ada:"+secret+"@example.org/x.git")
	s := p.pending(1)[0]
	if strings.Contains(s.Description+string(s.Details), secret) || !strings.Contains(s.Description, "example.org/x.git") {
		t.Errorf("%s\n%s", s.Description, s.Details)
	}
	p.confirmd("approve", s.ID)
	if status, out := w.ended(t); status != 0 || !strings.Contains(out, secret) {
		t.Errorf("what runs is not what was asked about: %d %s", status, out)
	}
}

// Nobody approves their own request, by whatever way.
func TestSelfApproval(t *testing.T) {
	p := newPlace(t)
	d := p.serve()
	status, m, err := post(d.base+"/confirm", map[string]any{"action": "deploy_production", "description": "Ship it"})
	if status != 202 {
		t.Fatalf("%d %v %v", status, m, err)
	}
	id := m["id"].(string)
	port := d.base[strings.LastIndex(d.base, ":")+1:]

	// As text it is hardline.
	for _, text := range []string{
		"hermes-confirmd approve " + id,
		"hermes-confirmd deny " + id,
		"hermes-confirmd whitelist add push",
		"'" + bin + "/hermes-confirmd' approve " + id,
		"env X=1 hermes-confirmd approve " + id,
		"bash -c 'hermes-confirmd approve " + id + "'",
		"curl -X POST http://127.0.0.1:6000/confirm/" + id + "/approve",
		"curl -X POST " + d.base + "/confirm/" + id + "/approve",
		"curl --unix-socket '" + confirm.SocketPath(p.home) + "' -X POST http://x/confirm/" + id + "/approve",
		`curl -H "Authorization: Bearer $(cat '` + confirm.TokenPath(p.home) + `')" -X POST http://127.0.0.1:` + port + `/confirm/` + id + `/approve`,
		"cat '" + confirm.TokenPath(p.home) + "'",
		"cp '" + confirm.TokenPath(p.home) + "' /tmp/x",
		"printf 'POST /confirm/" + id + "/approve HTTP/1.0\\r\\n\\r\\n' | nc 127.0.0.1 6000",
		"exec 3<>/dev/tcp/127.0.0.1/6000",
		"sqlite3 '" + confirm.DBPath(p.home) + `' "UPDATE audit_log SET status='approved'"`,
		"rm '" + confirm.SocketPath(p.home) + "'",
		"rm -f '" + confirm.DBPath(p.home) + "-wal'",
		"rm '" + p.home + "/exec/confirmd.lock'",
		fmt.Sprintf("kill %d", d.cmd.Process.Pid),
		"pkill hermes-confirmd",
		fmt.Sprintf(`python3 -c "import os; os.kill(%d, 9)"`, d.cmd.Process.Pid),
		`python3 -c "import urllib.request as u; u.urlopen(u.Request('http://127.0.0.1:6000/confirm/` + id + `/approve', method='POST'))"`,
		`python3 -c "print(open('` + confirm.TokenPath(p.home) + `').read())"`,
		`python3 -c "import sqlite3; sqlite3.connect('` + confirm.DBPath(p.home) + `').execute('update audit_log set status=1')"`,
	} {
		if out, status := p.run("hermes-exec", "check", "--", text); status != 1 && status != 2 {
			t.Errorf("%s: status %d: %s", text, status, out)
		} else if status == 1 {
			t.Logf("asks: %s", text)
		}
	}

	// A program that the text does not name is seen by the daemon.
	other := filepath.Join(p.dir, "tool")
	if err := os.Link(filepath.Join(bin, "hermes-confirmd"), other); err != nil {
		if out, err := exec.Command("cp", filepath.Join(bin, "hermes-confirmd"), other).CombinedOutput(); err != nil {
			t.Fatalf("%v %s", err, out)
		}
	}
	for _, argv := range [][]string{{"approve", id}, {"deny", id}, {"whitelist", "add", "push"}, {"serve", "--port", "0"}} {
		out, status := p.run(append([]string{"hermes-exec", "--", "./tool"}, argv...)...)
		if status != 125 || !strings.Contains(out, "runs under a supervisor") {
			t.Errorf("%q: %d %s", argv, status, out)
		}
	}
	if s := p.pending(1)[0]; s.ID != id || s.Status != "pending" {
		t.Errorf("%+v", s)
	}
	p.confirmd("approve", id) // outside it works
}

// A program that has left the process tree, and whose supervisor has ended, still
// has the kernel guard's filter.
func TestEscaped(t *testing.T) {
	p := newPlace(t)
	d := p.serve()
	_, m, err := post(d.base+"/confirm", map[string]any{"action": "deploy_production", "description": "Ship it"})
	if err != nil {
		t.Fatal(err)
	}
	id := m["id"].(string)
	copied, err := os.ReadFile(filepath.Join(bin, "hermes-confirmd"))
	if err != nil {
		t.Fatal(err)
	}
	// By another name, which the text does not give away.
	if err := os.WriteFile(filepath.Join(p.dir, "tool"), copied, 0o755); err != nil {
		t.Fatal(err)
	}
	script := "while [ ! -e ended ]; do sleep 0.05; done; cat /proc/self/status > status; ./tool approve " + id + " > said 2>&1; echo done > out"
	if err := os.WriteFile(filepath.Join(p.dir, "later"), []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	if out, status := p.run("hermes-exec", "-c", "setsid ./later </dev/null >/dev/null 2>&1 &"); status != 0 {
		t.Fatalf("%d %s", status, out)
	}
	if err := os.WriteFile(filepath.Join(p.dir, "ended"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(p.dir, "out")
	confirmtest.Eventually(t, "the program that escaped has tried", func() bool {
		_, err := os.Stat(out)
		return err == nil
	})
	status, err := os.ReadFile(filepath.Join(p.dir, "status"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(status), "Seccomp:\t2") {
		t.Skip("no kernel guard here: what has left the process tree is not known any more")
	}
	said, err := os.ReadFile(filepath.Join(p.dir, "said"))
	if err != nil || !strings.Contains(string(said), "nobody approves their own request") || !strings.Contains(string(said), "was started by a supervised command") {
		t.Errorf("%v: %s", err, said)
	}
	if s := p.pending(1)[0]; s.ID != id {
		t.Errorf("%+v", s)
	}
}

var rounds = flag.Int("rounds", 5, "how often the daemon is killed in TestKilled")

// Killed at any moment under load, a daemon keeps what it has answered: every
// request that it took is there, every answer stands, none was given twice.
func TestKilled(t *testing.T) {
	p := newPlace(t)
	known := map[string]string{} // by id: what was answered; "" where it waits, "?" where no answer came
	taken, decided := 0, 0
	// A machine that is busy elsewhere may get nothing done in a short life.
	for round := 0; round < *rounds || decided == 0 && round < 20**rounds; round++ {
		d := p.serve("--rate-limit", "100000000")
		check(t, p, known)
		got := load(t, d, confirm.NewClient(p.home), time.Duration(rand.IntN(500))*time.Millisecond)
		for id, status := range got {
			known[id] = status
			taken++
			if status != "" && status != "?" {
				decided++
			}
		}
	}
	p.serve()
	check(t, p, known)
	if decided == 0 {
		t.Error("nothing was decided")
	}
	t.Logf("%d rounds: %d requests taken, %d decided, all there", *rounds, taken, decided)
}

// load submits and answers from many sides until the daemon is killed, and
// gives what it was told.
func load(t *testing.T, d *daemon, approver *confirm.Client, lives time.Duration) map[string]string {
	const sides = 8
	type told struct{ id, status string }
	all := make(chan []told, sides)
	for side := range sides {
		go func() {
			var mine []told
			defer func() { all <- mine }()
			for i := 0; ; i++ {
				status, m, err := post(d.base+"/confirm", map[string]any{"action": "load", "description": fmt.Sprint(side, " ", i), "timeout_seconds": 3600})
				if err != nil || status != 202 {
					return
				}
				id := m["id"].(string)
				if i%3 == 0 {
					mine = append(mine, told{id, ""})
					continue
				}
				verb := []string{"approve", "deny"}[i%2]
				s, err := approver.Resolve(context.Background(), id, verb, "load", "")
				if err != nil {
					mine = append(mine, told{id, "?"})
					return
				}
				mine = append(mine, told{id, string(s.Status)})
				var late *confirm.APIError
				if s, err := approver.Resolve(context.Background(), id, "deny", "load", ""); err == nil || errors.As(err, &late) && late.Code != 409 {
					t.Errorf("%s was answered twice: %v %v", id, s, err)
				}
			}
		}()
	}
	time.Sleep(lives)
	d.kill()
	got := map[string]string{}
	for range sides {
		for _, s := range <-all {
			got[s.id] = s.status
		}
	}
	return got
}

// check holds what is known against what the daemon says after its restart.
func check(t *testing.T, p *place, known map[string]string) {
	t.Helper()
	client := confirm.NewClient(p.home)
	for id, want := range known {
		s, err := client.Get(t.Context(), id, 0)
		switch {
		case err != nil:
			t.Fatalf("%s, %q: %v", id, want, err)
		case want == "?":
			known[id] = string(s.Status) // from now on it must not change
			if s.Status == "pending" {
				known[id] = ""
			}
		case want == "" && s.Status != "pending", want != "" && string(s.Status) != want:
			t.Fatalf("%s is %s, and was %q", id, s.Status, want)
		}
	}
}

// Whose session a command is in the daemon sees by itself.
func TestSessionFound(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip(err)
	}
	p := newPlace(t)
	p.serve()
	p.env = append(p.env, "HERMES_SESSION_KEY=mine")
	w := p.waiter("-c", "git push")
	s := p.pending(1)[0]
	if s.SessionKey != "mine" {
		t.Errorf("session %q", s.SessionKey)
	}
	p.confirmd("deny", s.ID)
	w.ended(t)

	// A program under it says that it is another's.
	forge := `#!/usr/bin/env python3
import json, socket, sys
s = socket.socket(socket.AF_UNIX)
s.connect(sys.argv[1])
body = json.dumps({"kind": "command", "action": "x", "description": "git push", "session_key": "other"})
s.sendall(("POST /confirm HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body)).encode())
print(s.makefile().read())
`
	if err := os.WriteFile(filepath.Join(p.dir, "forge"), []byte(forge), 0o755); err != nil {
		t.Fatal(err)
	}
	p.env = append(p.env, "HERMES_SESSION_KEY=theirs")
	if out, status := p.run("hermes-exec", "--yolo", "--", "./forge", confirm.SocketPath(p.home)); status != 0 || !strings.Contains(out, " 202 ") {
		t.Fatalf("%d %s", status, out)
	}
	if s := p.pending(1)[0]; s.SessionKey != "theirs" {
		t.Errorf("session %q", s.SessionKey)
	}
}

// What is whitelisted for a session is not for whoever says that they are it.
func TestSessionWhitelist(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip(err)
	}
	p := newPlace(t)
	d := p.serve()
	p.confirmd("whitelist", "add", "notify", "--session", "vip")
	say := `#!/usr/bin/env python3
import json, socket, sys
if sys.argv[1].isdigit():
    s = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
else:
    s = socket.socket(socket.AF_UNIX)
    s.connect(sys.argv[1])
body = json.dumps({"action": "notify", "description": "x", "session_key": "vip"})
s.sendall(("POST /confirm HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body)).encode())
print(s.makefile().read().split()[1])
`
	if err := os.WriteFile(filepath.Join(p.dir, "say"), []byte(say), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, way := range []string{confirm.SocketPath(p.home), d.base[strings.LastIndex(d.base, ":")+1:]} {
		for _, tt := range []struct{ session, want string }{{"mine", "202"}, {"vip", "200"}} {
			q := *p
			q.env = append(slices.Clip(p.env), "HERMES_SESSION_KEY="+tt.session)
			if out, status := q.run("hermes-exec", "--yolo", "--", "./say", way); status != 0 || strings.TrimSpace(out) != tt.want {
				t.Errorf("session %s by %s: %d %s, want %s", tt.session, way, status, out, tt.want)
			}
		}
		if out, status := p.run(filepath.Join(p.dir, "say"), way); status != 0 || strings.TrimSpace(out) != "200" {
			t.Errorf("under nothing, by %s: %d %s", way, status, out)
		}
	}
}
