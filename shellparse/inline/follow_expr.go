package inline

import (
	"strconv"
	"strings"
)

func itoa(i int) string { return strconv.Itoa(i) }

// expr follows an expression and gives what is known of its value. The more
// that is, the more work it makes for whoever uses it.
func (ev *follower) expr(t *tree) *thing {
	if !ev.step() {
		return &thing{}
	}
	v := ev.evaluate(t)
	ev.r.steps += (len(v.elems) + len(v.props) + 8*len(v.or) + len(v.names) + len(v.funcs) + len(v.text)) / 2
	return v
}

func (ev *follower) evaluate(t *tree) *thing {
	switch t.form {
	case fText:
		return exactThing(t.text)
	case fNumber:
		if hasWord("null undefined false", t.text) {
			return &thing{none: true}
		}
		return &thing{text: lit(t.text), number: t.text != "true"}
	case fRegex:
		return &thing{names: []string{"RegExp()"}, args: []*thing{exactThing(t.text)}}
	case fTemplate:
		return textThing(ev.template(t))
	case fName, fVar:
		return ev.name(t)
	case fThis:
		return ev.this()
	case fList:
		return ev.list(t)
	case fObject:
		return ev.object(t)
	case fSpread, fAwait:
		return ev.expr(t.kid(0))
	case fYield:
		v := &thing{}
		if len(t.kids) > 0 {
			v = ev.expr(t.kid(0))
		}
		ev.act.ret = eitherOf(ev.act.ret, &thing{list: true, rest: v})
		return &thing{}
	case fMember:
		return ev.member(ev.expr(t.kid(0)), t.text)
	case fIndex:
		obj := ev.expr(t.kid(0))
		if len(t.kids) < 2 {
			return &thing{}
		}
		return ev.index(obj, ev.expr(t.kid(1)))
	case fCall:
		return ev.callTree(t)
	case fNew:
		return ev.newTree(t)
	case fUnary:
		return ev.unary(t)
	case fUpdate:
		old := ev.expr(t.kid(0))
		n := textThing(computed(old.str()))
		if v, ok := intOf(old); ok {
			d := 1
			if t.text == "--" {
				d = -1
			}
			n = numberThing(itoa(v + d))
		}
		n.number = true
		ev.bind(t.kid(0), n, t)
		return n
	case fBinary:
		return ev.binary(t)
	case fAssign:
		return ev.assign(t)
	case fCond:
		test := ev.expr(t.kid(0))
		var a, b *thing
		ev.either(func() {
			if t.kid(1).form == fEmpty {
				a = test
			} else {
				a = ev.expr(t.kid(1))
			}
		}, func() { b = ev.expr(t.kid(2)) })
		return eitherOf(a, b)
	case fFunc:
		return ev.closure(t)
	case fClass:
		return ev.classThing(t)
	case fSeq:
		if t.text == "unset" {
			for _, k := range t.kids {
				if o := ev.expr(k.kid(0)); k.form == fIndex && o.list {
					ev.loosen(o)
				}
			}
			return &thing{}
		}
		v := &thing{none: true}
		for _, k := range t.kids {
			v = ev.expr(k)
		}
		return v
	case fEmpty:
		return &thing{none: true}
	case fTagged, fShellRun, fVarVar, fSuper, fStatic, fImport, fCast:
		return ev.lang.special(ev, t)
	}
	ev.statement(t)
	return &thing{}
}

func intOf(t *thing) (int, bool) {
	if t == nil || t.text == nil {
		return 0, false
	}
	s, ok := t.text.Exact()
	if !ok {
		return 0, false
	}
	n, err := strconv.Atoi(s)
	return n, err == nil
}

func (ev *follower) template(t *tree) Value {
	parts := make([]Value, len(t.kids))
	for i, k := range t.kids {
		parts[i] = ev.expr(k).str()
	}
	return join(parts...)
}

// name is the value of a name.
func (ev *follower) name(t *tree) *thing {
	v, object := ev.lookup(t.text)
	var val *thing
	if object != nil {
		val = ev.member(object, t.text)
	}
	switch {
	case v != nil:
		return eitherOf(val, ev.get(v))
	case val != nil && !val.isData():
		return val
	}
	return eitherOf(val, ev.lang.free(ev, t.text, t))
}

func (ev *follower) this() *thing {
	if ev.act.this != nil {
		return ev.act.this
	}
	if ev.act.up == nil {
		return named("globalThis")
	}
	return &thing{names: []string{"globalThis"}}
}

func (ev *follower) list(t *tree) *thing {
	l := &thing{list: true}
	for i, k := range t.kids {
		switch k.form {
		case fSpread:
			ev.spread(l, ev.expr(k.kid(0)))
		case fPair:
			key, val := ev.expr(k.kid(0)), ev.expr(k.kid(1))
			if n, ok := intOf(key); ok && n == i {
				l.elems = append(l.elems, val)
				continue
			}
			ev.put(l, key, val)
		case fEmpty:
			l.elems = append(l.elems, &thing{none: true})
		default:
			l.elems = append(l.elems, ev.expr(k))
		}
	}
	if len(l.elems) == 0 && l.props != nil && l.rest == nil {
		l.list = false
	}
	return l
}

