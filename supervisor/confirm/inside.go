package confirm

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor/confirm/store"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// This file is what the daemon offers to what runs in the same process: the
// page, which guards its own door and then asks and answers here.

// Side is a part of the daemon with a listener of its own.
type Side struct {
	Listener net.Listener
	Handler  http.Handler
	// Link gives an address that lets a person in once, who answers by that name.
	Link func(by string) string
}

// Add has the daemon serve a side as well. It is called before [Server.Serve].
func (s *Server) Add(side *Side) { s.side = side }

// signIn is POST /page: a link to the page, for who has the token.
func (s *Server) signIn(w http.ResponseWriter, r *http.Request) error {
	if err := s.approver(r, "", ""); err != nil {
		return err
	}
	f, err := readFields(w, r, true)
	if err != nil {
		return err
	}
	by := f.text("approver", "api")
	switch {
	case f.err != nil:
		return f.err
	case s.side == nil:
		return failf(http.StatusNotFound, "this daemon has no page: `hermes-confirmd serve --ui-port N` gives it one")
	}
	if err := notSystem(by); err != nil {
		return err
	}
	return write(w, http.StatusOK, map[string]any{"link": s.side.Link(by)})
}

// Log is the daemon's log.
func (s *Server) Log() *slog.Logger { return s.log }

// FromHere gives an error for what a page of another site made a browser send.
func (s *Server) FromHere(r *http.Request) error { return s.fromHere(r) }

// Outside gives an error unless a request is known to come from a process that
// no supervisor stands above.
func (s *Server) Outside(r *http.Request) error {
	if err := checkPeer(connOf(r), s.most()); err != nil {
		s.counts.refused.Add(1)
		s.log.Warn("refused", "path", r.URL.Path, "reason", err)
		return failf(http.StatusForbidden, "nobody approves their own request: %v", err)
	}
	return nil
}

// Signed reports whether the query of a request is that of a link out of a
// notice, for one answer to one request.
func (s *Server) Signed(r *http.Request, id, verb string) bool {
	return s.links.good(id, verb, r.URL.Query(), time.Now())
}

// Failf is an error that is answered with a status of HTTP.
func Failf(status int, format string, args ...any) error { return failf(status, format, args...) }

// Fail answers with an error as the API does.
func (s *Server) Fail(w http.ResponseWriter, r *http.Request, err error) { s.fail(w, r, err) }

// AsApprover has the API answer r as a call to another path, made by an approver.
// That r may make it has been seen to; where it comes from the API sees to itself.
func (s *Server) AsApprover(w http.ResponseWriter, r *http.Request, path string, fields map[string]any) error {
	body, err := json.Marshal(fields)
	if err != nil {
		return err
	}
	call := r.Clone(context.WithValue(r.Context(), asideKey{}, true))
	call.URL.Path, call.URL.RawPath, call.URL.RawQuery = path, "", ""
	call.Header.Set("Authorization", "Bearer "+s.token)
	call.Body, call.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	s.ServeHTTP(w, call)
	return nil
}

// Pending are up to limit of the requests that wait, oldest first, and how many
// there are.
func (s *Server) Pending(limit int) ([]*State, int) { return s.desk.pending(limit) }

// Waiting is how many requests wait.
func (s *Server) Waiting() int { return s.desk.waitingCount() }

// Get is a request as it stands.
func (s *Server) Get(ctx context.Context, id string) (*State, error) {
	req, tier, m, err := s.desk.get(ctx, id)
	if err != nil {
		return nil, err
	}
	state := stateOf(req, tier)
	state.Forged = m == nil && !req.Sealed
	return state, nil
}

// Search are the requests that a filter lets through, newest first.
func (s *Server) Search(ctx context.Context, f store.Filter) ([]*State, error) {
	list, err := s.store.Search(ctx, f)
	if err != nil {
		return nil, err
	}
	states := make([]*State, len(list))
	for i, req := range list {
		states[i] = stored(req)
	}
	return states, nil
}

// Counts counts the requests that a filter lets through.
func (s *Server) Counts(ctx context.Context, f store.Filter) (*store.Counts, error) {
	return s.store.Count(ctx, f)
}

// Whitelist are the actions that nobody is asked about.
func (s *Server) Whitelist() []Allowed {
	return shownAll(s.desk.allowed.list())
}

// NeedsHuman reports whether no whitelist can cover an action.
func NeedsHuman(action string) bool { return needsHuman(action) }

// AlwaysHuman are the actions that no whitelist can cover.
func AlwaysHuman() []string { return alwaysHuman[:] }

// Stopping is closed when the daemon is to end.
func (s *Server) Stopping() <-chan struct{} { return s.stopping }

// Hear gives what happens from now on, one event in each text, see
// [ReadEvent]. It is closed where who listens has fallen too far behind.
func (s *Server) Hear() (events <-chan []byte, leave func()) {
	l := s.events.listen()
	return l.c, func() { s.events.leave(l) }
}

// ReadEvent reads the text of an event: the request as it then was.
func ReadEvent(text []byte) (*State, error) {
	state := &State{}
	for line := range bytes.Lines(text) {
		if data, ok := bytes.CutPrefix(line, []byte("data: ")); ok {
			if err := json.Unmarshal(data, state); err != nil {
				return nil, fmt.Errorf("read an event: %w", err)
			}
		}
	}
	return state, nil
}

// Escalates is the tier that a request goes up to next if nobody answers, and
// when; not ok where it goes up no more.
func (s *State) Escalates(now time.Time) (next tiers.Tier, at time.Time, ok bool) {
	end := time.UnixMicro(int64(s.ExpiresAt * 1e6))
	for _, step := range [...]struct {
		tier   tiers.Tier
		before time.Duration
	}{{tiers.High, criticalTime + highTime}, {tiers.Critical, criticalTime}} {
		if at := end.Add(-step.before); s.Tier < step.tier && at.After(now) {
			return step.tier, at, true
		}
	}
	return 0, time.Time{}, false
}
