package tiers

import (
	"path"
	"slices"
	"strings"

	"github.com/hermes-exec/hermes-exec/shellparse"
)

// verb is what is done to a file.
type verb uint8

const (
	reads       verb = 1 << iota
	writes           // creates, replaces or truncates it
	appends          // adds to it, or edits it in place
	deletes          // removes the file
	deletesTree      // removes it with everything below it
	modes            // changes its owner, permissions or attributes
	modesTree        // the same for everything below it
	moves            // takes it away from where it was

	changes = writes | appends
)

// touch is one file a command would touch.
type touch struct {
	target
	verb verb
	pos  shellparse.Span
}

type effects []touch

func (fx *effects) add(c *call, v verb, args ...arg) {
	for _, a := range args {
		if c.addListed(fx, v, a) || c.addFound(fx, v, a) {
			continue
		}
		if t, ok := c.beside(a.Text); ok {
			*fx = append(*fx, touch{target: t, verb: v})
			continue
		}
		*fx = append(*fx, touch{target: c.target(a), verb: v})
	}
}

// into adds the files that come to lie in a folder, where the last operand is
// one: which it is, is not known here.
func (fx *effects) into(c *call, from, to []arg) {
	for _, dir := range to {
		for _, a := range from {
			name := path.Base(a.lit)
			if !a.exact || !dir.exact || name == "." || name == "/" || name == ".." {
				continue
			}
			t := c.j.target(shellparse.Text(dir.lit+"/"+name), false, c.dir)
			*fx = append(*fx, touch{target: t, verb: writes})
		}
	}
}

// effects are the files the call touches, by its arguments and redirections.
func (c *call) effects() effects {
	if c.hasFx {
		return c.fx
	}
	c.hasFx = true
	for i := range c.Redirs {
		c.fx.redirect(c, &c.Redirs[i])
	}
	if c.prog != nil && c.prog.files {
		c.fx.arguments(c)
	}
	if len(c.args) > 0 {
		c.fx.byOptions(c)
	}
	if len(c.j.renamed) > 0 {
		c.fx.throughLinks(c)
	}
	return c.fx
}

// throughLinks follows the links that the text has made where what they lead to
// is written, rather than the link replaced.
func (fx effects) throughLinks(c *call) {
	if slices.Contains([]string{"ln", "gln", "mv", "gmv", "rm", "mknod", "link"}, c.name) && len(c.Redirs) == 0 {
		return
	}
	for i := range fx {
		if r, ok := c.j.renamed[fx[i].path]; ok && r.link && fx[i].verb&(changes|reads) != 0 {
			fx[i].path = r.to
		}
	}
}

func (fx *effects) redirect(c *call, r *shellparse.Redir) {
	v := verb(0)
	switch r.Op {
	case ">", ">|", "&>", ">&":
		v = writes
	case ">>", "&>>":
		v = appends
	case "<>":
		v = reads | appends
	case "<":
		v = reads
	default:
		return
	}
	listed := v
	if len(c.Via) > 0 && strings.HasSuffix(c.Via[len(c.Via)-1], " -i") { // perl -i: what it reads, line by line
		listed = appends
	}
	for _, t := range r.Target.Texts {
		if a := (arg{Text: t, many: r.Target.Many}); listed != writes && c.addListed(fx, listed, a) || c.addFound(fx, listed, a) {
			continue
		}
		if s, ok := t.Exact(); ok && r.Op == ">&" && (s == "-" || strings.Trim(s, "0123456789-") == "") {
			continue // another descriptor
		}
		to, ok := c.beside(t)
		if !ok {
			to = c.j.target(t, r.Target.Many, c.dir)
		}
		*fx = append(*fx, touch{target: to, verb: v, pos: r.Pos})
	}
}
