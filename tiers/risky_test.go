package tiers

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// risky is a command as an agent writes it that a person should be asked about.
type risky struct {
	Family string `json:"family"` // what it endangers
	Cmd    string `json:"cmd"`
	Open   bool   `json:"open,omitempty"` // nobody is asked yet
}

// TestRisky is the other side of [TestBenignLife]. What is still open is marked
// in the file; HERMES_EXEC_UPDATE=1 writes the marks anew, to be read.
func TestRisky(t *testing.T) {
	file := filepath.Join("..", "testdata", "tiers", "risky.jsonl")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	of, open := map[string]int{}, 0
	for sc := bufio.NewScanner(bytes.NewReader(data)); sc.Scan(); {
		var r risky
		if err := json.Unmarshal(sc.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		of[r.Family]++
		_, v := judgedIn(world.Dir, r.Cmd)
		passes := v.Decision == Allow
		if passes {
			open++
			t.Logf("open: %s: %s %s", r.Family, r.Cmd, names(v))
		}
		if passes != r.Open {
			t.Errorf("%s: %q: %s %s, marked open: %v", r.Family, r.Cmd, v.Decision, names(v), r.Open)
		}
		r.Open = passes
		enc.Encode(r)
	}
	for _, family := range []string{"files", "disks", "processes", "git", "packages", "services", "containers", "clusters", "cloud", "databases", "network", "credentials", "start-up files", "schedulers", "messaging"} {
		if of[family] < 15 {
			t.Errorf("%s: %d commands", family, of[family])
		}
	}
	t.Logf("%d open", open)
	if os.Getenv("HERMES_EXEC_UPDATE") == "1" {
		if err := os.WriteFile(file, out.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
