package inline

import "strings"

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
	lists := 0
	for i, p := range v {
		if p == o {
			return v
		}
		if p.form == pyListing {
			lists++
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
			out := append(pyVal(nil), v...)
			out[i] = &pyObj{form: pyText, text: either(p.text, o.text), kind: kind}
			return out
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
			if p.name == o.name && len(p.self) == 1 && len(o.self) == 1 && p.self[0].form == pyText && o.self[0].form == pyText {
				out := append(pyVal(nil), v...)
				out[i] = &pyObj{form: pyInst, name: p.name, self: pyEither(p.self, o.self)}
				return out
			}
		}
	}
	if o.form == pyListing && lists >= 8 || len(v) >= 64 {
		if o.form == pyText || len(v) >= 64 {
			return v.with0()
		}
		return append(v[:len(v):len(v)], pyOpenList(o.element())...).short()
	}
	return append(v[:len(v):len(v)], o)
}

// with0 is a value of too many alternatives.
func (v pyVal) with0() pyVal { return append(v[:len(v):len(v)], &pyObj{form: pyWild}).short() }

func (v pyVal) short() pyVal {
	if len(v) <= 64 {
		return v
	}
	return pyVal{{form: pyWild}}
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
		case "pathlib.Path", "os.DirEntry", "psutil.Process", "http.client.HTTPConnection":
			return o.self.str()
		}
	case pyMany:
		return from(Unknown, ManyWords)
	case pyDict, pyListing, pyBound, pyObject:
	}
	return computed(Value{o.taint(0)})
}

// taint is what flows from a value into what is computed of it.
func (o *pyObj) taint(depth int) Text {
	if depth > 4 {
		return Text{{Source: Unknown}}
	}
	tainted := false
	look := func(v pyVal) {
		for _, p := range v {
			if t := p.taint(depth + 1); t[0].Source == HostPID {
				tainted = true
			}
		}
	}
	switch o.form {
	case pyText:
		tainted = o.text.pid()
	case pyListing:
		for _, l := range o.lists {
			for _, e := range l[:min(len(l), 64)] {
				look(e)
			}
		}
	case pyInst, pyBound, pyMany:
		look(o.self)
	case pyDict:
		for _, e := range o.values[:min(len(o.values), 64)] {
			look(e)
		}
	}
	if tainted {
		return Text{{Source: HostPID}}
	}
	return Text{{Source: Unknown}}
}

// pyComputed is data computed from values in a way that is not followed.
func pyComputed(vs ...pyVal) pyVal {
	for _, v := range vs {
		for _, o := range v {
			if o.taint(0)[0].Source == HostPID {
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

// number is an integer of a value that is known.
func (v pyVal) number() (int, bool) {
	s, ok := v.exact()
	if !ok || v[0].kind != 'i' {
		return 0, false
	}
	return pyInt(s)
}

// pyInt reads an integer as it is written in python.
func pyInt(s string) (int, bool) {
	s = strings.ReplaceAll(s, "_", "")
	neg := strings.HasPrefix(s, "-")
	s = strings.TrimPrefix(s, "-")
	base := 10
	if len(s) > 2 && s[0] == '0' {
		switch s[1] | 0x20 {
		case 'x':
			base = 16
		case 'o':
			base = 8
		case 'b':
			base = 2
		}
		if base != 10 {
			s = s[2:]
		}
	}
	if s == "" || len(s) > 18 {
		return 0, false
	}
	n := 0
	for i := 0; i < len(s); i++ {
		d := strings.IndexByte("0123456789abcdef", s[i]|0x20)
		if isDigit(s[i]) {
			d = int(s[i] - '0')
		}
		if d < 0 || d >= base || n > 1<<52 {
			return 0, false
		}
		n = n*base + d
	}
	if neg {
		n = -n
	}
	return n, true
}

// truth is what a value is as a condition, where that is known.
func (v pyVal) truth() (value, known bool) {
	if s, ok := v.exact(); ok {
		switch v[0].kind {
		case 'i':
			n, ok := pyInt(s)
			return n != 0, ok
		case 'c':
			return s == "True", true
		}
		return s != "", true
	}
	return false, false
}
