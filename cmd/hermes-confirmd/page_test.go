package main

import (
	"bufio"
	"context"
	"net"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/hermes-exec/hermes-exec/supervisor/confirm/confirmtest"
)

// freePort is a port that nobody has right now.
func freePort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return strconv.Itoa(l.Addr().(*net.TCPAddr).Port)
}

// signIn follows a link, and gives the status of it.
func signIn(t *testing.T, link string) int {
	t.Helper()
	base, code, found := strings.Cut(strings.TrimSpace(link), "/#code=")
	if !found {
		t.Fatalf("no link: %q", link)
	}
	status, m, err := post(base+"/sign-in", map[string]any{"code": code})
	if err != nil {
		t.Fatal(err)
	}
	if session, _ := m["session"].(string); status == 200 && !strings.HasPrefix(session, "/s/") {
		t.Errorf("%v", m)
	}
	return status
}

// serve prints a link to the page, page prints another, and each is good once.
func TestPageLink(t *testing.T) {
	p := newPlace(t)
	port := freePort(t)
	c := p.command("hermes-confirmd", "serve", "--port", "0", "--ui-port", port)
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		c.Process.Kill()
		c.Wait()
	})
	lines, link := bufio.NewReader(out), ""
	for link == "" {
		line, err := lines.ReadString('\n')
		if err != nil {
			t.Fatalf("it prints no link: %v", err)
		}
		if _, after, found := strings.Cut(line, "the page: "); found {
			link = after
		}
	}
	if !strings.HasPrefix(link, "http://127.0.0.1:"+port+"/#code=") {
		t.Errorf("%q", link)
	}
	another := p.confirmd("page", "--as", "grace")
	for _, l := range []string{another, link} {
		if status := signIn(t, l); status != 200 {
			t.Errorf("%s: %d", l, status)
		}
		if status := signIn(t, l); status != 403 {
			t.Errorf("%s a second time: %d", l, status)
		}
	}
	resp, err := http.Get("http://127.0.0.1:" + port + "/")
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if resp.StatusCode != 200 || !strings.Contains(resp.Header.Get("Content-Security-Policy"), "default-src 'none'") {
		t.Errorf("%d %v", resp.StatusCode, resp.Header)
	}
	if out, status := p.run("hermes-exec", "-c", "hermes-confirmd page"); status == 0 || strings.Contains(out, "code=") {
		t.Errorf("an agent gets a link: %d %s", status, out)
	}
	if out, status := p.run("hermes-exec", "--yolo", "-c", "x=page; exec "+bin+"/hermes-confirmd $x"); status == 0 || strings.Contains(out, "code=") {
		t.Errorf("an agent gets a link: %d %s", status, out)
	}
	other := newPlace(t)
	if out, status := other.run("hermes-confirmd", "serve", "--port", "0", "--ui-port", port); status != 125 || !strings.Contains(out, "port "+port+" on 127.0.0.1, for the page, is taken") {
		t.Errorf("%d %s", status, out)
	}
	if err := c.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := c.Wait(); err != nil {
		t.Error(err)
	}
}

func TestPageInBackground(t *testing.T) {
	p := newPlace(t)
	port := freePort(t)
	p.env = append(p.env, "CONFIRMATION_UI_PORT="+port)
	out := p.confirmd("serve", "--background", "--port", "0")
	pid := regexp.MustCompile(`pid (\d+)`).FindStringSubmatch(out)
	if pid == nil {
		t.Fatalf("no pid in %q", out)
	}
	n, err := strconv.Atoi(pid[1])
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { syscall.Kill(n, syscall.SIGKILL) })
	link := regexp.MustCompile(`http://127\.0\.0\.1:` + port + `/#code=\w+`).FindString(out)
	if status := signIn(t, link); status != 200 {
		t.Errorf("%d %s", status, out)
	}
}

func TestNoPage(t *testing.T) {
	p := newPlace(t) // with CONFIRMATION_UI_PORT=0
	p.serve()
	if out, status := p.run("hermes-confirmd", "page"); status != 125 || !strings.Contains(out, "this daemon has no page") {
		t.Errorf("%d %s", status, out)
	}
	for _, c := range []struct{ env, flag, want string }{{"x", "", "CONFIRMATION_UI_PORT=x"}, {"0", "70000", "--ui-port 70000: a port is at most 65535"}, {"-1", "", "--ui-port -1"}} {
		q := newPlace(t)
		q.env = append(q.env, "CONFIRMATION_UI_PORT="+c.env)
		args := []string{"hermes-confirmd", "serve", "--port", "0"}
		if c.flag != "" {
			args = append(args, "--ui-port", c.flag)
		}
		if out, status := q.run(args...); status != 125 || !strings.Contains(out, c.want) {
			t.Errorf("%+v: %d %s", c, status, out)
		}
	}
	if out, status := newPlace(t).run("hermes-confirmd", "page"); status != 125 || !strings.Contains(out, "no confirmation daemon is running") {
		t.Errorf("%d %s", status, out)
	}
}

// The whole way: an agent's command waits, a person sees it in a browser with
// the part that asked marked, and presses; it runs, or it does not.
func TestPageAnswersCommand(t *testing.T) {
	program, err := exec.LookPath("chromium")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("chromium is not installed")
		}
		t.Skip("chromium is not installed")
	}
	p := newPlace(t)
	port := freePort(t)
	p.serve("--ui-port", port)
	dir, err := os.MkdirTemp("/tmp", "page") // for all that it writes; a socket's name is short, and TMPDIR may not be
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(program), chromedp.NoSandbox, chromedp.Env("HOME="+dir, "TMPDIR="+dir),
		chromedp.Flag("disable-gpu", true), chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true))
	alloc, stop := chromedp.NewExecAllocator(context.Background(), options...)
	defer stop()
	browser, cancel := chromedp.NewContext(alloc)
	defer cancel()
	defer chromedp.Cancel(browser)
	if err := chromedp.Do(browser); err != nil {
		t.Fatal(err)
	}
	shown := func(what, js, want string) {
		t.Helper()
		got := ""
		confirmtest.Eventually(t, what+" is "+want, func() bool {
			ctx, cancel := context.WithTimeout(browser, confirmtest.Patience)
			defer cancel()
			got, err = chromedp.Run(ctx, chromedp.Evaluate[string]("String("+js+")"))
			return err == nil && got == want
		})
	}
	if err := chromedp.Do(browser, chromedp.Navigate(strings.TrimSpace(p.confirmd("page", "--as", "ada")))); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		button, out string
		status      int
	}{{".primary", "ran git push origin main\n", 0}, {".deny", "hermes-exec: DENIED: cd . && git push origin main\n", 126}} {
		w := p.waiter("-c", "cd . && git push origin main")
		card := `document.querySelector('#r-` + p.pending(1)[0].ID + `')`
		shown("what is marked", card+`?.querySelector('mark').textContent`, "git push origin main")
		shown("the command", card+`.querySelector('.command').textContent`, "cd . && git push origin main")
		shown("the folder", card+`.querySelector('.of-in').textContent`, p.dir)
		shown("it can be answered", card+`.hasAttribute('data-steady')`, "true")
		shown("the press", `(`+card+`.querySelector('`+c.button+`').click(), 'done')`, "done")
		if status, out := w.ended(t); status != c.status || !strings.HasPrefix(out, c.out) {
			t.Errorf("%s: %d %s", c.button, status, out)
		}
	}
}
