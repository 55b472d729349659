package inline

import (
	"maps"
	"slices"
)

// Hooks are the methods that python calls without being told to: __add__ for
// +, __getitem__ for x[…], __getattr__ for a name that is not there.

// pyOperator gives the hooks of a binary operator: of its left and of its
// right operand.
func pyOperator(op string) (left, right string) {
	switch op {
	case "+":
		return "__add__", "__radd__"
	case "-":
		return "__sub__", "__rsub__"
	case "*":
		return "__mul__", "__rmul__"
	case "@":
		return "__matmul__", "__rmatmul__"
	case "/":
		return "__truediv__", "__rtruediv__"
	case "//":
		return "__floordiv__", "__rfloordiv__"
	case "%":
		return "__mod__", "__rmod__"
	case "**":
		return "__pow__", "__rpow__"
	case "<<":
		return "__lshift__", "__rlshift__"
	case ">>":
		return "__rshift__", "__rrshift__"
	case "&":
		return "__and__", "__rand__"
	case "|":
		return "__or__", "__ror__"
	case "^":
		return "__xor__", "__rxor__"
	}
	return "", ""
}

// hook calls a hook of an object of one of the text's own classes; nil where
// there is none. Arguments that are not known are left to the reading of what
// nothing calls.
func (e *pyEval) hook(o *pyObj, name string, n *pyNode, args ...pyVal) pyVal {
	if name == "" {
		return nil
	}
	var m pyVal
	switch o.form {
	case pyObject:
		m = e.classAttr(o, name)
	case pyClassForm:
		for _, f := range e.findInClass(o.class, name, 0) {
			if f.form == pyFunction { // a class method
				f = &pyObj{form: pyPartial, self: pyVal{f}, args: &pyArgs{pos: []pyVal{{o}}}}
			}
			m = append(m, f)
		}
	}
	if m == nil {
		return nil
	}
	var uncalled []*pyFunc
	for _, f := range m {
		for f.form == pyPartial && len(f.self) == 1 {
			f = f.self[0]
		}
		if f.form == pyFunction && !f.fn.called {
			uncalled = append(uncalled, f.fn)
		}
	}
	v := e.call(m, &pyArgs{pos: args}, n)
	for _, f := range uncalled { // it may be called in other ways too
		f.called = false
	}
	return v
}

// operatorHook is a hook of a binary operator.
func (e *pyEval) operatorHook(op string, o *pyObj, b pyVal, n *pyNode) pyVal {
	left, right := pyOperator(op)
	out := e.hook(o, left, n, b)
	for _, p := range b {
		if p.form == pyObject {
			out = pyEither(out, e.hook(p, right, n, pyVal{o}))
		}
	}
	return out
}

func pyUnaryHook(op string) string {
	switch op {
	case "-":
		return "__neg__"
	case "+":
		return "__pos__"
	case "~":
		return "__invert__"
	}
	return ""
}

// hooked lets go of the functions of other modules that a class has made its
// hooks: __call__ = os.system.
func (e *pyEval) hooked(c *pyClass) {
	for _, name := range sortedNames(c.scope.vars) {
		if !isDunder(name) {
			continue
		}
		for _, o := range c.scope.vars[name] {
			if o.form != pyFunction {
				e.lose(pyVal{o})
			}
		}
	}
}

// made calls the function that makes a class: class A(metaclass=f).
func (e *pyEval) made(c *pyClass, meta pyVal, n *pyNode) {
	d := &pyObj{form: pyDict}
	for _, name := range sortedNames(c.scope.vars) {
		d.keys, d.values = append(d.keys, lit(name)), append(d.values, c.scope.vars[name])
	}
	for _, o := range meta {
		if o.form == pyFunction || o.form == pyPartial || o.form == pyLib && o.name != "builtins.type" {
			e.callOne(o, &pyArgs{pos: []pyVal{pyStr(c.name), pyItems(c.bases...), {d}}, open: true}, n)
		}
	}
}

// sortedNames are the keys in order, so that effects have one too.
func sortedNames(vars map[string]pyVal) []string { return slices.Sorted(maps.Keys(vars)) }
