package inline

import (
	"fmt"
	"strings"
)

// callNode evaluates a call and what it is given.
func (e *pyEval) callNode(n *pyNode) pyVal {
	fn := e.eval(n.x)
	a := &pyArgs{}
	for _, x := range n.list {
		switch x.kind {
		case pyNStar:
			a.pos = append(a.pos, e.spread(e.eval(x.x))...)
		case pyNStar2:
			e.byName(a, e.eval(x.x))
		case pyNKeyword:
			a.kw = append(a.kw, pyKeyword{x.text, e.eval(x.x)})
		default:
			a.pos = append(a.pos, e.eval(x))
		}
	}
	return e.call(fn, a, n)
}

// byName adds the entries of a dict as arguments: **x.
func (e *pyEval) byName(a *pyArgs, v pyVal) {
	for _, o := range v {
		if o.form != pyDict || o.open {
			a.open = true
		}
		for i, k := range o.keys {
			if s, ok := k.Exact(); ok {
				a.kw = append(a.kw, pyKeyword{s, o.values[i]})
			} else {
				a.open = true
			}
		}
	}
}

func (e *pyEval) call(fn pyVal, a *pyArgs, n *pyNode) pyVal {
	var out pyVal
	for _, o := range fn {
		out = pyEither(out, e.callOne(o, a, n))
	}
	return out
}

func (e *pyEval) callOne(o *pyObj, a *pyArgs, n *pyNode) pyVal {
	if !e.enter() {
		return pyUnknown()
	}
	defer func() { e.depth-- }()
	switch o.form {
	case pyLib:
		return e.library(o.name, a, n).orUnknown()
	case pyBound:
		var out pyVal
		for _, r := range o.self {
			out = pyEither(out, e.method(r, o.name, a, n))
		}
		return out.orUnknown()
	case pyFunction:
		return e.inlined(o.fn, a)
	case pyClassForm:
		return e.construct(o.class, a, n)
	case pyPartial:
		all := &pyArgs{pos: append(o.args.pos[:len(o.args.pos):len(o.args.pos)], a.pos...), kw: append(a.kw[:len(a.kw):len(a.kw)], o.args.kw...), open: a.open || o.args.open}
		return e.call(o.self, all, n)
	case pyWild:
		e.code(e.spelled(n), pyFirst(a), n.pos, n.end)
		e.loseArgs(a)
		return pyVal{o}
	case pyObject:
		if m := e.classAttr(o, "__call__"); m != nil {
			return e.call(m, a, n)
		}
	case pyInst:
		return e.callInst(o, a, n)
	}
	e.loseArgs(a)
	return pyComputed(append(a.all(), pyVal{o})...)
}

func pyFirst(a *pyArgs) Value {
	if len(a.pos) == 0 {
		return unknown()
	}
	return a.pos[0].str()
}

// spelled is the name of a call as it is written, where it is a name.
func (e *pyEval) spelled(n *pyNode) string {
	if n.kind == pyNCall {
		n = n.x
	}
	switch n.kind {
	case pyNName:
		return n.text
	case pyNAttr:
		if s := e.spelled(n.x); s != "" {
			return s + "." + n.text
		}
		return n.text
	}
	return ""
}

func (e *pyEval) construct(c *pyClass, a *pyArgs, n *pyNode) pyVal {
	o := &pyObj{form: pyObject, class: c, attrs: map[string]pyVal{}}
	if init := e.classAttr(o, "__init__"); init != nil {
		e.call(init, a, n)
	} else {
		for _, b := range c.bases {
			for _, p := range b {
				if p.form == pyLib && pyTable(pyModuleOf(p.name)) {
					e.call(pyVal{p}, a, n)
				}
			}
		}
		e.loseArgs(a)
	}
	for i, p := range c.fields() {
		if v := a.arg(i, p); v != nil {
			o.attrs[p] = v
			all := c.shared()
			all[p] = pyEither(all[p], v)
		}
	}
	return pyVal{o}
}

// fields would be those of a dataclass; they are not followed.
func (c *pyClass) fields() []string { return nil }

func pyModuleOf(full string) string { return full[:max(strings.LastIndexByte(full, '.'), 0)] }

// maxPyCalls is how often one function is read with the arguments of a call.
const maxPyCalls = 64

// inlined reads the body of a function with the arguments of a call.
func (e *pyEval) inlined(f *pyFunc, a *pyArgs) pyVal {
	cost := f.node.end - f.node.pos
	deep := 0
	for _, g := range e.stack {
		if g.node == f.node {
			deep++
		}
	}
	f.calls++
	if deep > 0 { // what it finds in a folder may now stand at any depth
		a = pyDeeper(a)
		if e.repeated(f) {
			e.add(Effect{Kind: Bomb, Call: "os.fork", Pos: f.node.pos, End: f.node.end})
		}
		if e.active[f.node] == a.key() {
			return pyComputed(a.all()...)
		}
	}
	if deep > 2 || len(e.stack) > 32 || f.calls > maxPyCalls || cost > e.budget {
		f.escaped = true
		e.loseArgs(a)
		return pyComputed(a.all()...)
	}
	if e.active == nil {
		e.active = map[*pyNode]string{}
	}
	outer := e.active[f.node]
	e.active[f.node] = a.key()
	defer func() { e.active[f.node] = outer }()
	e.budget -= cost
	f.called = true
	return e.enterFunc(f, a)
}

