package inline

import "strconv"

// datum is what is known of a value of awk, perl or ruby.
type datum struct {
	v      Value   // as a string; nil where it is a list
	list   []datum // the elements of a list; a hash is its pairs, one behind the other
	isList bool
	open   bool      // the list may hold more, which is not known
	kind   string    // the class of an object, or what a name stands for
	fn     *function // code that can be called
}

// function is code of the text that has a name or is a value.
type function struct {
	read     func(args []datum, known bool) datum // reads the body
	up       *frame                               // the names it was written among
	start    int                                  // where its body begins
	inner    int                                  // in code inside how much code
	reads    int
	active   int
	acts     bool // its body has effects
	blind    bool // it was read with arguments that are not known
	branches int  // machine.branches where it is being read
	owed     bool // a call of it was too deep to be followed
}

func str(s string) datum { return datum{v: lit(s)} }

func unk() datum { return datum{v: unknown()} }

func dat(v Value) datum { return datum{v: v} }

func object(kind string) datum { return datum{v: unknown(), kind: kind} }

func listOf(ds ...datum) datum { return datum{list: ds, isList: true} }

// someList is a list of which nothing is known but what one element may be.
func someList(element Value) datum {
	return datum{list: []datum{dat(element)}, isList: true, open: true}
}

// value is the datum as one string. Of a list with several elements that is
// not known.
func (d datum) value() Value {
	switch {
	case !d.isList && d.v != nil:
		return d.v
	case len(d.list) == 1:
		return d.list[0].value()
	}
	var all []Value
	for _, e := range d.list {
		all = append(all, e.value())
	}
	return computed(all...)
}

// exact is the datum as a string where it has one value, fully known.
func (d datum) exact() (string, bool) {
	if d.isList && (d.open || len(d.list) != 1) {
		return "", false
	}
	return d.value().Exact()
}

// element is any of the elements: what a loop over the list sees.
func (d datum) element() datum {
	if !d.isList {
		return d
	}
	if d.kind == operandList {
		return dat(from(Args, ""))
	}
	if len(d.list) == 0 {
		return unk()
	}
	out := d.list[0]
	for _, e := range d.list[1:] {
		out = merge(out, e)
	}
	if d.open && len(d.list) > 1 {
		out = merge(out, unk())
	}
	return out
}

// maxCells is how many elements of a list are followed, those of the lists in
// it among them.
const maxCells = 1024

// flat spreads lists inside lists into one.
func flat(ds []datum) (out []datum, open bool) {
	for _, d := range ds {
		switch {
		case len(out) > maxCells:
			return out, true
		case !d.isList || d.kind == "ref": // a reference is one value
			out = append(out, d)
		case d.kind == operandList:
			out = append(out, dat(from(Args, "")))
		default:
			inner, more := flat(d.list)
			out = append(out, inner...)
			open = open || more || d.open
		}
	}
	return out, open
}

// size is what a copy of a datum costs, in bytes, about; it does not look further
// than what is followed.
func (d datum) size() int {
	left := maxText
	d.measure(&left)
	return maxText - left
}

func (d datum) measure(left *int) {
	*left -= d.v.weight()
	for _, e := range d.list {
		if *left -= maxText / maxCells; *left < 0 {
			return
		}
		e.measure(left)
	}
}

// words is data as the arguments of a command. What a list may hold more is
// one word of which nothing is known.
func words(ds []datum) []Value {
	all, open := flat(ds)
	out := make([]Value, 0, len(all)+1)
	for _, d := range all {
		out = append(out, d.value())
	}
	if open {
		out = append(out, from(Unknown, ManyWords))
	}
	return out
}

// merge is one datum or the other.
func merge(a, b datum) datum {
	if a.isList && b.isList {
		if same(a, b) {
			return a
		}
		if len(a.list) == len(b.list) && !a.open && !b.open {
			out := datum{isList: true}
			for i := range a.list {
				out.list = append(out.list, merge(a.list[i], b.list[i]))
			}
			return out
		}
		out := datum{isList: true, open: true}
		if len(a.list)+len(b.list) > 0 {
			e := listOf(append(a.list[:len(a.list):len(a.list)], b.list...)...).element()
			out.list = []datum{e}
		}
		return out
	}
	out := datum{v: either(a.value(), b.value()), kind: a.kind, fn: a.fn}
	if out.kind == "" {
		out.kind = b.kind
	}
	if out.fn == nil {
		out.fn = b.fn
	}
	return out
}

func same(a, b datum) bool {
	if a.isList != b.isList || a.open != b.open || len(a.list) != len(b.list) || a.kind != b.kind || a.fn != b.fn || len(a.v) != len(b.v) {
		return false
	}
	for _, t := range a.v {
		if !b.v.has(t) {
			return false
		}
	}
	for i := range a.list {
		if !same(a.list[i], b.list[i]) {
			return false
		}
	}
	return true
}

// pick gives the value that belongs to a key of pairs.
func (d datum) pick(key string) (datum, bool) {
	for i := 0; d.isList && i+1 < len(d.list); i += 2 {
		if k, ok := d.list[i].exact(); ok && k == key {
			return d.list[i+1], true
		}
	}
	return unk(), false
}

// at gives element i; from the end where i is negative.
func (d datum) at(i int) datum {
	if d.isList && i < 0 && !d.open {
		i += len(d.list)
	}
	switch {
	case !d.isList, i < 0:
		return dat(computed(d.value()))
	case d.open && len(d.list) == 1:
		return d.list[0]
	case i < len(d.list):
		return d.list[i]
	}
	return unk()
}

// subscript gives what stands at an index or key that may not be known.
func (d datum) subscript(key datum) datum {
	s, ok := key.exact()
	if !ok || !d.isList {
		if d.isList {
			return merge(d.element(), unk())
		}
		return dat(computed(d.value()))
	}
	if v, ok := d.pick(s); ok {
		return v
	}
	if n, err := strconv.Atoi(s); err == nil {
		return d.at(n)
	}
	return unk()
}

// operandList is the kind of the list of all operands behind the code.
const operandList = "operands"

// operandData is that list with its first element being operand n.
func operandData(n int) datum {
	d := datum{isList: true, open: true, kind: operandList}
	for i := range 9 {
		d.list = append(d.list, dat(from(Arg, strconv.Itoa(n+i))))
	}
	return d
}

// number is a datum as a whole number.
func number(d datum) (int, bool) {
	s, ok := d.exact()
	if !ok {
		return 0, false
	}
	n, err := strconv.Atoi(s)
	return n, err == nil
}
