package shellparse

import (
	"strconv"
	"strings"
)

// Where descriptors lead: ctx.out is descriptor 1, ctx.more holds 2 to 9. nil
// is a place nobody looks at: the terminal, a file under another name.

// descriptor gives the sink of a descriptor.
func (c *ctx) descriptor(n int) *sink {
	switch {
	case n == 1:
		return c.out
	case n >= 2 && n < len(c.more):
		return c.more[n]
	}
	return nil
}

func (c *ctx) setDescriptor(n int, s *sink) {
	switch {
	case n == 1:
		c.out = s
	case n >= 2 && n < len(c.more):
		c.more[n] = s
	}
}

// forkOutputs gives a branch of c sinks of its own, two descriptors that lead
// to the same place still doing so.
func (d *ctx) forkOutputs(c *ctx) {
	if c.out != nil {
		d.out = &sink{}
	}
	if !c.redirected {
		return
	}
	for i, s := range c.more {
		if s == nil {
			continue
		}
		d.more[i] = &sink{}
		for j := 1; j < i; j++ {
			if c.descriptor(j) == s {
				d.more[i] = d.descriptor(j)
				break
			}
		}
	}
}

// eachOutput calls fn with the descriptors that lead to different sinks.
func (c *ctx) eachOutput(fn func(n int, s *sink)) {
	if c.out != nil {
		fn(1, c.out)
	}
	if !c.redirected {
		return
	}
	for i, s := range c.more {
		first := s != nil
		for j := 1; j < i && first; j++ {
			first = c.descriptor(j) != s
		}
		if first {
			fn(i, s)
		}
	}
}

// joinOutputs appends to c's sinks what one of the branches wrote.
func (c *ctx) joinOutputs(branches []*ctx) {
	c.eachOutput(func(n int, s *sink) {
		ev := c.env.shell.ev
		ev.steps += s.weight() * len(branches)
		outs := make([]*sink, 0, len(branches))
		for _, b := range branches {
			if out := b.descriptor(n); out != nil {
				ev.steps += out.weight()
				outs = append(outs, out)
			} else {
				outs = append(outs, &sink{})
			}
		}
		s.join(outs)
	})
}

// adoptOutputs appends to c's sinks what b, which certainly ran, wrote.
func (c *ctx) adoptOutputs(b *ctx) {
	c.eachOutput(func(n int, s *sink) {
		out := b.descriptor(n)
		c.env.shell.ev.steps += s.weight() + out.weight()
		s.append(out)
	})
}

// race says that something goes on writing while what follows runs.
func (c *ctx) race() { c.eachOutput(func(_ int, s *sink) { s.racing = true }) }

// blurOutputs says that it is no longer known what is written where.
func (c *ctx) blurOutputs() { c.eachOutput(func(_ int, s *sink) { s.unsure = true }) }

// dup is n>&m.
func (c *ctx) dup(n int, target string) {
	m, err := strconv.Atoi(strings.TrimSuffix(target, "-"))
	switch {
	case err != nil: // n>&-
		c.setDescriptor(n, nil)
	default:
		c.redirected = true
		c.setDescriptor(n, c.descriptor(m))
	}
}

// heldName is the name under which the environment keeps the file that exec has
// opened on a descriptor, for what follows it.
func heldName(n string) string { return "\x00fd" + n }

func (c *ctx) hold(n int, v *variable) { c.env.set(heldName(strconv.Itoa(n)), v) }

// held is what exec has opened on a descriptor; not set where nothing.
func (c *ctx) held(n string) *variable {
	if v := c.env.get(heldName(n)); v != nil {
		return v
	}
	return &variable{}
}

// heldFile gives the file that exec has opened on a descriptor that leads
// nowhere else.
func (c *ctx) heldFile(n string) (string, bool) {
	fd, err := strconv.Atoi(n)
	if err != nil || fd < 2 || c.descriptor(fd) != nil {
		return "", false
	}
	if v := c.held(n); len(v.texts) == 1 && !v.unset {
		return v.texts[0].Exact()
	}
	return "", false
}

// outputFile gives the number of the descriptor that a file name stands for.
func outputFile(name string) (n string, ok bool) {
	switch name {
	case "/dev/stdout":
		return "1", true
	case "/dev/stderr":
		return "2", true
	}
	for _, dir := range [...]string{"/dev/fd/", "/proc/self/fd/"} {
		if rest, ok := strings.CutPrefix(name, dir); ok && len(rest) == 1 && rest[0] >= '0' && rest[0] <= '9' {
			return rest, true
		}
	}
	return "", false
}

// pathOfOutput reports whether a word that is not fully known may name a
// descriptor: /dev/stdout, /proc/self/fd/1.
func (c *ctx) pathOfOutput(w Word) bool {
	for _, t := range w.Texts {
		s := string(t)
		if s == "" || s[0] == 0 || strings.HasPrefix(s, "/dev/") || strings.HasPrefix(s, "/proc/") || strings.HasPrefix("/dev/", s) {
			return true
		}
	}
	return w.Many
}
