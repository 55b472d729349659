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
	n, isNumber := number(s)
	switch {
	case old != nil && old.assoc:
		return s, s != "" && !strings.ContainsAny(s, "$`\\'\"@*\x00")
	case isNumber:
		return strconv.FormatInt(n, 10), true
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
