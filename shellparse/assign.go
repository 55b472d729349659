package shellparse

import (
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// assigns evaluates the assignments of a command, without making them.
// They are the shell's own where no command follows: only then do the
// attributes of a name tell what becomes of its value.
func (ev *evaluator) assigns(c *ctx, list []*syntax.Assign, own bool) ([]Assign, []*variable) {
	if len(list) == 0 {
		return nil, nil
	}
	out := make([]Assign, 0, len(list))
	vars := make([]*variable, 0, len(list))
	base := c.env
	if len(list) > 1 { // a later assignment sees the earlier ones
		c = c.with()
		c.env = base.branch()
	}
	for _, a := range list {
		if a.Name == nil {
			continue
		}
		v, w := ev.assignment(c, a)
		out = append(out, Assign{Name: a.Name.Value, Value: w, Exported: true})
		vars = append(vars, v)
		if len(list) > 1 {
			if own {
				v = ev.seenLater(c, a.Name.Value, v)
			}
			c.env.set(a.Name.Value, v)
		}
	}
	if len(list) > 1 {
		for _, a := range out {
			delete(c.env.vars, a.Name)
		}
		base.adopt(c.env) // what the expansions assigned: x=$((n++))
	}
	return out, vars
}

// seenLater is the value of an assignment as those behind it on the same line
// see it: with what the attributes of its name make of it.
func (ev *evaluator) seenLater(c *ctx, name string, v *variable) *variable {
	old := ev.variable(c, name)
	if old == nil || old.attr == "" && !old.readonly {
		return v
	}
	w := *v
	if old.attr != "" {
		ev.attributed(c, old.attr, &w)
	}
	if old.readonly {
		return joinVariables(old, &w)
	}
	return &w
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
		w = ev.assignedValue(c, a.Value)
	}
	w.Src, w.Pos = c.src.slice(a), c.src.span(a)
	if a.Index != nil {
		key, ok := ev.key(c, old, a.Index)
		return ev.withElement(c, old, key, ok, w.Texts, a.Append), w
	}
	if old != nil && old.array {
		ev.charge(len(old.elems)<<6, w.Pos)
	}
	if a.Append && old != nil && !old.array && old.attr != "" && old.attr != "l" && old.attr != "u" {
		sum := []Text{}
		texts := old.texts
		if len(texts) == 0 {
			texts = []Text{"0"}
		}
		for _, x := range texts {
			for _, y := range w.Texts {
				m, ok1 := x.Exact()
				n, ok2 := y.Exact()
				if t := unknownText(ev.taint(x, y)); !ok1 || !ok2 || old.attr == "?" || old.unset {
					sum = joinTexts(sum, []Text{t})
				} else {
					sum = joinTexts(sum, []Text{ev.integer(c, Text("("+m+")+("+n+")"))})
				}
			}
		}
		w.Texts = sum
	} else if a.Append && old != nil && !old.array {
		texts := old.texts
		if len(texts) == 0 || old.unset {
			texts = joinTexts(texts, []Text{""})
		}
		ev.charge(longest(texts)+longest(w.Texts), w.Pos)
		w.Texts = value{elems: [][]Text{texts}}.plus(w.Texts)
		for _, t := range w.Texts {
			ev.charge(len(t), w.Pos)
		}
	} else if a.Append && old == nil {
		v, _ := ev.lookup(c, name)
		w.Texts = v.plus(w.Texts)
	}
	if old != nil && old.array && !a.Append {
		v := &variable{array: true, assoc: old.assoc, many: old.many, exported: exported}
		v.elems = append(v.elems, old.elems...)
		ev.put(v, "0", w.Texts, false)
		return v, w
	}
	return &variable{texts: w.Texts, exported: exported}, w
}

// plus appends texts to a scalar value.
func (v value) plus(texts []Text) []Text {
	return concat(v.joined(), texts)
}

// put sets one element, keeping the order of indexes.
func (ev *evaluator) put(v *variable, key string, texts []Text, add bool) {
	n, err := strconv.Atoi(key)
	if last := len(v.elems) - 1; last >= 0 && err == nil && !v.assoc && n > atoiOr(v.elems[last].key, n) {
		v.elems = append(v.elems, elem{key, texts})
		return
	}
	ev.steps += len(v.elems) >> 8
	for i, el := range v.elems {
		if el.key == key {
			if add {
				texts = scalar(el.texts).plus(texts)
			}
			v.elems[i].texts = texts
			return
		}
		if err != nil || v.assoc {
			continue
		}
		if m, merr := strconv.Atoi(el.key); merr == nil && m > n {
			v.elems = append(v.elems[:i:i], append([]elem{{key, texts}}, v.elems[i:]...)...)
			return
		}
	}
	v.elems = append(v.elems, elem{key, texts})
}

