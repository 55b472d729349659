package inline

import (
	"sort"
	"strings"
)

// machine is what the readers of awk, perl and ruby share: a place in the
// text, the names and what they hold, and the calls of functions. The readers
// look at no tree: they evaluate while they read, so a function's body is read
// once more for every call of it.
//
// A text is read three times. The first time gathers functions, and what is
// assigned in loops; the second finds what goes on changing there, which is
// then unknown; the third gives the effects.
type machine struct {
	r          *run
	src        string
	pos, limit int
	inner      int // depth of code texts inside the code
	text       int // which text this is
	texts      int // how many there were
	at, end    int // inner > 0: where in the code the text stands

	frame    *frame
	globals  *frame
	branches int // conditions and loops around
	loops    int // loops around
	mute     int // reading only to find the end
	looped   map[string]Value
	named    map[string]*function
	all      []*function
	ends     map[int]int // where bodies end
	round    int
	emitted  int
	steps    int
	failed   bool
	failedAt int
	tooDeep  bool // it failed for a limit, not for what stands there
	comments [][2]int
	cycles   []cycle
	nesting  int // expressions inside each other, in one function
	calls    int // functions inside each other
}

// frame holds the names of a block or of a call.
type frame struct {
	up    *frame
	depth int // machine.branches where it began
	vars  map[string]datum
}

// cycle is a loop being read.
type cycle struct {
	endless bool
	forks   int  // where it forks; -1: it does not
	calm    bool // it waits, ends or leaves

	calls    bool // no loop, but a function that calls itself
	branches int  // calls: how many conditions were around
}

const (
	lastRound = 2
	maxReads  = 3   // of a function with arguments that are followed
	maxActs   = 24  // of one that has effects
	maxDepth  = 200 // expressions inside each other

	maxCallDepth = 24 // functions inside each other
)

// rounds reads the text with read as often as it takes.
func (m *machine) rounds(r *run, code string, read func()) {
	m.r = r
	m.looped, m.named, m.ends = map[string]Value{}, map[string]*function{}, map[int]int{}
	first := len(r.effects)
	for m.round = 0; m.round <= lastRound; m.round++ {
		if m.round == 1 && len(m.looped) == 0 {
			continue
		}
		m.src, m.pos, m.limit = code, 0, len(code)
		m.globals = &frame{vars: map[string]datum{}}
		m.frame, m.branches, m.loops, m.mute, m.steps, m.nesting, m.calls = m.globals, 0, 0, 0, 0, 0, 0
		m.failed, m.tooDeep, m.comments, m.cycles, m.emitted = false, false, nil, nil, 0
		for _, fn := range m.all {
			fn.reads, fn.active, fn.blind, fn.owed = 0, 0, false, false
		}
		m.all = nil
		m.guarded(read)
		for i := 0; i < len(m.all); i++ { // it grows
			if fn := m.all[i]; fn.reads == 0 {
				m.guarded(func() { m.escaped(fn) })
			}
		}
		for i := 0; i < len(m.all); i++ {
			if fn := m.all[i]; fn.owed && !fn.blind {
				m.guarded(func() { m.escaped(fn) })
				i = -1 // it may owe others
			}
		}
		r.extra += m.steps
	}
	r.steps += m.steps
	r.extra -= 3 * m.steps // a step of a round is a third of one of the trees
	if m.failed && r.steps <= maxSteps {
		r.unknownCode(m.failedFor(), unknown(), min(m.failedAt, len(code)), len(code))
	}
	comments := m.comments
	if m.failed {
		comments = nil // not all of them were found
	}
	if i := firstHole(code, comments); i >= 0 {
		r.unknownCode(Holed, unknown(), i, len(code))
	}
	got := r.effects[first:]
	sort.SliceStable(got, func(i, j int) bool { return got[i].Pos < got[j].Pos })
	r.effects = append(r.effects[:first], distinct(got)...)
}

// failedFor is why the reading ended early.
func (m *machine) failedFor() string {
	if m.tooDeep {
		return Limited
	}
	return Unread
}

// guarded reads; where that panics the effects of what was read before are
// kept, and those of the rest of the text.
func (m *machine) guarded(read func()) {
	defer func() {
		if p := recover(); p != nil {
			m.r.broken = p
			m.inner, m.mute, m.calls = 0, 0, 0
			m.fail()
			m.failedAt, m.tooDeep = 0, true
		}
	}()
	read()
}

// distinct drops effects that are said twice of the same place.
func distinct(es []Effect) []Effect {
	var out []Effect
	for _, e := range es {
		seen := false
		for i := len(out) - 1; i >= 0 && out[i].Pos == e.Pos && !seen; i-- {
			o := out[i]
			seen = o.Kind == e.Kind && o.Redir == e.Redir && len(o.Argv) == len(e.Argv) && o.Call == e.Call
			for k := 0; seen && k < len(e.Argv); k++ {
				seen = same(dat(o.Argv[k]), dat(e.Argv[k]))
			}
		}
		if !seen {
			out = append(out, e)
		}
	}
	return out
}

func (m *machine) fail() {
	if !m.failed {
		m.failed, m.failedAt = true, m.pos
		if m.inner > 0 {
			m.failedAt = m.at
		}
	}
	m.pos = m.limit
}

// step counts work; past the limit the text is not followed.
func (m *machine) step() bool {
	m.steps++
	if m.r.steps+m.steps > maxSteps {
		m.fail()
	}
	return !m.failed
}

// weigh counts what a copy of a value costs as work. Of one that is too large
// only what any part of it may be is known.
func (m *machine) weigh(d datum) datum {
	size := d.size()
	m.steps += size >> 6
	switch {
	case size <= maxText:
		return d
	case !d.isList:
		return datum{v: computed(d.v), kind: d.kind, fn: d.fn}
	}
	m.escapes(d.list[:min(len(d.list), maxCells)])
	return datum{isList: true, open: true, list: []datum{unk()}, kind: d.kind}
}

