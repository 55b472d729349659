package tiers

import (
	"path"
	"slices"

	"github.com/hermes-exec/hermes-exec/shellparse"
)

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
		c.j.pipelineOf(c, c.j.mayDecode, func(e *call) { found = found || e.decodes() })
	}
	return found || c.decodesWithin()
}

// mayDecode is false for a command whose name says that it does not decode. Code
// that is run a thousand times asks this of a thousand commands.
func (j *judge) mayDecode(cmd *shellparse.Command) bool {
	w := cmd.Argv[0]
	if len(w.Texts) != 1 || w.Many || len(j.renamed) > 0 {
		return true
	}
	name, exact := w.Texts[0].Exact()
	return !exact || slices.Contains(decoders[:], path.Base(name))
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
