package tiers

import (
	"slices"
	"strings"

	"github.com/hermes-exec/hermes-exec/shellparse"
)

// Interpreters that run files of the project rather than code they are given.

// runsAliases reports whether clojure is told to run what the project's
// deps.edn names, and no code besides.
func (c *call) runsAliases() bool {
	if !slices.Contains([]string{"clj", "clojure"}, c.name) || len(c.args) == 0 {
		return false
	}
	for i, a := range c.args {
		s := a.lit
		if !a.exact || i == 0 && (len(s) < 4 || s[0] != '-' || strings.IndexByte("MXTA", s[1]) < 0 || s[2] != ':') || i > 0 && (s == "" || s[0] == '-') {
			return false
		}
	}
	return true
}

// batchFiles reports whether emacs runs files of Lisp, as an interpreter runs
// a script, and calls nothing but what such runs are made of.
func (c *call) batchFiles() bool {
	batch := false
	for i := 0; i < len(c.args); i++ {
		a := c.args[i]
		value := ""
		if i+1 < len(c.args) && c.args[i+1].exact {
			value = c.args[i+1].lit
		}
		switch s := strings.TrimPrefix(a.lit, "-"); {
		case !a.exact:
			return false
		case s == "-batch" || s == "batch":
			batch = true
		case s == "Q" || s == "-Q" || s == "q" || s == "-quick" || s == "-no-init-file" || s == "-no-site-file":
		case slices.Contains([]string{"l", "-load", "L", "-directory", "-script"}, s) && value != "":
			i++
		case (s == "f" || s == "-funcall") && (strings.HasPrefix(value, "ert-run-tests-batch") || strings.HasPrefix(value, "batch-byte-") || value == "package-lint-batch-and-exit" || value == "checkdoc"):
			i++
		case s == a.lit: // a file
		default:
			return false
		}
	}
	return batch
}

// runsListed reports whether what an interpreter runs is a file of the project
// that find has found: a script of the project's, as if it were named.
func (c *call) runsListed() bool {
	if len(c.j.fetched) > 0 || len(c.j.unpacked) > 0 {
		return false // it may be among them
	}
	found := false
	for _, a := range c.args {
		if a.exact && (a.lit == "" || a.lit[0] != '-' || a.lit == "--test") {
			continue
		}
		_, o, whole := c.origin(a.Text)
		var e call
		if !whole || !c.printsPaths(a) || !c.j.lister(o, &e) {
			return false
		}
		for _, r := range e.findStarts() {
			if t := e.target(r); t.free || t.loose || !c.j.project(t) {
				return false
			}
		}
		found = true
	}
	return found
}

// runsFound reports whether the program is a file of the project that find has
// found: one of the project's, as if it were named.
func (c *call) runsFound() bool {
	if len(c.j.fetched) > 0 || len(c.j.unpacked) > 0 || len(c.all) == 0 {
		return false
	}
	_, o, whole := c.origin(c.all[0].Text)
	var e call
	if !whole || !c.j.lister(o, &e) || e.name != "find" && e.name != "gfind" {
		return false
	}
	for _, r := range e.findStarts() {
		if t := e.target(r); t.free || t.loose || !c.j.project(t) {
			return false
		}
	}
	return true
}

// runsBuilt reports whether the program is a file that mktemp has named and a
// compiler then made, and that nothing else of the text writes.
func (c *call) runsBuilt() bool {
	if len(c.all) == 0 || c.all[0].many {
		return false
	}
	if t := c.target(c.all[0]); !t.made || t.loose || t.path != madeByMktemp {
		return false
	}
	file, built := c.all[0].Text, false
	names := func(w shellparse.Word) bool {
		return slices.ContainsFunc(w.Texts, func(t shellparse.Text) bool { return strings.Contains(string(t), string(file)) })
	}
	var e call
	for i := c.j.index - 1; i >= 0; i-- {
		cmd := &c.j.s.Commands[i]
		if c.j.index-i > 256 || slices.ContainsFunc(cmd.Redirs, func(r shellparse.Redir) bool { return names(r.Target) }) {
			return false
		}
		if len(cmd.Argv) == 0 || !slices.ContainsFunc(cmd.Argv[1:], names) {
			continue
		}
		e.fill(c.j, cmd, cmd.Argv, nil)
		switch e.name {
		case "gcc", "cc", "g++", "c++", "clang", "clang++", "gfortran", "rustc", "go", "zig", "nim", "ldc2", "ghc", "swiftc", "fpc":
			o, ok := e.option("-o")
			built = built || ok && o.value.Text == file
		case "chmod", "ls", "file", "size", "nm", "ldd", "otool", "strip":
		default:
			return false
		}
	}
	return built
}
