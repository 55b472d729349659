package inline

import (
	"strings"
)

// method is a call of o.name.
func (e *pyEval) method(o *pyObj, name string, a *pyArgs, n *pyNode) pyVal {
	switch o.form {
	case pyText:
		if v := e.textMethod(o, name, a, n); v != nil {
			return v
		}
		if o.kind == 0 || o.kind == 's' && !pyAllExact(o.text) && name == "rmdir" {
			return e.telling(o, name, a, n)
		}
	case pyListing:
		return e.listMethod(o, name, a)
	case pyDict:
		return e.dictMethod(o, name, a)
	case pyInst:
		return e.instMethod(o, name, a, n)
	case pyBound, pyObject, pyFunction, pyMany:
		if name == "__setattr__" && len(a.pos) == 2 {
			e.setNamed(pyVal{o}, a.pos[0], a.pos[1], n)
			return pyStrConst("None")
		}
		return e.telling(o, name, a, n)
	case pyWild:
		e.code(e.spelled(n), pyFirst(a), n.pos, n.end)
	}
	e.loseArgs(a)
	return pyComputed(append(a.all(), pyVal{o})...)
}

func pyAllExact(v Value) bool {
	for _, t := range v {
		if _, ok := t.Exact(); !ok {
			return false
		}
	}
	return true
}

// telling is a method whose name tells what it does, on an object of which
// nothing else is known.
func (e *pyEval) telling(o *pyObj, name string, a *pyArgs, n *pyNode) pyVal {
	if e.serves(e.sdks, name, a, n) {
		return pyVal{{form: pyBound, self: pyUnknown(), name: name}}
	}
	row := lookup(pyTelling.calls, name)
	if row == nil {
		e.loseArgs(a)
		return pyComputed(append(a.all(), pyVal{o})...)
	}
	full := &pyArgs{pos: append([]pyVal{{o}}, a.pos...), kw: a.kw, open: a.open}
	if strings.HasPrefix(row.like, "sh:") && len(a.pos)+len(a.kw) == 0 && !a.open {
		return pyUnknown() // platform.system() under another name
	}
	if row.like != "=" {
		return e.row(row, e.spelled(n), full, n)
	}
	first := a.arg(0, "sql query statement command cmd address mode")
	switch name {
	case "query":
		if s, ok := first.exact(); ok && pyCallsOut(s) {
			e.code(e.spelled(n), first.str(), n.pos, n.end)
		}
	case "send_signal":
		e.kill(e.spelled(n), pyVal{o}, a.arg(0, "sig"), n)
	case "execute", "executemany", "executescript", "exec_driver_sql":
		if first != nil && len(first) > 0 && (first[0].form == pyText || first[0].form == pyBound) {
			e.like(e.spelled(n), n, lit("psql"), lit("-c"), e.sql(first))
		}
	case "run", "local", "sudo":
		if e.invoke && first != nil && first[0].form == pyText && (first[0].kind == 's' || name == "sudo") && len(a.pos) <= 1 {
			cmd := first[0].text
			if name == "sudo" {
				cmd = join(lit("sudo "), cmd)
			}
			e.add(Effect{Kind: Shell, Call: e.spelled(n), Argv: []Value{cmd}, Pos: n.pos, End: n.end})
		}
	case "connect", "connect_ex":
		if first != nil && first[0].form == pyListing {
			e.like(e.spelled(n), n, lit("nc"), e.index(first, 0).str(), e.index(first, 1).str())
		}
	case "open":
		if m, ok := first.exact(); ok && len(m) <= 3 && strings.ContainsAny(m, "wax+") {
			e.opened(e.spelled(n), o.str(), first, n)
		}
	default:
		if e.calledBack(name, a, n) {
			return pyUnknown()
		}
	}
	e.loseArgs(a)
	return pyComputed(append(a.all(), pyVal{o})...)
}

// serves does what a call of one of these packages does; false where it is none.
func (e *pyEval) serves(of []*sdk, name string, a *pyArgs, n *pyNode) bool {
	if len(of) == 0 {
		return false
	}
	var named []string
	for _, k := range a.kw {
		named = append(named, k.name)
	}
	var args []Value
	for _, v := range a.pos {
		if len(v) == 1 && v[0].form == pyListing {
			for _, x := range e.firstList(v) {
				args = append(args, x.str())
			}
			continue
		}
		args = append(args, v.str())
	}
	done := false
	for _, s := range of {
		if row := s.find(name, named, len(a.pos)+len(a.kw) == 0); row != nil {
			for _, f := range row.does(name, args, n.pos, n.end) {
				e.add(f)
			}
			done = true
		}
	}
	if done {
		e.loseArgs(a)
	}
	return done
}

// calledBack calls a function that is handed to something which calls it with
// the arguments behind it: submit(f, x), map(f, xs).
func (e *pyEval) calledBack(name string, a *pyArgs, n *pyNode) bool {
	for i, v := range a.pos {
		for _, o := range v {
			if o.form != pyLib && o.form != pyFunction && o.form != pyPartial {
				continue
			}
			rest := a.pos[i+1:]
			switch name {
			case "map", "starmap", "imap", "imap_unordered":
				for _, x := range rest {
					e.callOne(o, e.mapped(name, e.elementOf(x)), n)
				}
				if len(rest) == 0 { // Series.map
					e.lose(pyVal{o})
				}
			case "apply_async", "apply":
				if len(rest) > 0 {
					e.callOne(o, &pyArgs{pos: e.spread(rest[0])}, n)
				} else if args := a.named("args"); args != nil {
					e.callOne(o, &pyArgs{pos: e.spread(args)}, n)
				} else { // Series.apply: with each of its elements
					e.lose(pyVal{o})
				}
			case "enter", "enterabs":
				if args := a.named("argument kwargs"); args != nil {
					rest = e.spread(args)
				} else if len(rest) > 0 {
					rest = e.spread(rest[0])
				}
				e.callOne(o, &pyArgs{pos: rest}, n)
			default:
				e.callOne(o, &pyArgs{pos: rest, kw: a.kw}, n)
			}
			return true
		}
	}
	return false
}

