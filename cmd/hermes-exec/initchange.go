package main

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// change is the one file that init has written for an agent, as it is kept for
// --undo.
type change struct {
	Way    string   `json:"way"`
	File   string   `json:"file"`
	Was    bool     `json:"was"` // there before
	Before string   `json:"before"`
	After  string   `json:"after"`
	Edits  []edit   `json:"edits"` // none: the file is ours
	Made   []string `json:"made"`  // folders, the outermost first

	now      string // what the file holds
	there    bool
	recorded bool // it was made before
}

// What init makes is where the log is: no command may change anything there.
func initFolder(w *world) string { return filepath.Join(w.hermes, "exec", "init") }
func shimsOf(w *world) string    { return filepath.Join(w.hermes, "exec", "shims") }

func (a anAgent) launcherFile(w *world) string {
	return filepath.Join(w.hermes, "exec", "bin", a.name)
}

// record is where the change is kept: one of an agent for the user, and one for
// each project.
func (a anAgent) record(w *world, f initFlags) string {
	name := a.name
	if f.project {
		name += fmt.Sprintf("@%x", sha256.Sum256([]byte(w.dir)))[:17]
	}
	return filepath.Join(initFolder(w), name+".json")
}

// recorded are all changes that init has made, for whichever agent.
func recorded(w *world) (list []*change) {
	files, _ := filepath.Glob(filepath.Join(initFolder(w), "*.json"))
	for _, file := range files {
		if c, err := readChange(file); err == nil {
			list = append(list, c)
		}
	}
	return list
}

// initFiles are the files that init has changed.
func (w *world) initFiles() (files []string) {
	for _, c := range recorded(w) {
		files = append(files, c.File)
	}
	return files
}

// read takes what the file holds now, and follows it where it is a link.
func (c *change) read() error {
	to, err := filepath.EvalSymlinks(c.File)
	switch {
	case err == nil:
		c.File = to
	case !missing(c.File):
		return fmt.Errorf("%s is a link that leads nowhere: %w", c.File, err)
	}
	text, err := os.ReadFile(c.File)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	c.now, c.there = string(text), err == nil
	return nil
}

// needsLinks reports whether the shims are part of it.
func (c *change) needsLinks() bool { return c.Way != wayHook }

func (c *change) makeLinks(w *world) error {
	if !c.needsLinks() {
		return nil
	}
	_, err := makeShims(shimsOf(w))
	return err
}

func (c *change) mode() fs.FileMode {
	if c.Way == wayLauncher {
		return 0o755
	}
	return 0o600
}

// isSet reports whether the file still says what it was made to say.
func (c *change) isSet() bool {
	if err := c.read(); err != nil || !c.there {
		return false
	}
	if len(c.Edits) == 0 {
		return c.now == c.After
	}
	for i := range c.Edits {
		if !c.Edits[i].isSet(c.now) {
			return false
		}
	}
	return true
}

func (c *change) keep(record string) error {
	text, err := json.MarshalIndent(c, "", "  ")
	if err != nil {
		return err
	}
	return replaceFile(record, string(text)+"\n", 0o600)
}

func readChange(record string) (*change, error) {
	text, err := os.ReadFile(record)
	if err != nil {
		return nil, err
	}
	c := new(change)
	if err := json.Unmarshal(text, c); err != nil {
		return nil, fmt.Errorf("%s: %w", record, err)
	}
	return c, nil
}

// changedLines is the difference between two texts, line by line, for whoever is
// to agree.
func changedLines(before, after string) string {
	a, b := linesOf(before), linesOf(after)
	var out strings.Builder
	show := func(mark byte, line string) { fmt.Fprintf(&out, "        %c %s\n", mark, visible(line)) }
	common := longestCommon(a, b)
	for len(a) > 0 || len(b) > 0 {
		switch {
		case len(common) > 0 && len(a) > 0 && len(b) > 0 && a[0] == common[0] && b[0] == common[0]:
			a, b, common = a[1:], b[1:], common[1:]
		case len(a) > 0 && (len(common) == 0 || a[0] != common[0]):
			show('-', a[0])
			a = a[1:]
		default:
			show('+', b[0])
			b = b[1:]
		}
	}
	return out.String()
}

func linesOf(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(strings.ReplaceAll(text, "\r\n", "\n"), "\n"), "\n")
}

// longestCommon is the longest common subsequence of two lists of lines. Where
// that would take too long it is what both begin with.
func longestCommon(a, b []string) (common []string) {
	if len(a)*len(b) > 4<<20 {
		for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
			common, a, b = append(common, a[0]), a[1:], b[1:]
		}
		return common
	}
	best := make([][]int, len(a)+1) // of what is left from there
	for i := range best {
		best[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				best[i][j] = best[i+1][j+1] + 1
			} else {
				best[i][j] = max(best[i+1][j], best[i][j+1])
			}
		}
	}
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] == b[j]:
			common, i, j = append(common, a[i]), i+1, j+1
		case best[i+1][j] >= best[i][j+1]:
			i++
		default:
			j++
		}
	}
	return common
}
