// Package page is the confirmation daemon in a browser: what waits for an
// answer, live, with the answers; what was asked before; the whitelist.
//
// It stands in front of the API, in the same process and on a port of its own:
// browsers refuse port 6000. A person signs in by a link that is good once and
// has a session from then on, see [doors]; a call with a session is handed on to
// the API as the approver's, which looks at where it comes from as ever. The
// token itself never reaches the browser.
//
// What requests say is masked and made visible here, by the sanitiser of the
// terminal's prompt, and the scripts put it in as text and nothing else: the
// Content-Security-Policy allows no script, style or form but the page's own,
// and no string becomes markup.
package page

import (
	"embed"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/supervisor/confirm"
)

// DefaultPort is where the page is if nothing else is said.
const DefaultPort = 6080

//go:embed static
var static embed.FS

// Page answers browsers.
type Page struct {
	api   *confirm.Server
	shows Shows
	base  string // its address: http://127.0.0.1:6080
	doors *doors
}

// Shows is how requests are shown: the daemon itself knows of no command.
type Shows struct {
	Asked func(*confirm.State) *supervisor.Request // what a request asks, as the prompt of a terminal has it
	Mask  func(string) string                      // hides secrets; nil: nothing is hidden
}

// Serve makes the page of a daemon and has it served on a listener.
func Serve(api *confirm.Server, l net.Listener, shows Shows) *Page {
	p := &Page{api: api, shows: shows, base: "http://" + reachable(l.Addr()), doors: newDoors()}
	api.Add(&confirm.Side{Listener: l, Handler: p.handler(), Link: p.Link})
	return p
}

// reachable is a listener's address as this machine reaches it.
func reachable(a net.Addr) string {
	at, err := netip.ParseAddrPort(a.String())
	if err == nil && at.Addr().IsUnspecified() {
		return net.JoinHostPort("127.0.0.1", strconv.Itoa(int(at.Port())))
	}
	return a.String()
}

// Base is the page's address.
func (p *Page) Base() string { return p.base }

// Link is an address that lets a person in once, who answers by that name.
// What is in it stays in the browser: fragments are not sent.
func (p *Page) Link(by string) string { return p.base + "/#code=" + p.doors.code(by) }

// policy is the Content-Security-Policy of all that is answered here.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; " +
	"form-action 'none'; frame-ancestors 'none'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

// writeTime is how long an answer may take to be written.
const writeTime = 30 * time.Second

func (p *Page) handler() http.Handler {
	mux := http.NewServeMux()
	handle := func(pattern string, answer func(w http.ResponseWriter, r *http.Request) error) {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			if err := answer(w, r); err != nil {
				p.api.Fail(w, r, err)
			}
		})
	}
	handle("GET /{$}", file("index.html"))
	handle("GET /static/{name}", asset)
	handle("POST /sign-in", p.signIn)
	for pattern, answer := range map[string]func(http.ResponseWriter, *http.Request, *session) error{
		"GET /s/{session}":                      p.who,
		"POST /s/{session}/sign-out":            p.signOut,
		"GET /s/{session}/events":               p.events,
		"GET /s/{session}/pending":              p.pending,
		"GET /s/{session}/request/{id}":         p.request,
		"POST /s/{session}/request/{id}/{verb}": p.answer,
		"GET /s/{session}/audit":                p.audit,
		"GET /s/{session}/counts":               p.counts,
		"GET /s/{session}/whitelist":            p.whitelist,
		"POST /s/{session}/whitelist":           p.changeWhitelist,
		"DELETE /s/{session}/whitelist":         p.changeWhitelist,
	} {
		handle(pattern, p.signedIn(answer))
	}
	handle("GET /confirm/{id}/{verb}", p.linkPage)
	handle("POST /confirm/{id}/{verb}", p.linkAnswer)
	handle("GET /link/{id}/{verb}", p.linkRequest)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=()")
		h.Set("X-Frame-Options", "DENY")
		h.Set("Cache-Control", "no-store")
		if err := p.api.FromHere(r); err != nil {
			p.api.Fail(w, r, err)
			return
		}
		http.NewResponseController(w).SetWriteDeadline(time.Now().Add(writeTime))
		mux.ServeHTTP(w, r)
	})
}

// types are the content types of what is served: the machine's own table may
// say anything.
func contentType(name string) string {
	for _, t := range [...]struct{ end, is string }{
		{".html", "text/html; charset=utf-8"}, {".css", "text/css; charset=utf-8"}, {".js", "text/javascript; charset=utf-8"}, {".svg", "image/svg+xml"},
	} {
		if len(name) > len(t.end) && name[len(name)-len(t.end):] == t.end {
			return t.is
		}
	}
	return "application/octet-stream"
}

func file(name string) func(w http.ResponseWriter, r *http.Request) error {
	return func(w http.ResponseWriter, r *http.Request) error {
		text, err := static.ReadFile("static/" + name)
		if err != nil {
			return confirm.Failf(http.StatusNotFound, "there is nothing at %s", r.URL.Path)
		}
		w.Header().Set("Content-Type", contentType(name))
		w.Header().Set("Content-Length", strconv.Itoa(len(text)))
		_, err = w.Write(text)
		return ignore(err)
	}
}

func asset(w http.ResponseWriter, r *http.Request) error { return file(r.PathValue("name"))(w, r) }

// ignore drops the error of a browser that has gone: there is nobody to tell.
func ignore(error) error { return nil }

func write(w http.ResponseWriter, v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("write an answer: %w", err)
	}
	w.Header().Set("Content-Type", "application/json")
	_, err = w.Write(text)
	return ignore(err)
}

// maxBody is how long the body of a call may be.
const maxBody = 64 << 10

// read reads the body of a call, which is JSON and says so: a form of another
// site cannot.
func read(w http.ResponseWriter, r *http.Request, into any) error {
	if r.Header.Get("Content-Type") != "application/json" {
		return confirm.Failf(http.StatusUnsupportedMediaType, "the body must be application/json")
	}
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody)).Decode(into); err != nil {
		return confirm.Failf(http.StatusBadRequest, "the body cannot be read: %v", err)
	}
	return nil
}
