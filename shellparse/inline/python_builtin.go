package inline

import (
	"strconv"
	"strings"
)

// builtin are the functions that need no import, and those of importlib.
func (e *pyEval) builtin(base string, a *pyArgs, n *pyNode) pyVal {
	first := a.arg(0, "source object string name stmt statement").orUnknown()
	switch base {
	case "eval", "exec", "execfile", "compile", "timeit", "repeat", "Timer", "run", "runctx", "runeval":
		return e.execute(base, first, a, n)
	case "__import__", "import_module", "reload":
		return e.importName(first, n)
	case "breakpoint", "help", "exit", "quit", "copyright", "credits", "license", "print", "isinstance", "issubclass", "hasattr", "callable", "id", "hash", "dir", "repr", "ascii", "type":
		if file := a.named("file"); base == "print" && file != nil {
			for _, o := range file {
				if o.form == pyInst {
					var parts []Value
					for i, v := range a.pos {
						if i > 0 {
							parts = append(parts, lit(" "))
						}
						parts = append(parts, v.str())
					}
					e.instMethod(o, "write", &pyArgs{pos: []pyVal{pyOf(join(append(parts, lit("\n"))...), 's')}}, n)
				}
			}
		}
		if base == "type" && len(a.pos) >= 3 {
			e.loseArgs(a)
		}
		if base == "repr" || base == "ascii" {
			if _, ok := first.number(); ok {
				return pyOf(first.str(), 's')
			}
			return pyOf(computed(first.str()), 's')
		}
		return pyComputed(a.all()...)
	case "getattr":
		return e.getattr(first, a.arg(1, "name").orUnknown(), a.arg(2, ""), n)
	case "setattr":
		e.setNamed(first, a.arg(1, "").orUnknown(), a.arg(2, "").orUnknown(), n)
		return pyStrConst("None")
	case "delattr":
		return pyStrConst("None")
	case "globals":
		return pyLibrary("globals()")
	case "locals":
		return pyLibrary("vars()")
	case "vars":
		if len(a.pos) == 0 {
			return pyLibrary("vars()")
		}
		return pySpaceOf(first)
	case "str", "unicode", "bytes", "bytearray", "memoryview":
		return e.stringOf(base, first, a)
	case "int":
		return e.intOf(first, a)
	case "chr", "unichr":
		if i, ok := first.number(); ok && i >= 0 && i <= 0x10ffff {
			return pyStr(string(rune(i)))
		}
		return pyOf(computed(first.str()), 's')
	case "ord":
		if s, ok := first.exact(); ok {
			if r := []rune(s[:min(len(s), 8)]); len(r) >= 1 && len(s) <= 4 {
				return pyNumber(int(r[0]))
			}
		}
		return pyComputed(first)
	case "hex", "oct", "bin":
		if i, ok := first.number(); ok {
			switch base {
			case "hex":
				return pyStr("0x" + strconv.FormatInt(int64(i), 16))
			case "oct":
				return pyStr("0o" + strconv.FormatInt(int64(i), 8))
			}
		}
		return pyOf(computed(first.str()), 's')
	case "list", "tuple", "set", "frozenset", "sorted", "iter", "aiter":
		if base == "iter" && len(a.pos) == 2 {
			e.call(first, &pyArgs{}, n)
			return pyLibrary("itertools.count()")
		}
		if len(a.pos) == 0 {
			return pyItems()
		}
		e.keyed(a, first, n)
		if base == "sorted" || base == "set" || base == "frozenset" {
			items, exact := e.iterate(first)
			if exact && len(items) <= 1 {
				return pyItems(items...)
			}
			return pyOpenList(e.elementOf(first))
		}
		return pyItems(e.spread(first)...)
	case "reversed":
		items, exact := e.iterate(first)
		if !exact {
			return pyOpenList(e.elementOf(first))
		}
		out := make([]pyVal, len(items))
		for i, v := range items {
			out[len(items)-1-i] = v
		}
		return pyItems(out...)
	case "dict":
		d := &pyObj{form: pyDict, open: a.open}
		if len(a.pos) > 0 {
			d.merge(first)
			for _, o := range first {
				if o.form == pyListing {
					d.pairs(e, o)
				}
			}
		}
		for _, k := range a.kw {
			d.keys, d.values = append(d.keys, lit(k.name)), append(d.values, k.val)
		}
		return pyVal{d}
	case "next", "anext", "min", "max":
		if len(a.pos) > 1 && base != "next" {
			e.keyed(a, pyItems(a.pos...), n)
		} else {
			e.keyed(a, first, n)
		}
		if len(a.pos) > 1 && base != "next" {
			return pyComputed(a.all()...)
		}
		v := e.elementOf(first)
		if d := a.arg(1, ""); d != nil {
			v = pyEither(v, d)
		}
		return v
	case "enumerate":
		items, exact := e.iterate(first)
		if !exact || len(items) > pyMaxList {
			return pyOpenList(pyItems(pyUnknown(), e.elementOf(first)))
		}
		out := make([]pyVal, len(items))
		for i, v := range items {
			out[i] = pyItems(pyNumber(i), v)
		}
		return pyItems(out...)
	case "zip":
		return e.zip(a)
	case "range", "xrange":
		return e.ranged(a)
	case "map", "filter":
		return e.mapping(base, a, n)
	case "sum", "abs", "round", "divmod", "pow", "len", "any", "all", "bool", "float", "complex", "slice", "format":
		if base == "len" {
			if items, exact := e.iterate(first); exact {
				return pyNumber(len(items))
			}
			return pyUnknown()
		}
		return pyComputed(a.all()...)
	case "input", "raw_input":
		return pyOf(from(Input, ""), 's')
	case "super":
		self := "self"
		if len(e.stack) > 0 {
			if f := e.stack[len(e.stack)-1]; f.class != nil && len(f.node.more) > 0 {
				self = f.node.more[0].text
			}
		}
		for s := e.scope; s != nil; s = s.up {
			if v, ok := s.vars[self]; ok {
				return pySuperOf(v)
			}
		}
		return pyUnknown()
	case "object", "property", "staticmethod", "classmethod":
		if len(a.pos) > 0 {
			e.lose(first)
			return first
		}
		return pyVal{{form: pyObject, attrs: map[string]pyVal{}}}
	case "apply":
		return e.call(first, &pyArgs{pos: e.spread(a.arg(1, "").orUnknown())}, n)
	}
	return nil
}

