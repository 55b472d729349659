package inline

import (
	"strconv"
)

func pyNumber(n int) pyVal         { return pyOf(lit(strconv.Itoa(n)), 'i') }
func pyStrConst(name string) pyVal { return pyOf(lit(name), 'c') }

// eval gives what an expression may be, and records what it does.
func (e *pyEval) eval(n *pyNode) pyVal {
	if n == nil {
		return pyUnknown()
	}
	if !e.enter() {
		return pyUnknown()
	}
	defer func() { e.depth-- }()
	switch n.kind {
	case pyNName:
		return e.lookup(n.text)
	case pyNStr:
		kind := byte('s')
		if n.bytes {
			kind = 'b'
		}
		return pyOf(n.value, kind)
	case pyNNum:
		if i, ok := pyInt(n.text); ok {
			return pyNumber(i)
		}
		return pyOf(lit(n.text), 'i')
	case pyNFormat:
		return e.format(n)
	case pyNConst:
		return pyStrConst(n.text)
	case pyNAttr:
		return e.attr(e.eval(n.x), n.text, n)
	case pyNSub:
		return e.subscript(e.eval(n.x), n.y, n)
	case pyNSlice:
		for _, x := range n.list {
			if x != nil {
				e.eval(x)
			}
		}
		return pyUnknown()
	case pyNCall:
		return e.callNode(n)
	case pyNKeyword, pyNStar, pyNStar2:
		return e.eval(n.x)
	case pyNBin:
		return e.bin(n)
	case pyNUnary:
		v := e.eval(n.x)
		if i, ok := v.number(); ok {
			switch n.text {
			case "-":
				return pyNumber(-i)
			case "~":
				return pyNumber(^i)
			case "+":
				return v
			}
		}
		if n.text == "-" && len(v) == 1 && v[0].form == pyText && v[0].text.pid() {
			return pyOf(join(lit("-"), v[0].text), 'i')
		}
		var out pyVal
		for _, o := range v {
			out = pyEither(out, e.hook(o, pyUnaryHook(n.text), n))
		}
		return pyEither(out, pyComputed(v))
	case pyNAny:
		return e.anyOf(n)
	case pyNCond:
		e.eval(n.list[1])
		return pyEither(e.eval(n.list[0]), e.eval(n.list[2]))
	case pyNLambda:
		return pyVal{{form: pyFunction, fn: e.function(n)}}
	case pyNTuple, pyNList, pyNSet:
		return e.list(n.list)
	case pyNDict:
		return e.dict(n)
	case pyNComp:
		return e.comprehension(n)
	case pyNYield:
		v := pyUnknown()
		if n.x != nil {
			v = e.eval(n.x)
		}
		if n.text == "from" {
			v = e.elementOf(v)
		}
		e.scope.yields = pyEither(e.scope.yields, v)
		return pyUnknown()
	case pyNWalrus:
		v := e.eval(n.x)
		inner := e.scope
		for e.scope.comp { // it is set where the comprehension stands
			e.scope = e.scope.up
		}
		e.set(n.text, v)
		e.scope = inner
		return v
	}
	return pyUnknown()
}

func (e *pyEval) anyOf(n *pyNode) pyVal {
	var out pyVal
	compared := n.text != "and" && n.text != "or"
	for _, x := range n.list {
		v := e.eval(x)
		if !compared || len(n.list) > 2 {
			out = pyEither(out, v)
		}
	}
	if compared {
		out = pyEither(out, pyUnknown())
	}
	return out
}

func (e *pyEval) format(n *pyNode) pyVal {
	if n.x != nil { // a field of an f-string
		v := e.eval(n.x)
		if n.text != "plain" {
			if _, ok := v.number(); !ok {
				return pyComputed(v)
			}
			return pyComputed(v)
		}
		return v
	}
	parts := make([]Value, 0, len(n.list))
	for _, x := range n.list {
		parts = append(parts, e.eval(x).str())
	}
	kind := byte('s')
	if n.bytes {
		kind = 'b'
	}
	return pyOf(join(parts...), kind)
}

func (e *pyEval) list(nodes []*pyNode) pyVal {
	items := make([]pyVal, 0, len(nodes))
	for _, x := range nodes {
		v := e.eval(x)
		if x.kind != pyNStar {
			items = append(items, v)
			continue
		}
		items = append(items, e.spread(v)...)
	}
	return pyItems(items...)
}

// spread are the elements of a value that is unpacked: *x.
func (e *pyEval) spread(v pyVal) []pyVal {
	items, exact := e.iterate(v)
	if exact {
		return items
	}
	if len(v) == 1 && v[0].form == pyListing && len(v[0].lists) == 1 {
		return v[0].lists[0]
	}
	element := pyUnknown()
	if len(items) > 0 {
		element = (&pyObj{lists: [][]pyVal{items}}).element()
	}
	return []pyVal{pyManyOf(element)}
}

