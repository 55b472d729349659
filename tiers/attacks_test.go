package tiers

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"github.com/hermes-exec/hermes-exec/shellparse"
)

// attack is a text that someone got past an earlier version, or one that was
// asked about in vain.
type attack struct {
	Cmd  string `json:"cmd"`
	Want string `json:"want"`           // "hardline", "ask" or "allow"
	Open string `json:"open,omitempty"` // what it gets today, where that is not what it should
}

// TestAttacks: what was mended stays mended, and what is still open is said
// so in the file. A text that has come to be judged as wanted fails the test
// until its mark is gone; HERMES_EXEC_UPDATE=1 writes the marks anew, and the
// change is then there to be read.
func TestAttacks(t *testing.T) {
	const file = "../testdata/tiers/attacks.jsonl"
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	f := &Facts{Dir: "/work/project", Home: "/home/u", Host: []Process{{PID: 4300, PPID: 1, PGID: 4300, SID: 4300, Name: "hermes-exec"}, {PID: 1, PGID: 1, SID: 1, Name: "init"}}}
	open := 0
	for sc := bufio.NewScanner(bytes.NewReader(data)); sc.Scan(); {
		var a attack
		if err := json.Unmarshal(sc.Bytes(), &a); err != nil {
			t.Fatal(err)
		}
		s := shellparse.Parse(a.Cmd, shellparse.Options{Dir: f.Dir, Home: f.Home, Env: func(name string) (string, bool) {
			return f.Home, name == "HOME"
		}})
		v := Judge(s, f, Options{})
		got := ""
		if a.Want == "hardline" && !v.Hardline || (a.Want == "allow") != (v.Decision == Allow) {
			got = v.Decision
			open++
		}
		if got != a.Open {
			t.Errorf("%q wants %s: %q is open, marked %q", a.Cmd, a.Want, got, a.Open)
		}
		a.Open = got
		enc.Encode(a)
	}
	t.Logf("%d open", open)
	if os.Getenv("HERMES_EXEC_UPDATE") == "1" {
		if err := os.WriteFile(file, out.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
