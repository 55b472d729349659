package inline

// The statements, functions and classes of javascript.

// nodeTree reads a whole text.
func nodeTree(code string) reading {
	g := &grammar{src: code, scan: nodeToken, unary: nodeUnary, prec: nodePrec}
	g.next()
	var list []*tree
	for g.tok.kind != tokenEnd {
		list = append(list, nodeStatement(g))
	}
	return g.reading(list)
}

// nodeEnds reads the end of a statement, which may be a line break.
func nodeEnds(g *grammar) {
	if g.accept(";") || g.is("}") || g.tok.kind == tokenEnd || g.tok.newline {
		return
	}
	g.fail()
}

func nodeBlock(g *grammar) *tree {
	pos := g.tok.pos
	g.expect("{")
	var list []*tree
	for !g.bad && !g.accept("}") {
		list = append(list, nodeStatement(g))
	}
	return g.node(fBlock, pos, "", list...)
}

func nodeStatement(g *grammar) *tree {
	if !g.enter() {
		return g.empty()
	}
	defer g.leave()
	pos := g.tok.pos
	if g.is("{") {
		return nodeBlock(g)
	}
	if g.accept(";") {
		return g.node(fEmpty, pos, "")
	}
	if g.tok.kind == tokenName && !g.tok.escaped {
		if t := nodeKeyword(g); t != nil {
			return t
		}
	}
	t := nodeSequence(g)
	if t.form == fName && t.flag&isParens == 0 && g.accept(":") {
		return nodeStatement(g) // a label
	}
	nodeEnds(g)
	return t
}

// nodeKeyword reads a statement that begins with a keyword; nil for others.
func nodeKeyword(g *grammar) *tree {
	pos, word := g.tok.pos, g.tok.text
	switch word {
	case "var", "const":
		t := nodeDeclare(g)
		nodeEnds(g)
		return t
	case "let":
		if n := g.peek(); n.kind == tokenName && !hasWord("in instanceof of", n.text) || n.kind == tokenMark && (n.text == "[" || n.text == "{") {
			t := nodeDeclare(g)
			nodeEnds(g)
			return t
		}
	case "function":
		return nodeFunction(g, false)
	case "async":
		if n := g.peek(); n.kind == tokenName && n.text == "function" && !n.newline {
			g.next()
			return nodeFunction(g, true)
		}
	case "class":
		return nodeClass(g)
	case "if":
		g.next()
		test := nodeTest(g)
		then := nodeStatement(g)
		other := g.empty()
		if g.acceptWord("else") {
			other = nodeStatement(g)
		}
		return g.node(fIf, pos, "", test, then, other)
	case "for":
		return nodeFor(g)
	case "while":
		g.next()
		test := nodeTest(g)
		return g.node(fWhile, pos, "", test, nodeStatement(g))
	case "do":
		g.next()
		body := nodeStatement(g)
		if !g.acceptWord("while") {
			g.fail()
		}
		test := nodeTest(g)
		g.accept(";")
		t := g.node(fWhile, pos, "", test, body)
		t.flag = isOnce
		return t
	case "try":
		return nodeTry(g)
	case "switch":
		return nodeSwitch(g)
	case "with":
		g.next()
		object := nodeTest(g)
		return g.node(fWith, pos, "", object, nodeStatement(g))
	case "return", "throw":
		g.next()
		var kids []*tree
		if !g.is(";") && !g.is("}") && g.tok.kind != tokenEnd && !g.tok.newline {
			kids = append(kids, nodeSequence(g))
		}
		nodeEnds(g)
		t := g.node(fReturn, pos, word, kids...)
		return t
	case "break", "continue", "debugger":
		g.next()
		if g.tok.kind == tokenName && !g.tok.newline {
			g.next()
		}
		nodeEnds(g)
		return g.node(fJump, pos, word)
	case "import":
		if n := g.peek(); n.kind == tokenMark && (n.text == "(" || n.text == ".") {
			return nil
		}
		return nodeImport(g)
	case "export":
		return nodeExport(g)
	}
	return nil
}

func nodeTest(g *grammar) *tree {
	g.expect("(")
	t := nodeIn(g, nodeSequence)
	g.expect(")")
	return t
}

