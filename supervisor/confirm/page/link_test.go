package page

import (
	"strings"
	"testing"

	"github.com/hermes-exec/hermes-exec/supervisor/confirm/store"
)

// A link out of a notice shows what is asked and has a button; to look at it
// changes nothing, and pressed it is good once.
func TestLink(t *testing.T) {
	t.Parallel()
	d := start(t)
	b := newBrowser(t)
	for _, c := range []struct{ verb, title, status string }{{"approve", "Approve this?", "approved"}, {"deny", "Deny this?", "denied"}} {
		id := d.submit(asked("git push origin main", "git push", push, nil))
		approve, deny := d.api.Links(d.state(id))
		link, other := approve, deny
		if c.verb == "deny" {
			link, other = deny, approve
		}
		for range 3 { // what fetches links for a preview, with and without scripts
			if r := d.visitor().do("GET", link, "", nil); r.status != 200 || strings.Contains(r.text, "git push") {
				t.Errorf("%d %s", r.status, r.text)
			}
			d.visitor().do("HEAD", link, "", nil)
			d.visitor().do("GET", strings.Replace(link, "/confirm/", "/link/", 1), "", nil)
		}
		b.open(d.page.Base() + link)
		b.sees(c.title)
		b.sees("it publishes commits to origin")
		if s := d.state(id); s.Status != store.Pending {
			t.Fatalf("looked at, and %+v", s)
		}
		b.click("#press")
		if s := d.becomes(id, c.status); s.ResolvedBy != "a link in a notice" {
			t.Errorf("%+v", s)
		}
		b.sees("It is answered")
		for _, again := range []string{link, other} {
			b.open(d.page.Base() + again)
			b.sees("It is answered")
			b.sees(c.status + " by a link in a notice")
			if r := d.visitor().do("POST", again, "{}", nil); r.status != 409 {
				t.Errorf("%d %s", r.status, r.text)
			}
		}
	}

	id := d.submit(m{"action": "shutdown"})
	approve, deny := d.api.Links(d.state(id))
	_, query, _ := strings.Cut(approve, "?")
	b.open(d.page.Base() + approve)
	b.until(`document.querySelector('#press')?.disabled`)
	b.write("#word", "no")
	if !b.is(`document.querySelector('#press').disabled`) {
		t.Error("CRITICAL without the word")
	}
	for _, forged := range []string{
		strings.Replace(approve, "sig=", "sig=00", 1), strings.Replace(approve, "until=", "until=9", 1), "/confirm/" + id + "/approve", "/confirm/" + id + "/deny?" + query, "/confirm/" + id + "/frob?" + query,
	} {
		b.open(d.page.Base() + forged)
		b.sees("this link has expired, or was never one")
		if r := d.visitor().do("POST", forged, "{}", nil); r.status != 403 && r.status != 404 {
			t.Errorf("%s: %d %s", forged, r.status, r.text)
		}
	}
	for _, header := range []map[string]string{{"Origin": "https://mail.example"}, {"Host": "evil.example"}, {"Sec-Fetch-Site": "cross-site"}} {
		if r := d.visitor().do("POST", approve, "{}", header); r.status != 403 {
			t.Errorf("%v: %d %s", header, r.status, r.text)
		}
	}
	if s := d.state(id); s.Status != store.Pending {
		t.Fatalf("%+v", s)
	}
	b.open(d.page.Base() + approve)
	b.sees("To approve, type")
	b.write("#word", "yes")
	b.press("\t", "\r")
	d.becomes(id, "approved")
	b.open(d.page.Base() + deny)
	b.sees("approved by a link in a notice")
	b.clean()
}