// keyed calls what elements are compared by with each of them.
func (e *pyEval) keyed(a *pyArgs, list pyVal, n *pyNode) {
	key := a.named("key")
	if key == nil {
		return
	}
	items, exact := e.iterate(list)
	if !exact || len(items) > 8 {
		items = []pyVal{e.elementOf(list)}
	}
	for _, x := range items {
		e.call(key, &pyArgs{pos: []pyVal{x}}, n)
	}
}

// superOf sees an object as one of the classes its class is made of.
func pySuperOf(v pyVal) pyVal {
	var out pyVal
	for _, o := range v {
		if o.form != pyObject || o.class == nil {
			out = pyEither(out, pyUnknown())
			continue
		}
		up := &pyClass{name: o.class.name, scope: &pyScope{vars: map[string]pyVal{}}, bases: o.class.bases}
		out = pyEither(out, pyVal{{form: pyObject, class: up, attrs: o.attrs}})
	}
	return out
}

func (d *pyObj) pairs(e *pyEval, o *pyObj) {
	items, exact := e.iterate(pyVal{o})
	d.open = d.open || !exact
	for _, p := range items {
		d.keys = append(d.keys, e.index(p, 0).str())
		d.values = append(d.values, e.index(p, 1))
	}
}

func (e *pyEval) stringOf(base string, v pyVal, a *pyArgs) pyVal {
	kind := byte('b')
	if base == "str" || base == "unicode" {
		kind = 's'
	}
	if len(a.pos) == 0 {
		return pyOf(lit(""), kind)
	}
	if kind == 'b' {
		for _, o := range v {
			if o.form != pyListing {
				continue
			}
			var b []byte
			if len(o.lists) != 1 {
				return pyOf(unknown(), kind)
			}
			for _, x := range o.lists[0] {
				i, ok := x.number()
				if !ok || i < 0 || i > 255 {
					return pyOf(unknown(), kind)
				}
				b = append(b, byte(i))
			}
			return pyOf(lit(string(b)), kind)
		}
		if _, ok := v.number(); ok {
			return pyOf(unknown(), kind)
		}
	}
	return pyOf(v.str(), kind)
}

