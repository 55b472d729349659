package inline

import "strings"

// Calls: of functions of the code, of what the tables know, of neither.

// maxCalls is how deep functions of the code are followed into each other.
const maxCalls = 24

// closure is a function where it stands.
func (ev *follower) closure(t *tree) *thing {
	c := &closure{fn: t, scope: ev.scope}
	if t.flag&isArrow != 0 {
		c.this = ev.act.this
	}
	ev.pending = append(ev.pending, c)
	return &thing{funcs: []*closure{c}}
}

// arguments follows the arguments of a call.
func (ev *follower) arguments(kids []*tree) (args []*thing, open bool) {
	for _, k := range kids {
		if k.form == fSpread {
			l := &thing{list: true}
			ev.spread(l, ev.expr(k.kid(0)))
			args = append(args, l.elems...)
			if l.rest != nil {
				args, open = append(args, l.rest), true
			}
			continue
		}
		args = append(args, ev.expr(k))
	}
	return args, open
}

func (ev *follower) callTree(t *tree) *thing {
	callee := t.kid(0)
	s := &site{t: t}
	switch callee.form {
	case fName:
		if ev.php {
			s.args, s.open = ev.arguments(t.kids[1:])
			return ev.call(ev.phpFunction(callee.text), s)
		}
	case fMember:
		obj := ev.expr(callee.kid(0))
		s.args, s.open = ev.arguments(t.kids[1:])
		return ev.callMethod(obj, callee.text, s)
	case fIndex:
		if len(callee.kids) < 2 {
			break
		}
		obj, key := ev.expr(callee.kid(0)), ev.expr(callee.kid(1))
		s.args, s.open = ev.arguments(t.kids[1:])
		var out *thing
		for _, k := range key.str() {
			name, ok := k.Exact()
			if ok {
				out = eitherOf(out, ev.callMethod(obj, name, s))
				continue
			}
			fn := ev.index(obj, key)
			if obj.isData() && !key.number {
				fn = &thing{hidden: true}
			}
			s.this = obj
			out = eitherOf(out, ev.call(fn, s))
		}
		return out
	}
	fn := ev.expr(callee)
	if callee.form == fSuper {
		s.this = ev.act.this
	}
	s.args, s.open = ev.arguments(t.kids[1:])
	return ev.call(fn, s)
}

// callMethod calls a member of a value.
func (ev *follower) callMethod(obj *thing, name string, s *site) *thing {
	s.this = obj
	if v, ok := ev.lang.method(ev, obj, name, s); ok {
		return v
	}
	fn := ev.member(obj, name)
	if fn.of == nil {
		c := *fn
		c.of = obj
		fn = &c
	}
	return ev.call(fn, s)
}

// call calls whatever fn may be.
func (ev *follower) call(fn *thing, s *site) *thing {
	if !ev.step() {
		return &thing{}
	}
	var out *thing
	if len(fn.bound) > 0 {
		c := *s
		c.args = append(fn.bound[:len(fn.bound):len(fn.bound)], s.args...)
		s = &c
	}
	s.fn = fn
	for _, c := range fn.funcs {
		out = eitherOf(out, ev.enter(c, s.this, s.args, s.open))
	}
	if fn.class != nil {
		out = eitherOf(out, ev.construct(fn, s))
	}
	for _, n := range fn.names {
		if p := ev.patched[n]; p != nil && p != fn {
			for _, c := range p.funcs {
				out = eitherOf(out, ev.enter(c, s.this, s.args, s.open))
			}
			for _, other := range p.names {
				if other != n {
					out = eitherOf(out, ev.lang.invoke(ev, other, s))
				}
			}
		}
		out = eitherOf(out, ev.lang.invoke(ev, n, s))
	}
	if v := ev.lang.text(ev, fn, s); v != nil {
		out = eitherOf(out, v)
	}
	if fn.hidden {
		ev.unknownCall(s.t, "a call through a computed name")
	}
	if len(fn.funcs) == 0 && !s.told {
		ev.escape(3, s.args...)
	}
	if fn.isData() && ev.passesOn(3, s.args) {
		ev.unknownCall(s.t, "a function that runs programs, passed on")
	}
	if out == nil {
		out = ev.outcome(s)
	}
	return out
}