func (e *pyEval) mapped(name string, element pyVal) *pyArgs {
	if name == "starmap" {
		return &pyArgs{pos: e.spread(element)}
	}
	return &pyArgs{pos: []pyVal{element}}
}

// sql is a statement given as text, or wrapped: text("…").
func (e *pyEval) sql(v pyVal) Value { return v.str() }

func (e *pyEval) listMethod(o *pyObj, name string, a *pyArgs) pyVal {
	v := a.arg(0, "").orUnknown()
	switch name {
	case "append", "add", "appendleft", "insert":
		if name == "insert" {
			v = a.arg(1, "").orUnknown()
		}
		lists := make([][]pyVal, len(o.lists))
		for i, l := range o.lists {
			at := len(l)
			if name == "appendleft" {
				at = 0
			}
			if name == "insert" {
				k, ok := a.arg(0, "").orUnknown().number()
				if !ok || pyHasMany(l) {
					lists[i] = []pyVal{pyManyOf(pyEither(o.element(), v))}
					continue
				}
				if k < 0 {
					k += len(l)
				}
				at = min(max(k, 0), len(l))
			}
			if len(l) >= pyMaxList || e.loops > 0 && len(l) > 0 && at == len(l) && pyHasMany(l[len(l)-1:]) {
				if len(l) < pyMaxList { // any number more of them is no news
					lists[i] = append(l[:len(l)-1:len(l)-1], pyManyOf(pyEither(l[len(l)-1][0].self, v)))
					continue
				}
				lists[i] = []pyVal{pyManyOf(pyEither(o.element(), v))}
				continue
			}
			e.spend(len(l) / 16)
			next := make([]pyVal, 0, len(l)+1)
			next = append(append(append(next, l[:at]...), v), l[at:]...)
			lists[i] = next
		}
		e.setLists(o, lists)
		return pyStrConst("None")
	case "extend", "update", "extendleft":
		e.extend(o, v)
		return pyStrConst("None")
	case "pop", "popleft":
		element := o.element()
		if len(a.pos) == 0 && len(o.lists) == 1 && len(o.lists[0]) > 0 && !pyHasMany(o.lists[0]) {
			l := o.lists[0]
			e.setLists(o, [][]pyVal{l[:len(l)-1]})
			return l[len(l)-1]
		}
		e.setLists(o, [][]pyVal{{pyManyOf(element)}})
		return element
	case "remove", "sort", "reverse", "clear", "discard", "rotate":
		e.setLists(o, [][]pyVal{{pyManyOf(o.element())}})
		e.loseArgs(a)
		return pyStrConst("None")
	case "__setitem__":
		e.setElement(o, v, a.arg(1, "").orUnknown())
		return pyStrConst("None")
	case "__iadd__":
		e.extend(o, v)
		return pyVal{o}
	case "__delitem__":
		e.setLists(o, [][]pyVal{{pyManyOf(o.element())}})
		return pyStrConst("None")
	case "copy", "__iter__":
		return pyItems(o.lists[0]...)
	case "__getitem__":
		return e.key(pyVal{o}, v)
	case "union":
		return pyOpenList(pyEither(o.element(), e.elementOf(v)))
	case "send", "__next__", "asend":
		return o.element()
	case "index", "count":
		return pyUnknown()
	}
	e.loseArgs(a)
	return pyComputed(pyVal{o})
}

func (e *pyEval) extend(o *pyObj, v pyVal) {
	more := e.spread(v)
	lists := make([][]pyVal, len(o.lists))
	for i, l := range o.lists {
		e.spend((len(l) + len(more)) / 16)
		if len(l)+len(more) > pyMaxList {
			lists[i] = []pyVal{pyManyOf(pyEither(o.element(), e.elementOf(v)))}
			continue
		}
		lists[i] = append(l[:len(l):len(l)], more...)
	}
	e.setLists(o, lists)
}

func (e *pyEval) dictMethod(o *pyObj, name string, a *pyArgs) pyVal {
	key := a.arg(0, "")
	switch name {
	case "get", "pop", "setdefault", "__getitem__":
		v := e.keyOne(o, key.orUnknown())
		if d := a.arg(1, "default"); d != nil {
			v = pyEither(v, d)
			if name == "setdefault" {
				o.keys, o.values = append(o.keys, key.orUnknown().str()), append(o.values, d)
			}
		}
		return v
	case "values", "popitem":
		return pyItems(o.values...)
	case "keys":
		return pyVal{o}
	case "copy":
		return pyVal{{form: pyDict, keys: o.keys, values: o.values, open: o.open}}
	case "items":
		var items []pyVal
		for i, k := range o.keys {
			items = append(items, pyItems(pyOf(k, 's'), o.values[i]))
		}
		if o.open {
			items = append(items, pyManyOf(pyUnknown()))
		}
		return pyItems(items...)
	case "update":
		if key != nil {
			o.merge(key)
		}
		for _, k := range a.kw {
			o.keys, o.values = append(o.keys, lit(k.name)), append(o.values, k.val)
		}
		return pyStrConst("None")
	case "__setitem__":
		o.keys, o.values = append(o.keys, key.orUnknown().str()), append(o.values, a.arg(1, "").orUnknown())
		return pyStrConst("None")
	}
	e.loseArgs(a)
	return pyComputed(append(a.all(), pyVal{o})...)
}
