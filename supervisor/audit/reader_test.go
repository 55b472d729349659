package audit

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hermes-exec/hermes-exec/supervisor"
)

// What a reader has read, and what is done to the log before it goes on.
func TestReader(t *testing.T) {
	t.Parallel()
	rotate := func(t *testing.T, l *Log) {
		t.Helper()
		if err := os.Rename(l.path, rotatedName(l.path, lastSeq(t, l.path))); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		name string
		then func(t *testing.T, l *Log) // two records are there, and read
		want string                     // the numbers of what is read then
	}{
		{"nothing", func(t *testing.T, l *Log) {}, ""},
		{"two more", func(t *testing.T, l *Log) { pair(t, l) }, "3 4"},
		{"rotated", rotate, ""},
		{"rotated and gone on", func(t *testing.T, l *Log) { rotate(t, l); pair(t, l) }, "3 4"},
		{"written and rotated", func(t *testing.T, l *Log) { pair(t, l); rotate(t, l); pair(t, l) }, "3 4 5 6"},
		{"rotated three times", func(t *testing.T, l *Log) {
			for range 3 {
				pair(t, l)
				rotate(t, l)
			}
		}, "3 4 5 6 7 8"},
		{"rotated, and the first put away", func(t *testing.T, l *Log) {
			rotate(t, l)
			old, _ := rotated(l.path)
			os.Remove(old[0])
			pair(t, l)
			rotate(t, l)
			pair(t, l)
		}, "3 4"}, // what was rotated since cannot be told from what was before
		{"taken away", func(t *testing.T, l *Log) { os.Remove(l.path); pair(t, l) }, "1 2"},
		{"emptied", func(t *testing.T, l *Log) { os.Truncate(l.path, 0) }, ""},
		{"emptied and gone on", func(t *testing.T, l *Log) {
			os.Truncate(l.path, 0)
			low := low("x")
			l.Decided(low, supervisor.Decision{})
		}, "1"},
		{"torn", func(t *testing.T, l *Log) { tear(t, l.path) }, "-"},
		{"torn and mended", func(t *testing.T, l *Log) { tear(t, l.path); pair(t, l) }, "3 4 5"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			home := t.TempDir()
			l := open(t, home)
			r := NewReader(home, 0)
			defer r.Close()
			if got := numbers(t, r); got != "" {
				t.Errorf("before there is a log: %q", got)
			}
			pair(t, l)
			if got := numbers(t, r); got != "1 2" {
				t.Errorf("first %q", got)
			}
			tt.then(t, l)
			if got := numbers(t, r); got != tt.want {
				t.Errorf("then %q, want %q", got, tt.want)
			}
		})
	}
}

// What is written and rotated while a file is read is not passed over.
func TestReaderMeanwhile(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	l := open(t, home)
	pair(t, l)
	r := NewReader(home, 0)
	defer r.Close()
	var all []uint64
	err := r.Read(func(line Line) bool {
		n, _ := seqOf(line.Text)
		if all = append(all, n); n == 1 {
			pair(t, l)
			if err := os.Rename(l.path, rotatedName(l.path, 4)); err != nil {
				t.Error(err)
			}
			pair(t, l)
		}
		return true
	})
	if err != nil || fmt.Sprint(all) != "[1 2 3 4 5 6]" {
		t.Errorf("%d, %v", all, err)
	}
	r.Close()
	if _, err := r.at.Stat(); !errors.Is(err, os.ErrClosed) {
		t.Errorf("the file is open after Close: %v", err)
	}
}

