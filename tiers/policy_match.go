package tiers

// PolicyMatch is [Match] as a policy file writes it: data only. All of the
// given parts must hold.
type PolicyMatch struct {
	Programs []string // base names
	Sub      []string // sub-commands: "stash drop", "delete-*"
	Any      []string // has one of these options
	All      []string // has all of these
	None     []string // has none of these
	Operand  []string // one of the operands after the sub-command

	Reads, Writes, Deletes []string // touches one of these files so; * is any text, a relative path starts in the working directory, ~ is the home directory
}

// Match gives the form that rules have.
func (m *PolicyMatch) Match() Match {
	out := Match{Programs: m.Programs, Sub: m.Sub, Any: m.Any, All: m.All, None: m.None, Operand: m.Operand}
	wanted := []struct {
		verb  verb
		paths []string
	}{{reads, m.Reads}, {changes | moves, m.Writes}, {deletes | deletesTree | moves, m.Deletes}}
	for _, w := range wanted {
		if len(w.paths) > 0 {
			out.Touches |= w.verb
		}
	}
	if out.Touches == 0 {
		return out
	}
	out.Path = func(c *call, t touch) bool {
		for _, w := range wanted {
			if t.verb&w.verb == 0 {
				continue
			}
			for _, p := range w.paths {
				if t.path != "" && !t.free && starMatch(c.j.pathPattern(p), t.path) {
					return true
				}
			}
		}
		return false
	}
	return out
}
