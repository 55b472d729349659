package shellparse

import (
	"path"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// call evaluates a simple command: words, redirections, assignments, then
// whatever its name stands for.
func (ev *evaluator) call(c *ctx, s *syntax.Stmt, call *syntax.CallExpr) tri {
	c = c.with()
	if c.src.top || c.pos.End == 0 {
		c.pos = c.src.span(s)
	}
	readers := len(ev.readers)
	argvs := ev.words(c, call.Args)
	c, done := ev.redirected(c, s)
	assigns, vars := ev.assigns(c, call.Assigns)
	stdin := Text("")
	if c.in != nil {
		stdin = c.in.text
	}
	c.assigns = assigns

	status := maybe
	switch {
	case len(argvs) == 1 && len(argvs[0]) == 0:
		// Nothing is left to run: the assignments are the shell's own.
		for i, v := range vars {
			ev.assign(c, assigns[i].Name, v)
			assigns[i].Exported = c.env.get(assigns[i].Name).exported
		}
		if len(assigns) > 0 || len(s.Redirs) > 0 {
			ev.emit(c, Command{})
		}
		status = yes
		if len(call.Args) > 0 {
			status = maybe
		}
	case len(argvs) == 1:
		status = ev.withAssigns(c, argvs[0], vars)
	default:
		branches := make([]*ctx, len(argvs))
		for i, argv := range argvs {
			branches[i] = c.branch()
			if len(argv) > 0 {
				ev.withAssigns(branches[i], argv, vars)
			}
		}
		c.join(branches...)
	}
	done()
	if len(ev.readers) > readers {
		ev.feed(readers, argvs[0], stdin)
	}
	return status
}

// withAssigns runs a command whose assignments hold for it alone.
func (ev *evaluator) withAssigns(c *ctx, argv []Word, vars []*variable) tri {
	if len(vars) == 0 {
		return ev.run(c, argv)
	}
	layer := c.env.branch()
	inner := *c
	inner.env = layer
	for i, v := range vars {
		layer.set(c.assigns[i].Name, &variable{texts: v.texts, elems: v.elems, array: v.array, many: v.many, exported: true})
	}
	status := ev.run(&inner, argv)
	for _, a := range c.assigns {
		delete(layer.vars, a.Name)
	}
	c.env.adopt(layer)
	return status
}

// run evaluates a command whose words are expanded.
func (ev *evaluator) run(c *ctx, argv []Word) tri {
	if !ev.step(c.pos) {
		return maybe
	}
	if c.depth > MaxNesting {
		ev.limit("nesting deeper than "+strconv.Itoa(MaxNesting), c.pos)
		return maybe
	}
	first := argv[0]
	if first.Many && len(argv) > 1 && ev.vanishes(first) {
		return ev.run(c, argv[1:]) // $SUDO apt-get update, with SUDO not set
	}
	if len(first.Texts) > 1 && !first.Many {
		branches := make([]*ctx, len(first.Texts))
		for i, t := range first.Texts {
			branches[i] = c.branch()
			one := append([]Word{first}, argv[1:]...)
			one[0].Texts = []Text{t}
			ev.run(branches[i], one)
		}
		c.join(branches...)
		return maybe
	}
	name, ok := first.Exact()
	if !ok {
		i := ev.emit(c, Command{Argv: argv})
		ev.prints(c, i, argv)
		return maybe
	}
	if !c.external && strings.IndexByte(name, '/') < 0 {
		if !c.noFuncs {
			if fs := c.env.function(name); len(fs) > 0 {
				return ev.callFunction(c, fs, argv)
			}
			if status, ok := ev.alias(c, name, argv); ok {
				return status
			}
		}
		if status, ok := ev.builtin(c, name, argv); ok {
			return status
		}
	}
	base := programName(name)
	if status, ok := ev.nested(c, base, argv); ok {
		return status
	}
	i := ev.emit(c, Command{Argv: argv})
	ev.prints(c, i, argv)
	if strings.IndexByte(name, '/') >= 0 {
		ev.scriptFile(c, name, argv)
	}
	switch name {
	case "true":
		return yes
	case "false":
		return no
	}
	return maybe
}

// programName is the name a program goes by: /usr/bin/../bin/rm is rm.
func programName(name string) string {
	if strings.IndexByte(name, '/') < 0 {
		return name
	}
	return path.Base(path.Clean(name))
}

// vanishes reports whether an unquoted word is certainly empty.
func (ev *evaluator) vanishes(w Word) bool {
	if len(w.Texts) != 1 || w.Texts[0] == "" {
		return false
	}
	for p := range w.Texts[0].Parts() {
		if p.Origin < 0 || ev.out.Origins[p.Origin].Kind != OriginUnset {
			return false
		}
	}
	return true
}

// callFunction evaluates the body of a function with its arguments.
func (ev *evaluator) callFunction(c *ctx, fs []*function, argv []Word) tri {
	sh := c.env.shell
	status := maybe
	branches := make([]*ctx, 0, len(fs))
	for _, f := range fs {
		b := c
		if len(fs) > 1 {
			b = c.branch()
			branches = append(branches, b)
		}
		depth := 0
		for _, g := range sh.calls {
			if g == f {
				depth++
			}
		}
		if depth > 0 && !c.branched && (c.bg || c.pipe != c.calledIn) {
			at := c.pos
			ev.out.ForkBomb = &at
		}
		if depth >= 2 {
			if depth == 2 {
				ev.recursion(b, f)
			}
			continue
		}
		inner := b.through("function " + f.name)
		inner.src = f.src
		inner.noFuncs = false
		inner.calledIn = c.pipe
		inner.bg, inner.branched = false, false
		saved := b.env.get("@")
		setWords(inner.env, argv[1:])
		sh.calls = append(sh.calls, f)
		frame := sh.frame
		sh.frame = map[string]*variable{}
		status = ev.stmt(inner, f.body)
		for name, v := range sh.frame {
			if v == nil {
				v = &variable{}
			}
			inner.env.set(name, v)
		}
		sh.frame = frame
		sh.calls = sh.calls[:len(sh.calls)-1]
		if saved == nil {
			saved = &variable{array: true}
		}
		inner.env.set("@", saved)
		if inner.env.dead == deadFunc {
			inner.env.dead = alive
		}
	}
	if len(branches) > 0 {
		c.join(branches...)
		status = maybe
	}
	return status
}

// recursion stands for the calls of a function inside itself that are not
// followed: it is walked once more with arguments of which nothing is known.
func (ev *evaluator) recursion(c *ctx, f *function) {
	sh := c.env.shell
	sub := c.subshell().through("function " + f.name)
	sub.src = f.src
	setWords(sub.env, []Word{ev.unknownWord(OriginLimit, "", true)})
	for l := c.env; l != nil; l = l.up {
		for name, v := range l.vars {
			if name != "@" && !sub.env.ownsVar(name) && !v.array {
				sub.env.set(name, &variable{texts: []Text{limitText(v.texts)}, exported: v.exported})
			}
		}
	}
	sh.calls = append(sh.calls, f)
	ev.stmt(sub, f.body)
	sh.calls = sh.calls[:len(sh.calls)-1]
}

func (e *env) ownsVar(name string) bool {
	_, ok := e.vars[name]
	return ok
}

// assigns evaluates the assignments of a command, without making them.
func (ev *evaluator) assigns(c *ctx, list []*syntax.Assign) ([]Assign, []*variable) {
	if len(list) == 0 {
		return nil, nil
	}
	out := make([]Assign, 0, len(list))
	vars := make([]*variable, 0, len(list))
	for _, a := range list {
		if a.Name == nil {
			continue
		}
		v, w := ev.assignment(c, a)
		out = append(out, Assign{Name: a.Name.Value, Value: w, Exported: true})
		vars = append(vars, v)
		// A later assignment of the same command sees the earlier ones.
		if len(list) > 1 {
			sub := *c
			sub.env = c.env.branch()
			sub.env.set(a.Name.Value, v)
			c = &sub
		}
	}
	return out, vars
}

// assignment evaluates NAME=VALUE in any form to the variable it makes.
func (ev *evaluator) assignment(c *ctx, a *syntax.Assign) (*variable, Word) {
	name := a.Name.Value
	old := ev.variable(c, name)
	exported := old != nil && old.exported
	if a.Array != nil {
		v := ev.arrayValue(c, old, a)
		v.exported = exported
		return v, Word{Texts: []Text{unknownText(byte(OriginUnknown))}, Src: c.src.slice(a), Pos: c.src.span(a)}
	}
	w := Word{Texts: []Text{""}}
	if a.Value != nil {
		w = ev.value(c, a.Value)
	}
	w.Src, w.Pos = c.src.slice(a), c.src.span(a)
	if a.Index != nil {
		key, ok := ev.key(c, old, a.Index)
		v := &variable{array: true, exported: exported}
		if old != nil {
			v.assoc, v.many = old.assoc, old.many
			if old.array {
				v.elems = append(v.elems, old.elems...)
			} else if len(old.texts) > 0 {
				v.elems = append(v.elems, elem{"0", old.texts})
			}
		}
		if v.many || !ok {
			var all []Text
			for _, el := range v.elems {
				all = joinTexts(all, el.texts)
			}
			return &variable{array: true, assoc: v.assoc, many: true, elems: []elem{{"0", joinTexts(all, w.Texts)}}, exported: exported}, w
		}
		v.elems = put(v.elems, key, w.Texts, a.Append)
		return v, w
	}
	if a.Append && old != nil && !old.array {
		texts := old.texts
		if len(texts) == 0 {
			texts = []Text{""}
		}
		w.Texts = value{elems: [][]Text{texts}}.plus(w.Texts)
	} else if a.Append && old == nil {
		v, _ := ev.lookup(c, name)
		w.Texts = v.plus(w.Texts)
	}
	if old != nil && old.array && !a.Append {
		v := &variable{array: true, assoc: old.assoc, many: old.many, exported: exported}
		v.elems = put(append([]elem(nil), old.elems...), "0", w.Texts, false)
		return v, w
	}
	return &variable{texts: w.Texts, exported: exported}, w
}

// plus appends texts to a scalar value.
func (v value) plus(texts []Text) []Text {
	var out []Text
	for _, a := range v.joined() {
		for _, b := range texts {
			out = joinTexts(out, []Text{a + b})
		}
	}
	return out
}

// put sets one element, keeping the order of indexes.
func put(elems []elem, key string, texts []Text, add bool) []elem {
	n, err := strconv.Atoi(key)
	for i, el := range elems {
		if el.key == key {
			if add {
				texts = scalar(el.texts).plus(texts)
			}
			elems[i].texts = texts
			return elems
		}
		if m, merr := strconv.Atoi(el.key); err == nil && merr == nil && m > n {
			return append(elems[:i:i], append([]elem{{key, texts}}, elems[i:]...)...)
		}
	}
	return append(elems, elem{key, texts})
}

// arrayValue evaluates NAME=(…).
func (ev *evaluator) arrayValue(c *ctx, old *variable, a *syntax.Assign) *variable {
	v := &variable{array: true, assoc: old != nil && old.assoc}
	next := 0
	if a.Append && old != nil {
		v.many = old.many
		v.elems = append(v.elems, old.elems...)
		if !old.array && len(old.texts) > 0 {
			v.elems = []elem{{"0", old.texts}}
		}
		if n := len(v.elems); n > 0 {
			last, _ := strconv.Atoi(v.elems[n-1].key)
			next = last + 1
		}
	}
	for _, el := range a.Array.Elems {
		if el.Index != nil {
			key, ok := ev.key(c, v, el.Index)
			texts := ev.value(c, el.Value).Texts
			if !ok {
				v.many = true
				key = "0"
			}
			v.elems = put(v.elems, key, texts, false)
			if n, err := strconv.Atoi(key); err == nil {
				next = n + 1
			}
			continue
		}
		for _, w := range ev.flat(c, []*syntax.Word{el.Value}) {
			v.many = v.many || w.Many
			v.elems = append(v.elems, elem{strconv.Itoa(next), w.Texts})
			next++
		}
	}
	if v.many {
		var all []Text
		for _, el := range v.elems {
			all = joinTexts(all, el.texts)
		}
		v.elems = []elem{{"0", all}}
	}
	return v
}

// assign sets a variable, through a name reference where it is one.
func (ev *evaluator) assign(c *ctx, name string, v *variable) {
	old := c.env.get(name)
	for i := 0; old != nil && old.ref != "" && i < 16; i++ {
		name = old.ref
		old = c.env.get(name)
	}
	if old != nil && old.exported {
		v.exported = true
	}
	if i := strings.IndexByte(name, '['); i >= 0 {
		name = name[:i] // an element: the array is then not known
		v = &variable{array: true, many: true, elems: []elem{{"0", joinTexts(v.texts, []Text{unknownText(byte(OriginLimit))})}}}
	}
	c.env.set(name, v)
}