func (e *pyEval) intOf(v pyVal, a *pyArgs) pyVal {
	base := 10
	if b := a.arg(1, "base"); b != nil {
		n, ok := b.number()
		if !ok {
			return pyComputed(v)
		}
		base = n
	}
	t := v.str()
	out := make(Value, 0, len(t))
	for _, x := range t {
		s, ok := x.Exact()
		if !ok {
			if len(x) == 1 {
				out = append(out, x)
			} else {
				out = append(out, computed(Value{x})...)
			}
			continue
		}
		s = strings.TrimSpace(s)
		if base == 16 {
			s = strings.TrimPrefix(strings.ToLower(s), "0x")
		}
		if base >= 0 && base <= 36 && base != 1 {
			if i, err := strconv.ParseInt(s, base, 64); err == nil {
				out = append(out, Text{{Lit: strconv.FormatInt(i, 10)}})
				continue
			}
		}
		out = append(out, Text{{Source: Unknown}})
	}
	return pyOf(out, 'i')
}

func (e *pyEval) zip(a *pyArgs) pyVal {
	shortest := -1
	var cols [][]pyVal
	for _, v := range a.pos {
		items, exact := e.iterate(v)
		if !exact {
			row := make([]pyVal, len(a.pos))
			for i, v := range a.pos {
				row[i] = e.elementOf(v)
			}
			return pyOpenList(pyItems(row...))
		}
		cols = append(cols, items)
		if shortest < 0 || len(items) < shortest {
			shortest = len(items)
		}
	}
	e.spend(max(shortest, 0) * len(cols))
	var rows []pyVal
	for i := 0; i < shortest; i++ {
		row := make([]pyVal, len(cols))
		for j := range cols {
			row[j] = cols[j][i]
		}
		rows = append(rows, pyItems(row...))
	}
	return pyItems(rows...)
}

func (e *pyEval) ranged(a *pyArgs) pyVal {
	lo, hi, step := 0, 0, 1
	ok := true
	get := func(i int) int {
		n, known := a.arg(i, "").orUnknown().number()
		ok = ok && known
		return n
	}
	switch len(a.pos) {
	case 1:
		hi = get(0)
	case 2:
		lo, hi = get(0), get(1)
	case 3:
		lo, hi, step = get(0), get(1), get(2)
	}
	if !ok || step == 0 || (hi-lo)/step > 256 {
		return pyOpenList(pyOf(unknown(), 'i'))
	}
	e.spend(max((hi-lo)/step, 0))
	var items []pyVal
	for i := lo; step > 0 && i < hi || step < 0 && i > hi; i += step {
		items = append(items, pyNumber(i))
	}
	return pyItems(items...)
}

func (e *pyEval) mapping(base string, a *pyArgs, n *pyNode) pyVal {
	if len(a.pos) < 2 {
		e.loseArgs(a)
		return pyUnknown()
	}
	f := a.pos[0]
	items, exact := e.iterate(a.pos[1])
	cost := (n.end - n.pos) * len(items)
	if len(a.pos) > 2 {
		row := []pyVal{}
		for _, v := range a.pos[1:] {
			row = append(row, e.elementOf(v))
		}
		return pyOpenList(e.call(f, &pyArgs{pos: row}, n))
	}
	if !exact || len(items) > maxPyUnroll || cost > e.budget {
		element := e.elementOf(a.pos[1])
		v := e.call(f, &pyArgs{pos: []pyVal{element}}, n)
		if base == "filter" {
			v = element
		}
		return pyOpenList(v)
	}
	e.budget -= cost
	out := make([]pyVal, len(items))
	for i, x := range items {
		out[i] = e.call(f, &pyArgs{pos: []pyVal{x}}, n)
	}
	if base == "filter" {
		return pyOpenList(e.elementOf(a.pos[1]))
	}
	return pyItems(out...)
}
