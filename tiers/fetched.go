package tiers

import (
	"strings"
)

// runsFetched reports whether the command runs a file that was fetched or
// decoded earlier in the text.
func runsFetched(c *call, h *hit) bool {
	if len(c.j.fetched) == 0 {
		return false
	}
	try := func(s string) bool {
		if s == "" {
			return false
		}
		h.target = at(target{}, s, c.dir).path
		if s[0] != '/' && (c.dir == "" || strings.ContainsAny(c.dir, "*?[")) {
			for p := range c.j.fetched { // which folder it is in, is not known
				if baseName(p) == baseName(s) {
					return true
				}
			}
		}
		return c.j.fetched[h.target]
	}
	if strings.Contains(c.path, "/") && c.named && try(c.path) {
		return true
	}
	if c.prog.interprets() {
		return len(c.ops) > 0 && try(c.ops[0].lit)
	}
	switch c.name {
	case "make", "gmake", "just":
		f, ok := c.option("-f", "--file", "--makefile")
		return ok && try(f.value.lit)
	case "dpkg", "rpm", "installer", "apt", "go", "java":
		for _, a := range c.ops {
			if try(a.lit) {
				return true
			}
		}
	}
	return false
}
