package confirm

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor/confirm/store"
)

// failure is an error that is answered with a status of its own, and with
// more than the error where there is more to say.
type failure struct {
	status int
	text   string
	more   map[string]any
}

func (f *failure) Error() string { return f.text }

func failf(status int, format string, args ...any) error {
	return &failure{status: status, text: fmt.Sprintf(format, args...)}
}

// answer is a handler that leaves its errors to be written by one place.
type answer func(w http.ResponseWriter, r *http.Request) error

// routes are the endpoints.
func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	for _, route := range [...]struct {
		pattern string
		answer  answer
	}{
		{"POST /confirm", s.submit},
		{"GET /confirm", s.reads(s.list)},
		{"GET /confirm/{id}", s.status},
		{"POST /confirm/{id}/approve", s.approve},
		{"POST /confirm/{id}/deny", s.deny},
		{"GET /audit", s.reads(s.audit)},
		{"GET /events", s.reads(s.stream)},
		{"GET /health", s.health},
		{"GET /metrics", s.metrics},
		{"GET /whitelist", s.reads(s.allowedList)},
		{"POST /whitelist", s.allow},
		{"DELETE /whitelist", s.disallow},
		{"POST /whitelist/trust", s.trustWhitelist},
		{"POST /page", s.signIn},
	} {
		mux.HandleFunc(route.pattern, func(w http.ResponseWriter, r *http.Request) {
			if err := route.answer(w, r); err != nil {
				s.fail(w, r, err)
			}
		})
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Cache-Control", "no-store")
		if s.config.Pressed != nil && strings.HasPrefix(r.URL.Path, "/notify/") { // by a name of the internet's, through a tunnel
			http.NewResponseController(w).SetWriteDeadline(time.Now().Add(writeTime))
			s.config.Pressed.ServeHTTP(w, r)
			return
		}
		if err := s.fromHere(r); err != nil {
			s.fail(w, r, err)
			return
		}
		http.NewResponseController(w).SetWriteDeadline(time.Now().Add(writeTime))
		if _, pattern := mux.Handler(r); pattern == "" {
			s.fail(w, r, missed(mux, r))
			return
		}
		mux.ServeHTTP(w, r)
	})
}

// missed words the mux's own answer to what it has no handler for as ours: 404,
// or 405 where another method has one.
func missed(mux *http.ServeMux, r *http.Request) error {
	other := *r
	for _, method := range [...]string{http.MethodGet, http.MethodPost, http.MethodDelete} {
		other.Method = method
		if _, pattern := mux.Handler(&other); pattern != "" {
			return failf(http.StatusMethodNotAllowed, "%s is not answered here; %s is", r.Method, method)
		}
	}
	if r.URL.Path == "/" {
		return failf(http.StatusNotFound, "there is nothing at /: this is for programs; `hermes-confirmd page` prints a link to the page")
	}
	return failf(http.StatusNotFound, "there is nothing at %s", r.URL.Path)
}

// fail is the one place that turns errors into answers.
func (s *Server) fail(w http.ResponseWriter, r *http.Request, err error) {
	var f *failure
	var done *resolvedError
	var slow *limited
	var large *http.MaxBytesError
	var lost *unwritten
	switch {
	case errors.As(err, &f):
	case errors.As(err, &done):
		f = &failure{http.StatusConflict, fmt.Sprintf("confirmation %q is %v", r.PathValue("id"), err), map[string]any{"status": done.r.Status, "resolved_by": done.r.ResolvedBy}}
	case errors.As(err, &slow):
		f = &failure{http.StatusTooManyRequests, err.Error(), map[string]any{"remaining": slow.remaining, "window_seconds": int(window / time.Second)}}
	case errors.As(err, &large):
		f = &failure{status: http.StatusRequestEntityTooLarge, text: fmt.Sprintf("the body is longer than %d bytes", large.Limit)}
	case errors.Is(err, store.ErrNotFound):
		f = &failure{status: http.StatusNotFound, text: fmt.Sprintf("confirmation %q not found", r.PathValue("id"))}
	case errors.Is(err, errFull):
		f = &failure{status: http.StatusServiceUnavailable, text: err.Error()}
	case errors.As(err, &lost):
		s.log.Error("write", "error", err)
		f = &failure{status: http.StatusServiceUnavailable, text: err.Error()}
	default:
		s.log.Error("request", "path", r.URL.Path, "error", err)
		f = &failure{status: http.StatusInternalServerError, text: err.Error()}
	}
	if f.status == http.StatusUnauthorized {
		w.Header().Set("WWW-Authenticate", "Bearer")
	}
	body := map[string]any{"error": f.text}
	for k, v := range f.more {
		body[k] = v
	}
	write(w, f.status, body)
}

// write answers with JSON. <, > and & stay as they are: browsers are told what
// it is, and people read it.
func write(w http.ResponseWriter, status int, v any) error {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return ignore(e.Encode(v))
}

// ignore drops the error of a client that has gone: there is nobody to tell.
func ignore(error) error { return nil }

// maxWait is how long ?wait= waits at most; who wants longer asks again.
const maxWait = 60 * time.Second

