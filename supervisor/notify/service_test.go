package notify

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor/confirm/confirmtest"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// service is a local server that is called as a service is.
type service struct {
	*httptest.Server
	t *testing.T

	mu     sync.Mutex
	calls  []received
	faults []http.HandlerFunc
}

// received is one call.
type received struct {
	method, path string
	header       http.Header
	body         []byte
	m            map[string]any
}

// serve starts one; good answers what is not to fail.
func serve(t *testing.T, good func(w http.ResponseWriter, r received)) *service {
	s := &service{t: t}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return
		}
		got := received{method: r.Method, path: r.URL.Path, header: r.Header.Clone(), body: body}
		if err := json.Unmarshal(body, &got.m); err != nil {
			t.Errorf("%s: %v: %s", r.URL.Path, err, body)
		}
		s.mu.Lock()
		s.calls = append(s.calls, got)
		var fault http.HandlerFunc
		if len(s.faults) > 0 {
			fault, s.faults = s.faults[0], s.faults[1:]
		}
		s.mu.Unlock()
		if fault != nil {
			fault(w, r)
			return
		}
		good(w, got)
	}))
	t.Cleanup(func() {
		s.CloseClientConnections()
		s.Close()
	})
	return s
}

func (s *service) fail(with ...http.HandlerFunc) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = append(s.faults, with...)
}

// call waits for the nth call, from 0.
func (s *service) call(n int) received {
	s.t.Helper()
	var r received
	confirmtest.Eventually(s.t, "the service is called", func() bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		if len(s.calls) > n {
			r = s.calls[n]
		}
		return len(s.calls) > n
	})
	return r
}

func (s *service) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.calls)
}

// says answers with a status, headers in pairs, and a body.
func says(status int, body string, headers ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i+1 < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		w.WriteHeader(status)
		io.WriteString(w, body)
	}
}

// hangs does not answer while it is waited for.
func hangs(_ http.ResponseWriter, r *http.Request) {
	select {
	case <-r.Context().Done():
	case <-time.After(10 * time.Second):
	}
}

// tears says less than it announces.
func tears(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Length", "1000")
	io.WriteString(w, `{"ok":true,"id":"1`)
}

func hangsUp(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }

// way is one service, on a local server that answers it well.
type way struct {
	name string
	good func(w http.ResponseWriter, r received)
	make func(base string) Service
	slow http.HandlerFunc // its way to say: not so fast, again in a second
	no   http.HandlerFunc // its way to refuse for good
	says string           // what is logged then
}

const (
	slackSecret = "8f742231b10e8888abcd99yyyzzz85a5"
	hookSecret  = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"
)

func ways() []way {
	return []way{
		{
			"discord", func(w http.ResponseWriter, _ received) { says(200, `{"id":"42","content":"x"}`)(w, nil) },
			func(base string) Service { return &Discord{BaseURL: base, Token: "T", Channel: "5"} },
			says(429, `{"message":"You are being rate limited.","retry_after":0.7,"global":false}`, "Retry-After", "1"),
			says(403, `{"message":"Missing Access","code":50001}`), "status 403: Missing Access (code 50001)",
		},
		{
			"slack", func(w http.ResponseWriter, _ received) { says(200, `{"ok":true,"ts":"1.5","channel":"C1"}`)(w, nil) },
			func(base string) Service { return &Slack{BaseURL: base, Token: "T", Channel: "C1"} },
			says(429, `{"ok":false,"error":"ratelimited"}`, "Retry-After", "1"),
			says(200, `{"ok":false,"error":"not_in_channel"}`), "not_in_channel",
		},
		{
			"slack webhook", func(w http.ResponseWriter, _ received) { says(200, "ok")(w, nil) },
			func(base string) Service { return &Slack{Webhook: base + "/services/T/B/X"} },
			says(429, "rate_limited", "Retry-After", "1"), says(404, "no_service"), "status 404: no_service",
		},
		{
			"ntfy", func(w http.ResponseWriter, _ received) { says(200, `{"id":"abc","event":"message"}`)(w, nil) },
			func(base string) Service { return &Ntfy{BaseURL: base, Topic: "hush"} },
			says(429, `{"code":42901,"http":429,"error":"limit reached: too many requests"}`),
			says(403, `{"code":40301,"http":403,"error":"forbidden"}`), "status 403: forbidden",
		},
		{
			"webhook", func(w http.ResponseWriter, _ received) { says(204, "")(w, nil) },
			func(base string) Service { return &Webhook{URL: base + "/hook", Secret: hookSecret} },
			says(429, "", "Retry-After", "1"), says(410, "gone"), "status 410",
		},
	}
}

