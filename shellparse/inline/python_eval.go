package inline

import "strings"

// pyEval walks the tree in the order it runs, with what is known of every name.
type pyEval struct {
	r       *run
	globals *pyScope
	text    string // the code as a whole
	scope   *pyScope
	ever    map[string]pyVal // what the names of the module have held
	trail   []pyChange       // what was set, so that a branch can be undone
	stars   []string         // modules from which every name is imported
	funcs   []*pyFunc
	stack   []*pyFunc // that are being called
	mute    int       // inside a reading whose effects do not count
	depth   int       // of nodes
	loops   int       // of loops around
	budget  int       // bytes of code that may yet be read again: unrolled, or called
	seen    map[string]bool
	active  map[*pyNode]string  // functions that are being called, with their arguments
	invoke  bool                // a package is imported whose objects run shell text: c.run("…")
	sdks    []*sdk              // packages that are imported whose objects do what programs do
	blind   bool                // the depth was passed
	tests   []pyTest            // conditions that hold here
	about   map[string][]string // of which processes the text in a name tells
}

// pyScope holds the names of a module, a function or a class.
type pyScope struct {
	vars    map[string]pyVal
	up      *pyScope
	globals map[string]*pyScope // names declared global or nonlocal
	class   bool
	comp    bool  // a comprehension
	result  pyVal // what is returned, or yielded
	yields  pyVal
}

// pyChange is one assignment: to a name, or to what a list holds.
type pyChange struct {
	scope *pyScope
	name  string
	old   pyVal
	list  *pyObj
	lists [][]pyVal
}

type pyFunc struct {
	node     *pyNode
	scope    *pyScope
	class    *pyClass
	defaults []pyVal
	called   bool // with arguments that are known
	escaped  bool // it may be called from elsewhere
	read     bool // with arguments that are not known
	calls    int
}

type pyClass struct {
	name  string
	scope *pyScope
	bases []pyVal
}

// readPython reads python 3 code.
func readPython(r *run, code string, offset int) {
	e := &pyEval{r: r, globals: &pyScope{vars: map[string]pyVal{}}, ever: map[string]pyVal{}, budget: 1 << 16, seen: map[string]bool{}}
	e.scope, e.text = e.globals, code
	e.module(code, 0)
	e.leftOver()
}

// module reads a text in the scope that is current. at shifts positions for a
// text that is not the one given.
func (e *pyEval) module(code string, offset int) {
	l := &pyLexer{r: e.r, code: code}
	l.lex()
	if l.holed {
		e.code(Holed, unknown(), 0, len(code))
	}
	if l.strange {
		e.code("a name in other letters", unknown(), 0, len(code))
	}
	p := &pyParser{r: e.r, toks: l.toks}
	var body []*pyNode
	if !l.bad {
		body = p.file()
	}
	if l.bad || p.bad {
		if e.r.steps <= maxSteps { // else Read says so
			why := Unread
			if e.r.deep {
				why = Limited
			}
			e.code(why, lit(code), 0, len(code))
		}
		return
	}
	e.block(body)
}

// leftOver reads the functions that nothing in the text calls, and those that
// others may call, with arguments of which nothing is known.
func (e *pyEval) leftOver() {
	for name, v := range e.ever {
		e.globals.vars[name] = pyEither(e.globals.vars[name], v)
	}
	for i := 0; i < len(e.funcs); i++ {
		f := e.funcs[i]
		if f.read || f.called && !f.escaped {
			continue
		}
		e.readUnknown(f)
		if i == len(e.funcs)-1 { // reading one may let others escape
			for _, g := range e.funcs {
				if !g.read && g.escaped {
					e.readUnknown(g)
				}
			}
		}
	}
}

func (e *pyEval) readUnknown(f *pyFunc) {
	if f.read {
		return
	}
	f.read = true
	a := &pyArgs{open: true}
	for i, p := range f.node.more {
		if i == 0 && f.class != nil && !strings.HasPrefix(p.text, "*") {
			a.pos = append(a.pos, pyVal{{form: pyObject, class: f.class, attrs: f.class.shared()}})
			continue
		}
		if strings.HasPrefix(p.text, "*") {
			break
		}
		v := pyUnknown()
		if i < len(f.defaults) && f.defaults[i] != nil {
			v = pyEither(v, f.defaults[i])
		}
		a.pos = append(a.pos, v)
	}
	e.lose(e.enterFunc(f, a))
}

