package tiers

import (
	"strings"

	"github.com/hermes-exec/hermes-exec/shellparse"
)

// tameHoles reports whether what the shell puts into code, and is not known,
// can be no code of its own: a number or a name that a program prints, a name
// of a file that a pattern or a listing finds, nothing at all. What stands
// around it is code that has been read, with such a value in its place.
func (c *call) tameHoles() bool {
	code := c.Code.Text
	holes, before := 0, "" // literal text so far
	for p := range code.Parts() {
		switch {
		case p.Origin < 0:
			before += p.Lit
			continue
		case p.Origin >= len(c.j.s.Origins) || !c.tameHole(c.j.s.Origins[p.Origin], before):
			return false
		}
		holes++
		before += "0"
	}
	first, _, _ := strings.Cut(strings.TrimSpace(before), " ")
	return holes > 0 && strings.Trim(first, "0") != ""
}

// tameHole is [call.tameHoles] for what stands behind a stretch of code.
func (c *call) tameHole(o shellparse.Origin, before string) bool {
	shell := c.Code.Lang == "sh"
	switch o.Kind {
	case shellparse.OriginUnset:
		return shell
	case shellparse.OriginGlob:
		return shell || quoted(before)
	case shellparse.OriginOutput:
	default:
		return false
	}
	var e call
	if !c.j.printed(o, &e) {
		return false
	}
	if e.printsWord() {
		return true
	}
	return c.j.lister(o, &e) && (shell || quoted(before)) && e.printsNames()
}

// printsNames reports whether the call prints names of files and nothing else.
func (c *call) printsNames() bool {
	if c.name == "git" {
		_, list := c.sub("ls-files")
		return list || c.has("--name-only") || c.has("-l", "--files-with-matches")
	}
	roots, _ := c.listsFiles()
	return len(roots) > 0
}

// open reports whether a part of a text may be anything: it is neither known
// nor empty for want of a variable.
func (j *judge) open(t shellparse.Text) bool {
	for p := range t.Parts() {
		if p.Origin >= 0 && (p.Origin >= len(j.s.Origins) || j.s.Origins[p.Origin].Kind != shellparse.OriginUnset) {
			return true
		}
	}
	return false
}

// quoted reports whether a string is open at the end of a stretch of code, by
// the quotes on its last line.
func quoted(code string) bool {
	line := code[strings.LastIndexByte(code, '\n')+1:]
	var open byte
	for i := 0; i < len(line); i++ {
		switch b := line[i]; {
		case b == '\\':
			i++
		case open == 0 && (b == '\'' || b == '"'):
			open = b
		case b == open:
			open = 0
		}
	}
	return open != 0
}

// printed makes e the call whose output is meant.
func (j *judge) printed(o shellparse.Origin, e *call) bool {
	if o.Command < 0 || o.Command >= len(j.s.Commands) || len(j.s.Commands[o.Command].Argv) == 0 {
		return false
	}
	cmd := &j.s.Commands[o.Command]
	e.fill(j, cmd, cmd.Argv, nil)
	return true
}

// printsWord reports whether the call prints a number or a name, which neither
// a shell nor an interpreter takes for anything else.
func (c *call) printsWord() bool {
	switch c.name {
	case "mktemp", "nproc", "hostname", "whoami", "uuidgen":
		return true
	case "seq": // -f and -s print what they are given
		for _, a := range c.args {
			if !a.exact || strings.Trim(a.lit, "0123456789.-") != "" {
				return false
			}
		}
		return true
	case "date":
		return len(c.args) == 0 || len(c.args) == 1 && c.args[0].exact && strings.HasPrefix(c.args[0].lit, "+") && !strings.ContainsAny(c.args[0].lit, "\n;&|<>(){}$`'\"\\")
	case "wc":
		return len(c.ops) == 0 && !c.loose
	case "grep", "egrep", "fgrep", "rg":
		return c.has("-c", "--count") && len(c.ops) <= 2 && !c.loose && !c.has("-r", "-R", "-H", "-z")
	case "id":
		return !c.loose && c.has("-u", "-g", "--user", "--group")
	case "git":
		rest, ok := c.sub("rev-parse")
		return ok && len(rest) == 1 && rest[0].lit == "HEAD" && len(c.opts) <= 1
	}
	return false
}
