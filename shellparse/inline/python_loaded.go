package inline

import "strings"

// loaded are the functions that find, load or evaluate code which stands in
// their arguments: in a pickle, a template, a docstring.
func (e *pyEval) loaded(name, base string, a *pyArgs, n *pyNode) pyVal {
	first := a.arg(0, "f file name path source expr statement config").orUnknown()
	text, exact := first.exact()
	opaque := func() pyVal {
		e.code(name, first.str(), n.pos, n.end)
		return pyUnknown()
	}
	if _, inst, ok := strings.Cut(name, "."); ok && len(first) == 1 && first[0].form == pyInst && hasWord("run runctx runeval runsource runcode push", base) && inst != base {
		return e.execute(base, a.arg(1, "source cmd statement").orUnknown(), a, n)
	}
	switch name {
	case "pydoc.locate", "pkgutil.resolve_name":
		if !exact {
			return pyAnything()
		}
		module, names, _ := strings.Cut(text, ":")
		if names == "" {
			module, names, _ = strings.Cut(text, ".")
		}
		v := e.member("", module)
		for part := range strings.SplitSeq(names, ".") {
			v = e.attr(v, part, n)
		}
		return v
	case "torch.load":
		if safe, known := a.named("weights_only").truth(); known && !safe {
			return opaque()
		}
	case "numpy.load":
		if pickles, known := a.named("allow_pickle").truth(); known && pickles {
			return opaque()
		}
	case "pandas.eval":
		if pyCallsOut(text) {
			return opaque()
		}
	case "jinja2.Template", "jinja2.Environment.from_string":
		if strings.Contains(text, "__") {
			return opaque()
		}
	case "mako.template.Template":
		if strings.Contains(text, "<%") || strings.Contains(text, "__") {
			return opaque()
		}
	case "sympy.sympify", "sympy.parse_expr":
		if exact {
			return e.execute("eval", first, a, n)
		}
	case "doctest.testmod", "doctest.run_docstring_examples":
		if base == "testmod" {
			text = e.text
		}
		if code := pyExamples(text); code != "" {
			e.inside(code, "exec", n)
		}
	case "logging.config.dictConfig":
		e.configured(first, n, 0)
	}
	return nil
}

// pyCallsOut reports whether an expression of pandas calls something of python: @f(…).
func pyCallsOut(s string) bool {
	for {
		i := strings.IndexByte(s, '@')
		if i < 0 {
			return false
		}
		s = s[i+1:]
		k := 0
		for k < len(s) && (isPyStart(s[k]) || isDigit(s[k]) || s[k] == '.') {
			k++
		}
		if k > 0 && k < len(s) && s[k] == '(' {
			return true
		}
	}
}

// pyExamples are the statements of the examples in docstrings.
func pyExamples(text string) string {
	var sb strings.Builder
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimLeft(line, " \t")
		if rest, ok := strings.CutPrefix(line, ">>> "); ok {
			sb.WriteString(rest)
		} else if rest, ok := strings.CutPrefix(line, "..."); ok && sb.Len() > 0 {
			sb.WriteString(strings.TrimPrefix(rest, " "))
		} else {
			continue
		}
		sb.WriteByte('\n')
	}
	return sb.String()
}

// configured calls what a configuration of logging makes its handlers of: "()".
func (e *pyEval) configured(v pyVal, n *pyNode, depth int) {
	if depth > 8 {
		return
	}
	for _, o := range v {
		for i, k := range o.keys {
			if s, ok := k.Exact(); !ok || s != "()" {
				e.configured(o.values[i], n, depth+1)
				continue
			}
			made := o.values[i]
			if s, ok := made.exact(); ok {
				module, name, _ := strings.Cut(s, ".")
				made = e.attr(e.member("", module), name, n)
			}
			e.lose(made)
		}
	}
}
