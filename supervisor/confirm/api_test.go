package confirm

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hermes-exec/hermes-exec/lock"
	"github.com/hermes-exec/hermes-exec/supervisor/confirm/confirmtest"
)

// Of any number who answer at once, one does.
func TestConcurrentAnswers(t *testing.T) {
	d := start(t, Config{RateLimit: 1000})
	for range 5 {
		id := d.submit(nil)
		const n = 40
		replies := make([]reply, n)
		var wg sync.WaitGroup
		for i := range n {
			wg.Go(func() {
				verb := []string{"approve", "deny"}[i%2]
				var err error
				if replies[i], err = d.tryOn(d.socket, call{method: "POST", path: "/confirm/" + id + "/" + verb, token: d.token}); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		won := ""
		for _, r := range replies {
			if r.status == 200 {
				if won != "" {
					t.Errorf("two answers: %s and %v", won, r.m["status"])
				}
				won = r.m["status"].(string)
			}
		}
		if won == "" {
			t.Fatalf("no answer: %v", replies)
		}
		for _, r := range replies {
			if r.status != 200 && (r.status != 409 || r.m["status"] != won) {
				t.Errorf("%d %s; %s won", r.status, r.text, won)
			}
		}
		if got := d.get(id)["status"]; got != won {
			t.Errorf("it is %v; %s won", got, won)
		}
	}
}

func TestBodies(t *testing.T) {
	d := start(t, Config{RateLimit: 1000})
	// sized is a body of exactly n bytes.
	sized := func(n int) string {
		const head, tail = `{"action":"big","description":"`, `"}`
		return head + strings.Repeat("x", n-len(head)-len(tail)) + tail
	}
	deep := strings.Repeat(`{"a":`, 100_000) + "1" + strings.Repeat("}", 100_000)
	for _, c := range []struct {
		name string
		body any
		want int
	}{
		{"1 MiB", sized(1 << 20), 202},
		{"1 MiB and a byte", sized(1<<20 + 1), 413},
		{"10 MiB", sized(10 << 20), 413},
		{"invalid UTF-8", []byte("{\"action\":\"a\xff\",\"description\":\"b\"}"), 400},
		{"lone surrogate", `{"action":"\ud800","description":"b"}`, 202},
		{"NUL", `{"action":"a\u0000b","description":"c\u0000d"}`, 202},
		{"unknown fields", `{"action":"a","description":"b","status":"approved","id":"mine","resolved_by":"me","x":{"y":[1]}}`, 202},
		{"keys in capitals are other keys", `{"ACTION":"a","Description":"b"}`, 400},
		{"deep", `{"action":"a","description":"b","details":` + deep + `}`, 400},
		{"action a number", `{"action":1,"description":"b"}`, 400},
		{"action a list", `{"action":["a"],"description":"b"}`, 400},
		{"description an object", `{"action":"a","description":{}}`, 400},
		{"details a string", `{"action":"a","description":"b","details":"x"}`, 400},
		{"details a list", `{"action":"a","description":"b","details":[]}`, 400},
		{"details null", `{"action":"a","description":"b","details":null}`, 202},
		{"requester a bool", `{"action":"a","description":"b","requester":true}`, 400},
		{"session a number", `{"action":"a","description":"b","session_key":5}`, 400},
		{"kind unknown", `{"action":"a","description":"b","kind":"x"}`, 400},
		{"tier unknown", `{"action":"a","description":"b","tier":"NONE"}`, 400},
		{"owner over TCP", `{"action":"a","description":"b","ends_with_requester":true}`, 400},
		{"owner a string", `{"action":"a","description":"b","ends_with_requester":"yes"}`, 400},
		{"timeout a string", `{"action":"a","description":"b","timeout_seconds":"60"}`, 400},
		{"timeout a list", `{"action":"a","description":"b","timeout_seconds":[60]}`, 400},
		{"two values", `{"action":"a","description":"b"} {"action":"a","description":"b"}`, 400},
	} {
		r := d.do(call{method: "POST", path: "/confirm", body: c.body})
		if r.status != c.want {
			t.Errorf("%s: %d %.200s", c.name, r.status, r.text)
			continue
		}
		if r.status != 202 {
			if r.m["error"] == nil {
				t.Errorf("%s: no error: %.200s", c.name, r.text)
			}
			continue
		}
		if s := d.get(r.m["id"].(string)); s["status"] != "pending" || s["id"] == "mine" || s["resolved_by"] != "" {
			t.Errorf("%s: %.300v", c.name, s)
		}
	}
	id := d.submit(nil)
	for _, body := range []any{"{", "[]", `{"approver":1}`, `{"reason":{}}`, `{"approver":"system:timeout"}`, []byte("{\"approver\":\"\xff\"}"), sized(1<<20 + 1)} {
		if r := d.do(call{method: "POST", path: "/confirm/" + id + "/approve", body: body, token: d.token}); r.status != 400 && r.status != 413 {
			t.Errorf("approve with %.60v: %d %s", body, r.status, r.text)
		}
	}
	if s := d.get(id)["status"]; s != "pending" {
		t.Errorf("it is %v", s)
	}
}

func TestTimeouts(t *testing.T) {
	d := start(t, Config{RateLimit: 1000})
	for given, want := range map[string]float64{
		"null": 300, "300": 300, "0": 30, "-1": 30, "29.9": 30, "30": 30, "45.7": 45, "3600": 3600, "3601": 3600, "1e300": 3600, "-1e300": 30, "1e999": 3600, "-1e999": 30,
		"99999999999999999999999999": 3600,
	} {
		r := d.do(call{method: "POST", path: "/confirm", body: `{"action":"a","description":"b","timeout_seconds":` + given + `}`})
		if r.status != 202 || r.m["timeout_seconds"] != want {
			t.Errorf("%s: %d %s", given, r.status, r.text)
		}
	}
}

// A requester can only make it worse.
func TestTiers(t *testing.T) {
	d := start(t, Config{RateLimit: 1000})
	for _, c := range []struct{ action, tier, kind, want string }{
		{"read", "", "", "MEDIUM"}, {"push", "", "", "MEDIUM"}, {"deploy", "", "", "HIGH"}, {"delete_data", "", "", "CRITICAL"},
		{"delete_data", "SAFE", "", "CRITICAL"}, {"push", "high", "", "HIGH"}, {"x", "LOW", "command", "MEDIUM"}, {"x", "CRITICAL", "command", "CRITICAL"},
	} {
		id := d.submit(map[string]any{"action": c.action, "tier": c.tier, "kind": c.kind})
		if got := d.get(id)["tier"]; got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

// What is no id of ours is not found, however it is written.
func TestPaths(t *testing.T) {
	d := start(t, Config{})
	id := d.submit(nil)
	for _, path := range []string{
		"/confirm/..", "/confirm/../audit", "/confirm/%2e%2e", "/confirm/..%2f..%2fetc%2fpasswd", "/confirm/%00", "/confirm/" + id + "%00", "/confirm/" + id + "/", "/confirm/" + id + "/x",
		"/confirm/" + id + "%2fapprove", "//confirm//" + id, "/confirm/" + strings.ToUpper(id), "/confirm/" + id[:6], "/confirm/%25", "/confirm/'%20OR%20'1'='1", "/confirm/" + strings.Repeat("a", 8000), "/confirm/%ff%fe",
		"/confirm/" + id + "/approve/..", "/", "/nothing", "/confirm/", "/whitelist/x",
	} {
		for _, method := range []string{"GET", "POST", "DELETE", "PUT", "HEAD"} {
			r, err := d.tryOn(plainHTTP, call{method: method, path: path, token: d.token})
			if err != nil {
				t.Fatal(err)
			}
			if r.status < 300 || r.status >= 500 {
				t.Errorf("%s %.80s: %d %s", method, path, r.status, r.text)
			}
			if r.status >= 400 && method != "HEAD" && r.m["error"] == nil {
				t.Errorf("%s %.80s: no error: %s", method, path, r.text)
			}
		}
	}
	if s := d.get(id)["status"]; s != "pending" {
		t.Errorf("it is %v", s)
	}
	if r := d.do(call{method: "HEAD", path: "/events"}); r.status != 405 {
		t.Errorf("HEAD /events: %d", r.status)
	}
	for _, c := range []struct {
		method, path string
		status       int
		text         string
	}{
		{"PUT", "/confirm", 405, "PUT is not answered here; GET is"}, {"DELETE", "/confirm/x/approve", 405, "DELETE is not answered here; POST is"},
		{"GET", "/nothing", 404, "there is nothing at /nothing"}, {"GET", "/", 404, "prints a link to the page"}, {"GET", "/notify/telegram", 404, "there is nothing at"},
	} {
		if r := d.do(call{method: c.method, path: c.path}); r.status != c.status || !strings.Contains(r.text, c.text) {
			t.Errorf("%s %s: %d %s", c.method, c.path, r.status, r.text)
		}
	}
	for _, raw := range []string{"garbage\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "POST /confirm HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n",
		"POST /confirm HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "GET /health HTTP/1.1\r\n\r\n", "GET /health HTTP/1.1\r\nHost: localhost\r\nX: " + strings.Repeat("x", 1<<20) + "\r\n\r\n"} {
		if out := d.raw(raw); !strings.HasPrefix(out, "HTTP/1.1 4") && !strings.HasPrefix(out, "HTTP/1.1 505") {
			t.Errorf("%.40q: %.100q", raw, out)
		}
	}
}

// What a service presses comes by any name, and goes to who checks its signature.
func TestPressed(t *testing.T) {
	d := start(t, Config{Pressed: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "pressed ", r.URL.Path) })})
	if r := d.do(call{method: "POST", path: "/notify/x", host: "tunnel.example"}); r.status != 200 || r.text != "pressed /notify/x" {
		t.Errorf("%d %s", r.status, r.text)
	}
	if r := d.do(call{method: "POST", path: "/confirm", host: "tunnel.example"}); r.status != 403 {
		t.Errorf("%d %s", r.status, r.text)
	}
}

// What the client sends, to a server that writes it down.
func TestClientSends(t *testing.T) {
	home := t.TempDir()
	token, err := makeToken(home)
	if err != nil {
		t.Fatal(err)
	}
	l, err := listenUnix(SocketPath(home), 0o600)
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		got = strings.TrimSpace(fmt.Sprint(r.Method, " ", r.URL, " ", r.Header.Get("Content-Type"), " ", r.Header.Get("Authorization"), " ", string(body)))
		io.WriteString(w, "{}")
	})}
	go server.Serve(l)
	defer server.Close()
	c := NewClient(home)
	for _, tt := range []struct {
		want string
		do   func() error
	}{
		{"GET /confirm/x%2Fy?wait=90", func() error { _, err := c.Get(t.Context(), "x/y", 90*time.Second); return err }},
		{"GET /health", func() error { _, err := c.Health(t.Context()); return err }},
		{"GET /confirm?status=pending", func() error { _, err := c.Pending(t.Context()); return err }},
		{`POST /confirm application/json  {"action":"push"}`, func() error {
			_, err := c.Submit(t.Context(), map[string]any{"action": "push"})
			return err
		}},
		{"POST /confirm/x/approve application/json Bearer " + token + ` {"approver":"ada","reason":"go"}`, func() error {
			_, err := c.Resolve(t.Context(), "x", "approve", "ada", "go")
			return err
		}},
		{"POST /confirm/x/deny application/json Bearer " + token + ` {"denier":"ada","reason":""}`, func() error {
			_, err := c.Resolve(t.Context(), "x", "deny", "ada", "")
			return err
		}},
	} {
		if err := tt.do(); err != nil || strings.Join(strings.Fields(got), " ") != strings.Join(strings.Fields(tt.want), " ") {
			t.Errorf("%v, sent %q, want %q", err, got, tt.want)
		}
	}
	got = ""
	if err := os.Chmod(TokenPath(home), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Resolve(t.Context(), "x", "approve", "ada", ""); err == nil || !strings.Contains(err.Error(), "can be read by others") || got != "" {
		t.Errorf("with a token that others may read: %v, sent %q", err, got)
	}
	if err := os.Remove(TokenPath(home)); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Resolve(t.Context(), "x", "approve", "ada", ""); !errors.Is(err, ErrNoDaemon) || got != "" {
		t.Errorf("without a token: %v, sent %q", err, got)
	}
}

