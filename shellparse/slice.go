package shellparse

import (
	"strconv"

	"mvdan.cc/sh/v3/syntax"
)

// slice is ${x:from:length}, in characters. A length below 0 is an end, counted
// from the end of the value; ok is false where it lies before the start.
func slice(s, from, length string) (out string, ok bool) {
	i, err := strconv.Atoi(from)
	if err != nil {
		return "", false
	}
	chars := []rune(s)
	size := len(chars)
	if i < 0 {
		i += size
	}
	if i < 0 || i > size {
		return "", true
	}
	end := size
	if length != "" {
		n, err := strconv.Atoi(length)
		switch {
		case err != nil:
			return "", false
		case n < 0:
			end += n
		case n < size-i:
			end = i + n
		}
	}
	if end < i {
		return "", false
	}
	return string(chars[i:end]), true
}

// sliceList is "${@:x:y}" and "${a[@]:x:y}".
func (ev *evaluator) sliceList(c *ctx, p *syntax.ParamExp, v value) value {
	elems := v.elems
	base := 0
	if p.Param.Value == "@" || p.Param.Value == "*" {
		zero, _ := ev.special(c, "0")
		elems = append([][]Text{zero.joined()}, elems...)
		base = 1
	}
	bound := func(x syntax.ArithmExpr, def int) (int, bool) {
		if x == nil {
			return def, true
		}
		s, ok := ev.arithm(c, x).Exact()
		n, err := strconv.Atoi(s)
		return n, ok && err == nil
	}
	from, ok1 := bound(p.Slice.Offset, 0)
	n, ok2 := bound(p.Slice.Length, len(elems))
	if !ok1 || !ok2 {
		return value{elems: [][]Text{{limitText(flatten(v))}}, list: true, many: true}
	}
	if p.Slice.Offset == nil {
		from = base
	}
	if vr := ev.variable(c, p.Param.Value); base == 0 && vr != nil && vr.array && len(vr.elems) > 0 {
		if vr.assoc { // in the order of a hash
			return value{elems: [][]Text{{limitText(flatten(v))}}, list: true, many: true}
		}
		// The offset is an index, and an array may have gaps.
		if last, _ := strconv.Atoi(vr.elems[len(vr.elems)-1].key); from < 0 {
			from = max(0, last+1+from)
		}
		at := 0
		for at < len(vr.elems) && atoiOr(vr.elems[at].key, 0) < from {
			at++
		}
		from = at
	}
	if from < 0 {
		from = max(0, len(elems)+from)
	}
	from = min(from, len(elems))
	n = max(0, min(n, len(elems)-from))
	return value{elems: elems[from : from+n], list: v.list}
}
