package inline

import (
	"cmp"
	"slices"
)

// follower follows code of javascript or php: what its names stand for, which
// of its functions are called and with what. It goes the way the code would:
// a name has the value it was given last, after a branch either value. A
// variable that several functions share may be changed between them at any
// time, so it has every value it is ever given; the code is followed again
// until these are known, and only the last time counts.
type follower struct {
	r      *run
	lang   followed
	php    bool
	sdks   []*sdk // packages that are required whose objects do what programs do
	global *scope
	scope  *scope
	act    *activation
	trail  []change
	facts  map[place]*facts
	pass   int

	pending []*closure       // every function of this pass
	called  map[*tree]bool   // functions whose body was followed
	again   map[*tree]bool   // functions that must be followed with unknown arguments
	done    map[*tree]*thing // results of functions followed with unknown arguments
	patched map[string]*thing
	grown   bool // something was patched in this pass
	hoists  map[*tree]*hoist
	widen   map[*tree][]string
	parsed  map[string]*tree
	loops   int // loops around, functions included
	endless int // of them, those without an end
	repeats int
	nest    int // code inside code
}

// followed is what differs between the languages.
type followed interface {
	read(code string) reading
	free(ev *follower, name string, t *tree) *thing                       // a name that is not declared
	member(ev *follower, obj *thing, name string) *thing                  // of something known by name; nil: nothing special
	invoke(ev *follower, name string, s *site) *thing                     // a call of something known by name
	method(ev *follower, obj *thing, name string, s *site) (*thing, bool) // of any value
	assign(ev *follower, obj *thing, name string, v *thing, t *tree)      // to a member of something known by name
	powerful(name string) bool                                            // any member of it may run programs
	starts(name string) bool                                              // a function that runs programs or code
	text(ev *follower, fn *thing, s *site) *thing                         // a call of a text; nil where a text is no function
	special(ev *follower, t *tree) *thing                                 // a node of one language only
}

// site is one call.
type site struct {
	t    *tree
	fn   *thing
	this *thing
	args []*thing
	open bool // there may be more arguments than args
	made bool // new
	told bool // functions among args were called with what they are called with
}

// arg is an argument; data where there is none.
func (s *site) arg(i int) *thing {
	if i < len(s.args) {
		return s.args[i]
	}
	return &thing{none: !s.open}
}

// place is where a variable is declared.
type place struct {
	t    *tree
	name string
}

// facts are what is known of a variable wherever it is seen from.
type facts struct {
	site  *tree // where it is assigned
	many  bool  // in several places
	other bool  // from within another function than its own
	used  bool  // its values were needed
	wide  bool  // it never comes to an end
	all   *thing
	prev  *thing // all, in the pass before
	from  [3]*thing
	known *thing // what from are together
	sig   string
}

type variable struct {
	now   *thing
	place place
	act   *activation
	facts *facts
}

type scope struct {
	up     *scope
	t      *tree
	act    *activation
	vars   map[string]*variable
	object *thing // of with
}

// activation is a function while it is followed.
type activation struct {
	fn   *tree
	up   *activation
	this *thing
	ret  *thing
}

type change struct {
	v   *variable
	old *thing
}

// hoist are the names that a block declares, and its functions.
type hoist struct {
	names []string
	funcs []*tree
}

const maxPasses = 5

// follow reads a whole text.
func (r *run) follow(lang followed, code string) {
	got := lang.read(code)
	r.extra += got.steps
	if got.hole {
		r.unknownCode(Holed, unknown(), 0, len(code))
	}
	if got.why != "" {
		r.unknownCode(got.why, unknown(), 0, len(code))
		return
	}
	_, php := lang.(phpLang)
	ev := &follower{
		r: r, lang: lang, php: php, facts: map[place]*facts{}, patched: map[string]*thing{},
		hoists: map[*tree]*hoist{}, widen: map[*tree][]string{}, parsed: map[string]*tree{},
	}
	before := len(r.effects)
	for ev.pass = 1; ; ev.pass++ {
		r.effects = r.effects[:before]
		ev.once(got.tree)
		if !ev.settle() || ev.pass >= maxPasses || r.steps > maxSteps {
			break
		}
	}
	r.effects = append(r.effects[:before], inOrder(r.effects[before:])...)
}

// inOrder puts effects as they are written, each once.
func inOrder(effects []Effect) []Effect {
	slices.SortStableFunc(effects, func(a, b Effect) int { return cmp.Compare(a.Pos, b.Pos) })
	var out []Effect
	from := 0
	for _, e := range effects {
		for from < len(out) && out[from].Pos < e.Pos {
			from++
		}
		if !slices.ContainsFunc(out[max(from, len(out)-64):], func(o Effect) bool { return sameEffect(o, e) }) {
			out = append(out, e)
		}
	}
	return out
}

func sameEffect(a, b Effect) bool {
	return a.Kind == b.Kind && a.Call == b.Call && a.Redir == b.Redir && a.Pos == b.Pos && slices.EqualFunc(a.Argv, b.Argv, sameValue)
}