func TestWait(t *testing.T) {
	t.Parallel()
	d := start(t, Config{RateLimit: 1000})
	id := d.submit(nil)
	for _, wait := range []string{"x", "-1s", "-5", "1", "0", "10ms"} {
		want := 200
		if strings.HasPrefix(wait, "-") || wait == "x" {
			want = 400
		}
		if r := d.do(call{method: "GET", path: "/confirm/" + id + "?wait=" + wait}); r.status != want || want == 200 && r.m["status"] != "pending" {
			t.Errorf("wait=%s: %d %s", wait, r.status, r.text)
		}
	}
	const n = 20
	got := make(chan string, n)
	for range n {
		go func() {
			r, err := d.try(call{method: "GET", path: "/confirm/" + id + "?wait=60s"})
			got <- fmt.Sprint(r.m["status"], err)
		}()
	}
	d.resolve(id, "approve")
	for range n {
		if s := <-got; s != "approved<nil>" {
			t.Error(s)
		}
	}
	// Who waits when the daemon stops is told so.
	id = d.submit(nil)
	d.server.desk.mu.Lock()
	m := d.server.desk.open[id]
	d.server.desk.mu.Unlock()
	go func() {
		r, err := d.try(call{method: "GET", path: "/confirm/" + id + "?wait=60s"})
		got <- fmt.Sprintf("%d%v", r.status, err)
	}()
	confirmtest.Eventually(t, "somebody waits", func() bool {
		d.server.desk.mu.Lock()
		defer d.server.desk.mu.Unlock()
		return m.waiting == 1
	})
	d.stop()
	if s := <-got; s != "503<nil>" {
		t.Error(s)
	}
	d = start(t, Config{Home: d.home})
	if s := d.get(id)["status"]; s != "pending" {
		t.Errorf("after the restart it is %v", s)
	}
}

