package shellparse

import (
	"strconv"

	"mvdan.cc/sh/v3/syntax"
)

// What an expression assigns: names and elements of arrays.

// assigning reports whether an operator assigns, and gives that of += and its
// like; 0 for =.
func assigning(x syntax.BinAritOperator) (op syntax.BinAritOperator, assigns bool) {
	switch x {
	case syntax.Assgn:
		return 0, true
	case syntax.AddAssgn:
		return syntax.Add, true
	case syntax.SubAssgn:
		return syntax.Sub, true
	case syntax.MulAssgn:
		return syntax.Mul, true
	case syntax.QuoAssgn:
		return syntax.Quo, true
	case syntax.RemAssgn:
		return syntax.Rem, true
	case syntax.AndAssgn:
		return syntax.And, true
	case syntax.OrAssgn:
		return syntax.Or, true
	case syntax.XorAssgn:
		return syntax.Xor, true
	case syntax.ShlAssgn:
		return syntax.Shl, true
	case syntax.ShrAssgn:
		return syntax.Shr, true
	case syntax.AndBoolAssgn, syntax.OrBoolAssgn, syntax.XorBoolAssgn, syntax.PowAssgn: // of zsh
		return x, true
	}
	return 0, false
}

// counted is x++ and its like. Before a number ++ and -- are two signs.
func (k *calculation) counted(x *syntax.UnaryArithm) (int64, bool) {
	if w, ok := x.X.(*syntax.Word); ok && !x.Post {
		if n, isNumber := k.literal(w.Lit()); isNumber {
			return n, true
		}
	}
	step := int64(1)
	if x.Op == syntax.Dec {
		step = -1
	}
	name, key, ok := k.target(x.X)
	if !ok {
		return k.miss()
	}
	old, ok := k.held(name, key)
	n, ok := k.set(name, key, old+step, ok)
	if x.Post {
		return old, ok
	}
	return n, ok
}

// assign is x=y, and with an operator x+=y, where what x was is asked before y.
func (k *calculation) assign(target syntax.ArithmExpr, op syntax.BinAritOperator, y syntax.ArithmExpr) (int64, bool) {
	if op == 0 {
		n, ok := k.compute(y)
		name, key, known := k.target(target)
		return k.set(name, key, n, ok && known)
	}
	name, key, ok := k.target(target)
	old := int64(0)
	if ok {
		old, ok = k.held(name, key)
	}
	n := int64(0)
	if ok {
		n, ok = k.compute(y)
	}
	if ok {
		n, ok = k.binary(op, old, n)
	}
	return k.set(name, key, n, ok)
}

// target is what is assigned: a name, and for an element its key.
func (k *calculation) target(x syntax.ArithmExpr) (name, key string, ok bool) {
	name, p := assignee(x)
	if p != nil {
		key, ok = k.key(p)
		return name, key, ok && key != ""
	}
	if name == "" {
		k.miss()
	}
	return name, "", name != ""
}

// held is the value that a target has.
func (k *calculation) held(name, key string) (int64, bool) {
	if key == "" {
		return k.name(name)
	}
	return k.elementOf(name, key)
}

func (k *calculation) set(name, key string, n int64, ok bool) (int64, bool) {
	if !ok || k.unknown {
		return k.miss()
	}
	k.ev.setNumber(k.c, name, key, Text(strconv.FormatInt(n, 10)))
	return n, true
}

// setNumber assigns a name, or with a key one of its elements.
func (ev *evaluator) setNumber(c *ctx, name, key string, t Text) {
	old := ev.variable(c, name)
	if key == "" && old != nil && old.array {
		key = "0"
	}
	if key == "" {
		ev.assign(c, name, &variable{texts: []Text{t}})
		return
	}
	ev.assign(c, name, ev.withElement(c, old, key, true, []Text{t}, false))
}

// assignee is what an expression assigns: a name, or one of its elements.
func assignee(x syntax.ArithmExpr) (name string, p *syntax.ParamExp) {
	w, ok := x.(*syntax.Word)
	if !ok {
		return "", nil
	}
	if lit := w.Lit(); syntax.ValidName(lit) {
		return lit, nil
	}
	if p := element(w); p != nil {
		return p.Param.Value, p
	}
	return "", nil
}

// assigned lists the names an expression may assign, with a [ behind them
// where it is an element.
func assigned(x syntax.ArithmExpr) []string {
	var names []string
	add := func(x syntax.ArithmExpr) {
		switch name, p := assignee(x); {
		case p != nil:
			names = append(names, name+"[")
		case name != "":
			names = append(names, name)
		}
	}
	syntax.Walk(x, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.BinaryArithm:
			if _, assigns := assigning(n.Op); assigns {
				add(n.X)
			}
		case *syntax.UnaryArithm:
			if n.Op == syntax.Inc || n.Op == syntax.Dec {
				add(n.X)
			}
		}
		return true
	})
	return names
}

// setUnknown gives everything that an expression assigns a value that is not known.
func (ev *evaluator) setUnknown(c *ctx, x syntax.ArithmExpr, t Text) {
	for _, name := range assigned(x) {
		if old := ev.variable(c, name); old != nil && old.array {
			name += "[" // some element
		}
		ev.assign(c, name, &variable{texts: []Text{t}})
	}
}
