package seal

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
)

// A seal holds for what was sealed, at its place, and nothing else.
func TestHolds(t *testing.T) {
	home := t.TempDir()
	a, b := filepath.Join(home, "a"), filepath.Join(home, "b")
	for _, path := range []string{a, b} {
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if Holds(home, a, []byte("x")) {
		t.Error("nothing was sealed")
	}
	for _, s := range []string{"x", "y"} {
		if err := Put(home, a, []byte(s)); err != nil {
			t.Fatal(err)
		}
	}
	if err := Put(home, b, []byte("x")); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		path, text string
		want       bool
	}{{a, "y", true}, {b, "x", true}, {home, "x", false}, {a, "x", false}, {a, "y", false}, {b, "", false}, {b, "x", false}} { // it lapses
		if got := Holds(home, tt.path, []byte(tt.text)); got != tt.want {
			t.Errorf("%s at %s: %v", tt.text, tt.path, got)
		}
	}
}

// Many at once lose nothing of each other, and what is no more makes room.
func TestPut(t *testing.T) {
	home := t.TempDir()
	var all sync.WaitGroup
	path := func(i int) string { return filepath.Join(home, fmt.Sprint("file ", i)) }
	for i := range 20 {
		if err := os.WriteFile(path(i), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		all.Go(func() {
			if err := Put(home, path(i), []byte{byte(i)}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	for i := range 20 {
		if !Holds(home, path(i), []byte{byte(i)}) {
			t.Errorf("%s has no seal", path(i))
		}
	}
	table := []Sealed{{path(0), "old", false}, {path(1), "1", true}}
	got := with(table, Sealed{path(0), "new", false})
	if want := []Sealed{{path(1), "1", true}, {path(0), "new", false}}; fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%v, want %v", got, want)
	}
	for range 100 { // of one that is there, and one that is not
		table = append(table, Sealed{path(2), sum(nil), false}, Sealed{filepath.Join(home, "gone", "x"), "2", false})
	}
	if got := with(table, Sealed{path(3), "last", false}); len(encode(got)) > most || got[len(got)-1].Sum != "last" {
		t.Errorf("%d seals take %d bytes", len(got), len(encode(got)))
	}
}

// What is not a table is none, and no seal holds.
func TestDecode(t *testing.T) {
	table := []Sealed{{"/a b\n\"", "x", false}, {"/c", "y", true}}
	if got, err := decode(encode(table)); err != nil || fmt.Sprint(got) != fmt.Sprint(table) {
		t.Errorf("%v, %v", got, err)
	}
	for _, text := range []string{"", "[]", "hermes-exec 2\n", beginning + "holds", beginning + "holds x /c\n", beginning + "may x \"/c\"\n"} {
		if got, err := decode([]byte(text)); err == nil {
			t.Errorf("%q: %v", text, got)
		}
		if got := tableOf([]byte(text)); got != nil {
			t.Errorf("%q seals %v", text, got)
		}
	}
}
