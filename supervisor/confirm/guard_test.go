package confirm

import (
	"bufio"
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor/confirm/store"
	"github.com/hermes-exec/hermes-exec/supervisor/procs"
)

// asApprover makes this binary an agent's program that tries to approve: its
// value is the way, HOME the daemon's home.
const asApprover = "CONFIRM_TEST_APPROVER"

// asTokenMaker makes this binary a daemon that gets no further than its token: its
// value is the home.
const asTokenMaker = "CONFIRM_TEST_TOKEN_MAKER"

// approverMain sends one approval, with the token read from the disk, and
// prints the answer.
func approverMain() {
	home, id := os.Args[1], os.Args[2]
	token, err := os.ReadFile(TokenPath(home))
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	client, base := http.DefaultClient, os.Getenv(asApprover)
	if base == "unix" {
		base = "http://localhost"
		client = &http.Client{Transport: &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			name, done, err := short(SocketPath(home))
			if err != nil {
				return nil, err
			}
			defer done()
			return new(net.Dialer).DialContext(ctx, "unix", name)
		}}}
	}
	req, err := http.NewRequest("POST", base+id, strings.NewReader(`{"action":"push","description":"x","session_key":"s1"}`))
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	req.Header.Set("Authorization", "Bearer "+string(bytes.TrimSpace(token)))
	resp, err := client.Do(req)
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	text, _ := io.ReadAll(resp.Body)
	fmt.Printf("%d %s", resp.StatusCode, text)
	os.Exit(0)
}

// under runs argv below a process by the name of hermes-exec: a stand-in, a
// shell of that name, which is what the process table shows of a supervisor.
func under(t *testing.T, env string, argv ...string) string {
	t.Helper()
	out, err := supervisedCommand(t, env, argv...).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return string(out)
}

func supervisedCommand(t *testing.T, env string, argv ...string) *exec.Cmd {
	t.Helper()
	name := filepath.Join(t.TempDir(), "hermes-exec")
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(sh, name); err != nil {
		t.Fatal(err)
	}
	c := exec.Command(name, append([]string{"-c", `"$@"; exit`, "sh"}, argv...)...)
	c.Env = append(os.Environ(), env)
	return c
}

// Nobody approves their own request: with the token, over TCP and over the
// socket, what runs under a supervisor is refused, and the same program elsewhere
// is not, over the socket; over TCP it could hold what another has sent.
func TestSelfApproval(t *testing.T) {
	d := start(t, Config{RateLimit: 1000})
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, way := range []string{d.base, "unix"} {
		for _, path := range []string{"approve", "deny", "whitelist"} {
			t.Run(way+" "+path, func(t *testing.T) {
				id := d.submit(nil)
				to := "/confirm/" + id + "/" + path
				if path == "whitelist" {
					to = "/whitelist"
				}
				env := asApprover + "=" + way
				if out := under(t, env, self, d.home, to); !strings.HasPrefix(out, "403 ") || !strings.Contains(out, "nobody approves their own request") {
					t.Errorf("under a supervisor: %s", out)
				}
				if s := d.get(id)["status"]; s != "pending" {
					t.Fatalf("it is %v", s)
				}
				c := exec.Command(self, d.home, to)
				c.Env = append(os.Environ(), env)
				want := "200 "
				if way != "unix" {
					want = "403 "
				}
				if out, err := c.CombinedOutput(); err != nil || !strings.HasPrefix(string(out), want) {
					t.Errorf("outside: %v, %s", err, out)
				}
			})
		}
	}
}

// What is allowed in a session is so for what runs in it, and not for what says so.
func TestSessionClaimed(t *testing.T) {
	d := start(t, Config{RateLimit: 1000})
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	allowed := map[string]any{"action": "push", "session_key": "s1"}
	if r := d.do(call{method: "POST", path: "/whitelist", token: d.token, body: allowed}); r.status != 200 {
		t.Fatal(r.text)
	}
	for session, want := range map[string]string{"s1": "200 ", "s2": "202 "} {
		for _, way := range []string{d.base, "unix"} {
			c := supervisedCommand(t, asApprover+"="+way, self, d.home, "/confirm")
			c.Env = append(c.Env, "HERMES_SESSION_KEY="+session)
			if out, err := c.CombinedOutput(); err != nil || !strings.HasPrefix(string(out), want) {
				t.Errorf("%s in %s: %v, %s, want %s", way, session, err, out, want)
			}
		}
	}
	states, n := d.server.Pending(10)
	for _, s := range states {
		if n != 2 || s.SessionKey != "s2" {
			t.Errorf("%d wait, one of session %q", n, s.SessionKey)
		}
	}
}