// nodeDeclare reads var, let or const without the end of the statement.
func nodeDeclare(g *grammar) *tree {
	pos, word := g.tok.pos, g.tok.text
	g.next()
	var list []*tree
	for !g.bad {
		at := g.tok.pos
		target := nodeTarget(g)
		if g.accept("=") {
			target = g.node(fAssign, at, "=", target, nodeAssign(g))
		}
		list = append(list, target)
		if !g.accept(",") {
			break
		}
	}
	return g.node(fDeclare, pos, word, list...)
}

// nodeTarget reads a name or a pattern.
func nodeTarget(g *grammar) *tree {
	if g.is("[") || g.is("{") {
		return nodePrimary(g)
	}
	if g.tok.kind != tokenName {
		g.fail()
		return g.empty()
	}
	pos, name := g.tok.pos, g.tok.text
	g.next()
	return g.node(fName, pos, name)
}

func nodeFor(g *grammar) *tree {
	pos := g.tok.pos
	g.next()
	g.acceptWord("await")
	g.expect("(")
	init := g.empty()
	g.noIn = true
	switch {
	case g.is(";"):
	case g.isWord("var"), g.isWord("const"):
		init = nodeDeclare(g)
	case g.isWord("let"):
		if n := g.peek(); n.kind == tokenName && n.text != "in" && n.text != "of" || n.kind == tokenMark && (n.text == "[" || n.text == "{") {
			init = nodeDeclare(g)
			break
		}
		init = nodeSequence(g)
	default:
		init = nodeSequence(g)
	}
	g.noIn = false
	if g.isWord("of") || g.isWord("in") {
		word := g.tok.text
		g.next()
		subject := nodeSequence(g)
		g.expect(")")
		return g.node(fEach, pos, word, init, subject, nodeStatement(g))
	}
	g.expect(";")
	test, update := g.empty(), g.empty()
	if !g.is(";") {
		test = nodeSequence(g)
	}
	g.expect(";")
	if !g.is(")") {
		update = nodeSequence(g)
	}
	g.expect(")")
	return g.node(fFor, pos, "", init, test, update, nodeStatement(g))
}

func nodeTry(g *grammar) *tree {
	pos := g.tok.pos
	g.next()
	body := nodeBlock(g)
	param, handler, finally := g.empty(), g.empty(), g.empty()
	found := false
	if g.acceptWord("catch") {
		found = true
		if g.accept("(") {
			param = nodeTarget(g)
			g.expect(")")
		}
		handler = nodeBlock(g)
	}
	if g.acceptWord("finally") {
		found = true
		finally = nodeBlock(g)
	}
	if !found {
		g.fail()
	}
	return g.node(fTry, pos, "", body, param, handler, finally)
}

func nodeSwitch(g *grammar) *tree {
	pos := g.tok.pos
	g.next()
	kids := []*tree{nodeTest(g)}
	g.expect("{")
	for !g.bad && !g.accept("}") {
		at := g.tok.pos
		test := g.empty()
		if g.acceptWord("case") {
			test = nodeIn(g, nodeSequence)
		} else if !g.acceptWord("default") {
			g.fail()
		}
		g.expect(":")
		list := []*tree{test}
		for !g.bad && !g.is("}") && !g.isWord("case") && !g.isWord("default") {
			list = append(list, nodeStatement(g))
		}
		kids = append(kids, g.node(fCase, at, "", list...))
	}
	return g.node(fSwitch, pos, "", kids...)
}

// nodeFunction reads a function from its keyword.
func nodeFunction(g *grammar, async bool) *tree {
	pos := g.tok.pos
	g.next()
	star := g.accept("*")
	name := ""
	if g.tok.kind == tokenName {
		name = g.tok.text
		g.next()
	}
	return nodeMethod(g, pos, name, star, async)
}

// nodeMethod reads parameters and body.
func nodeMethod(g *grammar, pos int, name string, star, async bool) *tree {
	saved, noIn := g.yield, g.noIn
	g.yield, g.noIn = star, false
	at := g.tok.pos
	params := g.node(fList, at, "", nodeArguments(g)...)
	body := nodeBlock(g)
	g.yield, g.noIn = saved, noIn
	t := g.node(fFunc, pos, name, params, body)
	if star {
		t.flag |= isYielder
	}
	if async {
		t.flag |= isAsync
	}
	return t
}
