package confirm

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"math"
	"net"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/hermes-exec/hermes-exec/supervisor/confirm/store"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// maxBody is how long the body of a request may be.
const maxBody = 1 << 20

// The time to answer in, in seconds, from the source documents.
const (
	minTimeout     = 30
	maxTimeout     = 3600
	defaultTimeout = 300
)

// submit is POST /confirm.
func (s *Server) submit(w http.ResponseWriter, r *http.Request) error {
	req, err := s.submission(w, r)
	if err != nil {
		return err
	}
	s.screen(r.Context(), req)
	if err := s.desk.submit(req); err != nil {
		return err
	}
	s.log.Info("submitted", "id", req.ID, "status", req.Status, "action", req.Action, "requester", req.Requester)
	answer := map[string]any{"id": req.ID, "action": req.Action, "status": req.Status}
	if req.Kind != kindCommand && tiers.Crisis(req.Description) || req.Screening != nil && req.Screening.SelfHarm() {
		answer["crisis"], answer["resources"] = true, tiers.Resources
	}
	if req.Screening != nil {
		answer["screening"] = req.Screening
	}
	if req.Status == store.Auto {
		answer["message"] = "nobody had to be asked: " + strings.TrimPrefix(req.ResolvedBy, bySystem)
		return write(w, http.StatusOK, answer)
	}
	answer["message"] = "waiting for a person's answer"
	answer["timeout_seconds"] = int(req.Timeout / time.Second)
	answer["tier"] = tierAt(req, time.Now())
	// Without a signature: it is the requester who reads this.
	answer["approve_url"] = "/confirm/" + req.ID + "/approve"
	answer["deny_url"] = "/confirm/" + req.ID + "/deny"
	return write(w, http.StatusAccepted, answer)
}

// submission reads what is asked for.
func (s *Server) submission(w http.ResponseWriter, r *http.Request) (*store.Request, error) {
	f, err := readFields(w, r, false)
	if err != nil {
		return nil, err
	}
	req := &store.Request{
		Action:      f.text("action", ""),
		Description: f.text("description", ""),
		Details:     f.object("details"),
		Requester:   f.text("requester", "agent"),
		Session:     f.text("session_key", ""),
		Kind:        f.text("kind", ""),
		Timeout:     f.timeout("timeout_seconds"),
	}
	tier, owned := f.text("tier", ""), f.truth("ends_with_requester")
	switch {
	case f.err != nil:
		return nil, f.err
	case req.Action == "":
		return nil, failf(http.StatusBadRequest, `field "action" is required`)
	case req.Description == "":
		return nil, failf(http.StatusBadRequest, `field "description" is required`)
	case req.Kind != "" && req.Kind != kindCommand:
		return nil, failf(http.StatusBadRequest, `field "kind" is %q or not there`, kindCommand)
	case req.Kind == kindCommand:
		req.Action = kindCommand
	}
	// Whoever asks can only make it worse.
	req.Tier = max(tiers.Medium, tiers.TierOfAction(req.Action))
	var t tiers.Tier
	if tier != "" {
		if err := t.UnmarshalText([]byte(tier)); err != nil {
			return nil, failf(http.StatusBadRequest, `field "tier": %v`, err)
		}
		req.Tier = max(req.Tier, t)
	}
	if req.Kind != kindCommand && tiers.Crisis(req.Description) {
		req.Tier = tiers.Critical
	}
	s.settleSession(connOf(r).Conn, req)
	if owned {
		if req.Owner, err = owner(connOf(r).Conn); err != nil {
			return nil, failf(http.StatusBadRequest, `field "ends_with_requester": %v`, err)
		}
	}
	return req, nil
}

// owner is the process at the other end of a Unix socket.
func owner(c net.Conn) (store.Owner, error) {
	u, ok := c.(*net.UnixConn)
	if !ok {
		return store.Owner{}, errors.New("only the Unix socket says which process is asking")
	}
	pid, err := peerPID(u)
	if err != nil {
		return store.Owner{}, err
	}
	return ownerOf(pid)
}

