package approve

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/hermes-exec/hermes-exec/shellparse"
	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// asksFor is a request about a script, judged.
func asksFor(script string) *supervisor.Request {
	s := shellparse.Parse(script, shellparse.Options{Dir: "/work"})
	facts := &tiers.Facts{Dir: "/work", Host: []tiers.Process{{PID: 9, Name: "hermes-exec"}, {PID: 8, Name: "agent"}}}
	return &supervisor.Request{Text: script, Script: s, Facts: facts, Verdict: tiers.Judge(s, facts, tiers.Options{}), Session: "s1", Mode: supervisor.Manual}
}

// listening is a socket that accepts.
func listening(t *testing.T, path string) string {
	t.Helper()
	l, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return path
}

func TestAwayReady(t *testing.T) {
	dir, err := os.MkdirTemp("", "away") // t.TempDir is too long for a socket's address
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	stale := filepath.Join(dir, "stale")
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: stale, Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	l.SetUnlinkOnClose(false)
	l.Close()
	far := filepath.Join(dir, strings.Repeat("far", 40)) // too long for an address
	if err := os.Mkdir(far, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(listening(t, filepath.Join(dir, "moved")), filepath.Join(far, "live")); err != nil {
		t.Fatal(err)
	}
	farAway := ""
	if runtime.GOOS != "linux" {
		farAway = "no confirmation daemon answers"
	}
	for path, want := range map[string]string{
		filepath.Join(far, "live"):               farAway,
		filepath.Join(dir, "none"):               "no confirmation daemon is running",
		file:                                     "no confirmation daemon is running",
		stale:                                    "no confirmation daemon answers",
		listening(t, filepath.Join(dir, "live")): "",
	} {
		err := (&Away{Socket: path}).Ready()
		if got := ""; err != nil {
			got = err.Error()
			if want == "" || !strings.Contains(got, want) {
				t.Errorf("%s: %s, want %q", path, got, want)
			}
		} else if want != "" {
			t.Errorf("%s: ready, want %q", path, want)
		}
	}
}

func TestAwayTime(t *testing.T) {
	for tier, want := range map[tiers.Tier]time.Duration{tiers.Medium: 100 * time.Second, tiers.High: 40 * time.Second, tiers.Critical: 30 * time.Second} {
		if got := awayTime(tier); got != want {
			t.Errorf("%v: %v, want %v", tier, got, want)
		}
	}
}

// says is a Client.Run that writes a text, or hangs until it is told to end.
func says(text string) func(context.Context, []byte, func([]byte) error) error {
	return func(ctx context.Context, _ []byte, out func([]byte) error) error {
		if text == "hang" {
			<-ctx.Done()
			return ctx.Err()
		}
		return out([]byte(text))
	}
}

// Only what is exactly an approval is one.
func TestAwayAnswers(t *testing.T) {
	dir, err := os.MkdirTemp("", "away")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	socket := listening(t, filepath.Join(dir, "s"))
	for _, c := range []struct {
		says  string
		allow bool
		by    string // "": an error
		want  string
	}{
		{`{"v":1,"status":"approved","by":"ada","id":"x1"}` + "\n", true, ByHuman, "ada approved it (confirmation x1)"},
		{`{"v":1,"status":"approved","by":"ada","id":"x1","reason":"go on"}` + "\n", true, ByHuman, "): go on"},
		{`{"v":1,"status":"denied","by":"ada","id":"x1","reason":"no","tier":"CRITICAL"}` + "\n", false, ByHuman, "ada was asked and denied it (confirmation x1): no"},
		{`{"v":1,"status":"expired","by":"system:timeout","id":"x1"}` + "\n", false, byTimeout, "did not answer"},
		{`{"v":1,"status":"cancelled","id":"x1"}` + "\n", false, "", `says "cancelled"`},
		{`{"v":1,"status":"auto_approved","id":"x1"}` + "\n", false, "", `says "auto_approved"`},
		{`{"v":1,"status":"Approved","id":"x1"}` + "\n", false, "", `says "Approved"`},
		{`{"v":1,"opinion":"approve"}` + "\n", false, "", `says ""`},
		{`{"v":2,"status":"approved"}` + "\n", false, "", "version 2"},
		{`{"v":1,"status":"approved","x":1}` + "\n", false, "", "cannot be read"},
		{`{"v":1,"status":"approved"}`, false, "", "gave no answer"}, // not a whole line
		{"", false, "", "gave no answer"},
		{"approved\n", false, "", "cannot be read"},
	} {
		a := &Away{Socket: socket, Client: &Client{Run: says(c.says)}}
		d, err := a.Approve(t.Context(), asksFor("git push"))
		got := d.Reason
		if err != nil {
			got = err.Error()
		}
		if d.Allow != c.allow || d.By != c.by || !strings.Contains(got, c.want) {
			t.Errorf("%s: %+v, %v", c.says, d, err)
		}
	}
}

// A daemon that says nothing costs a time that is known.
func TestAwayHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		a := &Away{Client: &Client{Run: says("hang")}}
		_, err := a.ask(t.Context(), asksFor("git push"))
		if took := time.Since(began); err == nil || took != 120*time.Second {
			t.Errorf("%v after %v", err, took)
		}
		ctx, cancel := context.WithCancelCause(t.Context())
		time.AfterFunc(time.Second, func() { cancel(errors.New("a signal ended it")) })
		if _, err := a.ask(ctx, asksFor("git push")); err == nil || err.Error() != "a signal ended it" {
			t.Error(err)
		}
	})
}