func (e *pyEval) dict(n *pyNode) pyVal {
	d := &pyObj{form: pyDict}
	for i, k := range n.more {
		v := e.eval(n.list[i])
		if k == nil {
			d.merge(v)
			e.weigh(d)
			continue
		}
		d.keys, d.values = append(d.keys, e.eval(k).str()), append(d.values, v)
	}
	return pyVal{d}
}

// merge adds the entries of other dicts.
func (d *pyObj) merge(v pyVal) {
	for _, o := range v {
		if o.form == pyDict {
			d.keys, d.values = append(d.keys, o.keys...), append(d.values, o.values...)
			d.open = d.open || o.open || len(v) > 1
		} else {
			d.open = true
			if o.form == pyWild {
				d.keys, d.values = append(d.keys, unknown()), append(d.values, pyVal{o})
			}
		}
	}
	if len(d.keys) > pyMaxList {
		d.shrink()
	}
}

// weigh counts the copy of a dict as work.
func (e *pyEval) weigh(d *pyObj) *pyObj {
	e.spend(len(d.keys) / 4)
	return d
}

func (e *pyEval) comprehension(n *pyNode) pyVal {
	outer := e.scope
	e.scope = &pyScope{vars: map[string]pyVal{}, up: outer, globals: outer.globals, comp: true}
	defer func() { e.scope = outer }()
	var items []pyVal
	var keys []Value
	exact := true
	var clause func(i int)
	clause = func(i int) {
		if i == len(n.list) {
			v := e.eval(n.x)
			if n.y != nil {
				keys = append(keys, v.str())
				v = e.eval(n.y)
			} else if n.x.kind == pyNStar {
				v = e.elementOf(v)
				exact = false
			}
			items = append(items, v)
			return
		}
		c := n.list[i]
		each, known := e.iterate(e.eval(c.y))
		if !known || len(each) > 8 {
			e.bombs(c, []*pyNode{n.x})
		}
		cost := (n.end - n.pos) * len(each)
		if !known || cost > e.budget || len(each) > pyMaxList {
			exact = false
			element := pyUnknown()
			if len(each) > 0 {
				element = (&pyObj{lists: [][]pyVal{each}}).element()
			}
			each = []pyVal{element}
		} else {
			e.budget -= cost
		}
		for _, v := range each {
			e.assign(c.x, v)
			for _, cond := range c.list {
				if t, known := e.eval(cond).truth(); !known || !t {
					exact = false
				}
				e.tests = append(e.tests, pyTest{cond, false, len(e.stack)})
			}
			clause(i + 1)
			e.tests = e.tests[:len(e.tests)-len(c.list)]
		}
	}
	clause(0)
	if n.y != nil {
		return pyVal{{form: pyDict, keys: keys, values: items, open: !exact}}
	}
	if exact && len(items) <= pyMaxList {
		return pyItems(items...)
	}
	if len(items) == 0 {
		return pyOpenList(pyUnknown())
	}
	return pyOpenList((&pyObj{lists: [][]pyVal{items}}).element())
}

// index is v[i] for a number that is known.
func (e *pyEval) index(v pyVal, i int) pyVal {
	var out pyVal
	for _, o := range v {
		out = pyEither(out, e.indexOne(o, i))
	}
	return out
}

func (e *pyEval) indexOne(o *pyObj, i int) pyVal {
	switch o.form {
	case pyListing:
		var out pyVal
		for _, l := range o.lists {
			j := i
			if j < 0 {
				j += len(l)
				if j >= 0 && pyHasMany(l[j:]) {
					j = -1
				}
			} else if j < len(l) && pyHasMany(l[:j+1]) {
				j = -1
			}
			if j >= 0 && j < len(l) {
				out = pyEither(out, l[j])
			} else {
				out = pyEither(out, (&pyObj{lists: [][]pyVal{l}}).element())
			}
		}
		return out.orUnknown()
	case pyText:
		if s, ok := o.text.Exact(); ok && (o.kind == 's' || o.kind == 'b') {
			if o.kind == 's' {
				e.spend(len(s) / 32)
				if len(s) > pyMaxList {
					return pyUnknown()
				}
				if r := []rune(s); len(r) > 0 {
					if i < 0 {
						i += len(r)
					}
					if i >= 0 && i < len(r) {
						return pyStr(string(r[i]))
					}
				}
				return pyUnknown()
			}
			if i < 0 {
				i += len(s)
			}
			if i >= 0 && i < len(s) {
				return pyNumber(int(s[i]))
			}
		}
	case pyLib:
		if o.name == "sys.argv" && i > 0 {
			return pyOf(from(Arg, strconv.Itoa(i)), 's')
		}
		if o.name == "sys.argv[1:]" && i >= 0 {
			return pyOf(from(Arg, strconv.Itoa(i+1)), 's')
		}
		if o.name == "sys.argv" && i == 0 {
			return pyOf(from(Script, ""), 's')
		}
	case pyDict:
		return e.key(pyVal{o}, pyNumber(i))
	case pyInst:
		if o.name == "list of" || o.name == "pair" {
			return o.self
		}
	case pyWild:
		return pyVal{o}
	}
	return pyComputed(pyVal{o})
}
