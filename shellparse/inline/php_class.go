package inline

import "strings"

// phpType passes the type of a parameter, property or result.
func phpType(g *grammar) {
	for !g.bad {
		g.accept("?")
		if g.accept("(") {
			phpType(g)
			g.expect(")")
		} else if g.tok.kind == tokenName {
			g.next()
		}
		if g.is("&") {
			if n := g.peek(); n.kind == tokenVar || n.kind == tokenMark && (n.text == "..." || n.text == "&") {
				return // by reference
			}
			g.next()
			continue
		}
		if !g.accept("|") {
			return
		}
	}
}

// phpFunction reads a function, closure or arrow function from its keyword.
func phpFunction(g *grammar) *tree {
	pos := g.tok.pos
	arrow := g.isPHP("fn")
	g.next()
	g.accept("&")
	name := ""
	if g.tok.kind == tokenName {
		name = g.tok.text
		g.next()
	}
	return phpMethod(g, pos, name, arrow)
}

// phpMethod reads parameters and body; a method without one has an empty body.
func phpMethod(g *grammar, pos int, name string, arrow bool) *tree {
	at := g.tok.pos
	g.expect("(")
	var params []*tree
	for !g.bad && !g.accept(")") {
		phpAttributes(g)
		phpType(g) // and the words that make a property of it
		for g.tok.kind == tokenName || g.is("?") || g.is("(") {
			phpType(g)
		}
		g.accept("&")
		rest := g.accept("...")
		from, text := g.tok.pos, g.tok.text
		if g.tok.kind != tokenVar {
			g.fail()
		}
		g.next()
		p := g.node(fVar, from, text)
		if g.accept("=") {
			p = g.node(fAssign, from, "=", p, phpExpr(g))
		}
		if rest {
			p = g.node(fSpread, from, "", p)
		}
		params = append(params, p)
		if g.is("{") { // property hooks
			phpSkip(g)
		}
		if !g.is(")") {
			g.expect(",")
		}
	}
	list := g.node(fList, at, "", params...)
	kids := []*tree{list, nil}
	if g.acceptPHP("use") {
		kids = append(kids, g.node(fList, g.tok.pos, "", phpArguments(g)...))
	}
	if g.accept(":") {
		phpType(g)
	}
	switch {
	case arrow:
		g.expect("=>")
		from := g.tok.pos
		kids[1] = g.node(fReturn, from, "", phpTernary(g))
	case g.is("{"):
		kids[1] = phpBlock(g)
	default:
		kids[1] = g.empty()
		phpEnds(g)
	}
	t := g.node(fFunc, pos, name, kids...)
	if arrow {
		t.flag = isArrow
	}
	return t
}

// phpSkip passes a block whose inside is not read; what it holds fails closed.
func phpSkip(g *grammar) {
	g.fail()
}

// phpClassBody reads a class, interface, trait or enum behind its name.
func phpClassBody(g *grammar, pos int, name string) *tree {
	super := g.empty()
	if g.accept(":") {
		phpType(g)
	}
	for !g.bad && !g.is("{") {
		extends := g.isPHP("extends")
		g.next()
		if extends && g.tok.kind == tokenName {
			super = g.node(fName, g.tok.pos, g.tok.text)
		}
	}
	kids := []*tree{super}
	g.expect("{")
	for !g.bad && !g.accept("}") {
		if t := phpClassMember(g); t != nil {
			kids = append(kids, t)
		}
	}
	return g.node(fClass, pos, name, kids...)
}

func phpClassMember(g *grammar) *tree {
	pos := g.tok.pos
	phpAttributes(g)
	var more flag
	for g.tok.kind == tokenName && hasWord("public private protected static abstract final var readonly", strings.ToLower(g.tok.text)) {
		if g.isPHP("static") {
			more = isStatic
		}
		g.next()
	}
	switch {
	case g.acceptPHP("use"):
		for !g.bad && !g.is(";") && !g.is("{") {
			g.next()
		}
		if g.accept("{") {
			for !g.bad && !g.accept("}") {
				g.next()
			}
			return nil
		}
		phpEnds(g)
		return nil
	case g.isPHP("function"):
		g.next()
		g.accept("&")
		name := g.tok.text
		if g.tok.kind != tokenName {
			g.fail()
		}
		g.next()
		f := phpMethod(g, pos, "", false)
		t := g.node(fPair, pos, "", g.node(fText, pos, name), f)
		t.flag = more
		return t
	case g.isPHP("const"), g.isPHP("case"):
		g.next()
		if n := g.peek(); n.kind == tokenName {
			phpType(g)
		}
		more |= isStatic | isField
	default:
		phpType(g)
		if g.tok.kind != tokenVar {
			g.fail()
		}
	}
	block := &tree{form: fBlock, pos: int32(pos)}
	for !g.bad {
		at, name := g.tok.pos, g.tok.text
		if more&isStatic != 0 && g.tok.kind == tokenVar {
			name = "$" + name
		}
		g.next()
		value := g.empty()
		if g.accept("=") {
			value = phpExpr(g)
		}
		t := g.node(fPair, at, "", g.node(fText, at, name), value)
		t.flag = more | isField
		block.kids = append(block.kids, t)
		if g.is("{") {
			phpSkip(g)
		}
		if !g.accept(",") {
			break
		}
	}
	phpEnds(g)
	block.end = int32(g.last)
	block.flag = isField
	return block
}
