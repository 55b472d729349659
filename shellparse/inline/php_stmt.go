package inline

import "strings"

// The statements, functions and classes of php.

// phpTree reads a whole text, which begins inside of <?php.
func phpTree(code string) reading {
	g := &grammar{src: code, scan: phpToken, unary: phpUnary, prec: phpPrec}
	g.next()
	var list []*tree
	for g.tok.kind != tokenEnd {
		list = append(list, phpStatement(g))
	}
	return g.reading(list)
}

func phpEnds(g *grammar) {
	if g.accept(";") || g.tok.kind == tokenEnd && !g.bad {
		return
	}
	g.fail()
}

func phpTest(g *grammar) *tree {
	g.expect("(")
	t := phpExpr(g)
	g.expect(")")
	return t
}

func phpBlock(g *grammar) *tree {
	pos := g.tok.pos
	g.expect("{")
	var list []*tree
	for !g.bad && !g.accept("}") {
		list = append(list, phpStatement(g))
	}
	return g.node(fBlock, pos, "", list...)
}

// phpBody reads what a condition or loop governs: a statement, or everything
// between a colon and one of the closing words.
func phpBody(g *grammar, ends string) *tree {
	pos := g.tok.pos
	if !g.accept(":") {
		return phpStatement(g)
	}
	var list []*tree
	for !g.bad && !(g.tok.kind == tokenName && hasWord(ends, strings.ToLower(g.tok.text))) {
		if g.tok.kind == tokenEnd {
			g.fail()
			break
		}
		list = append(list, phpStatement(g))
	}
	if !g.isPHP("else") && !g.isPHP("elseif") {
		g.next()
		phpEnds(g)
	}
	return g.node(fBlock, pos, "", list...)
}

func phpStatement(g *grammar) *tree {
	if !g.enter() {
		return g.empty()
	}
	defer g.leave()
	pos := g.tok.pos
	switch {
	case g.tok.kind == tokenHTML:
		echo := g.tok.text == "<?="
		g.next()
		if !echo {
			return g.node(fEmpty, pos, "")
		}
		return phpEcho(g, pos)
	case g.is("{"):
		return phpBlock(g)
	case g.accept(";"):
		return g.node(fEmpty, pos, "")
	case g.is("#["):
		phpAttributes(g)
	}
	if g.tok.kind == tokenName {
		if t := phpKeyword(g); t != nil {
			return t
		}
	}
	t := phpExpr(g)
	if t.form == fName && g.accept(":") {
		return g.node(fEmpty, pos, "") // a label
	}
	phpEnds(g)
	return t
}

func phpEcho(g *grammar, pos int) *tree {
	kids := []*tree{phpExpr(g)}
	for g.accept(",") {
		kids = append(kids, phpExpr(g))
	}
	phpEnds(g)
	return g.node(fEcho, pos, "", kids...)
}

// phpKeyword reads a statement that begins with a keyword; nil for others.
func phpKeyword(g *grammar) *tree {
	pos, word := g.tok.pos, strings.ToLower(g.tok.text)
	switch word {
	case "echo":
		g.next()
		return phpEcho(g, pos)
	case "if":
		return phpIf(g)
	case "while":
		g.next()
		test := phpTest(g)
		return g.node(fWhile, pos, "", test, phpBody(g, "endwhile"))
	case "do":
		g.next()
		body := phpStatement(g)
		if !g.acceptPHP("while") {
			g.fail()
		}
		test := phpTest(g)
		phpEnds(g)
		t := g.node(fWhile, pos, "", test, body)
		t.flag = isOnce
		return t
	case "for":
		return phpFor(g)
	case "foreach":
		g.next()
		g.expect("(")
		subject := phpExpr(g)
		if !g.acceptPHP("as") {
			g.fail()
		}
		target := phpExpr(g)
		if g.accept("=>") {
			target = g.node(fPair, pos, "", target, phpExpr(g))
		}
		g.expect(")")
		t := g.node(fEach, pos, "as", target, subject, phpBody(g, "endforeach"))
		t.flag = target.flag & isRef
		if target.form == fPair {
			t.flag = target.kid(1).flag & isRef
		}
		return t
	case "switch":
		return phpSwitch(g)
	case "return":
		g.next()
		var kids []*tree
		if !g.is(";") && g.tok.kind != tokenEnd {
			kids = append(kids, phpExpr(g))
		}
		phpEnds(g)
		return g.node(fReturn, pos, word, kids...)
	case "break", "continue", "goto":
		g.next()
		if g.tok.kind == tokenNumber || g.tok.kind == tokenName {
			g.next()
		}
		phpEnds(g)
		return g.node(fJump, pos, word)
	case "try":
		return phpTry(g)
	case "global":
		g.next()
		var kids []*tree
		for !g.bad {
			kids = append(kids, phpPrimary(g))
			if !g.accept(",") {
				break
			}
		}
		phpEnds(g)
		return g.node(fGlobal, pos, "", kids...)
	case "unset":
		g.next()
		kids := phpArguments(g)
		phpEnds(g)
		return g.node(fSeq, pos, "unset", kids...)
	case "const":
		g.next()
		return phpConstants(g, pos)
	case "declare":
		g.next()
		for !g.bad && !g.accept(")") { // declare(ticks=1)
			g.next()
		}
		if g.accept(";") {
			return g.node(fEmpty, pos, "")
		}
		return phpBody(g, "enddeclare")
	case "__halt_compiler":
		g.at = len(g.src)
		g.html = false
		g.next()
		return g.node(fEmpty, pos, "")
	}
	return phpDeclaration(g, pos, word)
}

