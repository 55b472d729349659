package shellparse

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// declClause is export, declare, local, readonly, typeset where the parser
// knows them; nameref and attributes included.
func (ev *evaluator) declClause(c *ctx, s *syntax.Stmt, d *syntax.DeclClause) {
	cc := c.with()
	cc.pos = c.src.span(s)
	argv := []Word{{Texts: []Text{Text(d.Variant.Value)}, Src: d.Variant.Value, Pos: c.src.span(d.Variant)}}
	flags := ""
	var assigns []Assign
	values := make([]*variable, len(d.Args)) // every word is expanded before anything is assigned
	texts := make([]Word, len(d.Args))
	for i, a := range d.Args {
		if len(d.Args) < 2 || a.Name == nil || a.Naked || a.Array != nil || a.Index != nil || a.Append || ev.braced(c, a.Value) {
			continue
		}
		if old := ev.variable(c, a.Name.Value); old == nil || !old.array {
			values[i], texts[i] = ev.assignment(c, a)
		}
	}
	for i, a := range d.Args {
		if a.Name != nil && !a.Naked {
			ev.renames(c, a.Name.Value)
		}
		switch {
		case a.Name == nil: // a flag, or a word that becomes an assignment
			alts := ev.wordAlternatives(c, a.Value)
			if len(alts) == 1 && len(alts[0]) == 1 {
				if t, ok := alts[0][0].Exact(); ok && len(t) > 1 && (t[0] == '-' || t[0] == '+') {
					if t[0] == '-' {
						flags += t[1:]
					} else {
						flags += "?" // an attribute is taken off
					}
					argv = append(argv, alts[0][0])
					continue
				}
			}
			argv = append(argv, ev.declareWords(c, d.Variant.Value, flags, alts, c.src.span(a))...)
		case a.Naked:
			argv = append(argv, Word{Texts: []Text{Text(a.Name.Value)}, Src: a.Name.Value, Pos: c.src.span(a)})
			ev.attribute(c, d.Variant.Value, flags, a.Name.Value)
		case ev.braced(c, a.Value): // export x={1,2} is two words, before it is an assignment
			w := *a.Value
			lit := &syntax.Lit{ValuePos: a.Pos(), ValueEnd: a.Value.Pos(), Value: a.Name.Value + "="}
			w.Parts = append([]syntax.WordPart{lit}, w.Parts...)
			words := ev.declareWords(c, d.Variant.Value, flags, ev.wordAlternatives(c, &w), c.src.span(a))
			argv = append(argv, words...)
			if len(words) == 1 && words[0].Texts[0].HasUnknown() { // $x{a,b}: the name in front is still assigned
				ev.giveUp(c, a.Name.Value)
				v := *c.env.get(a.Name.Value)
				v.readonly, v.writable, v.perhaps, v.exported, v.attr = true, true, true, true, "?"
				c.env.set(a.Name.Value, &v)
			}
		default:
			if strings.Contains(flags, "A") && c.env.get(a.Name.Value) == nil {
				c.env.set(a.Name.Value, &variable{array: true, assoc: true})
			}
			v, w := values[i], texts[i]
			if v == nil {
				v, w = ev.assignment(c, a)
			}
			ev.makeLocal(c, d.Variant.Value, flags, a.Name.Value)
			for _, t := range w.Texts {
				ev.charge(len(t), cc.pos)
			}
			w2 := w
			w2.Texts = scalar([]Text{Text(a.Name.Value + "=")}).plus(w.Texts)
			argv = append(argv, w2)
			if strings.Contains(flags, "n") && d.Variant.Value != "export" {
				if target, ok := w.Exact(); ok {
					c.env.set(a.Name.Value, &variable{ref: target, texts: w.Texts})
					continue
				}
			}
			if a.Array == nil && a.Index == nil && ev.compound(c, d.Variant.Value, flags, a.Name.Value, w.Texts) {
				continue
			}
			old := ev.variable(c, a.Name.Value)
			attr := attrOf(flags)
			_, mine := c.env.shell.frame[a.Name.Value]
			if old != nil && (mine || c.env.shell.frame == nil) {
				attr = withAttr(old.attr, attr)
			}
			if attr != "" {
				ev.attributed(c, attr, v)
			}
			v.perhaps = old != nil && old.perhaps && v.exported
			if old := c.env.get(a.Name.Value); old != nil && old.readonly {
				ev.fails(c)
				v = joinVariables(old, v)
			}
			c.env.set(a.Name.Value, v)
			ev.attribute(c, d.Variant.Value, flags, a.Name.Value)
			assigns = append(assigns, Assign{a.Name.Value, w, c.env.get(a.Name.Value).exported})
		}
	}
	cc.assigns = assigns
	i := ev.emit(cc, Command{Argv: argv, Builtin: true})
	if len(assigns) > 0 {
		ev.settingsRun(cc, assigns, i)
	}
	if strings.ContainsAny(flags, "pfF") || len(argv) == 1 {
		ev.printsState(cc, i, argv)
	}
	if strings.Contains(flags, "f") && (d.Variant.Value == "export" || strings.Contains(flags, "x")) {
		ev.exported(cc, argv[1:])
	}
}

