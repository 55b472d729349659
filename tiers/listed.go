package tiers

import (
	"path"
	"slices"
	"strings"

	"github.com/hermes-exec/hermes-exec/shellparse"
)

// Files whose names another command prints: find, grep -l, git ls-files, ls.

// addListed adds what an argument stands for that is a list of files printed by
// find, grep -l, git or ls: files below the folders these were given.
func (c *call) addListed(fx *effects, v verb, a arg) bool {
	if a.exact || !a.HasUnknown() {
		return false
	}
	prefix, o, whole := c.origin(a.Text)
	var e call
	if !whole || !c.j.lister(o, &e) {
		return false
	}
	if prefix != "" && prefix != "./" && e.prog != &findProgram { // find's {} begins with where it looks
		return false
	}
	if e.name == "ls" && e.listsMatches() || (e.name == "echo" || e.name == "printf") && e.printsOwnFiles() {
		fx.add(c, v, e.ops...) // as if the patterns stood here
		return true
	}
	if e.name == "ls" && len(e.ops) > 0 {
		// What ls names as it was given: files, and folders with -d. Of a folder
		// that stands there without -d it prints what is in it.
		for _, a := range e.ops {
			t := e.target(a)
			t.listed = true
			*fx = append(*fx, touch{target: t, verb: v})
		}
		if e.has("-d", "--directory") {
			return true
		}
	}
	roots, all := e.listsFiles()
	for _, r := range roots {
		if _, before, whole := e.origin(r.Text); !r.exact && whole && before.Command < o.Command && e.addListed(fx, v, r) {
			continue // grep -l among files that are listed themselves
		}
		t := e.target(r)
		if e.name == "ls" {
			t = c.target(r)
		}
		t.listed = true
		if t.path != "/" {
			t.path += "/"
		}
		name := e.findName()
		switch {
		case all || v&(changes|moves) != 0 && (e.name == "find" || e.name == "gfind") && name == "":
			t.path += "*"
		case name != "" && (e.findExpression().made || v == reads || below(t.path, c.j.f.hermesHome()+"/") || !c.j.project(t) && v&deletes == 0):
			if !c.j.project(t) && v != reads {
				c.addNamed(fx, v, t, t.path, name)
				name = "<listed>"
			}
			t.path += name
		default:
			t.path += "<listed>" // some of what is there
		}
		*fx = append(*fx, touch{target: t, verb: v})
	}
	return len(roots) > 0
}

// addFound adds what find's {} stands for: a file below a folder, of a name
// where find looks for one.
func (c *call) addFound(fx *effects, v verb, a arg) bool {
	if a.exact || v&(changes|moves) == 0 {
		return false
	}
	prefix, o, whole := c.origin(a.Text)
	var e call
	if !whole || prefix == "" || !c.j.lister(o, &e) || e.name != "find" && e.name != "gfind" && e.name != "ls" {
		return false
	}
	t := c.target(arg{Text: shellparse.Text(prefix), lit: prefix, exact: true})
	if !strings.HasSuffix(prefix, "/") || t.path == "" || c.j.project(t) {
		return false
	}
	t.listed = true
	dir := strings.TrimSuffix(t.path, "/") + "/"
	if name := e.findName(); name != "" {
		c.addNamed(fx, v, t, dir, name)
		t.path = dir + "<listed>"
	} else {
		t.path = dir + "*"
	}
	*fx = append(*fx, touch{target: t, verb: v})
	return true
}

// findName is the name that find looks for; "" where it takes any.
func (c *call) findName() string {
	if c.name != "find" && c.name != "gfind" {
		return ""
	}
	return c.findExpression().name
}

// addNamed adds the files of a name below a folder, one of which may be
// guarded: this program's own among them.
func (c *call) addNamed(fx *effects, v verb, t target, dir, name string) {
	t.path = dir + name
	*fx = append(*fx, touch{target: t, verb: v})
	if own := c.j.f.hermesHome(); own != "" && below(own, path.Clean(dir)) {
		t.path = own + "/" + name
		*fx = append(*fx, touch{target: t, verb: v})
	}
}

// wide reports whether what another command lists may be any file of the
// system, or every file of a home directory.
func (j *judge) wide(t target) bool {
	if !t.listed || t.free || t.path == "" || t.path[0] != '/' || j.project(t) {
		return false
	}
	dir, last := path.Split(t.path)
	dir = path.Clean(dir)
	switch {
	case last == "<listed>":
		return dir == "/" || j.system(target{path: dir + "/x"})
	case everything(last):
		return j.tree(dir, false) != ""
	}
	return false
}

// lister makes e the call whose output is meant: the command that printed it,
// or where that only picks lines of its input, what stands before it in the pipe.
func (j *judge) lister(o shellparse.Origin, e *call) bool {
	if o.Kind != shellparse.OriginOutput || o.Command < 0 || o.Command >= len(j.s.Commands) {
		return false
	}
	cmd := &j.s.Commands[o.Command]
	e.fill(j, cmd, cmd.Argv, nil)
	for e.picksLines() {
		i := slices.IndexFunc(j.s.Commands, func(before shellparse.Command) bool {
			return before.Pipeline == e.Pipeline && before.Stage == e.Stage-1 && len(before.Argv) > 0
		})
		if i < 0 {
			break
		}
		e.fill(j, &j.s.Commands[i], j.s.Commands[i].Argv, nil)
	}
	return len(e.Argv) > 0
}

