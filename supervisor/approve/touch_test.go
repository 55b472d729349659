package approve

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/hermes-exec/hermes-exec/tiers"
)

// plant makes files of ten bytes each, folders where a name ends in a slash,
// and symbolic links where it holds an arrow.
func plant(t *testing.T, names ...string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for _, name := range names {
		name, to, link := strings.Cut(name, " -> ")
		p := filepath.Join(dir, name)
		err := os.MkdirAll(filepath.Dir(p), 0o700)
		switch {
		case err != nil:
		case link:
			err = os.Symlink(filepath.Join(dir, to), p)
		case strings.HasSuffix(name, "/"):
			err = os.MkdirAll(p, 0o700)
		default:
			err = os.WriteFile(p, []byte("0123456789"), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestCount(t *testing.T) {
	dir := plant(t, "a/1", "a/2", "a/b/3", "a/b/.hidden", "a/out -> big", "big/1", "big/2", "x.o", "y.o", ".z.o", "empty/", "file", "odd name/1", "top -> big")
	tree := func(p string) tiers.Deletion { return tiers.Deletion{Path: dir + "/" + p, Tree: true} }
	file := func(p string) tiers.Deletion { return tiers.Deletion{Path: dir + "/" + p} }
	match := func(p string, tree bool) tiers.Deletion {
		return tiers.Deletion{Path: dir + "/" + p, Pattern: true, Tree: tree}
	}
	for _, tt := range []struct {
		name string
		list []tiers.Deletion
		want string // before the paths
	}{
		{"a tree, its link not followed", []tiers.Deletion{tree("a")}, "5 files, 40 bytes"},
		{"a link to a tree", []tiers.Deletion{tree("top")}, "1 file, 0 bytes"},
		{"a file", []tiers.Deletion{file("file")}, "1 file, 10 bytes"},
		{"a folder without -r", []tiers.Deletion{file("a")}, "no files"},
		{"what is not there", []tiers.Deletion{tree("none"), file("none/x")}, "no files"},
		{"an empty folder", []tiers.Deletion{tree("empty")}, "no files"},
		{"each once", []tiers.Deletion{tree("a/b"), file("a/1"), tree("a"), match("a/*", true)}, "5 files, 40 bytes"},
		{"each once, with -r and without", []tiers.Deletion{file("a"), tree("a")}, "5 files, 40 bytes"},
		{"a pattern", []tiers.Deletion{match("*.o", false)}, "2 files, 20 bytes"},
		{"hidden files", []tiers.Deletion{match(".*.o", false)}, "1 file, 10 bytes"},
		{"a pattern in the middle", []tiers.Deletion{match("?/b", true)}, "2 files, 20 bytes"},
		{"not a class", []tiers.Deletion{match("[!x].o", false)}, "1 file, 10 bytes"},
		{"a star in a name", []tiers.Deletion{file("*.o")}, "no files"},
		{"a pattern that nothing matches", []tiers.Deletion{match("*.c", false)}, "no files"},
		{"everything", []tiers.Deletion{match("*", true)}, "12 files, 100 bytes"},
	} {
		got := count(tt.list, walkDisk).String()
		if before, _, _ := strings.Cut(got, ", in "); before != tt.want || strings.Contains(got, ";") {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

// What cannot be counted is never passed over in silence.
func TestCountInPart(t *testing.T) {
	dir := plant(t, "a/1")
	info, err := os.Lstat(dir + "/a/1")
	if err != nil {
		t.Fatal(err)
	}
	list := []tiers.Deletion{{Path: "/w/a", Tree: true}}
	for _, tt := range []struct {
		name string
		walk walker
		want string
	}{
		{"another file system", func(_ string, _ bool, visit func(fs.FileInfo) bool) bool {
			visit(info)
			return false
		}, "at least 1 file, 10 bytes, in /w/a; part of /w/a cannot be read or is on another file system"},
		{"more than there is time for", func(_ string, _ bool, visit func(fs.FileInfo) bool) bool {
			for visit(info) {
				time.Sleep(3 * time.Millisecond)
			}
			return false
		}, "at least 67 files, 670 bytes, in /w/a; the counting was stopped after 200ms"},
		{"a disk that does not answer", func(string, bool, func(fs.FileInfo) bool) bool {
			time.Sleep(time.Hour)
			return true
		}, "not counted, in /w/a; the counting was stopped after 200ms"},
	} {
		synctest.Test(t, func(t *testing.T) {
			start := time.Now()
			got := count(list, tt.walk).String()
			if took := time.Since(start); took > countTime {
				t.Errorf("%s: took %v", tt.name, took)
			}
			if got != tt.want {
				t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
			}
			time.Sleep(2 * time.Hour) // until who was left behind has ended
		})
	}
}

// What else is deleted, and is not known before, is said.
func TestTouches(t *testing.T) {
	dir := plant(t, "a/1", "a/2", "b")
	for _, tt := range []struct{ script, want string }{
		{"git push", ""},
		{"rm -rf a", "2 files, 20 bytes, in DIR/a"},
		{"rm -rf a; rm $(cat list)", "at least 2 files, 20 bytes, in DIR/a; what else it deletes is not known before it runs"},
		{"rm -rf *", "3 files, 30 bytes, in DIR/*"},
	} {
		r := requestIn(dir, tt.script)
		got := ""
		if touched := (&Prompt{}).touches(r); touched != nil {
			got = strings.ReplaceAll(touched.String(), dir, "DIR")
		}
		if got != tt.want {
			t.Errorf("%s: %s, want %s", tt.script, got, tt.want)
		}
	}
}

func TestSize(t *testing.T) {
	for n, want := range map[int64]string{0: "0 bytes", 999: "999 bytes", 1000: "1.0 kB", 36_912_345: "36.9 MB", 999_949: "999.9 kB", 999_950: "1.0 MB", 999_960: "1.0 MB", 1 << 50: "1.1 PB"} {
		if got := size(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}
