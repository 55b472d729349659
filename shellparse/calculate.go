package shellparse

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// calculation computes one expression as bash does: every expansion in it is
// made first, wherever it stands, and what comes of that is computed with
// numbers of 64 bits that wrap around. A name stands for what its value is as
// an expression. Nothing is computed but where every value is known.
type calculation struct {
	ev       *evaluator
	c        *ctx
	expanded map[*syntax.Word]string // what the words with expansions in them have become
	minus    uint                    // where the last binary minus ends
	whole    syntax.ArithmExpr       // the expression
	signed   syntax.ArithmExpr       // what stands before a sign that may be that of a number: $(($unset + 1))
	seen     []Text                  // the values that are not known
	unknown  bool                    // some value is not known, or the expression not followed
	depth    int                     // of names within names
	nodes    int
}

// maxNames is how many names are followed that stand for names.
const maxNames = 64

// of computes an expression. ok is false where it is not known, or an error.
func (k *calculation) of(x syntax.ArithmExpr) (n int64, ok bool) {
	k.whole = x
	k.expand(x)
	if w, isWord := x.(*syntax.Word); isWord && !k.unknown {
		if s, ok := k.expanded[w]; ok {
			return k.text(s) // which is the whole of the expression
		}
	}
	return k.compute(x)
}

func (k *calculation) miss(texts ...Text) (int64, bool) {
	k.unknown = true
	k.seen = append(k.seen, texts...)
	return 0, false
}

// expand makes the expansions.
func (k *calculation) expand(x syntax.ArithmExpr) {
	switch x := x.(type) {
	case *syntax.Word:
		k.expandWord(x)
	case *syntax.ParenArithm:
		k.expand(x.X)
	case *syntax.UnaryArithm:
		if _, word := x.X.(*syntax.Word); !word && (x.Op == syntax.Inc || x.Op == syntax.Dec) { // --x++
			k.miss()
		}
		k.expand(x.X)
	case *syntax.BinaryArithm:
		if _, word := x.Y.(*syntax.Word); x.Op == syntax.Add || x.Op == syntax.Sub && word { // -2**2 is 4
			k.signed = x.X
		}
		k.expand(x.X)
		if x.Op == syntax.Sub {
			k.minus = x.OpPos.Offset() + 1
		}
		k.expand(x.Y)
	default: // flags of zsh
		k.ev.walkIn(k.c, x)
		k.miss()
	}
}

func (k *calculation) expandWord(w *syntax.Word) {
	if lit := w.Lit(); lit != "" {
		if _, ok := k.literal(lit); !ok && !syntax.ValidName(lit) { // an error even where it is not looked at
			k.miss(k.c.src.show(lit))
		}
		return
	}
	key := false
	if p := element(w); p != nil {
		old := k.ev.variable(k.c, p.Param.Value)
		index, isWord := p.Index.(*syntax.Word)
		switch {
		case old == nil || !old.assoc:
			k.expand(p.Index)
			return
		case isWord:
			w, key = index, true // its value is the key
		}
	}
	texts := k.ev.settled(k.ev.joined(k.c, w.Parts, inQuotes))
	s, exact := texts[0].Exact()
	if !exact || len(texts) > 1 || strings.HasPrefix(s, "-") && w.Pos().Offset() == k.minus { // x--5
		k.miss(texts...)
		return
	}
	_, number := k.literal(s)
	if !number && !syntax.ValidName(s) && !key && w != k.whole && !(w == k.signed && strings.Trim(s, arithmBlanks) == "") {
		k.miss() // it is a part of the expression around it
	}
	if k.expanded == nil {
		k.expanded = make(map[*syntax.Word]string)
	}
	k.expanded[w] = s
}

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

func (k *calculation) compute(x syntax.ArithmExpr) (int64, bool) {
	if k.nodes++; k.nodes&15 == 0 {
		k.ev.steps++
	}
	if k.unknown {
		return 0, false
	}
	switch x := x.(type) {
	case *syntax.Word:
		return k.operand(x)
	case *syntax.ParenArithm:
		return k.compute(x.X)
	case *syntax.UnaryArithm:
		return k.unary(x)
	case *syntax.BinaryArithm:
		switch x.Op {
		case syntax.AndArit, syntax.OrArit:
			return k.logical(x)
		case syntax.TernQuest:
			return k.conditional(x)
		}
		if op, assigns := assigning(x.Op); assigns {
			return k.assign(x.X, op, x.Y)
		}
		a, ok := k.compute(x.X)
		if !ok {
			return 0, false
		}
		b, ok := k.compute(x.Y)
		if !ok {
			return 0, false
		}
		return k.binary(x.Op, a, b)
	}
	return k.miss()
}

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