// exported evaluates functions that every shell started from here has: one that
// make or git starts calls them by their names, with what arguments is not known.
func (ev *evaluator) exported(c *ctx, words []Word) {
	for _, w := range words {
		name, ok := w.Exact()
		if fs := c.env.function(name); ok && len(fs) > 0 {
			sub := c.subshell().through("export -f")
			sub.redirs, sub.out = nil, nil
			ev.callFunction(sub, fs, []Word{w, ev.unknownWord(OriginArg, "arguments", true)})
		}
	}
}

// misplaced reports whether local stands outside any function, where bash
// refuses it.
func (c *ctx) misplaced(variant string) bool {
	return variant == "local" && len(c.env.shell.calls) == 0 && c.env.shell.dialect == syntax.LangBash
}

// printsState is the output of a builtin that shows what the shell holds.
func (ev *evaluator) printsState(c *ctx, i int, argv []Word) {
	if c.out != nil {
		ev.steps += c.out.weight()
		c.writes(unknownText(ev.outputOrigin(c, argv[0].Texts[0].String(), i, argv)))
	}
}

// braced reports whether a word has braces to expand.
func (ev *evaluator) braced(c *ctx, w *syntax.Word) bool {
	if w == nil || c.env.shell.dialect != syntax.LangBash {
		return false
	}
	copied := *w
	return syntax.SplitBraces(&copied)
}

// attributed applies -i, -l and -u to a value.
func (ev *evaluator) attributed(c *ctx, attr string, v *variable) {
	v.attr, v.ways = attr, nil
	apply := func(texts []Text) []Text {
		out := make([]Text, len(texts))
		for i, t := range texts {
			s, ok := t.Exact()
			switch {
			case attr == "?":
				t = unknownText(ev.taint(t))
			case strings.Contains(attr, "i"):
				t = ev.integer(c, t)
			case !ok && attr != "" && !onlyMarks(t):
				t = unknownText(ev.taint(t))
			case !ok: // in which case its letters are, is not known either
			case strings.Contains(attr, "l"):
				t = Text(strings.ToLower(s))
			case strings.Contains(attr, "u"):
				t = Text(strings.ToUpper(s))
			}
			out[i] = t
		}
		return out
	}
	v.texts = apply(v.texts)
	elems := make([]elem, len(v.elems))
	for i, el := range v.elems {
		elems[i] = elem{el.key, apply(el.texts)}
	}
	v.elems = elems
}

// attrOf gives the attributes among the flags of declare.
func attrOf(flags string) string {
	attr := ""
	if strings.Contains(flags, "l") && strings.Contains(flags, "u") {
		return "?" // each takes the other off
	}
	for _, r := range "ilu" {
		if strings.ContainsRune(flags, r) {
			attr += string(r)
		}
	}
	return attr
}

// withAttr adds attributes to those a variable has; of upper and lower case
// the last one holds.
func withAttr(old, added string) string {
	if old == "?" || added == "" {
		return old
	}
	attr := added
	if attr == "?" {
		return attr
	}
	if strings.Contains(old, "i") && !strings.Contains(added, "i") {
		attr = "i" + attr
	}
	if !strings.ContainsAny(added, "lu") {
		attr += strings.Trim(old, "i")
	}
	return attr
}

// declareWord is an argument of export and the like that only expansion made
// an assignment: export "$name=$value".
func (ev *evaluator) declareWord(c *ctx, variant, flags string, w Word) {
	branches := make([]*ctx, 0, len(w.Texts))
	for _, t := range w.Texts {
		if name, _, ok := strings.Cut(string(t), "="); ok || strings.Contains(flags, "n") {
			ev.subscripts(c, Text(name))
		}
		b := c
		if len(w.Texts) > 1 {
			b = c.branch()
			branches = append(branches, b)
		}
		name, val, isAssign := strings.Cut(string(t), "=")
		switch {
		case Text(name).HasUnknown():
			ev.spoil(b)
		case strings.HasPrefix(name, "-"), !syntax.ValidName(name):
		case isAssign:
			ev.makeLocal(b, variant, flags, name)
			if ev.compound(b, variant, flags, name, []Text{Text(val)}) {
				continue
			}
			ev.assign(b, name, &variable{texts: []Text{Text(val)}})
			ev.attribute(b, variant, flags, name)
		default:
			ev.attribute(b, variant, flags, name)
		}
	}
	if len(branches) > 0 {
		c.join(branches...)
	}
}

