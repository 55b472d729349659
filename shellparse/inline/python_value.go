package inline

// pyVal is what an expression of python may be: its alternatives, at least one.
type pyVal []*pyObj

// pyForm says what an alternative is.
type pyForm uint8

const (
	pyText      pyForm = iota // a str, bytes or number, or data of which nothing is known
	pyListing                 // a list, tuple, set or generator
	pyDict                    //
	pyLib                     // a module, class or function by its full name: os.system
	pyInst                    // an object of a class of a module: name is the class, self what it was made of
	pyBound                   // an attribute of an object, perhaps a method: self.name
	pyFunction                // one of the text's own
	pyClassForm               // one of the text's own
	pyObject                  // an object of one of the text's own classes
	pyPartial                 // a function with some of its arguments
	pyMany                    // in a list: any number of elements, each of which is self
	pyWild                    // may be any function there is
)

// pyObj is one alternative of a value.
type pyObj struct {
	form   pyForm
	kind   byte      // pyText: 's', 'b', 'i'; 0 where not known
	text   Value     // pyText
	lists  [][]pyVal // pyListing: what it may hold
	keys   []Value   // pyDict
	values []pyVal   // pyDict
	open   bool      // pyDict: it may hold more
	name   string
	self   pyVal
	fn     *pyFunc
	class  *pyClass
	attrs  map[string]pyVal // pyObject
	args   *pyArgs          // pyPartial
}

// pyArgs are the arguments of a call.
type pyArgs struct {
	pos  []pyVal
	kw   []pyKeyword
	open bool // more may be given by name: **x
}

type pyKeyword struct {
	name string
	val  pyVal
}

// pyMaxList is how many elements of a list are followed.
const pyMaxList = 1024

func pyOf(v Value, kind byte) pyVal  { return pyVal{{form: pyText, text: v, kind: kind}} }
func pyStr(s string) pyVal           { return pyOf(lit(s), 's') }
func pyUnknown() pyVal               { return pyOf(unknown(), 0) }
func pyLibrary(name string) pyVal    { return pyVal{{form: pyLib, name: name}} }
func pyItems(items ...pyVal) pyVal   { return pyVal{{form: pyListing, lists: [][]pyVal{items}}} }
func pyManyOf(element pyVal) pyVal   { return pyVal{{form: pyMany, self: element}} }
func pyOpenList(element pyVal) pyVal { return pyItems(pyManyOf(element)) }
func pyAnything() pyVal              { return pyVal{{form: pyWild}} }

func pyInstance(class string, self pyVal) pyVal {
	return pyVal{{form: pyInst, name: class, self: self}}
}

// pyEither is one value or the other. Texts become one; past the limit, lists
// do too.
func pyEither(a, b pyVal) pyVal {
	if len(a) == 0 {
		return b
	}
	out := a[:len(a):len(a)]
	for _, o := range b {
		out = out.with(o)
	}
	return out
}

func (v pyVal) with(o *pyObj) pyVal {
	for i, p := range v {
		if p == o {
			return v
		}
		if p.form != o.form {
			continue
		}
		switch o.form {
		case pyText:
			kind := p.kind
			if kind != o.kind {
				kind = 0
			}
			return v.replaced(i, &pyObj{form: pyText, text: either(p.text, o.text), kind: kind})
		case pyLib:
			if p.name == o.name {
				return v
			}
		case pyFunction:
			if p.fn == o.fn {
				return v
			}
		case pyWild:
			return v
		case pyInst:
			if p.name == o.name && len(p.self) == 1 && len(o.self) == 1 && p.self[0].form == pyText && o.self[0].form == pyText && p.attrs == nil {
				return v.replaced(i, &pyObj{form: pyInst, name: p.name, kind: p.kind, self: pyEither(p.self, o.self)})
			}
		}
	}
	if len(v) < pyMaxForms {
		return append(v[:len(v):len(v)], o)
	}
	l := lump{seen: map[*pyObj]bool{}}
	for _, p := range v {
		l.add(p, 0)
	}
	l.add(o, 0)
	return l.value()
}

func (v pyVal) replaced(i int, o *pyObj) pyVal {
	out := append(pyVal(nil), v...)
	out[i] = o
	return out
}

// pyMaxForms is how many alternatives besides those of a text a value has.
const pyMaxForms = 24

// lump gathers what is known of too many alternatives: data of which nothing
// is known, and every function among them. A function that lies in a list
// among them may then be anywhere.
type lump struct {
	seen  map[*pyObj]bool
	flat  pyVal
	taint bool
	wild  bool
}

