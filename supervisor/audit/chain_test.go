package audit

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/tiers"
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
	t.Parallel()
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
	t.Parallel()
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

// One changed byte anywhere is named by file and line: one bit of each, and all
// or what lines are made of in turn.
func TestFlippedByte(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	l := open(t, home)
	l.maxSize = 800
	for range 2 {
		pair(t, l)
	}
	files, err := rotated(l.path)
	if files = append(files, l.path); err != nil || len(files) < 2 {
		t.Fatal(files, err)
	}
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for i, was := range text {
			line := 1 + bytes.Count(text[:i], []byte{'\n'})
			for _, is := range []byte{was ^ 1<<(i%8), []byte{^was, '\n', ' ', 0}[i%4]} {
				if is == was {
					continue
				}
				changed := bytes.Clone(text)
				changed[i] = is
				if err := os.WriteFile(path, changed, 0o600); err != nil {
					t.Fatal(err)
				}
				c, err := Verify(home)
				if path == l.path && i == len(text)-1 { // the very last newline: a torn line
					if err != nil || c.TornLine != line {
						t.Errorf("the last newline: %+v, %v", c, err)
					}
					continue
				}
				var bad *BadLine
				if !errors.As(err, &bad) || bad.Number != line || bad.File != filepath.Base(path) {
					t.Fatalf("byte %d of %s:%d is %q: %v", i, filepath.Base(path), line, is, err)
				}
			}
		}
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	wantChain(t, home, 4)
}

