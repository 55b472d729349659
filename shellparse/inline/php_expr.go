package inline

import "strings"

// The expressions of php 8, and those of php 5 and 7 that still work there.

func phpPrec(g *grammar) (prec int, right bool) {
	switch g.tok.kind {
	case tokenName:
		if strings.EqualFold(g.tok.text, "instanceof") {
			return 14, false
		}
		return 0, false
	case tokenMark:
	default:
		return 0, false
	}
	switch g.tok.text {
	case "??":
		return 1, true
	case "||":
		return 2, false
	case "&&":
		return 3, false
	case "|":
		return 4, false
	case "^":
		return 5, false
	case "&":
		return 6, false
	case "==", "!=", "===", "!==", "<>", "<=>":
		return 7, false
	case "<", ">", "<=", ">=":
		return 8, false
	case ".":
		return 9, false
	case "<<", ">>":
		return 10, false
	case "+", "-":
		return 11, false
	case "*", "/", "%":
		return 12, false
	case "**":
		return 15, true
	}
	return 0, false
}

// isPHP reports whether the token is this keyword, in any case.
func (g *grammar) isPHP(word string) bool {
	return g.tok.kind == tokenName && strings.EqualFold(g.tok.text, word)
}

func (g *grammar) acceptPHP(word string) bool {
	if g.isPHP(word) {
		g.next()
		return true
	}
	return false
}

// phpExpr reads an expression, with and, xor and or between its parts.
func phpExpr(g *grammar) *tree {
	pos := g.tok.pos
	t := phpTernary(g)
	for g.isPHP("and") || g.isPHP("or") || g.isPHP("xor") {
		op := strings.ToLower(g.tok.text)
		g.next()
		right := phpTernary(g)
		if t.form == fBinary && t.text == op {
			t.kids = append(t.kids, right)
			continue
		}
		t = g.node(fBinary, pos, op, t, right)
	}
	return t
}

func phpTernary(g *grammar) *tree {
	if !g.enter() {
		return g.empty()
	}
	defer g.leave()
	pos := g.tok.pos
	t := g.binary(1)
	for links := 0; g.accept("?"); links++ {
		if links > maxNesting {
			g.fail()
		}
		then := g.empty()
		if !g.is(":") {
			then = phpTernary(g)
		}
		g.expect(":")
		t = g.node(fCond, pos, "", t, then, g.binary(1))
	}
	return t
}

func phpUnary(g *grammar) *tree {
	if !g.enter() {
		return g.empty()
	}
	defer g.leave()
	pos := g.tok.pos
	if g.tok.kind == tokenMark {
		op := g.tok.text
		switch op {
		case "!", "~", "+", "-", "@", "&":
			g.next()
			t := phpUnary(g)
			if op == "&" && t.form == fVar {
				t.flag |= isRef
			}
			if op == "@" || op == "&" {
				return t
			}
			return g.node(fUnary, pos, op, t)
		case "++", "--":
			g.next()
			return g.node(fUpdate, pos, op, phpUnary(g))
		}
		if len(op) > 2 && op[0] == '(' {
			g.next()
			return g.node(fCast, pos, op[1:len(op)-1], phpUnary(g))
		}
	}
	t := phpPostfix(g, phpPrimary(g), pos)
	if g.is("++") || g.is("--") {
		op := g.tok.text
		g.next()
		return g.node(fUpdate, pos, op, t)
	}
	if g.tok.kind == tokenMark && g.tok.text != "=>" && isAssignment(g.tok.text) {
		switch t.form {
		case fVar, fVarVar, fMember, fIndex, fStatic, fList:
			op := g.tok.text
			g.next()
			return g.node(fAssign, pos, op, t, phpTernary(g))
		}
	}
	return t
}

// phpPostfix reads the members, calls and subscripts behind an expression.
func phpPostfix(g *grammar, t *tree, pos int) *tree {
	for links := 0; !g.bad && g.tok.kind == tokenMark; links++ {
		if links > maxNesting {
			g.fail()
		}
		switch g.tok.text {
		case "[":
			g.next()
			if g.accept("]") { // $a[] = x
				t = g.node(fIndex, pos, "", t)
				continue
			}
			key := phpExpr(g)
			g.expect("]")
			t = g.node(fIndex, pos, "", t, key)
		case "->", "?->":
			g.next()
			t = phpMember(g, t, pos, fMember, fIndex)
		case "::":
			g.next()
			t = phpMember(g, t, pos, fStatic, fStatic)
		case "(":
			args := phpArguments(g)
			if len(args) == 1 && args[0].form == fSpread && len(args[0].kids) == 0 { // f(...): the function itself
				if t.form == fName {
					t = g.node(fText, pos, t.text)
				}
				continue
			}
			t = g.node(fCall, pos, "", append([]*tree{t}, args...)...)
		default:
			return t
		}
	}
	return t
}

