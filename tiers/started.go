package tiers

import (
	"slices"
	"strings"

	"github.com/hermes-exec/hermes-exec/shellparse"
)

// What the text itself starts and takes down: containers, images that it builds,
// compose projects.

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

// startedAnew reports whether the text then runs a container of each of the
// names: it puts another in its place. Volumes stay.
func (c *call) startedAnew(names []arg) bool {
	var e call
	if c.has("-H", "--host", "--context", "--connection", "--url") {
		return false // not this machine's
	}
	for _, a := range names {
		found := false
		for i := c.j.index + 1; i < len(c.j.s.Commands) && i < c.j.index+256 && a.exact && !found; i++ {
			if cmd := &c.j.s.Commands[i]; len(cmd.Argv) > 0 && cmd.Remote == c.Remote {
				e.fill(c.j, cmd, cmd.Argv, nil)
				o, ok := e.option("--name")
				found = ok && o.value.exact && o.value.lit == a.lit && e.startsContainer()
			}
		}
		if !found {
			return false
		}
	}
	return len(names) > 0
}

// inNewContainer reports whether the command runs in a container that is made
// for it, and for nothing else.
func (c *call) inNewContainer() bool {
	if !c.Remote || c.via("ssh", "rsh", "mosh", "kubectl", "ansible") {
		return false
	}
	var e call
	for i := c.j.index - 1; i >= 0 && c.j.index-i < 256; i-- {
		if cmd := &c.j.s.Commands[i]; !cmd.Remote && len(cmd.Argv) > 0 {
			e.fill(c.j, cmd, cmd.Argv, nil)
			_, ok := e.sub("run", "container run")
			return ok && slices.Contains(engines, e.name) && cmd.Pos.Offset <= c.Pos.Offset && c.via(e.name)
		}
	}
	return false
}

// builtHere reports whether all the images are ones that the text has built
// before, under these names.
func (c *call) builtHere(images []arg) bool {
	var e call
	for _, a := range images {
		found := false
		for i := c.j.index - 1; i >= 0 && c.j.index-i < 256 && a.exact && !found; i-- {
			if cmd := &c.j.s.Commands[i]; len(cmd.Argv) > 0 && cmd.Remote == c.Remote {
				e.fill(c.j, cmd, cmd.Argv, nil)
				_, ok := e.sub("build", "buildx build", "image build")
				t, tagged := e.option("-t", "--tag")
				found = ok && tagged && t.value.exact && t.value.lit == a.lit && slices.Contains(engines, e.name)
			}
		}
		if !found {
			return false
		}
	}
	return len(images) > 0
}

// comesUp reports whether another command of the text starts the services of
// the folder.
func (j *judge) comesUp() bool {
	var e call
	for i := max(j.index-256, 0); i < len(j.s.Commands) && i < j.index+256; i++ {
		if cmd := &j.s.Commands[i]; len(cmd.Argv) > 0 {
			e.fill(j, cmd, cmd.Argv, nil)
			if _, ok := e.sub("compose up", "up"); ok && slices.Contains(engines, e.name) {
				return true
			}
		}
	}
	return false
}

// cameUp reports whether the text has started, earlier and in the same folder,
// the project that is taken down, and the names of its files or of the project
// say that it is one for tests: what its volumes hold is of the tests then.
func (c *call) cameUp() bool {
	whose, known := c.composeProject()
	if !known || !slices.ContainsFunc(whose, func(w string) bool {
		return slices.ContainsFunc(strings.FieldsFunc(baseName(w), func(r rune) bool { return r == '.' || r == '-' || r == '_' }), func(part string) bool {
			return slices.Contains([]string{"test", "tests", "testing", "ci", "e2e", "integration"}, part)
		})
	}) {
		return false
	}
	var e call
	for i := c.j.index - 1; i >= 0 && c.j.index-i < 256; i-- {
		cmd := &c.j.s.Commands[i]
		if len(cmd.Argv) == 0 || cmd.Remote != c.Remote {
			continue
		}
		e.fill(c.j, cmd, cmd.Argv, nil)
		if _, up := e.sub("compose up", "up"); !up || e.name != c.name || e.dir != c.dir || c.dir == "" {
			continue
		}
		if its, known := e.composeProject(); known && slices.Equal(whose, its) {
			return true
		}
	}
	return false
}

// composeProject are the words that say which project compose works on: all
// that stand before up or down.
func (c *call) composeProject() (words []string, known bool) {
	for _, a := range c.args {
		if !a.exact || slices.Contains([]string{"-H", "--host", "--context", "-c"}, a.lit) || strings.HasPrefix(a.lit, "--host=") || strings.HasPrefix(a.lit, "--context=") {
			return nil, false
		}
		if a.lit == "up" || a.lit == "down" {
			return words, len(words) > 1
		}
		words = append(words, a.lit)
	}
	return nil, false
}

func (c *call) startsContainer() bool {
	_, ok := c.sub("run", "create", "container run", "container create")
	return ok && slices.Contains(engines, c.name)
}
