package shellparse

import (
	"slices"
	"strconv"

	"mvdan.cc/sh/v3/syntax"
)

// An array that is one thing on one way here and another on the next has no
// length that is known, but a few that it may have: both arrays are kept, as
// long as they are few and short, so that "${a[@]}" is one of their lists.

const (
	maxWays    = 6  // arrays that one may be
	maxWayElem = 24 // elements of all of them
)

// lists are the arrays that v may be, each of a known length; nil where it is
// not known. A variable that is not set is an array without elements.
func (v *variable) lists() []*variable {
	empty := &variable{array: true}
	switch {
	case !v.isSet():
		return []*variable{empty}
	case v.ways != nil:
		return v.ways
	case v.many, v.assoc:
		return nil
	}
	one := &variable{array: true, elems: v.elems}
	if !v.array {
		one.elems = []elem{{"0", v.texts}}
	}
	if v.unset && len(one.elems) > 0 {
		return []*variable{one, empty}
	}
	return []*variable{one}
}

// joinWays are the arrays that one of two variables may be.
func joinWays(a, b *variable) []*variable {
	x, y := a.lists(), b.lists()
	if x == nil || y == nil {
		return nil
	}
	all := slices.Clone(x)
	for _, w := range y {
		if !slices.ContainsFunc(all, w.sameList) {
			all = append(all, w)
		}
	}
	size := 0
	for _, w := range all {
		size += len(w.elems)
	}
	if len(all) > maxWays || size > maxWayElem {
		return nil
	}
	return all
}

func (v *variable) sameList(w *variable) bool {
	return slices.EqualFunc(v.elems, w.elems, func(a, b elem) bool { return a.key == b.key && slices.Equal(a.texts, b.texts) })
}

// within reports whether every array that v may be is one that w may be.
func (v *variable) within(w *variable) bool {
	if w.ways == nil {
		return true
	}
	lists := v.lists()
	for _, x := range lists {
		if !slices.ContainsFunc(w.ways, x.sameList) {
			return false
		}
	}
	return lists != nil
}

// eachWay is what becomes of v when fn is done to each of the arrays it may be;
// nil where those are not known.
func (v *variable) eachWay(fn func(*variable) *variable) *variable {
	var out *variable
	for _, w := range v.lists() {
		if w = fn(w); out == nil {
			out = w
		} else {
			out = joinVariables(out, w)
		}
	}
	if out != nil {
		out.exported, out.perhaps = v.exported, v.perhaps
	}
	return out
}

// waysOf are the lists of texts that an array of several may be, for [value.ways].
func waysOf(v *variable) [][][]Text {
	if v == nil || !v.many && !v.unset {
		return nil
	}
	lists := v.lists()
	out := make([][][]Text, len(lists))
	for i, w := range lists {
		for _, el := range w.elems {
			out[i] = append(out[i], el.texts)
		}
	}
	return out
}

// lengths are the numbers of elements that an array may have.
func lengths(v *variable) []Text {
	lists := v.lists()
	if lists == nil {
		return []Text{unknownText(byte(OriginUnknown))}
	}
	var out []Text
	for _, w := range lists {
		out = joinTexts(out, []Text{Text(strconv.Itoa(len(w.elems)))})
	}
	return out
}

// element is what the element of an array that is known holds.
func (v *variable) element(key string) []Text {
	if key != "" && key[0] == '-' {
		key = v.fromEnd(key)
	}
	for _, el := range v.elems {
		if el.key == key {
			return el.texts
		}
	}
	return []Text{""}
}

// addedTo evaluates NAME+=(…) for an array that is one of several; nil where
// it is another case.
func (ev *evaluator) addedTo(c *ctx, old *variable, a *syntax.Assign) *variable {
	if !a.Append || old == nil || !old.many && !old.unset || old.assoc || old.lists() == nil {
		return nil
	}
	for _, el := range a.Array.Elems {
		if el.Index != nil {
			return nil
		}
	}
	fresh := *a
	fresh.Append = false
	more := ev.arrayValue(c, nil, &fresh)
	if more.many {
		all := more.elems[0].texts
		for _, w := range old.lists() {
			for _, el := range w.elems {
				all = joinTexts(all, el.texts)
			}
		}
		return &variable{array: true, many: true, elems: []elem{{"0", all}}}
	}
	return old.eachWay(func(w *variable) *variable {
		v := &variable{array: true, elems: slices.Clone(w.elems)}
		next := 0
		if n := len(v.elems); n > 0 {
			next = atoiOr(v.elems[n-1].key, 0) + 1
		}
		for i, el := range more.elems {
			v.elems = append(v.elems, elem{strconv.Itoa(next + i), el.texts})
		}
		return v
	})
}