// A home that others may write holds nothing that can be believed.
func TestOpenHome(t *testing.T) {
	home := t.TempDir()
	for _, mode := range []os.FileMode{0o722, 0o720, 0o702} {
		if err := os.Chmod(home, mode); err != nil {
			t.Fatal(err)
		}
		if s, err := Open(Config{Home: home}); err == nil || !strings.Contains(err.Error(), "can be written by others") {
			s.Close()
			t.Errorf("%o: %v", mode, err)
		}
	}
}

// asImpostor makes this binary an agent's own daemon, on the socket of a home,
// that approves everything until its standard input ends.
const asImpostor = "CONFIRM_TEST_IMPOSTOR"

func impostorMain(home string) {
	l, err := listenUnix(SocketPath(home), 0o600)
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	go http.Serve(l, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusAccepted)
		io.WriteString(w, `{"id":"x","status":"approved"}`)
	}))
	fmt.Println("ready")
	io.Copy(io.Discard, os.Stdin)
	os.Exit(0)
}

// A daemon under a supervisor is the agent's: nobody believes it, or gives it
// the token.
func TestImpostor(t *testing.T) {
	home := t.TempDir()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := supervisedCommand(t, asImpostor+"="+home, self)
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		in.Close()
		c.Wait()
	}()
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "ready\n" {
		t.Fatal(line, err)
	}
	s, err := NewClient(home).Submit(t.Context(), map[string]any{"action": "x", "description": "y"})
	if err == nil || !strings.Contains(err.Error(), "cannot be trusted") {
		t.Errorf("%+v, %v", s, err)
	}
}

// A link in a notice does not help a supervised process either, and it is good
// once, for one request, one answer and its time.
func TestLinks(t *testing.T) {
	d := start(t, Config{RateLimit: 1000})
	post := func(path string) int {
		t.Helper()
		return d.do(call{method: "POST", path: path}).status
	}
	id, other := d.submit(nil), d.submit(nil)
	state, err := NewClient(d.home).Get(t.Context(), id, 0)
	if err != nil {
		t.Fatal(err)
	}
	approve, deny := d.server.Links(state)
	_, query, _ := strings.Cut(approve, "?")
	for _, forged := range []string{
		"/confirm/" + other + "/approve?" + query, // another request
		"/confirm/" + id + "/deny?" + query,       // another answer
		"/confirm/" + id + "/approve?" + strings.Replace(query, "until=", "until=9", 1),
		"/confirm/" + id + "/approve?until=9999999999&sig=",
		strings.TrimRight(approve, "0123456789abcdef"),
		d.server.links.link(id, "approve", time.Now()), // expired
		"/whitelist?" + query,
	} {
		if got := post(forged); got != 403 && got != 401 {
			t.Errorf("%s: %d", forged, got)
		}
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if out := under(t, asApprover+"="+d.base, self, d.home, approve); !strings.HasPrefix(out, "403 ") {
		t.Errorf("under a supervisor: %s", out)
	}
	if got := post(approve); got != 200 {
		t.Errorf("the link: %d", got)
	}
	for _, again := range []string{approve, deny} {
		if got := post(again); got != 409 {
			t.Errorf("replayed: %d", got)
		}
	}
	if r := d.do(call{method: "POST", path: "/confirm", body: map[string]any{"action": "x", "description": "y"}}); strings.Contains(r.text, "sig=") {
		t.Errorf("the requester got a signed link: %s", r.text)
	}
}

// A link is good until its second has come, and that of a notice as long as the request waits.
func TestLinkTimes(t *testing.T) {
	s := &Server{links: newLinkSigner("token")}
	approve, deny := s.Links(&State{ID: "x", ExpiresAt: 1000.5})
	for verb, link := range map[string]string{"approve": approve, "deny": deny} {
		u, err := url.Parse(link)
		if err != nil {
			t.Fatal(err)
		}
		for at, want := range map[int64]bool{0: true, 1000: true, 1001: false, 1002: false} {
			if got := s.links.good("x", verb, u.Query(), time.Unix(at, 0)); got != want {
				t.Errorf("%s at %d: %v", link, at, got)
			}
		}
	}
}

func TestToken(t *testing.T) {
	d := start(t, Config{RateLimit: 1000})
	id := d.submit(nil)
	fi, err := os.Stat(TokenPath(d.home))
	if err != nil || fi.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", fi, err)
	}
	wrong := []byte(d.token)
	wrong[0] ^= 1
	for _, c := range []struct {
		authorization string
		want          int
	}{
		{"", 401}, {"Bearer", 401}, {"Bearer ", 401}, {"Bearer " + string(wrong), 403}, {"Bearer x", 403},
		{"Basic " + d.token, 403}, {"Bearer " + d.token + "0", 403}, {"Bearer " + strings.ToUpper(d.token) + "x", 403}, {d.token, 401},
	} {
		for _, path := range []string{"/confirm/" + id + "/approve", "/confirm/" + id + "/deny", "/whitelist"} {
			r := d.do(call{method: "POST", path: path, body: `{"action":"x"}`, header: map[string]string{"Authorization": c.authorization}})
			if r.status != c.want || strings.Contains(r.text, d.token) || (r.header.Get("WWW-Authenticate") == "Bearer") != (c.want == 401) {
				t.Errorf("%q %s: %d %s", c.authorization, path, r.status, r.text)
			}
		}
	}
	if s := d.get(id)["status"]; s != "pending" {
		t.Errorf("it is %v", s)
	}
	token := d.token
	d.stop()
	if d = start(t, Config{Home: d.home}); d.token != token {
		t.Error("a restart made a new token")
	}
	d.stop()
	if err := os.Chmod(TokenPath(d.home), 0o644); err != nil {
		t.Fatal(err)
	}
	if s, err := Open(Config{Home: d.home}); err == nil || !strings.Contains(err.Error(), "can be read by others") {
		s.Close()
		t.Errorf("a token that others may read: %v", err)
	}
}

