package approve

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// countTime is how long what a command deletes is counted at most, see SPEC §4.
const countTime = 200 * time.Millisecond

// touched is what a command would delete, as far as it was counted.
type touched struct {
	files int
	bytes int64
	paths []string // as the command names them
	why   []string // it is at least that much; in words
}

// walker visits what lies at a path: itself, and with tree all below it. It
// follows no symbolic links, and stops where visit says no. It reports whether
// it has seen everything: what is on another file system it has not.
type walker func(path string, tree bool, visit func(fs.FileInfo) bool) (whole bool)

// touches counts what r deletes, in [countTime].
func (p *Prompt) touches(r *supervisor.Request) *touched {
	if r.Script == nil || r.Facts == nil {
		return nil
	}
	list, more := tiers.Deletes(r.Script, r.Facts)
	if len(list) == 0 {
		return nil
	}
	walk := p.walk
	if walk == nil {
		walk = walkDisk
	}
	t := count(list, walk)
	if more {
		t.why = append(t.why, "what else it deletes is not known before it runs")
	}
	return t
}

// count adds up what is on the list. A disk that does not answer does not
// hold the question up: who is counting is left behind, and ends with the process
// at the latest.
func count(list []tiers.Deletion, walk walker) *touched {
	var mu sync.Mutex
	var sum touched // guarded by mu
	late, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		goOn := func() bool {
			select {
			case <-late:
				return false
			default:
				return true
			}
		}
		for _, root := range roots(list, goOn) {
			whole := walk(root.Path, root.Tree, func(info fs.FileInfo) bool {
				mu.Lock()
				defer mu.Unlock()
				if !info.IsDir() {
					sum.files++
				}
				if info.Mode().IsRegular() {
					sum.bytes += info.Size()
				}
				return goOn()
			})
			if !whole && goOn() {
				mu.Lock()
				sum.why = append(sum.why, "part of "+root.Path+" cannot be read or is on another file system")
				mu.Unlock()
			}
		}
	}()
	timer := time.NewTimer(countTime)
	defer timer.Stop()
	stopped := false
	select {
	case <-done:
	case <-timer.C:
		stopped = true
	}
	close(late)
	mu.Lock()
	defer mu.Unlock()
	t := &touched{files: sum.files, bytes: sum.bytes, why: slices.Clone(sum.why)}
	if stopped {
		t.why = append(t.why, fmt.Sprintf("the counting was stopped after %v", countTime))
	}
	for _, d := range list {
		t.paths = append(t.paths, d.Path)
	}
	return t
}

// roots are the paths that the list stands for now, none of them below another
// that goes with all it holds.
func roots(list []tiers.Deletion, goOn func() bool) []tiers.Deletion {
	var all []tiers.Deletion
	for _, d := range list {
		if !d.Pattern {
			all = append(all, d)
			continue
		}
		for _, p := range glob(d.Path, goOn) {
			all = append(all, tiers.Deletion{Path: p, Tree: d.Tree})
		}
	}
	slices.SortFunc(all, func(a, b tiers.Deletion) int {
		if c := strings.Compare(a.Path, b.Path); c != 0 || a.Tree == b.Tree {
			return c
		}
		if a.Tree {
			return -1
		}
		return 1
	})
	trees, seen := map[string]bool{}, map[string]bool{}
	return slices.DeleteFunc(all, func(d tiers.Deletion) bool {
		if seen[d.Path] {
			return true
		}
		for dir := d.Path; dir != "/" && dir != "."; {
			if dir = path.Dir(dir); trees[dir] {
				return true
			}
		}
		seen[d.Path] = true
		trees[d.Path] = d.Tree
		return false
	})
}

// glob gives the paths that a pattern matches, as bash would: names that begin
// with a dot are not meant by a star.
func glob(pattern string, goOn func() bool) []string {
	found := []string{"/"}
	for name := range strings.SplitSeq(strings.Trim(pattern, "/"), "/") {
		var next []string
		if !strings.ContainsAny(name, "*?[") {
			for _, dir := range found {
				next = append(next, path.Join(dir, name)) // the walker sees whether it is there
			}
			found = next
			continue
		}
		match := strings.ReplaceAll(name, "[!", "[^")
		for _, dir := range found {
			batches(dir, func(e fs.DirEntry) bool {
				if ok, err := path.Match(match, e.Name()); ok && err == nil && (e.Name()[0] != '.' || name[0] == '.') {
					next = append(next, path.Join(dir, e.Name()))
				}
				return goOn()
			})
		}
		found = next
	}
	return found
}

// batches goes through a folder a few entries at a time, however many there are.
func batches(dir string, visit func(fs.DirEntry) bool) (whole bool) {
	f, err := os.OpenFile(dir, os.O_RDONLY|syscall.O_NONBLOCK|syscall.O_DIRECTORY, 0)
	if err != nil {
		return false
	}
	defer f.Close()
	for {
		entries, err := f.ReadDir(256)
		for _, e := range entries {
			if !visit(e) {
				return false
			}
		}
		if err != nil {
			return err == io.EOF
		}
	}
}

// walkDisk is the [walker] of the disk.
func walkDisk(root string, tree bool, visit func(fs.FileInfo) bool) (whole bool) {
	info, err := os.Lstat(root)
	if err != nil {
		return os.IsNotExist(err)
	}
	if !tree && info.IsDir() {
		return true // such a delete leaves folders alone
	}
	return visit(info) && (!info.IsDir() || walkBelow(root, device(info), visit))
}

func walkBelow(dir string, on uint64, visit func(fs.FileInfo) bool) bool {
	whole, stopped := true, false
	all := batches(dir, func(e fs.DirEntry) bool {
		info, err := e.Info() // lstat
		switch {
		case err != nil:
			whole = whole && os.IsNotExist(err)
		case device(info) != on:
			whole = false
		case !visit(info):
			stopped = true
		case info.IsDir():
			whole = walkBelow(filepath.Join(dir, e.Name()), on, visit) && whole
		}
		return !stopped
	})
	return all && whole
}

func device(info fs.FileInfo) uint64 {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(st.Dev)
	}
	return 0
}

// String says how much it is: "1,204 files, 36.9 MB".
func (t *touched) String() string {
	s := thousands(t.files) + " files, " + size(t.bytes)
	switch {
	case t.files == 1:
		s = "1 file, " + size(t.bytes)
	case t.files == 0:
		s = "no files"
	}
	if len(t.why) > 0 {
		if t.files == 0 {
			s = "not counted"
		} else {
			s = "at least " + s
		}
	}
	if s += ", in " + strings.Join(t.paths, " "); len(t.why) > 0 {
		s += "; " + strings.Join(t.why, "; ")
	}
	return s
}

// size is a number of bytes in the largest unit of 1000 that leaves a whole number.
func size(n int64) string {
	if n < 1000 {
		return fmt.Sprintf("%d bytes", n)
	}
	f := float64(n)
	for _, unit := range [...]string{"kB", "MB", "GB", "TB"} {
		if f /= 1000; f < 999.95 {
			return fmt.Sprintf("%.1f %s", f, unit)
		}
	}
	return fmt.Sprintf("%.1f PB", f/1000)
}
