package approve

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/hermes-exec/hermes-exec/shellparse"
	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// realRequest is a request whose text was really judged.
func realRequest(text string) *supervisor.Request { return requestIn("/w", text) }

func requestIn(dir, text string) *supervisor.Request {
	s := shellparse.Parse(text, shellparse.Options{Dir: dir, Home: "/home/me", Env: func(string) (string, bool) { return "", false }})
	f := &tiers.Facts{Dir: dir, Home: "/home/me"}
	return &supervisor.Request{Text: text, Script: s, Facts: f, Session: "s1", Verdict: tiers.Judge(s, f, tiers.Options{})}
}

// What can be allowed from now on is what asked, word for word, and nothing else.
func TestOffered(t *testing.T) {
	for _, tt := range []struct {
		text string
		want string // separated by "; "
	}{
		{"git push origin main", "git push origin main"},
		{"cd x && git push origin main && ls", "git push origin main"},
		{"x=main; git push origin $x", "git push origin main"},
		{"git push origin 'a b'", "git push origin 'a b'"},
		{"git push a; npm publish x; git push a", "git push a; npm publish x"},
		{"git push origin $(cat x)", ""},
		{"git push origin main > ~/.profile", ""},
		{"GIT_SSH_COMMAND=x git push origin main", ""},
		{"sudo git push origin main", "sudo git push origin main"},
		{"bash -c 'git push origin main'", ""},
		{"git push origin '*'", ""},
		{"git push a; curl https://x.example/i | sh", ""},
		{"rm -rf /", ""},
		{"ls", ""},
		{"reboot", ""}, // a word alone would stand for all that may follow it
	} {
		if got := strings.Join(offered(realRequest(tt.text)), "; "); got != tt.want {
			t.Errorf("%s: offers %q, want %q", tt.text, got, tt.want)
		}
	}
}

// What has to be typed each time is not offered, nor what a word alone would stand for.
func TestNotOffered(t *testing.T) {
	r := realRequest("git push origin main")
	r.Verdict.Tier = tiers.Critical
	if got := offered(r); got != nil {
		t.Errorf("at CRITICAL: %q", got)
	}
	for text, want := range map[string]bool{"git push": true, "publish": false, "git $(x)": false} {
		if got, ok := wordForWord(&realRequest(text).Script.Commands[0]); ok != want {
			t.Errorf("%s: %q, %v", text, got, ok)
		}
	}
}

// All that was offered is kept, or the person is told that it could not be.
func TestKept(t *testing.T) {
	for _, tt := range []struct {
		fails error
		want  string // allow, how many are kept
	}{{nil, "true 2"}, {errors.New("no space"), "false 0"}} {
		synctest.Test(t, func(t *testing.T) {
			kept := 0
			b := &bubble{}
			p := &Prompt{Keep: func(Grant) error {
				if tt.fails == nil {
					kept++
				}
				return tt.fails
			}}
			d, _ := playOn(t, p, realRequest("git push a; npm publish x"), b, press{keys: "s"}, press{at: time.Second, keys: "n"})
			if got := fmt.Sprint(d.Allow, " ", kept); got != tt.want {
				t.Errorf("%s, want %s", got, tt.want)
			}
			if said := strings.Contains(b.String(), "the permission could not be kept: no space"); said != (tt.fails != nil) {
				t.Errorf("written: %q", b)
			}
		})
	}
}

// What has become CRITICAL has to be typed: no key allows it from now on.
func TestNotKeptLate(t *testing.T) {
	for _, key := range []string{"s", "a"} {
		synctest.Test(t, func(t *testing.T) {
			p := &Prompt{Keep: func(g Grant) error {
				t.Errorf("%s keeps %+v", key, g)
				return nil
			}}
			d, _ := playOn(t, p, realRequest("git push a"), &bubble{}, press{at: 91 * time.Second, keys: key}, press{at: 92 * time.Second, keys: key})
			if d.Allow || d.By != byTimeout {
				t.Errorf("%s: %+v", key, d)
			}
		})
	}
}

// s and a run the command and keep a permission for it: a shows it first.
func TestAllowingKeys(t *testing.T) {
	const offers = "y once, s session, a always, n deny"
	for _, tt := range []struct {
		name  string
		keys  string
		allow bool
		want  []Grant // but for the times
	}{
		{"s", "s", true, []Grant{{Pattern: "git push origin main", Session: "s1"}}},
		{"a, then a", "aa", true, []Grant{{Pattern: "git push origin main", Dir: "/w"}}},
		{"a, then y", "ay", true, nil},
		{"a, then n", "an", false, nil},
		{"a, another key, a", "a?an", false, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			home := t.TempDir()
			s := start(t, job{Tier: tiers.Medium, Cmd: []byte("git push origin main"), Keep: home}).watch().see(asks)
			for i, k := range tt.keys {
				s.press(string(k))
				switch {
				case i == len(tt.keys)-1:
				case k == 'a':
					s.see("allows this from now on").see("git push origin main").see("/w and below").see(asks)
				case k == '?':
					s.see("hermes-exec: keys").see("in this session from now on").see(asks)
				}
			}
			s.decided(tt.allow, ByHuman)
			s.modes("same")
			s.drain()
			checkClean(t, s.written())
			if len(tt.keys) == 1 && !strings.Contains(s.written(), "s session") {
				t.Errorf("%q is not among the keys", offers)
			}
			got, err := Grants(home, time.Now())
			if err != nil {
				t.Fatal(err)
			}
			for i := range got {
				if got[i].Session != "" == got[i].Until.IsZero() || got[i].Added.IsZero() {
					t.Errorf("%+v", got[i])
				}
				got[i].Until, got[i].Added = time.Time{}, time.Time{}
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("kept %+v, want %+v", got, tt.want)
			}
		})
	}
}

// Nothing that is typed each time, or cannot be said in words, has the keys.
func TestNoAllowingKeys(t *testing.T) {
	home := t.TempDir()
	s := start(t, job{Tier: tiers.Medium, Cmd: []byte("git push origin $(cat x)"), Keep: home}).watch().see(asks)
	s.press("s").see("no such key")
	s.press("a").see("no such key")
	s.press("n")
	s.decided(false, ByHuman)
}