// phpDeclaration reads namespaces, imports, functions and classes.
func phpDeclaration(g *grammar, pos int, word string) *tree {
	next := g.peek()
	switch word {
	case "static":
		if next.kind == tokenVar {
			g.next()
			return phpConstants(g, pos)
		}
	case "namespace":
		g.next()
		if g.tok.kind == tokenName {
			g.next()
		}
		if g.is("{") {
			return phpBlock(g)
		}
		phpEnds(g)
		return g.node(fEmpty, pos, "")
	case "use":
		return phpUse(g)
	case "function":
		if next.kind == tokenName || next.kind == tokenMark && next.text == "&" {
			return phpFunction(g)
		}
	case "abstract", "final", "readonly":
		if next.kind == tokenName {
			g.next()
			return phpDeclaration(g, pos, strings.ToLower(g.tok.text))
		}
	case "class", "interface", "trait", "enum":
		if next.kind == tokenName {
			g.next()
			name := g.tok.text
			g.next()
			return phpClassBody(g, pos, name)
		}
	}
	return nil
}

// phpConstants reads a = 1, b = 2; of const and static.
func phpConstants(g *grammar, pos int) *tree {
	var kids []*tree
	for !g.bad {
		at, name := g.tok.pos, g.tok.text
		f := fVar
		switch g.tok.kind {
		case tokenName:
			f = fName
		case tokenVar:
		default:
			g.fail()
		}
		g.next()
		t := g.node(f, at, name)
		if g.accept("=") {
			t = g.node(fAssign, at, "=", t, phpExpr(g))
		}
		kids = append(kids, t)
		if !g.accept(",") {
			break
		}
	}
	phpEnds(g)
	return g.node(fDeclare, pos, "const", kids...)
}

// phpUse reads use A\B as C: functions and classes under other names.
func phpUse(g *grammar) *tree {
	pos := g.tok.pos
	g.next()
	var list []*tree
	for !g.bad {
		if g.isPHP("function") || g.isPHP("const") {
			g.next()
		}
		at, name := g.tok.pos, g.tok.text
		if g.tok.kind != tokenName {
			g.fail()
		}
		g.next()
		if g.accept("{") {
			for !g.bad && !g.accept("}") {
				g.next()
			}
		}
		local := name[strings.LastIndexByte(name, '\\')+1:]
		if g.acceptPHP("as") {
			local = g.tok.text
			g.next()
		}
		list = append(list, g.node(fPair, at, "", g.node(fText, at, name), g.node(fName, at, local)))
		if !g.accept(",") {
			break
		}
	}
	phpEnds(g)
	return g.node(fModule, pos, "", list...)
}

func phpIf(g *grammar) *tree {
	pos := g.tok.pos
	if !g.enter() {
		return g.empty()
	}
	defer g.leave()
	g.next()
	test := phpTest(g)
	then := phpBody(g, "else elseif endif")
	other := g.empty()
	switch {
	case g.isPHP("elseif"):
		other = phpIf(g)
	case g.acceptPHP("else"):
		if g.isPHP("if") {
			other = phpIf(g)
		} else {
			other = phpBody(g, "endif")
		}
	}
	return g.node(fIf, pos, "", test, then, other)
}

func phpFor(g *grammar) *tree {
	pos := g.tok.pos
	g.next()
	g.expect("(")
	var part [3]*tree
	for i, end := range [3]string{";", ";", ")"} {
		at := g.tok.pos
		var kids []*tree
		for !g.bad && !g.is(end) {
			kids = append(kids, phpExpr(g))
			if !g.is(end) {
				g.expect(",")
			}
		}
		g.expect(end)
		part[i] = g.node(fSeq, at, "", kids...)
		if len(kids) == 0 {
			part[i].form = fEmpty
		}
	}
	return g.node(fFor, pos, "", part[0], part[1], part[2], phpBody(g, "endfor"))
}

func phpSwitch(g *grammar) *tree {
	pos := g.tok.pos
	g.next()
	kids := []*tree{phpTest(g)}
	closing := "}"
	if g.accept(":") {
		closing = "endswitch"
	} else {
		g.expect("{")
	}
	for !g.bad && !g.is("}") && !g.isPHP("endswitch") {
		at := g.tok.pos
		if g.tok.kind == tokenHTML {
			g.next()
			continue
		}
		test := g.empty()
		if g.acceptPHP("case") {
			test = phpExpr(g)
		} else if !g.acceptPHP("default") {
			g.fail()
		}
		if !g.accept(";") {
			g.expect(":")
		}
		list := []*tree{test}
		for !g.bad && !g.is("}") && !g.isPHP("case") && !g.isPHP("default") && !g.isPHP("endswitch") {
			list = append(list, phpStatement(g))
		}
		kids = append(kids, g.node(fCase, at, "", list...))
	}
	g.next()
	if closing == "endswitch" {
		phpEnds(g)
	}
	return g.node(fSwitch, pos, "", kids...)
}

func phpTry(g *grammar) *tree {
	pos := g.tok.pos
	g.next()
	body := phpBlock(g)
	var handlers []*tree
	finally := g.empty()
	for g.acceptPHP("catch") {
		g.expect("(")
		for !g.bad && !g.accept(")") {
			g.next()
		}
		handlers = append(handlers, phpBlock(g))
	}
	if g.acceptPHP("finally") {
		finally = phpBlock(g)
	}
	handler := &tree{form: fBlock, pos: int32(pos), end: int32(pos), kids: handlers}
	return g.node(fTry, pos, "", body, g.empty(), handler, finally)
}
