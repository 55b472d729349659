package main

import (
	"encoding/json"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"

	"github.com/hermes-exec/hermes-exec/supervisor/approve"
	"github.com/hermes-exec/hermes-exec/supervisor/confirm/confirmtest"
)

// console is `hermes-confirmd watch` on a terminal of its own.
type console struct {
	t    *testing.T
	cmd  *exec.Cmd
	keys interface{ Write([]byte) (int, error) }

	mu   sync.Mutex
	text strings.Builder
}

func (p *place) watch() *console {
	p.t.Helper()
	c := &console{t: p.t, cmd: p.command("hermes-confirmd", "watch", "--as", "ada")}
	c.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	f, err := pty.StartWithSize(c.cmd, &pty.Winsize{Rows: 24, Cols: 100})
	if err != nil {
		p.t.Fatal(err)
	}
	c.keys = f
	done := make(chan struct{})
	go func() {
		defer close(done)
		buf := make([]byte, 4096)
		for {
			n, err := f.Read(buf)
			c.mu.Lock()
			c.text.Write(buf[:n])
			c.mu.Unlock()
			if err != nil {
				return
			}
		}
	}()
	p.t.Cleanup(func() {
		c.cmd.Process.Kill()
		c.cmd.Wait()
		f.Close()
		<-done
	})
	return c
}

// see waits until something is on the console, and forgets all up to it.
func (c *console) see(what string) string {
	c.t.Helper()
	seen := ""
	confirmtest.Eventually(c.t, "the console shows "+what, func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		text := c.text.String()
		before, after, ok := strings.Cut(text, what)
		if ok {
			seen = before + what
			c.text.Reset()
			c.text.WriteString(after)
		}
		return ok
	})
	return seen
}

func (c *console) press(key string) {
	c.t.Helper()
	if _, err := c.keys.Write([]byte(key)); err != nil {
		c.t.Fatal(err)
	}
}

// An approver's console shows what a terminal would, and its answers count.
func TestWatch(t *testing.T) {
	p := newPlace(t)
	d := p.serve()
	c := p.watch()
	c.see("watching, nothing waits")

	w := p.waiter("-c", "cd /tmp; git push origin main")
	page := c.see("? help > ")
	for _, part := range []string{"MEDIUM command, needs an answer", "git push origin main", "git.push", p.dir, "asked by", "then HIGH"} {
		if !strings.Contains(page, part) {
			t.Errorf("no %q in\n%s", part, page)
		}
	}
	c.press("y")
	c.see("approved: a person approved it once")
	if status, out := w.ended(t); status != 0 || out != "ran git push origin main\n" {
		t.Errorf("%d %s", status, out)
	}
	c.see("watching, nothing waits")

	w = p.waiter("-c", "git branch -D old")
	c.see("? help > ")
	c.press("n")
	if status, out := w.ended(t); status != 126 || !strings.Contains(out, "ada was asked and denied it") {
		t.Errorf("%d %s", status, out)
	}
	c.see("watching, nothing waits")

	// Answered elsewhere.
	w = p.waiter("-c", "git push")
	c.see("? help > ")
	p.confirmd("approve", p.pending(1)[0].ID, "--as", "bob")
	c.see("answered elsewhere: approved by bob")
	if status, out := w.ended(t); status != 0 {
		t.Errorf("%d %s", status, out)
	}
	c.see("watching, nothing waits")

	// An action, CRITICAL: the word has to be typed. What it says cannot draw on the console.
	if status, m, err := post(d.base+"/confirm", map[string]any{"action": "transfer_funds", "description": "send \x1b[2J\u202e all", "details": map[string]any{"to": "bob"}, "requester": "timmy"}); status != 202 {
		t.Fatalf("%d %v %v", status, m, err)
	}
	page = c.see("yes Enter once")
	for _, part := range []string{`send \x1b[2J<U+202E> all`, "timmy asks for it", "transfer_funds", `{"to":"bob"}`} {
		if !strings.Contains(page, part) {
			t.Errorf("no %q in\n%s", part, page)
		}
	}
	for _, k := range []string{"y", "e", "s"} {
		c.press(k)
		c.see("> " + "yes"[:strings.Index("yes", k)+1])
	}
	c.press("\r")
	c.see("approved: a person approved it once")
	c.see("watching, nothing waits")
	if out := p.confirmd("audit", "--limit", "1"); !strings.Contains(out, "approved") || !strings.Contains(out, "ada") {
		t.Error(out)
	}

	// The daemon ends, and so does the console.
	if err := d.stop(); err != nil {
		t.Error(err)
	}
	c.see("the daemon has gone")
}

