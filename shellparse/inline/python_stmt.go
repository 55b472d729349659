package inline

import "strings"

func (e *pyEval) block(list []*pyNode) {
	for i, n := range list {
		e.statement(n)
		if test := n.skips(); test != nil && len(e.toldOf(test)) > 0 {
			e.under(test, true, func() { e.block(list[i+1:]) })
			return
		}
	}
}

// enter counts how deep the walk is; past the limit the rest is unknown code.
func (e *pyEval) enter() bool {
	if !e.r.step() {
		return false
	}
	e.depth++
	if e.depth > 2000 {
		if !e.blind {
			e.blind = true
			e.mute = 0
			e.code(Limited, unknown(), 0, 0)
		}
		e.depth--
		return false
	}
	return true
}

// spend counts work that is more than a step: elements, stretches of a text.
func (e *pyEval) spend(n int) { e.r.steps += n }

func (e *pyEval) statement(n *pyNode) {
	if !e.enter() {
		return
	}
	defer func() { e.depth-- }()
	switch n.kind {
	case pyNExpr:
		if !e.forks(n.x, true) {
			e.eval(n.x)
		}
	case pyNAssign:
		if n.x == nil {
			e.annotated(n)
			return
		}
		v := e.eval(n.x)
		e.annotated(n)
		for _, t := range n.list {
			e.tells(t, n.x)
			e.assign(t, v)
		}
	case pyNAug:
		e.augment(n)
	case pyNReturn:
		v := pyStrConst("None")
		if n.x != nil {
			v = e.eval(n.x)
		}
		e.scope.result = pyEither(e.scope.result, v)
	case pyNRaise:
		for _, x := range n.list {
			e.eval(x)
		}
	case pyNDel:
		e.del(n)
	case pyNImport:
		e.imports(n)
	case pyNGlobal:
		e.declare(n)
	case pyNIf:
		e.ifs(n.list)
	case pyNWhile:
		e.while(n)
	case pyNFor:
		e.fors(n)
	case pyNTry:
		e.try(n)
	case pyNWith:
		e.with(n)
	case pyNDef:
		e.def(n)
	case pyNClass:
		e.class(n)
	case pyNMatch:
		v := e.eval(n.x)
		var states []pyState
		for _, c := range n.list {
			states = append(states, e.branch(func() {
				for _, name := range c.more {
					e.set(name.text, pyComputed(v))
				}
				if c.x != nil {
					e.eval(c.x)
				}
				e.block(c.list)
			}))
		}
		e.join(false, states...)
	}
}

func (e *pyEval) declare(n *pyNode) {
	if e.scope.globals == nil {
		e.scope.globals = map[string]*pyScope{}
	}
	for _, name := range n.list {
		to := e.globals
		if n.text == "nonlocal" {
			for s := e.scope.up; s != nil; s = s.up {
				if _, ok := s.vars[name.text]; ok {
					to = s
					break
				}
			}
		}
		e.scope.globals[name.text] = to
	}
}

func (e *pyEval) imports(n *pyNode) {
	for _, m := range append([]*pyNode{{text: n.text}}, n.list...) {
		root, _, _ := strings.Cut(m.text, ".")
		e.invoke = e.invoke || hasWord("invoke fabric fabric2 fabric3", root)
		if s := sdkOf(m.text); s != nil {
			e.sdks = append(e.sdks, s)
		} else if n.x != nil && len(n.list) > 0 && m == n.list[0] {
			for _, a := range n.list { // from google import cloud
				if s := sdkOf(n.text + "." + a.text); s != nil {
					e.sdks = append(e.sdks, s)
				}
			}
		}
	}
	if n.x != nil {
		module := n.text
		if strings.HasPrefix(module, ".") {
			module = "." + module
		}
		if len(n.list) == 0 {
			e.stars = append(e.stars, module)
			return
		}
		for _, a := range n.list {
			name := a.text
			if a.y != nil {
				name = a.y.text
			}
			e.set(name, e.member(module, a.text))
		}
		return
	}
	for _, a := range n.list {
		name, module := a.text, a.text
		if a.y != nil {
			name = a.y.text
		} else if i := strings.IndexByte(name, '.'); i >= 0 {
			name, module = name[:i], name[:i]
		}
		e.set(name, e.member("", module))
	}
}

func (e *pyEval) ifs(list []*pyNode) {
	var states []pyState
	exhaustive := false
	for i := 0; i < len(list); i += 2 {
		if i+1 == len(list) {
			states = append(states, e.branch(func() { e.block(list[i].list) }))
			exhaustive = true
			break
		}
		e.eval(list[i])
		states = append(states, e.branch(func() {
			e.refine(list[i])
			e.under(list[i], false, func() { e.block(list[i+1].list) })
		}))
	}
	e.join(exhaustive, states...)
}

