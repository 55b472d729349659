package shellparse

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"
)

// indirect is ${!name}.
func (ev *evaluator) indirect(c *ctx, name string) (value, tri) {
	if v := c.env.get(name); v != nil && v.ref != "" {
		ev.subscripts(c, Text(v.ref))
		return scalar([]Text{Text(v.ref)}), yes
	}
	v, _ := ev.lookup(c, name)
	if len(v.elems) != 1 {
		ev.fails(c)
		return scalar([]Text{unknownText(ev.taint(flatten(v)...))}), maybe
	}
	var out []Text
	for _, t := range v.elems[0] {
		s, ok := t.Exact()
		switch {
		case !ok:
			ev.fails(c)
			out = joinTexts(out, []Text{unknownText(ev.taint(t))})
		case s == "":
			ev.fails(c)
			out = joinTexts(out, []Text{""})
		default:
			ev.charge(len(s), c.pos)
			base, sub, isElem := strings.Cut(s, "[")
			if !syntax.ValidName(base) && !isSpecial(base) {
				ev.fails(c)
				out = joinTexts(out, []Text{""})
				continue
			}
			if isElem {
				ev.subscripts(c, t)
				key := strings.TrimSuffix(sub, "]")
				if key == "@" || key == "*" {
					all, _ := ev.index(c, base, &syntax.Word{Parts: []syntax.WordPart{&syntax.Lit{Value: key}}})
					if len(v.elems[0]) == 1 {
						return all, maybe
					}
					out = joinTexts(out, all.joined())
					continue
				}
				el, _ := ev.elementOf(c, base, key)
				out = joinTexts(out, el.joined())
				continue
			}
			target, _ := ev.lookup(c, s)
			if len(v.elems[0]) == 1 {
				return target, maybe
			}
			out = joinTexts(out, target.joined())
		}
	}
	return scalar(out), maybe
}

// isSpecial reports whether a name is that of a parameter which is no variable.
func isSpecial(name string) bool {
	if strings.Trim(name, "0123456789") == "" {
		return name != "" && len(name) < 6
	}
	return len(name) == 1 && strings.Contains("@*#?$!-", name)
}

// length is ${#x}.
func (ev *evaluator) length(c *ctx, name string, p *syntax.ParamExp, v value) value {
	if name == "@" || name == "*" || p.Index != nil && (isAll(p.Index)) {
		if len(v.elems) == 1 && len(v.elems[0]) == 1 && ev.variable(c, name) == nil {
			if o, ok := v.elems[0][0].Mark(); ok {
				if ev.out.Origins[o].Kind == OriginUnset {
					return scalar([]Text{"0"})
				}
				return scalar([]Text{unknownText(byte(OriginUnknown))})
			}
		}
		if vr := ev.variable(c, name); v.many && vr != nil && name != "@" && name != "*" {
			return scalar(lengths(vr))
		}
		if v.many && name != "@" && name != "*" {
			return scalar([]Text{unknownText(byte(OriginUnknown))})
		}
		if v.many {
			return scalar([]Text{unknownText(byte(OriginUnknown))})
		}
		return scalar([]Text{Text(strconv.Itoa(len(v.elems)))})
	}
	var out []Text
	for _, t := range v.joined() {
		s, ok := ev.emptied(t).Exact()
		if !ok {
			return scalar([]Text{unknownText(byte(OriginUnknown))})
		}
		out = joinTexts(out, []Text{Text(strconv.Itoa(utf8.RuneCountInString(s)))})
	}
	return scalar(out)
}

func isAll(x syntax.ArithmExpr) bool {
	w, ok := x.(*syntax.Word)
	if !ok {
		return false
	}
	lit := w.Lit()
	return lit == "@" || lit == "*"
}

