package page

import (
	"net/http"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor/confirm"
	"github.com/hermes-exec/hermes-exec/supervisor/confirm/store"
)

// This file is about the links that notices carry. To look at one changes
// nothing: mail programs and chats do, for a preview. It gives a page that shows
// what is asked, and has a button.

// errLink is said of whatever is not a good link.
func errLink() error {
	return confirm.Failf(http.StatusForbidden, "this link has expired, or was never one")
}

// linkPage is GET /confirm/ID/approve or deny, the address in a notice.
func (p *Page) linkPage(w http.ResponseWriter, r *http.Request) error {
	return file("link.html")(w, r)
}

// linkRequest is GET /link/ID/VERB: what that page shows, for who has the link.
func (p *Page) linkRequest(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("id")
	if !p.api.Signed(r, id, r.PathValue("verb")) {
		return errLink()
	}
	s, err := p.api.Get(r.Context(), id)
	if err != nil {
		return err
	}
	return write(w, struct {
		*card
		Now float64 `json:"now"`
	}{p.card(s, true), store.Seconds(time.Now())})
}

// linkAnswer is POST /confirm/ID/approve or deny: the button. The API looks at
// the link, and at where it comes from.
func (p *Page) linkAnswer(w http.ResponseWriter, r *http.Request) error {
	if !r.URL.Query().Has("sig") {
		return errLink()
	}
	p.api.ServeHTTP(w, r)
	return nil
}
