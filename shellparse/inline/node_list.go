package inline

import "strings"

// method is a method that any value of javascript may have: of functions,
// promises, lists and texts.
func (l nodeLang) method(ev *follower, obj *thing, name string, s *site) (*thing, bool) {
	if p := obj.props[name]; p != nil || hasName(obj, "Reflect") {
		return nil, false
	}
	switch name {
	case "call":
		if len(obj.funcs) > 0 || len(obj.names) > 0 || obj.hidden {
			return ev.call(obj, &site{t: s.t, this: s.arg(0), args: s.args[min(1, len(s.args)):], open: s.open}), true
		}
	case "apply":
		if len(obj.funcs) > 0 || len(obj.names) > 0 || obj.hidden {
			a := s.arg(1)
			return ev.call(obj, &site{t: s.t, this: s.arg(0), args: a.elems, open: !a.none && (!a.list || a.rest != nil)}), true
		}
	case "bind":
		if len(obj.funcs) > 0 || len(obj.names) > 0 || obj.hidden {
			c := *obj
			c.bound = append(c.bound[:len(c.bound):len(c.bound)], s.args[min(1, len(s.args)):]...)
			return &c, true
		}
	case "then", "catch", "finally":
		var out *thing
		for i, f := range s.args {
			a := obj
			if name == "catch" || i > 0 {
				a = &thing{}
			}
			if !f.none {
				out = eitherOf(out, ev.call(f, &site{t: s.t, args: []*thing{a}}))
			}
		}
		if name == "finally" || out == nil {
			out = obj
		} else if name == "catch" {
			out = eitherOf(obj, out)
		}
		return out, true
	case "require":
		if obj.isData() || hasName(obj, "module") {
			return l.require(ev, s, "require"), true
		}
	case "write", "end":
		if hasName(obj, "child_process.stdin") {
			if len(s.args) > 0 && !s.arg(0).none {
				text := join(lit("printf %s "), shellQuote(s.arg(0).str()), lit(" | "), (&site{args: obj.args, open: true}).arg(0).str())
				ev.r.add(Effect{Kind: Shell, Call: "stdin." + name, Argv: []Value{text}, Pos: int(s.t.pos), End: int(s.t.end)})
			}
			return &thing{}, true
		}
	case "kill":
		if hasName(obj, "child_process.child") || hasName(obj, "Deno.child") {
			return &thing{}, true
		}
		if len(s.args) > 0 && (obj.isData()) && (s.arg(0).str().pid() || s.arg(0).number || isEveryone(s.arg(0).str())) {
			ev.nodeKill("kill", s.arg(0), s.arg(1), s)
			return &thing{}, true
		}
	}
	if obj.list {
		if v := nodeListMethod(ev, obj, name, s); v != nil {
			return v, true
		}
	}
	if obj.text != nil && len(obj.names) == 0 {
		if v := nodeStringMethod(ev, obj.text, name, s); v != nil {
			return v, true
		}
	}
	if v := nodeEachMethod(ev, obj, name, s); v != nil {
		return v, true
	}
	if l.tells(ev, obj, name, s) {
		ev.escape(3, s.args...)
		return ev.outcome(s), true
	}
	return nil, false
}

// tells is a method on something unknown whose name tells what it does.
func (l nodeLang) tells(ev *follower, obj *thing, name string, s *site) bool {
	for _, n := range obj.names {
		root, _ := nodeRoot(n)
		if nodeKnows(root) {
			return false
		}
	}
	if len(obj.funcs) > 0 || obj.class != nil || obj.list || ev.act.this == obj {
		return false
	}
	if obj.text == nil && ev.serves(name, s) {
		return true
	}
	if len(s.args) == 0 {
		return false
	}
	switch name {
	case "query", "execute", "exec", "run", "raw", "$executeRawUnsafe", "$queryRawUnsafe", "$executeRaw":
		if changesSQL(s.arg(0).str()) {
			ev.r.add(Effect{Kind: Like, Call: name, Argv: []Value{lit("psql"), lit("-c"), s.arg(0).str()}, Pos: int(s.t.pos), End: int(s.t.end)})
			return true
		}
		return false
	}
	if obj.text != nil {
		return false
	}
	return ev.row(nodeTelling[:], name, nodeVariant(name, s), s)
}