// spread puts the elements of v behind those of l.
func (ev *follower) spread(l, v *thing) {
	if v.list && len(v.or) == 0 {
		l.elems = append(l.elems[:len(l.elems):len(l.elems)], v.elems...)
		if v.rest != nil {
			l.rest = eitherOf(l.rest, v.rest)
		}
		return
	}
	if s, ok := v.str().Exact(); ok && v.text != nil { // its characters
		for _, c := range s {
			l.elems = append(l.elems, exactThing(string(c)))
		}
		return
	}
	l.rest = eitherOf(l.rest, v.all())
}

func (ev *follower) object(t *tree) *thing {
	o := &thing{props: map[string]*thing{}}
	for _, k := range t.kids {
		if k.form == fSpread {
			src := ev.expr(k.kid(0))
			for name, v := range src.props {
				o.props[name] = eitherOf(o.props[name], v)
			}
			o.names = append(o.names[:len(o.names):len(o.names)], src.names...)
			if src.props == nil || src.rest != nil {
				o.rest = eitherOf(o.rest, &thing{hidden: src.hidden})
			}
			continue
		}
		key := ev.expr(k.kid(0))
		val := ev.expr(k.kid(1))
		if k.flag&isGetter != 0 {
			for _, f := range val.funcs {
				val = ev.enter(f, o, nil, false)
			}
		}
		ev.put(o, key, val)
	}
	return o
}

// put gives an object or list a property or element.
func (ev *follower) put(o, key, val *thing) {
	if n, ok := intOf(key); ok && o.list && n >= 0 && n < len(o.elems) {
		o.elems[n] = eitherOf(o.elems[n], val)
		return
	} else if ok && o.list && n == len(o.elems) {
		o.elems = append(o.elems, val)
		return
	}
	name, ok := key.str().Exact()
	if !ok {
		if o.props == nil && !o.list {
			o.props = map[string]*thing{}
		}
		o.rest = eitherOf(o.rest, val)
		return
	}
	if o.props == nil {
		o.props = map[string]*thing{}
	}
	o.props[name] = eitherOf(o.props[name], val)
}

// member is a property by its name.
func (ev *follower) member(o *thing, name string) *thing {
	var out *thing
	if n, err := strconv.Atoi(name); err == nil {
		out = element(o, n)
	} else if o.props != nil {
		out = eitherOf(out, o.props[name])
		if o.rest != nil && out == nil {
			out = eitherOf(out, o.rest)
		}
	} else if o.rest != nil && !o.list {
		out = eitherOf(out, o.rest)
	}
	for _, n := range o.names {
		if p := ev.patched[n+"."+name]; p != nil {
			out = eitherOf(out, p)
		}
	}
	out = eitherOf(out, ev.lang.member(ev, o, name))
	if o.class != nil && out == nil {
		if s := o.class.super; s != nil {
			out = ev.member(s, name)
		}
	}
	if out == nil {
		out = &thing{text: taken(o)}
	}
	if o.hidden {
		c := *out
		c.hidden = true
		out = &c
	}
	return out
}

// element is one element of a list; a negative number counts from the end.
func element(o *thing, n int) *thing {
	var out *thing
	for _, l := range o.lists() {
		i := n
		if i < 0 {
			i += len(l.elems)
		}
		switch {
		case i >= 0 && i < len(l.elems) && (n >= 0 || l.rest == nil):
			out = eitherOf(out, l.elems[i])
		case l.rest != nil:
			out = eitherOf(out, l.rest)
		default:
			out = eitherOf(out, &thing{none: true})
		}
	}
	if o.props != nil {
		out = eitherOf(out, o.props[itoa(n)])
	}
	if s, ok := o.text.Exact(); ok && o.text != nil && !o.list {
		r := []rune(s)
		if n < 0 {
			n += len(r)
		}
		if n >= 0 && n < len(r) {
			out = eitherOf(out, exactThing(string(r[n])))
		}
	}
	return out
}

// index is a property under a name that is computed.
func (ev *follower) index(o, key *thing) *thing {
	var out *thing
	if key.text != nil {
		all := true
		for _, t := range key.text {
			s, ok := t.Exact()
			if !ok {
				all = false
				continue
			}
			out = eitherOf(out, ev.member(o, s))
		}
		if all {
			return out
		}
	}
	out = eitherOf(out, o.all())
	c := *out
	for _, n := range o.names {
		if !key.number && ev.lang.powerful(n) {
			c.hidden = true
		}
	}
	if o.hidden {
		c.hidden = true
	}
	return &c
}

