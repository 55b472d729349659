package inline

// A namespace is a dict of names: globals(), vars(), x.__dict__ and
// sys.modules["__main__"]. What is put there is what the name holds from then on.

// pyNamespace reports whether a full name is that of the text's own names.
func pyNamespace(name string) bool {
	return name == "globals()" || name == "vars()" || name == "__main__"
}

// setName sets a name of the text through a namespace. vars() inside of a
// function is a copy in some versions, so what was there stays possible.
func (e *pyEval) setName(space string, key, v pyVal, n *pyNode) {
	name, ok := key.exact()
	if !ok {
		e.code(space, v.str(), n.pos, n.end)
		return
	}
	s := e.globals
	if space == "vars()" {
		s = e.scope
	}
	e.setIn(s, name, pyEither(s.vars[name], v))
}

// namespace calls a method of a namespace, or one of the functions that set
// what they are told; ok is false where it is none.
func (e *pyEval) namespace(module, base string, a *pyArgs, n *pyNode) (out pyVal, ok bool) {
	if base == "__setattr__" && len(a.pos) >= 3 {
		e.setNamed(a.pos[0], a.pos[1], a.pos[2], n)
		return pyStrConst("None"), true
	}
	if !pyNamespace(module) {
		return nil, false
	}
	first := a.arg(0, "").orUnknown()
	switch base {
	case "update", "__ior__":
		for _, o := range first {
			if len(a.pos) == 0 {
				break
			}
			if o.form != pyDict || o.open {
				e.code(module+"."+base, pyVal{o}.str(), n.pos, n.end)
			}
			for i, k := range o.keys {
				e.setName(module, pyOf(k, 's'), o.values[i], n)
			}
		}
		for _, k := range a.kw {
			e.setName(module, pyStr(k.name), k.val, n)
		}
	case "__setitem__", "setdefault":
		e.setName(module, first, a.arg(1, "").orUnknown(), n)
	case "get", "pop", "__getitem__":
		v := e.key(pyLibrary(module), first)
		if d := a.arg(1, "default"); d != nil {
			v = pyEither(v, d)
		}
		return v, true
	default:
		return nil, false
	}
	return pyStrConst("None"), true
}

// setNamed is setattr.
func (e *pyEval) setNamed(obj, name, v pyVal, n *pyNode) {
	if s, ok := name.exact(); ok {
		e.setAttr(obj, s, v, n)
		return
	}
	e.lose(v)
}

// spaceOf is x.__dict__ of one of the text's own objects and classes.
func pySpaceOf(v pyVal) pyVal {
	out := append(pyVal(nil), v...)
	for i, o := range out {
		if o.form == pyObject || o.form == pyClassForm {
			out[i] = &pyObj{form: pyInst, name: "namespace", self: pyVal{o}}
		}
	}
	return out
}

// entries are what a namespace of an object is known to hold, as a dict.
func (o *pyObj) entries() *pyObj {
	d := &pyObj{form: pyDict, open: true}
	for _, of := range o.self {
		names := of.attrs
		if of.form == pyClassForm {
			names = of.class.scope.vars
		}
		for _, name := range sortedNames(names) {
			d.keys, d.values = append(d.keys, lit(name)), append(d.values, names[name])
		}
	}
	return d
}

// setSpace is x.__dict__[k] = v. A name that is not known may be any of those there are.
func (e *pyEval) setSpace(o *pyObj, key, v pyVal, n *pyNode) {
	if s, ok := key.exact(); ok {
		e.setAttr(o.self, s, v, n)
		return
	}
	for _, k := range o.entries().keys {
		if s, ok := k.Exact(); ok {
			e.setAttr(o.self, s, v, n)
		}
	}
	e.lose(v)
}

// spaceMethod is a method of x.__dict__.
func (e *pyEval) spaceMethod(o *pyObj, name string, a *pyArgs, n *pyNode) pyVal {
	first := a.arg(0, "")
	switch name {
	case "update", "__ior__":
		for _, d := range first {
			for i, k := range d.keys {
				e.setSpace(o, pyOf(k, 's'), d.values[i], n)
			}
			if d.form != pyDict || d.open {
				e.setSpace(o, pyUnknown(), pyUnknown(), n)
			}
		}
		for _, k := range a.kw {
			e.setSpace(o, pyStr(k.name), k.val, n)
		}
		return pyStrConst("None")
	case "__setitem__", "setdefault":
		e.setSpace(o, first.orUnknown(), a.arg(1, "").orUnknown(), n)
		return pyStrConst("None")
	}
	return e.dictMethod(o.entries(), name, a)
}
