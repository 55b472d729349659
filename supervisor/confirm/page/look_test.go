package page

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/supervisor/approve"
	"github.com/hermes-exec/hermes-exec/supervisor/confirm/confirmtest"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// asked is a request about a command, as hermes-exec submits one; part is what
// needs the answer.
func asked(cmd, part string, f tiers.Finding, opinion *supervisor.Opinion) m {
	f.Command = part
	if at := strings.Index(cmd, part); at >= 0 {
		f.Pos = tiers.Pos{Line: 1, Col: at + 1, Offset: at, End: at + len(part)}
	}
	v := &tiers.Verdict{Decision: tiers.Ask, Tier: f.Tier, Findings: []tiers.Finding{f}, Problems: []tiers.Problem{}}
	return m{
		"kind": "command", "action": "command", "description": cmd, "requester": "hermes-exec", "session_key": "claude 4211 1763791000",
		"tier": f.Tier.String(), "timeout_seconds": 100, "details": details{Cwd: "/home/ada/shop", AskedConfirm: &approve.AskedConfirm{
			WaitS: 100, Verdict: v, Opinion: opinion, Ancestors: []approve.Ancestor{{PID: 4211, Name: "claude"}, {PID: 4100, Name: "zsh"}, {PID: 4002, Name: "tmux: server"}},
		}},
	}
}

var push = tiers.Finding{Rule: "git.push", Tier: tiers.Medium, Why: "it publishes commits to origin", Target: "origin main", Safer: "git push --dry-run shows what would be sent"}

// furnish fills a daemon with what a day brings.
func furnish(d *daemon) (waiting []string) {
	for i, c := range []struct{ verb, action, text, reason string }{
		{"approve", "deploy", "Deploy v2.3.0 to staging", ""}, {"deny", "send_message", "Tell everybody in #general that the release is out", "not before Monday"},
		{"approve", "push", "Push the branch release/2.3", "fine"}, {"approve", "deploy_production", "Deploy v2.3.0 to production", ""},
		{"deny", "delete_data", "Delete the customers that have not logged in since 2019", "ask Grace first"}, {"approve", "rotate_keys", "Rotate the signing keys", ""},
	} {
		id := d.submit(m{"action": c.action, "description": c.text, "requester": []string{"claude", "hermes"}[i%2], "details": m{"version": "2.3.0", "commit": "5964b51"}})
		d.resolve(id, c.verb, []string{"ada", "grace"}[i%2], c.reason)
	}
	d.allow(m{"action": "notify", "approver": "ada"})
	d.allow(m{"action": "deploy", "session_key": "claude 4211 1763791000", "approver": "grace"})
	waiting = append(waiting, d.submit(asked("cd /home/ada/shop && git fetch --all && git push origin main", "git push origin main", push,
		&supervisor.Opinion{Says: supervisor.SaysApprove, Reason: "it pushes to the branch the task is about"})))
	waiting = append(waiting, d.submit(asked("for d in build dist \"$CACHE\"; do\n  rm -rf \"$d\"\ndone\necho cleaned | tee -a clean.log", `rm -rf "$d"`, tiers.Finding{
		Rule: "files.recursive-delete", Tier: tiers.High, Why: "it deletes folders with all they hold, and CACHE is not set", Target: "/home/ada/shop/build, /home/ada/shop/dist, unknown", Safer: "move the folder aside: mv FOLDER FOLDER.old"}, nil)))
	waiting = append(waiting, d.submit(m{"action": "send_message", "description": "Tell the on-call channel that the migration of orders_2024 has begun, and that nobody should deploy.",
		"requester": "hermes", "session_key": "hermes-gateway", "timeout_seconds": 1800, "details": m{"channel": "#on-call", "platform": "slack"}}))
	waiting = append(waiting, d.submit(m{"action": "wipe_database", "description": "DROP DATABASE shop_staging;", "requester": "claude", "details": m{"host": "db-7.internal", "database": "shop_staging"}, "timeout_seconds": 300}))
	return waiting
}

// scheme has the browser want a light or a dark page.
func (b *browser) scheme(name string) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, confirmtest.Patience)
	defer cancel()
	if _, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: name}, {Name: "prefers-reduced-motion", Value: "reduce"},
	}}); err != nil {
		b.t.Fatal(err)
	}
}

// shoot keeps a picture where HERMES_EXEC_SCREENSHOTS names a folder, for people
// to look at.
func (b *browser) shoot(name string) {
	b.t.Helper()
	dir := os.Getenv("HERMES_EXEC_SCREENSHOTS")
	if dir == "" {
		return
	}
	b.value(`scrollTo(0, 0)`)
	png, err := chromedp.Run(b.ctx, chromedp.FullScreenshot(100))
	if err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name+".png"), png, 0o600); err != nil {
		b.t.Fatal(err)
	}
}

// tooWide are the elements that stick out of the window.
const tooWide = `[...document.querySelectorAll('body *')].filter(e => e.checkVisibility() && !e.closest('.unseen, .skip, svg') && !e.parentElement.closest('.what') && e.getBoundingClientRect().right > innerWidth + 0.5)
	.map(e => e.tagName + '.' + e.className).concat(document.documentElement.scrollWidth > innerWidth ? ['the page'] : []).join(' ')`