// shared are the attributes that objects of a class have been given anywhere.
func (c *pyClass) shared() map[string]pyVal {
	if c.scope.globals == nil {
		c.scope.globals = map[string]*pyScope{"self": {vars: map[string]pyVal{}}}
	}
	if c.scope.globals["self"] == nil {
		c.scope.globals["self"] = &pyScope{vars: map[string]pyVal{}}
	}
	return c.scope.globals["self"].vars
}

// add records an effect once.
func (e *pyEval) add(f Effect) {
	if e.mute > 0 {
		return
	}
	var sb strings.Builder
	sb.WriteByte(byte(f.Kind))
	sb.WriteString(f.Redir)
	for _, v := range append(f.Argv[:len(f.Argv):len(f.Argv)], f.Text) {
		for _, t := range v {
			for _, p := range t {
				sb.WriteByte(byte(p.Source))
				sb.WriteString(p.Lit)
			}
			sb.WriteByte(0)
		}
		sb.WriteByte(1)
	}
	sb.WriteString(f.Call)
	key := sb.String()
	if e.seen[key] {
		return
	}
	e.seen[key] = true
	e.r.add(f)
}

func (e *pyEval) code(call string, what Value, pos, end int) {
	e.add(Effect{Kind: Code, Call: call, Argv: []Value{what}, Pos: pos, End: end})
}

// like records a shell command that does what a call does.
func (e *pyEval) like(call string, n *pyNode, words ...Value) {
	for _, argv := range e.killsChosen(words, n) {
		e.add(Effect{Kind: Like, Call: call, Argv: belowAll(argv), Pos: n.pos, End: n.end})
	}
}

func (e *pyEval) redir(call, op string, file Value, n *pyNode) {
	if len(file) > 0 {
		e.add(Effect{Kind: Like, Call: call, Redir: op, Argv: []Value{file}, Pos: n.pos, End: n.end})
	}
}

// belowAll makes the delete of whatever is found below a folder a recursive one.
func belowAll(words []Value) []Value {
	name, _ := words[0].Exact()
	if name != "rm" {
		return words
	}
	out := append([]Value(nil), words...)
	for i, w := range out {
		for k, t := range w {
			for j, p := range t {
				if p.Source != Unknown || p.Lit != Below {
					continue
				}
				cut := t[: j+1 : j+1]
				if last := t[len(t)-1]; last.Source == Literal {
					if tail := last.Lit[strings.LastIndexByte(last.Lit, '/')+1:]; tail != "" {
						cut = append(cut, Part{Lit: tail})
					}
				}
				out[i] = append(append(out[i][:k:k], cut), out[i][k+1:]...)
				if !cut.ofOneKind() {
					out[1] = lit("-rf")
				}
				break
			}
		}
	}
	return out
}

// ofOneKind reports whether a pattern is that of files with one ending, below
// the working directory.
func (t Text) ofOneKind() bool {
	head, last := t[0], t[len(t)-1]
	here := head.Source == Unknown && head.Lit == Below || head.Source == Literal && !strings.HasPrefix(head.Lit, "/") && !strings.Contains(head.Lit, "..")
	return here && last.Source == Literal && len(last.Lit) > 2 && last.Lit[0] == '.'
}

