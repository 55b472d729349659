package inline

// The expressions of javascript (ECMAScript 2024). A pattern, as in an arrow
// function's parameters or a destructuring, is read as the expression it looks
// like: [a, ...b] is a list with a spread, {a = 1} an object with a pair.

// nodePrec is the precedence of the current token as a binary operator.
func nodePrec(g *grammar) (prec int, right bool) {
	switch g.tok.kind {
	case tokenName:
		if g.tok.escaped {
			return 0, false
		}
		if g.tok.text == "instanceof" || g.tok.text == "in" && !g.noIn {
			return 9, false
		}
		return 0, false
	case tokenMark:
	default:
		return 0, false
	}
	switch g.tok.text {
	case "??":
		return 1, false
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
	case "==", "!=", "===", "!==":
		return 7, false
	case "<", ">", "<=", ">=":
		return 9, false
	case "<<", ">>", ">>>":
		return 10, false
	case "+", "-":
		return 11, false
	case "*", "/", "%":
		return 12, false
	case "**":
		return 13, true
	}
	return 0, false
}

// isAssignment reports whether a mark assigns to what stands before it.
func isAssignment(mark string) bool {
	return hasWord("= += -= *= /= %= **= <<= >>= >>>= &= |= ^= &&= ||= ??= .=", mark)
}

// nodeSequence reads expressions with commas between them.
func nodeSequence(g *grammar) *tree {
	pos := g.tok.pos
	first := nodeAssign(g)
	if !g.is(",") {
		return first
	}
	kids := []*tree{first}
	for g.accept(",") {
		kids = append(kids, nodeAssign(g))
	}
	return g.node(fSeq, pos, "", kids...)
}

// nodeIn reads an expression within brackets, where in is an operator again.
func nodeIn(g *grammar, read func(*grammar) *tree) *tree {
	saved := g.noIn
	g.noIn = false
	t := read(g)
	g.noIn = saved
	return t
}

func nodeAssign(g *grammar) *tree {
	if !g.enter() {
		return g.empty()
	}
	defer g.leave()
	pos := g.tok.pos
	if g.yield && g.isWord("yield") {
		g.next()
		star := !g.tok.newline && g.accept("*")
		if !star && (g.tok.newline || g.tok.kind == tokenEnd || g.tok.kind == tokenMark && hasWord(") ] } , ; :", g.tok.text)) {
			return g.node(fYield, pos, "")
		}
		return g.node(fYield, pos, "", nodeAssign(g))
	}
	async := false
	if g.isWord("async") {
		if n := g.peek(); n.kind == tokenName && !n.newline && n.text != "function" && !hasWord("in of instanceof", n.text) {
			g.next()
			async = true
		}
	}
	left := g.binary(1)
	if g.is("=>") && !g.tok.newline {
		return nodeArrow(g, left, pos, async)
	}
	if async {
		g.fail()
		return left
	}
	if g.accept("?") {
		then := nodeIn(g, nodeAssign)
		g.expect(":")
		return g.node(fCond, pos, "", left, then, nodeAssign(g))
	}
	if g.tok.kind == tokenMark && isAssignment(g.tok.text) {
		switch left.form {
		case fName, fMember, fIndex, fList, fObject, fSuper:
		default:
			g.fail()
			return left
		}
		op := g.tok.text
		g.next()
		return g.node(fAssign, pos, op, left, nodeAssign(g))
	}
	return left
}

// nodeArrow reads an arrow function whose parameters have been read as an
// expression.
func nodeArrow(g *grammar, left *tree, pos int, async bool) *tree {
	params := &tree{form: fList, pos: left.pos, end: left.end}
	switch {
	case left.form == fName && left.flag&isParens == 0:
		params.kids = []*tree{left}
	case left.form == fCall && left.kids[0].form == fName && left.kids[0].text == "async":
		params.kids, async = left.kids[1:], true
	case left.flag&isParens == 0:
		g.fail()
	case left.form == fEmpty:
	case left.form == fSeq:
		params.kids = left.kids
	default:
		params.kids = []*tree{left}
	}
	g.next()
	saved := g.yield
	g.yield = false
	var body *tree
	if g.is("{") {
		body = nodeIn(g, nodeBlock)
	} else {
		body = nodeAssign(g)
		body = &tree{form: fReturn, pos: body.pos, end: body.end, kids: []*tree{body}}
	}
	g.yield = saved
	t := g.node(fFunc, pos, "", params, body)
	t.flag = isArrow
	if async {
		t.flag |= isAsync
	}
	return t
}