// A yes that comes with the end of the question is none.
func TestAwayWithdrawn(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	a := &Away{Client: &Client{Run: func(_ context.Context, _ []byte, out func([]byte) error) error {
		cancel(errors.New("a signal ended it"))
		return out([]byte(`{"v":1,"status":"approved","by":"ada","id":"x1"}` + "\n"))
	}}}
	if d, err := a.ask(ctx, asksFor("git push")); err == nil || err.Error() != "a signal ended it" || d.Allow {
		t.Errorf("%+v, %v", d, err)
	}
}

// What goes out: the text with its secrets masked, and the places of what needs
// an answer as they are there.
func TestAwayQuestion(t *testing.T) {
	const secret = "hunter2"
	mask := func(s string) string { return strings.ReplaceAll(s, secret, "****masked****") }
	var sent Question
	a := &Away{Mask: mask, Client: &Client{Run: func(_ context.Context, in []byte, out func([]byte) error) error {
		if strings.Contains(string(in), secret) {
			t.Errorf("the secret goes out: %s", in)
		}
		if err := json.Unmarshal(in, &sent); err != nil {
			t.Error(err)
		}
		return out([]byte(`{"v":1,"status":"denied"}` + "\n"))
	}}}
	r := asksFor("echo " + secret + "; git push https://x:" + secret + "@h/y main")
	r.Opinion = &supervisor.Opinion{Says: supervisor.SaysRaise, Tier: tiers.High, Reason: "it may be the wrong branch"}
	if _, err := a.ask(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	if sent.Want != WantConfirm || sent.Confirm.WaitS != 40 || sent.TimeoutS != 60 || len(sent.Confirm.Ancestors) != 1 || sent.Confirm.Ancestors[0].Name != "agent" || sent.Session != "s1" || sent.Digest != "" || sent.Facts.Commands != nil {
		t.Errorf("%+v", sent)
	}
	shown := AwayRequest(sent.Cmd, sent.Facts.Cwd, sent.Confirm)
	const part = "git push https://x:****masked****@h/y main"
	if got := marks(shown.Verdict, sent.Cmd); len(got) != 1 || sent.Cmd[got[0].start:got[0].end] != part {
		t.Errorf("marked %v in %q", got, sent.Cmd)
	}
	first := asksFor("git push https://x:" + secret + "@h/y main")
	if v := maskedVerdict(first, mask); v.Findings[0].Pos.Offset != 0 || v.Findings[0].Pos.End != len(v.Cmd) {
		t.Errorf("the whole of %q is marked as %+v", v.Cmd, v.Findings[0].Pos)
	}
	if r.Verdict.Findings[0].Pos.End > len(r.Text) || strings.Contains(r.Verdict.Findings[0].Command, "masked") {
		t.Error("the request itself was changed")
	}
	if shown.Opinion == nil || *shown.Opinion != *r.Opinion || shown.Verdict.Tier != tiers.High {
		t.Errorf("%+v at %v", shown.Opinion, shown.Verdict.Tier)
	}
	if got := ancestry(shown.Facts); got != "agent(8)" {
		t.Error(got)
	}
}

// reachable is a person elsewhere, or nobody.
type reachable struct {
	person
	ready error
}

func (r *reachable) Ready() error { return r.ready }

// The terminal comes first; elsewhere is for where it cannot ask, and for cron.
func TestAwayOrder(t *testing.T) {
	yes := supervisor.Decision{Allow: true, By: ByHuman, Reason: "yes"}
	no := supervisor.Decision{By: ByHuman, Reason: "no"}
	gone := errors.New("gone")
	for _, c := range []struct {
		name   string
		script string
		mode   supervisor.Mode
		human  *person
		away   *reachable
		allow  bool
		asked  int // elsewhere
		want   string
	}{
		{"the terminal answers", "git push", supervisor.Manual, &person{d: no}, &reachable{person: person{d: yes}}, false, 0, "no"},
		{"no terminal", "git push", supervisor.Manual, &person{err: gone}, &reachable{person: person{d: yes}}, true, 1, "yes"},
		{"denied elsewhere", "git push", supervisor.Manual, &person{err: gone}, &reachable{person: person{d: no}}, false, 1, "no"},
		{"nobody anywhere", "git push", supervisor.Manual, &person{err: gone}, &reachable{person: person{err: errors.New("no daemon")}}, false, 1, "gone, and no daemon"},
		{"cron", "git push", supervisor.Cron, &person{d: yes}, &reachable{person: person{d: yes}}, true, 1, "yes"},
		{"cron without a daemon", "git push", supervisor.Cron, &person{d: yes}, &reachable{ready: gone}, false, 0, "mode cron"},
		{"cron, and it goes", "git push", supervisor.Cron, &person{d: yes}, &reachable{person: person{err: gone}}, false, 1, "nobody could be asked: gone"},
		{"off", "git push", supervisor.Off, nil, &reachable{person: person{d: no}}, true, 0, "mode off"},
		{"hardline", "rm -rf /", supervisor.Manual, nil, &reachable{person: person{d: yes}}, false, 0, "hardline"},
		{"hardline in cron", "rm -rf /", supervisor.Cron, nil, &reachable{person: person{d: yes}}, false, 0, "hardline"},
		{"LOW", "go build", supervisor.Cron, nil, &reachable{person: person{d: no}}, true, 0, "runs without asking"},
	} {
		chain := &Chain{Away: c.away}
		if c.human != nil {
			chain.Human = c.human
		}
		r := asksFor(c.script)
		r.Mode = c.mode
		d, err := chain.Approve(t.Context(), r)
		if err != nil || d.Allow != c.allow || c.away.asked != c.asked || !strings.Contains(d.Reason, c.want) {
			t.Errorf("%s: %+v, %v, asked %d", c.name, d, err, c.away.asked)
		}
	}
}