// refine makes use of what a condition says of a name of which nothing else is
// known: x == "a", x in ("a", "b"), x.endswith(".pyc").
func (e *pyEval) refine(test *pyNode) {
	var name *pyNode
	var v pyVal
	switch {
	case test.kind == pyNAny && test.text == "and":
		for _, x := range test.list {
			e.refine(x)
		}
		return
	case test.kind == pyNAny && len(test.list) == 2 && (test.text == "==" || test.text == "in"):
		name = test.list[0]
		v = e.eval(test.list[1])
		if test.text == "in" {
			items, exact := e.iterate(v)
			if !exact || len(items) == 0 || v[0].form != pyListing {
				return
			}
			v = (&pyObj{lists: [][]pyVal{items}}).element()
		}
	case test.kind == pyNCall && test.x.kind == pyNAttr && test.x.text == "endswith" && len(test.list) == 1:
		name = test.x.x
		for _, o := range e.eval(test.list[0]) {
			ends := pyVal{o}
			if o.form == pyListing {
				ends = o.element()
			}
			v = pyEither(v, pyOf(join(from(Unknown, Entry), ends.str()), 's'))
		}
	default:
		return
	}
	if name.kind != pyNName || len(v) != 1 || v[0].form != pyText {
		return
	}
	old := e.lookup(name.text)
	if len(old) == 1 && old[0].form == pyText && len(old[0].text) == 1 && len(old[0].text[0]) == 1 && old[0].text[0][0].Source == Unknown {
		if _, ok := e.scope.vars[name.text]; ok {
			e.setIn(e.scope, name.text, pyOf(v[0].text, 's'))
		}
	}
}

func (e *pyEval) try(n *pyNode) {
	mark := len(e.trail)
	e.block(n.list)
	after := map[pySlot]pyVal{}
	for _, c := range e.trail[mark:] {
		if c.list == nil {
			after[pySlot{c.scope, c.name}] = c.scope.vars[c.name]
		}
	}
	passed := e.undo(mark, true) // an error comes after any of the statements
	e.join(false, passed)
	var states []pyState
	handled := false
	for _, h := range n.more {
		states = append(states, e.branch(func() {
			if h.x != nil {
				e.eval(h.x)
			}
			for _, name := range h.more {
				e.set(name.text, pyUnknown())
			}
			e.block(h.list)
		}))
		handled = true
	}
	if handled {
		states = append(states, e.branch(func() {
			for slot, v := range after {
				e.setIn(slot.scope, slot.name, v)
			}
		}))
	}
	e.join(false, states...)
	_ = passed
}

func (e *pyEval) with(n *pyNode) {
	back := false
	for _, item := range n.more {
		v := e.eval(item.x)
		if item.x.kind == pyNCall && item.x.x.kind == pyNAttr && item.x.x.text == "chdir" {
			back = true
		}
		v = e.entered(v, item)
		if item.y != nil {
			e.tells(item.y, item.x)
			e.assign(item.y, v)
		}
	}
	e.block(n.list)
	if back {
		e.like("contextlib.chdir", n, lit("cd"), lit("--"), from(Dir, ""))
	}
}

// entered is what "with" gives to the name behind "as".
func (e *pyEval) entered(v pyVal, n *pyNode) pyVal {
	var out pyVal
	for _, o := range v {
		w := pyVal{o}
		if o.form == pyObject && o.class != nil {
			if m := e.classAttr(o, "__enter__"); m != nil {
				w = e.call(m, &pyArgs{}, n)
			}
		}
		out = pyEither(out, w)
	}
	return out
}

func (e *pyEval) def(n *pyNode) {
	f := e.function(n)
	v := pyVal{{form: pyFunction, fn: f}}
	if n.x != nil {
		v = e.decorated(n.x, v)
	}
	e.set(n.text, v)
}

// decorated is a function or class behind its decorators: itself, or what
// they make of it.
func (e *pyEval) decorated(list *pyNode, v pyVal) pyVal {
	for i := len(list.list) - 1; i >= 0; i-- {
		d := e.eval(list.list[i])
		for _, o := range d {
			if o.form == pyFunction || o.form == pyClassForm {
				v = pyEither(v, e.call(pyVal{o}, &pyArgs{pos: []pyVal{v}}, list.list[i]))
			} else if row, _ := pyKnown(o.name); o.form == pyLib && (pyTable(o.name) || row != nil && row.like != "" && !hasWord("builtins.staticmethod builtins.classmethod builtins.property", o.name)) {
				v = pyEither(v, e.call(pyVal{o}, &pyArgs{pos: []pyVal{v}}, list.list[i]))
			}
		}
	}
	return v
}

// annotated evaluates what stands behind the colon of a name, as python does.
func (e *pyEval) annotated(n *pyNode) {
	if n.y != nil {
		e.eval(n.y)
	}
}

func (e *pyEval) function(n *pyNode) *pyFunc {
	f := &pyFunc{node: n, scope: e.scope}
	e.annotated(n)
	for _, p := range n.more {
		var d pyVal
		e.annotated(p)
		if p.x != nil {
			d = e.eval(p.x)
		}
		f.defaults = append(f.defaults, d)
	}
	if e.mute == 0 {
		e.funcs = append(e.funcs, f)
	}
	return f
}

func (e *pyEval) class(n *pyNode) {
	c := &pyClass{name: n.text, scope: &pyScope{vars: map[string]pyVal{}, up: e.scope, class: true}}
	e.annotated(n)
	var meta pyVal
	for _, b := range n.more {
		if b.kind == pyNKeyword {
			if v := e.eval(b.x); b.text == "metaclass" {
				meta = v
			}
			continue
		}
		c.bases = append(c.bases, e.eval(b))
	}
	outer := e.scope
	e.scope = c.scope
	e.block(n.list)
	e.scope = outer
	for _, v := range c.scope.vars {
		for _, o := range v {
			if o.form == pyFunction {
				o.fn.class = c
			}
		}
	}
	e.hooked(c)
	e.made(c, meta, n)
	v := pyVal{{form: pyClassForm, class: c}}
	if n.x != nil {
		v = e.decorated(n.x, v)
	}
	e.set(n.text, v)
}
