package audit

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor"
)

// wantChain checks the whole log of a home.
func wantChain(t *testing.T, home string, records int) Checked {
	t.Helper()
	c, err := Verify(home)
	if err != nil || c.Records != records || c.Last-c.First+1 != uint64(records) && records > 0 {
		t.Errorf("%+v, %v; want %d records", c, err, records)
	}
	return c
}

// smallLog is a log of n pairs.
func smallLog(t *testing.T, n int) (home string, text []byte) {
	t.Helper()
	home = t.TempDir()
	l := open(t, home)
	for range n {
		pair(t, l)
	}
	text, err := os.ReadFile(l.path)
	if err != nil {
		t.Fatal(err)
	}
	return home, text
}

func TestChain(t *testing.T) {
	wantChain(t, t.TempDir(), 0)
	home, text := smallLog(t, 3)
	wantChain(t, home, 6)
	lines := strings.SplitAfter(string(text), "\n")
	for _, tt := range []struct {
		name string
		text string
		want string // the error; "" for none
	}{
		{"a line left out", strings.Join(append(lines[:2:2], lines[3:]...), ""), "audit.jsonl:3: record 4 stands where 3 should be"},
		{"two lines swapped", lines[0] + lines[2] + lines[1] + lines[3], "audit.jsonl:2: record 3"},
		{"a line twice", lines[0] + lines[0], "audit.jsonl:2: record 1 stands where 2"},
		{"the first left out", strings.Join(lines[1:], ""), ""},
		{"a line of another log", lines[0] + strings.Replace(lines[1], `"exit"`, `"exitt"`, 1), "audit.jsonl:2: it was changed"},
		{"no record", lines[0] + "hello\n", "audit.jsonl:2: not a record"},
		{"an empty line", lines[0] + "\n" + lines[1], "audit.jsonl:2: not a record"},
		{"two on one line", strings.TrimSuffix(lines[0], "\n") + lines[1], "audit.jsonl:1: not a record"},
	} {
		if err := os.WriteFile(Path(home), []byte(tt.text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := Verify(home)
		var bad *BadLine
		switch {
		case tt.want == "" && err != nil:
			t.Errorf("%s: %v", tt.name, err)
		case tt.want != "" && (!errors.As(err, &bad) || !strings.HasPrefix(err.Error(), tt.want)):
			t.Errorf("%s: %v, want %s", tt.name, err, tt.want)
		}
	}

	// The line of another log, whole and with its own sum, fits nowhere else.
	_, other := smallLog(t, 2)
	mixed := strings.Join(lines[:2], "") + strings.SplitAfter(string(other), "\n")[2]
	if err := os.WriteFile(Path(home), []byte(mixed), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Verify(home); err == nil || !strings.HasPrefix(err.Error(), "audit.jsonl:3: the line before it") {
		t.Errorf("the line of another log: %v", err)
	}
}

// Every kind of record is part of the chain and can be read.
func TestGuardRecords(t *testing.T) {
	home := t.TempDir()
	l := open(t, home)
	r := request()
	for _, e := range []supervisor.GuardEvent{
		{Off: "no seccomp"},
		{More: 3},
		{Rights: "/bin/sudo", Caller: supervisor.GuardedProcess{PID: 5, Name: "sudo"}},
		{Call: "kill", Caller: supervisor.GuardedProcess{PID: 5, Name: "python3"}, Target: supervisor.GuardedProcess{PID: 7, Name: "agent"}},
	} {
		if err := l.Guarded(r, e); err != nil {
			t.Fatal(err)
		}
	}
	wantChain(t, home, 4)
	line := Line{Text: []byte(readLog(t, home)[3])}
	got, err := line.Parse()
	if err != nil || got.Refused != "kill" || got.Caller.Name != "python3" || got.Target.PID != 7 {
		t.Errorf("%+v, %v", got, err)
	}
}

// One flipped bit anywhere is named by its line.
func TestFlippedByte(t *testing.T) {
	home, text := smallLog(t, 2)
	for i := range text {
		line := 1 + bytes.Count(text[:i], []byte{'\n'})
		changed := bytes.Clone(text)
		changed[i] ^= 1 << (i % 8)
		if err := os.WriteFile(Path(home), changed, 0o600); err != nil {
			t.Fatal(err)
		}
		c, err := Verify(home)
		if i == len(text)-1 { // the newline at the end: a torn line
			if err != nil || c.Torn == 0 {
				t.Errorf("the last newline: %+v, %v", c, err)
			}
			continue
		}
		var bad *BadLine
		if !errors.As(err, &bad) || bad.Number != line {
			t.Fatalf("byte %d of line %d: %v", i, line, err)
		}
	}
}

// What a crash cut off is kept aside, noted, and the chain goes on.
func TestTornLine(t *testing.T) {
	for _, left := range []int{1, 2, 100, -1, 0} { // bytes of the last line; -1: all but the newline, 0: of the only one
		home, text := smallLog(t, 2)
		last := bytes.LastIndexByte(text[:len(text)-1], '\n') + 1
		records := 3 + 1 + 2 // those before, the note, the new pair
		torn := text[last:]
		switch left {
		case -1:
			torn = torn[:len(torn)-1]
		case 0:
			last, torn, records = 0, []byte(`{"v":1,"se`), 1+2
		default:
			torn = torn[:left]
		}
		text = append(text[:last:last], torn...)
		if err := os.WriteFile(Path(home), text, 0o600); err != nil {
			t.Fatal(err)
		}
		if c, err := Verify(home); err != nil || c.Torn != len(torn) {
			t.Errorf("left %d: %+v, %v; %d bytes torn", left, c, err, len(torn))
		}
		pair(t, open(t, home))
		wantChain(t, home, records)
		aside, err := os.ReadFile(Path(home) + tornSuffix)
		if err != nil || string(aside) != string(torn)+"\n" {
			t.Errorf("left %d: aside is %q, %v", left, aside, err)
		}
		note := readLog(t, home)[records-3]
		if !strings.Contains(note, fmt.Sprintf(`"event":"torn","bytes":%d,"kept":"audit.jsonl.torn"`, len(torn))) {
			t.Errorf("left %d: noted as %s", left, note)
		}
	}
}

// Lines that are not ours stay, and are named.
func TestForeignLine(t *testing.T) {
	home, text := smallLog(t, 1)
	if err := os.WriteFile(Path(home), append(text, "hello\n"...), 0o600); err != nil {
		t.Fatal(err)
	}
	pair(t, open(t, home))
	if _, err := Verify(home); err == nil || !strings.HasPrefix(err.Error(), "audit.jsonl:3: ") {
		t.Errorf("%v", err)
	}
	if n, ok := seqOf([]byte(readLog(t, home)[3])); !ok || n != 4 {
		t.Errorf("the record after it is number %d", n)
	}
}

func TestRotation(t *testing.T) {
	home := t.TempDir()
	l := open(t, home)
	l.maxSize = 4000
	for range 20 {
		pair(t, l)
	}
	files, err := Files(home)
	if err != nil || len(files) < 4 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, path := range files {
		if fi, err := os.Stat(path); err != nil || fi.Size() > l.maxSize+1000 || fi.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", path, fi, err)
		}
	}
	if c := wantChain(t, home, 40); c.Files != len(files) || c.First != 1 {
		t.Errorf("%+v", c)
	}
	// The oldest may be put away; a hole is named.
	if err := os.Remove(files[0]); err != nil {
		t.Fatal(err)
	}
	if _, err := Verify(home); err != nil {
		t.Error(err)
	}
	if err := os.Remove(files[2]); err != nil {
		t.Fatal(err)
	}
	if _, err := Verify(home); err == nil || !strings.Contains(err.Error(), filepath.Base(files[3])+":1: record") {
		t.Errorf("%v", err)
	}
	// The log itself was taken away: the chain goes on from the last that is left.
	if err := os.Remove(files[len(files)-1]); err != nil {
		t.Fatal(err)
	}
	pair(t, l)
	first := readLog(t, home)[0]
	if n, _ := seqOf([]byte(first)); n < 3 {
		t.Errorf("begins anew with %s", first)
	}
}

// Writers are killed at any moment: every record that was reported as written
// is there, in order, and the chain holds.
func TestKilledWriters(t *testing.T) {
	home := t.TempDir()
	rounds := 40
	for range rounds {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), homeEnv+"="+home, endlessEnv+"=1", "GOMAXPROCS=1")
		out := &bytes.Buffer{}
		cmd.Stdout = out
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(rand.IntN(15)) * time.Millisecond)
		cmd.Process.Kill()
		cmd.Wait()
	}
	pair(t, open(t, home)) // finds the last torn line, if there is one
	c, err := Verify(home)
	if err != nil || c.Torn != 0 || c.Records < 2 {
		t.Errorf("%+v, %v", c, err)
	}
}

func TestDurable(t *testing.T) {
	r := request()
	rec := decision(r, supervisor.Decision{Allow: true}, time.Now())
	if !rec.durable() {
		t.Error("a HIGH decision is not")
	}
	r.Verdict.Tier = 0
	rec = decision(r, supervisor.Decision{Allow: true}, time.Now())
	if rec.durable() {
		t.Error("a SAFE decision is")
	}
}
