package tiers

import (
	"github.com/hermes-exec/hermes-exec/shellparse"
	"slices"
)

// Rule is one thing that is asked about or blocked. Rules are data: what they
// look at is said by Match, and where that is not enough a function looks at
// the resolved command.
type Rule struct {
	ID       string // "files.recursive-delete": the file it stands in, and what it is about
	Tier     Tier
	Strict   Tier // the tier under the preset "strict", where the source documents want a higher one
	Hardline bool // blocked whatever the mode, the permissions or the answers; see SPEC "Hardline"
	Below    bool // holds for what a command starts, too, as hardline does: it reaches beyond the machine, or the project
	Why      string
	Safer    string // what would be accepted instead
	Match    Match

	Yes []string // commands it must match
	No  []string // commands it must not match
}

// Match says which commands a rule is about. All of the given parts must hold.
type Match struct {
	Programs []string                // base names; none: every command
	Sub      []string                // begins with one of these sub-commands; "stash drop", "delete-*"
	Any      []string                // has one of these options; "-f", "--force"
	All      []string                // has all of these options
	None     []string                // has none of these options
	Operand  []string                // one of the operands after the sub-command is one of these
	Touches  verb                    // does one of these to a file…
	Path     func(*call, touch) bool // …for which this holds, where given
	Func     func(*call, *hit) bool
	Script   func(*shellparse.Script) *shellparse.Span // is about the script as a whole, not a command: where it is so
}

// hit is what a rule found, where it is more than the rule says itself.
type hit struct {
	why      string // in place of the rule's
	target   string // what would be touched
	tier     Tier   // in place of the rule's, where raised is set
	raised   bool
	hardline bool // this command is blocked, though the rule is not hardline
	rest     []arg
}

func (h *hit) as(t Tier, why string) bool {
	h.tier, h.raised, h.why = t, true, why
	return true
}

// matches reports whether the rule speaks about the call.
func (m *Match) matches(c *call, h *hit) bool {
	if m.Script != nil {
		return false // see [Judge]
	}
	if len(m.Programs) > 0 && !slices.Contains(m.Programs, c.name) {
		return false
	}
	h.rest = c.ops
	if len(m.Sub) > 0 {
		rest, ok := c.sub(m.Sub...)
		if !ok {
			return false
		}
		h.rest = rest
	}
	if len(m.Any) > 0 && !c.has(m.Any...) || c.has(m.None...) {
		return false
	}
	for _, o := range m.All {
		if !c.has(o) {
			return false
		}
	}
	if len(m.Operand) > 0 && !anyOperand(h.rest, m.Operand) {
		return false
	}
	if m.Touches != 0 && !m.touches(c, h) {
		return false
	}
	return m.Func == nil || m.Func(c, h)
}

func (m *Match) touches(c *call, h *hit) bool {
	for _, t := range c.effects() {
		if t.verb&m.Touches == 0 || m.Path != nil && !m.Path(c, t) {
			continue
		}
		h.target = t.path
		if t.unset != "" && !t.bare {
			h.why = "$" + t.unset + " is not set, so the path is really " + t.path
		}
		return true
	}
	return false
}

func anyOperand(ops []arg, wanted []string) bool {
	for _, a := range ops {
		for _, w := range wanted {
			if wordIs(a.lit, w) {
				return true
			}
		}
	}
	return false
}
