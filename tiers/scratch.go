package tiers

import (
	"path"
	"slices"
	"strings"

	"github.com/hermes-exec/hermes-exec/shellparse"
)

// What the text itself sets up and takes down: a folder that it makes, what it
// starts (started.go). Taking those away takes nothing that was there before.

// makesAgain reports whether what a recursive delete takes is the text's own: a
// scratch folder that the text makes, before or after; or a folder of the
// project that is made by tools as its name says, which the text makes itself
// or builds anew, or which is deleted beside what only tools make.
func (c *call) makesAgain(t target) bool {
	if t.loose && c.madeNumbered(t) {
		return true
	}
	if t.free || t.loose || t.path == "" || c.mayBeHome() {
		return false
	}
	mine := c.j.worksIn(t, c.j.f.Dir) || c.j.worksIn(t, c.dir)
	switch path.Ext(t.path) {
	case ".log", ".pyc", ".pyo", ".o", ".class", ".gcda", ".gcno", ".tsbuildinfo", ".tgz", ".whl": // files, of which a tool writes many
		if mine {
			return true
		}
	}
	if t.wild { // what is in the project's tmp
		return mine && path.Base(path.Dir(path.Dir(t.path))) == "tmp"
	}
	if t.temporary() && (c.j.makes(t.path, 0, len(c.j.s.Commands)) || c.j.makesAbove(t)) {
		return true
	}
	if !mine {
		return false
	}
	folder, within := scratchName(path.Base(t.path)), false
	for dir := path.Dir(t.path); len(dir) > 1 && dir != c.j.f.Dir && dir != c.dir; dir = path.Dir(dir) {
		within = within || scratchName(path.Base(dir))
	}
	switch {
	case within:
		return path.Base(path.Dir(t.path)) == "tmp" || c.j.makes(t.path, 0, len(c.j.s.Commands)) // a project's own folder for what is temporary
	case !folder:
		return false
	case c.j.makes(t.path, 0, len(c.j.s.Commands)):
		return true
	}
	return !strings.Contains(path.Base(t.path), "-") && (c.besideMade(t) || c.j.builds(c.j.index+1))
}

// mayBeHome reports whether the command runs where a cd leads to whose word, not
// quoted, is what a program prints: home, where it prints nothing.
func (c *call) mayBeHome() bool {
	return slices.ContainsFunc(c.Dir.Texts, func(t shellparse.Text) bool { return arg{Text: t}.splits() })
}

// scratchName knows the names of folders that are made by tools as often as not.
func scratchName(name string) bool {
	switch name {
	case "build", "out", "output", "builddir", "tmp", "temp", ".build", "obj":
		return true
	}
	return strings.HasPrefix(name, "build-")
}

// besideMade reports whether a folder is deleted beside what only tools make:
// by the same command, or another of the text.
func (c *call) besideMade(t target) bool {
	made := func(e *call, o target) bool {
		return o.path != t.path && path.Dir(o.path) == path.Dir(t.path) && c.j.regenerable(o, e.dir)
	}
	for i := range c.Argv[1:] {
		for _, text := range c.Argv[1+i].Texts {
			if made(c, c.j.target(text, false, c.dir)) {
				return true
			}
		}
	}
	var e call
	for i := max(0, c.j.index-64); i < len(c.j.s.Commands) && i < c.j.index+64; i++ {
		cmd := &c.j.s.Commands[i]
		if i == c.j.index || len(cmd.Argv) == 0 || cmd.Remote {
			continue
		}
		if e.fill(c.j, cmd, cmd.Argv, nil); e.name != "rm" {
			continue
		}
		for _, a := range e.ops {
			if made(&e, e.target(a)) {
				return true
			}
		}
	}
	return false
}

// builds reports whether one of the commands from there on builds the project.
func (j *judge) builds(from int) bool {
	var e call
	for i := from; i < len(j.s.Commands) && i < from+64; i++ {
		cmd := &j.s.Commands[i]
		if len(cmd.Argv) == 0 || cmd.Remote {
			continue
		}
		e.fill(j, cmd, cmd.Argv, nil)
		switch e.name {
		case "make", "gmake", "ninja", "cmake", "meson", "scons", "bazel", "gradle", "gradlew", "mvn", "mvnw", "ant", "tsc":
			return true
		case "npm", "pnpm", "yarn", "bun", "npx", "vite", "next", "flutter", "swift", "zig", "west", "idf.py", "mkdocs", "hugo", "docusaurus", "react-scripts", "webpack", "rollup", "turbo", "nx", "dune", "ember", "ng", "electron-builder", "hatch", "poetry", "uv":
			for _, a := range e.ops {
				if a.lit == "build" || strings.HasPrefix(a.lit, "build:") {
					return true
				}
			}
		case "python":
			if o, ok := e.option("-m"); ok && o.value.lit == "build" {
				return true
			}
		}
	}
	return false
}

// madeNumbered reports whether a path that is known but for numbers is a
// temporary folder that the text makes under the same name: /tmp/w.$$.
func (c *call) madeNumbered(t target) bool {
	if t.free || t.wild || t.unset != "" || !t.temporary() {
		return false
	}
	for _, a := range c.ops {
		if a.exact || a.many || !c.numbered(a.Text) || c.target(a).path != t.path {
			continue
		}
		if c.j.eachFolder(0, len(c.j.s.Commands), func(_ *call, made arg) bool { return made.Text == a.Text && !made.many }) {
			return true
		}
	}
	return false
}

