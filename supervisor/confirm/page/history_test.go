package page

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hermes-exec/hermes-exec/supervisor/confirm"
)

// entries is what the history shows: decision, tier and text of each.
const entries = `[...document.querySelectorAll('#entries summary')].map(s => [...s.querySelectorAll('.outcome, .tier, .what')].map(e => e.textContent).join(' ')).join('\n')`

// The history is searched, filtered and counted.
func TestHistory(t *testing.T) {
	t.Parallel()
	d := start(t)
	b := newBrowser(t)
	for _, c := range []struct{ action, text, verb, by, reason string }{
		{"notify", "Tell the café about the 100% rollout", "approve", "ada", "go"}, {"deploy", "Ship snake_case_name", "deny", "grace", "not on Fridays"},
		{"notify", "Tell nobody", "deny", "ada", ""}, {"delete", "Old logs", "", "", ""},
	} {
		id := d.submit(m{"action": c.action, "description": c.text, "details": m{"needle": "hay" + c.action}})
		if c.verb != "" {
			d.resolve(id, c.verb, c.by, c.reason)
		}
	}
	d.allow(m{"action": "ping"})
	d.submit(m{"action": "ping", "description": "Are you there"})
	all := []string{"MEDIUM unasked ping Are you there", "CRITICAL waiting delete Old logs", "MEDIUM denied notify Tell nobody", "HIGH denied deploy Ship snake_case_name", "MEDIUM approved notify Tell the café about the 100% rollout"}
	b.enter(d, "ada")
	b.press("2")
	b.sees("5 requests")
	if got := b.value(entries); got != strings.Join(all, "\n") {
		t.Errorf("newest first:\n%s", got)
	}
	for _, c := range []struct {
		text, tier, status, since string
		want                      []int // of all
	}{
		{text: "TELL", want: []int{2, 4}}, {text: "100%", want: []int{4}}, {text: "%", want: []int{4}}, {text: "snake_case", want: []int{3}}, {text: "e_c", want: []int{3}},
		{text: "café", want: []int{4}}, {text: "not on friday", want: []int{3}}, {text: "grace", want: []int{3}}, {text: "haydelete", want: []int{1}}, {text: `"needle"`, want: []int{1, 2, 3, 4}},
		{text: "nothing like it"}, {text: `\`}, {text: "' OR 1=1 --"}, {tier: "HIGH", want: []int{3}}, {tier: "MEDIUM", want: []int{0, 2, 4}}, {status: "denied", want: []int{2, 3}}, {status: "auto_approved", want: []int{0}},
		{status: "expired"}, {tier: "MEDIUM", status: "denied", text: "nobody", want: []int{2}}, {since: "3600", want: []int{0, 1, 2, 3, 4}},
	} {
		var want []string
		for _, i := range c.want {
			want = append(want, all[i])
		}
		b.write("#f-text", c.text)
		for id, v := range map[string]string{"f-tier": c.tier, "f-status": c.status, "f-since": c.since} {
			b.is(fmt.Sprintf(`(() => { const s = document.querySelector('#%s'); s.value = '%s'; s.dispatchEvent(new Event('input', {bubbles: true})); return true; })()`, id, v))
		}
		found := fmt.Sprintf("%d requests", len(want))
		if len(want) == 1 {
			found = "1 request"
		}
		b.until(fmt.Sprintf(`document.querySelector('#found').textContent === '%s' && %s === %s`, found, entries, quoted(strings.Join(want, "\n"))))
		// The tables behind the charts say the same.
		sums := b.value(`[...document.querySelectorAll('#charts table')].map(t => [...t.querySelectorAll('td')].reduce((n, td) => n + Number(td.textContent), 0)).join(' ')`)
		if want := fmt.Sprintf("%d %[1]d %[1]d", len(want)); sums != want {
			t.Errorf("%+v: the charts add up to %s", c, sums)
		}
	}
	b.is(`(document.querySelector('#filters').reset(), document.querySelector('#filters').requestSubmit(), 1)`)
	b.sees("5 requests")
	if got := b.value(`[...document.querySelectorAll('#charts figure')].map(f => f.querySelector('figcaption').textContent + ': ' + [...f.querySelectorAll('tr')].map(r => r.textContent).join(' ')).slice(0, 2).join('; ')`); got != "By tier: MEDIUM3 HIGH1 CRITICAL1; By decision: approved1 denied2 expired0 cancelled0 unasked1 waiting1" {
		t.Errorf("%s", got)
	}
	b.clean()
}

// The history is shown a page at a time, and none is left out or twice.
func TestOlder(t *testing.T) {
	t.Parallel()
	d := start(t)
	b := newBrowser(t)
	var ids []string
	for range 2*pageSize + 7 {
		id := d.submit(nil)
		d.resolve(id, "deny", "ada", "")
		ids = append(ids, id)
	}
	b.enter(d, "ada")
	b.press("2")
	for n := pageSize; n < len(ids); n += pageSize {
		b.until(fmt.Sprintf(`document.querySelectorAll('#entries li').length === %d`, n))
		b.click("#older")
	}
	b.until(fmt.Sprintf(`document.querySelectorAll('#entries li').length === %d && document.querySelector('#older').hidden`, len(ids)))
	slices.Reverse(ids)
	if got := b.value(`[...document.querySelectorAll('#entries details')].map(d => d.dataset.id).join(' ')`); got != strings.Join(ids, " ") {
		t.Errorf("%s", got)
	}
	b.clean()
}

// The whitelist is edited; what always needs a person is refused, and says so.
func TestWhitelist(t *testing.T) {
	t.Parallel()
	d := start(t)
	b := newBrowser(t)
	b.enter(d, "ada")
	b.press("3")
	b.sees("It is empty.")
	b.write("#a-action", " Notify")
	b.press("\r")
	b.sees("in all sessions")
	b.write("#a-action", "deploy")
	b.write("#a-session", "s 1")
	b.click("#allow button")
	b.sees("in session s 1")
	b.sees("by ada")
	if list := d.api.Whitelist(); len(list) != 2 || list[0].Action != "deploy" || list[0].SessionKey != "s 1" || list[0].AddedBy != "ada" || list[1].Action != "notify" {
		t.Errorf("%+v", list)
	}
	for _, action := range confirm.AlwaysHuman() {
		b.write("#a-action", action)
		b.press("\r")
		b.sees(fmt.Sprintf(`action "%s" always needs a person: a whitelist cannot cover it`, action))
	}
	if n := b.value(`document.querySelectorAll('#never li').length`); n != fmt.Sprint(len(confirm.AlwaysHuman())) {
		t.Errorf("%s are listed as such", n)
	}
	b.click(`#allowed button[aria-label="Remove notify"]`)
	b.until(`document.querySelectorAll('#allowed li').length === 1`)
	b.until(`document.querySelector('#announce').textContent === 'notify asks again'`)
	if list := d.api.Whitelist(); len(list) != 1 || list[0].Action != "deploy" {
		t.Errorf("%+v", list)
	}
	b.clean()
}