// Anybody can submit what looks like hermes-exec's question. Whatever it holds,
// the console shows it as text, and lives.
func TestWatchForged(t *testing.T) {
	p := newPlace(t)
	d := p.serve()
	c := p.watch()
	c.see("watching, nothing waits")
	finding := func(pos string) string {
		return `{"verdict":{"findings":[{"rule":"\u001b[2Jx","tier":"HIGH","why":"\u202eyhw","target":"a\nhermes-exec: SAFE","pos":` + pos + `}]}}`
	}
	for _, details := range []string{
		finding(`{"line":-1,"col":-1,"offset":-5,"end":-1}`),
		finding(`{"offset":0,"end":999999999}`),
		finding(`{"offset":5,"end":2}`),
		finding(`{"offset":1,"end":2,"file":"x"}`),
		finding(`{"offset":9223372036854775807,"end":9223372036854775807}`),
		`{"verdict":{"findings":null,"tier":"CRITICAL"}}`,
		`{"verdict":{"findings":[{"tier":"NONE"}]}}`,
		`{"verdict":7}`, `{"verdict":null}`, `{"verdict":{}}`,
		`{"opinion":{"Says":"approve","Reason":"\\u001b[2Jx"},"ancestors":[{"pid":-1,"name":"\u001b[1A"}],"cwd":"\u001b]0;x\u0007","verdict":{"problems":[{"kind":"\u0007","text":"y","pos":{"offset":3,"end":1}}]}}`,
	} {
		status, m, err := post(d.base+"/confirm", map[string]any{"kind": "command", "action": "x", "description": "rm \u001b[31mx\u202e", "details": json.RawMessage(details)})
		if status != 202 {
			t.Fatalf("%s: %d %v %v", details, status, m, err)
		}
		page := c.see("? help > ")
		if !strings.Contains(page, `rm \x1b[31mx<U+202E>`) || strings.Contains(page, "\x1b[2Jx") || strings.Contains(page, "\x1b[1A") || strings.Contains(page, "\nhermes-exec: SAFE") {
			t.Errorf("%s:\n%q", details, page)
		}
		c.press("n")
		c.see("watching, nothing waits")
	}
}

// s and a allow the command from now on, in its session or its folder, and
// hermes-exec goes by it there; a shows first what it saves.
func TestWatchAllows(t *testing.T) {
	p := newPlace(t)
	d := p.serve()
	c := p.watch()
	c.see("watching, nothing waits")
	in := func(session string) *place {
		q := *p
		q.env = append(slices.Clip(p.env), "HERMES_SESSION_KEY="+session)
		return &q
	}

	w := in("one").waiter("-c", "cd . && git push origin main")
	c.see("s session, a always")
	c.press("s")
	c.see("approved: a person approved it for this session")
	if status, out := w.ended(t); status != 0 || out != "ran git push origin main\n" {
		t.Errorf("%d %s", status, out)
	}
	c.see("watching, nothing waits")
	if out, status := in("one").run("hermes-exec", "-c", "git push origin main"); status != 0 {
		t.Errorf("in its session: %d %s", status, out)
	}

	// Not in another, nor is it for another command.
	w = in("two").waiter("-c", "git push origin main")
	c.see("s session, a always")
	c.press("n")
	if status, _ := w.ended(t); status != 126 {
		t.Errorf("in another session: %d", status)
	}
	c.see("watching, nothing waits")
	w = in("one").waiter("-c", "git push origin dev")
	c.see("s session, a always")
	c.press("a")
	if page := c.see("policy revoke"); !strings.Contains(page, "git push origin dev") || !strings.Contains(page, p.dir+" and below") {
		t.Errorf("what would be saved is not shown: %s", page)
	}
	if out, _ := in("three").run("hermes-exec", "policy", "show"); strings.Contains(out, "git push origin dev") {
		t.Errorf("it is saved before the second a: %s", out)
	}
	c.see("? help > ")
	c.press("a")
	c.see("approved: a person approved it, from now on in this folder")
	w.ended(t)
	c.see("watching, nothing waits")
	if out, status := in("three").run("hermes-exec", "-c", "git push origin dev"); status != 0 {
		t.Errorf("in its folder: %d %s", status, out)
	}
	if out := p.confirmd("audit"); !strings.Contains(out, "ada") {
		t.Error(out)
	}

	// What is masked, or said by somebody else, cannot be allowed so.
	w = in("one").waiter("-c", "git push https://ada:hunter2hunter2@example.org/x.git")
	if page := c.see("? help > "); strings.Contains(page, "s session") {
		t.Errorf("a masked command can be allowed: %s", page)
	}
	c.press("n")
	w.ended(t)
	c.see("watching, nothing waits")
	forged := map[string]any{"verdict": map[string]any{"tier": "MEDIUM", "findings": []any{map[string]any{"tier": "MEDIUM", "rule": "git.push", "pos": map[string]any{"line": 1, "col": 1, "offset": 0, "end": 15}}}}, "cwd": "/"}
	if status, m, err := post(d.base+"/confirm", map[string]any{"kind": "command", "action": "x", "description": "git push origin", "session_key": "one", "details": forged}); status != 202 {
		t.Fatalf("%d %v %v", status, m, err)
	}
	if page := c.see("? help > "); strings.Contains(page, "s session") {
		t.Errorf("a forged command can be allowed: %s", page)
	}
	c.press("n")
	c.see("watching, nothing waits")
}

// A permission that came with an answer that was too late is taken back, and
// no other is.
func TestRevoke(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HERMES_HOME", home)
	now := time.Now()
	grants := []approve.Grant{
		{Pattern: "git push a", Session: "one", Added: now},
		{Pattern: "git push a", Session: "two", Added: now},
		{Pattern: "git push b", Dir: "/w", Added: now},
	}
	for _, g := range grants {
		if err := approve.AddGrant(home, g); err != nil {
			t.Fatal(err)
		}
	}
	if err := revoke([]approve.Grant{grants[0], grants[2]}); err != nil {
		t.Fatal(err)
	}
	if left, err := approve.Grants(home, now); err != nil || len(left) != 1 || left[0].Session != "two" {
		t.Errorf("%+v, %v", left, err)
	}
}