// numbered reports whether an absolute path is known but for numbers that the
// shell or date puts behind the beginning of a name, so that none of them, nor
// nothing in its place, leads elsewhere.
func (c *call) numbered(t shellparse.Text) bool {
	known := ""
	for p := range t.Parts() {
		if p.Origin < 0 {
			known += p.Lit
			continue
		}
		if p.Glob || p.Origin >= len(c.j.s.Origins) || !strings.HasPrefix(known, "/") {
			return false
		}
		o := c.j.s.Origins[p.Origin]
		switch o.Kind {
		case shellparse.OriginSelf, shellparse.OriginOwnShell, shellparse.OriginParent:
		case shellparse.OriginUnknown:
			if !slices.Contains([]string{"$RANDOM", "$SRANDOM", "$SECONDS", "$EPOCHSECONDS"}, o.Name) || !begun(known) {
				return false
			}
		case shellparse.OriginOutput:
			var e call
			if !begun(known) || !c.j.printed(o, &e) || e.path != "date" || len(e.args) != 1 || !e.args[0].exact || e.args[0].lit[:1] != "+" || strings.Trim(e.args[0].lit[1:], "%sNYmdHMSjFT-_0123456789") != "" {
				return false
			}
		default:
			return false
		}
		known += "0"
	}
	return true
}

// begun reports whether the last name of a path has begun, with more than dots.
func begun(known string) bool {
	return strings.Trim(known[strings.LastIndexByte(known, '/')+1:], ".") != ""
}

// makes reports whether one of the commands makes the folder.
func (j *judge) makes(p string, from, to int) bool {
	return j.eachFolder(from, to, func(e *call, a arg) bool {
		t := e.target(a)
		return t.path == p && !t.free && !t.loose && !t.wild
	})
}

// makesAbove reports whether an earlier command makes the folder as one above
// another: mkdir -p.
func (j *judge) makesAbove(g target) bool {
	return (g.inside("/tmp") || g.inside("/var/tmp") || g.inside("/dev/shm")) && j.eachFolder(0, j.index, func(e *call, a arg) bool {
		t := e.target(a)
		return e.name == "mkdir" && e.has("-p", "--parents") && t.inside(g.path) && !t.free && !t.loose && !t.wild
	})
}

// eachFolder reports whether one of the folders that commands make is meant.
func (j *judge) eachFolder(from, to int, is func(*call, arg) bool) bool {
	var e call
	for i := from; i < to && i < from+256; i++ {
		cmd := &j.s.Commands[i]
		if len(cmd.Argv) == 0 || cmd.Remote {
			continue
		}
		e.fill(j, cmd, cmd.Argv, nil)
		for _, a := range e.newFolders() {
			if is(&e, a) {
				return true
			}
		}
	}
	return false
}

// newFolders are the folders that a command makes.
func (c *call) newFolders() []arg {
	switch c.name {
	case "mkdir":
		return c.ops
	case "cmake":
		for i, a := range c.args { // -Bbuild, -B build
			switch {
			case a.lit == "-B":
				return c.args[i+1 : min(i+2, len(c.args))]
			case strings.HasPrefix(a.lit, "-B"):
				return []arg{a.after(2)}
			}
		}
	case "meson":
		if rest, ok := c.sub("setup"); ok {
			return rest
		}
	case "git":
		if rest, ok := c.sub("worktree add", "init"); ok {
			return rest[:min(1, len(rest))]
		}
		if rest, ok := c.sub("clone"); ok && len(rest) > 1 {
			return rest[1:2]
		}
	case "python":
		if o, ok := c.option("-m"); ok && o.value.lit == "venv" {
			return c.ops
		}
	case "unzip":
		if o, ok := c.option("-d"); ok {
			return []arg{o.value}
		}
	case "7z", "7za", "7zz":
		for _, a := range c.args {
			if strings.HasPrefix(a.lit, "-o") {
				return []arg{a.after(2)}
			}
		}
	case "uv", "virtualenv":
		if rest, ok := c.sub("venv"); ok || c.name == "virtualenv" {
			if !ok {
				rest = c.ops
			}
			return rest
		}
	case "cargo", "npm", "pnpm", "yarn":
		if rest, ok := c.sub("new", "init"); ok && len(rest) > 0 {
			return rest[len(rest)-1:]
		}
	case "cp", "gcp":
		if c.has("-r", "-R", "-a", "--recursive", "--archive") && len(c.ops) == 2 {
			return c.ops[1:]
		}
	}
	return nil
}

// assigned reports whether the text gives a variable a value somewhere.
func (j *judge) assigned(variable string) bool {
	for i := range j.s.Commands {
		for _, a := range j.s.Commands[i].Assigns {
			if a.Name == variable {
				return true
			}
		}
	}
	return false
}

// scratchHome reports whether the command is given a home of its own, among
// temporary files: the user's settings are not touched.
func (c *call) scratchHome() bool {
	scratch := false
	for _, a := range c.assigned() {
		if a.name == "HOME" {
			t := c.target(a.value)
			scratch = t.temporary() && !t.free && t.path != ""
		}
	}
	return scratch
}