// deeper guards against expressions too deep for the stack.
func (m *machine) deeper() bool {
	if m.nesting++; m.nesting > maxDepth && !m.failed {
		m.fail()
		m.tooDeep = true
	}
	return !m.failed
}

func (m *machine) more() bool { return m.pos < m.limit && !m.failed }

func (m *machine) peek() byte { return m.ahead(0) }

func (m *machine) ahead(n int) byte {
	if m.pos+n < m.limit {
		return m.src[m.pos+n]
	}
	return 0
}

// starts reports whether s stands here.
func (m *machine) starts(s string) bool {
	return m.pos+len(s) <= m.limit && m.src[m.pos:m.pos+len(s)] == s
}

// take moves over s where it stands here.
func (m *machine) take(s string) bool {
	if !m.starts(s) {
		return false
	}
	m.pos += len(s)
	return true
}

// want is take of what must stand here.
func (m *machine) want(s string) bool {
	if m.take(s) {
		return true
	}
	m.fail()
	return false
}

func isNameStart(b byte) bool {
	return b == '_' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= 0x80
}

func isNameByte(b byte) bool { return isNameStart(b) || isDigit(b) }

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

// word is the name that stands here, not moved over.
func (m *machine) word() string {
	if !isNameStart(m.peek()) {
		return ""
	}
	i := m.pos
	for i < m.limit && isNameByte(m.src[i]) {
		i++
	}
	return m.src[m.pos:i]
}

// keyword moves over a word where it stands here as a whole.
func (m *machine) keyword(s string) bool {
	if m.word() != s {
		return false
	}
	m.pos += len(s)
	return true
}

// comment moves over what is left of the line.
func (m *machine) comment() {
	at := m.pos
	if i := strings.IndexByte(m.src[m.pos:m.limit], '\n'); i >= 0 {
		m.pos += i
	} else {
		m.pos = m.limit
	}
	m.commented(at, m.pos)
}

func (m *machine) commented(from, to int) {
	if m.inner > 0 {
		return
	}
	if n := len(m.comments); n == 0 || m.comments[n-1][1] <= from {
		m.comments = append(m.comments, [2]int{from, to})
	}
}

// add gives an effect of the code between pos and here.
func (m *machine) add(e Effect, pos int) {
	if m.mute > 0 {
		return
	}
	m.emitted++
	if m.round < lastRound {
		return
	}
	e.Pos, e.End = pos, max(pos, min(m.pos, m.limit))
	if m.inner > 0 {
		e.Pos, e.End = m.at, m.end
	}
	m.r.add(e)
}

func (m *machine) runs(call string, argv []Value, pos int) {
	m.add(Effect{Kind: Run, Call: call, Argv: argv}, pos)
}

func (m *machine) shell(call string, text Value, pos int) {
	m.add(Effect{Kind: Shell, Call: call, Argv: []Value{text}}, pos)
}

func (m *machine) like(call string, pos int, argv ...Value) {
	m.add(Effect{Kind: Like, Call: call, Argv: argv}, pos)
}

// file says that a file is opened; standard streams are none.
func (m *machine) file(call, op string, name Value, pos int) {
	if s, ok := name.Exact(); ok {
		switch s {
		case "/dev/stdout", "/dev/stderr", "/dev/stdin", "-", "/dev/fd/0", "/dev/fd/1", "/dev/fd/2":
			return
		}
	}
	m.add(Effect{Kind: Like, Call: call, Redir: op, Argv: []Value{name}}, pos)
}

func (m *machine) unknownCode(call string, what Value, pos int) {
	m.add(Effect{Kind: Code, Call: call, Argv: []Value{what}}, pos)
}

// effect is what the row of a table does.
func (m *machine) effect(row *call, name string, args []datum, pos int, self func(*run, string, int)) {
	tmp := &run{steps: m.r.steps + m.steps, depth: m.r.depth + m.inner}
	tmp.effect(row, name, words(args), self, 0, 0)
	m.steps = tmp.steps - m.r.steps
	m.r.extra += tmp.extra
	for _, e := range tmp.effects {
		if e.Kind == Like && len(e.Argv) > 1 && anyBelow(e.Argv) {
			if s, _ := e.Argv[0].Exact(); s == "rm" || s == "rmdir" {
				e.Argv = append([]Value{lit("rm"), lit("-rf"), lit("--")}, operands(e.Argv)...)
			}
		}
		m.add(e, pos)
	}
}

func anyBelow(vs []Value) bool {
	for _, v := range vs {
		if v.below() {
			return true
		}
	}
	return false
}

// operands is an argv without its program and options.
func operands(argv []Value) []Value {
	for i, v := range argv {
		if s, _ := v.Exact(); i > 0 && !strings.HasPrefix(s, "-") {
			return argv[i:]
		} else if s == "--" {
			return argv[i+1:]
		}
	}
	return nil
}

// kill says that a signal is sent; the signal 0 only asks.
func (m *machine) kill(call string, signal Value, pids []Value, pos int) {
	argv := []Value{lit("kill")}
	group := false
	if s, ok := signal.Exact(); ok {
		if n := strings.TrimPrefix(s, "-"); n != s {
			s, group = n, true
		}
		switch s = strings.TrimPrefix(s, "SIG"); s {
		case "0", "EXIT", "ZERO", "":
			return
		}
		argv = append(argv, lit("-"+s))
	} else {
		argv = append(argv, join(lit("-"), signal))
	}
	for _, p := range pids {
		if group {
			p = join(lit("-"), p)
		}
		argv = append(argv, p)
	}
	m.like(call, pos, argv...)
}
