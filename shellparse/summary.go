package shellparse

import "slices"

// A script of many functions that call each other, or whose commands have names
// that are not known and so may be any of them, has more ways through it than
// can be followed. Where a text has taken its share of steps, a function that
// was already called often is walked once more, with nothing known of what it
// finds, and that walk stands for all its calls to come.

const (
	freeSteps = MaxSteps / 16 // steps before anything is summed up
	freeCalls = 4             // calls of a function that are followed after that
	freeDepth = 32            // and how deep calls are followed
	maxSums   = 256           // summaries made inside each other
)

// summary is what a call of a function may do, wherever it is called.
type summary struct {
	vars  map[string]*variable
	funcs map[string][]*function
	paths []string // files it writes
	moves bool     // it changes the working directory
	fails bool     // an expansion in it may fail
	done  bool     // false while it is being made
	level int      // how many others were being made then
}

// summaryKey tells apart what is recorded with each command.
type summaryKey struct {
	f      *function
	sh     *shell
	remote bool
	bg     bool
}

// summed reports whether a call of f was taken care of by its summary.
func (ev *evaluator) summed(c *ctx, f *function) bool {
	deep := c.depth > freeDepth
	if ev.steps <= freeSteps && !deep {
		return false
	}
	if f.calls++; f.calls <= freeCalls && !deep && ev.summaries[summaryKey{f, c.env.shell, c.remote, c.bg}] == nil {
		return false
	}
	ev.applySummary(c, ev.summaryOf(c, f))
	for l := c.loop; l != nil; l = l.up {
		l.slow = true // it was not walked here
	}
	return true
}

// summaryOf gives the summary of a function, which is made where there is none.
// One that needed another which was still being made lacks what that one does,
// until the outermost of them is complete.
func (ev *evaluator) summaryOf(c *ctx, f *function) *summary {
	key := summaryKey{f, c.env.shell, c.remote, c.bg}
	s := ev.summaries[key]
	if s == nil {
		if ev.summaries == nil {
			ev.summaries = make(map[summaryKey]*summary)
		}
		s = &summary{level: ev.summing}
		ev.summaries[key] = s
		outer := ev.lowest
		ev.lowest = s.level
		ev.sumUp(c, f, s)
		if ev.lowest < s.level {
			ev.partial = append(ev.partial, s)
		} else {
			for _, p := range ev.partial {
				p.add(s)
			}
			ev.partial = nil
		}
		ev.lowest = min(outer, ev.lowest)
	}
	return s
}

// add makes what a call of another function may do part of the summary.
func (s *summary) add(other *summary) {
	for name, v := range other.vars {
		if s.vars == nil {
			s.vars = make(map[string]*variable)
		}
		if s.vars[name] == nil {
			s.vars[name] = v
		}
	}
	for name, fs := range other.funcs {
		if s.funcs == nil {
			s.funcs = make(map[string][]*function)
		}
		s.funcs[name] = append(s.funcs[name][:len(s.funcs[name]):len(s.funcs[name])], fs...)
	}
	s.paths = append(s.paths, other.paths...)
	s.moves, s.fails = s.moves || other.moves, s.fails || other.fails
}

// sumUp walks the body of f with nothing known.
func (ev *evaluator) sumUp(c *ctx, f *function, s *summary) {
	sh := c.env.shell
	sub := c.subshell().through("function " + f.name)
	ev.blurAll(sub)
	sub.src = f.src
	sub.in, sub.out, sub.redirected = &input{text: unknownText(byte(OriginInput))}, nil, false
	sub.noFuncs, sub.bg, sub.unsure = false, false, true
	setWords(sub.env, []Word{ev.unknownWord(OriginLimit, "", true)})
	sub.env = sub.env.branch()
	start := sub.env
	base := start.branch()
	sub.env = base
	sub.ret, sub.line = &jumps{base: start}, &jumps{base: start}
	writes := len(ev.out.Commands)
	if ev.summing++; ev.summing < maxSums {
		sub.depth = min(sub.depth, freeDepth) // no more than the functions there are
	}
	frame, body, making := sh.frame, sh.body, ev.making
	sh.frame, sh.body, ev.making = map[string]hiding{}, base, s
	sh.calls = append(sh.calls, f)
	ev.stmt(sub, f.body)
	sh.calls = sh.calls[:len(sh.calls)-1]
	s.fails = len(sub.line.left) > 0
	sub.ret.left = append(sub.ret.left, sub.line.left...)
	sub.ret.land(base, deadFunc, true)
	for name, v := range start.vars {
		if h, ok := sh.frame[name]; ok && h.certain || name == "@" {
			continue
		}
		if s.vars == nil {
			s.vars = make(map[string]*variable)
		}
		s.vars[name] = blurred(v)
	}
	sh.frame, sh.body, ev.making = frame, body, making
	s.funcs, s.moves = start.funcs, start.dir != nil
	ev.summing--
	for p, at := range ev.writes {
		if at >= writes {
			s.paths = append(s.paths, p)
		}
	}
	s.done = true
}

