package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// The pictures of the README are what the program shows.
func TestPictures(t *testing.T) {
	t.Parallel()
	need(t, "tmux")
	made, kept := t.TempDir(), filepath.Join("..", "..", "testdata", "pictures")
	if out, err := exec.Command("../../scripts/pictures", made).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	names, err := os.ReadDir(made)
	if err != nil || len(names) < 2 {
		t.Fatalf("made: %v, %v", names, err)
	}
	for _, name := range names {
		got, _ := os.ReadFile(filepath.Join(made, name.Name()))
		want, err := os.ReadFile(filepath.Join(kept, name.Name()))
		if err != nil || string(got) != string(want) {
			t.Errorf("%s is not what is shown now; scripts/pictures makes it anew, look at it: %v\n%s", name.Name(), err, got)
		}
	}
}
