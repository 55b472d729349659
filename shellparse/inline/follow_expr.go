package inline

import "strconv"

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
