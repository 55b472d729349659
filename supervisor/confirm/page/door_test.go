package page

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor/confirm/store"
)

// A link lets one person in, once. What it leaves behind opens nothing else, and
// the approver's token is nowhere in the browser.
func TestSignIn(t *testing.T) {
	t.Parallel()
	d := start(t)
	b := newBrowser(t)
	link := d.page.Link("ada")
	b.open(link)
	b.live()
	if at := b.value(`location.href`); at != d.page.Base()+"/#waiting" {
		t.Errorf("the address is %s", at)
	}
	if c := b.value(`document.cookie`); c != "" {
		t.Errorf("scripts see the cookie %s", c)
	}
	b.press("2")
	b.press("3")
	everything := b.value(`document.documentElement.outerHTML + JSON.stringify(localStorage) + JSON.stringify(sessionStorage) + location.href + history.length`)
	for what, secret := range map[string]string{"the token": d.token, "the code": codeOf(link)} {
		if strings.Contains(everything, secret) {
			t.Errorf("%s is in the page", what)
		}
	}
	b.reload()

	other := newBrowser(t)
	other.open(link)
	other.sees("this link was used already")
	other.sees("hermes-confirmd page")
	other.open(d.page.Base() + "/#code=" + strings.Repeat("0", 40))
	other.sees("this link was used already, or is older than 15 minutes")
	other.enter(d, "grace")
	other.clean()

	session := b.value(`localStorage.getItem('hermes-session')`)
	b.click("#sign-out")
	b.sees("hermes-confirmd page")
	if got := b.value(`fetch('` + session + `').then(r => r.status)`); got != "401" {
		t.Errorf("signed out, and still in: %s", got)
	}
	if left := b.value(`JSON.stringify(localStorage)`); left != "{}" {
		t.Errorf("it keeps %s", left)
	}
	b.clean()
}

// What is in the cookie is for the page's script to send and not to see, for
// this site's own requests, and for no other program's port: servers of an
// agent on the same machine are the same site.
func TestCookie(t *testing.T) {
	t.Parallel()
	d := start(t)
	v := d.visitor()
	r := v.do("POST", "/sign-in", fmt.Sprintf(`{"code":%q}`, codeOf(d.page.Link("ada"))), nil)
	c, err := http.ParseSetCookie(r.header.Get("Set-Cookie"))
	if err != nil {
		t.Fatal(err)
	}
	path := r.m["session"].(string)
	if !c.HttpOnly || c.SameSite != http.SameSiteStrictMode || c.Path != path || c.Domain != "" || len(c.Value) < 40 || len(path) < 40 || strings.Contains(path, c.Value) {
		t.Errorf("%+v for %s", c, path)
	}
	if strings.Contains(r.text, c.Value) || strings.Contains(r.text, d.token) {
		t.Errorf("a script sees %s", r.text)
	}
	if got := v.cookies("/"); len(got) != 0 {
		t.Errorf("it is sent to any port: %v", got)
	}
	if got := v.cookies(path + "/events"); len(got) != 1 {
		t.Errorf("the session does not get it: %v", got)
	}
}