// picksLines reports whether the call prints lines of its standard input, as
// they are, and nothing else.
func (c *call) picksLines() bool {
	if c.Pipeline == 0 || c.Stage == 0 || c.loose {
		return false
	}
	switch c.name {
	case "grep", "egrep", "fgrep":
		return !c.has("-r", "-R", "-l", "-L", "-n", "-c", "-o", "-b", "-A", "-B", "-C", "--recursive", "--files-with-matches", "--line-number", "--count", "--only-matching", "--byte-offset") &&
			(len(c.ops) == 1 && !c.has("-e", "-f", "--regexp", "--file") || len(c.ops) == 0)
	case "head", "tail", "sort", "uniq", "shuf", "tac":
		return len(c.ops) == 0 && !c.has("-c", "--count", "--bytes", "-o", "--output", "-i", "-e", "--echo", "--input-range", "--files0-from")
	}
	return false
}

// beside is the target of a word like "$f.tmp", where $f is one of the files
// that find, grep -l or git list in the project or among temporary files: it
// lies beside that file.
func (c *call) beside(t shellparse.Text) (target, bool) {
	first, suffix := -1, ""
	for p := range t.Parts() {
		switch {
		case p.Origin >= 0 && first < 0 && suffix == "" && !p.Glob:
			first = p.Origin
		case p.Origin < 0 && first >= 0 && !p.Glob && strings.IndexByte(p.Lit, '/') < 0:
			suffix += p.Lit
		default:
			return target{}, false
		}
	}
	if first < 0 || suffix == "" || first >= len(c.j.s.Origins) {
		return target{}, false
	}
	var e call
	if !c.j.lister(c.j.s.Origins[first], &e) {
		return target{}, false
	}
	roots, _ := e.listsFiles()
	if e.name == "ls" && e.listsMatches() && len(e.ops) == 1 {
		roots[0] = arg{Text: shellparse.Text(path.Dir(e.ops[0].lit)), lit: path.Dir(e.ops[0].lit), exact: true}
	} else if len(roots) != 1 || e.name == "ls" {
		return target{}, false
	}
	g := c.target(roots[0])
	if g.free || g.loose || !c.j.project(g) && !g.temporary() {
		return target{}, false
	}
	g.path += "/<listed>" + suffix
	return g, true
}

// printsOwnFiles reports whether one of the words that are printed is a path:
// a pattern that finds files, or what begins in a folder.
func (c *call) printsOwnFiles() bool {
	return slices.ContainsFunc(c.ops, func(a arg) bool { return a.HasGlob() || strings.IndexByte(a.lit, '/') >= 0 })
}

// listsMatches reports whether ls is given nothing but patterns of names that
// no option has: it prints what they match.
func (c *call) listsMatches() bool {
	for _, a := range c.ops {
		if !a.HasGlob() || a.HasUnknown() || len(path.Ext(a.lit)) < 2 || everything(path.Base(a.lit)) {
			return false
		}
	}
	return len(c.ops) > 0 && !c.has("-l", "-R", "--recursive", "-g", "-o")
}

// printsPaths reports whether an argument is what a command prints that puts
// something before every name: no such word is an option.
func (c *call) printsPaths(a arg) bool {
	_, o, whole := c.origin(a.Text)
	var e call
	if !whole || !c.j.lister(o, &e) {
		return false
	}
	switch e.name {
	case "find", "gfind":
		for _, r := range e.findStarts() {
			if !r.exact {
				return false
			}
		}
		return true
	case "ls":
		return e.listsMatches() || e.has("-d", "--directory") && !e.has("-l", "-R", "-o", "-g", "-n", "-i", "-s") && e.namesBegin()
	}
	return false
}

// namesBegin reports whether all that ls is given begins with a letter or a
// dot, and so does all that it prints.
func (c *call) namesBegin() bool {
	for _, a := range c.ops {
		if b := a.lit[:min(1, len(a.lit))]; a.HasUnknown() || b == "" || b != "." && strings.Trim(strings.ToLower(b), "abcdefghijklmnopqrstuvwxyz") != "" {
			return false
		}
	}
	return len(c.ops) > 0
}

// listsFiles are the folders below which lie the files whose names the command
// prints; all: it prints all of them.
func (c *call) listsFiles() (roots []arg, all bool) {
	here := []arg{{Text: ".", lit: ".", exact: true}}
	switch c.name {
	case "find", "gfind":
		return c.findStarts(), !c.findExpression().narrow
	case "fd", "fdfind":
		return c.fdRoots(), false
	case "git":
		rest, ok := c.sub("ls-files", "diff", "grep", "show", "ls-tree")
		if !ok {
			return nil, false
		}
		c.values(func(a arg) { roots = append(roots, a) }, "-C", "--work-tree")
		if c.has("--no-index") {
			roots = append(roots, rest...)
		}
		if len(roots) == 0 {
			roots = here
		}
		return roots, false
	case "grep", "egrep", "fgrep", "rg", "ag":
		if !c.has("-l", "-L", "--files-with-matches", "--files-without-match", "--files") {
			return nil, false
		}
		ops := c.ops
		if len(ops) > 0 && !c.has("-e", "-f", "--regexp", "--file", "--files") {
			ops = ops[1:]
		}
		if len(ops) == 0 {
			ops = here
		}
		return ops, false
	case "ls":
		// Names only: they lie in the reader's own folder.
		return here, len(c.ops) == 0
	}
	return nil, false
}
