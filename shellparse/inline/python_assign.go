package inline

// assign gives a target its value.
func (e *pyEval) assign(t *pyNode, v pyVal) {
	switch t.kind {
	case pyNName:
		e.set(t.text, v)
	case pyNStar:
		e.assign(t.x, pyOpenList(v))
	case pyNTuple, pyNList:
		for i, x := range t.list {
			if x.kind == pyNStar {
				e.assign(x.x, pyOpenList(e.elementOf(v)))
				continue
			}
			e.assign(x, e.index(v, i))
		}
	case pyNAttr:
		e.setAttr(e.eval(t.x), t.text, v, t)
	case pyNSub:
		e.setItem(e.eval(t.x), t.y, v, t)
	}
}

func (e *pyEval) setAttr(obj pyVal, name string, v pyVal, n *pyNode) {
	for _, o := range obj {
		switch o.form {
		case pyLib:
			if pyNamespace(o.name) {
				e.setName(o.name, pyStr(name), v, n)
				continue
			}
			e.setIn(e.globals, o.name+"."+name, pyEither(e.member(o.name, name), v))
			if !pyTable(o.name) {
				e.lose(v)
			}
		case pyObject:
			e.hook(o, "__setattr__", n, pyStr(name), v)
			o.attrs[name] = pyEither(o.attrs[name], v)
			if o.class != nil {
				all := o.class.shared()
				all[name] = pyEither(all[name], v)
			}
		case pyClassForm:
			e.setIn(o.class.scope, name, pyEither(o.class.scope.vars[name], v))
		case pyFunction:
			if hasWord("__code__ __defaults__ __kwdefaults__", name) {
				e.code("__code__", v.str(), n.pos, n.end)
			}
			e.lose(v)
		case pyText, pyInst, pyBound:
			e.lose(v)
		}
	}
}

func (e *pyEval) setItem(obj pyVal, key *pyNode, v pyVal, n *pyNode) {
	e.setKey(obj, e.eval(key), v, n)
}

// setKey is obj[k] = v.
func (e *pyEval) setKey(obj, k, v pyVal, n *pyNode) {
	for _, o := range obj {
		switch o.form {
		case pyLib:
			switch o.name {
			case "os.environ", "os.environb":
				e.like("os.environ", n, lit("export"), join(k.str(), lit("="), v.str()))
				if s, ok := k.exact(); ok && s == "PYTHONBREAKPOINT" {
					e.code("breakpoint", v.str(), n.pos, n.end)
				}
			case "globals()", "vars()", "__main__":
				e.setName(o.name, k, v, n)
			case "sys.modules":
				e.lose(v)
			default:
				if s, ok := k.exact(); ok && pyTable(o.name) {
					e.setIn(e.globals, o.name+"."+s, pyEither(e.member(o.name, s), v))
				}
			}
		case pyDict:
			o.keys, o.values = append(o.keys, k.str()), append(o.values, v)
			if len(o.keys) > pyMaxList {
				o.shrink()
			}
		case pyListing:
			e.setElement(o, k, v)
		case pyObject:
			e.hook(o, "__setitem__", n, k, v)
			e.lose(v)
		case pyInst:
			if o.name == "namespace" {
				e.setSpace(o, k, v, n)
				continue
			}
			e.lose(v)
		case pyText: // a bytearray, or an object of which nothing is known
			if o.kind != 's' {
				o.text = either(o.text, computed(o.text, v.str()))
			}
			e.lose(v)
		default:
			e.lose(v)
		}
	}
}

// shrink makes a dict one whose keys are not known.
func (o *pyObj) shrink() {
	var all pyVal
	for _, v := range o.values {
		all = pyEither(all, v)
	}
	o.keys, o.values = []Value{unknown()}, []pyVal{all}
}

func (e *pyEval) setElement(o *pyObj, k, v pyVal) {
	i, ok := k.number()
	lists := make([][]pyVal, len(o.lists))
	for j, l := range o.lists {
		if ok && i < 0 {
			i += len(l)
		}
		if ok && i >= 0 && i < len(l) && !pyHasMany(l[:i+1]) {
			l = append([]pyVal(nil), l...)
			l[i] = v
		} else {
			l = []pyVal{pyManyOf(pyEither((&pyObj{lists: [][]pyVal{l}}).element(), v))}
		}
		lists[j] = l
	}
	e.setLists(o, lists)
}

func pyHasMany(l []pyVal) bool {
	for _, v := range l {
		if len(v) == 1 && v[0].form == pyMany {
			return true
		}
	}
	return false
}

func (e *pyEval) augment(n *pyNode) {
	v := e.eval(n.y)
	old := e.eval(n.x)
	if n.text == "+" {
		grown := false
		for _, o := range old {
			if o.form == pyListing {
				e.extend(o, v)
				grown = true
			}
		}
		if grown {
			return
		}
	}
	if n.text == "|" {
		for _, o := range old {
			if o.form == pyLib && o.name == "os.environ" {
				e.environ(v, n)
			}
		}
	}
	e.assign(n.x, e.binary(n.text, old, v, n))
}

func (e *pyEval) del(n *pyNode) {
	for _, x := range n.list {
		switch x.kind {
		case pyNSub:
			e.eval(x.y)
			for _, o := range e.eval(x.x) {
				if o.form == pyListing { // one of them is gone, which is not followed
					e.setLists(o, [][]pyVal{{pyManyOf(o.element())}})
				}
			}
		case pyNAttr:
			e.eval(x.x)
		}
	}
}