// A token is on the disk before it has its name, and its name before the store
// signs anything with it. The second start makes none.
func TestTokenSynced(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("strace"); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	home, out := filepath.Join(t.TempDir(), "home"), filepath.Join(t.TempDir(), "strace")
	if err := os.Mkdir(home, 0o700); err != nil {
		t.Fatal(err)
	}
	call := regexp.MustCompile(`(?m)^[0-9]+ +(write|fsync|rename)[a-z0-9]*\(.*?/home(?:/(\.confirmd-)[0-9]+\.token)?[">]`)
	for _, want := range []string{"write token; fsync token; rename token; fsync folder", ""} {
		cmd := exec.Command("strace", "-f", "-y", "-qq", "-o", out, "-e", "trace=write,fsync,fdatasync,rename,renameat,renameat2", os.Args[0])
		cmd.Env = append(os.Environ(), asTokenMaker+"="+home)
		if said, err := cmd.CombinedOutput(); strings.Contains(string(said), "ptrace") {
			t.Skipf("strace may not trace here: %s", said)
		} else if string(said) != "<nil>\n" || err != nil {
			t.Fatalf("%s, %v", said, err)
		}
		text, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, m := range call.FindAllStringSubmatch(string(text), -1) {
			what := "folder"
			if m[2] != "" {
				what = "token"
			}
			got = append(got, m[1]+" "+what)
		}
		if s := strings.Join(got, "; "); s != want {
			t.Errorf("%q, want %q\n%s", s, want, text)
		}
	}
}

// What a web page of another site has a browser send is refused.
func TestBrowsers(t *testing.T) {
	d := start(t, Config{RateLimit: 1000})
	id := d.submit(nil)
	port := d.base[strings.LastIndex(d.base, ":"):]
	header := func(kv ...string) map[string]string {
		m := map[string]string{}
		for i := 0; i < len(kv); i += 2 {
			m[kv[i]] = kv[i+1]
		}
		return m
	}
	for _, c := range []struct {
		name   string
		host   string
		header map[string]string
		want   int
	}{
		{"plain", "", nil, 200},
		{"localhost", "localhost" + port, nil, 200},
		{"IPv6", "[::1]" + port, nil, 200},
		{"localhost with a dot", "LOCALHOST." + port, nil, 200},
		{"own page", "localhost" + port, header("Origin", "http://localhost"+port, "Sec-Fetch-Site", "same-origin"), 200},
		{"rebound name", "evil.example" + port, nil, 403},
		{"rebound name that begins well", "localhost.evil.example" + port, nil, 403},
		{"other address", "192.168.1.5" + port, nil, 403},
		{"no host", "x", nil, 403},
		{"other site", "", header("Origin", "https://evil.example"), 403},
		{"other site, same name", "localhost" + port, header("Origin", "http://localhost:1"), 403},
		{"null origin", "", header("Origin", "null"), 403},
		{"no Origin", "", header("Sec-Fetch-Site", "cross-site"), 403},
	} {
		for _, req := range []call{{method: "GET", path: "/confirm"}, {method: "GET", path: "/audit"}, {method: "GET", path: "/health"},
			{method: "POST", path: "/confirm", body: `{"action":"x","description":"y"}`}, {method: "POST", path: "/confirm/" + id + "/approve", token: d.token}} {
			if c.want == 200 && req.method == "POST" {
				continue
			}
			req.host, req.header = c.host, c.header
			if r := d.do(req); r.status != c.want {
				t.Errorf("%s: %s %s: %d %s", c.name, req.method, req.path, r.status, r.text)
			}
		}
	}
	if s := d.get(id)["status"]; s != "pending" {
		t.Errorf("it is %v", s)
	}
}

