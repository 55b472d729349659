package page

import (
	"math"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor/confirm"
	"github.com/hermes-exec/hermes-exec/supervisor/confirm/store"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// pageSize is how many requests one answer of the history has.
const pageSize = 50

// filter reads ?text=, ?tier=, ?status=, ?since= in Unix seconds, and ?before=
// with ?id= for what comes after a request.
func filter(q url.Values) (f store.Filter, err error) {
	f = store.Filter{Text: q.Get("text"), Status: store.Status(q.Get("status"))}
	if name := q.Get("tier"); name != "" {
		f.Tier = new(tiers.Tier)
		if err := f.Tier.UnmarshalText([]byte(name)); err != nil {
			return f, confirm.Failf(http.StatusBadRequest, "tier: %v", err)
		}
	}
	if f.Since, err = timeOf(q, "since"); err != nil {
		return f, err
	}
	f.Before.ID = q.Get("id")
	f.Before.At, err = timeOf(q, "before")
	return f, err
}

func timeOf(q url.Values, name string) (time.Time, error) {
	text := q.Get(name)
	if text == "" {
		return time.Time{}, nil
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(v) || v < 0 || v > 1e11 {
		return time.Time{}, confirm.Failf(http.StatusBadRequest, "%s %s: a time in Unix seconds is wanted", name, strconv.Quote(text))
	}
	return time.UnixMicro(int64(math.Round(v * 1e6))), nil
}

// audit is GET /s/…/audit: what was asked, newest first.
func (p *Page) audit(w http.ResponseWriter, r *http.Request, _ *session) error {
	f, err := filter(r.URL.Query())
	if err != nil {
		return err
	}
	f.Limit = pageSize + 1 // one more, to know whether there are any
	states, err := p.api.Search(r.Context(), f)
	if err != nil {
		return err
	}
	more := len(states) > pageSize
	cards := []*card{}
	for _, s := range states[:min(pageSize, len(states))] {
		cards = append(cards, p.card(s, false))
	}
	return write(w, map[string]any{"entries": cards, "more": more})
}

// hours is how many hours the counts go back.
const hours = 24

// counts is GET /s/…/counts, with the filters of audit.
func (p *Page) counts(w http.ResponseWriter, r *http.Request, _ *session) error {
	f, err := filter(r.URL.Query())
	if err != nil {
		return err
	}
	f.Before = store.Cursor{}
	c, err := p.api.Counts(r.Context(), f)
	if err != nil {
		return err
	}
	type hour struct {
		At int64 `json:"at"`
		N  int   `json:"n"`
	}
	list := make([]hour, hours)
	now := time.Now().Unix()
	for i := range list {
		at := now - now%3600 - int64(hours-1-i)*3600
		list[i] = hour{at, c.Hour[at]}
	}
	return write(w, map[string]any{"total": c.Total, "tier": c.Tier, "status": c.Status, "hours": list})
}
