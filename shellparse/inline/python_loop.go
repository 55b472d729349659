package inline

// maxPyUnroll is how many elements a loop is read for one by one.
const maxPyUnroll = 512

func (e *pyEval) while(n *pyNode) {
	always := true
	if n.x.kind == pyNConst && n.x.text == "False" {
		always = false
	} else if n.x.kind != pyNConst && n.x.kind != pyNNum && n.x.kind != pyNStr {
		always = false
	}
	if always || e.containsFork(n.x) {
		e.bombs(n, n.list)
	}
	e.repeat(func() {
		e.eval(n.x)
		e.block(n.list)
	})
	e.join(false, e.branch(func() { e.block(n.more) }))
}

// repeat reads what is run again and again: what it leaves is what it may find.
func (e *pyEval) repeat(body func()) {
	rounds := 2
	if e.loops > 0 {
		rounds = 1
	}
	e.loops++
	defer func() { e.loops-- }()
	if e.loops <= 4 {
		for round := 1; round <= rounds; round++ {
			e.mute++
			s := e.branch(body)
			e.mute--
			if round == rounds { // what still changes is not known
				e.widen(&s)
			}
			e.join(false, s)
		}
	}
	s := e.branch(body)
	e.join(false, s)
}

// widen makes texts that a round has changed unknown.
func (e *pyEval) widen(s *pyState) {
	for slot, v := range s.names {
		old := slot.scope.vars[slot.name]
		var out pyVal
		for _, o := range v {
			if o.form == pyText && !old.holds(o.text) {
				o = &pyObj{form: pyText, text: either(o.text, computed(o.text))}
			}
			out = pyEither(out, pyVal{o})
		}
		s.names[slot] = out
	}
	for o, l := range s.lists {
		all := &pyObj{lists: append(l[:len(l):len(l)], o.lists...)}
		element := pyManyOf(all.element())
		for i, one := range o.lists {
			if len(one) > 0 { // what it began with stays in front
				l[min(i, len(l)-1)] = append(one[:len(one):len(one)], element)
				continue
			}
			l[min(i, len(l)-1)] = []pyVal{element}
		}
		l = l[:min(len(o.lists), len(l))]
		delete(s.lists, o)
		e.setLists(o, l) // the empty one among any number
	}
}

// holds reports whether all alternatives of a text are among those of v.
func (v pyVal) holds(t Value) bool {
	for _, o := range v {
		if o.form != pyText {
			continue
		}
		all := true
		for _, x := range t {
			all = all && o.text.has(x)
		}
		if all {
			return true
		}
	}
	return false
}

func (e *pyEval) fors(n *pyNode) {
	over := e.eval(n.y)
	items, exact := e.iterate(over)
	if !exact {
		for _, o := range over {
			if o.form == pyLib && o.name == "itertools.count()" {
				e.bombs(n, n.list)
			}
		}
	}
	cost := (n.end - n.pos) * len(items)
	if !exact || len(items) > maxPyUnroll || cost > e.budget || e.loops > 3 {
		element := pyUnknown()
		if len(items) > 0 {
			element = (&pyObj{lists: [][]pyVal{items}}).element()
		}
		if exact && len(items) > 8 || !exact {
			e.bombs(n, n.list)
		}
		e.repeat(func() {
			e.assign(n.x, element)
			e.block(n.list)
		})
		e.join(false, e.branch(func() { e.block(n.more) }))
		return
	}
	e.budget -= cost
	if len(items) > 8 {
		e.bombs(n, n.list)
	}
	leaves := pyLeaves(n.list)
	if leaves {
		mark := len(e.trail)
		for _, item := range items {
			e.assign(n.x, item)
			e.block(n.list)
		}
		e.join(false, e.undo(mark, true))
	} else {
		for _, item := range items {
			e.assign(n.x, item)
			e.block(n.list)
		}
	}
	e.join(false, e.branch(func() { e.block(n.more) }))
}

// leaves reports whether a loop's body may end the loop or a round early.
func pyLeaves(list []*pyNode) bool {
	for _, n := range list {
		switch n.kind {
		case pyNRaise, pyNReturn:
			return true
		case pyNDef, pyNClass:
			continue
		}
		for _, m := range n.more {
			if m != nil && pyLeaves(m.list) {
				return true
			}
		}
		for _, m := range n.list {
			if m != nil && (m.kind == pyNRaise || m.kind == pyNReturn || pyLeaves(m.list)) {
				return true
			}
		}
	}
	return false
}

