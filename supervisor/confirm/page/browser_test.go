package page

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	cdplog "github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/hermes-exec/hermes-exec/supervisor/confirm/confirmtest"
)

// chromium is the browser's program; the test is skipped where there is none.
func chromium(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	if os.Getenv("CI") == "true" {
		t.Fatal("chromium is not installed")
	}
	t.Skip("chromium is not installed")
	return ""
}

// launch starts a browser that leaves nothing behind: what it writes lies in a
// folder of its own, and it ends with this process, however that ends. It needs
// no sandbox, which not every machine has: it is shown nothing but the page.
func launch(program string) (ctx context.Context, end func(), err error) {
	dir, err := os.MkdirTemp("/tmp", "page") // a socket's name is short, and TMPDIR may not be
	if err != nil {
		return nil, nil, err
	}
	o := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(program), chromedp.NoSandbox,
		chromedp.Flag("lang", "en-GB"), chromedp.Flag("disable-gpu", true), chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true))
	for _, name := range []string{"HOME", "TMPDIR", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"} {
		o = append(o, chromedp.Env(name+"="+dir))
	}
	alloc, stop := chromedp.NewExecAllocator(context.Background(), o...)
	ctx, _ = chromedp.NewContext(alloc)
	end = func() {
		patient, cancel := context.WithTimeout(ctx, confirmtest.Patience)
		defer cancel()
		chromedp.Cancel(patient)
		stop()
		os.RemoveAll(dir)
	}
	if err := chromedp.Do(ctx); err != nil { // without a time limit: it would be the browser's
		end()
		return nil, nil, err
	}
	return ctx, end, nil
}

// common is the browser of all tests, started by the first one that needs it.
// Each has windows of its own in it that share nothing with those of others.
var common struct {
	sync.Once
	ctx context.Context
	end func()
	err error
}

func TestMain(m *testing.M) {
	status := m.Run()
	if common.end != nil {
		common.end()
	}
	os.Exit(status)
}

// browser is a window of a browser.
type browser struct {
	t   *testing.T
	ctx context.Context

	mu   sync.Mutex
	said []string // what the browser complains about
}

// newBrowser is a window that shares nothing with others.
func newBrowser(t *testing.T) *browser {
	t.Helper()
	program := chromium(t)
	common.Do(func() { common.ctx, common.end, common.err = launch(program) })
	if common.err != nil {
		t.Fatal(common.err)
	}
	return newWindow(t, common.ctx, chromedp.WithNewBrowserContext())
}

// window is another window of the same person: the same cookies.
func (b *browser) window() *browser { b.t.Helper(); return newWindow(b.t, b.ctx) }

func newWindow(t *testing.T, parent context.Context, o ...chromedp.ContextOption) *browser {
	t.Helper()
	ctx, cancel := chromedp.NewContext(parent, o...)
	b := &browser{t: t, ctx: ctx}
	t.Cleanup(func() {
		if t.Failed() {
			b.report()
		}
		chromedp.Cancel(ctx)
		cancel()
	})
	if err := chromedp.Do(ctx); err != nil {
		t.Fatal(err)
	}
	if err := chromedp.Listen(ctx, b.hear); err != nil {
		t.Fatal(err)
	}
	b.size(1280, 900)
	return b
}

// hear writes down what the browser complains about: scripts that failed, what
// the Content-Security-Policy refused, dialogs that nobody asked for.
func (b *browser) hear(ev any) {
	switch e := ev.(type) {
	case *cdplog.EventEntryAdded:
		if e.Entry.Source != cdplog.EntrySourceNetwork { // an answer of 403 is not the page's fault
			b.note("%s: %s: %s", e.Entry.Source, e.Entry.Level, e.Entry.Text)
		}
	case *runtime.EventExceptionThrown:
		text := e.ExceptionDetails.Text
		if o := e.ExceptionDetails.Exception; o != nil {
			text += " " + o.Description
		}
		b.note("exception: %s", text)
	case *runtime.EventConsoleAPICalled:
		b.note("console: %s", e.Type)
	case *cdppage.EventJavascriptDialogOpening:
		b.note("dialog: %s", e.Message)
		go chromedp.Call(b.ctx, cdppage.HandleJavaScriptDialog, cdppage.HandleJavaScriptDialogParams{Accept: true})
	}
}

func (b *browser) note(format string, args ...any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.said = append(b.said, fmt.Sprintf(format, args...))
}

func (b *browser) complaints() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return append([]string(nil), b.said...)
}

// clean fails where the browser had something to complain about.
func (b *browser) clean() {
	b.t.Helper()
	if said := b.complaints(); len(said) > 0 {
		b.t.Errorf("the browser says:\n%s", strings.Join(said, "\n"))
	}
}

func (b *browser) do(actions ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, confirmtest.Patience)
	defer cancel()
	if err := chromedp.Do(ctx, actions...); err != nil {
		b.t.Fatal(err)
	}
}