// Nobody comes in without both secrets, whatever they ask for.
func TestDoor(t *testing.T) {
	t.Parallel()
	d := start(t)
	id := d.submit(nil)
	ada, grace := d.signedIn("ada"), d.signedIn("grace")
	calls := []struct{ method, path, body string }{
		{"GET", "", ""}, {"GET", "/events", ""}, {"GET", "/pending", ""}, {"GET", "/request/" + id, ""}, {"GET", "/audit", ""}, {"GET", "/counts", ""}, {"GET", "/whitelist", ""},
		{"POST", "/request/" + id + "/approve", "{}"}, {"POST", "/request/" + id + "/deny", "{}"}, {"POST", "/request/" + id + "/keep", `{"scope":"always"}`},
		{"POST", "/whitelist", `{"action":"x"}`}, {"DELETE", "/whitelist", `{"action":"x"}`}, {"POST", "/sign-out", "{}"},
	}
	for _, c := range calls {
		for _, s := range []struct {
			name string
			v    *visitor
			path string
		}{
			{"no session", d.visitor(), "/s/" + strings.Repeat("0", 40)}, {"the path alone", d.visitor(), ada.path},
			{"another's cookie", grace, ada.path}, {"a cookie made up", d.visitor(), ada.path},
		} {
			header := map[string]string{}
			switch s.name {
			case "another's cookie":
				header["Cookie"] = cookie + "=" + grace.cookies(grace.path)[0].Value
			case "a cookie made up":
				header["Cookie"] = cookie + "=" + strings.Repeat("0", 40)
			}
			r := s.v.do(c.method, s.path+c.path, c.body, header)
			if r.status != http.StatusUnauthorized || strings.Contains(r.text, "ship it") {
				t.Errorf("%s: %s %s: %d %s", s.name, c.method, c.path, r.status, r.text)
			}
		}
		// A page of another site, or one whose name was pointed here.
		for name, header := range map[string]map[string]string{
			"another site": {"Origin": "https://evil.example"}, "another port": {"Origin": "http://127.0.0.1:3000"}, "no origin": {"Origin": "null"},
			"cross-site": {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "cors"}, "a rebound name": {"Host": "evil.example:6080"},
		} {
			if r := ada.do(c.method, ada.path+c.path, c.body, header); r.status != http.StatusForbidden {
				t.Errorf("%s: %s %s: %d %s", name, c.method, c.path, r.status, r.text)
			}
		}
		if c.body != "" { // what a form can send is not JSON
			for _, kind := range []string{"text/plain", "application/x-www-form-urlencoded", "multipart/form-data"} {
				if r := ada.do(c.method, ada.path+c.path, c.body, map[string]string{"Content-Type": kind}); r.status != http.StatusUnsupportedMediaType && c.path != "/sign-out" {
					t.Errorf("%s: %s %s: %d %s", kind, c.method, c.path, r.status, r.text)
				}
			}
		}
	}
	if s := d.state(id); s.Status != store.Pending || len(d.api.Whitelist()) != 0 {
		t.Errorf("%+v, %v", s, d.api.Whitelist())
	}
	if r := grace.do("POST", grace.path+"/request/"+id+"/approve", `{"approver":"ada","reason":" fine "}`, nil); r.status != 200 || d.state(id).ResolvedBy != "grace" || d.state(id).Reason != "fine" {
		t.Errorf("%d %s %+v", r.status, r.text, d.state(id))
	}
}

// Whatever is answered carries the policy, and nothing else is there.
func TestHeaders(t *testing.T) {
	t.Parallel()
	d := start(t)
	v := d.signedIn("ada")
	for _, c := range []struct {
		method, path, kind string
		status             int
	}{
		{"GET", "/", "text/html; charset=utf-8", 200}, {"GET", "/static/page.js", "text/javascript; charset=utf-8", 200}, {"GET", "/static/page.css", "text/css; charset=utf-8", 200},
		{"GET", "/static/icon.svg", "image/svg+xml", 200}, {"HEAD", "/", "text/html; charset=utf-8", 200}, {"GET", v.path + "/audit", "application/json", 200},
		{"GET", "/confirm/x/approve?sig=1&until=2", "text/html; charset=utf-8", 200}, {"GET", "/link/x/approve?sig=1&until=2", "application/json", 403},
		{"GET", "/static/nothing.js", "application/json", 404}, {"GET", "/static/..%2fpage.go", "application/json", 404}, {"GET", "/static/%2e%2e", "application/json", 404},
		{"GET", "/nothing", "", 404}, {"GET", "/confirm", "", 404}, {"GET", "/audit", "", 404}, {"POST", "/confirm", "", 404}, {"GET", "/whitelist", "", 404}, {"HEAD", v.path + "/events", "", 405},
		{"GET", v.path + "/audit?tier=frob", "application/json", 400}, {"GET", v.path + "/audit?since=NaN", "application/json", 400}, {"GET", v.path + "/counts?since=-1", "application/json", 400},
		{"GET", v.path + "/request/nothing", "application/json", 404}, {"DELETE", "/", "", 405}, {"POST", "/", "", 405},
	} {
		r := v.do(c.method, c.path, "", nil)
		if r.status != c.status || c.kind != "" && r.header.Get("Content-Type") != c.kind {
			t.Errorf("%s %s: %d %s", c.method, c.path, r.status, r.header.Get("Content-Type"))
		}
		for name, want := range map[string]string{
			"Content-Security-Policy": policy, "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Cache-Control": "no-store",
			"Cross-Origin-Resource-Policy": "same-origin", "X-Frame-Options": "DENY",
		} {
			if got := r.header.Get(name); got != want {
				t.Errorf("%s %s: %s: %q", c.method, c.path, name, got)
			}
		}
	}
	for _, body := range []string{"", "{", `{"code":1}`, `[]`, `{"code":"` + strings.Repeat("x", maxBody) + `"}`} {
		if r := d.visitor().do("POST", "/sign-in", body, nil); r.status != 400 && r.status != 415 {
			t.Errorf("%.20s: %d %s", body, r.status, r.text)
		}
	}
}

