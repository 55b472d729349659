package notify

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestBookFile(t *testing.T) {
	lanes := []*lane{{channels: []*channel{newChannel(&scripted{key: "one"})}}}
	now := time.Now()
	good := kept{V: bookVersion, Messages: []message{
		{ID: "abc", Service: "one", Ref: "5", Offers: true, Ends: now},
		{ID: "def", Service: "other", Ref: "6", Ends: now},                // which is not configured any more
		{ID: "old", Service: "one", Ref: "7", Ends: now.Add(-2 * forget)}, // which nobody looks at any more
	}}
	text, err := json.Marshal(good)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, text string
		mode       os.FileMode
		open       int
		err        string
		aside      bool
	}{
		{"good", string(text), 0o600, 1, "", false},
		{"not there", "", 0, 0, "", false},
		{"torn", string(text[:len(text)/2]), 0o600, 0, "", true},
		{"empty", "", 0o600, 0, "", true},
		{"of another version", `{"v":99,"messages":[{"id":"abc","service":"one","ref":"5"}]}`, 0o600, 0, "", true},
		{"anybody's", string(text), 0o666, 0, "others can write it", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "notices.json")
			if c.mode != 0 {
				if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
					t.Fatal(err)
				}
				if err := os.Chmod(path, c.mode); err != nil {
					t.Fatal(err)
				}
			}
			b, err := openBook(path, lanes, now)
			if c.err != "" {
				if err == nil || !strings.Contains(err.Error(), c.err) {
					t.Errorf("%v", err)
				}
				return
			}
			if err != nil || len(b.open) != c.open {
				t.Fatalf("%v, %d open", err, len(b.open))
			}
			if _, err := os.Stat(path + ".unreadable"); (err == nil) != c.aside {
				t.Errorf("put aside: %v", err)
			}
		})
	}
	path := filepath.Join(t.TempDir(), "notices.json")
	if err := os.Symlink("elsewhere", path); err != nil {
		t.Fatal(err)
	}
	if _, err := openBook(path, lanes, now); err == nil {
		t.Error("a symlink was followed")
	}
}

// What is noted is there for the next daemon, and for nobody else to read.
func TestBookKeeps(t *testing.T) {
	lanes := []*lane{{channels: []*channel{newChannel(&scripted{key: "one"})}}}
	path := filepath.Join(t.TempDir(), "notices.json")
	b, err := openBook(path, lanes, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	b.again()
	for _, id := range []string{"abc", "def"} {
		b.learn(Event{Asked, id, time.Now().Add(time.Minute)})
		if err := b.sent(0, message{ID: id, Service: "one", Ref: "of " + id, Offers: true, Ends: time.Now()}); err != nil {
			t.Fatal(err)
		}
	}
	b.learn(Event{Kind: Ended, ID: "def"})
	if err := b.shown(0, "def", true, false); err != nil {
		t.Fatal(err)
	}
	if fi, err := os.Stat(path); err != nil || fi.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", fi, err)
	}
	next, err := openBook(path, lanes, time.Now())
	if err != nil || len(next.open) != 1 {
		t.Fatalf("%v, %v", err, next.open)
	}
	if _, m, ok := next.find(t.Context(), "one", "of abc", "abc"); !ok || !m.Offers {
		t.Errorf("%+v", m)
	}
	// It was not named in the first round: it has ended meanwhile.
	next.again()
	next.learn(Event{Kind: Ready})
	if j, _ := next.next(0, time.Now()); j == nil || !j.ended || j.sent.Ref != "of abc" {
		t.Errorf("%+v", j)
	}
	// A disk that is full or gone is an error, and what was done stays known.
	if err := os.RemoveAll(filepath.Dir(path)); err != nil {
		t.Fatal(err)
	}
	if err := b.sent(0, message{ID: "abc", Service: "one", Ref: "9"}); err == nil {
		t.Error("written to nowhere")
	}
	if _, _, ok := b.find(t.Context(), "one", "9", "abc"); !ok {
		t.Error("forgotten")
	}
}