// A pid that has come to be another's is nobody's word.
func TestSameProcess(t *testing.T) {
	d := start(t, Config{})
	name, done, err := short(SocketPath(d.home))
	if err != nil {
		t.Fatal(err)
	}
	defer done()
	c, err := net.Dial("unix", name)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	started, err := procs.StartTime(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name string
		err  error
		want string // "": none
	}{
		{"ours", checkPeer(accepted{Conn: c, at: time.Now()}, 99), ""},
		{"of one that ended before ours began", checkPeer(accepted{Conn: c, at: started.Add(-time.Hour)}, 99), "is not the one that made this connection"},
		{"of no kind that is known", checkPeer(accepted{}, 99), "it is not known which process is asking"},
		{"as it began", sameProcess(os.Getpid(), started), ""},
		{"within what the clock knows", sameProcess(os.Getpid(), started.Add(-startSlack/2)), ""},
		{"before", sameProcess(os.Getpid(), started.Add(-2*startSlack)), "is not the one that made this connection"},
		{"of a process that is not there", sameProcess(1<<30, time.Now()), "is gone, or cannot be looked at"},
	} {
		if tt.want == "" && tt.err != nil || tt.want != "" && (tt.err == nil || !strings.Contains(tt.err.Error(), tt.want)) {
			t.Errorf("a connection %s: %v, want %q", tt.name, tt.err, tt.want)
		}
	}
}

func TestKnows(t *testing.T) {
	for _, c := range []struct {
		bound, host string
		want        bool
	}{
		{"", "127.0.0.1:6000", true}, {"", "10.0.0.5:6000", false}, {"localhost", "10.0.0.5", false}, {"::1", "[::1]:6000", true}, {"::1", "example.org", false},
		{"0.0.0.0", "10.0.0.5:6000", true}, {"0.0.0.0", "box.lan:6000", false}, {"box.lan", "box.lan:6000", true}, {"box.lan", "Box.LAN.", true}, {"box.lan", "evil.example", false}, {"0.0.0.0", "", false},
	} {
		s := &Server{config: Config{Host: c.bound}}
		if got := s.knows(c.host); got != c.want {
			t.Errorf("bound to %q, asked as %q: %v", c.bound, c.host, got)
		}
	}
	named := &Server{config: Config{Names: []string{"box.example", "100.64.0.7"}}}
	for host, want := range map[string]bool{
		"box.example": true, "Box.Example:6080": true, "100.64.0.7:6080": true, "100.64.0.8": false, "evil.example": false, "x.box.example": false, "box.example.evil": false, "": false,
	} {
		if got := named.knows(host); got != want {
			t.Errorf("named box.example, asked as %q: %v", host, got)
		}
	}
}

// A page that a proxy serves over https sends its forms from there.
func TestNamedOrigin(t *testing.T) {
	d := start(t, Config{Names: []string{"box.example"}})
	for origin, want := range map[string]int{"https://box.example": 202, "http://box.example": 202, "https://evil.example": 403, "null": 403} {
		r := d.do(call{method: "POST", path: "/confirm", host: "box.example", header: map[string]string{"Origin": origin}, body: `{"action":"x","description":"y"}`})
		if r.status != want {
			t.Errorf("%s: %d %s", origin, r.status, r.text)
		}
	}
	r := d.do(call{method: "POST", path: "/confirm", host: "localhost", header: map[string]string{"Origin": "https://localhost"}, body: `{"action":"x","description":"y"}`})
	if r.status != 403 {
		t.Errorf("https://localhost: %d", r.status)
	}
}