// applySummary makes what a call may have done one of the things that hold.
func (ev *evaluator) applySummary(c *ctx, s *summary) {
	ev.steps += 1 + (len(s.vars)+len(s.funcs))>>2
	if ev.steps > MaxSteps && !ev.step(c.pos) {
		return
	}
	if !s.done { // it calls itself
		ev.lowest = min(ev.lowest, s.level)
		ev.blurAll(c)
	}
	set := 0
	for name, v := range s.vars {
		old := c.env.get(name)
		if old != nil && old.fixed() {
			continue
		}
		if covers(old, v) || old.vague() {
			if m := ev.making; m != nil && m.vars[name] == nil { // where that is called it may hold something
				if m.vars == nil {
					m.vars = make(map[string]*variable)
				}
				m.vars[name] = v
			}
			continue
		}
		set++
		ev.steps += old.weight() + v.weight()
		c.env.set(name, joinVariables(old, v).settled())
	}
	ev.steps += set >> 1
	for name, fs := range s.funcs {
		old := c.env.function(name)
		all := old[:len(old):len(old)]
		ev.steps += len(fs) * len(old) >> 3
		for _, f := range fs {
			if !slices.Contains(old, f) {
				all = append(all, f)
			}
		}
		if len(all) > len(old) {
			ev.steps += 1 + len(all)>>3
			c.env.setFunction(name, all)
		}
	}
	if s.moves {
		c.env.dir = joinTexts(c.env.cwd(), []Text{unknownText(byte(OriginLimit))})
	}
	for _, p := range s.paths {
		ev.clouds(p)
	}
	if c.in != nil {
		c.in.text = unknownText(ev.taint(c.in.text))
	}
	ev.steps += c.out.weight()
	c.out.write(unknownText(byte(OriginLimit)))
	if c.redirected {
		c.blurOutputs()
	}
	ev.splits++
	if s.fails {
		ev.fails(c)
	}
}

// settled is v without the case that it is not set, which what is unknown of
// it stands for too.
func (v *variable) settled() *variable {
	w := *v
	w.unset = false
	return &w
}

// vague reports whether a variable may hold anything already.
func (v *variable) vague() bool {
	if v == nil {
		return false
	}
	texts := v.texts
	if v.array {
		if !v.many || v.ways != nil {
			return false
		}
		texts = v.elems[0].texts
	}
	return slices.ContainsFunc(texts, func(t Text) bool {
		o, ok := t.Mark()
		return ok && t[1] == markUnknown && (OriginKind(o) == OriginUnknown || OriginKind(o) == OriginLimit)
	})
}

// blurred is a variable of the same kind of which nothing else is known.
func blurred(v *variable) *variable {
	t := limitText(v.texts)
	if v.array {
		all := v.texts
		for _, el := range v.elems {
			all = joinTexts(all, el.texts)
		}
		return &variable{array: true, assoc: v.assoc, many: true, elems: []elem{{"0", []Text{limitText(all)}}}, exported: v.exported, perhaps: v.exported}
	}
	return &variable{texts: []Text{t}, exported: v.exported, perhaps: v.exported}
}

// blurAll forgets what every variable holds, and the working directory.
func (ev *evaluator) blurAll(c *ctx) {
	seen := map[string]bool{"@": true, "!": true}
	for l := c.env; l != nil; l = l.up {
		ev.steps += len(l.vars) >> 2
		for name, v := range l.vars {
			if seen[name] {
				continue
			}
			seen[name] = true
			if v.fixed() {
				continue
			}
			if !v.vague() || len(v.texts) > 1 {
				ev.steps++
				c.env.set(name, blurred(v))
			}
		}
	}
	c.env.dir = []Text{unknownText(byte(OriginLimit))}
}
