package confirm

import (
	"context"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/hermes-exec/hermes-exec/tiers"
)

// guard is a content screen that goes by a word in the text.
type guard struct {
	mu   sync.Mutex
	read []string
}

func (g *guard) screen(_ context.Context, text string) tiers.Screening {
	g.mu.Lock()
	g.read = append(g.read, text)
	g.mu.Unlock()
	switch {
	case strings.Contains(text, "hate"):
		return tiers.Screening{Verdict: tiers.ScreenedUnsafe, Categories: []tiers.Category{{Code: "S10", Name: "Hate"}}}
	case strings.Contains(text, "harm"):
		return tiers.Screening{Verdict: tiers.ScreenedUnsafe, Categories: []tiers.Category{{Code: "S11", Name: "Self-Harm"}}}
	case strings.Contains(text, "hang"):
		return tiers.Screening{Verdict: tiers.ScreenedError, Reason: "no answer in time"}
	}
	return tiers.Screening{Verdict: tiers.ScreenedSafe}
}

// A whitelist lets a message through that is known to be safe, and no other.
func TestScreened(t *testing.T) {
	g := &guard{}
	home := filepath.Join(t.TempDir(), "home")
	d := start(t, Config{Home: home, Screen: g.screen, RateLimit: 100})
	for _, action := range []string{"send_message", "deploy"} {
		if r := d.do(call{method: "POST", path: "/whitelist", token: d.token, body: map[string]any{"action": action}}); r.status != 200 {
			t.Fatal(r.text)
		}
	}
	if r := d.do(call{method: "GET", path: "/health"}); r.m["screen"] != true {
		t.Error(r.text)
	}
	ids := map[string]string{}
	for _, tt := range []struct {
		action, text string
		details      map[string]any
		status       int
		verdict      string // "" where it was not screened
		tier         string
		crisis       bool
	}{
		{"send_message", "hello", nil, 200, "safe", "", false},
		{" Send_Message ", "I hate you", nil, 202, "unsafe", "HIGH", false},
		{"send_message", "see the details", map[string]any{"text": "I hate you"}, 202, "unsafe", "HIGH", false},
		{"send_message", "hang on", nil, 202, "error", "MEDIUM", false},
		{"send_message", "I may harm myself", nil, 202, "unsafe", "CRITICAL", true},
		{"send_message", "harm? call or text 988", nil, 200, "", "", false}, // help does not wait
		{"deploy", "hate", nil, 200, "", "", false},
		{"email", "hello", nil, 202, "safe", "MEDIUM", false},
		{"push", "hate", nil, 202, "", "MEDIUM", false},
	} {
		body := map[string]any{"action": tt.action, "description": tt.text}
		if tt.details != nil {
			body["details"] = tt.details
		}
		before := len(g.read)
		r := d.do(call{method: "POST", path: "/confirm", body: body})
		said, _ := r.m["screening"].(map[string]any)
		verdict, _ := said["verdict"].(string)
		tier, _ := r.m["tier"].(string)
		crisis, _ := r.m["crisis"].(bool)
		if r.status != tt.status || verdict != tt.verdict || tier != tt.tier || crisis != tt.crisis || crisis != (r.m["resources"] != nil) || (len(g.read) > before) != (tt.verdict != "") {
			t.Errorf("%s %q: %d %s", tt.action, tt.text, r.status, r.text)
		}
		ids[tt.text], _ = r.m["id"].(string)
	}

	// It is on record, over a restart, and a person decides all the same.
	d.stop()
	d = start(t, Config{Home: home})
	r := d.do(call{method: "GET", path: "/confirm/" + ids["I hate you"]})
	if said, _ := r.m["screening"].(map[string]any); said["verdict"] != "unsafe" || r.m["status"] != "pending" {
		t.Errorf("after a restart: %s", r.text)
	}
	if r := d.do(call{method: "POST", path: "/confirm/" + ids["I hate you"] + "/approve", token: d.token}); r.status != 200 {
		t.Error(r.text)
	}
}

// What the rate limit keeps out is not screened, and many at once wait their turn.
func TestScreenedTurns(t *testing.T) {
	g := &guard{}
	d := start(t, Config{Screen: g.screen, RateLimit: 3})
	for range 5 {
		d.do(call{method: "POST", path: "/confirm", body: map[string]any{"action": "email", "description": "x"}})
	}
	if len(g.read) != 3 {
		t.Errorf("%d screenings", len(g.read))
	}

	var mu sync.Mutex
	now, most := 0, 0
	release := make(chan struct{})
	count := func(n int) {
		mu.Lock()
		defer mu.Unlock()
		now += n
		most = max(most, now)
	}
	d = start(t, Config{RateLimit: 100, Screen: func(context.Context, string) tiers.Screening {
		count(1)
		defer count(-1)
		<-release
		return tiers.Screening{Verdict: tiers.ScreenedSafe}
	}})
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			r, err := d.try(call{method: "POST", path: "/confirm", body: map[string]any{"action": "email", "description": "x"}})
			if err != nil || r.status != 202 {
				t.Errorf("%v %s", err, r.text)
			}
		})
	}
	for range 8 {
		release <- struct{}{}
	}
	all.Wait()
	if most > screensAtOnce {
		t.Errorf("%d at once", most)
	}
}
