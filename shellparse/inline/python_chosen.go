package inline

import "strings"

// A loop over every process that kills those of a certain name kills by name,
// and not every process there is.

// pyTest is a condition that holds where code is read, or does not hold there.
type pyTest struct {
	test  *pyNode
	fails bool
	stack int // in which call of a function
}

// under reads what is reached only where a test holds.
func (e *pyEval) under(test *pyNode, fails bool, read func()) {
	e.tests = append(e.tests, pyTest{test, fails, len(e.stack)})
	read()
	e.tests = e.tests[:len(e.tests)-1]
}

// skips is the test of "if test: continue", behind which it does not hold.
func (n *pyNode) skips() *pyNode {
	if n.kind != pyNIf || len(n.list) != 2 || len(n.list[1].list) != 1 {
		return nil
	}
	if x := n.list[1].list[0]; x.kind == pyNRaise && x.text == "continue" {
		return n.list[0]
	}
	return nil
}

// tells notes which processes the text in a name tells of.
func (e *pyEval) tells(target, x *pyNode) {
	if target.kind != pyNName {
		return
	}
	about := e.toldOf(x)
	if len(about) == 0 && len(e.about[target.text]) == 0 {
		return
	}
	if e.about == nil {
		e.about = map[string][]string{}
	}
	e.about[target.text] = about
}

// toldOf are the names of the processes of whose names or command lines an
// expression is made: p in p.name(), in p.info["name"] and in
// open(f"/proc/{p}/comm").
func (e *pyEval) toldOf(x *pyNode) []string {
	var out []string
	walkPy([]*pyNode{x}, func(n *pyNode) bool {
		switch {
		case !e.r.step():
			return false
		case n.kind == pyNName:
			out = append(out, e.about[n.text]...)
		case n.kind == pyNAttr && n.x.kind == pyNName && hasWord("name cmdline exe info as_dict", n.text):
			out = append(out, n.x.text)
		case n.kind == pyNCall && n.x.kind == pyNName && n.x.text == "open":
			walkPy(n.list, func(n *pyNode) bool {
				if n.kind == pyNName {
					out = append(out, n.text)
				}
				return true
			})
		}
		return len(out) < 64
	})
	return out
}

// chosen are the names by which the process that a call kills was chosen; ok is
// false where it was not chosen by its name. Names that are not known are an
// empty list.
func (e *pyEval) chosen(call *pyNode) (names []string, ok bool) {
	var killed []string
	walkPy([]*pyNode{call}, func(n *pyNode) bool {
		if n.kind == pyNName {
			killed = append(killed, n.text)
		}
		return true
	})
	for i := len(e.tests) - 1; i >= 0; i-- {
		t := e.tests[i]
		if t.stack != len(e.stack) {
			continue
		}
		if names, ok := e.chooses(t.test, t.fails, killed); ok {
			return names, true
		}
	}
	return nil, false
}

// chooses says by which names a test chooses one of the processes killed.
func (e *pyEval) chooses(test *pyNode, fails bool, killed []string) (names []string, ok bool) {
	switch test.kind {
	case pyNUnary:
		if test.text == "not" {
			return e.chooses(test.x, !fails, killed)
		}
	case pyNAny:
		return e.choosesAny(test.list, test.more, fails, killed)
	case pyNCall:
		switch {
		case fails:
		case test.x.kind == pyNName && test.x.text == "any" && len(test.list) == 1 && test.list[0].kind == pyNComp:
			return e.chooses(test.list[0].x, false, killed)
		case test.x.kind == pyNAttr && hasWord("startswith endswith", test.x.text) && len(test.list) == 1:
			return e.compares(test.x.x, test.list[0], 3, killed)
		case test.x.kind == pyNAttr && hasWord("search match fullmatch", test.x.text) && len(test.list) >= 2:
			return e.compares(test.list[1], test.list[0], 3, killed)
		}
	}
	return nil, false
}

// choosesAny is chooses of operands with the operators between them.
func (e *pyEval) choosesAny(list, ops []*pyNode, fails bool, killed []string) (names []string, ok bool) {
	if len(ops) != len(list)-1 {
		return nil, false
	}
	for _, join := range [...]string{"or", "and"} { // the loosest first
		from, parts, chosen := 0, 0, 0
		var all []string
		for i := range list {
			if i < len(ops) && ops[i].text != join {
				continue
			}
			parts++
			if i+1 == len(list) && parts == 1 {
				break // it does not stand here
			}
			var more []string
			if i == from {
				more, ok = e.chooses(list[i], fails, killed)
			} else {
				more, ok = e.choosesAny(list[from:i+1], ops[from:i], fails, killed)
			}
			if ok {
				chosen++
				all = append(all, more...)
			}
			from = i + 1
		}
		if parts > 1 {
			// One of several that hold together is enough; of those of which one
			// holds, each must choose.
			return all, chosen == parts || chosen > 0 && (join == "and") != fails
		}
	}
	if len(list) != 2 {
		return nil, false
	}
	switch op := ops[0].text; {
	case op == "==" && !fails, op == "!=" && fails:
		if names, ok := e.compares(list[0], list[1], 1, killed); ok {
			return names, true
		}
		return e.compares(list[1], list[0], 1, killed)
	case op == "in" && !fails, op == "not" && fails:
		if names, ok := e.compares(list[1], list[0], 3, killed); ok {
			return names, true
		}
		return e.compares(list[0], list[1], 1, killed)
	}
	return nil, false
}

// compares says whether what a process tells of itself is compared with names,
// of at least so many letters, which do not come from there too.
func (e *pyEval) compares(told, with *pyNode, least int, killed []string) (names []string, ok bool) {
	if len(e.toldOf(with)) > 0 {
		return nil, false
	}
	for _, p := range e.toldOf(told) {
		ok = ok || hasWord(strings.Join(killed, " "), p)
	}
	if !ok {
		return nil, false
	}
	e.mute++
	v := e.eval(with)
	e.mute--
	open := false
	for _, o := range v {
		items := []pyVal{{o}}
		if o.form == pyListing {
			if items = nil; len(o.lists) == 1 {
				items = o.lists[0]
			}
		}
		for _, v := range items {
			s, exact := v.exact()
			switch {
			case exact && len(s) < least:
				return nil, false
			case exact:
				names = append(names, s)
			default:
				open = true
			}
		}
	}
	if open {
		names = nil
	}
	return names, true
}

// killsChosen makes the kill of every process that of those which were chosen.
func (e *pyEval) killsChosen(words []Value, n *pyNode) [][]Value {
	if s, _ := words[0].Exact(); s != "kill" || len(words) < 2 {
		return [][]Value{words}
	}
	everyone := false
	for _, w := range words {
		everyone = everyone || isEveryone(w)
	}
	if !everyone {
		return [][]Value{words}
	}
	names, ok := e.chosen(n)
	if !ok {
		return [][]Value{words}
	}
	if len(names) == 0 {
		return [][]Value{{words[0], words[1], lit("--"), unknown()}}
	}
	var out [][]Value
	for _, name := range names {
		out = append(out, []Value{lit("pkill"), words[1], lit("--"), lit(name)})
	}
	return out
}