func sameValue(a, b Value) bool {
	return slices.EqualFunc(a, b, func(t, u Text) bool { return slices.Equal(t, u) })
}

// once follows the text from its beginning.
func (ev *follower) once(t *tree) {
	ev.pending, ev.called, ev.again, ev.done = nil, map[*tree]bool{}, map[*tree]bool{}, map[*tree]*thing{}
	ev.trail, ev.grown = nil, false
	ev.act = &activation{}
	ev.global = &scope{act: ev.act, t: t, vars: map[string]*variable{}}
	ev.scope = ev.global
	ev.block(t)
	for i := 0; i < len(ev.pending); i++ {
		if c := ev.pending[i]; !ev.called[c.fn] || ev.again[c.fn] {
			ev.callUnknown(c)
		}
	}
}

// settle ends a pass. It reports whether another is needed: something that was
// looked up was not yet known in full.
func (ev *follower) settle() bool {
	more := ev.grown
	for _, f := range ev.facts {
		if f.used {
			if sig := f.all.sign(3); sig != f.sig {
				f.wide = f.wide || ev.pass >= 3
				f.sig = sig
				more = true
			}
		}
		f.prev, f.all = f.all, nil
	}
	return more
}

func (ev *follower) step() bool { return ev.r.step() }

// push opens a scope for a tree.
func (ev *follower) push(t *tree) *scope {
	saved := ev.scope
	ev.scope = &scope{up: saved, t: t, act: ev.act, vars: map[string]*variable{}}
	return saved
}

// declare makes a variable of a scope.
func (ev *follower) declare(s *scope, name string) *variable {
	if v := s.vars[name]; v != nil {
		return v
	}
	p := place{s.t, name}
	f := ev.facts[p]
	if f == nil {
		f = &facts{}
		ev.facts[p] = f
	}
	v := &variable{place: p, act: s.act, facts: f}
	s.vars[name] = v
	return v
}

// lookup finds a variable; object is that of a with on the way.
func (ev *follower) lookup(name string) (v *variable, object *thing) {
	for s := ev.scope; s != nil; s = s.up {
		if v := s.vars[name]; v != nil {
			return v, object
		}
		if s.object != nil {
			object = eitherOf(object, s.object)
		}
	}
	return nil, object
}

// get is the value of a variable. Seen from another function it has every value
// it is ever given, unless there is only one place that gives it one.
func (ev *follower) get(v *variable) *thing {
	f := v.facts
	if v.act == ev.act && !f.other || v.act != ev.act && !f.many && !f.other && v.now != nil {
		if v.now == nil {
			return &thing{none: true}
		}
		return v.now
	}
	f.used = true
	if from := [3]*thing{v.now, f.all, f.prev}; f.known == nil || f.from != from {
		f.from, f.known = from, ev.merge(ev.merge(v.now, f.all), f.prev)
		if f.known == nil {
			f.known = &thing{}
		}
	}
	t := f.known
	if f.wide {
		t = eitherOf(t, &thing{})
		if t.text != nil {
			t.text = either(t.text, unknown())
		}
	}
	return t
}

// merge is eitherOf, counted as work.
func (ev *follower) merge(a, b *thing) *thing {
	left := maxMerged
	m := eitherWithin(a, b, 6, &left)
	ev.r.steps += 2 * (maxMerged - left)
	return m
}

// weigh counts a text that was put together as work: one that grows piece by
// piece is copied each time.
func (ev *follower) weigh(t *thing) *thing {
	if t != nil {
		ev.r.steps += t.text.weight() >> 6
	}
	return t
}

// set gives a variable a value.
func (ev *follower) set(v *variable, val *thing, at *tree) {
	f := v.facts
	if f.site == nil {
		f.site = at
	} else if f.site != at {
		f.many = true
	}
	if v.act != ev.act {
		f.other = true
	}
	f.all = ev.merge(f.all, val)
	ev.trail = append(ev.trail, change{v, v.now})
	v.now = val
}

// either follows ways of which one is taken, each from the same state. A nil
// way is that of doing nothing.
func (ev *follower) either(ways ...func()) {
	mark := len(ev.trail)
	type end struct {
		v    *variable
		ends []*thing
		old  *thing
	}
	var ends []*end
	index := map[*variable]*end{}
	for i, way := range ways {
		if way == nil {
			continue
		}
		way()
		for k := mark; k < len(ev.trail); k++ {
			c := ev.trail[k]
			e := index[c.v]
			if e == nil {
				e = &end{v: c.v, old: c.old, ends: make([]*thing, len(ways))}
				index[c.v] = e
				ends = append(ends, e)
			}
			e.ends[i] = c.v.now
		}
		for k := len(ev.trail) - 1; k >= mark; k-- {
			ev.trail[k].v.now = ev.trail[k].old
		}
		ev.trail = ev.trail[:mark]
	}
	for _, e := range ends {
		var val *thing
		for _, t := range e.ends {
			if t == nil {
				t = e.old
			}
			val = ev.merge(val, t)
		}
		ev.trail = append(ev.trail, change{e.v, e.v.now})
		e.v.now = val
	}
}