// Where the file that is read is put away meanwhile, the next one that is left comes
// after it.
func TestReaderPutAway(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		away  int  // of the two that were rotated
		other bool // another file has the name of the first by then
		want  string
	}{{0, false, "1 2 3 4 5 6"}, {1, false, "1 2 3 4 5 6"}, {1, true, "1 2 3 4 5 6"}, {2, false, "1 2 5 6"}} {
		home := t.TempDir()
		l := open(t, home)
		for range 2 {
			pair(t, l)
			if err := os.Rename(l.path, rotatedName(l.path, lastSeq(t, l.path))); err != nil {
				t.Fatal(err)
			}
		}
		pair(t, l)
		old, err := rotated(l.path)
		if err != nil {
			t.Fatal(err)
		}
		r := NewReader(home, 0)
		var all []string
		err = r.Read(func(line Line) bool {
			n, _ := seqOf(line.Text)
			if all = append(all, fmt.Sprint(n)); len(all) == 1 {
				for _, path := range old[:tt.away] {
					os.Remove(path)
				}
				if tt.other {
					os.WriteFile(old[0], []byte(head+"1,\n"), 0o600)
				}
			}
			return true
		})
		if got := strings.Join(all, " "); got != tt.want || err != nil {
			t.Errorf("%+v: %s, %v", tt, got, err)
		}
		r.Close()
	}
}

// What is half written while a file is read is not seen before the next time.
func TestReaderHalf(t *testing.T) {
	t.Parallel()
	home, _ := smallLog(t, 1)
	r := NewReader(home, 0)
	defer r.Close()
	numbers(t, r)
	for _, text := range []string{"a", strings.Repeat("x", 100<<10)} { // more than is read at once
		if err := open(t, home).Decided(low(text), supervisor.Decision{}); err != nil {
			t.Fatal(err)
		}
	}
	lines := 0
	if err := r.Read(func(line Line) bool {
		if lines++; lines == 1 {
			tear(t, Path(home))
		}
		return true
	}); err != nil || lines != 2 {
		t.Errorf("%d lines, %v", lines, err)
	}
	if got := numbers(t, r); got != "-" {
		t.Errorf("then %q", got)
	}
}

// numbers are those of the records that r reads now, "-" for a torn line.
func numbers(t *testing.T, r *Reader) string {
	t.Helper()
	var all []string
	err := r.Read(func(l Line) bool {
		n, ok := seqOf(l.Text)
		if !l.Whole {
			all = append(all, "-")
		} else if !ok {
			t.Errorf("%s", l.Text)
		} else {
			all = append(all, fmt.Sprint(n))
		}
		return true
	})
	if err != nil {
		t.Error(err)
	}
	return strings.Join(all, " ")
}

func lastSeq(t *testing.T, path string) uint64 {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return endOf(text).seq
}

// tear leaves a torn line at the end.
func tear(t *testing.T, path string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString(head); err != nil {
		t.Fatal(err)
	}
}

// Only as many files are read as are asked for.
func TestReaderNewest(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	l := open(t, home)
	for range 3 {
		pair(t, l)
		if err := os.Rename(l.path, rotatedName(l.path, lastSeq(t, l.path))); err != nil {
			t.Fatal(err)
		}
	}
	pair(t, l)
	for newest, want := range []string{"1 2 3 4 5 6 7 8", "7 8", "5 6 7 8", "3 4 5 6 7 8", "1 2 3 4 5 6 7 8", "1 2 3 4 5 6 7 8"} {
		r := NewReader(home, newest)
		if got := numbers(t, r); got != want || r.Older() != (newest > 0 && newest < 4) {
			t.Errorf("%d files: %q, want %q; older: %v", newest, got, want, r.Older())
		}
		r.Close()
	}
}

// What is no log is refused, by its name.
func TestReaderRefuses(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	exec := filepath.Join(home, "exec")
	if err := os.MkdirAll(filepath.Join(exec, "audit.jsonl"), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := Verify(home); err == nil || !strings.Contains(err.Error(), "audit.jsonl: not a plain file") {
		t.Errorf("a folder: %v", err)
	}
	os.Remove(filepath.Join(exec, "audit.jsonl"))
	if err := os.Symlink("/dev/null", filepath.Join(exec, "audit-000000000007.jsonl")); err != nil {
		t.Fatal(err)
	}
	if _, err := Verify(home); err == nil || !strings.Contains(err.Error(), "audit-000000000007.jsonl: a symbolic link") {
		t.Errorf("a link: %v", err)
	}
}
