package inline

import "strings"

// block follows statements in a scope that is there already.
func (ev *follower) block(t *tree) {
	ev.hoist(t)
	for _, k := range t.kids {
		ev.statement(k)
	}
}

// hoist declares what a block declares before its statements are followed.
func (ev *follower) hoist(t *tree) {
	h := ev.hoists[t]
	if h == nil {
		h = &hoist{}
		whole := t == ev.scope.t && ev.scope.up == nil || ev.scope.t != nil && ev.scope.t.form == fFunc
		for _, k := range t.kids {
			h.collect(k, whole, true)
		}
		ev.hoists[t] = h
	}
	for _, name := range h.names {
		ev.declare(ev.scope, name)
	}
	for _, f := range h.funcs {
		ev.declareFunc(f)
	}
	if ev.php { // classes may be used before they are written
		for _, k := range t.kids {
			if k.form == fClass {
				ev.classThing(k)
			}
		}
	}
}

// collect finds declarations: those of let, const, class and function directly
// in the block, those of var anywhere in the function.
func (h *hoist) collect(t *tree, whole, direct bool) {
	switch t.form {
	case fDeclare:
		if t.text == "var" && whole || t.text != "var" && direct {
			for _, k := range t.kids {
				h.targets(k)
			}
		}
	case fFunc:
		if direct && t.text != "" {
			h.names = append(h.names, t.text)
			h.funcs = append(h.funcs, t)
		}
	case fClass:
		if direct && t.text != "" {
			h.names = append(h.names, t.text)
		}
	case fModule:
		for _, k := range t.kids {
			h.names = append(h.names, k.kid(1).text)
		}
	case fBlock, fIf, fFor, fEach, fWhile, fTry, fSwitch, fCase, fWith:
		if whole {
			for _, k := range t.kids {
				h.collect(k, true, false)
			}
		}
	}
}

// targets collects the names in a pattern.
func (h *hoist) targets(t *tree) {
	switch t.form {
	case fName:
		h.names = append(h.names, t.text)
	case fAssign, fSpread:
		h.targets(t.kid(0))
	case fPair:
		h.targets(t.kid(1))
	case fList, fObject:
		for _, k := range t.kids {
			h.targets(k)
		}
	}
}

// declareFunc gives a function its name. In php functions have names of their
// own kind, the same everywhere.
func (ev *follower) declareFunc(t *tree) {
	if ev.php {
		ev.set(ev.declare(ev.global, strings.ToLower(t.text)+"()"), ev.closure(t), t)
		return
	}
	ev.set(ev.declare(ev.scope, t.text), ev.closure(t), t)
}

func (ev *follower) statement(t *tree) {
	if !ev.step() {
		return
	}
	switch t.form {
	case fEmpty, fJump:
	case fBlock:
		saved := ev.push(t)
		ev.block(t)
		ev.scope = saved
	case fDeclare:
		for _, k := range t.kids {
			if k.form == fAssign {
				ev.bind(k.kid(0), ev.expr(k.kid(1)), k)
			} else if v, _ := ev.lookup(varName(k)); v == nil || t.text == "const" {
				ev.bind(k, &thing{none: true}, k)
			}
		}
	case fIf:
		ev.expr(t.kid(0))
		ev.either(func() { ev.statement(t.kid(1)) }, func() { ev.statement(t.kid(2)) })
	case fFor:
		saved := ev.push(t)
		if d := t.kid(0); d.form == fDeclare {
			h := &hoist{}
			h.collect(d, true, true)
			for _, n := range h.names {
				if d.text != "var" {
					ev.declare(ev.scope, n)
				}
			}
			ev.statement(d)
		} else if d.form != fEmpty {
			ev.expr(d)
		}
		ev.repeat(t, endless(t.kid(1)) || t.kid(1).form == fEmpty, func() {
			ev.expr(t.kid(1))
			ev.statement(t.kid(3))
			ev.expr(t.kid(2))
		})
		ev.scope = saved
	case fWhile:
		if t.flag&isOnce != 0 {
			ev.statement(t.kid(1))
		}
		ev.repeat(t, endless(t.kid(0)), func() {
			ev.expr(t.kid(0))
			ev.statement(t.kid(1))
		})
	case fEach:
		ev.each(t)
		if o := ev.expr(t.kid(1)); t.flag&isRef != 0 && o.list {
			ev.loosen(o, &thing{text: unknown()})
		}
	case fTry:
		body := func() { ev.statement(t.kid(0)) }
		ev.either(body, nil)
		saved := ev.push(t)
		if p := t.kid(1); p.form != fEmpty {
			h := &hoist{}
			h.targets(p)
			for _, n := range h.names {
				ev.declare(ev.scope, n)
			}
			ev.bind(p, &thing{}, t)
		}
		ev.either(func() { ev.statement(t.kid(2)) }, nil)
		ev.scope = saved
		ev.statement(t.kid(3))
	case fSwitch:
		ev.expr(t.kid(0))
		saved := ev.push(t)
		for _, c := range t.kids[1:] { // cases may fall through
			ev.expr(c.kid(0))
			ev.either(func() {
				for _, k := range c.kids[1:] {
					ev.statement(k)
				}
			}, nil)
		}
		ev.scope = saved
	case fReturn:
		v := &thing{none: true}
		if len(t.kids) > 0 {
			v = ev.expr(t.kid(0))
		}
		if t.text != "throw" {
			ev.act.ret = eitherOf(ev.act.ret, v)
		}
	case fWith:
		saved := ev.push(t)
		ev.scope.object = ev.expr(t.kid(0))
		ev.statement(t.kid(1))
		ev.scope = saved
	case fFunc:
		// Declared when its block was entered.
	case fEcho:
		for _, k := range t.kids {
			ev.expr(k)
		}
	case fModule, fGlobal:
		ev.lang.special(ev, t)
	default:
		ev.expr(t)
	}
}

