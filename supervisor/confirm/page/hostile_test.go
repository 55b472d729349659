package page

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/supervisor/approve"
	"github.com/hermes-exec/hermes-exec/supervisor/confirm/confirmtest"
	"github.com/hermes-exec/hermes-exec/supervisor/confirm/store"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// markup are texts that are something else to a page that takes them for HTML,
// for an address or for a template.
var markup = []string{
	`<script>pwned(1)</script>`, `<img src=x onerror=pwned(2)>`, `"><svg onload=pwned(3)>`, `'-pwned(4)-'`, `</pre></code><iframe srcdoc="<script>parent.pwned(5)</script>">`,
	`javascript:pwned(6)`, "${pwned(7)}", `{{constructor.constructor('pwned(8)')()}}`, `</script><script>pwned(9)</script>`, `<style>*{display:none!important}</style>`,
	`<meta http-equiv=refresh content="0;url=/">`, `<base href=//evil.example/>`, `<form action=/sign-in><button autofocus onfocus=pwned(10)>`, `\u003cscript\u003epwned(11)\u003c/script\u003e`,
	`<mark class=tier>SAFE</mark>`, `__proto__`, `&lt;b&gt;`, `<!--`, `]]>`,
}

// Nothing that anybody says becomes anything but text: in no field, in no view.
func TestMarkup(t *testing.T) {
	t.Parallel()
	d := start(t)
	b := newBrowser(t)
	all := strings.Join(markup, " ")
	field := func(name string) string { return name + " " + all }
	finding := tiers.Finding{Rule: field("rule"), Tier: tiers.High, Why: field("why"), Safer: field("safer"), Target: field("target"), Via: []string{field("via")}}
	command := asked(field("command"), `<img src=x onerror=pwned(2)>`, finding, &supervisor.Opinion{Says: "raise", Tier: tiers.High, Reason: field("opinion")})
	said := command["details"].(details)
	said.Cwd, said.Ancestors = field("cwd"), []approve.Ancestor{{PID: 1, Name: field("ancestor")}}
	said.Verdict.Problems = []tiers.Problem{{Kind: field("kind"), Text: field("problem")}}
	command["details"], command["requester"], command["session_key"] = said, field("requester"), field("session")
	plain := m{"action": field("action"), "description": field("description"), "requester": field("requester"), "session_key": field("session"), "timeout_seconds": 3600,
		"details": m{field("name"): field("value"), "list": markup, "nested": m{"a": all}, "__proto__": m{"x": 1}}}
	answered := d.submit(plain)
	d.resolve(answered, "deny", field("approver"), field("reason"))
	ids := []string{d.submit(command), d.submit(plain)}
	d.allow(m{"action": field("action of the whitelist"), "session_key": field("session"), "approver": field("approver")})

	b.open(d.page.Link(field("ada")))
	b.is(`(window.pwned = (n) => { console.log('pwned ' + n); }, 1)`)
	b.live()
	want := b.value(`JSON.stringify(` + quoted(all) + `)`)
	check := func(where string, names ...string) {
		t.Helper()
		for _, name := range names {
			// What is long is folded in the middle, so that its beginning has to do.
			if begin := name + " " + markup[0] + " " + markup[1]; !b.is(`document.body.textContent.includes(` + quoted(begin) + `)`) {
				t.Errorf("%s: %s is not there as it was written", where, name)
			}
		}
		if bad := b.value(`[...document.querySelectorAll('script:not([src]), img:not([src="/static/icon.svg"]), iframe, style, base, meta[http-equiv], form:not(#filters, #allow, [method=dialog]), [onerror], [onload], [onfocus], a:not([href^="#"])')].map(e => e.outerHTML).join(' ')`); bad != "" {
			t.Errorf("%s: %s", where, bad)
		}
		if bad := b.value(`[...document.querySelectorAll('.tier')].map(e => e.textContent).filter(x => !/^(MEDIUM|HIGH|CRITICAL)$/.test(x)).join(' ')`); bad != "" {
			t.Errorf("%s: a tier %s", where, bad)
		}
		if bad := b.value(tooWide); bad != "" {
			t.Errorf("%s: too wide: %s", where, bad)
		}
	}
	for _, id := range ids {
		b.ready(id)
	}
	check("waiting", "command", "rule", "why", "safer", "target", "via", "opinion", "cwd", "ancestor", "requester", "action", "description", "name", "value")
	for _, id := range ids {
		b.click("#r-" + id + " .explain")
		b.until(`document.querySelector('#r-` + id + ` .of-id')`)
	}
	check("explained", "session", "kind", "problem")
	if !b.is(`document.body.textContent.includes(` + want + `)`) {
		t.Error("uncut it is not there")
	}
	b.ready(ids[1])
	b.size(375, 800)
	check("on a phone")
	b.size(1280, 900)
	b.click("#r-" + ids[1] + " .deny")
	d.becomes(ids[1], "denied")
	b.press("2")
	b.until(`document.querySelectorAll('#entries details').length === 3`)
	check("history", "description", "action")
	b.is(`document.querySelectorAll('#entries summary').forEach((s) => s.click()) ?? 1`)
	b.until(`document.querySelectorAll('#entries .of-id').length === 3`)
	check("entries", "reason", "approver", "value")
	b.write("#f-text", `<script>pwned(1)`)
	b.sees("3 requests")
	b.write("#f-text", `%`)
	b.sees("0 requests")
	b.do(chromedp.Evaluate[chromedp.Void](`document.activeElement.blur()`))
	b.press("3")
	b.sees("action of the whitelist")
	check("whitelist", "action of the whitelist", "session", "approver")
	b.click("#allowed button")
	confirmtest.Eventually(t, "it is off the whitelist", func() bool { return len(d.api.Whitelist()) == 0 })
	b.write("#a-action", markup[1])
	b.write("#a-session", markup[2])
	b.click("#allow button")
	confirmtest.Eventually(t, "it is on the whitelist", func() bool { return len(d.api.Whitelist()) == 1 })
	b.until(`document.querySelector('#allowed').textContent.includes(` + quoted(markup[1]+" in session "+markup[2]) + `)`)
	check("added")

	approveLink, _ := d.api.Links(d.state(ids[0]))
	b.open(d.page.Base() + approveLink)
	b.sees("Approve this?")
	check("link", "command", "rule", "why", "problem")
	b.clean()
}