// phpMember reads what stands behind an arrow or two colons: a name, or what
// computes one.
func phpMember(g *grammar, t *tree, pos int, known, computed form) *tree {
	name := g.tok.text
	switch {
	case g.tok.kind == tokenName:
		g.next()
		return g.node(known, pos, name, t)
	case g.tok.kind == tokenVar && known == fStatic:
		g.next()
		return g.node(fStatic, pos, "$"+name, t)
	case g.tok.kind == tokenVar:
		g.next()
		return g.node(computed, pos, "", t, g.node(fVar, pos, name))
	case g.accept("{"):
		key := phpExpr(g)
		g.expect("}")
		return g.node(computed, pos, "", t, key)
	case g.is("$"):
		return g.node(computed, pos, "", t, phpPrimary(g))
	}
	g.fail()
	return t
}

func phpArguments(g *grammar) []*tree {
	g.expect("(")
	var list []*tree
	for !g.bad && !g.accept(")") {
		pos := g.tok.pos
		if g.accept("...") {
			t := g.node(fSpread, pos, "")
			if !g.is(")") {
				t = g.node(fSpread, pos, "", phpExpr(g))
			}
			list = append(list, t)
		} else {
			if g.tok.kind == tokenName {
				if n := g.peek(); n.kind == tokenMark && n.text == ":" { // a named argument
					g.next()
					g.next()
				}
			}
			list = append(list, phpExpr(g))
		}
		if !g.is(")") {
			g.expect(",")
		}
	}
	return list
}

// phpElements reads the elements of an array or list() up to the closing mark.
func phpElements(g *grammar, closing string) []*tree {
	var list []*tree
	for !g.bad && !g.accept(closing) {
		pos := g.tok.pos
		switch {
		case g.is(","):
			list = append(list, g.empty())
		case g.accept("..."):
			list = append(list, g.node(fSpread, pos, "", phpExpr(g)))
		default:
			e := phpExpr(g)
			if g.accept("=>") {
				e = g.node(fPair, pos, "", e, phpExpr(g))
			}
			list = append(list, e)
		}
		if !g.is(closing) {
			g.expect(",")
		}
	}
	return list
}

func phpPrimary(g *grammar) *tree {
	pos, text := g.tok.pos, g.tok.text
	switch g.tok.kind {
	case tokenNumber:
		g.next()
		return g.node(fNumber, pos, text)
	case tokenText:
		g.next()
		return g.node(fText, pos, text)
	case tokenVar:
		g.next()
		if text == "this" {
			return g.node(fThis, pos, text)
		}
		return g.node(fVar, pos, text)
	case tokenQuote:
		if text == "<<<" {
			return phpHeredoc(g)
		}
		t := phpParts(g, g.tok.end, text[0])
		t.pos = int32(pos)
		if text == "`" {
			return g.node(fShellRun, pos, "", t)
		}
		return t
	case tokenMark:
		switch text {
		case "(":
			g.next()
			t := phpExpr(g)
			g.expect(")")
			c := *t
			c.flag |= isParens
			return &c
		case "[":
			g.next()
			return g.node(fList, pos, "", phpElements(g, "]")...)
		case "$":
			g.next()
			if g.accept("{") {
				t := phpExpr(g)
				g.expect("}")
				return g.node(fVarVar, pos, "", t)
			}
			if !g.enter() {
				return g.empty()
			}
			defer g.leave()
			return g.node(fVarVar, pos, "", phpPrimary(g))
		case "#[":
			phpAttributes(g)
			return phpPrimary(g)
		}
	case tokenName:
		return phpWord(g)
	}
	g.fail()
	return g.empty()
}

// phpAttributes passes #[…].
func phpAttributes(g *grammar) {
	for !g.bad && g.accept("#[") {
		phpElements(g, "]")
	}
}