// What a crash cut off is kept aside, noted, and the chain goes on.
func TestTornLine(t *testing.T) {
	t.Parallel()
	for _, left := range []int{1, 2, 100, -1, 0, 5000} { // bytes of the last line; -1: all but the newline, 0: of the only one
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
			torn = append(torn[:len(torn)-1:len(torn)-1], bytes.Repeat([]byte{'x'}, left)...)[:left]
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

// Only the last line of all may be torn: one at the end of a file that was rotated
// is named.
func TestTornInTheMiddle(t *testing.T) {
	t.Parallel()
	home, _ := smallLog(t, 1)
	tear(t, Path(home))
	if err := errors.Join(os.Rename(Path(home), rotatedName(Path(home), 2)), os.WriteFile(Path(home), nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	if c, err := Verify(home); err != nil || c.Torn != len(head) || c.TornLine != 3 {
		t.Errorf("nothing after it: %+v, %v", c, err)
	}
	pair(t, open(t, home))
	if _, err := Verify(home); err == nil || err.Error() != "audit-000000000002.jsonl:3: the line is cut off" {
		t.Errorf("%v", err)
	}
}

// What earlier versions wrote, when records were encoded by hand, holds, can be
// read, and is gone on with: testdata/old has every kind of record, was rotated
// twice and mended once.
func TestOldLog(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	if err := os.CopyFS(home, os.DirFS("testdata/old")); err != nil {
		t.Fatal(err)
	}
	if c := wantChain(t, home, 14); c.Files != 3 || c.First != 1 {
		t.Errorf("%+v", c)
	}
	var seventh *Record
	log := NewReader(home, 0)
	defer log.Close()
	if err := log.Read(func(l Line) bool {
		r, err := l.Parse()
		if err != nil {
			t.Error(err)
		}
		if r.Seq == 7 {
			seventh = r
		}
		return true
	}); err != nil {
		t.Fatal(err)
	}
	want := "a <b> & 'c' \u2028\u2029\u009b\u202e é 世界 😀 \x00"
	if seventh == nil || !strings.HasPrefix(seventh.Cmd, want) || seventh.Opinion.TookMS != 2000 || len(seventh.Ancestors) != 3 {
		t.Errorf("%+v", seventh)
	}
	l := open(t, home)
	l.maxSize = 2500
	for range 4 {
		pair(t, l)
	}
	if c := wantChain(t, home, 22); c.Files < 4 {
		t.Errorf("%+v", c)
	}
}

// Lines that are not ours stay, and are named.
func TestForeignLine(t *testing.T) {
	t.Parallel()
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
	t.Parallel()
	home := t.TempDir()
	l := open(t, home)
	l.maxSize = 4000
	for range 20 {
		pair(t, l)
	}
	files, err := rotated(l.path)
	files = append(files, l.path)
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

// A log is rotated for the record that would make it too long, and not before:
// the one that just fits stays, and the first one always.
func TestRotatedAt(t *testing.T) {
	t.Parallel()
	body := []byte(`{"event":"exit"}`)
	for _, tt := range []struct{ first, room, files int }{{0, 0, 1}, {0, -1, 1}, {1, 0, 1}, {1, -1, 2}, {1, 1, 1}} {
		l := open(t, t.TempDir())
		size := 0
		for range tt.first {
			if _, err := l.write(body, false); err != nil {
				t.Fatal(err)
			}
			size = len(strings.Join(readLog(t, filepath.Dir(filepath.Dir(l.path))), "\n")) + 1
		}
		l.maxSize = int64(size + len(body) + tt.room)
		for again, err := true, error(nil); again; {
			if again, err = l.write(body, false); err != nil {
				t.Fatal(err)
			}
		}
		old, err := rotated(l.path)
		if err != nil || len(old)+1 != tt.files {
			t.Errorf("%+v: %q, %v", tt, old, err)
		}
	}
}

// Whatever the step at which a writer that rotates, or mends a torn line, is
// killed: the next one goes on with the chain.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	note := func(t *testing.T, l *Log, torn int) []byte {
		text, err := os.ReadFile(l.path)
		if err != nil {
			t.Fatal(err)
		}
		c := endOf(text)
		rec := tornRecord(time.Now(), torn, l.path)
		body, err := rec.body()
		if err != nil {
			t.Fatal(err)
		}
		return c.link(body)
	}
	for _, tt := range []struct {
		name    string
		left    func(t *testing.T, l *Log) // by the one before, after a pair
		records int                        // with another pair
		aside   string
	}{
		{"renamed", func(t *testing.T, l *Log) { os.Rename(l.path, rotatedName(l.path, 2)) }, 4, ""},
		{"renamed, and the new file made", func(t *testing.T, l *Log) {
			os.Rename(l.path, rotatedName(l.path, 2))
			os.WriteFile(l.path, nil, 0o600)
		}, 4, ""},
		{"the first line of the new file torn", func(t *testing.T, l *Log) {
			os.Rename(l.path, rotatedName(l.path, 2))
			os.WriteFile(l.path, []byte("{"), 0o600)
		}, 5, "{\n"},
		{"torn, and to be rotated", func(t *testing.T, l *Log) { tear(t, l.path); l.maxSize = 500 }, 5, head + "\n"},
		{"kept aside", func(t *testing.T, l *Log) {
			tear(t, l.path)
			os.WriteFile(l.path+tornSuffix, []byte("older\n"+head+"\n"), 0o600)
		}, 5, "older\n" + head + "\n"},
		{"kept aside in part", func(t *testing.T, l *Log) {
			tear(t, l.path)
			os.WriteFile(l.path+tornSuffix, []byte(head[:3]), 0o600)
		}, 5, head[:3] + head + "\n"},
		{"noted in part", func(t *testing.T, l *Log) {
			tear(t, l.path)
			text, _ := os.ReadFile(l.path)
			n := note(t, l, len(head))
			copy(text[len(text)-len(head):], n[:5])
			os.WriteFile(l.path, text, 0o600)
		}, 5, ""},
		{"noted, and a longer line still there", func(t *testing.T, l *Log) {
			n := note(t, l, 1000)
			text, _ := os.ReadFile(l.path)
			os.WriteFile(l.path, append(append(text, n...), strings.Repeat("x", 1000-len(n))...), 0o600)
		}, 6, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			home := t.TempDir()
			l := open(t, home)
			pair(t, l)
			tt.left(t, l)
			pair(t, l)
			if c := wantChain(t, home, tt.records); c.Torn > 0 || c.First != 1 {
				t.Errorf("%+v", c)
			}
			if aside, _ := os.ReadFile(l.path + tornSuffix); tt.aside != "" && string(aside) != tt.aside {
				t.Errorf("aside is %q, want %q", aside, tt.aside)
			}
		})
	}
}

// A file that has the name already is not lost, and the log goes on.
func TestRotateOverNothing(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	l := open(t, home)
	pair(t, l)
	l.maxSize = 500
	taken := rotatedName(l.path, 2)
	if err := os.WriteFile(taken, []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	pair(t, l)
	if b, err := os.ReadFile(taken); string(b) != "precious" {
		t.Errorf("%q, %v", b, err)
	}
	if n := lastSeq(t, rotatedName(l.path, 3)); n != 3 { // it was rotated one record later
		t.Errorf("the log goes on to %d", n)
	}
}

func TestDurable(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		tier, decided tiers.Tier
		want          bool
	}{{tiers.Safe, tiers.Safe, false}, {tiers.Low, tiers.Low, false}, {tiers.Low, tiers.Medium, true}, {tiers.Medium, 0, true}, {tiers.Critical, tiers.Critical, true}} {
		r := request()
		r.Verdict.Tier = tt.tier
		rec := decision(r, supervisor.Decision{Allow: true, Tier: tt.decided}, time.Now())
		if rec.durable != tt.want {
			t.Errorf("%s, decided at %s: durable is %v", tt.tier, tt.decided, rec.durable)
		}
	}
}

// What another process has written goes into the chain as it is, where it is a record
// and leaves the chain's own members to the log.
func TestAppend(t *testing.T) {
	home := t.TempDir()
	log, err := Open(home)
	if err != nil {
		t.Fatal(err)
	}
	for _, body := range []string{"", "x", "[]", "{}", "null", `{"seq":9}`, `{"a":1,"prev":""}`, `{"sum":0}`, `{"v":2}`, `{"SEQ":9}`, `{"Prev":"x"}`, "{\"\u017fum\":1}", `{"a":1}{"b":2}`} {
		if err := log.Append([]byte(body), false); err == nil {
			t.Errorf("%s was taken", body)
		}
	}
	for i, body := range []string{`{"event":"decision","cmd":"ls"}`, "{\"event\":\n\"exit\"}"} {
		if err := log.Append([]byte(body), i == 0); err != nil {
			t.Error(err)
		}
	}
	if c, err := Verify(home); err != nil || c.Records != 2 {
		t.Errorf("%+v, %v", c, err)
	}
}