func TestEvents(t *testing.T) {
	d := start(t, Config{RateLimit: 1000})
	before := d.submit(nil)
	type event struct{ name, id, status string }
	got := make(chan event, 100)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go NewClient(d.home).Events(ctx, func(name string, s *State) bool {
		got <- event{name, s.ID, string(s.Status)}
		return true
	})
	want := func(e event) {
		t.Helper()
		select {
		case g := <-got:
			if g != e {
				t.Fatalf("%+v, want %+v", g, e)
			}
		case <-time.After(30 * time.Second):
			t.Fatalf("no event; want %+v", e)
		}
	}
	want(event{"submitted", before, "pending"})
	want(event{"ready", "", ""})
	id := d.submit(nil)
	want(event{"submitted", id, "pending"})
	d.resolve(id, "deny")
	want(event{"resolved", id, "denied"})
	cancel()
	confirmtest.Eventually(t, "nobody listens", func() bool { return d.server.events.count() == 0 })
}

// One that does not read is cut off, and holds up nobody.
func TestSlowListener(t *testing.T) {
	e := newEvents()
	slow, fast := e.listen(), e.listen()
	seen := make(chan int)
	go func() {
		n := 0
		for range fast.c {
			if n++; n == 3*eventBuffer {
				break
			}
		}
		seen <- n
	}()
	for i := 0; i < 3*eventBuffer; i++ {
		for len(fast.c) == cap(fast.c) {
			time.Sleep(time.Millisecond)
		}
		e.publish("x", func() *State { return &State{Details: json.RawMessage("{}")} })
	}
	if n := <-seen; n != 3*eventBuffer {
		t.Errorf("the fast one saw %d", n)
	}
	n := 0
	for text := range slow.c {
		n++
		if !bytes.HasPrefix(text, fmt.Appendf(nil, "id: %d\nevent: x\n", n)) {
			t.Fatalf("the event %d is %q", n, text)
		}
	}
	if n != eventBuffer || e.count() != 1 {
		t.Errorf("the slow one got %d, %d listen", n, e.count())
	}
}

