package confirm

import (
	"net/http"

	"github.com/hermes-exec/hermes-exec/supervisor/confirm/store"
)

// Allowed is an entry of the whitelist as clients see it.
type Allowed struct {
	Action     string `json:"action"`
	SessionKey string `json:"session_key"` // "": all
	AddedBy    string `json:"added_by,omitempty"`
	AddedAt    int64  `json:"added_at,omitempty"`
}

func shown(a *store.Allowed) Allowed {
	return Allowed{a.Action, a.Session, a.By, a.Added.Unix()}
}

func shownAll(list []store.Allowed) []Allowed {
	all := make([]Allowed, len(list))
	for i := range list {
		all[i] = shown(&list[i])
	}
	return all
}

// allowedList is GET /whitelist.
func (s *Server) allowedList(w http.ResponseWriter, _ *http.Request) error {
	list := s.Whitelist()
	said := map[string]any{"count": len(list), "entries": list, "never": alwaysHuman}
	if waiting := s.desk.allowed.unconfirmed(); len(waiting) > 0 {
		said["unconfirmed"] = waiting
	}
	return write(w, http.StatusOK, said)
}

// trustWhitelist is POST /whitelist/trust: what nobody is known to have put on the
// list counts from now on.
func (s *Server) trustWhitelist(w http.ResponseWriter, r *http.Request) error {
	if err := s.approver(r, "", ""); err != nil {
		return err
	}
	list, err := s.desk.allowed.confirm()
	if err != nil {
		return err
	}
	s.log.Info("the whitelist was confirmed", "entries", len(list))
	return write(w, http.StatusOK, map[string]any{"count": len(list), "entries": shownAll(list)})
}

// allow is POST /whitelist.
func (s *Server) allow(w http.ResponseWriter, r *http.Request) error {
	a, err := s.whitelisted(w, r)
	if err != nil {
		return err
	}
	if needsHuman(a.Action) {
		return failf(http.StatusBadRequest, "action %q always needs a person: a whitelist cannot cover it", a.Action)
	}
	if a, err = s.desk.allowed.add(a); err != nil {
		return err
	}
	s.log.Info("whitelisted", "action", a.Action, "session", a.Session, "by", a.By)
	return write(w, http.StatusOK, shown(&a))
}

// disallow is DELETE /whitelist, with a body, or with ?action= and &session_key=.
func (s *Server) disallow(w http.ResponseWriter, r *http.Request) error {
	a, err := s.whitelisted(w, r)
	if err != nil {
		return err
	}
	was, err := s.desk.allowed.remove(a.Action, a.Session)
	if err != nil {
		return err
	}
	if !was {
		return failf(http.StatusNotFound, "action %q is not on this whitelist", a.Action)
	}
	s.log.Info("off the whitelist", "action", a.Action, "session", a.Session, "by", a.By)
	return write(w, http.StatusOK, map[string]any{"action": plainAction(a.Action), "session_key": a.Session, "status": "removed"})
}

// whitelisted reads what a change to the whitelist is about, from an approver.
func (s *Server) whitelisted(w http.ResponseWriter, r *http.Request) (a store.Allowed, err error) {
	if err := s.approver(r, "", ""); err != nil {
		return a, err
	}
	f, err := readFields(w, r, r.Method == http.MethodDelete)
	if err != nil {
		return a, err
	}
	q := r.URL.Query()
	a = store.Allowed{Action: f.text("action", q.Get("action")), Session: f.text("session_key", q.Get("session_key")), By: f.text("approver", "api")}
	if f.err != nil {
		return a, f.err
	}
	if plainAction(a.Action) == "" {
		return a, failf(http.StatusBadRequest, `field "action" is required`)
	}
	return a, notSystem(a.By)
}
