package page

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor/confirm"
	"github.com/hermes-exec/hermes-exec/supervisor/confirm/store"
)

// What is shown at a time, in cards and in bytes of them. There may be thousands
// of requests; a person answers one after the other.
const (
	maxShown      = 100
	maxShownBytes = 4 << 20
)

// beat is how often a silent stream says that it lives, and looks whether the
// session does.
const beat = 15 * time.Second

// events is GET /s/…/events: server-sent events, card for a request as it now
// is, gone for one that is resolved. Who listens first hears of what waits, and
// then ready, with how many there are and the server's time.
func (p *Page) events(w http.ResponseWriter, r *http.Request, s *session) error {
	if r.Method != http.MethodGet { // HEAD, which has an end
		return confirm.Failf(http.StatusMethodNotAllowed, "%s is not answered here; GET is", r.Method)
	}
	heard, leave := p.api.Hear() // before it is asked what is pending: nothing falls in between
	defer leave()
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("X-Accel-Buffering", "no")
	out := http.NewResponseController(w)
	send := func(text []byte) bool {
		out.SetWriteDeadline(time.Now().Add(writeTime))
		_, err := w.Write(text)
		return err == nil && out.Flush() == nil
	}
	cards, total, err := p.first()
	if err != nil {
		return err
	}
	begin := []byte("retry: 1000\n\n")
	for _, c := range cards {
		begin = fmt.Appendf(begin, "event: card\ndata: %s\n\n", c)
	}
	begin = fmt.Appendf(begin, "event: ready\ndata: {\"total\":%d,\"now\":%f}\n\n", total, store.Seconds(time.Now()))
	if !send(begin) {
		return nil // nobody there
	}
	tick := time.NewTicker(beat)
	defer tick.Stop()
	for {
		text := []byte(": alive\n\n")
		select {
		case event, ok := <-heard:
			if !ok { // too far behind: the browser comes again
				return nil
			}
			if text, err = p.event(event); err != nil {
				return nil
			}
		case <-tick.C:
		case <-s.ended:
			return nil
		case <-r.Context().Done():
			return nil
		case <-p.api.Stopping():
			return nil
		}
		if !send(text) {
			return nil
		}
	}
}

// event is an event of the daemon as the page hears it.
func (p *Page) event(text []byte) ([]byte, error) {
	state, err := confirm.ReadEvent(text)
	if err != nil {
		return nil, err
	}
	data, err := json.Marshal(struct {
		*card
		Waiting int `json:"waiting"` // in all
	}{p.card(state, false), p.api.Waiting()})
	if err != nil {
		return nil, err
	}
	name := "card"
	if state.Status != store.Pending {
		name = "gone"
	}
	return fmt.Appendf(nil, "event: %s\ndata: %s\n\n", name, data), nil
}

// first are the first cards of what waits, and how many there are in all.
func (p *Page) first() (cards []json.RawMessage, total int, err error) {
	states, total := p.api.Pending(maxShown)
	bytes := 0
	for _, s := range states {
		text, err := json.Marshal(p.card(s, false))
		if err != nil {
			return nil, 0, err
		}
		if bytes += len(text); bytes > maxShownBytes && len(cards) > 0 {
			break
		}
		cards = append(cards, text)
	}
	return cards, total, nil
}

// pending is GET /s/…/pending, for a page that has room again.
func (p *Page) pending(w http.ResponseWriter, _ *http.Request, _ *session) error {
	cards, total, err := p.first()
	if err != nil {
		return err
	}
	return write(w, map[string]any{"cards": cards, "total": total})
}

// request is GET /s/…/request/ID: all that there is to say about one.
func (p *Page) request(w http.ResponseWriter, r *http.Request, _ *session) error {
	s, err := p.api.Get(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	return write(w, p.card(s, true))
}

// answer is POST /s/…/request/ID/approve, deny or keep. The answer is the
// session's, whoever the body says; keep puts the action on the whitelist, for
// the request's session or for all.
func (p *Page) answer(w http.ResponseWriter, r *http.Request, s *session) error {
	id, verb := r.PathValue("id"), r.PathValue("verb")
	var f struct{ Reason, Scope string }
	if err := read(w, r, &f); err != nil {
		return err
	}
	switch verb {
	case "approve":
		return p.api.AsApprover(w, r, "/confirm/"+id+"/approve", map[string]any{"approver": s.by, "reason": f.Reason})
	case "deny":
		return p.api.AsApprover(w, r, "/confirm/"+id+"/deny", map[string]any{"denier": s.by, "reason": f.Reason})
	case "keep":
		state, err := p.api.Get(r.Context(), id)
		if err != nil {
			return err
		}
		entry := map[string]any{"action": state.Action, "approver": s.by}
		switch {
		case f.Scope == "always":
		case f.Scope == "session" && state.SessionKey != "":
			entry["session_key"] = state.SessionKey
		default:
			return confirm.Failf(http.StatusBadRequest, "scope %s: session or always", strconv.Quote(f.Scope))
		}
		return p.api.AsApprover(w, r, "/whitelist", entry)
	}
	return confirm.Failf(http.StatusNotFound, "there is nothing at %s", r.URL.Path)
}