func TestMetrics(t *testing.T) {
	d := start(t, Config{})
	d.resolve(d.submit(nil), "approve")
	d.resolve(d.submit(nil), "deny")
	d.submit(nil)
	for range 3 {
		d.do(call{method: "POST", path: "/confirm/x/approve"})
	}
	r := d.do(call{method: "GET", path: "/metrics"})
	if !strings.HasPrefix(r.header.Get("Content-Type"), "text/plain; version=0.0.4") {
		t.Error(r.header)
	}
	for _, line := range []string{`hermes_confirmd_submissions_total{result="pending"} 3`, `hermes_confirmd_resolved_total{status="denied"} 1`, "hermes_confirmd_answer_seconds_count 2", `hermes_confirmd_resolved_total{status="approved"} 1`, "hermes_confirmd_pending 1", "hermes_confirmd_refused_total 3", "# TYPE hermes_confirmd_pending gauge"} {
		if !strings.Contains(r.text, line+"\n") {
			t.Errorf("no line %s in\n%s", line, r.text)
		}
	}
	for line := range strings.Lines(r.text) {
		if !strings.HasPrefix(line, "# ") && len(strings.Fields(line)) != 2 {
			t.Errorf("line %q", line)
		}
	}
}

// Clients that send nothing, half a header or half a body hold up nobody.
func TestSlowClients(t *testing.T) {
	d := start(t, Config{})
	for i := range 200 {
		c, err := net.Dial("tcp", d.base[len("http://"):])
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		fmt.Fprint(c, []string{"", "GET /hea", "POST /confirm HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{"}[i%3])
	}
	id := d.submit(nil)
	if r := d.resolve(id, "approve"); r.status != 200 {
		t.Errorf("%d %s", r.status, r.text)
	}
}

