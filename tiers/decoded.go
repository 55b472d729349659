package tiers

// Code that a command decodes first: somebody went to the trouble of hiding it
// from a reader, whatever it turns out to be.

// runsDecoded reports whether the command runs what an earlier stage of its
// pipeline, or a substitution within it, has decoded.
func runsDecoded(c *call, _ *hit) bool {
	if c.Code != nil && c.Code.Hidden {
		return true
	}
	reads := false
	switch c.name {
	case "eval":
	case "bash", "sh", "dash", "zsh", "ksh", "mksh", "ash", "fish":
		reads = len(c.ops) == 0 || c.has("-s")
		if !reads && !c.has("-c") {
			return false
		}
	default:
		if c.Code == nil {
			return false
		}
		reads = true
	}
	found := false
	if reads && c.Pipeline > 0 && c.Stage > 0 {
		c.j.pipeline(c, func(e *call) { found = found || e.decodes() })
	}
	return found || c.decodesWithin()
}

// decodesWithin reports whether a substitution within the command decodes.
func (c *call) decodesWithin() bool {
	var e call
	for i := c.j.index - 1; i >= 0 && c.j.index-i < 64; i-- {
		cmd := &c.j.s.Commands[i]
		if len(cmd.Argv) == 0 || cmd.Pos == c.Pos || cmd.Pos.File != c.Pos.File || cmd.Pos.Offset < c.Pos.Offset || cmd.Pos.End > c.Pos.End {
			continue
		}
		if e.fill(c.j, cmd, cmd.Argv, nil); e.decodes() {
			return true
		}
	}
	return false
}