// lookup finds a name.
func (e *pyEval) lookup(name string) pyVal {
	for s := e.scope; s != nil; s = s.up {
		if s.class && s != e.scope {
			continue
		}
		if v, ok := s.vars[name]; ok {
			return v
		}
	}
	switch name {
	case "__file__":
		return pyOf(from(Script, ""), 's')
	case "__name__":
		return pyStr("__main__")
	case "__builtins__":
		return pyLibrary("builtins")
	}
	if name == "get_ipython" {
		return pyLibrary(name)
	}
	if row, _ := pyKnown("builtins." + name); row != nil {
		return e.member("builtins", name)
	}
	if hasWord(pyDangerous, name) && name != "code" { // an import of everything from a module of the project may have brought it
		return pyLibrary(name)
	}
	for _, m := range e.stars {
		if row, _ := pyKnown(m + "." + name); row != nil {
			return pyLibrary(m + "." + name)
		}
		if pyTable(m + "." + name) {
			return pyLibrary(m + "." + name)
		}
		if m == "os" && (name == "environ" || name == "path") || m == "sys" && (name == "argv" || name == "stdin" || name == "modules") || strings.HasSuffix(m, "pathlib") && name == "Path" {
			return e.member(m, name)
		}
	}
	return pyUnknown()
}

func (e *pyEval) set(name string, v pyVal) {
	s := e.scope
	if t := s.globals[name]; t != nil {
		s = t
	}
	e.setIn(s, name, v)
}

func (e *pyEval) setIn(s *pyScope, name string, v pyVal) {
	e.trail = append(e.trail, pyChange{scope: s, name: name, old: s.vars[name]})
	s.vars[name] = v
	if s == e.globals {
		e.ever[name] = pyEither(e.ever[name], v)
	}
}

// setLists changes what a list holds.
func (e *pyEval) setLists(o *pyObj, lists [][]pyVal) {
	e.trail = append(e.trail, pyChange{list: o, lists: o.lists})
	if len(lists) > 8 {
		all := &pyObj{lists: lists}
		lists = [][]pyVal{{pyManyOf(all.element())}}
	}
	o.lists = lists
}

// pyState is what a branch has left, name by name and list by list.
type pyState struct {
	names map[pySlot]pyVal
	lists map[*pyObj][][]pyVal
}

type pySlot struct {
	scope *pyScope
	name  string
}

// undo takes back everything since mark and says what it was. With all, a name
// has every value that it held on the way.
func (e *pyEval) undo(mark int, all bool) pyState {
	s := pyState{names: map[pySlot]pyVal{}, lists: map[*pyObj][][]pyVal{}}
	for i := len(e.trail) - 1; i >= mark; i-- {
		c := e.trail[i]
		if c.list != nil {
			if _, ok := s.lists[c.list]; !ok || all {
				s.lists[c.list] = append(s.lists[c.list], c.list.lists...)
			}
			c.list.lists = c.lists
			continue
		}
		slot := pySlot{c.scope, c.name}
		if v, ok := s.names[slot]; !ok {
			s.names[slot] = c.scope.vars[c.name]
		} else if all {
			s.names[slot] = pyEither(v, c.scope.vars[c.name])
		}
		if c.old == nil {
			delete(c.scope.vars, c.name)
		} else {
			c.scope.vars[c.name] = c.old
		}
	}
	e.trail = e.trail[:mark]
	return s
}

// join makes what branches have left, and unless exhaustive what was before
// them, the state.
func (e *pyEval) join(exhaustive bool, branches ...pyState) {
	type count struct {
		v pyVal
		n int
	}
	names := map[pySlot]count{}
	lists := map[*pyObj][][]pyVal{}
	hits := map[*pyObj]int{}
	var order []pySlot
	for _, b := range branches {
		for slot, v := range b.names {
			c, ok := names[slot]
			if !ok {
				order = append(order, slot)
			}
			names[slot] = count{pyEither(c.v, v), c.n + 1}
		}
		for o, l := range b.lists {
			lists[o] = append(lists[o], l...)
			hits[o]++
		}
	}
	for _, slot := range order {
		c := names[slot]
		if !exhaustive || c.n < len(branches) {
			if old := slot.scope.vars[slot.name]; old != nil {
				c.v = pyEither(c.v, old)
			}
		}
		e.setIn(slot.scope, slot.name, c.v)
	}
	for o, l := range lists {
		if !exhaustive || hits[o] < len(branches) {
			l = append(l, o.lists...)
		}
		e.setLists(o, l)
	}
}

// branch runs f and takes back what it did.
func (e *pyEval) branch(f func()) pyState {
	mark := len(e.trail)
	f()
	return e.undo(mark, false)
}
