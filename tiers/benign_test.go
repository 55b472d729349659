package tiers

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hermes-exec/hermes-exec/shellparse"
)

// benign is one command of an agent's ordinary working days.
type benign struct {
	Dir  string `json:"dir"` // where it was given
	Cmd  string `json:"cmd"`
	Asks string `json:"asks,omitempty"` // why a person is rightly asked about it
}

// TestBenignLife: a person who is asked too often stops reading, so of the
// commands of ordinary days fewer than one in a hundred may ask. Those that
// rightly do are marked with their reason; they count as well.
func TestBenignLife(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", "testdata", "tiers", "benign.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	total, asked := 0, 0
	sc := bufio.NewScanner(bytes.NewReader(data))
	for sc.Scan() {
		var b benign
		if err := json.Unmarshal(sc.Bytes(), &b); err != nil {
			t.Fatal(err)
		}
		total++
		s, v := judgedIn(b.Dir, b.Cmd)
		if v.Decision == Allow {
			if b.Asks != "" {
				t.Errorf("%q no longer asks: take its mark away", b.Cmd)
			}
			continue
		}
		asked++
		if b.Asks != "" && v.Decision == Ask {
			t.Logf("rightly asks in %s, %s: %q %s", b.Dir, b.Asks, b.Cmd, names(v))
			continue
		}
		t.Errorf("%s in %s: %q %s\n%s", v.Decision, b.Dir, b.Cmd, names(v), argvs(s))
	}
	t.Logf("%d of %d ask", asked, total)
	if total < 400 {
		t.Errorf("%d commands", total)
	}
	if asked*100 >= total {
		t.Errorf("%d of %d ask: one in a hundred or more", asked, total)
	}
}

// judgedIn judges a text given in a folder, by root where that is below /root.
func judgedIn(dir, text string) (*shellparse.Script, *Verdict) {
	f := world
	f.Dir = dir
	if strings.HasPrefix(dir, "/root/") {
		f.Home = "/root"
	}
	s := shellparse.Parse(text, shellparse.Options{Dir: f.Dir, Home: f.Home, Env: func(name string) (string, bool) {
		switch name {
		case "HOME":
			return f.Home, true
		case "PATH":
			return "/usr/local/bin:/usr/bin:/bin", true
		case "PWD":
			return f.Dir, true
		}
		return "", false
	}})
	return s, Judge(s, &f, Options{})
}
