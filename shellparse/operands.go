package shellparse

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// What stands in an expression: numbers, names and elements of arrays.

// maxNames is how many names are followed that stand for names.
const maxNames = 64

// element gives the parameter of a word that is an element of an array, named
// as in a[1]; nil for any other.
func element(w *syntax.Word) *syntax.ParamExp {
	if len(w.Parts) != 1 {
		return nil
	}
	p, ok := w.Parts[0].(*syntax.ParamExp)
	if !ok || !p.Short || p.Index == nil || isAll(p.Index) || p.Param == nil || !syntax.ValidName(p.Param.Value) {
		return nil
	}
	return p
}

func (k *calculation) operand(w *syntax.Word) (int64, bool) {
	if lit := w.Lit(); lit != "" {
		if syntax.ValidName(lit) {
			return k.name(lit)
		}
		return k.literal(lit)
	}
	if s, ok := k.expanded[w]; ok {
		if syntax.ValidName(s) {
			return k.name(s)
		}
		if strings.Trim(s, arithmBlanks) == "" { // what stands behind it is a sign
			return 0, true
		}
		n, ok := k.literal(s)
		if !ok {
			k.miss()
		}
		return n, ok
	}
	if p := element(w); p != nil {
		if key, ok := k.key(p); ok {
			return k.elementOf(p.Param.Value, key)
		}
	}
	return k.miss()
}

// literal is a number. To zsh a 0 at its start means nothing.
func (k *calculation) literal(s string) (int64, bool) {
	n, ok := number(s)
	if ok && k.otherShell() {
		ok = strconv.FormatInt(n, 10) == strings.Trim(s, arithmBlanks) && n == int64(int32(n))
	}
	return n, ok
}

// text computes what is an expression of its own: the value of a variable, or
// the word that an expression consists of.
func (k *calculation) text(s string) (int64, bool) {
	s = strings.Trim(s, arithmBlanks)
	if s == "" {
		return 0, true
	}
	if n, ok := k.literal(s); ok {
		return n, true
	}
	if k.depth++; k.depth > maxNames || !k.ev.step(k.c.pos) {
		return k.miss()
	}
	defer func() { k.depth-- }()
	if syntax.ValidName(s) {
		return k.name(s)
	}
	const follows = "+-*/%<>=!&|^~?:,()# \t"
	if strings.IndexFunc(s, func(r rune) bool { return notOfName(r) && !strings.ContainsRune(follows, r) }) >= 0 {
		return k.miss()
	}
	x, whole := k.ev.expression(k.c, s)
	if !whole {
		return k.miss()
	}
	k.expand(x) // it has no expansions, but may have what is an error
	return k.compute(x)
}

// expression reads a text as one expression. whole is false where that is not
// the whole of the text; then it is what it begins with, or nil.
func (ev *evaluator) expression(c *ctx, s string) (x syntax.ArithmExpr, whole bool) {
	if tooDeep("(("+s) >= 0 || !ev.charge(parseCost(s), c.pos) {
		return nil, false
	}
	x, err := syntax.NewParser().Arithmetic(strings.NewReader(s))
	if err != nil || x == nil {
		return nil, false
	}
	return x, int(x.End().Offset()) == len(strings.TrimRight(s, arithmBlanks))
}

func (k *calculation) name(name string) (int64, bool) {
	v, set := k.ev.lookup(k.c, name)
	return k.value(v, set)
}

func (k *calculation) elementOf(name, key string) (int64, bool) {
	if vr := k.ev.variable(k.c, name); vr != nil {
		k.ev.steps += len(vr.elems) >> 6
	}
	v, set := k.ev.elementOf(k.c, name, key)
	if set == no && strings.HasPrefix(key, "-") { // there is no such element
		return k.miss()
	}
	return k.value(v, set)
}

func (k *calculation) value(v value, set tri) (int64, bool) {
	texts := v.joined()
	if set == no || k.ev.vanishes(Word{Texts: texts}) {
		return 0, true
	}
	s, exact := texts[0].Exact()
	if !exact || len(texts) > 1 || set == maybe {
		return k.miss(texts...)
	}
	return k.text(s)
}

// key is the index of an element.
func (k *calculation) key(p *syntax.ParamExp) (string, bool) {
	if vr := k.ev.variable(k.c, p.Param.Value); vr != nil && vr.assoc {
		index, ok := p.Index.(*syntax.Word)
		if !ok {
			return "", false
		}
		key, ok := k.expanded[index]
		if !ok {
			key = index.Lit()
		}
		return k.ev.plainKey(k.c, vr, key)
	}
	n, ok := k.compute(p.Index)
	return strconv.FormatInt(n, 10), ok
}