// passesOn reports whether values given to code that is not known hold a
// function that runs programs or code: it may be called with anything.
func (ev *follower) passesOn(depth int, vals []*thing) bool {
	for _, v := range vals {
		for _, n := range v.names {
			if ev.lang.starts(n) {
				return true
			}
		}
		if depth == 0 {
			continue
		}
		for _, l := range v.lists() {
			if ev.passesOn(depth-1, l.elems) {
				return true
			}
		}
		for _, k := range v.keys() {
			if ev.passesOn(0, []*thing{v.props[k]}) {
				return true
			}
		}
	}
	return false
}

func (ev *follower) unknownCall(t *tree, call string) {
	ev.r.unknownCode(call, unknown(), int(t.pos), int(t.end))
}

// outcome is the result of a call that is not followed: data, or a process id
// where one flowed in.
func (ev *follower) outcome(s *site) *thing {
	for _, a := range s.args {
		if v := a.str(); v.pid() || isEveryone(v) {
			return textThing(computedPID(v))
		}
	}
	return &thing{text: taken(s.this)}
}

// escape says that values are given to code which is not known: it may call
// the functions among them.
func (ev *follower) escape(depth int, vals ...*thing) {
	for _, v := range vals {
		if v == nil {
			continue
		}
		for _, c := range v.funcs {
			ev.callUnknown(c)
		}
		if depth == 0 {
			continue
		}
		for _, l := range v.lists() {
			ev.escape(depth-1, l.elems...)
		}
		for _, k := range v.keys() {
			ev.escape(depth-1, v.props[k])
		}
	}
}

// callUnknown follows a function with arguments of which nothing is known,
// once in a pass.
func (ev *follower) callUnknown(c *closure) *thing {
	if v, ok := ev.done[c.fn]; ok {
		return v
	}
	ev.done[c.fn] = &thing{}
	var args []*thing
	for range c.fn.kid(0).kids {
		args = append(args, &thing{})
	}
	ev.either(func() { ev.done[c.fn] = ev.enter(c, &thing{}, args, true) }, nil)
	return ev.done[c.fn]
}

// enter follows a function of the code with its arguments.
func (ev *follower) enter(c *closure, this *thing, args []*thing, open bool) *thing {
	fn := c.fn
	same, depth := 0, 0
	for a := ev.act; a != nil; a = a.up {
		depth++
		if a.fn == fn {
			same++
		}
	}
	if len(c.bound) > 0 {
		args = append(c.bound[:len(c.bound):len(c.bound)], args...)
	}
	if same >= 2 || depth > maxCalls || ev.r.steps > maxSteps/2 {
		for _, a := range args {
			if _, ok := a.str().Exact(); ok && !a.number || len(a.names) > 0 || len(a.funcs) > 0 || depth > maxCalls || ev.r.steps > maxSteps/2 {
				ev.again[fn] = true
			}
		}
		return &thing{}
	}
	act := &activation{fn: fn, up: ev.act, this: this}
	if c.this != nil || fn.flag&isArrow != 0 {
		act.this = c.this
	}
	savedScope, savedAct := ev.scope, ev.act
	ev.act = act
	ev.scope = &scope{up: c.scope, t: fn, act: act, vars: map[string]*variable{}}
	ev.called[fn] = true
	ev.lang.special(ev, fn)
	for i, p := range fn.kid(0).kids {
		h := &hoist{}
		h.targets(p)
		if p.form == fVar || p.form == fAssign || p.form == fSpread {
			phpTargets(p, h)
		}
		for _, n := range h.names {
			ev.declare(ev.scope, n)
		}
		v := &thing{none: !open}
		switch {
		case p.form == fSpread:
			v = &thing{list: true}
			if i < len(args) {
				v.elems = args[i:]
			}
			if open {
				v.rest = &thing{}
			}
		case i < len(args):
			v = args[i]
		}
		ev.bind(p, v, fn)
	}
	if fn.flag&isArrow == 0 {
		l := &thing{list: true, elems: args}
		if open {
			l.rest = &thing{}
		}
		v := ev.declare(ev.scope, "arguments")
		v.now = l
		if fn.text != "" && ev.scope.vars[fn.text] == nil {
			if w, _ := ev.lookup(fn.text); w == nil { // a function expression knows itself
				ev.declare(ev.scope, fn.text).now = &thing{funcs: []*closure{c}}
			}
		}
	}
	switch body := fn.kid(1); body.form {
	case fBlock:
		ev.block(body)
	default:
		ev.statement(body)
	}
	ev.scope, ev.act = savedScope, savedAct
	if act.ret == nil {
		return &thing{none: true}
	}
	return act.ret
}

