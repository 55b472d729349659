package inline

import "strings"

// assign follows a = b, a += b, a ||= b…
func (ev *follower) assign(t *tree) *thing {
	target := t.kid(0)
	if t.text == "=" {
		if of := t.kid(1); of.form == fVar && of.flag&isRef != 0 && target.form == fVar {
			if v, _ := ev.lookup(of.text); v != nil { // two names of one variable
				ev.scope.vars[target.text] = v
				return ev.expr(of)
			}
		}
		v := ev.expr(t.kid(1))
		ev.bind(target, v, t)
		return v
	}
	old := ev.expr(target)
	var v *thing
	switch op := strings.TrimSuffix(t.text, "="); op {
	case "||", "??", "&&":
		ev.either(func() { v = eitherOf(old, ev.expr(t.kid(1))) }, nil)
	default:
		v = ev.weigh(operate(op, []*thing{old, ev.expr(t.kid(1))}))
	}
	ev.bind(target, v, t)
	return v
}

// bind gives a name or the names in a pattern a value.
func (ev *follower) bind(target *tree, v *thing, at *tree) {
	if !ev.step() {
		return
	}
	switch target.form {
	case fName, fVar:
		w, object := ev.lookup(target.text)
		if object != nil {
			ev.store(object, exactThing(target.text), v, at)
		}
		if w == nil {
			s := ev.global
			if target.form == fVar {
				for s = ev.scope; s.up != nil && s.up.act == s.act; s = s.up {
				}
			}
			w = ev.declare(s, target.text)
		}
		ev.set(w, v, at)
	case fAssign:
		if v.none {
			v = ev.expr(target.kid(1))
		} else if v.isData() {
			v = eitherOf(v, ev.expr(target.kid(1)))
		}
		ev.bind(target.kid(0), v, at)
	case fSpread:
		ev.bind(target.kid(0), v, at)
	case fList:
		for i, k := range target.kids {
			switch k.form {
			case fEmpty:
			case fSpread:
				ev.bind(k.kid(0), sliced(v, i, -1), at)
			case fPair:
				ev.bind(k.kid(1), ev.index(v, ev.expr(k.kid(0))), at)
			default:
				ev.bind(k, ev.member(v, itoa(i)), at)
			}
		}
	case fObject:
		for _, k := range target.kids {
			if k.form == fSpread {
				ev.bind(k.kid(0), v, at)
				continue
			}
			ev.bind(k.kid(1), ev.index(v, ev.expr(k.kid(0))), at)
		}
	case fMember:
		o := ev.expr(target.kid(0))
		if o.list && target.text == "length" {
			ev.loosen(o)
			return
		}
		ev.store(o, exactThing(target.text), v, at)
	case fIndex:
		o := ev.expr(target.kid(0))
		if n := target.kid(0); o.text != nil && !o.list && o.props == nil && len(o.names) == 0 && (n.form == fVar || n.form == fName) && len(target.kids) > 1 {
			ev.bind(n, textThing(computed(o.text)), at) // a part of a text, or bytes
			return
		}
		if len(target.kids) < 2 { // $a[] = v
			ev.append(o, v)
			if n := target.kid(0); o.isData() && n.form == fVar {
				ev.bind(n, listThing(v), at)
			}
			return
		}
		ev.store(o, ev.expr(target.kid(1)), v, at)
	case fVarVar, fStatic, fSuper:
		ev.lang.special(ev, &tree{form: fAssign, pos: target.pos, end: target.end, kids: []*tree{target}})
	default:
		ev.expr(target)
	}
}

// store gives a property of something a value.
func (ev *follower) store(o, key, v *thing, at *tree) {
	name, ok := key.str().Exact()
	for _, n := range o.names {
		if !ok {
			name = "*"
		}
		ev.lang.assign(ev, &thing{names: []string{n}, of: o.of, args: o.args}, name, v, at)
	}
	if len(o.names) == 0 {
		ev.put(o, key, v)
	}
}

// patch remembers that a function known by name was replaced.
func (ev *follower) patch(name string, v *thing) {
	if len(v.funcs) == 0 && len(v.names) == 0 && !v.hidden {
		return
	}
	old := ev.patched[name]
	m := eitherOf(old, v)
	if old.sign(1) != m.sign(1) {
		ev.grown = true
	}
	ev.patched[name] = m
}