// fields are the members of a body, taken one by one; err is the first that
// has a wrong type. Members that nobody asks for are left alone, as they were
// in the source documents.
type fields struct {
	m   map[string]json.RawMessage
	err error
}

// readFields reads a body, which must be one JSON object, or nothing where
// that is enough.
func readFields(w http.ResponseWriter, r *http.Request, orNothing bool) (*fields, error) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		if errors.As(err, new(*http.MaxBytesError)) {
			return nil, err
		}
		return nil, failf(http.StatusBadRequest, "the body could not be read: %v", err)
	}
	f := &fields{}
	if len(body) == 0 && orNothing {
		return f, nil
	}
	if !utf8.Valid(body) {
		return nil, failf(http.StatusBadRequest, "invalid JSON body: it is not UTF-8")
	}
	if err := json.Unmarshal(body, &f.m); err != nil {
		var kind *json.UnmarshalTypeError
		if errors.As(err, &kind) {
			return nil, failf(http.StatusBadRequest, "invalid JSON body: an object is wanted, this is a %s", kind.Value)
		}
		return nil, failf(http.StatusBadRequest, "invalid JSON body: %v", err)
	}
	if f.m == nil { // null
		return nil, failf(http.StatusBadRequest, "invalid JSON body: an object is wanted")
	}
	return f, nil
}

// value gives a member; ok is false where it is missing or null.
func (f *fields) value(name string) (raw json.RawMessage, ok bool) {
	raw, ok = f.m[name]
	return raw, ok && string(raw) != "null"
}

func (f *fields) wrong(name, want string) {
	if f.err == nil {
		f.err = failf(http.StatusBadRequest, "field %q must be %s", name, want)
	}
}

// text is a string without space around it, or fallback where it is empty.
func (f *fields) text(name, fallback string) string {
	raw, ok := f.value(name)
	if !ok {
		return fallback
	}
	var s string
	if json.Unmarshal(raw, &s) != nil {
		f.wrong(name, "a string")
		return ""
	}
	if s = strings.TrimSpace(s); s == "" {
		return fallback
	}
	return s
}

// object is a JSON object as it was written, {} where there is none.
func (f *fields) object(name string) json.RawMessage {
	raw, ok := f.value(name)
	if !ok {
		return json.RawMessage("{}")
	}
	if len(raw) == 0 || raw[0] != '{' {
		f.wrong(name, "an object")
	}
	return raw
}

func (f *fields) truth(name string) bool {
	raw, ok := f.value(name)
	if !ok {
		return false
	}
	var b bool
	if json.Unmarshal(raw, &b) != nil {
		f.wrong(name, "true or false")
	}
	return b
}

// timeout is a number of seconds, held to what is allowed.
func (f *fields) timeout(name string) time.Duration {
	raw, ok := f.value(name)
	if !ok {
		return defaultTimeout * time.Second
	}
	var n json.Number
	if raw[0] == '"' || json.Unmarshal(raw, &n) != nil {
		f.wrong(name, "a number of seconds")
		return 0
	}
	v, err := n.Float64() // 1e999 is infinite, with an error that says so
	if err != nil && !math.IsInf(v, 0) {
		f.wrong(name, "a number of seconds")
		return 0
	}
	return time.Duration(min(max(v, minTimeout), maxTimeout)) * time.Second
}

// notSystem keeps our own names for ourselves.
func notSystem(by string) error {
	if strings.HasPrefix(by, bySystem) {
		return failf(http.StatusBadRequest, "%q: names that begin with %s are the daemon's own", by, bySystem)
	}
	return nil
}

// withTimeout is a context that also ends when stop is closed.
func withTimeout(ctx context.Context, d time.Duration, stop <-chan struct{}) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithTimeout(ctx, d)
	go func() {
		select {
		case <-stop:
			cancel()
		case <-ctx.Done():
		}
	}()
	return ctx, cancel
}