// arrayValue evaluates NAME=(…).
func (ev *evaluator) arrayValue(c *ctx, old *variable, a *syntax.Assign) *variable {
	if v := ev.addedTo(c, old, a); v != nil {
		return v
	}
	v := &variable{array: true, assoc: old != nil && old.assoc}
	next := 0
	if old != nil && !ev.charge(len(old.elems)<<6, c.src.span(a)) {
		return &variable{array: true, many: true, elems: []elem{{"0", []Text{unknownText(byte(OriginLimit))}}}}
	}
	if a.Append && old != nil {
		v.many = old.many || old.unset
		v.elems = append(v.elems, old.elems...)
		if !old.array && len(old.texts) > 0 {
			v.elems = []elem{{"0", old.texts}}
		}
		if n := len(v.elems); n > 0 {
			last, _ := strconv.Atoi(v.elems[n-1].key)
			next = last + 1
		}
	}
	pending := "" // declare -A m=(key value …): the key whose value comes next
	half := false
	for _, el := range a.Array.Elems {
		if v.assoc && el.Index == nil {
			w := ev.value(c, el.Value)
			switch key, ok := w.Exact(); {
			case half:
				ev.put(v, pending, w.Texts, false)
				half = false
			case ok:
				pending, half = key, true
			default:
				pending, half, v.many = "0", true, true
			}
			continue
		}
		if el.Index != nil {
			key, ok := ev.key(c, v, el.Index)
			texts := ev.value(c, el.Value).Texts
			if v.assoc && startsWithTilde(el.Value) { // which bash has expanded here in some versions only
				texts = joinTexts(texts, ev.untilded(c, el.Value))
			}
			if !ok {
				v.many = true
				key = "0"
			}
			ev.put(v, key, texts, false)
			if n, err := strconv.Atoi(key); err == nil {
				next = n + 1
			}
			continue
		}
		for _, w := range ev.flat(c, []*syntax.Word{el.Value}) {
			// A pattern may match any number of files, and an array may have holes.
			v.many = v.many || w.Many || slices.ContainsFunc(w.Texts, Text.HasGlob)
			v.elems = append(v.elems, elem{strconv.Itoa(next), w.each()})
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

func startsWithTilde(w *syntax.Word) bool {
	if w == nil || len(w.Parts) == 0 {
		return false
	}
	lit, ok := w.Parts[0].(*syntax.Lit)
	return ok && strings.HasPrefix(lit.Value, "~")
}

// untilded expands a word that starts with a tilde as if that were quoted.
func (ev *evaluator) untilded(c *ctx, w *syntax.Word) []Text {
	first := *w.Parts[0].(*syntax.Lit)
	first.Value = first.Value[1:]
	rest := *w
	rest.Parts = append([]syntax.WordPart{&syntax.SglQuoted{Left: w.Pos(), Right: w.Pos(), Value: "~"}, &first}, w.Parts[1:]...)
	return ev.value(c.subshell(), &rest).Texts
}

// enterReference is called before an element of an array is taken by way of a
// name reference. It fails where that leads back to itself (local -n a='a[0]').
func (ev *evaluator) enterReference(c *ctx, base string) bool {
	if ev.references == 16 {
		ev.problem("construct", "the name reference "+base+" leads back to itself", c.pos)
		return false
	}
	ev.references++
	return true
}

func (ev *evaluator) leaveReference() { ev.references-- }

// renames looks for a variable that gives the names of commands another meaning.
func (ev *evaluator) renames(c *ctx, name string) {
	if strings.HasPrefix(name, "BASH_ALIASES") || strings.HasPrefix(name, "BASH_CMDS") {
		ev.problem("construct", name+" is set, which changes what the names of commands mean", c.pos)
	}
}

// assign sets a variable, through a name reference where it is one.
func (ev *evaluator) assign(c *ctx, name string, v *variable) {
	ev.renames(c, name)
	old := c.env.get(name)
	for i := 0; old != nil && old.ref != "" && i < 16; i++ {
		name = old.ref
		old = c.env.get(name)
	}
	if old != nil && old.exported {
		v.exported, v.perhaps = true, old.perhaps
	}
	if old != nil && old.attr != "" && v.attr == "" {
		ev.attributed(c, old.attr, v)
	}
	if old != nil && old.readonly {
		ev.fails(c)
		v = joinVariables(old, v)
	}
	if old != nil && old.mayRef != "" {
		v = joinVariables(old, v)
		v.mayRef = old.mayRef
		c.env.set(old.mayRef, joinVariables(c.env.get(old.mayRef), &variable{texts: []Text{unknownText(byte(OriginUnknown))}}))
	}
	if base, sub, isElem := strings.Cut(name, "["); isElem {
		if !ev.enterReference(c, base) {
			c.env.set(base, &variable{texts: []Text{unknownText(byte(OriginUnknown))}})
			return
		}
		defer ev.leaveReference()
		old := ev.variable(c, base)
		key, ok := ev.plainKey(c, old, strings.TrimSuffix(sub, "]"))
		ev.assign(c, base, ev.withElement(c, old, key, ok, v.texts, false))
		return
	}
	c.env.set(name, v)
}
