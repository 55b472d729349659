package inline

// Objects, classes and modules of javascript.

// nodeKey reads the name of a property; computed ones are expressions.
func nodeKey(g *grammar) *tree {
	pos, text := g.tok.pos, g.tok.text
	switch g.tok.kind {
	case tokenName, tokenText, tokenNumber:
		g.next()
		return g.node(fText, pos, text)
	case tokenMark:
		if g.accept("[") {
			t := nodeIn(g, nodeAssign)
			g.expect("]")
			return t
		}
	}
	g.fail()
	return g.empty()
}

// nodeModifier reads get, set, async, static… where it is one and not the name
// of the property itself.
func nodeModifier(g *grammar, words string) string {
	if g.tok.kind != tokenName || g.tok.escaped || !hasWord(words, g.tok.text) {
		return ""
	}
	n := g.peek()
	if n.kind == tokenEnd || n.kind == tokenMark && n.text != "[" && n.text != "*" && !(n.text == "{" && g.tok.text == "static") {
		return ""
	}
	if n.newline && g.tok.text != "static" && g.tok.text != "get" && g.tok.text != "set" {
		return ""
	}
	word := g.tok.text
	g.next()
	return word
}

func nodeObject(g *grammar) *tree {
	pos := g.tok.pos
	g.next()
	var list []*tree
	for !g.bad && !g.accept("}") {
		list = append(list, nodeIn(g, nodeProperty))
		if !g.is("}") {
			g.expect(",")
		}
	}
	return g.node(fObject, pos, "", list...)
}

func nodeProperty(g *grammar) *tree {
	pos := g.tok.pos
	if g.accept("...") {
		return g.node(fSpread, pos, "", nodeAssign(g))
	}
	async, accessor := false, ""
	switch w := nodeModifier(g, "async get set"); w {
	case "async":
		async = true
	default:
		accessor = w
	}
	star := g.accept("*")
	plain := g.tok.kind == tokenName
	name := g.tok.text
	key := nodeKey(g)
	switch {
	case g.is("("):
		f := nodeMethod(g, pos, "", star, async)
		t := g.node(fPair, pos, "", key, f)
		if accessor != "" {
			t.flag |= isGetter
		}
		return t
	case g.accept(":"):
		return g.node(fPair, pos, "", key, nodeAssign(g))
	case plain && g.accept("="): // a default, in a pattern
		target := g.node(fName, pos, name)
		return g.node(fPair, pos, "", key, g.node(fAssign, pos, "=", target, nodeAssign(g)))
	case plain && (g.is(",") || g.is("}")):
		return g.node(fPair, pos, "", key, g.node(fName, pos, name))
	}
	g.fail()
	return g.empty()
}

func nodeClass(g *grammar) *tree {
	pos := g.tok.pos
	g.next()
	name := ""
	if g.tok.kind == tokenName && !g.isWord("extends") {
		name = g.tok.text
		g.next()
	}
	super := g.empty()
	if g.acceptWord("extends") {
		at := g.tok.pos
		super = nodePostfix(g, nodePrimary(g), at, true)
	}
	kids := []*tree{super}
	g.expect("{")
	for !g.bad && !g.accept("}") {
		if g.accept(";") {
			continue
		}
		kids = append(kids, nodeClassMember(g))
	}
	return g.node(fClass, pos, name, kids...)
}

func nodeClassMember(g *grammar) *tree {
	pos := g.tok.pos
	var more flag
	if nodeModifier(g, "static") != "" {
		more = isStatic
		if g.is("{") {
			t := nodeBlock(g)
			t.flag |= isStatic
			return t
		}
	}
	async := false
	switch w := nodeModifier(g, "async get set accessor"); w {
	case "async":
		async = true
	case "get", "set":
		more |= isGetter
	}
	star := g.accept("*")
	key := nodeKey(g)
	var t *tree
	if g.is("(") {
		t = g.node(fPair, pos, "", key, nodeMethod(g, pos, "", star, async))
	} else {
		value := g.empty()
		if g.accept("=") {
			saved := g.yield
			g.yield = false
			value = nodeIn(g, nodeAssign)
			g.yield = saved
		}
		nodeEnds(g)
		t = g.node(fPair, pos, "", key, value)
		more |= isField
	}
	t.flag |= more
	return t
}

// nodeImport reads import … from "module".
func nodeImport(g *grammar) *tree {
	pos := g.tok.pos
	g.next()
	var list []*tree
	pair := func(from string, at int) {
		if g.tok.kind != tokenName {
			g.fail()
			return
		}
		key := &tree{form: fText, text: from, pos: int32(at), end: int32(at)}
		local := &tree{form: fName, text: g.tok.text, pos: int32(g.tok.pos), end: int32(g.tok.end)}
		g.next()
		list = append(list, g.node(fPair, at, "", key, local))
	}
	if g.tok.kind != tokenText {
		if g.tok.kind == tokenName {
			pair("default", g.tok.pos)
			g.accept(",")
		}
		if at := g.tok.pos; g.accept("*") {
			if !g.acceptWord("as") {
				g.fail()
			}
			pair("*", at)
		} else if g.accept("{") {
			for !g.bad && !g.accept("}") {
				from, at := g.tok.text, g.tok.pos
				if n := g.peek(); n.kind == tokenName && n.text == "as" {
					g.next()
					g.next()
				}
				pair(from, at)
				if !g.is("}") {
					g.expect(",")
				}
			}
		}
		if !g.acceptWord("from") {
			g.fail()
		}
	}
	module := g.tok.text
	if g.tok.kind != tokenText {
		g.fail()
	}
	g.next()
	if g.acceptWord("with") || g.isWord("assert") && !g.tok.newline && g.acceptWord("assert") {
		nodeObject(g)
	}
	nodeEnds(g)
	return g.node(fModule, pos, module, list...)
}

// nodeExport reads export; what is exported is read as if it were not, but for
// export … from, which imports.
func nodeExport(g *grammar) *tree {
	pos := g.tok.pos
	g.next()
	if g.acceptWord("default") {
		if t := nodeDeclaration(g); t != nil {
			return t
		}
		t := nodeAssign(g)
		nodeEnds(g)
		return t
	}
	if g.is("*") || g.is("{") {
		for !g.bad && g.tok.kind != tokenText && !g.is("}") {
			g.next()
		}
		g.accept("}")
		t := g.node(fEmpty, pos, "")
		if g.acceptWord("from") {
			t = g.node(fModule, pos, g.tok.text)
		}
		if t.form == fModule || g.tok.kind == tokenText {
			t.form, t.text = fModule, g.tok.text
			g.next()
		}
		nodeEnds(g)
		return t
	}
	if t := nodeDeclaration(g); t != nil {
		return t
	}
	return nodeStatement(g)
}

// nodeDeclaration reads a function or class, nil for anything else.
func nodeDeclaration(g *grammar) *tree {
	if g.isWord("function") || g.isWord("class") || g.isWord("async") {
		return nodeKeyword(g)
	}
	return nil
}