// eval evaluates an expression.
func eval[T any](b *browser, js string) (T, error) {
	ctx, cancel := context.WithTimeout(b.ctx, confirmtest.Patience)
	defer cancel()
	return chromedp.Run(ctx, chromedp.Evaluate[T](js, chromedp.EvalAwaitPromise))
}

// report says what there is to see, for a test that failed.
func (b *browser) report() {
	text, err := eval[string](b, `location.href + "\n" + document.body.innerText`)
	b.t.Logf("the page shows (%v): %s\nthe browser says: %q", err, text, b.complaints())
}

func (b *browser) size(width, height int64) {
	b.t.Helper()
	b.do(chromedp.EmulateViewport(width, height))
}

// open goes to an address.
func (b *browser) open(url string) { b.t.Helper(); b.do(chromedp.Navigate(url)) }

// reload loads the page anew, and waits until it is live.
func (b *browser) reload() {
	b.t.Helper()
	b.do(chromedp.Reload())
	b.live()
}

// enter signs in, and waits until the page is live.
func (b *browser) enter(d *daemon, by string) {
	b.t.Helper()
	b.open(d.page.Link(by))
	b.live()
}

func (b *browser) live() {
	b.t.Helper()
	b.until(`document.querySelector('#line').dataset.line === 'live'`)
}

// truth waits for an expression, and says whether there is something.
func truth(js string) string { return "(async () => !!(await (" + js + ")))()" }

// is evaluates an expression that is true or false.
func (b *browser) is(js string) bool {
	b.t.Helper()
	is, err := eval[bool](b, truth(js))
	if err != nil {
		b.t.Fatalf("%s: %v", js, err)
	}
	return is
}

// value evaluates an expression and gives it as a string.
func (b *browser) value(js string) string {
	b.t.Helper()
	s, err := eval[string](b, "(async () => String(await ("+js+")))()")
	if err != nil {
		b.t.Fatalf("%s: %v", js, err)
	}
	return s
}

// until waits for an expression to become true. A page that is on its way to
// another one has none.
func (b *browser) until(js string) {
	b.t.Helper()
	var err error
	for end := time.Now().Add(confirmtest.Patience); time.Now().Before(end); time.Sleep(30 * time.Millisecond) {
		var is bool
		if is, err = eval[bool](b, truth(js)); err == nil && is {
			return
		}
	}
	b.t.Fatalf("it never came to be that %s (%v)", js, err)
}

// sees waits for a text to be shown.
func (b *browser) sees(text string) {
	b.t.Helper()
	b.until(fmt.Sprintf(`document.body.innerText.includes(%q)`, text))
}

// ready waits until a request is shown and can be answered.
func (b *browser) ready(id string) string {
	b.t.Helper()
	at := "#r-" + id
	b.until(fmt.Sprintf(`document.querySelector('%s[data-steady]')`, at))
	return at
}

func (b *browser) click(selector string) {
	b.t.Helper()
	b.until(fmt.Sprintf(`document.querySelector('%s')?.checkVisibility()`, selector))
	b.clickNow(selector)
}

// clickNow does not wait for what is to be clicked. The page may put a new one in
// its place while the driver looks at it, before anything is clicked: then it
// looks again.
func (b *browser) clickNow(selector string) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, confirmtest.Patience)
	defer cancel()
	for {
		err := chromedp.Do(ctx, chromedp.Click(chromedp.CSS(selector)))
		switch {
		case err == nil:
			return
		case ctx.Err() != nil || !strings.Contains(err.Error(), "Could not find node"):
			b.t.Fatal(err)
		}
	}
}

// press presses keys, one after the other, as a keyboard does: what a page does
// not want of a key is not typed either.
func (b *browser) press(keys ...string) {
	b.t.Helper()
	for _, r := range strings.Join(keys, "") {
		events := kb.Encode(r)
		down, up := *events[0], *events[len(events)-1]
		if len(events) == 3 {
			down.Text, down.UnmodifiedText = events[1].Text, events[1].UnmodifiedText
		}
		down.Type = input.DispatchKeyEventTypeKeyDown
		for _, e := range [...]input.DispatchKeyEventParams{down, up} {
			ctx, cancel := context.WithTimeout(b.ctx, confirmtest.Patience)
			_, err := chromedp.Call(ctx, input.DispatchKeyEvent, e)
			cancel()
			if err != nil {
				b.t.Fatal(err)
			}
		}
	}
}

// write types into a field, in place of what is there.
func (b *browser) write(selector, text string) {
	b.t.Helper()
	if b.is(fmt.Sprintf(`(() => { const f = document.querySelector('%s'); f.focus(); f.select(); return f.value; })()`, selector)) {
		b.press(kb.Backspace)
	}
	b.press(text)
}

// setCookie gives the browser a session's cookie.
func (b *browser) setCookie(url, value string) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, confirmtest.Patience)
	defer cancel()
	if _, err := chromedp.Call(ctx, network.SetCookie, network.SetCookieParams{Name: cookie, Value: value, URL: url, Path: url[strings.Index(url, "/s/"):]}); err != nil {
		b.t.Fatal(err)
	}
}
