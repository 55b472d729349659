package shellparse

import "slices"

// Where branches meet, what one of them may have left is what a variable may hold.

// join merges branches that all started from e back into it: afterwards e
// holds every value that one of them may have left.
func (e *env) join(branches ...*env) {
	live := branches[:0:0]
	d := deadExit
	for _, b := range branches {
		if b.dead == alive {
			live = append(live, b)
		}
		d = min(d, b.dead)
	}
	if len(live) == 0 { // no branch goes on: keep what they did, for what is analysed after all
		live = branches
		e.dead = max(e.dead, d)
	}
	cost := 0
	for _, b := range live {
		cost += len(b.vars)
		e.shell.ev.steps += len(b.funcs) * len(live) >> 1
	}
	ev := e.shell.ev
	ev.steps += cost * len(live) >> 4
	var seen map[string]bool
	if cost > 0 {
		seen = make(map[string]bool, min(cost, 64))
	}
	for _, b := range live {
		for name, one := range b.vars {
			if seen[name] {
				continue
			}
			seen[name] = true
			if ev.steps > MaxSteps {
				e.set(name, &variable{texts: []Text{unknownText(byte(OriginLimit))}, exported: one.exported})
				continue
			}
			ev.steps += one.weight() * len(live)
			v := live[0].get(name)
			for _, other := range live[1:] {
				v = joinVariables(v, other.get(name))
			}
			e.set(name, v)
		}
	}
	clear(seen)
	for _, b := range live {
		for name := range b.funcs {
			if seen[name] {
				continue
			}
			if seen == nil {
				seen = map[string]bool{}
			}
			seen[name] = true
			var fs []*function
			for _, other := range live {
				for _, f := range other.function(name) {
					if !slices.Contains(fs, f) {
						fs = append(fs, f)
					}
				}
			}
			e.setFunction(name, fs)
		}
	}
	changed := false
	var dir []Text
	for _, b := range live {
		changed = changed || b.dir != nil
		dir = joinTexts(dir, b.cwd())
	}
	if changed {
		e.dir = dir
	}
	status := live[0].lastStatus()
	for _, b := range live[1:] {
		if b.lastStatus() != status {
			status = unknownText(byte(OriginUnknown))
		}
	}
	e.status = status
}

// adopt replaces e's state by that of a branch that certainly ran.
func (e *env) adopt(b *env) {
	if e.vars == nil && len(e.shell.traps) == 0 {
		e.vars, b.vars = b.vars, nil // b's end is e now
	}
	for name, v := range b.vars {
		e.set(name, v)
	}
	for name, f := range b.funcs {
		e.setFunction(name, f)
	}
	if b.dir != nil {
		e.dir = b.dir
	}
	if b.status != "" {
		e.status = b.status
	}
	e.dead = max(e.dead, b.dead)
}

// joinVariables gives a variable that holds what either may hold; nil is one
// that is not set.
func joinVariables(a, b *variable) *variable {
	if a == b {
		return a
	}
	if refOf(a) != refOf(b) {
		return maybeReference(a, b)
	}
	if a == nil || b == nil {
		v := a
		if v == nil {
			v = b
		}
		c := *v
		if c.attr != "" {
			c.attr = "?"
		}
		c.unset = true
		c.perhaps = c.exported
		if c.ways != nil {
			c.ways = joinWays(v, &variable{})
		}
		return &c
	}
	c := variable{
		exported: a.exported || b.exported,
		perhaps:  a.perhaps || b.perhaps || a.exported != b.exported,
		readonly: a.readonly || b.readonly,
		unset:    a.unset || b.unset || !a.isSet() || !b.isSet(),
		ref:      a.ref,
		attr:     a.attr,
		inside:   a.inside,
	}
	if a.inside != b.inside {
		c.inside = -1
	}
	if a.attr != b.attr {
		c.attr = "?"
	}
	if !a.array && !b.array {
		c.texts = joinTexts(a.texts, b.texts)
		return &c
	}
	c.array = true
	c.assoc = a.assoc || b.assoc
	if len(a.elems) == len(b.elems) && a.many == b.many && a.array == b.array {
		same := true
		for i := range a.elems {
			if a.elems[i].key != b.elems[i].key {
				same = false
				break
			}
			c.elems = append(c.elems, elem{a.elems[i].key, joinTexts(a.elems[i].texts, b.elems[i].texts)})
		}
		if same {
			if c.many = a.many; c.many {
				c.ways = joinWays(a, b)
			}
			return &c
		}
	}
	var all []Text
	for _, v := range []*variable{a, b} {
		all = joinTexts(all, v.texts)
		for _, el := range v.elems {
			all = joinTexts(all, el.texts)
		}
	}
	c.many = true
	c.elems = []elem{{"0", all}}
	c.ways = joinWays(a, b)
	return &c
}

func refOf(v *variable) string {
	if v == nil {
		return ""
	}
	return v.ref
}

// maybeReference is a variable that stands for another one on one way, and for
// itself or a third on the other: what it holds is not known.
func maybeReference(a, b *variable) *variable {
	c := &variable{texts: []Text{unknownText(byte(OriginUnknown))}, unset: true}
	for _, v := range []*variable{a, b} {
		if v == nil {
			continue
		}
		c.exported = c.exported || v.exported
		c.perhaps = c.exported
		if v.ref != "" {
			c.mayRef = v.ref
			if v.ref == "PPID" || v.ref == "BASHPID" {
				c.texts[0] = unknownText(byte(OriginHostPID))
			}
		}
	}
	return c
}

// joinTexts is the union of two lists of alternatives. Past the limit they
// become one unknown text, which keeps what matters of where they came from.
func joinTexts(a, b []Text) []Text {
	if len(a) == 0 {
		return b
	}
	out := a[:len(a):len(a)]
	for i, t := range b {
		if slices.Contains(out, t) {
			continue
		}
		if len(out) == cap(out) {
			out = append(make([]Text, 0, len(out)+len(b)-i), out...)
		}
		out = append(out, t)
	}
	if len(out) > MaxAlternatives {
		return []Text{limitText(out)}
	}
	return slices.Clip(out)
}