// nodeUnary reads prefix operators and what they stand before.
func nodeUnary(g *grammar) *tree {
	if !g.enter() {
		return g.empty()
	}
	defer g.leave()
	pos := g.tok.pos
	switch g.tok.kind {
	case tokenMark:
		switch op := g.tok.text; op {
		case "!", "~", "+", "-":
			g.next()
			return g.node(fUnary, pos, op, nodeUnary(g))
		case "++", "--":
			g.next()
			return g.node(fUpdate, pos, op, nodeUnary(g))
		}
	case tokenName:
		if g.tok.escaped {
			break
		}
		switch op := g.tok.text; op {
		case "typeof", "void", "delete":
			g.next()
			return g.node(fUnary, pos, op, nodeUnary(g))
		case "await":
			n := g.peek()
			if n.kind == tokenEnd || n.kind == tokenMark && !hasWord("( [ { ! ~ + - ++ -- /", n.text) || n.kind == tokenName && hasWord("in of instanceof", n.text) {
				break // a name, in a script that has no modules
			}
			g.next()
			return g.node(fAwait, pos, "", nodeUnary(g))
		}
	}
	t := nodePostfix(g, nodePrimary(g), pos, true)
	if (g.is("++") || g.is("--")) && !g.tok.newline {
		op := g.tok.text
		g.next()
		t = g.node(fUpdate, pos, op, t)
	}
	return t
}

// nodePostfix reads the members, calls and subscripts behind an expression.
func nodePostfix(g *grammar, t *tree, pos int, calls bool) *tree {
	if t.form == fFunc && t.flag&isArrow != 0 && t.flag&isParens == 0 {
		return t
	}
	for links := 0; !g.bad; links++ {
		if links > maxNesting {
			g.fail()
		}
		switch {
		case g.tok.kind == tokenQuote:
			t = g.node(fTagged, pos, "", t, nodeTemplate(g))
		case g.tok.kind != tokenMark:
			return t
		case g.is("."):
			g.next()
			t = nodeMember(g, t, pos)
		case g.is("?.") && calls:
			g.next()
			switch {
			case g.is("("):
				t = g.node(fCall, pos, "", append([]*tree{t}, nodeArguments(g)...)...)
			case g.is("["):
				t = nodeSubscript(g, t, pos)
			case g.tok.kind == tokenQuote:
				g.fail()
			default:
				t = nodeMember(g, t, pos)
			}
		case g.is("["):
			t = nodeSubscript(g, t, pos)
		case g.is("(") && calls:
			args := nodeArguments(g)
			t = g.node(fCall, pos, "", append([]*tree{t}, args...)...)
		default:
			return t
		}
	}
	return t
}

func nodeMember(g *grammar, t *tree, pos int) *tree {
	if g.tok.kind != tokenName {
		g.fail()
		return t
	}
	name := g.tok.text
	g.next()
	return g.node(fMember, pos, name, t)
}

func nodeSubscript(g *grammar, t *tree, pos int) *tree {
	g.next()
	key := nodeIn(g, nodeSequence)
	g.expect("]")
	return g.node(fIndex, pos, "", t, key)
}

// nodeArguments reads (a, ...b).
func nodeArguments(g *grammar) []*tree {
	g.expect("(")
	args := nodeIn(g, func(g *grammar) *tree { return &tree{kids: nodeElements(g, ")")} })
	return args.kids
}