// serves does what a call of one of the packages that are required does.
func (ev *follower) serves(name string, s *site) bool {
	done := false
	for _, of := range ev.sdks {
		var named []string
		for _, a := range s.args {
			named = append(named, a.keys()...)
		}
		row := of.find(name, named, len(s.args) == 0)
		if row == nil {
			continue
		}
		var args []Value
		for _, a := range s.args {
			if a.list && len(a.or) == 0 && a.rest == nil {
				args = append(args, texts(a.elems)...)
			} else if a.props == nil && len(a.funcs) == 0 {
				args = append(args, a.str())
			}
		}
		for _, e := range row.does(name, args, int(s.t.pos), int(s.t.end)) {
			ev.r.add(e)
		}
		done = true
	}
	return done
}

// changesSQL reports whether a text may be a statement that changes a database.
func changesSQL(v Value) bool {
	for _, t := range v {
		if len(t) == 0 || t[0].Source != Literal {
			continue
		}
		for part := range strings.SplitSeq(t[0].Lit, ";") {
			word, rest, _ := strings.Cut(strings.TrimSpace(part), " ")
			if rest != "" && hasWord("DROP DELETE TRUNCATE UPDATE ALTER INSERT REPLACE CREATE GRANT REVOKE COPY CALL MERGE VACUUM", strings.ToUpper(word)) {
				return true
			}
		}
	}
	return false
}

// nodeListMethod is a method of an array; nil where it is none.
func nodeListMethod(ev *follower, l *thing, name string, s *site) *thing {
	switch name {
	case "push", "unshift":
		for i := range s.args {
			if name == "unshift" && ev.repeats == 0 {
				for _, o := range l.lists() {
					o.elems = append([]*thing{s.args[len(s.args)-1-i]}, o.elems...)
				}
				continue
			}
			ev.append(l, s.args[i])
		}
		if s.open {
			l.rest = eitherOf(l.rest, &thing{})
		}
		return &thing{number: true}
	case "join":
		by := lit(",")
		if len(s.args) > 0 {
			by = s.arg(0).str()
		}
		return textThing(l.glued(by, 3))
	case "toString":
		return textThing(l.glued(lit(","), 3))
	case "concat":
		c := &thing{list: true}
		ev.spread(c, l)
		for _, a := range s.args {
			if a.list {
				ev.spread(c, a)
			} else {
				c.elems = append(c.elems, a)
			}
		}
		return c
	case "splice":
		out := &thing{list: true, rest: l.all()}
		ev.loosen(l, s.args[min(2, len(s.args)):]...)
		return out
	case "slice", "toSpliced":
		from, ok := intOf(s.arg(0))
		to, known := -1, true
		if len(s.args) > 1 && name == "slice" {
			to, known = intOf(s.arg(1))
		}
		if name != "slice" && len(s.args) > 1 || !ok && len(s.args) > 0 || !known || to < -1 {
			for _, a := range s.args[min(2, len(s.args)):] {
				ev.append(l, a)
			}
			return &thing{list: true, rest: l.all()}
		}
		return sliced(l, from, to)
	case "reverse", "toReversed":
		out := &thing{list: true, rest: l.rest}
		for i := len(l.elems) - 1; i >= 0; i-- {
			out.elems = append(out.elems, l.elems[i])
		}
		if len(l.or) > 0 {
			return &thing{list: true, rest: l.all()}
		}
		if name == "reverse" {
			l.elems = out.elems
			return l
		}
		return out
	case "sort", "toSorted", "flat", "values", "fill", "copyWithin":
		if name == "flat" {
			out := &thing{list: true}
			for _, e := range l.elems {
				if e.list {
					ev.spread(out, e)
				} else {
					out.elems = append(out.elems, e)
				}
			}
			if l.rest != nil {
				out.rest = eitherOf(l.rest, l.rest.all())
			}
			return out
		}
		ev.escape(1, s.args...)
		switch name {
		case "toSorted":
			return &thing{list: true, rest: l.all()}
		case "sort", "copyWithin":
			ev.loosen(l)
		case "fill":
			ev.loosen(l, s.arg(0))
		}
		return l
	case "pop", "shift", "find", "findLast":
		ev.escape(1, s.args...)
		if name == "pop" || name == "shift" {
			return ev.drop(l, name == "pop")
		}
		return l.all()
	case "at":
		if n, ok := intOf(s.arg(0)); ok {
			return element(l, n)
		}
		return l.all()
	case "reduce", "reduceRight":
		acc := s.arg(1)
		elems := l.elems
		if l.rest != nil || len(l.or) > 0 || len(elems) > 64 {
			ev.call(s.arg(0), &site{t: s.t, args: []*thing{{}, l.all(), {number: true}}})
			return &thing{}
		}
		if len(s.args) < 2 && len(elems) > 0 {
			acc, elems = elems[0], elems[1:]
		}
		for i, e := range elems {
			acc = ev.call(s.arg(0), &site{t: s.t, args: []*thing{acc, e, numberThing(itoa(i)), l}})
		}
		return acc
	case "entries":
		out := &thing{list: true}
		for i, e := range l.elems {
			out.elems = append(out.elems, listThing(numberThing(itoa(i)), e))
		}
		if l.rest != nil {
			out.rest = listThing(&thing{number: true}, l.rest)
		}
		return out
	}
	return nil
}

