package confirm

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor/confirm/confirmtest"
)

// daemon is a real server on a real port and socket, in a home of its own.
type daemon struct {
	t      *testing.T
	home   string
	server *Server
	base   string // of its TCP address
	stop   func()
	token  string
	socket *http.Client // over TCP an answer looks through all processes there are
}

func start(t *testing.T, c Config) *daemon {
	t.Helper()
	if c.Home == "" {
		c.Home = filepath.Join(t.TempDir(), "home")
	}
	c.Log = confirmtest.Log(t)
	s, err := Open(c)
	if err != nil {
		t.Fatal(err)
	}
	listeners, err := s.Listen(DefaultHost, 0)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- s.Serve(ctx, listeners...) }()
	stopped := false
	d := &daemon{t: t, home: c.Home, server: s, base: "http://" + listeners[1].Addr().String(), token: s.token}
	d.socket = NewClient(c.Home).http
	d.stop = func() {
		if stopped {
			return
		}
		stopped = true
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
	t.Cleanup(d.stop)
	return d
}

// call is one request, as an approver where it has a token.
type call struct {
	method, path string
	body         any // nil: none; string or []byte: as it is; else JSON
	token        string
	header       map[string]string
	host         string
}

type reply struct {
	status int
	header http.Header
	text   string
	m      map[string]any
}

var plainHTTP = &http.Client{
	Transport:     &http.Transport{MaxIdleConnsPerHost: 64},
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

func (d *daemon) do(c call) reply {
	d.t.Helper()
	r, err := d.try(c)
	if err != nil {
		d.t.Fatal(err)
	}
	return r
}

// try calls over TCP, and with the token over the socket, where answers are taken.
func (d *daemon) try(c call) (reply, error) {
	if c.token != "" && c.host == "" {
		return d.tryOn(d.socket, c)
	}
	return d.tryOn(plainHTTP, c)
}

func (d *daemon) tryOn(client *http.Client, c call) (reply, error) {
	var body io.Reader
	switch b := c.body.(type) {
	case nil:
	case string:
		body = bytes.NewReader([]byte(b))
	case []byte:
		body = bytes.NewReader(b)
	default:
		text, err := json.Marshal(b)
		if err != nil {
			return reply{}, err
		}
		body = bytes.NewReader(text)
	}
	req, err := http.NewRequest(c.method, d.base+c.path, body)
	if err != nil {
		return reply{}, err
	}
	if c.token != "" {
		req.Header.Set("Authorization", "Bearer "+c.token)
	}
	for k, v := range c.header {
		req.Header.Set(k, v)
	}
	if c.host != "" {
		req.Host = c.host
	}
	resp, err := client.Do(req)
	if err != nil {
		return reply{}, err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		return reply{}, err
	}
	r := reply{status: resp.StatusCode, header: resp.Header, text: string(text)}
	json.Unmarshal(text, &r.m) // nil for what is no object
	return r, nil
}

// submit submits a request that must be taken, and gives its id.
func (d *daemon) submit(fields map[string]any) string {
	d.t.Helper()
	all := map[string]any{"action": "deploy_production", "description": "Ship it"}
	for k, v := range fields {
		all[k] = v
	}
	r := d.do(call{method: "POST", path: "/confirm", body: all})
	if r.status != http.StatusAccepted {
		d.t.Fatalf("submit: %d %s", r.status, r.text)
	}
	return r.m["id"].(string)
}

func (d *daemon) resolve(id, verb string) reply {
	d.t.Helper()
	r, err := d.tryOn(d.socket, call{method: "POST", path: "/confirm/" + id + "/" + verb, token: d.token})
	if err != nil {
		d.t.Fatal(err)
	}
	return r
}

func (d *daemon) get(id string) map[string]any {
	d.t.Helper()
	r := d.do(call{method: "GET", path: "/confirm/" + id})
	if r.status != 200 {
		d.t.Fatalf("GET %s: %d %s", id, r.status, r.text)
	}
	return r.m
}

// raw sends bytes as they are, and reads what comes back until the end.
func (d *daemon) raw(text string) string {
	d.t.Helper()
	c, err := net.Dial("tcp", d.base[len("http://"):])
	if err != nil {
		d.t.Fatal(err)
	}
	defer c.Close()
	c.SetDeadline(time.Now().Add(30 * time.Second))
	fmt.Fprint(c, text)
	b, _ := io.ReadAll(c)
	return string(b)
}

func TestMain(m *testing.M) {
	if os.Getenv(asApprover) != "" {
		approverMain()
	}
	if home := os.Getenv(asImpostor); home != "" {
		impostorMain(home)
	}
	if home := os.Getenv(asTokenMaker); home != "" {
		_, err := makeToken(home)
		fmt.Println(err)
		os.Exit(0)
	}
	if home := os.Getenv(asRequester); home != "" {
		requesterMain(home)
	}
	os.Exit(m.Run())
}