// compound assigns a value that these builtins take for the list of an array,
// as it is one by its flags or already: declare -a a='(b c)'. They expand it
// once more.
func (ev *evaluator) compound(c *ctx, variant, flags, name string, texts []Text) bool {
	old := ev.variable(c, name)
	if !strings.ContainsAny(flags, "aA") && (old == nil || !old.array) || c.env.shell.dialect != syntax.LangBash {
		return false
	}
	for _, t := range texts {
		if !strings.HasPrefix(string(t), "(") || !strings.HasSuffix(string(t), ")") {
			return false
		}
	}
	if strings.Contains(flags, "A") && old == nil {
		c.env.set(name, &variable{array: true, assoc: true})
	}
	branches := make([]*ctx, len(texts))
	for i, t := range texts {
		branches[i] = c.branch()
		text, marks := hide(t)
		ev.script(branches[i].through(variant), &source{text: name + "=" + text, at: c.place(c.pos), marks: marks})
	}
	c.join(branches...)
	ev.attribute(c, variant, flags, name)
	return true
}

// assigned records NAME=VALUE, which came as an ordinary word, with command i.
func (ev *evaluator) assigned(c *ctx, i int, w Word) {
	name, _, ok := strings.Cut(string(w.Texts[0]), "=")
	if !ok || !syntax.ValidName(name) {
		return
	}
	a := Assign{Name: name, Value: Word{Src: w.Src, Pos: w.Pos}}
	for _, t := range w.Texts {
		if n, value, ok := strings.Cut(string(t), "="); ok && n == name {
			a.Value.Texts = append(a.Value.Texts, Text(value))
		}
	}
	if v := c.env.get(name); v != nil {
		a.Exported = v.exported
	}
	cmd := &ev.out.Commands[i]
	cmd.Assigns = append(cmd.Assigns[:len(cmd.Assigns):len(cmd.Assigns)], a)
}

// declareWords declares every alternative of what a word expands to, and
// gives the words.
func (ev *evaluator) declareWords(c *ctx, variant, flags string, alts [][]Word, at Span) []Word {
	if len(alts) == 1 {
		for _, w := range alts[0] {
			ev.declareWord(c, variant, flags, w)
		}
		return alts[0]
	}
	branches := make([]*ctx, len(alts))
	for i, alt := range alts {
		branches[i] = c.branch()
		for _, w := range alt {
			ev.declareWord(branches[i], variant, flags, w)
		}
	}
	c.join(branches...)
	return []Word{ev.collapse(alts, at, "")}
}

// makeLocal remembers what a local variable hides.
func (ev *evaluator) makeLocal(c *ctx, variant, flags, name string) {
	sh := c.env.shell
	if strings.Contains(flags, "g") || sh.frame == nil || variant != "local" && variant != "declare" && variant != "typeset" {
		return
	}
	certain := c.env == sh.body && (c.ret == nil || len(c.ret.left) == 0)
	switch h, ok := sh.frame[name]; {
	case !ok:
		sh.frame[name] = hiding{c.env.get(name), certain}
	case !h.certain: // what was made local on another way is not the one that is hidden here
		sh.frame[name] = hiding{joinVariables(h.v, c.env.get(name)), certain}
	}
}

func (ev *evaluator) attribute(c *ctx, variant, flags, name string) {
	old := c.env.get(name)
	var v variable
	_, mine := c.env.shell.frame[name]
	switch local := variant != "export" && variant != "readonly" && c.env.shell.frame != nil && !strings.Contains(flags, "g"); {
	case local && !mine && !strings.ContainsAny(flags, "pfF"): // a new one, that is not set
		ev.makeLocal(c, variant, flags, name)
		v = variable{exported: old != nil && old.exported, perhaps: old != nil && old.perhaps}
		if old != nil && (ev.inherits || strings.Contains(flags, "I")) {
			v = *joinVariables(old, &v)
		}
	case old != nil:
		v = *old
	}
	if old == nil || variant == "local" && c.env.shell.frame != nil {
		if _, mine := c.env.shell.frame[name]; !mine || old == nil {
			ev.makeLocal(c, variant, flags, name)
		}
	}
	if variant == "export" || strings.Contains(flags, "x") {
		v.exported = true
	}
	if variant == "readonly" || strings.Contains(flags, "r") {
		v.readonly = true
	}
	v.attr = withAttr(v.attr, attrOf(flags))
	if strings.Contains(flags, "?") && v.attr != "" {
		v.attr = "?"
	}
	if strings.ContainsAny(flags, "aA") && !v.array {
		v.array, v.assoc = true, strings.Contains(flags, "A")
		if len(v.texts) > 0 {
			v.elems = []elem{{"0", v.texts}}
		}
		v.texts = nil
	}
	c.env.set(name, &v)
}
