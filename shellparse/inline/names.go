package inline

// What names hold in awk, perl and ruby.

// block reads something with a frame of its own.
func (m *machine) block(read func()) {
	saved := m.frame
	m.frame = &frame{up: saved, depth: m.branches}
	read()
	m.frame = saved
}

// maybe reads something that may or may not run.
func (m *machine) maybe(read func()) {
	m.branches++
	m.block(read)
	m.branches--
}

// loop reads something that may run any number of times. An endless one that
// forks and does nothing to stop is a fork bomb.
func (m *machine) loop(endless bool, read func()) {
	at := m.pos
	m.loops++
	m.cycles = append(m.cycles, cycle{endless: endless, forks: -1})
	m.maybe(read)
	c := m.cycles[len(m.cycles)-1]
	m.cycles = m.cycles[:len(m.cycles)-1]
	m.loops--
	if c.endless && c.forks >= 0 && !c.calm {
		m.add(Effect{Kind: Bomb, Call: "fork"}, min(at, c.forks))
	}
}

// forks says that the process copies itself here.
func (m *machine) forks(pos int) {
	if m.mute > 0 {
		return
	}
	for i := range m.cycles {
		if c := &m.cycles[i]; !c.calls || c.branches == m.branches {
			c.forks = pos
		}
	}
}

// calms says that loops around may end or wait here.
func (m *machine) calms() {
	if n := len(m.cycles); n > 0 && m.mute == 0 {
		m.cycles[n-1].calm = true
	}
}

// find gives the frame that holds a name.
func (m *machine) find(name string) *frame {
	for f := m.frame; f != nil; f = f.up {
		if _, ok := f.vars[name]; ok {
			return f
		}
	}
	return nil
}

// get gives what a name holds; in a loop also what later turns assign.
func (m *machine) get(name string) (datum, bool) {
	f := m.find(name)
	if f == nil {
		if v, ok := m.looped[name]; ok && m.loops > 0 {
			return dat(v), true
		}
		return datum{}, false
	}
	d := f.vars[name]
	if v, ok := m.looped[name]; ok && m.loops > 0 {
		if d.isList {
			d.open = true
		} else {
			d = merge(d, dat(v))
		}
	}
	return d, true
}

// declare gives a name of the innermost frame its first value.
func (m *machine) declare(name string, d datum) { m.store(m.frame, name, d, true) }

// assign changes a name where it was declared, or else a global one.
func (m *machine) assign(name string, d datum) {
	f := m.find(name)
	if f == nil {
		f = m.globals
	}
	m.store(f, name, d, false)
}

func (m *machine) store(f *frame, name string, d datum, first bool) {
	if m.mute > 0 || m.failed {
		return
	}
	d = m.weigh(d)
	if m.loops > 0 && !first {
		m.changes(name, d)
	}
	if f.vars == nil {
		f.vars = map[string]datum{}
	}
	if old, ok := f.vars[name]; ok && !first && f.depth != m.branches {
		d = merge(old, d)
	}
	f.vars[name] = d
}

// changes notes an assignment in a loop. What is new in the second round goes
// on changing, so nothing is known of it.
func (m *machine) changes(name string, d datum) {
	v := d.value()
	if d.isList {
		v = d.element().value()
	}
	old, ok := m.looped[name]
	switch {
	case !ok:
		m.looped[name] = v
	case m.round == 0:
		m.looped[name] = either(old, v)
	default:
		for _, t := range v {
			if !old.has(t) {
				m.looped[name] = either(old, computed(old, v))
				return
			}
		}
	}
}