func (k *calculation) logical(x *syntax.BinaryArithm) (int64, bool) {
	a, ok := k.compute(x.X)
	if !ok || (a != 0) == (x.Op == syntax.OrArit) {
		return oneIf(a != 0), ok && k.skips(x.Y)
	}
	b, ok := k.compute(x.Y)
	return oneIf(b != 0), ok
}

func (k *calculation) conditional(x *syntax.BinaryArithm) (int64, bool) {
	ways, isTernary := x.Y.(*syntax.BinaryArithm)
	if !isTernary || ways.Op != syntax.TernColon {
		return k.miss()
	}
	n, ok := k.compute(x.X)
	switch {
	case !ok:
		return 0, false
	case n != 0 && k.skips(ways.Y):
		return k.compute(ways.X)
	case n == 0 && k.skips(ways.X):
		return k.compute(ways.Y)
	}
	return 0, false
}

// skips reports whether a part that is not computed cannot stop bash: there,
// names are 0, and an exponent below that is an error all the same.
func (k *calculation) skips(x syntax.ArithmExpr) bool {
	syntax.Walk(x, func(n syntax.Node) bool {
		if b, ok := n.(*syntax.BinaryArithm); ok && b.Op == syntax.Pow {
			if w, ok := b.Y.(*syntax.Word); !ok || w.Lit() == "" {
				k.miss()
			}
		}
		return !k.unknown
	})
	return !k.unknown
}

func (k *calculation) unary(x *syntax.UnaryArithm) (int64, bool) {
	if x.Op == syntax.Inc || x.Op == syntax.Dec {
		return k.counted(x)
	}
	n, ok := k.compute(x.X)
	switch {
	case !ok:
		return 0, false
	case x.Op == syntax.Not:
		return oneIf(n == 0), true
	case x.Op == syntax.BitNegation && !k.otherShell():
		return ^n, true
	case x.Op == syntax.Plus:
		return n, true
	case x.Op == syntax.Minus:
		return -n, true
	}
	return k.miss()
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

func oneIf(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// otherShell reports whether the shell is one that ranks some operators
// otherwise, or computes with fewer bits: zsh, mksh.
func (k *calculation) otherShell() bool {
	d := k.c.env.shell.dialect
	return d != syntax.LangBash && d != syntax.LangPOSIX
}

func (k *calculation) binary(op syntax.BinAritOperator, a, b int64) (int64, bool) {
	switch op {
	case syntax.Comma:
		return b, true
	case syntax.Eql:
		return oneIf(a == b), true
	case syntax.Neq:
		return oneIf(a != b), true
	case syntax.Gtr:
		return oneIf(a > b), true
	case syntax.Lss:
		return oneIf(a < b), true
	case syntax.Geq:
		return oneIf(a >= b), true
	case syntax.Leq:
		return oneIf(a <= b), true
	}
	var n int64
	common := true
	switch {
	case op == syntax.Add:
		n = a + b
	case op == syntax.Sub:
		n = a - b
	case op == syntax.Mul:
		n = a * b
	case op == syntax.Quo && b != 0:
		n = a / b
	case op == syntax.Rem && b != 0:
		n = a % b
	default:
		common = false
	}
	switch {
	case common && (!k.otherShell() || n == int64(int32(n))):
		return n, true
	case common || k.otherShell():
		return k.miss()
	case op == syntax.And:
		return a & b, true
	case op == syntax.Or:
		return a | b, true
	case op == syntax.Xor:
		return a ^ b, true
	case op == syntax.Shl && b >= 0 && b < 64: // else it is the processor's word
		return a << b, true
	case op == syntax.Shr && b >= 0 && b < 64:
		return a >> b, true
	case op == syntax.Pow && b >= 0:
		return power(a, b), true
	}
	return k.miss() // a division by zero, too
}

func power(a, b int64) int64 {
	n := int64(1)
	for ; b > 0; b >>= 1 {
		if b&1 != 0 {
			n *= a
		}
		a *= a
	}
	return n
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