// nodeEachMethod is a method that calls a function for each element.
func nodeEachMethod(ev *follower, obj *thing, name string, s *site) *thing {
	if !hasWord("map forEach filter some every flatMap each findIndex", name) || len(s.args) == 0 {
		return nil
	}
	f := s.arg(0)
	if name == "filter" && obj.list && f.isData() {
		return obj
	}
	if len(f.funcs) == 0 && len(f.names) == 0 && !f.hidden {
		return nil
	}
	out := &thing{list: true}
	_, vals, open := ev.entries(obj)
	if !obj.list || len(vals) > 32 || ev.repeats >= 2 {
		vals, open = nil, true
	}
	for i, v := range vals {
		out.elems = append(out.elems, ev.call(f, &site{t: s.t, args: []*thing{v, numberThing(itoa(i)), obj}}))
	}
	if open {
		e := obj.all()
		if obj.hidden {
			e = &thing{hidden: true}
		}
		ev.loops++
		ev.either(func() {
			out.rest = ev.call(f, &site{t: s.t, args: []*thing{e, {number: true}, obj}})
		}, nil)
		ev.loops--
	}
	switch name {
	case "map", "each":
		return out
	case "flatMap":
		return &thing{list: true, rest: out.all().all()}
	case "filter":
		if obj.list {
			return &thing{list: true, elems: obj.elems, rest: obj.rest, or: obj.or}
		}
		return &thing{list: true, rest: obj.all()}
	}
	return &thing{}
}

// nodeArray is Array.from(x, f), Array.of(…), Array(…).
func nodeArray(ev *follower, name string, s *site) *thing {
	l := &thing{list: true}
	switch {
	case name == "Array.from":
		ev.spread(l, s.arg(0))
		if len(s.args) > 1 {
			if v := nodeEachMethod(ev, l, "map", &site{t: s.t, args: s.args[1:]}); v != nil {
				return v
			}
		}
	case name == "Array" && len(s.args) == 1 && s.arg(0).number:
		l.rest = &thing{none: true}
	default:
		l.elems, l.rest = s.args, restIf(s.open)
	}
	return l
}

// nodeEntries is Object.keys, values or entries.
func nodeEntries(ev *follower, name string, s *site) *thing {
	o := s.arg(0)
	keys, vals, open := ev.entries(o)
	out := &thing{list: true}
	pair := func(k, v *thing) *thing {
		switch name {
		case "Object.values":
			return v
		case "Object.entries":
			return listThing(k, v)
		}
		return k
	}
	for i := range keys {
		out.elems = append(out.elems, pair(keys[i], vals[i]))
	}
	if open {
		v := o.all()
		for _, n := range o.names {
			if ev.lang.powerful(n) {
				v = &thing{hidden: true}
			}
		}
		out.rest = pair(&thing{}, v)
	}
	return out
}
