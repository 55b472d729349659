package inline

// key is v[k] of dicts, lists and modules.
func (e *pyEval) key(v, k pyVal) pyVal {
	var out pyVal
	for _, o := range v {
		out = pyEither(out, e.keyOne(o, k))
	}
	return out
}

func (e *pyEval) keyOne(o *pyObj, k pyVal) pyVal {
	if i, ok := k.number(); ok && o.form != pyDict {
		return e.indexOne(o, i)
	}
	s, exact := k.exact()
	switch o.form {
	case pyDict:
		var out pyVal
		found := false
		for i, key := range o.keys {
			if !exact || pyMatches(key, s) {
				out = pyEither(out, o.values[i])
				known, ok := key.Exact()
				found = found || ok && exact && known == s
			}
		}
		if !found || o.open {
			out = pyEither(out, pyUnknown())
		}
		return out
	case pyListing:
		return o.element()
	case pyLib:
		switch o.name {
		case "os.environ", "os.environb":
			if exact {
				return pyOf(from(Env, s), 's')
			}
			return pyOf(unknown(), 's')
		case "sys.argv", "sys.argv[1:]":
			return pyOf(from(Args, ""), 's')
		case "sys.modules":
			if exact {
				return e.member("", s)
			}
			return pyAnything()
		case "globals()", "__main__":
			if !exact {
				return pyAnything()
			}
			outer := e.scope
			e.scope = e.globals
			defer func() { e.scope = outer }()
			return e.lookup(s)
		case "vars()":
			if !exact {
				return pyAnything()
			}
			return e.lookup(s)
		case "plumbum.local":
			return pyInstance("command", pyItems(k))
		}
		if !pyTable(o.name) {
			return pyUnknown()
		}
		if exact {
			return e.member(o.name, s)
		}
		return pyAnything()
	case pyInst:
		switch o.name {
		case "list of":
			return o.self
		case "namespace":
			return e.keyOne(o.entries(), k)
		case "command":
			return pyInstance("command", pyItems(append(append([]pyVal(nil), e.firstList(o.self)...), e.words(k)...)...))
		}
	case pyObject, pyClassForm:
		hook := "__getitem__"
		if o.form == pyClassForm {
			hook = "__class_getitem__"
		}
		if v := e.hook(o, hook, pyNowhere, k); v != nil {
			return v
		}
	case pyWild:
		return pyVal{o}
	}
	return pyComputed(pyVal{o})
}

// words are the elements of a tuple, or the value itself.
func (e *pyEval) words(v pyVal) []pyVal {
	if len(v) == 1 && v[0].form == pyListing {
		return e.spread(v)
	}
	return []pyVal{v}
}

// matches reports whether a key can be s.
func pyMatches(key Value, s string) bool {
	for _, t := range key {
		if x, ok := t.Exact(); !ok || x == s {
			return true
		}
	}
	return false
}

// subscript is v[y].
func (e *pyEval) subscript(v pyVal, y *pyNode, n *pyNode) pyVal {
	if y.kind != pyNSlice {
		return e.key(v, e.eval(y))
	}
	var bounds [3]int
	var given [3]bool
	known := true
	for i, x := range y.list {
		if x == nil {
			continue
		}
		b, ok := e.eval(x).number()
		bounds[i], given[i] = b, true
		known = known && ok
	}
	var out pyVal
	for _, o := range v {
		out = pyEither(out, e.slice(o, bounds, given, known))
	}
	return out
}

func (e *pyEval) slice(o *pyObj, b [3]int, given [3]bool, known bool) pyVal {
	step := 1
	if given[2] {
		step = b[2]
	}
	pick := func(n int) ([]int, bool) {
		if !known || step == 0 {
			return nil, false
		}
		lo, hi := 0, n
		if step < 0 {
			lo, hi = n-1, -1
		}
		clamp := func(x int) int {
			if x < 0 {
				x += n
			}
			if step < 0 {
				return min(max(x, -1), n-1)
			}
			return min(max(x, 0), n)
		}
		if given[0] {
			lo = clamp(b[0])
		}
		if given[1] {
			hi = clamp(b[1])
		}
		var out []int
		for i := lo; step > 0 && i < hi || step < 0 && i > hi; i += step {
			out = append(out, i)
		}
		return out, true
	}
	switch o.form {
	case pyText:
		if o.kind == 's' || o.kind == 'b' || o.kind == 0 {
			return pyOf(o.text.apply(func(s string) (string, bool) {
				e.spend(len(s) / 32)
				if len(s) > maxText || o.kind == 0 {
					return "", false
				}
				if o.kind == 'b' {
					idx, ok := pick(len(s))
					out := make([]byte, len(idx))
					for i, j := range idx {
						out[i] = s[j]
					}
					return string(out), ok
				}
				r := []rune(s)
				idx, ok := pick(len(r))
				out := make([]rune, len(idx))
				for i, j := range idx {
					out[i] = r[j]
				}
				return string(out), ok
			}), o.kind)
		}
	case pyListing:
		var out pyVal
		for _, l := range o.lists {
			idx, ok := pick(len(l))
			if !ok || pyHasMany(l) {
				out = pyEither(out, pyOpenList((&pyObj{lists: [][]pyVal{l}}).element()))
				continue
			}
			items := make([]pyVal, len(idx))
			for i, j := range idx {
				items[i] = l[j]
			}
			out = pyEither(out, pyItems(items...))
		}
		return out.orUnknown()
	case pyLib:
		if o.name == "sys.argv" && known && given[0] && b[0] == 1 && !given[1] && !given[2] {
			return pyLibrary("sys.argv[1:]")
		}
		if o.name == "sys.argv" || o.name == "sys.argv[1:]" {
			return pyOpenList(pyOf(from(Args, ""), 's'))
		}
	case pyInst:
		if o.name == "list of" {
			return pyVal{o}
		}
	}
	return pyComputed(pyVal{o})
}
