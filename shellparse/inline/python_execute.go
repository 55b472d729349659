package inline

import (
	"strings"
)

// execute reads code that is made at run time, in the scope of the call.
func (e *pyEval) execute(base string, code pyVal, a *pyArgs, n *pyNode) pyVal {
	if base == "compile" {
		return code
	}
	if base == "execfile" {
		e.runs("execfile", []pyVal{pyStr("python3"), code}, n)
		return pyUnknown()
	}
	var out pyVal
	for _, o := range code {
		if o.form == pyFunction { // timeit(f)
			out = pyEither(out, e.callOne(o, &pyArgs{}, n))
			continue
		}
		for _, t := range o.str() {
			text, ok := t.Exact()
			if !ok || e.r.depth >= maxNested || e.mute > 0 && len(text) > 1<<14 {
				e.code(base, Value{t}, n.pos, n.end)
				out = pyEither(out, pyAnything())
				continue
			}
			out = pyEither(out, e.inside(text, base, n))
		}
	}
	return out.orUnknown()
}

// inside reads code in code. Its effects stand where the call does.
func (e *pyEval) inside(text, base string, n *pyNode) pyVal {
	before := len(e.r.effects)
	e.r.executes(text)
	e.r.depth++
	defer func() {
		e.r.depth--
		for i := before; i < len(e.r.effects); i++ {
			e.r.effects[i].Pos, e.r.effects[i].End = n.pos, n.end
		}
	}()
	funcs := len(e.funcs)
	v := pyUnknown()
	if base == "eval" || base == "runeval" {
		l := &pyLexer{r: e.r, code: strings.TrimLeft(text, " \t\n")}
		l.lex()
		p := &pyParser{r: e.r, toks: l.toks}
		x := p.expressions()
		if l.bad || p.bad || p.tok().kind != pyNewline || l.holed || l.strange {
			e.code(base, lit(text), n.pos, n.end)
			return pyUnknown()
		}
		v = e.eval(pyRebase(x, n))
	} else {
		e.module(text, 1)
	}
	for _, f := range e.funcs[funcs:] {
		pyRebase(f.node, n)
	}
	return v
}

// rebase puts all nodes of a tree at the place of another.
func pyRebase(x *pyNode, at *pyNode) *pyNode {
	walkPy([]*pyNode{x}, func(n *pyNode) bool {
		n.pos, n.end = at.pos, at.end
		return true
	})
	return x
}

func (e *pyEval) importName(name pyVal, n *pyNode) pyVal {
	var out pyVal
	for _, o := range name {
		if o.form == pyLib {
			out = pyEither(out, pyVal{o}) // reload(module)
			continue
		}
		for _, t := range o.str() {
			s, ok := t.Exact()
			if !ok {
				e.code("__import__", Value{t}, n.pos, n.end)
				out = pyEither(out, pyAnything())
				continue
			}
			out = pyEither(out, e.member("", s))
		}
	}
	return out.orUnknown()
}

func (e *pyEval) getattr(v, name, def pyVal, n *pyNode) pyVal {
	var out pyVal
	for _, t := range name.str() {
		if s, ok := t.Exact(); ok {
			out = pyEither(out, e.attr(v, s, n))
			continue
		}
		for _, o := range v {
			switch {
			case o.form == pyLib && !pyTable(o.name), o.form == pyObject:
				out = pyEither(out, pyUnknown())
			default:
				out = pyEither(out, pyAnything())
			}
		}
	}
	if def != nil {
		out = pyEither(out, def)
	}
	return out.orUnknown()
}
