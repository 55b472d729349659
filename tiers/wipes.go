package tiers

import (
	"path"
	"slices"
	"strings"
)

// wipesProtected looks for the protected tree that a recursive delete takes.
func wipesProtected(c *call, h *hit) bool {
	for _, t := range c.effects() {
		if t.verb&deletesTree == 0 && !(t.verb&deletes != 0 && (t.listed || trashes(c.name))) || t.bare || t.free && t.unset == "" {
			continue
		}
		w := c.j.wipes(t.target)
		if w == "" || t.loose && !c.looseWipe(t.target) {
			continue
		}
		h.target = t.path
		h.why = "a recursive delete of " + w
		if t.unset != "" {
			h.why = "$" + t.unset + " is not set, so the path is really " + t.path + ": " + h.why
		}
		return true
	}
	return false
}

// trashes knows the programs that take a folder as they take a file.
func trashes(name string) bool {
	return slices.Contains([]string{"gio", "kioclient", "kioclient5", "gvfs-trash", "gvfs-rm", "trash", "trash-put"}, name)
}

// looseWipe keeps a path with unknown parts from being hardline merely because
// the unknown may be anything: "/tmp/$x" may be, "/home/$USER" is.
func (c *call) looseWipe(t target) bool {
	return strings.HasPrefix(t.path, "/home/") || strings.HasPrefix(t.path, "/Users/")
}

// findWipes reads find's own start and actions; what it runs for each file is
// judged by itself too, but cannot be told to be given everything.
func findWipes(c *call, h *hit) bool {
	e := c.findExpression()
	if !e.runs || e.narrow || e.shallow || !c.execsDelete() {
		return false
	}
	for _, a := range c.findStarts() {
		t := c.target(a)
		if w := c.j.wipes(t); w != "" && !t.free && !t.loose {
			h.target, h.why = t.path, "find deletes everything in "+w
			return true
		}
	}
	return false
}

// execsDelete reports whether an -exec of find names a program that deletes.
func (c *call) execsDelete() bool {
	exec := false
	for _, a := range c.args {
		switch a.lit {
		case "-exec", "-execdir", "-ok", "-okdir", "-x", "-X", "--exec", "--exec-batch":
			exec = true
			continue
		}
		if exec && slices.Contains([]string{"rm", "unlink", "shred", "srm", "wipe", "truncate"}, path.Base(a.lit)) {
			return true
		}
		exec = false // only the word after it is a program
	}
	return false
}
