package tiers

import (
	"slices"

	"github.com/hermes-exec/hermes-exec/shellparse"
)

// Deletion is a path that a script deletes.
type Deletion struct {
	Path    string // absolute and clean
	Pattern bool   // * ? and [ in it are live
	Tree    bool   // with everything below it
}

// Deletes lists what the script deletes on this machine, each path once, as
// far as it is written there: paths, and patterns of them. more says that it
// deletes other things as well, and which is not known before it runs.
func Deletes(s *shellparse.Script, f *Facts) (list []Deletion, more bool) {
	j := &judge{s: s, f: f, v: &Verdict{}}
	for i := range s.Commands {
		cmd := &s.Commands[i]
		if cmd.Remote {
			continue
		}
		j.index = i
		tooMany := j.calls(cmd, 0, func(c *call) {
			for _, t := range c.effects() {
				if t.verb&(deletes|deletesTree) == 0 {
					continue
				}
				if !c.deletesAll(t) {
					more = true
					continue
				}
				d := Deletion{t.path, t.wild, t.verb&deletesTree != 0}
				if !slices.Contains(list, d) {
					list = append(list, d)
				}
			}
			j.remember(c)
			j.rename(c)
		})
		more = more || tooMany
	}
	return list, more
}

// deletesAll reports whether the call deletes all that the path stands for.
func (c *call) deletesAll(t touch) bool {
	if t.path == "" || t.path[0] != '/' || t.free || t.loose || t.made || t.listed {
		return false
	}
	switch c.name {
	case "rm", "srm", "grm", "trash", "trash-put", "rimraf", "del-cli", "rip", "unlink", "rmdir", "shred", "wipe", "gio":
		return true
	case "find", "gfind":
		return t.verb&deletesTree != 0 // without a test that leaves some out
	}
	return false
}
