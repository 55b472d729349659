package shellparse

import "strings"

// What stands on the standard error of a command is not followed: a message
// may hold its arguments, the name of a file, a line of a trace. Where that
// goes into a pipe or a file somebody looks at, it may be anything.

// noise says that a message may have been written.
func (c *ctx) noise() {
	if c.redirected && c.more[2] != nil {
		c.more[2].noisy = true
	}
}

// traced is noise where set -x writes each command somewhere.
func (c *ctx) traced() {
	if v := c.env.get("BASH_XTRACEFD"); v.isSet() {
		c.eachOutput(func(_ int, s *sink) { s.noisy = true })
	}
	c.noise()
}

// silent reports whether a command writes no message of its own that could be
// code: a builtin that nothing can go wrong with.
func silent(cmd *Command) bool {
	for _, r := range cmd.Redirs {
		for _, t := range r.Target.Texts {
			if r.Op != "<<" && r.Op != "<<-" && r.Op != "<<<" && (t.HasUnknown() || strings.ContainsAny(string(t), "\n;|&`$(<>")) {
				return false
			}
		}
	}
	if len(cmd.Argv) == 0 {
		return true
	}
	switch name, _ := cmd.Argv[0].Exact(); name {
	case ":", "true", "false", "echo":
		return true
	case "cat":
		return len(cmd.Argv) == 1
	case "printf":
		if len(cmd.Argv) < 2 {
			return false
		}
		format, known := cmd.Argv[1].Exact()
		return known && strings.Count(format, "%") == strings.Count(format, "%s")
	}
	return false
}