// Who edits the database approves nothing: not while the daemon runs, and not
// over a restart.
func TestEditedDatabase(t *testing.T) {
	d := start(t, Config{RateLimit: 1000})
	running, later, denied := d.submit(nil), d.submit(nil), d.submit(nil)
	edit := func(stmt string) {
		t.Helper()
		db, err := sql.Open("sqlite", DBPath(d.home)+"?_pragma=busy_timeout(5000)")
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		if _, err := db.Exec(stmt); err != nil {
			t.Fatal(err)
		}
	}
	edit(`UPDATE audit_log SET status = 'approved', resolved_by = 'human', resolved_at = 1790000000`)
	if s := d.get(running)["status"]; s != "pending" {
		t.Errorf("while it runs: %v", s)
	}
	if r := d.resolve(denied, "deny"); r.status != 200 {
		t.Errorf("%d %s", r.status, r.text)
	}
	edit(`INSERT INTO whitelist VALUES ('push', '', 'human', 1, x'00')`)
	d.stop()
	d = start(t, Config{Home: d.home, RateLimit: 1000})
	if s := d.get(denied)["status"]; s != "denied" {
		t.Errorf("the person's answer is gone: %v", s)
	}
	if r := d.do(call{method: "GET", path: "/confirm/" + later}); r.status != 409 || r.m["status"] != "denied" {
		t.Errorf("after a restart: %d %s", r.status, r.text)
	}
	if r := d.do(call{method: "POST", path: "/confirm", body: map[string]any{"action": "push", "description": "x"}}); r.status != 202 {
		t.Errorf("the forged whitelist: %d %s", r.status, r.text)
	}
	// Nor is it believed with all that this user's programs can read.
	forged := d.submit(map[string]any{"kind": "command", "action": "command", "description": "x"})
	d.stop()
	s, err := store.Open(DBPath(d.home), []byte(d.token))
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.Get(t.Context(), forged)
	if err != nil || !r.Sealed {
		t.Fatalf("%+v, %v", r, err)
	}
	r.Status, r.ResolvedBy, r.Resolved = store.Approved, "human", time.Now()
	if err := errors.Join(s.Put(r), s.Allow(store.Allowed{Action: "push", By: "human", Added: time.Unix(1, 0)}), s.Close()); err != nil {
		t.Fatal(err)
	}
	d = start(t, Config{Home: d.home, RateLimit: 1000})
	if r := d.do(call{method: "GET", path: "/confirm/" + forged}); r.status != 409 || r.m["status"] != "denied" {
		t.Errorf("an approval that the daemon does not know of: %d %s", r.status, r.text)
	}
	if r := d.do(call{method: "POST", path: "/confirm", body: map[string]any{"action": "push", "description": "x"}}); r.status != 202 {
		t.Errorf("the forged whitelist: %d %s", r.status, r.text)
	}
	if r := d.do(call{method: "POST", path: "/whitelist", token: d.token, body: map[string]any{"action": "other"}}); r.status == 200 {
		t.Errorf("the forged entry is confirmed along with another: %s", r.text)
	}
	if r := d.do(call{method: "POST", path: "/whitelist/trust", token: d.token, body: map[string]any{}}); r.status != 200 || r.m["count"] != 1.0 {
		t.Errorf("confirmed: %d %s", r.status, r.text)
	}
	if r := d.do(call{method: "POST", path: "/confirm", body: map[string]any{"action": "push", "description": "x"}}); r.status != 200 {
		t.Errorf("the confirmed whitelist: %d %s", r.status, r.text)
	}
	again := d.submit(nil)
	d.stop()
	edit(fmt.Sprintf(`UPDATE audit_log SET description = 'harmless' WHERE id = '%s'`, again))
	d = start(t, Config{Home: d.home, RateLimit: 1000})
	if got := d.get(again); got["status"] != "cancelled" || got["resolved_by"] != "system:changed outside the daemon" {
		t.Errorf("a changed description: %v", got)
	}
}

// An answer is taken on the socket only as the first request of a connection: what
// comes later may be sent by somebody to whom it was handed on.
func TestAnswerOnUsedConnection(t *testing.T) {
	d := start(t, Config{RateLimit: 1000})
	name, done, err := short(SocketPath(d.home))
	if err != nil {
		t.Fatal(err)
	}
	defer done()
	for _, before := range []bool{true, false} {
		id := d.submit(nil)
		client := &http.Client{Transport: &http.Transport{MaxConnsPerHost: 1, DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, "unix", name)
		}}}
		send := func(method, path string) int {
			t.Helper()
			req, err := http.NewRequest(method, "http://localhost"+path, strings.NewReader("{}"))
			if err != nil {
				t.Fatal(err)
			}
			req.Header.Set("Authorization", "Bearer "+d.token)
			resp, err := client.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			defer resp.Body.Close()
			io.Copy(io.Discard, resp.Body) // the connection is kept
			return resp.StatusCode
		}
		want := http.StatusOK
		if before {
			want = http.StatusForbidden
			if got := send("GET", "/health"); got != 200 {
				t.Fatal(got)
			}
		}
		if got := send("POST", "/confirm/"+id+"/approve"); got != want {
			t.Errorf("with a request before it %v: %d", before, got)
		}
	}
}
