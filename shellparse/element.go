package shellparse

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Elements of arrays: one is set, added to or taken away, where its index is known.

// withElement is a variable in which an element has been set, or added to.
// known is false where the index is not known: any may be the one.
func (ev *evaluator) withElement(c *ctx, old *variable, key string, known bool, texts []Text, add bool) *variable {
	v := &variable{array: true}
	if known && old != nil && !old.assoc && (old.many || old.unset) && old.lists() != nil {
		return old.eachWay(func(w *variable) *variable { return ev.withElement(c, w, key, true, texts, add) })
	}
	if old != nil {
		v.exported, v.assoc, v.many = old.exported, old.assoc, old.many || old.unset
		if !ev.charge(len(old.elems)<<6, c.pos) {
			v.many, v.elems = true, []elem{{"0", []Text{unknownText(byte(OriginLimit))}}}
			return v
		}
		if old.array {
			v.elems = append(v.elems, old.elems...)
		} else if len(old.texts) > 0 {
			v.elems = append(v.elems, elem{"0", old.texts})
		}
	}
	if known && !v.assoc && strings.HasPrefix(key, "-") { // from the end
		if key = v.fromEnd(key); key == "" {
			ev.fails(c)
			known = false
		}
	}
	if v.many || !known {
		var all []Text
		for _, el := range v.elems {
			all = joinTexts(all, el.texts)
		}
		if add {
			texts = []Text{limitText(append(all[:len(all):len(all)], texts...))}
		}
		v.many, v.elems = true, []elem{{"0", joinTexts(all, texts)}}
		return v
	}
	ev.put(v, key, texts, add)
	return v
}

// fromEnd is the index that a negative one stands for; "" where there is none.
func (v *variable) fromEnd(key string) string {
	n, err := strconv.Atoi(key)
	if err != nil || len(v.elems) == 0 {
		return ""
	}
	if n += atoiOr(v.elems[len(v.elems)-1].key, 0) + 1; n < 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// plainKey evaluates an index that stands in the value of a word, as in
// printf -v 'a[n]': a number, the name of a variable, or a key.
func (ev *evaluator) plainKey(c *ctx, old *variable, s string) (key string, known bool) {
	switch {
	case old != nil && old.assoc:
		return s, s != "" && !strings.ContainsAny(s, "$`\\'\"@*\x00")
	case arithmValue(s) && (s[0] != '0' || s == "0"):
		return s, true
	case syntax.ValidName(s):
		lit := &syntax.Lit{Value: s}
		return ev.arithm(c, &syntax.Word{Parts: []syntax.WordPart{lit}}).Exact()
	}
	return "", false
}

// unsetElement is unset 'a[1]'. ok is false where it is not known which one that is.
func (ev *evaluator) unsetElement(c *ctx, name string) (ok bool) {
	base, sub, _ := strings.Cut(name, "[")
	old := ev.variable(c, base)
	if old == nil && !ev.spoiled {
		return true
	}
	if old == nil || !old.array || old.many || old.unset || old.readonly {
		return false
	}
	key, known := ev.plainKey(c, old, strings.TrimSuffix(sub, "]"))
	if !known || strings.HasPrefix(key, "-") {
		return false
	}
	v := *old
	v.elems = nil
	for _, el := range old.elems {
		if el.key != key {
			v.elems = append(v.elems, el)
		}
	}
	ev.assign(c, base, &v)
	return true
}

// arithmElement evaluates an expression that assigns one element, as in
// ((a[0]++)), which expand does not. ok is false for any other.
func (ev *evaluator) arithmElement(c *ctx, x syntax.ArithmExpr) (result Text, ok bool) {
	target, op, post := x, syntax.BinAritOperator(0), false
	var y syntax.ArithmExpr
	switch x := x.(type) {
	case *syntax.BinaryArithm:
		switch x.Op {
		case syntax.Assgn, syntax.AddAssgn, syntax.SubAssgn:
			target, op, y = x.X, x.Op, x.Y
		default:
			return "", false
		}
	case *syntax.UnaryArithm:
		switch x.Op {
		case syntax.Inc:
			target, op, post = x.X, syntax.AddAssgn, x.Post
		case syntax.Dec:
			target, op, post = x.X, syntax.SubAssgn, x.Post
		default:
			return "", false
		}
	}
	w, isWord := target.(*syntax.Word)
	if !isWord || op == 0 || len(w.Parts) != 1 {
		return "", false
	}
	p, isParam := w.Parts[0].(*syntax.ParamExp)
	if !isParam || !p.Short || p.Index == nil || isAll(p.Index) || !syntax.ValidName(p.Param.Value) {
		return "", false
	}
	old := ev.variable(c, p.Param.Value)
	key, known := ev.key(c, old, p.Index)
	value := Text("1")
	if y != nil {
		value = ev.arithm(c, y)
	}
	n, err := strconv.Atoi(string(value))
	before := 0
	if op != syntax.Assgn && known {
		v, _ := ev.elementOf(c, p.Param.Value, key)
		s, exact := one(ev.settled(v.joined())).Exact()
		m, merr := strconv.Atoi(s)
		known = exact && (s == "" || merr == nil && arithmValue(s) && (s[0] != '0' || s == "0"))
		before = m
	}
	after := n
	switch op {
	case syntax.AddAssgn:
		after = before + n
	case syntax.SubAssgn:
		after = before - n
	}
	if !known || err != nil {
		ev.fails(c)
		ev.assignedInside(c, target, 2)
		t := unknownText(ev.taint(value))
		ev.assign(c, p.Param.Value, ev.withElement(c, old, key, false, []Text{t}, false))
		return t, true
	}
	ev.assign(c, p.Param.Value, ev.withElement(c, ev.variable(c, p.Param.Value), key, true, []Text{Text(strconv.Itoa(after))}, false))
	if post {
		after = before
	}
	return Text(strconv.Itoa(after)), true
}