// define makes a function whose body begins here; read reads it from there.
// The body is skipped now.
func (m *machine) define(name string, read func(args []datum, known bool) datum) *function {
	fn := m.named[name]
	if fn == nil || fn.start != m.pos || fn.inner != m.inner { // not the one that an earlier round found here
		fn = &function{start: m.pos, inner: m.inner}
	}
	fn.up = m.frame
	src, start, limit, inner, at, end, text := m.src, m.pos, m.limit, m.inner, m.at, m.end, m.text
	fn.read = func(args []datum, known bool) datum {
		s, p, l, i, a, e, t := m.src, m.pos, m.limit, m.inner, m.at, m.end, m.text
		m.src, m.pos, m.limit, m.inner, m.at, m.end, m.text = src, start, limit, inner, at, end, text
		d := read(args, known)
		if !m.failed {
			m.src, m.pos, m.limit, m.inner, m.at, m.end, m.text = s, p, l, i, a, e, t
		}
		return d
	}
	if m.mute == 0 {
		if name != "" {
			m.named[name] = fn
		}
		m.all = append(m.all, fn)
	}
	if stop, ok := m.ends[start]; ok && m.inner == 0 {
		m.pos = stop
		return fn
	}
	m.mute++
	m.block(func() { read(nil, false) })
	m.mute--
	if m.inner == 0 {
		m.ends[start] = m.pos
	}
	return fn
}

// invoke reads a function's body with these arguments.
func (m *machine) invoke(fn *function, args []datum, known bool) datum {
	if m.mute > 0 || !m.step() {
		return unk()
	}
	if m.calls >= maxCallDepth {
		fn.owed = true
		return unk()
	}
	if fn.reads >= maxReads || fn.active > 2 {
		if fn.blind && (!fn.acts || fn.active > 2) {
			return unk()
		}
		if fn.reads >= maxActs {
			m.unknownCode("(a function called too often)", unknown(), m.pos)
			return unk()
		}
		if !fn.acts || fn.active > 2 {
			fn.blind, known, args = true, false, nil
		}
	}
	again := fn.active > 0
	endless := again && m.branches == fn.branches
	fn.reads++
	saved, emitted, nesting := m.frame, m.emitted, m.nesting
	m.calls++
	m.nesting = 0
	defer func() { m.calls--; m.nesting = nesting }()
	at, outer := m.pos, fn.branches
	if again {
		m.loops++
		m.branches++
		defer func() { m.loops--; m.branches-- }()
		m.cycles = append(m.cycles, cycle{forks: -1, branches: m.branches, calls: true})
		defer func() { m.cycles = m.cycles[:len(m.cycles)-1] }()
	}
	m.frame = &frame{up: fn.up, depth: m.branches}
	fn.active++
	fn.branches = m.branches
	d := fn.read(args, known)
	fn.active--
	fn.branches = outer
	if c := len(m.cycles) - 1; again && endless && c >= 0 && m.cycles[c].forks >= 0 && !m.cycles[c].calm {
		m.add(Effect{Kind: Bomb, Call: "fork"}, at)
	}
	m.frame = saved
	fn.acts = fn.acts || m.emitted > emitted
	return d
}

// escaped reads a function that someone else may call: with what, and how
// often, is not known.
func (m *machine) escaped(fn *function) {
	if m.mute > 0 || fn.active > 0 || fn.blind && fn.reads > maxReads {
		return
	}
	if m.calls >= maxCallDepth {
		fn.owed = true
		return
	}
	m.loop(false, func() { m.invoke(fn, nil, false) })
	fn.blind = true
}

// escapes reads the functions among arguments of a call that is not followed.
func (m *machine) escapes(args []datum) {
	for _, d := range args {
		if d.fn != nil {
			m.escaped(d.fn)
		}
		if d.isList {
			m.escapes(d.list)
		}
	}
}

// within reads code inside the code, as part of it.
func (m *machine) within(call, code string, pos, end int, read func() datum) datum {
	if m.inner >= maxNested || !m.step() {
		m.unknownCode(call, lit(code), pos)
		return unk()
	}
	m.r.executes(code)
	s, p, l, a, e, t := m.src, m.pos, m.limit, m.at, m.end, m.text
	if m.inner == 0 {
		m.at, m.end = pos, end
	}
	m.src, m.pos, m.limit = code, 0, len(code)
	m.inner++
	m.texts++
	m.text = m.texts
	d := read()
	m.inner--
	if m.failed && m.r.steps+m.steps <= maxSteps {
		why := m.failedFor()
		m.failed, m.tooDeep = false, false
		m.src, m.pos, m.limit, m.at, m.end, m.text = s, p, l, a, e, t
		m.unknownCode(why, lit(code), pos)
		return unk()
	}
	m.src, m.pos, m.limit, m.at, m.end, m.text = s, p, l, a, e, t
	return d
}
