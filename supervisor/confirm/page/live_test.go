package page

import (
	"fmt"
	"io"
	"net"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/hermes-exec/hermes-exec/supervisor/confirm"
	"github.com/hermes-exec/hermes-exec/supervisor/confirm/confirmtest"
	"github.com/hermes-exec/hermes-exec/supervisor/confirm/store"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// focused is the id of the card that has the focus, or something in it.
const focused = `(document.activeElement.closest('.card') ?? document.body).id`

// A request appears without a reload, says what it is about, and is answered by
// click and by key; what became of it is said here and written down there.
func TestAnswers(t *testing.T) {
	t.Parallel()
	d := start(t)
	b := newBrowser(t)
	b.enter(d, "ada")
	b.sees("Nothing waits.")
	b.is(`window.loaded = 'once'`)

	id := d.submit(asked("cd /home/ada/shop && git push origin main", "git push origin main", push, nil))
	at := b.ready(id)
	for selector, want := range map[string]string{
		at + " mark": "git push origin main", at + " .command": "cd /home/ada/shop && git push origin main", at + " .tier": "MEDIUM",
		at + " .of-rule": "git.push", at + " .of-why": "it publishes commits to origin", at + " .of-target": "origin main", at + " .of-safer": "git push --dry-run shows what would be sent",
		at + " .of-asked-by": "claude(4211) < zsh(4100) < tmux: server(4002)", at + " .of-in": "/home/ada/shop", "#count": "1",
	} {
		if got := b.value(fmt.Sprintf(`document.querySelector('%s').textContent`, selector)); got != want {
			t.Errorf("%s: %q, want %q", selector, got, want)
		}
	}
	b.until(`document.querySelector('#announce').textContent.startsWith('New request, MEDIUM, Run a command: cd /home/ada/shop && git push')`)
	b.write(at+" input.reason", "it is Friday")
	b.click(at + " button.deny")
	b.until(`document.querySelector('` + at + `').dataset.status === 'denied'`)
	if s := d.becomes(id, "denied"); s.ResolvedBy != "ada" || s.Reason != "it is Friday" {
		t.Errorf("%+v", s)
	}
	if text := b.value(`document.querySelector('` + at + `').innerText`); !strings.Contains(text, "denied by ada") || !strings.Contains(text, "Reason: it is Friday") {
		t.Errorf("%s", text)
	}

	id = d.submit(nil)
	b.click(b.ready(id) + " button.primary")
	if s := d.becomes(id, "approved"); s.ResolvedBy != "ada" {
		t.Errorf("%+v", s)
	}
	b.until(`document.querySelector('#announce').textContent.startsWith('approved by ada')`)

	for _, c := range []struct{ key, status string }{{"y", "approved"}, {"n", "denied"}} {
		id = d.submit(nil)
		b.ready(id)
		b.press("j")
		b.until(focused + ` === 'r-` + id + `'`)
		b.press(c.key)
		d.becomes(id, c.status)
		b.until(`document.querySelector('#r-` + id + `').dataset.status === '` + c.status + `'`)
	}
	if !b.is(`window.loaded === 'once'`) {
		t.Error("it was reloaded")
	}
	b.clean()
}

// Keys alone are enough: from the link to the answer and out again. No key
// answers what has no focus, or what one types into a field.
func TestKeys(t *testing.T) {
	t.Parallel()
	d := start(t)
	b := newBrowser(t)
	b.enter(d, "ada")
	first, second := d.submit(m{"action": "one"}), d.submit(m{"action": "two"})
	critical := d.submit(m{"action": "wipe_database", "description": "DROP DATABASE shop"})
	for _, id := range []string{first, second, critical} {
		b.ready(id)
	}
	b.is(`new MutationObserver(() => { window.hinted = true; }).observe(document.querySelector('#waiting-title'), {attributeFilter: ['data-hint']}) ?? 1`)
	b.press("y", "n")
	b.until(`window.hinted`)
	b.press("j", "j")
	b.until(focused + ` === 'r-` + second + `'`)
	b.press("k")
	b.until(focused + ` === 'r-` + first + `'`)
	b.press("j", "r")
	b.until(`document.activeElement.id === 'reason-` + second + `'`)
	b.press("n", "y", "y", kb.Enter, kb.Escape)
	b.until(`document.activeElement.id === 'r-` + second + `'`)
	if got := b.value(`document.querySelector('#reason-` + second + `').value`); got != "nyy" {
		t.Errorf("the field has %q", got)
	}
	b.press("y")
	if s := d.becomes(second, "approved"); s.Reason != "nyy" {
		t.Errorf("%+v", s)
	}
	b.until(`document.querySelector('#r-` + second + `').dataset.status === 'approved'`)
	b.ready(critical) // it has moved

	b.press("j")
	b.until(focused + ` === 'r-` + critical + `'`)
	b.press("y", kb.Enter)
	if s := d.state(critical); s.Status != store.Pending {
		t.Fatalf("y and Enter: %+v", s)
	}
	b.press("e", "s")
	b.until(`document.activeElement.value === 'yes'`)
	b.press(kb.Enter)
	d.becomes(critical, "approved")

	b.press(kb.Escape, "k")
	b.until(focused + ` === 'r-` + first + `'`)
	b.ready(first)
	b.press("e")
	b.until(`document.querySelector('#r-` + first + ` .of-id')`)
	b.press("e")
	b.until(`!document.querySelector('#r-` + first + ` .of-id')`)
	b.press("?")
	b.until(`document.querySelector('#keys').open`)
	b.press("n", kb.Escape)
	b.until(`!document.querySelector('#keys').open`)
	b.press("/")
	b.until(`document.activeElement.id === 'f-text'`)
	b.press("n", kb.Escape, "n", "3")
	b.until(`document.activeElement.id === 'whitelist-title'`)
	b.press("1")
	b.until(`document.activeElement.id === 'waiting-title'`)
	if s := d.state(first); s.Status != store.Pending {
		t.Errorf("a key that was not meant for it: %+v", s)
	}

	// And by Tab, in the order in which it is read.
	b.is(`(document.activeElement.blur(), getSelection().removeAllRanges(), scrollTo(0, 0), 1)`)
	b.open(d.page.Base() + "/#waiting")
	b.reload()
	b.ready(first)
	var order []string
	for range 40 {
		b.press(kb.Tab)
		at := b.value(`(e => e.id || e.textContent.trim().split(' ')[0])(document.activeElement)`)
		order = append(order, at)
		if at == "Deny" {
			break
		}
	}
	if got, want := strings.Join(order, " "), "Skip Waiting History Whitelist show-keys sign-out Explain reason-"+first+" Approve Deny"; got != want {
		t.Errorf("the order of Tab:\n%s, want\n%s", got, want)
	}
	b.press(kb.Enter)
	d.becomes(first, "denied")
	b.clean()
}

// The word is typed: it is no answer where it was pasted, and no other word is.
func TestWord(t *testing.T) {
	t.Parallel()
	d := start(t)
	b := newBrowser(t)
	b.enter(d, "ada")
	id := d.submit(m{"action": "shutdown"})
	at := b.ready(id)
	if !b.is(`document.querySelector('` + at + ` .primary').disabled`) {
		t.Error("Approve is there without the word")
	}
	for _, word := range []string{"y", "ye", "YES", "no"} {
		b.write("#word-"+id, word)
		if !b.is(`document.querySelector('` + at + ` .primary').disabled`) {
			t.Errorf("Approve is there after %s", word)
		}
		b.press(kb.Enter)
	}
	b.write("#word-"+id, "")
	if !b.is(`!document.querySelector('#word-` + id + `').dispatchEvent(new ClipboardEvent('paste', {bubbles: true, cancelable: true}))`) {
		t.Error("it can be pasted")
	}
	if s := d.state(id); s.Status != store.Pending {
		t.Fatalf("%+v", s)
	}
	b.write("#word-"+id, "yes")
	b.click(at + " .primary")
	d.becomes(id, "approved")
	b.clean()
}

// diary writes down each tier and status that a card comes to, with what the clock
// says by then, the reason that is typed and what became of it. It types a reason
// as the card appears; brackets say that the field has the focus.
const diary = `(() => {
	window.diary = {};
	new MutationObserver(() => {
		for (const c of document.querySelectorAll('.card')) {
			const now = c.dataset.tier + ' ' + c.dataset.status;
			if (c.now === now) continue;
			const r = c.querySelector('input.reason');
			const typed = r && r === document.activeElement ? '[' + r.value + ']' : r?.value;
			(diary[c.id] ??= []).push([now, c.querySelector('.clock')?.textContent, c.querySelector('.next')?.textContent, typed, Boolean(c.querySelector('.word')), c.querySelector('.settled')?.firstChild.textContent, c.querySelector('.settled')?.childNodes[1].data].join('|'));
			if (!c.now) {
				r.focus();
				r.value = 'half a th';
			}
			c.now = now;
		}
	}).observe(document.body, { subtree: true, childList: true, attributes: true });
	return true;
})()`

// What nobody answers goes up, tier by tier, before their eyes, and expires.
// What was being typed stays. However late this machine hears of it, it hears
// of all of it.
//
// The page looks on by itself while the other tests run.
func TestExpires(t *testing.T) {
	d := start(t)
	b := newBrowser(t)
	b.enter(d, "ada")
	b.is(diary)
	goesUp, expires := d.submit(m{"action": "notify", "timeout_seconds": 43}), d.submit(m{"action": "notify", "timeout_seconds": 30})
	b.until(`diary['r-` + expires + `']`)
	t.Parallel()
	if s := d.becomes(expires, "expired"); s.ResolvedBy != "system:timeout" {
		t.Errorf("%+v", s)
	}
	b.until(`diary['r-` + goesUp + `'].length > 1 && diary['r-` + expires + `'].length > 2`)
	for id, want := range map[string][]string{
		goesUp: {
			`^MEDIUM pending\|0:[0-4][0-9]\|(HIGH in 0:0[0-9]|then denied)\|\|false\|\|$`, `^HIGH pending\|0:[0-4][0-9]\|(CRITICAL in 0:[0-3][0-9]|then denied)\|half a th\|false\|\|$`,
		},
		expires: {
			`^HIGH pending\|0:[0-3][0-9]\|(CRITICAL in 0:[0-2][0-9]|then denied)\|\|false\|\|$`, `^CRITICAL pending\|0:[01][0-9]\|then denied\|\[half a th\]\|true\|\|$`,
			`^CRITICAL expired\|\|\|\|false\|expired\| by system:timeout$`,
		},
	} {
		got := strings.Split(b.value(`diary['r-`+id+`'].slice(0, `+fmt.Sprint(len(want))+`).join('\n')`), "\n")
		if !slices.EqualFunc(got, want, func(got, want string) bool { return regexp.MustCompile(want).MatchString(got) }) {
			t.Errorf("%q, want\n%q", got, want)
		}
	}
	b.clean()
}

// Two people look on: one answers, the other sees it, and an answer that comes
// too late is told what became of it.
func TestTwoBrowsers(t *testing.T) {
	t.Parallel()
	d := start(t)
	ada := newBrowser(t)
	grace := newBrowser(t)
	ada.enter(d, "ada")
	grace.enter(d, "grace")
	id := d.submit(nil)
	ada.ready(id)
	at := grace.ready(id)
	ada.click(at + " .primary")
	grace.until(`document.querySelector('` + at + `').dataset.status === 'approved'`)
	grace.sees("approved by ada")

	// A browser that hears nothing for a while learns of it when it tries.
	id = d.submit(nil)
	at = grace.ready(id)
	grace.is(`(document.querySelector('` + at + ` .deny').addEventListener('click', (e) => { e.currentTarget.dataset.tried = 1; }), 1)`)
	d.resolve(id, "approve", "ada", "")
	grace.until(`document.querySelector('` + at + `').dataset.status === 'approved'`)
	if grace.is(`document.querySelector('` + at + ` .deny')`) {
		t.Error("it can still be denied")
	}
	if status := grace.value(`fetch(localStorage.getItem('hermes-session') + '/request/` + id + `/deny', {method: 'POST', headers: {'Content-Type': 'application/json'}, body: '{}'}).then(r => r.status)`); status != "409" {
		t.Errorf("too late: %s", status)
	}
	if s := d.state(id); s.Status != store.Approved || s.ResolvedBy != "ada" {
		t.Errorf("%+v", s)
	}
	ada.clean()
	grace.clean()
}

// A second window of the same person is in as well; what is signed out is out
// in all of them.
func TestWindows(t *testing.T) {
	t.Parallel()
	d := start(t)
	one := newBrowser(t)
	one.enter(d, "ada")
	two := one.window()
	two.open(d.page.Base())
	two.live()
	id := d.submit(nil)
	one.ready(id)
	two.ready(id)
	one.click("#sign-out")
	one.sees("hermes-confirmd page")
	two.until(`!document.querySelector('#door').hidden`)
	for _, b := range []*browser{one, two} {
		if b.is(`document.querySelector('.card')`) {
			t.Error("what waits is still shown")
		}
		b.clean()
	}
}

// A page that lost the daemon for a while shows what is the case when it is back.
func TestReconnects(t *testing.T) {
	t.Parallel()
	d := start(t)
	b := newBrowser(t)
	w := newWire(t, strings.TrimPrefix(d.page.Base(), "http://"))
	b.open(strings.Replace(d.page.Link("ada"), d.page.Base(), "http://"+w.addr, 1))
	b.live()
	gone, stays := d.submit(m{"action": "gone"}), d.submit(m{"action": "stays"})
	b.ready(gone)
	b.ready(stays)
	w.cut(true)
	b.until(`document.querySelector('#line').dataset.line === 'connecting'`)
	d.resolve(gone, "deny", "grace", "")
	fresh := d.submit(m{"action": "fresh"})
	b.clickNow("#r-" + stays + " .deny")
	b.sees("the daemon does not answer")
	w.cut(false)
	b.live()
	b.ready(fresh)
	b.until(`document.querySelector('#r-` + gone + `')?.dataset.status === 'denied'`)
	b.until(`document.querySelector('#r-` + stays + `').dataset.status === 'pending' && document.querySelector('#count').textContent === '2'`)
	b.clean()
}

// wire is a connection to an address that can be cut.
type wire struct {
	addr string
	mu   sync.Mutex
	off  bool
	open []net.Conn
}

func newWire(t *testing.T, to string) *wire {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w := &wire{addr: l.Addr().String()}
	t.Cleanup(func() {
		l.Close()
		w.cut(true)
	})
	go func() {
		for {
			near, err := l.Accept()
			if err != nil {
				return
			}
			far, err := net.Dial("tcp", to)
			if err != nil {
				near.Close()
				continue
			}
			w.mu.Lock()
			w.open = append(w.open, near, far)
			if w.off {
				near.Close()
				far.Close()
			}
			w.mu.Unlock()
			for _, c := range [...][2]net.Conn{{near, far}, {far, near}} {
				go func() {
					io.Copy(c[0], c[1])
					near.Close()
					far.Close()
				}()
			}
		}
	}()
	return w
}

func (w *wire) cut(off bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.off = off; off {
		for _, c := range w.open {
			c.Close()
		}
		w.open = nil
	}
}

// Once is once; for a session or for good the whitelist has it, after a second
// step, and never for what always needs a person.
func TestKeep(t *testing.T) {
	t.Parallel()
	d := start(t)
	b := newBrowser(t)
	b.enter(d, "ada")
	for _, c := range []struct {
		name    string
		fields  m
		buttons string
		keys    []string
		want    confirm.Allowed
	}{
		{"session", m{"action": "notify", "session_key": "s\"1"}, "y n s a", []string{"s", "s"}, confirm.Allowed{Action: "notify", SessionKey: "s\"1", AddedBy: "ada"}},
		{"always", m{"action": "Deploy ", "session_key": "s1"}, "y n s a", []string{"a", "a"}, confirm.Allowed{Action: "deploy", AddedBy: "ada"}},
		{"one key is not enough", m{"action": "push", "session_key": "s1"}, "y n s a", []string{"s", "a"}, confirm.Allowed{}},
		{"without a session", m{"action": "post"}, "y n a", []string{"s", "s"}, confirm.Allowed{}},
		{"always a person", m{"action": "rotate_keys", "session_key": "s1"}, "y n", []string{"a", "a", "s", "s"}, confirm.Allowed{}},
		{"a command", asked("git push", "git push", push, nil), "y n", []string{"a", "a", "s", "s"}, confirm.Allowed{}},
	} {
		before := len(d.api.Whitelist())
		id := d.submit(c.fields)
		b.ready(id)
		if got := b.value(`[...document.querySelectorAll('#r-` + id + ` .answers button')].map((e) => e.getAttribute('aria-keyshortcuts')).join(' ')`); got != c.buttons {
			t.Errorf("%s: the buttons %s, want %s", c.name, got, c.buttons)
		}
		b.is(`(document.querySelector('#r-` + id + `').focus(), 1)`)
		b.press(c.keys...)
		if c.want.Action == "" {
			b.press("n")
			d.becomes(id, "denied")
			if n := len(d.api.Whitelist()); n != before {
				t.Errorf("%s: %+v", c.name, d.api.Whitelist())
			}
			continue
		}
		d.becomes(id, "approved")
		confirmtest.Eventually(t, "the whitelist has it", func() bool {
			for _, a := range d.api.Whitelist() {
				if a.AddedAt = 0; a == c.want {
					return true
				}
			}
			return false
		})
	}
	b.clean()
}

// What is kept is decided here, whatever a browser sends: without a session there
// is none to keep it for, and it does not become every session's.
func TestKeepIsAsked(t *testing.T) {
	t.Parallel()
	d := start(t)
	v := d.signedIn("ada")
	for _, c := range []struct {
		fields m
		body   string
		status int
		want   confirm.Allowed
	}{
		{m{"action": "a"}, `{"scope":"session"}`, 400, confirm.Allowed{}},
		{m{"action": "b", "session_key": ""}, `{"scope":"session"}`, 400, confirm.Allowed{}},
		{m{"action": "c"}, `{"scope":"session","session_key":"s1"}`, 400, confirm.Allowed{}},
		{m{"action": "d", "session_key": "s1"}, `{}`, 400, confirm.Allowed{}},
		{m{"action": "e", "session_key": "s1"}, `{"scope":"Always"}`, 400, confirm.Allowed{}},
		{m{"action": "rotate_keys", "session_key": "s1"}, `{"scope":"session"}`, 400, confirm.Allowed{}},
		{m{"action": "rotate_keys"}, `{"scope":"always"}`, 400, confirm.Allowed{}},
		{asked("git push", "git push", push, nil), `{"scope":"session"}`, 400, confirm.Allowed{}},
		{m{"action": "f", "session_key": "s1"}, `{"scope":"session","action":"g","approver":"eve"}`, 200, confirm.Allowed{Action: "f", SessionKey: "s1", AddedBy: "ada"}},
		{m{"action": "h"}, `{"scope":"always"}`, 200, confirm.Allowed{Action: "h", AddedBy: "ada"}},
	} {
		before := d.api.Whitelist()
		r := v.do("POST", v.path+"/request/"+d.submit(c.fields)+"/keep", c.body, nil)
		if r.status != c.status {
			t.Errorf("%v %s: %d %s", c.fields, c.body, r.status, r.text)
		}
		got := slices.DeleteFunc(d.api.Whitelist(), func(a confirm.Allowed) bool { return slices.Contains(before, a) })
		for i := range got {
			got[i].AddedAt = 0
		}
		if want := slices.DeleteFunc([]confirm.Allowed{c.want}, func(a confirm.Allowed) bool { return a.Action == "" }); !slices.Equal(got, want) {
			t.Errorf("%v %s: allowed %+v, want %+v", c.fields, c.body, got, want)
		}
	}
}

// Who presses the moment a card appears, moves or changes meant something else.
func TestTooSoon(t *testing.T) {
	t.Parallel()
	d := start(t)
	b := newBrowser(t)
	b.enter(d, "ada")
	id := d.submit(nil)
	at := b.ready(id)
	// The machine may be slow: whether it is too soon is decided in the same turn.
	if !b.is(`(() => { const c = document.querySelector('` + at + `'); c.removeAttribute('data-steady'); c.querySelector('.primary').click(); return !c.querySelector('.error').hidden; })()`) {
		t.Error("nothing is said")
	}
	if s := d.state(id); s.Status != store.Pending {
		t.Fatalf("%+v", s)
	}
	second := d.submit(nil)
	b.ready(second)
	if !b.is(`(() => { document.querySelector('` + at + ` .explain').click(); return new Promise((done) => { const o = new MutationObserver(() => { o.disconnect(); done(true); }); o.observe(document.querySelector('#r-` + second + `'), {attributeFilter: ['data-steady']}); }); })()`) {
		t.Error("what lies below does not know that it moved")
	}
	b.until(`document.querySelector('` + at + ` .error').hidden`) // which moves it once more
	b.ready(second)
	b.click("#r-" + second + " .deny")
	d.becomes(second, "denied")
	b.clean()
}

// What is long is cut, never where it executes, and shown whole on demand.
func TestLong(t *testing.T) {
	t.Parallel()
	d := start(t)
	b := newBrowser(t)
	b.enter(d, "ada")
	head, tail := strings.Repeat("echo nothing\n", 3000), strings.Repeat("\n# more", 3000)
	id := d.submit(asked(head+"rm -rf build"+tail, "rm -rf build", tiers.Finding{Rule: "files.recursive-delete", Tier: tiers.High, Why: "it deletes"}, nil))
	at := b.ready(id)
	if got := b.value(`document.querySelector('` + at + ` mark').textContent`); got != "rm -rf build" {
		t.Errorf("marked: %q", got)
	}
	if n := len(b.value(`document.querySelector('` + at + ` .command').textContent`)); n > 1000 {
		t.Errorf("%d bytes are shown", n)
	}
	b.click(at + " .cut")
	b.until(fmt.Sprintf(`document.querySelector('%s .command').textContent.length === %d`, at, len(head)+len("rm -rf build")+len(tail)))
	b.ready(id)
	b.do(chromedp.Evaluate[chromedp.Void](`document.querySelector('` + at + `').focus()`))
	b.press("n")
	d.becomes(id, "denied")
	b.clean()
}

// answered lists the calls whose answers the page has dealt with. The next one
// that window.hold matches waits until release is called.
const answered = `(() => {
	const plain = window.fetch;
	window.answered = [];
	window.fetch = async (url, init) => {
		const r = await plain(url, init);
		if (window.hold?.test(url)) {
			window.hold = null;
			await new Promise((go) => { window.release = go; });
		}
		const json = r.json.bind(r);
		r.json = () => json().finally(() => setTimeout(() => window.answered.push(url)));
		return r;
	};
	return true;
})()`

// More waits than a person can look at: a part is shown, and the rest comes up.
func TestMany(t *testing.T) {
	t.Parallel()
	d := start(t)
	b := newBrowser(t)
	w := newWire(t, strings.TrimPrefix(d.page.Base(), "http://"))
	b.open(strings.Replace(d.page.Link("ada"), d.page.Base(), "http://"+w.addr, 1))
	b.live()
	var ids []string
	for range maxShown + 30 {
		ids = append(ids, d.submit(nil))
	}
	waiting := len(ids)
	counted := func() { b.until(fmt.Sprintf(`document.querySelector('#count').textContent === '%d'`, waiting)) }
	deny := func(ids ...string) {
		for _, id := range ids {
			d.resolve(id, "deny", "grace", "")
		}
		waiting -= len(ids)
	}
	const undead = `document.querySelector('#done [data-status=pending]')`
	counted()
	b.sees("30 more wait behind these.")
	if n := b.value(`document.querySelectorAll('.card').length`); n != fmt.Sprint(maxShown) {
		t.Errorf("%s cards", n)
	}
	b.reload()
	b.sees("30 more wait behind these.")
	b.is(answered)

	// One that is shown, and not among the first by the time the page is back.
	deny(ids[0])
	counted()
	last := d.submit(nil)
	waiting++
	b.ready(last)
	w.cut(true)
	b.until(`document.querySelector('#line').dataset.line === 'connecting'`)
	w.cut(false)
	b.until(`answered.some((url) => url.endsWith('/request/` + last + `'))`)
	if b.is(undead) {
		t.Error("it is said to be answered")
	}

	// What was answered while the page asked what else there is.
	b.is(`window.hold = /\/pending$/`)
	deny(ids[1:61]...)
	b.until(`window.release`)
	deny(ids[61], ids[len(ids)-1])
	counted()
	b.is(`(release(), 1)`)
	b.until(`answered.some((url) => url.endsWith('/pending'))`)
	if b.is(undead) {
		t.Error("an answered one waits again")
	}
	b.until(fmt.Sprintf(`document.querySelectorAll('.card[data-status=pending]').length === %d`, waiting))
	b.until(`document.querySelector('#behind').hidden`)
	b.clean()
}