// phpTargets collects the parameter of a php function.
func phpTargets(t *tree, h *hoist) {
	switch t.form {
	case fVar:
		h.names = append(h.names, t.text)
	case fAssign, fSpread:
		phpTargets(t.kid(0), h)
	}
}

// classThing is a class, with the static members it has; their values are
// followed where it stands.
func (ev *follower) classThing(t *tree) *thing {
	c := &class{t: t, scope: ev.scope}
	out := &thing{class: c, props: map[string]*thing{}}
	c.self = out
	if s := t.kid(0); s.form != fEmpty {
		c.super = ev.expr(s)
	}
	switch {
	case t.text == "":
	case ev.php:
		ev.set(ev.declare(ev.global, "class "+strings.ToLower(t.text)), out, t)
	default:
		ev.set(ev.declare(ev.scope, t.text), out, t)
	}
	ev.members(t.kids[1:], out, out, true)
	// The methods of its objects are functions of the code, called or not.
	ev.members(t.kids[1:], &thing{class: c, props: map[string]*thing{}}, nil, false)
	return out
}

// members gives an object or a class its members.
func (ev *follower) members(kids []*tree, o, static *thing, statics bool) {
	saved := ev.act
	act := *saved
	act.this = o
	ev.act = &act
	for _, k := range kids {
		if k.form == fBlock && k.flag&isField != 0 {
			ev.members(k.kids, o, static, statics)
			continue
		}
		if k.flag&isStatic != 0 != statics {
			continue
		}
		switch {
		case k.form == fBlock:
			ev.statement(k)
		case k.form == fPair:
			val := ev.expr(k.kid(1))
			for _, f := range val.funcs {
				if f.fn == k.kid(1) {
					f.this = o
				}
			}
			if k.flag&isGetter != 0 {
				for _, f := range val.funcs {
					if len(f.fn.kid(0).kids) == 0 {
						val = ev.enter(f, o, nil, false)
					}
				}
			}
			ev.put(o, ev.expr(k.kid(0)), val)
		}
	}
	ev.act = saved
}

// construct makes an object of a class of the code.
func (ev *follower) construct(fn *thing, s *site) *thing {
	o := &thing{props: map[string]*thing{}}
	if s.this != nil && s.t.form == fCall { // super(…)
		o = s.this
	}
	ev.fillObject(o, fn.class, 0)
	for _, name := range [...]string{"constructor", "__construct"} {
		if f := o.props[name]; f != nil {
			for _, c := range f.funcs {
				ev.enter(c, o, s.args, s.open)
			}
		} else if sup := fn.class.super; sup != nil && len(sup.names) > 0 && name == "constructor" {
			for _, n := range sup.names {
				o = eitherOf(o, ev.lang.invoke(ev, n, s))
			}
		}
	}
	for _, destructor := range [...]string{"__destruct", "__toString", "__invoke"} {
		if f := o.props[destructor]; f != nil {
			ev.escape(1, f)
		}
	}
	return o
}

// fillObject gives an object the members of a class and those above it.
func (ev *follower) fillObject(o *thing, c *class, depth int) {
	if sup := c.super; sup != nil && depth < 16 {
		if sup.class != nil {
			ev.fillObject(o, sup.class, depth+1)
		}
		for _, n := range sup.names {
			o.names = append(o.names, n+"()")
		}
	}
	inner := &thing{props: map[string]*thing{}}
	saved := ev.scope
	ev.scope = c.scope
	ev.members(c.t.kids[1:], o, inner, false)
	ev.scope = saved
	if o.class == nil {
		o.class = c
	}
}

// newTree follows new X(…).
func (ev *follower) newTree(t *tree) *thing {
	var fn *thing
	if ev.php {
		fn = ev.phpClass(t.kid(0))
	} else {
		fn = ev.expr(t.kid(0))
	}
	s := &site{t: t, made: true}
	s.args, s.open = ev.arguments(t.kids[1:])
	var out *thing
	if len(fn.funcs) > 0 { // a function as a constructor
		o := &thing{props: map[string]*thing{}}
		for _, c := range fn.funcs {
			if p := fn.props["prototype"]; p != nil {
				for k, v := range p.props {
					o.props[k] = eitherOf(o.props[k], v)
				}
			}
			ev.enter(c, o, s.args, s.open)
		}
		out = o
	}
	rest := *fn
	rest.funcs = nil
	if len(fn.funcs) == 0 || len(fn.names) > 0 || fn.class != nil {
		out = eitherOf(out, ev.call(&rest, s))
	}
	return out
}