func TestOneDaemon(t *testing.T) {
	d := start(t, Config{})
	var held *lock.HeldError
	if s, err := Open(Config{Home: d.home}); !errors.As(err, &held) || held.PID != os.Getpid() {
		s.Close()
		t.Errorf("a second daemon: %v", err)
	}
	d.stop()
	s, err := Open(Config{Home: d.home}) // without a log
	if err != nil {
		t.Fatal(err)
	}
	s.log.Info("nobody hears it")
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	log := confirmtest.Log(t)
	if s, err = Open(Config{Home: d.home, Log: log}); err != nil || s.log != log {
		t.Fatalf("%v, another log", err)
	}
	s.Close()
	start(t, Config{Home: d.home}).submit(nil)
}

// A path longer than a socket's address holds is reached all the same.
func TestLongHome(t *testing.T) {
	d := start(t, Config{Home: t.TempDir() + "/" + strings.Repeat("long/", 40)})
	if _, err := NewClient(d.home).Pending(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestClientWithoutDaemon(t *testing.T) {
	home := t.TempDir()
	if _, err := NewClient(home).Pending(t.Context()); !errors.Is(err, ErrNoDaemon) {
		t.Error(err)
	}
	l, err := listenUnix(SocketPath(home), 0o600)
	if err != nil {
		t.Fatal(err)
	}
	l.(*unixListener).UnixListener.Close() // as kill -9 leaves it
	if _, err := NewClient(home).Pending(t.Context()); !errors.Is(err, ErrNoDaemon) {
		t.Error(err)
	}
	if l, err = listenUnix(SocketPath(home), 0o600); err != nil {
		t.Error(err)
	}
	l.Close()
	if err := os.WriteFile(SocketPath(home), []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := listenUnix(SocketPath(home), 0o600); err == nil {
		t.Error("somebody's file was taken for a socket")
	}
}

// A full disk: nothing is answered that was not written, and nothing is approved.
func TestFullDisk(t *testing.T) {
	d := start(t, Config{RateLimit: 5})
	id := d.submit(nil)
	d.server.store.Close()
	if r := d.do(call{method: "POST", path: "/confirm", body: map[string]any{"action": "a", "description": "b"}}); r.status != http.StatusServiceUnavailable || bytes.Contains([]byte(r.text), []byte(`"id"`)) {
		t.Errorf("%d %s", r.status, r.text)
	}
	if r := d.resolve(id, "approve"); r.status != http.StatusServiceUnavailable {
		t.Errorf("%d %s", r.status, r.text)
	}
	if s := d.get(id)["status"]; s != "pending" {
		t.Errorf("it is %v", s)
	}
}
