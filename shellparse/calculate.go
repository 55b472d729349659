package shellparse

import (
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
	k.ev.subscripts(k.c, texts...)
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
	n, alike := int64(0), true // every shell ranks the operator alike
	switch {
	case op == syntax.Comma:
		n = b
	case op == syntax.Eql:
		n = oneIf(a == b)
	case op == syntax.Neq:
		n = oneIf(a != b)
	case op == syntax.Gtr:
		n = oneIf(a > b)
	case op == syntax.Lss:
		n = oneIf(a < b)
	case op == syntax.Geq:
		n = oneIf(a >= b)
	case op == syntax.Leq:
		n = oneIf(a <= b)
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
	case op == syntax.And:
		n, alike = a&b, false
	case op == syntax.Or:
		n, alike = a|b, false
	case op == syntax.Xor:
		n, alike = a^b, false
	case op == syntax.Shl && b >= 0 && b < 64: // else it is the processor's word
		n, alike = a<<b, false
	case op == syntax.Shr && b >= 0 && b < 64:
		n, alike = a>>b, false
	case op == syntax.Pow && b >= 0:
		n, alike = power(a, b), false
	default: // a division by zero, too
		return k.miss()
	}
	if k.otherShell() && !(alike && n == int64(int32(n))) {
		return k.miss()
	}
	return n, true
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
