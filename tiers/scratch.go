package tiers

import (
	"path"
	"strings"

	"github.com/hermes-exec/hermes-exec/shellparse"
)

// What the text itself sets up and takes down: a folder that it makes, a
// container that it starts, a process beside it. Taking those away takes
// nothing that was there before.

// makesAgain reports whether what a recursive delete takes is the text's own: a
// scratch folder that the text makes, before or after; or a folder of the
// project that is made by tools as its name says, which a command after this
// one makes anew, or which is deleted beside what only tools make.
func (c *call) makesAgain(t target) bool {
	if t.free || t.loose || t.wild || t.path == "" {
		return false
	}
	if t.temporary() {
		return c.j.makes(t.path, 0, len(c.j.s.Commands))
	}
	if !c.j.worksIn(t, c.j.f.Dir) && !c.j.worksIn(t, c.dir) {
		return false
	}
	switch path.Base(t.path) {
	case "build", "out", "output", "_build", "builddir", "tmp", "temp", ".build", "obj":
	default:
		return path.Base(path.Dir(t.path)) == "tmp" // a project's own folder for what is temporary
	}
	for _, a := range c.ops {
		if o := c.target(a); o.path != t.path && path.Dir(o.path) == path.Dir(t.path) && c.j.regenerable(o, c.dir) {
			return true
		}
	}
	return c.j.makes(t.path, c.j.index+1, len(c.j.s.Commands))
}

// makes reports whether one of the commands makes the folder.
func (j *judge) makes(p string, from, to int) bool {
	var e call
	for i := from; i < to && i < from+256; i++ {
		cmd := &j.s.Commands[i]
		if len(cmd.Argv) == 0 || cmd.Remote {
			continue
		}
		e.fill(j, cmd, cmd.Argv, nil)
		for _, a := range e.newFolders() {
			if t := e.target(a); t.path == p && !t.free && !t.loose && !t.wild {
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

// startedHere reports whether all the containers are ones that the text itself
// started before: by the name it gave them, or the number it was told.
func (c *call) startedHere(names []arg) bool {
	for _, a := range names {
		if !c.j.starts(c, a) {
			return false
		}
	}
	return len(names) > 0
}

func (j *judge) starts(c *call, a arg) bool {
	var e call
	if !a.exact {
		prefix, o, whole := c.origin(a.Text)
		if !whole || prefix != "" || o.Kind != shellparse.OriginOutput || o.Command < 0 || o.Command >= len(j.s.Commands) {
			return false
		}
		cmd := &j.s.Commands[o.Command]
		if len(cmd.Argv) == 0 {
			return false
		}
		e.fill(j, cmd, cmd.Argv, nil)
		return e.startsContainer()
	}
	for i := j.index - 1; i >= 0 && j.index-i < 256; i-- {
		cmd := &j.s.Commands[i]
		if len(cmd.Argv) == 0 {
			continue
		}
		e.fill(j, cmd, cmd.Argv, nil)
		if o, ok := e.option("--name"); ok && o.value.exact && o.value.lit == a.lit && e.startsContainer() {
			return true
		}
	}
	return false
}

func (c *call) startsContainer() bool {
	_, ok := c.sub("run", "create", "container run", "container create")
	return ok && oneOf(c.name, engines)
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