// repeated reports whether a function that calls itself forks.
func (e *pyEval) repeated(f *pyFunc) bool {
	found := false
	list := f.node.list
	if f.node.kind == pyNLambda {
		list = []*pyNode{f.node.x}
	}
	walkPy(list, func(n *pyNode) bool {
		found = found || e.containsFork(n)
		return !found
	})
	return found && !e.containsExit(list)
}

// deeper makes names found in a folder paths at any depth below it.
func pyDeeper(a *pyArgs) *pyArgs {
	out := &pyArgs{kw: a.kw, open: a.open}
	for _, v := range a.pos {
		w := append(pyVal(nil), v...)
		for i, o := range w {
			if o.form != pyText {
				continue
			}
			text := make(Value, len(o.text))
			for j, t := range o.text {
				t = append(Text(nil), t...)
				for k := range t {
					if t[k].Source == Unknown && t[k].Lit == Entry {
						t[k].Lit = Below
					}
				}
				text[j] = shallow(t)
			}
			w[i] = &pyObj{form: pyText, kind: o.kind, text: text}
		}
		out.pos = append(out.pos, w)
	}
	return out
}

// shallow takes what is below something below a folder for below the folder.
func shallow(t Text) Text {
	for n := len(t); n >= 3 && t[n-1].Source == Unknown && t[n-1].Lit == Below && t[n-2] == (Part{Lit: "/"}) && t[n-3] == t[n-1]; n = len(t) {
		t = t[:n-2]
	}
	return t
}

// key is arguments as text, to see whether a call is one of those it is in.
func (a *pyArgs) key() string {
	var sb strings.Builder
	for _, v := range a.all() {
		for _, o := range v {
			sb.WriteByte(byte(o.form))
			sb.WriteString(o.name)
			if o.form != pyText {
				fmt.Fprintf(&sb, "%p", o)
			}
			for _, t := range o.text {
				for _, p := range t {
					sb.WriteByte(byte(p.Source))
					sb.WriteString(p.Lit)
				}
				sb.WriteByte(0)
			}
		}
		sb.WriteByte(1)
	}
	return sb.String()
}

// enterFunc reads a body with its parameters bound.
func (e *pyEval) enterFunc(f *pyFunc, a *pyArgs) pyVal {
	outer, loops := e.scope, e.loops
	e.scope = &pyScope{vars: map[string]pyVal{}, up: f.scope}
	e.stack = append(e.stack, f)
	defer func() {
		e.scope, e.loops = outer, loops
		e.stack = e.stack[:len(e.stack)-1]
	}()
	e.bind(f, a)
	if f.node.kind == pyNLambda {
		return e.eval(f.node.x)
	}
	e.block(f.node.list)
	s := e.scope
	if s.yields != nil {
		return pyOpenList(s.yields)
	}
	if s.result == nil {
		return pyStrConst("None")
	}
	return s.result
}

func (e *pyEval) bind(f *pyFunc, a *pyArgs) {
	var used []string
	next := 0
	for i, p := range f.node.more {
		switch {
		case p.text == "*,":
			next = len(a.pos)
			continue
		case strings.HasPrefix(p.text, "**"):
			d := &pyObj{form: pyDict, open: a.open}
			for _, k := range a.kw {
				if !hasWord(strings.Join(used, " "), k.name) {
					d.keys, d.values = append(d.keys, lit(k.name)), append(d.values, k.val)
				}
			}
			e.set(p.text[2:], pyVal{d})
			continue
		case strings.HasPrefix(p.text, "*"):
			rest := a.pos[min(next, len(a.pos)):]
			if a.open && len(rest) == 0 {
				rest = []pyVal{pyManyOf(pyUnknown())}
			}
			e.set(p.text[1:], pyItems(rest...))
			next = len(a.pos)
			continue
		}
		used = append(used, p.text)
		var v pyVal
		if next < len(a.pos) {
			v = a.arg(next, "")
		}
		next++
		if v == nil {
			v = a.named(p.text)
		}
		if v == nil && i < len(f.defaults) {
			v = f.defaults[i]
			if v != nil && a.open {
				v = pyEither(v, pyUnknown())
			}
		}
		e.set(p.text, v.orUnknown())
	}
}

// row does what a row of the tables says.
func (e *pyEval) row(row *call, name string, a *pyArgs, n *pyNode) pyVal {
	params := strings.Fields(row.params)
	args := make([]Value, max(len(params), len(a.pos)))
	for i := range args {
		p := ""
		if i < len(params) {
			p = params[i]
		}
		if v := a.arg(i, p); v != nil {
			args[i] = v.str()
		}
	}
	for len(args) > 0 && args[len(args)-1] == nil { // what is not given has its default
		args = args[:len(args)-1]
	}
	for i := range args {
		if args[i] == nil {
			args[i] = unknown()
		}
	}
	scratch := &run{}
	scratch.effect(row, name, args, nil, n.pos, n.end)
	for _, f := range scratch.effects {
		if f.Kind == Like && f.Redir == "" {
			e.like(f.Call, n, f.Argv...)
			continue
		}
		e.add(f)
	}
	e.loseArgs(a)
	return pyComputed(a.all()...)
}
