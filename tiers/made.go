package tiers

import (
	"strings"

	"github.com/hermes-exec/hermes-exec/shellparse"
)

// What the text itself makes and later uses: files it fetches, programs it
// copies, links it sets.

// remember notes the files that this command fills from the network or decodes,
// since running them later is running what nobody has seen.
func (j *judge) remember(c *call) {
	j.cloned(c)
	from := c.fetches() || c.decodes()
	if !from && c.Pipeline > 0 && c.Stage > 0 && (len(c.effects()) > 0 || c.prog == &archiver) {
		j.pipeline(c, func(earlier *call) { from = from || earlier.fetches() || earlier.decodes() })
	}
	if !from {
		return
	}
	if c.prog == &archiver && c.Stage > 0 {
		dir := c.dir
		if o, ok := c.option("-C", "--directory"); ok {
			dir = at(target{}, o.value.lit+"/", c.dir).path
		}
		note(&j.unpacked, dir)
	}
	for _, t := range c.effects() {
		if t.verb&changes != 0 && t.path != "" && !strings.HasPrefix(t.path, "/dev/") {
			note(&j.fetched, t.path)
		}
	}
	if c.name == "wget" && !c.has("-O", "--output-document") || c.name == "curl" && c.has("-O", "--remote-name", "-J", "--remote-name-all") {
		for _, a := range c.ops {
			u, _, _ := strings.Cut(a.lit, "?")
			if i := strings.LastIndexByte(u, '/'); i >= 0 && i+1 < len(u) {
				dir := c.dir
				if o, ok := c.option("-P", "--directory-prefix", "--output-dir"); ok {
					dir = at(target{}, o.value.lit+"/", c.dir).path
				}
				note(&j.fetched, at(target{}, u[i+1:], dir).path)
			}
		}
	}
}

// renamed is a name that the text itself gives a program or a folder: a copy
// of a program, or a link.
type renamed struct {
	to   string // the program's name, or the absolute path the link leads to
	link bool
}

// rename notes copies of programs and symbolic links, so that "cp /bin/rm x;
// ./x" and "ln -s / x; rm -rf x/*" are what they are.
func (j *judge) rename(c *call) {
	switch c.name {
	case "mknod":
		if len(c.ops) == 4 && c.ops[1].lit == "b" {
			if t := c.target(c.ops[0]); !t.free && t.path != "" {
				j.note(t.path, renamed{to: "/dev/block/" + c.ops[2].lit + ":" + c.ops[3].lit, link: true})
			}
		}
		return
	case "hash":
		if n := len(c.ops); c.has("-p") && n == 2 && c.ops[0].exact && c.ops[1].exact {
			j.note(hashed+c.ops[1].lit, renamed{to: baseName(c.ops[0].lit)})
		}
		return
	case "cp", "gcp", "ln", "gln", "mv", "gmv", "install", "ginstall", "link":
	default:
		return
	}
	if len(c.ops) != 2 || !c.ops[0].exact || !c.ops[1].exact || c.has("-t", "--target-directory") {
		return
	}
	from, to := c.target(c.ops[0]), c.target(c.ops[1])
	if from.free || to.free || from.path == "" || to.path == "" {
		return
	}
	if name := baseName(from.path); programOf(name) != nil && below(from.path, "/usr") {
		j.note(to.path, renamed{to: name})
	} else if c.name == "ln" || c.name == "gln" {
		j.note(to.path, renamed{to: from.path, link: true})
	}
}

// hashed stands before a name that bash's hash table leads elsewhere: no path
// begins so.
const hashed = "hash -p "

func (j *judge) note(p string, r renamed) {
	if j.renamed == nil {
		j.renamed = make(map[string]renamed)
	}
	j.renamed[p] = r
}

func note(set *map[string]bool, p string) {
	if *set == nil {
		*set = make(map[string]bool)
	}
	(*set)[p] = true
}

// pipeline shows the earlier stages of c's pipeline.
func (j *judge) pipeline(c *call, show func(*call)) {
	j.pipelineOf(c, func(*shellparse.Command) bool { return true }, show)
}

// pipelineOf shows of them those that may be meant.
func (j *judge) pipelineOf(c *call, may func(*shellparse.Command) bool, show func(*call)) {
	var e call
	for i := j.index - 1; i >= 0; i-- {
		cmd := &j.s.Commands[i]
		if cmd.Pipeline == c.Pipeline && cmd.Stage < c.Stage && len(cmd.Argv) > 0 && may(cmd) {
			e.fill(j, cmd, cmd.Argv, nil)
			show(&e)
		}
		if c.Pos.File == cmd.Pos.File && c.Pos.Offset-cmd.Pos.Offset > 1<<14 || j.index-i > 256 {
			return // a pipeline's commands stand together
		}
	}
}
