package inline

import (
	"strings"
)

// bin flattens a chain of additions, which may be thousands long.
func (e *pyEval) bin(n *pyNode) pyVal {
	if n.text != "+" {
		x := e.eval(n.x)
		return e.binary(n.text, x, e.eval(n.y), n)
	}
	var chain []*pyNode
	x := n
	for x.kind == pyNBin && x.text == "+" {
		chain = append(chain, x.y)
		x = x.x
	}
	vals := []pyVal{e.eval(x)}
	texts := pyIsText(vals[0])
	for i := len(chain) - 1; i >= 0 && e.r.step(); i-- {
		v := e.eval(chain[i])
		vals = append(vals, v)
		texts = texts && pyIsText(v)
	}
	if texts {
		parts := make([]Value, len(vals))
		for i, v := range vals {
			parts[i] = v.str()
		}
		return pyOf(join(parts...), vals[0][0].kind)
	}
	out := vals[0]
	for _, v := range vals[1:] {
		out = e.binary("+", out, v, n)
	}
	return out
}

func pyIsText(v pyVal) bool {
	return len(v) == 1 && v[0].form == pyText && (v[0].kind == 's' || v[0].kind == 'b')
}

func (e *pyEval) binary(op string, a, b pyVal, n *pyNode) pyVal {
	if x, ok := a.number(); ok {
		if y, ok := b.number(); ok {
			if z, ok := pyArithmetic(op, x, y); ok {
				return pyNumber(z)
			}
			return pyUnknown()
		}
	}
	var out pyVal
	for _, o := range a {
		out = pyEither(out, e.binaryOne(op, o, b, n))
	}
	for _, o := range out {
		e.spend(o.text.weight() >> 6)
	}
	return out
}

func pyArithmetic(op string, x, y int) (int, bool) {
	const big = 1 << 40
	small := x < big && x > -big && y < big && y > -big
	switch op {
	case "+":
		return x + y, small
	case "-":
		return x - y, small
	case "*":
		return x * y, x < 1<<20 && x > -1<<20 && y < 1<<20 && y > -1<<20
	case "//", "%":
		if y == 0 {
			return 0, false
		}
		q, r := x/y, x%y
		if r != 0 && (r < 0) != (y < 0) {
			q, r = q-1, r+y
		}
		if op == "%" {
			return r, true
		}
		return q, true
	case "^":
		return x ^ y, true
	case "&":
		return x & y, true
	case "|":
		return x | y, true
	case "<<":
		return x << min(max(y, 0), 62), small && y >= 0 && y < 20
	case ">>":
		return x >> min(max(y, 0), 62), y >= 0
	case "**":
		if y < 0 || y > 40 || x > 16 || x < -16 {
			return 0, false
		}
		z := 1
		for range y {
			if z *= x; z > big || z < -big {
				return 0, false
			}
		}
		return z, true
	}
	return 0, false
}

