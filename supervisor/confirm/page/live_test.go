package page

import (
	"testing"
)

func TestLive(t *testing.T) {
	d := start(t)
	b := newBrowser(t)
	b.enter(d, "ada")
	b.sees("Nothing waits.")
	id := d.submit(nil)
	at := b.ready(id)
	b.click(at + " .primary")
	s := d.becomes(id, "approved")
	if s.ResolvedBy != "ada" {
		t.Errorf("%+v", s)
	}
	b.clean()
}