func (ev *follower) unary(t *tree) *thing {
	if t.text == "typeof" || t.text == "delete" || t.text == "!" {
		ev.expr(t.kid(0))
		return &thing{}
	}
	v := ev.expr(t.kid(0))
	switch t.text {
	case "void":
		return &thing{none: true}
	case "+":
		return v
	case "-":
		if n, ok := intOf(v); ok {
			return numberThing(itoa(-n))
		}
		if v.text != nil {
			return textThing(join(lit("-"), v.text))
		}
	case "~":
		if n, ok := intOf(v); ok {
			return numberThing(itoa(^n))
		}
	}
	return textThing(computed(v.str()))
}

func (ev *follower) binary(t *tree) *thing {
	switch t.text {
	case "||", "??", "or", "&&", "and":
		v := ev.expr(t.kid(0))
		for _, k := range t.kids[1:] {
			var w *thing
			ev.either(func() { w = ev.expr(k) }, nil)
			if t.text == "&&" || t.text == "and" {
				v = eitherOf(w, &thing{none: true})
			} else {
				v = eitherOf(v, w)
			}
		}
		return v
	}
	vals := make([]*thing, len(t.kids))
	for i, k := range t.kids {
		vals[i] = ev.expr(k)
	}
	return ev.weigh(operate(t.text, vals))
}

// operate computes an operator of values.
func operate(op string, vals []*thing) *thing {
	switch op {
	case ".":
		return textThing(join(texts(vals)...))
	case "+":
		for _, v := range vals {
			if !v.number && (v.text != nil || v.list) {
				return textThing(join(texts(vals)...))
			}
		}
	case "==", "!=", "===", "!==", "<", ">", "<=", ">=", "<>", "<=>", "in", "instanceof", "xor":
		return &thing{}
	}
	n, known := intOf(vals[0])
	for _, v := range vals[1:] {
		m, ok := intOf(v)
		if known = known && ok; !known {
			break
		}
		n, known = integers(op, n, m)
	}
	if known {
		return numberThing(itoa(n))
	}
	return &thing{text: computed(texts(vals)...), number: op != "+"}
}

func texts(vals []*thing) []Value {
	out := make([]Value, len(vals))
	for i, v := range vals {
		out[i] = v.str()
	}
	return out
}

func integers(op string, n, m int) (int, bool) {
	switch op {
	case "+":
		return n + m, true
	case "-":
		return n - m, true
	case "*":
		return n * m, true
	case "/":
		if m != 0 && n%m == 0 {
			return n / m, true
		}
	case "%":
		if m != 0 {
			return n % m, true
		}
	case "^":
		return n ^ m, true
	case "&":
		return n & m, true
	case "|":
		return n | m, true
	case "<<":
		if m >= 0 && m < 32 {
			return int(int32(n << m)), true
		}
	case ">>", ">>>":
		if m >= 0 && m < 32 && n >= 0 {
			return n >> m, true
		}
	}
	return 0, false
}

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

// append puts an element behind a list.
func (ev *follower) append(o, v *thing) {
	for _, l := range o.lists() {
		if ev.repeats > 0 || len(l.elems) >= 4096 {
			l.rest = eitherOf(l.rest, v)
			continue
		}
		l.elems = append(l.elems[:len(l.elems):len(l.elems)], v)
	}
}

// loosen makes a list that is changed in a way that is not followed one of any
// number of what it held, and of what is put in.
func (ev *follower) loosen(o *thing, more ...*thing) {
	rest := o.all()
	for _, m := range more {
		rest = eitherOf(rest, m)
	}
	for _, l := range o.lists() {
		l.elems, l.rest = nil, rest
	}
	o.or = nil
}

// drop takes the first or the last element out of a list.
func (ev *follower) drop(o *thing, last bool) *thing {
	if o == nil || !o.list || ev.repeats > 0 || o.rest != nil || len(o.or) > 0 || len(o.elems) == 0 {
		all := o.all()
		if o != nil && o.list {
			ev.loosen(o)
		}
		return all
	}
	n := len(o.elems) - 1
	if last {
		e := o.elems[n]
		o.elems = o.elems[:n:n]
		return e
	}
	e := o.elems[0]
	o.elems = o.elems[1:]
	return e
}

// sliced are the elements of a list from one to before another; to < 0: to the
// end.
func sliced(o *thing, from, to int) *thing {
	if o == nil || !o.list {
		return &thing{list: true, rest: o.all()}
	}
	var out *thing
	for _, l := range o.lists() {
		i, k := from, to
		if i < 0 {
			i = max(0, len(l.elems)+i)
		}
		i = min(i, len(l.elems))
		if k < 0 || k > len(l.elems) {
			k = len(l.elems)
		}
		s := &thing{list: true, elems: l.elems[i:max(i, k)]}
		if to < 0 {
			s.rest = l.rest
		}
		out = eitherOf(out, s)
	}
	return out
}