func (l *lump) add(o *pyObj, depth int) {
	if l.seen[o] || l.wild {
		return
	}
	l.seen[o] = true
	if len(l.seen) > pyMaxList {
		l.wild = true
		return
	}
	switch o.form {
	case pyText:
		l.taint = l.taint || o.text.pid()
	case pyLib, pyFunction, pyPartial, pyClassForm:
		l.flat = append(l.flat, o)
		l.wild = l.wild || depth > 0 || len(l.flat) >= pyMaxForms
	case pyInst:
		if depth == 0 && len(l.flat) < pyMaxForms-1 && o.name != "file" {
			l.flat = append(l.flat, o)
		} else if o.name == "command" || o.name == "attrgetter" || o.name == "methodcaller" {
			l.wild = true
		}
	case pyWild:
		l.wild = true
	}
	for _, p := range o.self {
		l.add(p, depth+1)
	}
	for _, list := range o.lists {
		for _, v := range list {
			for _, p := range v {
				l.add(p, depth+1)
			}
		}
	}
	for _, v := range o.values {
		for _, p := range v {
			l.add(p, depth+1)
		}
	}
}

func (l *lump) value() pyVal {
	source := Unknown
	if l.taint {
		source = HostPID
	}
	out := pyOf(from(source, ""), 0)
	if l.wild {
		return append(out, &pyObj{form: pyWild})
	}
	return append(out, l.flat...)
}

// element is what an element of a list may be.
func (o *pyObj) element() pyVal {
	var out pyVal
	for _, l := range o.lists {
		for _, e := range l {
			if len(e) == 1 && e[0].form == pyMany {
				e = e[0].self
			}
			out = pyEither(out, e)
		}
	}
	if out == nil {
		out = pyUnknown()
	}
	return out
}

// str is the value as text.
func (v pyVal) str() Value {
	var out Value
	for _, o := range v {
		t := o.str()
		if out == nil {
			out = t
		} else {
			out = either(out, t)
		}
	}
	if out == nil {
		out = unknown()
	}
	return out
}

func (o *pyObj) str() Value {
	switch o.form {
	case pyText:
		return o.text
	case pyInst:
		switch o.name {
		case "pathlib.Path", "os.DirEntry", "psutil.Process", "http.client.HTTPConnection", "fabric.Connection", "tarfile.open":
			return o.self.str()
		}
	case pyMany:
		return from(Unknown, ManyWords)
	case pyDict, pyListing, pyBound, pyObject:
	}
	return computed(Value{o.taint()})
}

// taint is what flows from a value into what is computed of it.
func (o *pyObj) taint() Text {
	left := 256
	if o.tainted(&left) {
		return Text{{Source: HostPID}}
	}
	return Text{{Source: Unknown}}
}

func (o *pyObj) tainted(left *int) bool {
	if *left--; *left < 0 {
		return false
	}
	if o.form == pyText {
		return o.text.pid()
	}
	for _, p := range o.self {
		if p.tainted(left) {
			return true
		}
	}
	for _, l := range o.lists {
		for _, v := range l {
			for _, p := range v {
				if p.tainted(left) {
					return true
				}
			}
			if *left < 0 {
				return false
			}
		}
	}
	for _, v := range o.values {
		for _, p := range v {
			if p.tainted(left) {
				return true
			}
		}
		if *left < 0 {
			return false
		}
	}
	return false
}

// pyComputed is data computed from values in a way that is not followed.
func pyComputed(vs ...pyVal) pyVal {
	for _, v := range vs {
		for _, o := range v {
			if o.taint()[0].Source == HostPID {
				return pyOf(from(HostPID, ""), 0)
			}
		}
	}
	return pyUnknown()
}

func (a *pyArgs) all() []pyVal {
	out := a.pos[:len(a.pos):len(a.pos)]
	for _, k := range a.kw {
		out = append(out, k.val)
	}
	return out
}

// arg is a positional argument, or the one given by a name; nil where neither is.
func (a *pyArgs) arg(i int, name string) pyVal {
	for k := 0; k <= i && k < len(a.pos); k++ {
		if v := a.pos[k]; len(v) == 1 && v[0].form == pyMany {
			return v[0].self
		}
		if k == i {
			return a.pos[k]
		}
	}
	return a.named(name)
}

func (a *pyArgs) named(names string) pyVal {
	for _, k := range a.kw {
		if hasWord(names, k.name) {
			return k.val
		}
	}
	return nil
}

// orUnknown is an argument that may be missing.
func (v pyVal) orUnknown() pyVal {
	if v == nil {
		return pyUnknown()
	}
	return v
}

// exact is the only text of a value, where it is known.
func (v pyVal) exact() (string, bool) {
	if len(v) != 1 || v[0].form != pyText {
		return "", false
	}
	return v[0].text.Exact()
}