// nodeElements reads what stands between commas up to the closing mark; a
// place left empty is an empty node.
func nodeElements(g *grammar, closing string) []*tree {
	var list []*tree
	for !g.bad && !g.accept(closing) {
		pos := g.tok.pos
		switch {
		case g.is(","):
			list = append(list, g.empty())
		case g.accept("..."):
			list = append(list, g.node(fSpread, pos, "", nodeAssign(g)))
		default:
			list = append(list, nodeAssign(g))
		}
		if !g.is(closing) {
			g.expect(",")
		}
	}
	return list
}

// nodePrimary reads the innermost parts of expressions.
func nodePrimary(g *grammar) *tree {
	pos, text := g.tok.pos, g.tok.text
	switch g.tok.kind {
	case tokenNumber:
		g.next()
		return g.node(fNumber, pos, text)
	case tokenText:
		g.next()
		return g.node(fText, pos, text)
	case tokenQuote:
		return nodeTemplate(g)
	case tokenMark:
		switch text {
		case "(":
			return nodeParens(g)
		case "[":
			g.next()
			list := nodeIn(g, func(g *grammar) *tree { return &tree{kids: nodeElements(g, "]")} })
			return g.node(fList, pos, "", list.kids...)
		case "{":
			return nodeObject(g)
		case "/", "/=":
			return nodeRegex(g)
		}
	case tokenName:
		if g.tok.escaped {
			g.next()
			return g.node(fName, pos, text)
		}
		return nodeWord(g)
	}
	g.fail()
	return g.empty()
}

// nodeParens reads a parenthesis: an expression, or the parameters of an arrow
// function, which may be none or end in a rest.
func nodeParens(g *grammar) *tree {
	pos := g.tok.pos
	g.next()
	list := nodeIn(g, func(g *grammar) *tree { return &tree{kids: nodeElements(g, ")")} }).kids
	var t *tree
	switch {
	case len(list) == 1 && list[0].form != fSpread:
		c := *list[0]
		t = &c
	case len(list) == 0, list[len(list)-1].form == fSpread:
		if !g.is("=>") {
			g.fail()
		}
		t = g.node(fSeq, pos, "", list...)
		if len(list) == 0 {
			t.form = fEmpty
		}
	default:
		t = g.node(fSeq, pos, "", list...)
	}
	t.flag |= isParens
	return t
}

// nodeWord reads an expression that begins with a name or keyword.
func nodeWord(g *grammar) *tree {
	pos, text := g.tok.pos, g.tok.text
	switch text {
	case "function":
		return nodeFunction(g, false)
	case "class":
		return nodeClass(g)
	case "new":
		return nodeNew(g)
	case "async":
		if n := g.peek(); n.kind == tokenName && n.text == "function" && !n.newline {
			g.next()
			return nodeFunction(g, true)
		}
	case "import":
		g.next()
		if g.accept(".") { // import.meta
			return nodeMember(g, g.node(fName, pos, "import"), pos)
		}
		args := nodeArguments(g)
		if len(args) == 0 {
			g.fail()
		}
		return g.node(fImport, pos, "", args...)
	case "this":
		g.next()
		return g.node(fThis, pos, text)
	case "super":
		g.next()
		return g.node(fSuper, pos, text)
	case "null", "true", "false", "undefined":
		g.next()
		return g.node(fNumber, pos, text)
	case "break", "case", "catch", "const", "continue", "debugger", "default", "do", "else", "export", "extends", "finally", "for", "if", "in", "instanceof", "return", "switch", "throw", "try", "var", "while", "with", "enum", "typeof", "void", "delete":
		g.fail()
		return g.empty()
	}
	g.next()
	return g.node(fName, pos, text)
}

func nodeNew(g *grammar) *tree {
	pos := g.tok.pos
	if !g.enter() {
		return g.empty()
	}
	defer g.leave()
	g.next()
	if g.accept(".") { // new.target
		return nodeMember(g, g.node(fName, pos, "new"), pos)
	}
	inner := g.tok.pos
	var class *tree
	if g.isWord("new") {
		class = nodeNew(g)
	} else {
		class = nodePrimary(g)
	}
	class = nodePostfix(g, class, inner, false)
	kids := []*tree{class}
	if g.is("(") {
		kids = append(kids, nodeArguments(g)...)
	}
	return g.node(fNew, pos, "", kids...)
}
