package inline

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// thing is what is known of a value of javascript or php; the zero thing is
// data of which nothing is known. One thing may be several: a text, or one of
// these functions, or that module.
type thing struct {
	text   Value             // as a text, where it is one or a number
	number bool              // text is a number as the code has it
	none   bool              // null, undefined, false
	names  []string          // what the tables of calls know it by: "child_process.exec"
	funcs  []*closure        // functions of the code itself
	class  *class            // a class of the code itself
	list   bool              // an array: elems, and then any number of rest
	elems  []*thing          //
	props  map[string]*thing // an object, or an array of php with keys
	rest   *thing            // what stands in a list or object beyond what is known
	maybe  bool              // an element that is there only sometimes
	or     []*thing          // other lists that it may be
	hidden bool              // found under a computed name: it may be any function
	of     *thing            // what it is a method of, or was made by
	args   []*thing          // what the call that made it was given
	bound  []*thing          // arguments it already has
}

// closure is a function where it was written: fn with the variables around it.
type closure struct {
	fn    *tree
	scope *scope
	this  *thing
	bound []*thing
}

// class is a class where it was written.
type class struct {
	t     *tree
	scope *scope
	super *thing
	self  *thing // with its static members
}

func textThing(v Value) *thing { return &thing{text: v} }

func exactThing(s string) *thing { return &thing{text: lit(s)} }

func named(name string) *thing { return &thing{names: []string{name}} }

func numberThing(s string) *thing { return &thing{text: lit(s), number: true} }

func listThing(elems ...*thing) *thing { return &thing{list: true, elems: elems} }

// isData reports whether t is neither a function nor something with an inside
// that is known.
func (t *thing) isData() bool {
	return len(t.names) == 0 && len(t.funcs) == 0 && t.class == nil && !t.list && t.props == nil && !t.hidden
}

// isResult reports whether t is data, or what a call gave back: data too, for
// all that is known.
func (t *thing) isResult() bool {
	if t.isData() {
		return true
	}
	for _, n := range t.names {
		if !strings.HasSuffix(n, "()") && !strings.HasSuffix(n, "[]") {
			return false
		}
	}
	return len(t.funcs) == 0 && t.class == nil && !t.list && t.props == nil && !t.hidden
}

// str is t as a text.
func (t *thing) str() Value {
	switch {
	case t == nil:
		return unknown()
	case t.text != nil:
		return t.text
	case t.list && t.rest == nil && len(t.or) == 0:
		return t.glued(lit(","), 3)
	}
	return unknown()
}

// glued is a list as one text; lists in lists to a depth, since a list may hold
// itself.
func (t *thing) glued(by Value, depth int) Value {
	var parts []Value
	for _, l := range t.lists() {
		var p []Value
		for i, e := range l.elems {
			if i > 0 {
				p = append(p, by)
			}
			if e.text == nil && e.list && e.rest == nil && len(e.or) == 0 {
				if depth == 0 {
					return unknown()
				}
				p = append(p, e.glued(lit(","), depth-1))
				continue
			}
			p = append(p, e.str())
		}
		if l.rest != nil {
			p = append(p, computed(l.rest.str()))
		}
		parts = append(parts, join(p...))
	}
	if len(parts) == 0 {
		return unknown()
	}
	v := parts[0]
	for _, w := range parts[1:] {
		v = either(v, w)
	}
	return v
}

// lists are the arrays that t may be.
func (t *thing) lists() []*thing {
	if t == nil || !t.list {
		return nil
	}
	return append([]*thing{t}, t.or...)
}

// all is one thing for every element of a list or object.
func (t *thing) all() *thing {
	var out *thing
	for _, l := range t.lists() {
		if len(l.elems) > 2*MaxAlternatives { // more than are followed
			out = eitherOf(out, &thing{hidden: slices.ContainsFunc(l.elems, func(e *thing) bool { return !e.isData() })})
			continue
		}
		for _, e := range l.elems {
			out = eitherOf(out, e)
		}
		if l.rest != nil {
			out = eitherOf(out, l.rest)
		}
	}
	if t != nil && t.props != nil {
		for _, k := range t.keys() {
			out = eitherOf(out, t.props[k])
		}
		if t.rest != nil {
			out = eitherOf(out, t.rest)
		}
	}
	if out == nil {
		return &thing{text: taken(t)}
	}
	return out
}

// taken is the text of what is taken out of t in a way that is not followed:
// nothing is known of it, unless t is a process id.
func taken(t *thing) Value {
	if t != nil && t.text != nil && (t.text.pid() || isEveryone(t.text)) {
		return computedPID(t.text)
	}
	return nil
}

// computedPID is computed, and keeps every process for every process.
func computedPID(v Value) Value {
	if isEveryone(v) {
		return from(Everyone, "")
	}
	return computed(v)
}

