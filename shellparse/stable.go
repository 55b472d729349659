package shellparse

import "slices"

// maxTurns is how many turns of a loop are followed before what still changes
// in it is given up as unknown.
const maxTurns = 3

// untilStable takes turns until one more changes nothing. turn returns yes
// where another certainly follows, no where the loop certainly ends. stable is
// false where the turns that were taken do not stand for all.
func (ev *evaluator) untilStable(c *ctx, turn func(*ctx) tri) (stable bool) {
	for i := 0; ; i++ {
		if !ev.step(c.src.at) {
			return false
		}
		layer, files := c.branch(), ev.changes
		switch turn(layer) {
		case yes:
			c.adopt(layer)
			if c.env.dead == alive {
				i--
				continue
			}
			return true
		case no:
			c.adopt(layer)
			return true
		}
		turns := maxTurns
		if ev.steps > freeSteps {
			turns = 0
		}
		changed := c.env.changed(layer.env) || ev.changes != files && i <= turns
		c.join(layer, c.branch())
		if !changed {
			break
		}
		ev.repeated = true
		switch {
		case i > turns+maxForget:
			ev.blurAll(c)
			if i > turns+maxForget+1 {
				c.out.blur(ev)
				return false
			}
		case i >= turns:
			c.env.forget(layer.env)
		}
	}
	c.out.blur(ev)
	return true
}

// maxForget is how many more turns there are then, each of which may find
// variables that only what was given up has led to.
const maxForget = 8

// changed reports whether a layer holds something that e does not cover yet.
func (e *env) changed(layer *env) bool {
	if dir := e.cwd(); layer.dir != nil && !anything(dir) && !holdsAll(dir, layer.dir) {
		return true
	}
	if layer.status != "" && layer.status != e.lastStatus() && !e.lastStatus().HasUnknown() {
		return true
	}
	for name, v := range layer.vars {
		if !covers(e.get(name), v) {
			return true
		}
	}
	for name, fs := range layer.funcs {
		for _, f := range fs {
			if !slices.ContainsFunc(e.function(name), func(g *function) bool { return g.body == f.body }) {
				return true
			}
		}
	}
	return false
}

// anything reports whether texts were given up: see [env.forget].
func anything(texts []Text) bool {
	for _, t := range texts {
		if o, ok := t.Mark(); ok && t[1] == markUnknown && (o == byte(OriginLimit) || o == byte(OriginHostPID)) {
			return true
		}
	}
	return false
}

// covers reports whether a holds every value of b.
func covers(a, b *variable) bool {
	if a == b {
		return true
	}
	if a == nil || b == nil || a.array != b.array || len(a.elems) != len(b.elems) || (b.unset && !a.unset) || b.many != a.many {
		return false
	}
	if !a.array && anything(a.texts) {
		return true
	}
	if a.ways != nil && !b.within(a) {
		return false
	}
	if a.inside != b.inside && a.inside >= 0 {
		return false
	}
	for i := range a.elems {
		if a.elems[i].key == b.elems[i].key && anything(a.elems[i].texts) {
			continue
		}
		if a.elems[i].key != b.elems[i].key || !holdsAll(a.elems[i].texts, b.elems[i].texts) {
			return false
		}
	}
	return holdsAll(a.texts, b.texts)
}

// forget makes unknown what a layer changes.
func (e *env) forget(layer *env) {
	for name, v := range layer.vars {
		if covers(e.get(name), v) && len(e.get(name).texts) == 1 {
			continue
		}
		var all []Text
		for _, el := range v.elems {
			all = append(all, el.texts...)
		}
		old := e.get(name)
		unset := v.unset || old == nil || old.unset
		w := &variable{texts: []Text{limitText(append(all, v.texts...))}, exported: v.exported, perhaps: v.perhaps, unset: unset}
		if v.array {
			w = &variable{array: true, assoc: v.assoc, many: true, elems: []elem{{"0", w.texts}}, exported: v.exported, perhaps: v.perhaps, unset: unset}
		}
		if old != nil && (old.readonly || old.attr != "") || v.readonly || v.attr != "" {
			w.readonly, w.writable, w.attr = true, true, "?"
		}
		e.set(name, w)
	}
	if layer.dir != nil {
		e.dir = []Text{unknownText(byte(OriginLimit))}
	}
}
