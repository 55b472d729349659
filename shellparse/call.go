package shellparse

import (
	"cmp"
	"path"
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// call evaluates a simple command: words, redirections, assignments, then
// whatever its name stands for.
func (ev *evaluator) call(c *ctx, s *syntax.Stmt, call *syntax.CallExpr) tri {
	if status, ok := ev.aliased(c, s, call); ok {
		return status
	}
	return ev.simple(c, s, call)
}

func (ev *evaluator) simple(c *ctx, s *syntax.Stmt, call *syntax.CallExpr) tri {
	if ev.keyword && len(call.Args) > 1 {
		if assigning := keywords(call); assigning != nil {
			ev.steps += 8 // both are walked, also inside each other
			as := c.branch()
			ev.simple(as, s, assigning)
			c.join(as, c.branch())
		}
	}
	c = c.with()
	if at := c.src.span(s); at.End > 0 {
		c.pos = at
	}
	readers := len(ev.readers)
	argvs := ev.words(c, call.Args)
	if c.env.shell.dialect == syntax.LangPOSIX && isDeclaration(call.Args) {
		argvs = append(argvs, ev.declArgs(c, call.Args))
	}
	before := c
	c, done := ev.openedBy(c, s, argvs)
	substs, splits := ev.substs, ev.splits
	own := len(argvs) == 1 && len(argvs[0]) == 0
	assigns, vars := ev.assigns(c, call.Assigns, own)
	stdin := Text("")
	if c.in != nil {
		stdin = c.in.text
	}
	c.assigns = assigns
	first := len(ev.out.Commands)

	status := maybe
	switch {
	case own:
		// Nothing is left to run: the assignments are the shell's own.
		for i, v := range vars {
			ev.assign(c, assigns[i].Name, v)
			assigns[i].Exported = c.env.get(assigns[i].Name).exported
		}
		if len(assigns) > 0 || len(s.Redirs) > 0 {
			ev.emit(c, Command{})
		}
		if len(call.Args) == 0 && ev.substs == substs && ev.splits == splits { // else the status is that of a substitution
			status = yes
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
	if len(assigns) > 0 && len(ev.out.Commands) > first {
		ev.settingsRun(c, assigns, first)
	}
	done()
	if len(s.Redirs) > 0 && len(call.Args) > 0 && call.Args[0].Lit() == "exec" {
		before.blurOutputs() // the redirections stay
	}
	ev.feed(readers, argvs[0], stdin)
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
		v = &variable{texts: v.texts, elems: v.elems, array: v.array, many: v.many, exported: true}
		if old := c.env.get(c.assigns[i].Name); old != nil && old.readonly { // refused, and the command runs without it
			v = joinVariables(old, v)
			v.perhaps = true
		}
		layer.set(c.assigns[i].Name, v)
	}
	status := ev.run(&inner, argv)
	for _, a := range c.assigns {
		delete(layer.vars, a.Name)
	}
	c.env.adopt(layer)
	if sh := c.env.shell; sh.posix || sh.dialect == syntax.LangPOSIX { // what it assigned stays, or may
		name, _ := argv[0].Exact()
		kept, plain := c.env.branch(), c.env.branch()
		for i, v := range vars {
			kept.set(c.assigns[i].Name, v)
		}
		switch {
		case isSpecialBuiltin(name):
			c.env.join(kept, plain)
		case len(c.env.function(name)) > 0:
			c.env.join(kept, plain)
		}
	}
	return status
}

// run evaluates a command whose words are expanded.
func (ev *evaluator) run(c *ctx, argv []Word) tri {
	gone := 0 // $SUDO apt-get update, with SUDO not set
	for gone < len(argv)-1 && argv[gone].Many && ev.vanishes(argv[gone]) {
		c.unset = cmp.Or(c.unset, ev.unsetIn(argv[gone]))
		gone++
	}
	if gone > 0 {
		status := ev.run(c, argv[gone:])
		c.unset = ""
		return status
	}
	ev.steps += len(argv) >> 6
	for i := range argv { // it is looked at in many places
		for _, t := range argv[i].Texts {
			ev.steps += len(t) >> 8
		}
	}
	if !ev.step(c.pos) {
		return maybe
	}
	if c.depth > MaxNesting {
		ev.limit("nesting deeper than "+strconv.Itoa(MaxNesting), c.pos)
		return maybe
	}
	first := argv[0]
	if len(first.Texts) > 1 {
		branches := make([]*ctx, len(first.Texts))
		for i, t := range first.Texts {
			branches[i] = c.branch()
			one := append([]Word{first}, argv[1:]...)
			one[0].Texts = []Text{t}
			one[0].Many = first.Many && (t.HasUnknown() || t.HasGlob())
			ev.run(branches[i], one)
		}
		c.join(branches...)
		return maybe
	}
	name, ok := first.Exact()
	if !ok {
		if names := ev.locatedNames(first); names != nil {
			ev.runLocated(c, names, argv)
			return maybe
		}
		if s, ok := ev.emptied(first.Texts[0]).Exact(); ok && s != "" {
			// r${z}m, with z not set: the rest is the name.
			known := append([]Word{first}, argv[1:]...)
			known[0].Texts, known[0].Many = []Text{Text(s)}, false
			ev.run(c.branch(), known)
		}
		i := ev.emit(c, Command{Argv: argv})
		ev.prints(c, i, argv)
		ev.scriptFile(c, first, argv)
		ev.programPattern(c, first, argv)
		if !c.external && !c.noFuncs {
			ev.anyFunction(c, argv)
		}
		if !c.external && first.Texts[0].HasUnknown() && !first.Texts[0].HasSlash() { // export, unset, eval…
			ev.spoil(c)
		}
		return maybe
	}
	if !c.external {
		if !c.noFuncs { // a function may have a slash in its name
			if fs := c.env.function(name); len(fs) > 0 {
				if c.env.foreign(name) {
					fn, plain := c.branch(), c.branch()
					plain.noFuncs = true
					ev.callFunction(fn, fs, argv)
					ev.run(plain, argv)
					c.join(fn, plain)
					return maybe
				}
				return ev.callFunction(c, fs, argv)
			}
			if status, ok := ev.alias(c, name, argv); ok {
				return status
			}
		}
		if c.env.shell.dialect == syntax.LangZsh {
			if status, ok := ev.zshBuiltin(c, name, argv); ok {
				return status
			}
		}
		if c.env.shell.hasBuiltin(name) {
			if status, ok := ev.builtin(c, name, argv); ok {
				return status
			}
		}
	}
	if p, ok := c.env.shell.hashed[name]; ok && !c.external && programName(p) != name {
		if _, script := ev.namedFiles(c, sub(first, p), -1); !script { // see [evaluator.shadowed]
			hashed := c.branch()
			ev.run(hashed, append([]Word{sub(first, p)}, argv[1:]...))
			c.join(hashed, c.branch())
		}
	}
	defer ev.shadowed(c, name, argv)
	base := programName(name)
	if hasOwnWords(base) {
		defer ev.ownWords(c, base, argv, len(ev.out.Commands))
	}
	if !ev.ownScript(c, name) { // ./git may be what this text wrote there
		if status, ok := ev.nested(c, base, argv); ok {
			return status
		}
	}
	i := ev.emit(c, Command{Argv: argv})
	ev.prints(c, i, argv)
	if strings.IndexByte(name, '/') >= 0 {
		ev.scriptFile(c, first, argv)
	}
	switch name {
	case "true":
		return yes
	case "false":
		return no
	}
	return maybe
}

// ownScript reports whether a command is a file that this text has written,
// and of which something is known.
func (ev *evaluator) ownScript(c *ctx, name string) bool {
	if strings.IndexByte(name, '/') < 0 {
		return false
	}
	if _, ok := ev.nicknamed(c, name); ok { // that program, and what was written over it
		return false
	}
	texts, ok := ev.written[ev.followLinks(absolute(c, name))]
	return ok && !slices.ContainsFunc(texts, onlyMarks)
}

// wordName is the first of some words, where it is known.
func wordName(words []Word) (string, bool) {
	if len(words) == 0 {
		return "", false
	}
	return words[0].Exact()
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
	if len(w.Texts) != 1 || w.Texts[0] == "" || strings.ContainsAny(w.Src, `"'`) { // ''$x stays, as an empty word
		return false
	}
	for p := range w.Texts[0].Parts() {
		if p.Origin < 0 || ev.out.Origins[p.Origin].Kind != OriginUnset {
			return false
		}
	}
	return true
}

// unsetIn names the variables of a word that vanishes.
func (ev *evaluator) unsetIn(w Word) string {
	var sb strings.Builder
	for p := range w.Texts[0].Parts() {
		sb.WriteString("$" + ev.out.Origins[p.Origin].Name)
	}
	return sb.String()
}

// maxDeep is how deep calls of a function inside itself are followed, where its
// arguments are known.
const maxDeep = 16