func quoted(s string) string {
	text, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// What hides, turns around or imitates is shown as what it is, and secrets are not.
func TestSanitised(t *testing.T) {
	t.Parallel()
	d := start(t)
	b := newBrowser(t)
	b.enter(d, "ada")
	cmd := "echo \u202efdp.exe\u202c \x1b[31mred\x1b[0m a\u200bb\tc; git push\rhidden"
	id := d.submit(asked(cmd, "git push", push, nil))
	at := b.ready(id)
	if got, want := b.value(`document.querySelector('`+at+` .command').textContent`), `echo <U+202E>fdp.exe<U+202C> \x1b[31mred\x1b[0m a<U+200B>b\tc; git push\rhidden`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got := b.value(`document.querySelector('` + at + ` mark').textContent`); got != "git push" {
		t.Errorf("marked: %s", got)
	}
	id = d.submit(m{"action": "notify\u202e", "description": "curl -H 'Authorization: Bearer sk-live-0123456789abcdef0123456789abcdef' https://api.example", "requester": "cl\u0430ude\u200b", "details": m{"password": "hunter2hunter2"}})
	at = b.ready(id)
	text := b.value(`document.querySelector('` + at + `').textContent`)
	if strings.Contains(text, "sk-live-0123456789abcdef") || strings.Contains(text, "\u202e") || strings.Contains(text, "\u200b") || !strings.Contains(text, "<U+200B>") {
		t.Errorf("%s", text)
	}
	b.clean()
}

// Details that say about a command what hermes-exec never would are no reason
// to show nothing.
func TestForeignDetails(t *testing.T) {
	t.Parallel()
	d := start(t)
	v := d.signedIn("ada")
	for _, details := range []string{
		`{}`, `{"verdict":null}`, `{"verdict":{}}`, `{"verdict":{"findings":null,"tier":"HIGH"}}`, `{"verdict":{"tier":"FROB"}}`, `{"verdict":{"findings":[{"pos":{"offset":-5,"end":99999999}}]}}`,
		`{"verdict":{"findings":[{"tier":"HIGH","pos":{"offset":1,"end":2}},{"tier":"HIGH","pos":{"offset":0,"end":3}}]}}`, `{"verdict":{"problems":[{"pos":{"offset":9,"end":4}}]}}`,
		`{"verdict":[1]}`, `{"verdict":{"cmd":"something else"}}`, `{"ancestors":[{"pid":-1}],"verdict":{}}`, `{"opinion":{"Says":"x","Tier":"HIGH"},"verdict":{}}`,
	} {
		var raw json.RawMessage = []byte(details)
		id := d.submit(m{"kind": "command", "action": "command", "description": "git püsh origin", "details": raw})
		for _, path := range []string{"/request/" + id, "/pending", "/audit"} {
			r := v.do("GET", v.path+path, "", nil)
			var shown strings.Builder
			var c card
			if path == "/request/"+id {
				if err := json.Unmarshal([]byte(r.text), &c); err != nil {
					t.Errorf("%s: %v", details, err)
				}
				for _, p := range c.Command {
					shown.WriteString(p.Text)
				}
				if shown.String() != "git püsh origin" || c.Status != store.Pending {
					t.Errorf("%s: %s", details, r.text)
				}
			}
			if r.status != 200 {
				t.Errorf("%s: %s: %d %s", details, path, r.status, r.text)
			}
		}
		d.resolve(id, "deny", "ada", "")
	}
}

// What others ask for is shown whole on demand: each detail, and all of it.
func TestManyDetails(t *testing.T) {
	t.Parallel()
	d := start(t)
	v := d.signedIn("ada")
	many := m{}
	for i := range 3 * maxMembers {
		many[fmt.Sprintf("name %02d", i)] = strings.Repeat("v", 5000)
	}
	id := d.submit(m{"details": many})
	r := v.do("GET", v.path+"/pending", "", nil)
	if n := strings.Count(r.text, `"name":"name `); n != maxMembers || !strings.Contains(r.text, "40 more: explain shows them") || len(r.text) > 20_000 {
		t.Errorf("%d details, %d bytes", n, len(r.text))
	}
	r = v.do("GET", v.path+"/request/"+id, "", nil)
	if n := strings.Count(r.text, `"name":"name `); n != len(many) || strings.Count(r.text, strings.Repeat("v", 5000)) != n {
		t.Errorf("%d details, %d bytes", n, len(r.text))
	}
}

// The browser says so where the policy refuses something: what clean looks for
// would be heard.
func TestPolicyIsInForce(t *testing.T) {
	t.Parallel()
	d := start(t)
	for name, js := range map[string]string{
		"an inline script":  `{ const s = document.createElement('script'); s.append('window.pwned = 1'); document.body.append(s); }`,
		"an inline style":   `{ const s = document.createElement('style'); s.append('* { color: red }'); document.head.append(s); }`,
		"markup":            `try { document.body.innerHTML = '<b>x</b>'; } catch {}`,
		"eval":              `try { setTimeout('window.pwned = 1', 0); } catch {}`,
		"another's image":   `{ const i = new Image(); i.src = 'http://127.0.0.1:1/x.png'; document.body.append(i); }`,
		"another's server":  `fetch('http://127.0.0.1:1/').catch(() => {})`,
		"a frame":           `{ const f = document.createElement('iframe'); f.src = 'http://127.0.0.1:1/'; document.body.append(f); }`,
		"a form":            `{ const f = document.createElement('form'); f.action = '/sign-in'; document.body.append(f); f.submit(); }`,
		"a worker":          `try { new Worker('/static/page.js'); } catch {}`,
		"a base":            `{ const e = document.createElement('base'); e.href = 'http://127.0.0.1:1/'; document.head.append(e); }`,
		"an inline handler": `try { document.body.setAttribute('onclick', 'window.pwned = 1'); } catch {} document.body.click()`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBrowser(t)
			b.enter(d, "ada")
			b.clean()
			b.is("(() => {" + js + "; return true })()")
			confirmtest.Eventually(t, "the browser says so", func() bool {
				said := fmt.Sprint(b.complaints())
				return strings.Contains(said, "Content Security Policy") || strings.Contains(said, "requires 'Trusted")
			})
			if b.is(`window.pwned`) {
				t.Error("it ran")
			}
		})
	}
}
