package tiers

import (
	"path"
	"slices"
	"strings"

	"github.com/hermes-exec/hermes-exec/shellparse"
)

// Numbers of processes that stand in files.

// gatewayFile reports whether a path is the file that holds the number of the
// gateway this session runs in, whatever it holds just now.
func (j *judge) gatewayFile(t target) bool {
	home := j.f.hermesHome()
	return home != "" && t.path == home+"/gateway.pid"
}

const gatewayNumber = "the gateway, by its gateway.pid"

// pidFile says whom the numbers in the file that c prints belong to. What the
// file held when the text was judged counts only where nothing in the text
// before it can have changed that.
func (c *call) pidFile(at int) (reach, string, bool) {
	file, ok := printedFile(c.Command)
	i := slices.IndexFunc(c.j.f.PIDFiles, func(f PIDFile) bool { return f.Path == file })
	if !ok || i < 0 || len(c.j.f.PIDFiles[i].PIDs) == 0 {
		return anyone, "", false
	}
	if c.j.mayRewrite(file, at) {
		return anyone, "", false
	}
	gravest, who := nobody, ""
	for _, pid := range c.j.f.PIDFiles[i].PIDs {
		if r, w := c.j.pid(pid); r > gravest {
			gravest, who = r, w
		}
	}
	return gravest, who, true
}

// mayRewrite reports whether a command before the one at that index can have
// changed the file. How far the text was looked through is kept for each file.
func (j *judge) mayRewrite(file string, at int) bool {
	seen := j.table.files[file]
	for ; seen.upTo < at && !seen.changed; seen.upTo++ {
		seen.changed = j.writesBeside(&j.s.Commands[seen.upTo], path.Base(file))
	}
	if j.table.files == nil {
		j.table.files = map[string]lookedThrough{}
	}
	j.table.files[file] = seen
	return seen.changed && seen.upTo <= at
}

// lookedThrough says of how many commands it is known whether they change a
// file; changed is said of the last of them.
type lookedThrough struct {
	upTo    int
	changed bool
}

// writesBeside reports whether a command writes to a file of that name, or may
// write anywhere.
func (j *judge) writesBeside(cmd *shellparse.Command, base string) bool {
	for _, r := range cmd.Redirs {
		for _, t := range r.Target.Texts {
			if to, exact := t.Exact(); r.Op != "<" && (!exact || path.Base(to) == base) {
				return true
			}
		}
	}
	if len(cmd.Argv) == 0 {
		return false
	}
	var e call
	e.fill(j, cmd, cmd.Argv, nil)
	switch e.prog {
	case &reader, &looker, &searcher, &printer:
		return false
	}
	return !slices.Contains([]string{"kill", "cat", "echo", "printf", "test", "[", "[[", "sleep", "cd", "set", "ls", "ps", "pgrep", "true", ":"}, e.name)
}

// writtenByServer reports whether the file that c prints is where a server that
// the text has started leaves its number, as it was told to.
func (c *call) writtenByServer(at int) bool {
	file := c.target(c.args[0])
	if !c.args[0].exact || !c.j.project(file) && !file.temporary() {
		return false
	}
	var e call
	for i := at - 1; i >= 0 && at-i < 256; i-- {
		cmd := &c.j.s.Commands[i]
		if len(cmd.Argv) == 0 || cmd.Remote {
			continue
		}
		e.fill(c.j, cmd, cmd.Argv, nil)
		switch e.name {
		case "gunicorn", "redis-server", "valkey-server", "celery", "puma", "unicorn", "mongod", "memcached", "caddy":
		case "rails":
			if e.anyArg("-d") && (e.anyArg("server") || e.anyArg("s")) && e.target(arg{Text: "tmp/pids/server.pid", lit: "tmp/pids/server.pid", exact: true}).path == file.path {
				return true
			}
		default:
			continue
		}
		for k, a := range e.args {
			name, value, glued := strings.Cut(a.lit, "=")
			if !slices.Contains([]string{"--pid", "--pidfile", "--pidfilepath", "-P"}, name) || !a.exact {
				continue
			}
			if !glued && k+1 < len(e.args) && e.args[k+1].exact {
				value = e.args[k+1].lit
			}
			if value != "" && e.target(arg{Text: shellparse.Text(value), lit: value, exact: true}).path == file.path {
				return true
			}
		}
	}
	return false
}
