package tiers

import (
	"strconv"

	"github.com/hermes-exec/hermes-exec/shellparse"
)

// Processes that are reached by what they have in common: their user, a range of numbers.

// ownUser reports whether a word names the user whose session this is, as far
// as the home directory tells.
func (c *call) ownUser(a arg) bool {
	if !a.exact {
		_, o, whole := c.origin(a.Text)
		return whole && o.Kind == shellparse.OriginOutput && (o.Name == "whoami" || o.Name == "id" || o.Name == "logname")
	}
	home := c.j.f.Home
	return home != "" && a.lit == baseName(home) || home == "/root" && a.lit == "0"
}

// counted says whom the numbers that seq prints belong to.
func (c *call) counted() (reach, string) {
	first, last := 1, 0
	for i, a := range c.ops {
		n, err := strconv.Atoi(a.lit)
		if err != nil || !a.exact || i > 2 {
			return anyone, ""
		}
		if i == 0 && len(c.ops) > 1 {
			first = n
		}
		last = n
	}
	for _, list := range [2][]Process{c.j.f.Host, c.j.f.Protect} {
		for _, p := range list {
			if first <= p.PID && p.PID <= last {
				return host, describe(p)
			}
		}
	}
	return anyone, ""
}