// Codes and sessions come to an end: by time, by use, and by making room.
func TestDoorsTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDoors()
		late, soon := d.code("ada"), d.code("ada")
		time.Sleep(codeTime - time.Second)
		s, secret := d.enter(soon)
		if s == nil || d.find(s.id, secret) != s || d.find(s.id, secret+"0") != nil || d.find(s.id+"0", secret) != nil {
			t.Fatal("a good code")
		}
		if again, _ := d.enter(soon); again != nil {
			t.Error("a code twice")
		}
		time.Sleep(time.Second)
		if s, _ := d.enter(late); s != nil {
			t.Error("an old code")
		}
		for range 3 { // it lasts while it is used
			time.Sleep(sessionTime - 2*time.Second)
			if d.find(s.id, secret) == nil {
				t.Fatal("a session in use has ended")
			}
		}
		time.Sleep(sessionTime)
		if d.find(s.id, secret) != nil {
			t.Error("a session that nobody uses lasts")
		}
		select {
		case <-s.ended:
		default:
			t.Error("its stream does not know")
		}
		first := d.code("ada")
		var all []*session
		for range maxSessions + 1 {
			time.Sleep(time.Millisecond)
			s, _ := d.enter(d.code("ada"))
			all = append(all, s)
		}
		if len(d.sessions) != maxSessions || d.sessions[all[0].id] != nil || d.sessions[all[maxSessions].id] == nil {
			t.Errorf("%d sessions", len(d.sessions))
		}
		for range maxCodes {
			time.Sleep(time.Millisecond)
			d.code("ada")
		}
		if s, _ := d.enter(first); s != nil || len(d.codes) != maxCodes {
			t.Errorf("%d codes", len(d.codes))
		}
	})
}

// supervised is a program that runs another below a process by the name of
// hermes-exec, as the process table shows what a supervised command starts.
func supervised(t *testing.T, program string) string {
	t.Helper()
	dir := t.TempDir()
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(sh, filepath.Join(dir, "hermes-exec")); err != nil {
		t.Fatal(err)
	}
	script := fmt.Sprintf("#!%s\nexec '%s/hermes-exec' -c '\"$@\"; exit' sh '%s' \"$@\"\n", sh, dir, program)
	path := filepath.Join(dir, "browser")
	if err := os.WriteFile(path, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	return path
}

// An agent that got hold of a link, or of all that a browser keeps, sees and
// answers nothing with a browser of its own; and the link is still good for the
// person it was made for.
//
// That browser starts while no other test runs: for a moment it is a copy of this
// process with all its connections, and a daemon that looks just then refuses them.
func TestSupervisedBrowser(t *testing.T) {
	ctx, end, err := launch(supervised(t, chromium(t)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(end)
	t.Parallel()
	d := start(t)
	id := d.submit(nil)
	link := d.page.Link("ada")
	agent := newWindow(t, ctx)
	agent.open(link)
	agent.sees("nobody approves their own request")
	approve, _ := d.api.Links(d.state(id))
	agent.open(d.page.Base() + approve)
	agent.click("#press")
	agent.sees("nobody approves their own request")

	b := newBrowser(t)
	b.open(link)
	b.live()
	b.ready(id)
	// Everything the person's browser has, cookie included.
	session := b.value(`localStorage.getItem('hermes-session')`)
	ada := d.signedIn("ada")
	agent.open(d.page.Base())
	agent.setCookie(d.page.Base()+ada.path, ada.cookies(ada.path)[0].Value)
	for _, call := range []string{
		`fetch('` + ada.path + `/request/` + id + `/approve', {method: 'POST', headers: {'Content-Type': 'application/json'}, body: '{}'})`,
		`fetch('` + ada.path + `/whitelist', {method: 'POST', headers: {'Content-Type': 'application/json'}, body: '{"action":"deploy"}'})`,
		`fetch('` + ada.path + `/pending')`, `fetch('` + ada.path + `/audit')`,
	} {
		if got := agent.value(call + `.then(async (r) => r.status + ' ' + (await r.json()).error)`); !strings.HasPrefix(got, "403 nobody approves their own request") {
			t.Errorf("%s: %s", call, got)
		}
	}
	if s := d.state(id); s.Status != store.Pending || len(d.api.Whitelist()) != 0 {
		t.Fatalf("%+v %v", s, d.api.Whitelist())
	}
	if got := b.value(`fetch('` + session + `/pending').then((r) => r.status)`); got != "200" {
		t.Errorf("the person: %s", got)
	}
	b.clickNow("#r-" + id + " .primary")
	d.becomes(id, "approved")
}
