package page

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/supervisor/approve"
	"github.com/hermes-exec/hermes-exec/supervisor/audit"
	"github.com/hermes-exec/hermes-exec/supervisor/confirm"
	"github.com/hermes-exec/hermes-exec/supervisor/confirm/confirmtest"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// daemon is a real daemon with its page, in a home of its own.
type daemon struct {
	t      *testing.T
	api    *confirm.Server
	page   *Page
	client *confirm.Client
	token  string
}

func start(t *testing.T) *daemon {
	t.Helper()
	home := filepath.Join(t.TempDir(), "home")
	d := &daemon{t: t, client: confirm.NewClient(home)}
	var err error
	d.api, err = confirm.Open(confirm.Config{Home: home, RateLimit: 10000, Log: confirmtest.Log(t)})
	if err != nil {
		t.Fatal(err)
	}
	listeners, err := d.api.Listen(confirm.DefaultHost, 0)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	d.page = Serve(d.api, l, Shows{Asked: request, Mask: audit.Mask})
	if d.token, err = confirm.ReadToken(home); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- d.api.Serve(ctx, listeners...) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
		if err := d.api.Close(); err != nil {
			t.Error(err)
		}
	})
	return d
}

// details are those of a request about a command.
type details struct {
	Cwd string `json:"cwd"`
	*approve.AskedConfirm
}

// request is what is asked, as hermes-confirmd reads it.
func request(s *confirm.State) *supervisor.Request {
	var d details
	if s.Kind == "command" && json.Unmarshal(s.Details, &d) == nil && d.AskedConfirm != nil && d.Verdict != nil {
		d.Verdict.Cmd, d.Verdict.Tier = s.Description, s.Tier
		return approve.AwayRequest(s.Description, d.Cwd, d.AskedConfirm)
	}
	return approve.AwayRequest(s.Description, "", &approve.AskedConfirm{Verdict: &tiers.Verdict{
		Cmd: s.Description, Tier: s.Tier, Findings: []tiers.Finding{{Rule: "action " + s.Action, Tier: s.Tier, Why: s.Requester + " asks for it"}},
	}})
}

// m are the fields of a request.
type m = map[string]any

// submit submits a request that must be taken, and gives its id.
func (d *daemon) submit(fields m) string {
	d.t.Helper()
	all := m{"action": "deploy", "description": "ship it"}
	maps.Copy(all, fields)
	s, err := d.client.Submit(d.t.Context(), all)
	if err != nil {
		d.t.Fatal(err)
	}
	return s.ID
}

// resolve answers a request as another approver.
func (d *daemon) resolve(id, verb, by, reason string) {
	d.t.Helper()
	if _, err := d.client.Resolve(d.t.Context(), id, verb, by, reason); err != nil {
		d.t.Fatal(err)
	}
}

// allow puts an action on the whitelist as another approver.
func (d *daemon) allow(fields m) {
	d.t.Helper()
	if err := d.client.Do(d.t.Context(), "POST", "/whitelist", true, fields, &m{}); err != nil {
		d.t.Fatal(err)
	}
}

func (d *daemon) state(id string) *confirm.State {
	d.t.Helper()
	s, err := d.api.Get(d.t.Context(), id)
	if err != nil {
		d.t.Fatal(err)
	}
	return s
}

// becomes waits until a request has a status.
func (d *daemon) becomes(id, status string) *confirm.State {
	d.t.Helper()
	confirmtest.Eventually(d.t, id+" is "+status, func() bool { return string(d.state(id).Status) == status })
	return d.state(id)
}

// visitor is a client of the page without a browser: it can send what no
// browser would.
type visitor struct {
	t    *testing.T
	base string
	http *http.Client
	path string // of its session
}

func (d *daemon) visitor() *visitor {
	d.t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		d.t.Fatal(err)
	}
	return &visitor{t: d.t, base: d.page.Base(), http: &http.Client{Jar: jar, Timeout: confirmtest.Patience}}
}

// codeOf is the code in a link.
func codeOf(link string) string {
	_, code, _ := strings.Cut(link, "#code=")
	return code
}

// signedIn is a visitor with a session.
func (d *daemon) signedIn(by string) *visitor {
	d.t.Helper()
	v := d.visitor()
	r := v.do("POST", "/sign-in", fmt.Sprintf(`{"code":%q}`, codeOf(d.page.Link(by))), nil)
	if r.status != 200 {
		d.t.Fatalf("sign in: %d %s", r.status, r.text)
	}
	v.path = r.m["session"].(string)
	return v
}

type reply struct {
	status int
	header http.Header
	text   string
	m      m
}

// do sends a request, with JSON where there is a body.
func (v *visitor) do(method, path, body string, header map[string]string) reply {
	v.t.Helper()
	req, err := http.NewRequestWithContext(v.t.Context(), method, v.base+path, strings.NewReader(body))
	if err != nil {
		v.t.Fatal(err)
	}
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	for k, value := range header {
		if k == "Host" {
			req.Host = value
		}
		req.Header.Set(k, value)
	}
	resp, err := v.http.Do(req)
	if err != nil {
		v.t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		v.t.Fatal(err)
	}
	r := reply{status: resp.StatusCode, header: resp.Header, text: string(text)}
	json.Unmarshal(text, &r.m)
	return r
}

// cookies are those that a path would be sent.
func (v *visitor) cookies(path string) []*http.Cookie {
	u, err := url.Parse(v.base + path)
	if err != nil {
		v.t.Fatal(err)
	}
	return v.http.Jar.Cookies(u)
}