// iterate gives the elements of a value; exact where they are known one by one.
func (e *pyEval) iterate(v pyVal) (items []pyVal, exact bool) {
	if len(v) != 1 {
		for _, o := range v {
			more, _ := e.iterate(pyVal{o})
			items = append(items, more...)
		}
		return items, false
	}
	o := v[0]
	switch o.form {
	case pyListing:
		if len(o.lists) == 1 && !pyHasMany(o.lists[0]) {
			return o.lists[0], true
		}
		return []pyVal{o.element()}, false
	case pyText:
		if s, ok := o.text.Exact(); ok && o.kind != 'i' {
			if len(s) > pyMaxList {
				return []pyVal{pyUnknown()}, false
			}
			e.spend(len(s))
			if o.kind == 'b' {
				for i := range len(s) {
					items = append(items, pyNumber(int(s[i])))
				}
				return items, true
			}
			for _, r := range s {
				items = append(items, pyStr(string(r)))
			}
			return items, true
		}
	case pyDict:
		for _, k := range o.keys {
			items = append(items, pyOf(k, 's'))
		}
		return items, !o.open
	case pyLib:
		switch o.name {
		case "sys.argv", "sys.argv[1:]":
			return []pyVal{pyOf(from(Args, ""), 's')}, false
		case "sys.stdin":
			return []pyVal{pyOf(unknown(), 's')}, false
		}
	case pyInst:
		if o.name == "list of" {
			return []pyVal{o.self}, false
		}
	}
	return []pyVal{pyComputed(v)}, false
}

func (e *pyEval) elementOf(v pyVal) pyVal {
	items, _ := e.iterate(v)
	e.spend(len(items) / 4)
	if len(items) == 0 {
		return pyUnknown()
	}
	return (&pyObj{lists: [][]pyVal{items}}).element()
}

// forks reports whether an expression is a bare call of fork inside a loop: the
// child goes on in the loop as its parent does.
func (e *pyEval) forks(n *pyNode, bare bool) bool {
	if n.kind != pyNCall {
		return false
	}
	for _, o := range e.muted(n.x) {
		if o.form == pyLib && (o.name == "os.fork" || o.name == "os.forkpty" || o.name == "pty.fork") && bare && e.loops > 0 {
			e.add(Effect{Kind: Bomb, Call: o.name, Pos: n.pos, End: n.end})
			return true
		}
	}
	return false
}

func (e *pyEval) muted(n *pyNode) pyVal {
	if n.kind != pyNName && n.kind != pyNAttr {
		return nil
	}
	e.mute++
	defer func() { e.mute-- }()
	return e.eval(n)
}

// bombs finds what starts this program anew in a loop that does not end.
func (e *pyEval) bombs(loop *pyNode, body []*pyNode) {
	if e.containsExit(body) {
		return
	}
	walkPy(body, func(n *pyNode) bool {
		if n.kind == pyNDef || n.kind == pyNLambda {
			return false
		}
		if e.containsFork(n) {
			e.add(Effect{Kind: Bomb, Call: "os.fork", Pos: n.pos, End: n.end})
			return false
		}
		return true
	})
}

func (e *pyEval) containsFork(n *pyNode) bool {
	if n == nil || n.kind != pyNCall {
		return false
	}
	return e.calls(n, "os.fork os.forkpty pty.fork")
}

func (e *pyEval) calls(n *pyNode, names string) bool {
	for _, o := range e.muted(n.x) {
		if o.form == pyLib && hasWord(names, o.name) {
			return true
		}
	}
	return false
}

func (e *pyEval) containsExit(body []*pyNode) bool {
	found := false
	walkPy(body, func(n *pyNode) bool {
		if n.kind == pyNReturn || n.kind == pyNRaise && n.text != "continue" {
			found = true
		}
		if n.kind == pyNCall && e.calls(n, "os._exit sys.exit exit quit builtins.exit builtins.quit os.abort os.execv os.execvp os.execl os.execlp os.execve os.execvpe os.execle os.execlpe") {
			found = true
		}
		return !found
	})
	return found
}

// walkPy visits nodes until visit says not to go further in.
func walkPy(list []*pyNode, visit func(*pyNode) bool) {
	for _, n := range list {
		if n == nil || !visit(n) {
			continue
		}
		if n.kind == pyNImport {
			continue
		}
		walkPy([]*pyNode{n.x, n.y}, visit)
		walkPy(n.list, visit)
		walkPy(n.more, visit)
	}
}
