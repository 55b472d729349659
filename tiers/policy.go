package tiers

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hermes-exec/hermes-exec/shellparse"
)

// What policies say about a call: bans, permissions, and other tiers for
// built-in rules.

// The findings of a ban: of a command that is forbidden, and of one with words
// that are not known, so that it may be.
var (
	denied      = Rule{ID: "policy.deny", Tier: Critical, Safer: "ask the person whose policy it is"}
	maybeDenied = Rule{ID: "policy.may-be-denied", Tier: High, Safer: "spell its words out"}
)

// tier is what policies make of the tier of a built-in rule.
func (p *Policy) tier(id string, t Tier) Tier {
	for _, o := range p.Tiers {
		if o.Rule != id && !(strings.HasSuffix(o.Rule, ".*") && strings.HasPrefix(id, o.Rule[:len(o.Rule)-1])) {
			continue
		}
		if o.Raises {
			t = max(t, o.Tier)
		} else {
			t = o.Tier
		}
	}
	return t
}

// permitting gathers whether permissions cover every call that a command may be.
type permitting struct {
	refused bool   // one of them is not covered
	by      string // the permission that covers the others; "" until there is one
	open    bool   // it leaves words open
}

// look takes a call past the bans and permissions.
func (g *permitting) look(j *judge, c *call) {
	p := &j.o.Policy
	for i := range p.Deny {
		d := &p.Deny[i]
		switch certain, maybe := d.Pattern.bans(c); {
		case certain:
			j.report(&denied, c, &hit{why: "the policy forbids \"" + d.Pattern.text + "\" (" + d.From + ")"})
			g.refused = true
		case maybe:
			j.report(&maybeDenied, c, &hit{why: "it may be what the policy forbids: \"" + d.Pattern.text + "\" (" + d.From + ")"})
			g.refused = true
		}
	}
	var found *Permission // one that spells the command out where there is one
	for i := range p.Allow {
		if a := &p.Allow[i]; a.covers(c) && (found == nil || a.Pattern.spelled() && !found.Pattern.spelled()) {
			found = a
		}
	}
	if found != nil {
		g.by = found.Pattern.text + " (" + found.From + ")"
		g.open = g.open || !found.Pattern.spelled()
		return
	}
	if j.inSpelled(c.Command) {
		g.by = j.spelledBy // sudo apt-get update is permitted, with the apt-get update in it
		return
	}
	g.refused = true
}

// keep remembers a command that permissions spell out, whatever its words may
// be, for what it runs, which comes next. A loop may come to the same place with
// other words.
func (g *permitting) keep(j *judge, cmd *shellparse.Command) {
	switch {
	case j.inSpelled(cmd):
	case g.refused || g.open || g.by == "":
		j.spelled = nil
	default:
		j.spelled, j.spelledBy = cmd, g.by
	}
}

// inSpelled reports whether a command is run by the one that a permission
// spells out. What is in its $( ) runs before it.
func (j *judge) inSpelled(cmd *shellparse.Command) bool {
	by := j.spelled
	if by == nil || len(cmd.Via) <= len(by.Via) || cmd.Pos.File != by.Pos.File || cmd.Pos.Offset < by.Pos.Offset || cmd.Pos.End > by.Pos.End {
		return false
	}
	return slices.Equal(cmd.Via[:len(by.Via)], by.Via) && !strings.HasSuffix(cmd.Via[len(by.Via)], "(…)")
}

// given lowers what was found in a command that a permission covers. Hardline
// is never covered; other code that the words make its program run only where
// the permission spells those words.
func (g *permitting) given(found []Finding) bool {
	if g.refused || g.by == "" {
		return false
	}
	for _, f := range found {
		if f.Hardline || g.open && runsOtherCode(f.Rule) {
			return false
		}
	}
	for i := range found {
		if found[i].Tier > Low {
			found[i].Tier, found[i].Granted = Low, g.by
		}
	}
	return true
}

// runsOtherCode reports whether a rule is about a program that its words make
// run something else: a permission for git is none for what git is told to start.
func runsOtherCode(rule string) bool {
	switch rule {
	case "git.settings-that-run", "databases.runs-programs", "network.listen-and-run", "network.remote-command-option":
		return true
	}
	return strings.HasPrefix(rule, "code.")
}

// KnownRule reports why no tier can be given to what is named: it is no
// built-in rule and no family of them ("git.*"), or a hardline one.
func KnownRule(id string) error {
	family, all := strings.CutSuffix(id, "*")
	known := false
	for _, r := range Rules() {
		switch {
		case r.ID == id && r.Hardline:
			return fmt.Errorf("%s is hardline: no policy changes it", id)
		case r.ID == id, all && strings.HasSuffix(family, ".") && strings.HasPrefix(r.ID, family):
			known = true
		}
	}
	if !known {
		return fmt.Errorf("there is no rule %q; findings name the rules, as in files.recursive-delete, and git.* is all about git", id)
	}
	return nil
}
