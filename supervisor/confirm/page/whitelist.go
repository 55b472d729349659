package page

import (
	"net/http"

	"github.com/hermes-exec/hermes-exec/supervisor/confirm"
)

// entry is one of the whitelist: as it is, to be sent back, and as it may be shown.
type entry struct {
	confirm.Allowed
	Shown shownEntry `json:"shown"`
}

type shownEntry struct {
	Action  string `json:"action"`
	Session string `json:"session"`
	By      string `json:"by"`
}

// whitelist is GET /s/…/whitelist.
func (p *Page) whitelist(w http.ResponseWriter, _ *http.Request, _ *session) error {
	list := []entry{}
	for _, a := range p.api.Whitelist() {
		list = append(list, entry{a, shownEntry{shown(a.Action), shown(a.SessionKey), shown(a.AddedBy)}})
	}
	return write(w, map[string]any{"entries": list, "never": confirm.AlwaysHuman()})
}

// changeWhitelist is POST and DELETE /s/…/whitelist.
func (p *Page) changeWhitelist(w http.ResponseWriter, r *http.Request, s *session) error {
	var f struct {
		Action  string `json:"action"`
		Session string `json:"session_key"`
	}
	if err := read(w, r, &f); err != nil {
		return err
	}
	return p.api.AsApprover(w, r, "/whitelist", map[string]any{"action": f.Action, "session_key": f.Session, "approver": s.by})
}