func varName(t *tree) string {
	if t.form == fName || t.form == fVar {
		return t.text
	}
	return ""
}

// endless reports whether a condition always holds.
func endless(t *tree) bool {
	return t.form == fNumber && !hasWord("0 false null undefined", t.text)
}

// repeat follows a loop of unknown length. What the loop counts or gathers is
// only known in part while it runs; what it carries from one round to the next
// is met in a second round.
func (ev *follower) repeat(t *tree, forever bool, body func()) {
	for _, name := range ev.gathered(t) {
		if v, _ := ev.lookup(name); v != nil && v.now != nil {
			ev.set(v, grown(v.now), t)
		}
	}
	ev.loops++
	if forever {
		ev.endless++
	}
	mark := len(ev.trail)
	ev.either(body, nil)
	if ev.repeats < 2 {
		carried := false
		for _, c := range ev.trail[mark:] {
			carried = carried || c.old != nil && c.v.now.sign(1) != c.old.sign(1)
		}
		if carried {
			ev.repeats++
			ev.either(body, nil)
			ev.repeats--
		}
	}
	ev.loops--
	if forever {
		ev.endless--
	}
}

// grown is a value after something was added to it, any number of times.
func grown(t *thing) *thing {
	g := *t
	g.number = false
	switch {
	case t.text == nil:
	case t.number:
		g.text = computed(t.text)
	default:
		g.text = either(t.text, join(t.text, unknown()))
	}
	if t.list {
		g.rest = eitherOf(t.rest, &thing{})
	}
	return &g
}

// gathered are the variables that a loop adds to.
func (ev *follower) gathered(t *tree) []string {
	names, ok := ev.widen[t]
	if !ok {
		collectGathered(t, &names)
		ev.widen[t] = names
	}
	return names
}

func collectGathered(t *tree, names *[]string) {
	switch t.form {
	case fUpdate, fAssign:
		target := t.kid(0)
		if n := varName(target); n != "" && (t.form == fUpdate || t.text != "=" || mentions(t.kid(1), n, 8)) {
			*names = append(*names, n)
		}
	case fCall:
		if f := t.kid(0); f.form == fMember && hasWord("push unshift", f.text) {
			if n := varName(f.kid(0)); n != "" {
				*names = append(*names, n)
			}
		}
	case fFunc, fClass:
		return
	}
	for _, k := range t.kids {
		collectGathered(k, names)
	}
}

// mentions reports whether an expression uses a variable.
func mentions(t *tree, name string, depth int) bool {
	if varName(t) == name {
		return true
	}
	if depth == 0 {
		return false
	}
	for _, k := range t.kids {
		if mentions(k, name, depth-1) {
			return true
		}
	}
	return false
}

// each follows a loop over the elements of something: each element where they
// are known, else one round for all.
func (ev *follower) each(t *tree) {
	subject := ev.expr(t.kid(1))
	target := t.kid(0)
	declares := target.form == fDeclare
	round := func(key, val *thing) {
		saved := ev.push(t)
		bindTo := target
		if declares {
			bindTo = target.kid(0)
			if target.text != "var" {
				h := &hoist{}
				h.targets(bindTo)
				for _, n := range h.names {
					ev.declare(ev.scope, n)
				}
			}
		}
		if bindTo.form == fPair && t.text == "as" {
			ev.bind(bindTo.kid(0), key, t)
			ev.bind(bindTo.kid(1), val, t)
		} else {
			ev.bind(bindTo, val, t)
		}
		ev.statement(t.kid(2))
		ev.scope = saved
	}
	keys, vals, open := ev.entries(subject)
	if t.text == "in" {
		vals = keys
	}
	if len(vals) > 0 && len(vals) <= 32 && ev.repeats < 2 {
		ev.loops++
		for i := range vals {
			round(keys[i], vals[i])
		}
		ev.loops--
		if !open {
			return
		}
	}
	key, val := &thing{}, &thing{}
	if t.text != "in" {
		val = subject.all()
		if !subject.list && subject.props == nil {
			val.names = ev.elementNames(subject)
			val.hidden = val.hidden || subject.hidden
		}
	} else if subject.list {
		key = &thing{number: true}
		val = key
	}
	ev.repeat(t, false, func() { round(key, val) })
}

// elementNames are the names of the elements of something known by name.
func (ev *follower) elementNames(t *thing) []string {
	var names []string
	for _, n := range t.names {
		if strings.HasSuffix(n, "()") && len(n) < 80 {
			names = append(names, n+"[]")
		}
	}
	return names
}

// entries are the keys and elements of a list or object. open: there are, or
// may be, others.
func (ev *follower) entries(t *thing) (keys, vals []*thing, open bool) {
	switch {
	case t.list && len(t.or) == 0:
		for i, e := range t.elems {
			keys = append(keys, numberThing(itoa(i)))
			vals = append(vals, e)
		}
		return keys, vals, t.rest != nil || t.props != nil
	case t.props != nil && !t.list:
		for _, k := range t.keys() {
			keys = append(keys, exactThing(k))
			vals = append(vals, t.props[k])
		}
		return keys, vals, t.rest != nil
	}
	return nil, nil, true
}