// tooPale are the texts with less contrast than WCAG AA asks for: 4.5 to 1, or
// 3 to 1 where they are large.
const tooPale = `(() => {
	const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
	const rgba = (c) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = c; canvas.fillRect(0, 0, 1, 1); const d = canvas.getImageData(0, 0, 1, 1).data; return [d[0], d[1], d[2], d[3] / 255]; };
	const over = (top, under) => [0, 1, 2].map((i) => top[i] * top[3] + under[i] * (1 - top[3])).concat(1);
	const ground = (e) => { const layers = []; for (let n = e; n; n = n.parentElement) layers.push(rgba(getComputedStyle(n).backgroundColor)); return layers.reverse().reduce((under, top) => over(top, under), [255, 255, 255, 1]); };
	const faint = (e) => { let o = 1; for (let n = e; n; n = n.parentElement) o *= Number(getComputedStyle(n).opacity); return o; };
	const light = (c) => { const [r, g, b] = c.map((v) => { v /= 255; return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; }); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
	const bad = [];
	const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	for (let n = walk.nextNode(); n; n = walk.nextNode()) {
		const e = n.parentElement;
		if (!n.data.trim() || !e.checkVisibility() || e.closest('.unseen, .skip, :disabled')) continue;
		const s = getComputedStyle(e);
		const under = ground(e);
		const ink = rgba(e instanceof SVGElement ? s.fill : s.color);
		ink[3] *= faint(e);
		const [a, b] = [light(over(ink, under)), light(under)];
		const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
		const size = parseFloat(s.fontSize);
		const large = size >= 24 || size >= 18.66 && Number(s.fontWeight) >= 700;
		if (ratio < (large ? 3 : 4.5)) bad.push(n.data.trim().slice(0, 30) + ' ' + ratio.toFixed(2));
	}
	return bad.join('; ');
})()`

// nameless are the controls that a screen reader has no name for, and the
// headings that leave a level out.
const nameless = `(() => {
	const bad = [];
	for (const e of document.querySelectorAll('input, select, button, a, svg[role=img], dialog, nav, section')) {
		if (!e.checkVisibility()) continue;
		const by = (e.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent ?? '').join('');
		const name = e.getAttribute('aria-label') || by || (e.labels?.length ? [...e.labels].map((l) => l.textContent).join('') : '') || (['BUTTON', 'A'].includes(e.tagName) ? e.textContent : '');
		if (!name.trim()) bad.push('no name: ' + e.outerHTML.slice(0, 60));
	}
	let level = 0;
	for (const h of document.querySelectorAll('h1, h2, h3, h4')) {
		if (!h.checkVisibility()) continue;
		const now = Number(h.tagName[1]);
		if (now > level + 1) bad.push('heading ' + h.textContent);
		level = now;
	}
	if ([...document.querySelectorAll('h1')].filter((h) => h.checkVisibility()).length !== 1) bad.push('not one h1');
	const ids = [...document.querySelectorAll('[id]')].map((e) => e.id);
	if (new Set(ids).size !== ids.length) bad.push('an id twice');
	return bad.join('; ');
})()`

// The page fits, can be read, and says what things are: on a phone and on a
// desk, in the light and in the dark, in each of its views.
func TestLook(t *testing.T) {
	t.Parallel()
	d := start(t)
	b := newBrowser(t)
	b.scheme("light")
	check := func(name string) {
		t.Helper()
		for what, js := range map[string]string{"too wide": tooWide, "too pale": tooPale, "accessible": nameless} {
			if bad := b.value(js); bad != "" {
				t.Errorf("%s: %s: %s", name, what, bad)
			}
		}
		b.shoot(name)
	}
	each := func(view string) {
		t.Helper()
		for _, scheme := range []string{"light", "dark"} {
			for _, width := range []int64{375, 1280} {
				b.scheme(scheme)
				b.size(width, 800)
				check(fmt.Sprintf("%s-%d-%s", view, width, scheme))
			}
		}
		b.size(1280, 900)
	}
	b.open(d.page.Base())
	b.sees("hermes-confirmd page")
	each("door")
	b.enter(d, "ada")
	b.sees("Nothing waits.")
	each("nothing")
	waiting := furnish(d)
	for _, id := range waiting {
		b.ready(id)
	}
	b.press("j", "j")
	b.until(`document.activeElement.id === 'r-` + waiting[1] + `'`)
	each("waiting")
	b.click("#r-" + waiting[2] + " .quiet[aria-keyshortcuts=a]")
	b.click("#r-" + waiting[1] + " .explain")
	b.sees("1 of 1, HIGH")
	b.ready(waiting[2])
	d.resolve(waiting[0], "deny", "grace", "not from this machine")
	b.sees("not from this machine")
	each("busy")
	b.press("?")
	each("keys")
	b.click("#keys button")
	b.press("2")
	b.sees("10 requests")
	b.click("#entries summary")
	b.sees("db-7.internal")
	each("history")
	b.press("3")
	b.sees("in all sessions")
	b.write("#a-action", "wipe_database")
	b.click("#allow button")
	b.sees("always needs a person")
	each("whitelist")
	state := d.state(waiting[1])
	approve, _ := d.api.Links(state)
	b.open(d.page.Base() + approve)
	b.sees("Approve this?")
	each("link")
	b.clean()
}