// index is ${a[x]}.
func (ev *evaluator) index(c *ctx, name string, x syntax.ArithmExpr) (value, tri) {
	vr := ev.variable(c, name)
	if vr == nil && name == "BASH_SOURCE" && (isAll(x) || ev.arithm(c, x) != "0") { // the files of the callers
		return value{elems: [][]Text{{unknownText(byte(OriginUnknown))}}, list: isAll(x), many: isAll(x)}, maybe
	}
	if isAll(x) {
		out := value{list: x.(*syntax.Word).Lit() == "@"}
		switch {
		case vr == nil:
			v, set := ev.lookup(c, name)
			if !out.list || set == yes {
				return v, set
			}
			return value{elems: v.elems, list: true, many: true}, maybe
		case !vr.array:
			if len(vr.texts) > 0 {
				out.elems = [][]Text{vr.texts}
			}
		default:
			out.many, out.ways = vr.many, waysOf(vr)
			ev.steps += len(vr.elems) >> 4
			out.elems = make([][]Text, 0, len(vr.elems))
			for _, el := range vr.elems {
				out.elems = append(out.elems, el.texts)
			}
		}
		if vr.unset && !out.many && len(out.elems) > 0 { // all of them, or none
			out = value{list: out.list, many: true, elems: [][]Text{joinAll(out.elems)}, ways: waysOf(vr)}
		}
		if out.many {
			return out, maybe
		}
		return out, ev.setness(len(out.elems) > 0)
	}
	if vr == nil {
		ev.walkIn(c, x) // the subscript is evaluated all the same
		ev.operands(c, x)
		return ev.lookup(c, name)
	}
	key, ok := ev.key(c, vr, x)
	if !ok {
		var all []Text
		for _, el := range vr.elems {
			all = joinTexts(all, el.texts)
		}
		if !vr.array {
			all = vr.texts
		}
		return scalar(joinTexts(all, []Text{""})), maybe
	}
	return ev.elementOf(c, name, key)
}

func (ev *evaluator) setness(set bool) tri {
	if set {
		return yes
	}
	return no
}

func (ev *evaluator) elementOf(c *ctx, name, key string) (value, tri) {
	vr := ev.variable(c, name)
	switch {
	case vr == nil:
		return ev.lookup(c, name)
	case !vr.array:
		if key == "0" {
			return ev.lookup(c, name)
		}
		return scalar([]Text{""}), no
	case vr.many && vr.ways != nil:
		var all []Text
		for _, w := range vr.ways {
			all = joinTexts(all, w.element(key))
		}
		return scalar(all), maybe
	case vr.many:
		return scalar(ev.orUnset(vr.elems[0].texts)), maybe
	}
	if n, err := strconv.Atoi(key); err == nil && n < 0 && !vr.assoc && len(vr.elems) > 0 {
		last, _ := strconv.Atoi(vr.elems[len(vr.elems)-1].key)
		key = strconv.Itoa(last + 1 + n)
	}
	for _, el := range vr.elems {
		if el.key == key {
			if vr.unset {
				return scalar(ev.orUnset(el.texts)), maybe
			}
			return scalar(el.texts), yes
		}
	}
	return scalar([]Text{""}), no
}

// key evaluates an index. ok is false where it is not fully known.
func (ev *evaluator) key(c *ctx, vr *variable, x syntax.ArithmExpr) (string, bool) {
	if vr != nil && vr.assoc {
		w, ok := x.(*syntax.Word)
		if !ok {
			return "", false
		}
		key, known := ev.value(c, w).Exact()
		return key, known && key != "" // bash refuses an empty one
	}
	return ev.arithm(c, x).Exact()
}

// keys is ${!a[@]}.
func (ev *evaluator) keys(c *ctx, name string) value {
	vr := ev.variable(c, name)
	out := value{list: true}
	if vr == nil || vr.many || vr.unset {
		return value{elems: [][]Text{{unknownText(byte(OriginUnknown))}}, list: true, many: true}
	}
	if !vr.array && len(vr.texts) > 0 {
		out.elems = [][]Text{{"0"}}
	}
	for _, el := range vr.elems {
		out.elems = append(out.elems, []Text{Text(el.key)})
	}
	return out
}