func (e *pyEval) binaryOne(op string, o *pyObj, b pyVal, n *pyNode) pyVal {
	self := pyVal{o}
	if v := e.operatorHook(op, o, b, n); v != nil {
		return v
	}
	switch op {
	case "+":
		switch o.form {
		case pyText:
			if len(b) > 0 && b[0].form == pyListing && o.kind == 0 {
				return pyItems(append([]pyVal{pyManyOf(pyUnknown())}, e.firstList(b)...)...)
			}
			kind := o.kind
			if kind == 0 && len(b) > 0 && b[0].form == pyText {
				kind = b[0].kind
			}
			if kind == 0 {
				if o.text.pid() {
					return pyComputed(self, b)
				}
				if _, ok := o.text.Exact(); !ok {
					return pyOf(join(o.text, b.str()), 0)
				}
			}
			if kind == 'i' {
				return pyComputed(self, b)
			}
			return pyOf(join(o.text, b.str()), kind)
		case pyListing:
			var out pyVal
			for _, l := range o.lists {
				for _, p := range b {
					if p.form != pyListing {
						out = pyEither(out, pyItems(append(l[:len(l):len(l)], pyManyOf(e.elementOf(pyVal{p})))...))
						continue
					}
					for _, m := range p.lists {
						e.spend((len(l) + len(m)) / 8)
						if len(l)+len(m) <= pyMaxList {
							out = pyEither(out, pyItems(append(l[:len(l):len(l)], m...)...))
						} else {
							out = pyEither(out, pyOpenList(pyEither(o.element(), p.element())))
						}
					}
				}
			}
			return out
		case pyLib:
			if o.name == "sys.argv" || o.name == "sys.argv[1:]" {
				return pyItems(append([]pyVal{pyManyOf(pyUnknown())}, e.firstList(b)...)...)
			}
		}
	case "/":
		switch {
		case o.form == pyInst && o.name == "pathlib.Path":
			return pyInstance(o.name, pyOf(pyPathJoin(o.self.str(), b.str()), 's'))
		case o.form == pyText:
			var out pyVal
			for _, p := range b {
				if p.form == pyInst && p.name == "pathlib.Path" {
					out = pyEither(out, pyInstance(p.name, pyOf(pyPathJoin(o.text, p.self.str()), 's')))
				}
			}
			if out == nil && o.kind == 0 && pyIsText(b) { // perhaps a path
				return pyOf(pyPathJoin(o.text, b.str()), 0)
			}
			if out != nil {
				return out
			}
		}
	case "%":
		if o.form == pyText && o.kind != 'i' {
			return pyOf(e.percent(o.text, b), o.kind)
		}
	case "*":
		if k, ok := b.number(); ok && k >= 0 {
			if o.form == pyText && o.kind != 'i' {
				if s, ok := o.text.Exact(); ok && k <= maxText && len(s)*k <= maxText && (o.kind == 's' || o.kind == 'b') {
					return pyOf(lit(strings.Repeat(s, k)), o.kind)
				}
			}
			if o.form == pyListing && len(o.lists) == 1 && k <= pyMaxList && len(o.lists[0])*k <= pyMaxList {
				var l []pyVal
				for range k {
					l = append(l, o.lists[0]...)
				}
				return pyItems(l...)
			}
		}
		if o.form == pyListing {
			return pyOpenList(o.element())
		}
	case "|":
		if o.form == pyDict || o.form == pyLib {
			return pyEither(self, b)
		}
		for _, p := range b {
			if p.form == pyLib || p.form == pyDict {
				return pyEither(self, b)
			}
		}
	}
	return pyComputed(self, b)
}

func (e *pyEval) firstList(b pyVal) []pyVal {
	if len(b) == 1 && b[0].form == pyListing && len(b[0].lists) == 1 {
		return b[0].lists[0]
	}
	return []pyVal{pyManyOf(e.elementOf(b))}
}

// percent is format % values.
func (e *pyEval) percent(format Value, b pyVal) Value {
	s, ok := format.Exact()
	if !ok {
		return computed(format, b.str())
	}
	var args []pyVal
	if len(b) == 1 && b[0].form == pyListing && len(b[0].lists) == 1 {
		args = b[0].lists[0]
	} else {
		args = []pyVal{b}
	}
	var out []Value
	next := 0
	for {
		i := strings.IndexByte(s, '%')
		if i < 0 || i+1 == len(s) {
			out = append(out, lit(s))
			return join(out...)
		}
		out = append(out, lit(s[:i]))
		s = s[i+1:]
		var arg pyVal
		named := false
		if s[0] == '(' {
			name, rest, _ := strings.Cut(s[1:], ")")
			s = rest
			named = true
			arg = e.key(b, pyStr(name))
		}
		k := 0
		for k < len(s) && strings.IndexByte("#0- +.123456789*lhL", s[k]) >= 0 {
			k++
		}
		if k == len(s) {
			return computed(format)
		}
		verb, plain := s[k], k == 0
		s = s[k+1:]
		if verb == '%' {
			out = append(out, lit("%"))
			continue
		}
		if !named {
			if next < len(args) && !pyHasMany(args[:next+1]) {
				arg = args[next]
			} else {
				arg = pyUnknown()
			}
			next++
		}
		v := arg.orUnknown().str()
		switch {
		case !plain:
			v = computed(v)
		case verb == 'c':
			if n, ok := arg.number(); ok {
				v = lit(string(rune(n)))
			}
		case verb != 's' && verb != 'd' && verb != 'i':
			v = computed(v)
		}
		out = append(out, v)
	}
}