// Every service, when it does not do what it is told at once: the notice
// arrives all the same, and what became of the request.
func TestFaults(t *testing.T) {
	for _, way := range ways() {
		for _, fault := range []struct {
			name string
			with http.HandlerFunc
		}{
			{"not so fast", way.slow}, {"500", says(500, "oops")}, {"503 with a date", says(503, "", "Retry-After", time.Now().UTC().Add(time.Second).Format(http.TimeFormat))},
			{"torn", tears}, {"hangs up", hangsUp}, {"hangs", hangs}, {"a bad request once", says(400, "?")},
		} {
			t.Run(way.name+" "+fault.name, func(t *testing.T) {
				t.Parallel()
				s := serve(t, way.good)
				w := run(t, nil, inOrder(way.make(s.URL))...)
				s.fail(fault.with)
				w.desk.ask(request("abc", tiers.Medium, "git push"))
				confirmtest.Eventually(t, "it is noted", func() bool { return w.book.has("abc") })
				first := s.count()
				if got := s.call(first - 1); first < 2 || !strings.Contains(string(got.body), "git push") {
					t.Errorf("call %d: %s", first, got.body)
				}
				s.fail(fault.with)
				w.desk.change("abc", func(n *Notice) { n.Status, n.By = "approved", "bob" })
				confirmtest.Eventually(t, "nothing is left", func() bool { return !w.book.has("abc") })
				last := s.count()
				if got := s.call(last - 1); last < first+2 || !strings.Contains(string(got.body), "approved") || !strings.Contains(string(got.body), "bob") {
					t.Errorf("call %d: %s", last, got.body)
				}
			})
		}
	}
}

// Refused for good: the next one is told, and the first is let rest.
func TestRefused(t *testing.T) {
	for _, way := range ways() {
		t.Run(way.name, func(t *testing.T) {
			t.Parallel()
			s, other := serve(t, way.good), serve(t, ways()[4].good)
			w := run(t, nil, inOrder(way.make(s.URL), &Webhook{URL: other.URL, Secret: hookSecret})...)
			s.fail(way.no)
			w.desk.ask(request("abc", tiers.Medium, "git push"))
			other.call(0)
			if !strings.Contains(w.log.String(), way.says) {
				t.Errorf("the log: %s", w.log)
			}
			w.desk.ask(request("def", tiers.Medium, "git pull"))
			other.call(1)
			if n := s.count(); n != 1 {
				t.Errorf("%d calls", n)
			}
		})
	}
}

// The first that can be told is told, and who is told in any case, too.
func TestOrder(t *testing.T) {
	one, two, also := serve(t, ways()[4].good), serve(t, ways()[4].good), serve(t, ways()[4].good)
	hook := func(s *service) Service { return &Webhook{URL: s.URL, Secret: hookSecret} }
	w := run(t, nil, Told{hook(one), false}, Told{hook(also), true}, Told{hook(two), false})
	w.desk.ask(request("abc", tiers.Medium, "git push"))
	one.call(0)
	also.call(0)
	one.Close() // nobody answers there any more
	w.desk.ask(request("def", tiers.Medium, "git pull"))
	two.call(0)
	also.call(1)
	w.desk.change("def", func(n *Notice) { n.Status = "expired" })
	for _, s := range []*service{two, also} {
		confirmtest.Eventually(t, "who was told hears the end", func() bool {
			last := s.call(s.count() - 1)
			return strings.Contains(string(last.body), `"status":"expired"`)
		})
	}
	if two.count() != 2 || one.count() != 1 {
		t.Errorf("%d and %d calls", one.count(), two.count())
	}
}

// A service that cannot be used as it is configured says why, and is left out.
func TestCheck(t *testing.T) {
	for _, c := range []struct {
		s    Service
		want string
	}{
		{&Telegram{Chat: 1}, "no token"}, {&Telegram{Token: "x"}, "none of Telegram's"}, {&Telegram{Token: "1:a/../b"}, "none of Telegram's"},
		{&Telegram{Token: "1:a?b"}, "none of Telegram's"}, {&Telegram{Token: ":a"}, "none of Telegram's"}, {&Telegram{Token: "123:AbC-d_f"}, ""},
		{&Discord{}, "no token"}, {&Discord{Token: "a\nb"}, "cannot be one"}, {&Discord{Token: "a", PublicKey: "zz"}, "public_key is none"}, {&Discord{Token: "a"}, ""},
		{&Slack{}, "no webhook"}, {&Slack{Channel: "C1"}, "no token"}, {&Slack{Channel: "C1", Token: "a", Users: []string{"U1"}}, "no signing secret"},
		{&Slack{Channel: "C1", Token: "a\r\nX: y"}, "cannot be one"}, {&Slack{Webhook: "http://h"}, ""},
		{&Ntfy{}, "no topic"}, {&Ntfy{Topic: "a/b"}, "cannot be one"}, {&Ntfy{Topic: strings.Repeat("a", 65)}, "cannot be one"}, {&Ntfy{Topic: "a", Token: "ü"}, "cannot be one"}, {&Ntfy{Topic: "a-b_9"}, ""},
		{&Webhook{}, "no address"}, {&Webhook{URL: "file:///x"}, "address is none"}, {&Webhook{URL: "http://h", Secret: "short"}, "too short"},
		{&Webhook{URL: "http://h", Secret: "whsec_!"}, "no base64"}, {&Webhook{URL: "http://h", Secret: hookSecret}, ""}, {&Webhook{URL: "http://h", Secret: "sixteen letters!"}, ""},
		{&Desktop{}, ""},
	} {
		err := c.s.check()
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%+v: %v, want %q", c.s, err, c.want)
		}
	}
	w := run(t, nil, inOrder(&Ntfy{}, &Discord{})...)
	if len(w.lanes) != 0 || strings.Count(w.log.String(), "a service cannot be used") != 2 {
		t.Errorf("%d lanes, %s", len(w.lanes), w.log)
	}
}