// status is GET /confirm/{id}, with ?wait=30s answered when it is resolved, or
// by then.
func (s *Server) status(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("id")
	req, tier, m, err := s.desk.get(r.Context(), id)
	if err != nil {
		return err
	}
	patience, err := waitOf(r)
	if err != nil {
		return err
	}
	if m != nil && patience > 0 {
		http.NewResponseController(w).SetWriteDeadline(time.Now().Add(patience + writeTime))
		if err := s.await(r, m, patience); err != nil {
			return err
		}
		if req, tier, m, err = s.desk.get(r.Context(), id); err != nil {
			return err
		}
	}
	if m == nil && !req.Sealed {
		return &failure{http.StatusConflict, fmt.Sprintf("confirmation %q was changed outside the daemon: what it says does not count", id), map[string]any{"status": store.Denied}}
	}
	return write(w, http.StatusOK, stateOf(req, tier))
}

func (s *Server) await(r *http.Request, m *matter, patience time.Duration) error {
	ctx, cancel := withTimeout(r.Context(), patience, s.stopping)
	defer cancel()
	s.desk.wait(ctx, m)
	select {
	case <-m.done:
		return nil
	default:
	}
	select {
	case <-s.stopping:
		return failf(http.StatusServiceUnavailable, "the daemon is stopping; the request stays pending")
	default:
		return nil
	}
}

// waitOf reads ?wait=: a duration, or a number of seconds.
func waitOf(r *http.Request) (time.Duration, error) {
	text := r.URL.Query().Get("wait")
	if text == "" {
		return 0, nil
	}
	d, err := time.ParseDuration(text)
	if n, notNumber := strconv.Atoi(text); notNumber == nil {
		d, err = time.Duration(min(max(n, -1), 3600))*time.Second, nil
	}
	if err != nil || d < 0 {
		return 0, failf(http.StatusBadRequest, "wait %q is no time to wait: 30s, or a number of seconds", text)
	}
	return min(d, maxWait), nil
}

// approve is POST /confirm/{id}/approve.
func (s *Server) approve(w http.ResponseWriter, r *http.Request) error {
	return s.resolve(w, r, "approve", "approver", store.Approved)
}

// deny is POST /confirm/{id}/deny.
func (s *Server) deny(w http.ResponseWriter, r *http.Request) error {
	return s.resolve(w, r, "deny", "denier", store.Denied)
}

func (s *Server) resolve(w http.ResponseWriter, r *http.Request, verb, who string, status store.Status) error {
	id := r.PathValue("id")
	if err := s.approver(r, id, verb); err != nil {
		return err
	}
	f, err := readFields(w, r, true)
	if err != nil {
		return err
	}
	o := outcome{status: status, by: f.text(who, "api"), reason: f.text("reason", "")}
	if f.err != nil {
		return f.err
	}
	if err := notSystem(o.by); err != nil {
		return err
	}
	req, err := s.desk.resolve(id, o)
	if err != nil {
		return err
	}
	s.log.Info("resolved", "id", id, "status", req.Status, "by", req.ResolvedBy, "action", req.Action)
	return write(w, http.StatusOK, struct {
		ID         string       `json:"id"`
		Action     string       `json:"action"`
		Status     store.Status `json:"status"`
		ResolvedBy string       `json:"resolved_by"`
		ResolvedAt float64      `json:"resolved_at"`
		Reason     string       `json:"reason,omitempty"`
	}{req.ID, req.Action, req.Status, req.ResolvedBy, store.Seconds(req.Resolved), req.Reason})
}

// list is GET /confirm, with ?status= and ?limit=.
func (s *Server) list(w http.ResponseWriter, r *http.Request) error {
	status := store.Status(r.URL.Query().Get("status"))
	switch status {
	case "", store.Pending:
		states, count := s.desk.pending(limitOf(r, maxPending, maxPending))
		return write(w, http.StatusOK, map[string]any{"count": count, "confirmations": states})
	case store.Approved, store.Denied, store.Expired, store.Cancelled, store.Auto:
		return s.recent(w, r, status, "confirmations")
	}
	return failf(http.StatusBadRequest, "status %q: pending, approved, denied, expired, cancelled or auto_approved", status)
}

// audit is GET /audit, with ?limit=.
func (s *Server) audit(w http.ResponseWriter, r *http.Request) error {
	return s.recent(w, r, "", "entries")
}

func (s *Server) recent(w http.ResponseWriter, r *http.Request, status store.Status, name string) error {
	list, err := s.store.Recent(r.Context(), status, limitOf(r, 50, 500))
	if err != nil {
		return err
	}
	states := make([]*State, len(list))
	for i, req := range list {
		states[i] = stored(req)
	}
	return write(w, http.StatusOK, map[string]any{"count": len(states), name: states})
}

// limitOf reads ?limit=, held to 1…most; what is no number is the usual.
func limitOf(r *http.Request, usual, most int) int {
	n, err := strconv.Atoi(r.URL.Query().Get("limit"))
	if err != nil {
		return usual
	}
	return min(max(n, 1), most)
}

// health is GET /health.
func (s *Server) health(w http.ResponseWriter, _ *http.Request) error {
	page := ""
	if s.side != nil {
		page = "http://" + s.side.Listener.Addr().String()
	}
	return write(w, http.StatusOK, map[string]any{
		"status": "ok", "page": page, "pending_count": s.desk.waitingCount(), "timestamp": store.Seconds(time.Now()),
		"pid": os.Getpid(), "version": s.config.Version, "started": store.Seconds(s.started), "screen": s.config.Screen != nil,
	})
}