func isEveryone(v Value) bool {
	for _, t := range v {
		for _, p := range t {
			if p.Source == Everyone {
				return true
			}
		}
	}
	return false
}

func (t *thing) keys() []string { return slices.Sorted(maps.Keys(t.props)) }

// How many functions, names and lists one thing may be.
const (
	maxNames = 16
	maxLists = 4
)

// maxMerged is how many things inside of things are looked at to say what two
// of them are together; objects may hold themselves.
const maxMerged = 64

// eitherOf is one thing or the other.
func eitherOf(a, b *thing) *thing {
	left := maxMerged
	return eitherWithin(a, b, 6, &left)
}

func eitherWithin(a, b *thing, depth int, left *int) *thing {
	switch {
	case a == b, b == nil, b.none && a != nil:
		return a
	case a == nil, a.none:
		return b
	}
	m := *a
	m.number = a.number && b.number
	m.maybe = false
	m.hidden = a.hidden || b.hidden
	switch {
	case a.text == nil && b.text == nil:
	case a.text == nil && a.isData():
		m.text = either(unknown(), b.text)
	case b.text == nil && b.isData():
		m.text = either(a.text, unknown())
	case a.text == nil:
		m.text = b.text
	case b.text != nil:
		m.text = either(a.text, b.text)
	}
	m.names = slices.Clone(a.names)
	for _, n := range b.names {
		if !slices.Contains(m.names, n) && len(m.names) < maxNames {
			m.names = append(m.names, n)
		}
	}
	m.funcs = slices.Clone(a.funcs)
	for _, f := range b.funcs {
		i := slices.IndexFunc(m.funcs, func(g *closure) bool { return g.fn == f.fn && g.this == f.this })
		if i < 0 && len(m.funcs) < maxNames {
			m.funcs = append(m.funcs, f)
		} else if i >= 0 {
			m.funcs[i] = f
		}
	}
	m.hidden = m.hidden || len(a.names)+len(b.names) > 2*maxNames
	if m.class == nil {
		m.class = b.class
	}
	if m.of == nil && m.args == nil {
		m.of, m.args = b.of, b.args
	}
	if *left--; depth == 0 || *left < 0 {
		m.hidden = m.hidden || b.props != nil || b.list
		return &m
	}
	m.mergeLists(a, b)
	m.rest = eitherWithin(a.rest, b.rest, depth-1, left)
	if b.props != nil {
		m.props = make(map[string]*thing, len(a.props)+len(b.props))
		for k, v := range a.props {
			m.props[k] = v
		}
		for _, k := range b.keys() {
			m.props[k] = eitherWithin(m.props[k], b.props[k], depth-1, left)
		}
	}
	return &m
}

func (m *thing) mergeLists(a, b *thing) {
	switch {
	case !b.list:
	case !a.list:
		m.list, m.elems, m.or = true, b.elems, b.or
	default:
		m.or = slices.Clone(a.or)
		var signs []string
		for _, l := range a.lists() {
			signs = append(signs, l.shape())
		}
		for _, l := range b.lists() {
			c := thing{list: true, elems: l.elems, rest: l.rest}
			if slices.Contains(signs, c.shape()) {
				continue
			}
			if len(m.or) >= maxLists {
				m.rest = &thing{hidden: true}
				continue
			}
			m.or = append(m.or, &c)
		}
	}
}

// shape is the sign of one list, without those that it may be instead.
func (t *thing) shape() string {
	c := thing{list: true, elems: t.elems, rest: t.rest}
	return c.sign(1)
}

// sign tells things apart that are known differently.
func (t *thing) sign(depth int) string {
	if t == nil {
		return "-"
	}
	var sb strings.Builder
	t.writeSign(&sb, depth)
	return sb.String()
}

func (t *thing) writeSign(sb *strings.Builder, depth int) {
	if t == nil {
		sb.WriteByte('-')
		return
	}
	if sb.Len() > 512 {
		return
	}
	for _, x := range t.text {
		for _, p := range x {
			sb.WriteByte('0' + byte(p.Source))
			sb.WriteString(p.Lit)
		}
		sb.WriteByte('|')
	}
	for _, n := range t.names {
		sb.WriteString("," + n)
	}
	sb.WriteString(";" + strconv.Itoa(len(t.funcs)))
	if depth == 0 {
		return
	}
	for _, l := range t.lists() {
		sb.WriteByte('[')
		for i, e := range l.elems {
			if i == 64 {
				break
			}
			e.writeSign(sb, depth-1)
			sb.WriteByte(',')
		}
		l.rest.writeSign(sb, depth-1)
	}
	if len(t.props) > 64 {
		sb.WriteString(strconv.Itoa(len(t.props)))
		return
	}
	for _, k := range t.keys() {
		sb.WriteString("{" + k)
		t.props[k].writeSign(sb, depth-1)
	}
}
