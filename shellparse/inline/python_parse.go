package inline

// statements reads a whole file.
func (p *pyParser) file() []*pyNode {
	var out []*pyNode
	for !p.bad && p.tok().kind != pyEOF {
		if p.tok().kind == pyNewline {
			p.next()
			continue
		}
		out = p.statement(out)
	}
	return out
}

// block reads what stands behind a colon: a line, or lines further in.
func (p *pyParser) block() []*pyNode {
	p.enter()
	defer func() { p.depth-- }()
	p.want(":")
	if p.bad {
		return nil
	}
	if p.tok().kind != pyNewline {
		return p.simpleLine(nil)
	}
	p.next()
	if p.tok().kind != pyIndent {
		p.fail()
		return nil
	}
	p.next()
	var out []*pyNode
	for !p.bad && p.tok().kind != pyDedent {
		if p.tok().kind == pyEOF {
			p.fail()
			return nil
		}
		out = p.statement(out)
	}
	p.next()
	return out
}

// statement reads one, or the simple ones of a line, and adds them to out.
func (p *pyParser) statement(out []*pyNode) []*pyNode {
	if !p.r.step() {
		p.fail()
		return out
	}
	t := p.tok()
	if t.kind == pyOp && t.text == "@" {
		return append(out, p.decorated())
	}
	if t.kind == pyName {
		switch t.text {
		case "if":
			return append(out, p.ifs())
		case "while":
			n := p.node(pyNWhile, p.next().pos)
			n.x = p.expression()
			return append(out, p.loop(n))
		case "for":
			return append(out, p.fors())
		case "try":
			return append(out, p.try())
		case "with":
			return append(out, p.with())
		case "def":
			return append(out, p.def())
		case "class":
			return append(out, p.class())
		case "async":
			p.next()
			switch {
			case p.is("def"):
				return append(out, p.def())
			case p.is("for"):
				return append(out, p.fors())
			case p.is("with"):
				return append(out, p.with())
			}
			p.fail()
			return out
		case "match":
			if p.matches() {
				return append(out, p.match())
			}
		}
	}
	return p.simpleLine(out)
}

func (p *pyParser) simpleLine(out []*pyNode) []*pyNode {
	for !p.bad {
		if n := p.simple(); n != nil {
			out = append(out, p.close(n))
		}
		if !p.take(";") || p.tok().kind == pyNewline {
			break
		}
	}
	if p.tok().kind != pyNewline {
		p.fail()
		return out
	}
	p.next()
	return out
}

// simple reads a statement without a block; nil where it does nothing.
func (p *pyParser) simple() *pyNode {
	t := p.tok()
	if t.kind == pyName {
		switch t.text {
		case "pass":
			p.next()
			return nil
		case "break", "continue":
			p.next()
			n := p.node(pyNRaise, t.pos)
			n.text = t.text
			return n
		case "return":
			n := p.node(pyNReturn, p.next().pos)
			if p.startsExpression() {
				n.x = p.expressions()
			}
			return n
		case "raise", "assert", "del":
			return p.exprStatement(t)
		case "global", "nonlocal":
			n := p.node(pyNGlobal, p.next().pos)
			n.text = t.text
			for {
				name := p.node(pyNName, p.tok().pos)
				name.text = p.identifier()
				n.list = append(n.list, name)
				if !p.take(",") {
					return n
				}
			}
		case "import":
			return p.imports()
		case "from":
			return p.from()
		case "type":
			if next := p.toks[min(p.i+1, len(p.toks)-1)]; next.kind == pyName && !hasWord(pyKeywords, next.text) {
				for p.tok().kind != pyNewline && p.tok().kind != pyEOF {
					p.next()
				}
				return nil
			}
		}
	}
	return p.assignment()
}

// exprStatement reads raise, assert and del: expressions behind a word.
func (p *pyParser) exprStatement(t *pyToken) *pyNode {
	p.next()
	n := p.node(pyNRaise, t.pos)
	if t.text == "del" {
		n.kind = pyNDel
	}
	n.text = t.text
	for !p.bad && p.startsExpression() {
		n.list = append(n.list, p.starExpression())
		if !p.take(",") && !p.take("from") {
			break
		}
	}
	return n
}

func (p *pyParser) assignment() *pyNode {
	pos := p.tok().pos
	x := p.expressions()
	t := p.tok()
	if t.kind != pyOp {
		n := p.node(pyNExpr, pos)
		n.x = x
		return n
	}
	switch t.text {
	case ":":
		p.next()
		p.expression()
		n := p.node(pyNAssign, pos)
		if p.take("=") {
			n.list, n.x = []*pyNode{x}, p.expressions()
		}
		return n
	case "=":
		n := p.node(pyNAssign, pos)
		for p.take("=") {
			n.list = append(n.list, x)
			x = p.expressions()
		}
		n.x = x
		return n
	case "+=", "-=", "*=", "/=", "//=", "%=", "@=", "&=", "|=", "^=", ">>=", "<<=", "**=":
		p.next()
		n := p.node(pyNAug, pos)
		n.text, n.x, n.y = t.text[:len(t.text)-1], x, p.expressions()
		return n
	}
	n := p.node(pyNExpr, pos)
	n.x = x
	return n
}

func (p *pyParser) dotted() string {
	name := p.identifier()
	for p.take(".") {
		name += "." + p.identifier()
	}
	return name
}

func (p *pyParser) imports() *pyNode {
	n := p.node(pyNImport, p.next().pos)
	for !p.bad {
		a := p.node(pyNName, p.tok().pos)
		a.text = p.dotted()
		if p.take("as") {
			a.y = p.node(pyNName, p.tok().pos)
			a.y.text = p.identifier()
		}
		n.list = append(n.list, p.close(a))
		if !p.take(",") {
			break
		}
	}
	return n
}

func (p *pyParser) from() *pyNode {
	n := p.node(pyNImport, p.next().pos)
	n.x = n
	for p.take(".") || p.take("...") {
		n.text = "." // a module of the project
	}
	if !p.is("import") {
		n.text += p.dotted()
	}
	p.want("import")
	if p.take("*") {
		return n
	}
	open := p.take("(")
	for !p.bad && !p.is(")") {
		a := p.node(pyNName, p.tok().pos)
		a.text = p.identifier()
		if p.take("as") {
			a.y = p.node(pyNName, p.tok().pos)
			a.y.text = p.identifier()
		}
		n.list = append(n.list, p.close(a))
		if !p.take(",") {
			break
		}
	}
	if open {
		p.want(")")
	}
	return n
}

func (p *pyParser) ifs() *pyNode {
	n := p.node(pyNIf, p.next().pos)
	n.list = append(n.list, p.expression(), p.blockNode())
	for !p.bad {
		if p.take("elif") {
			n.list = append(n.list, p.expression(), p.blockNode())
			continue
		}
		if p.take("else") {
			n.list = append(n.list, p.blockNode())
		}
		break
	}
	return p.close(n)
}

func (p *pyParser) blockNode() *pyNode {
	n := p.node(pyNBlock, p.tok().pos)
	n.list = p.block()
	return p.close(n)
}

func (p *pyParser) loop(n *pyNode) *pyNode {
	n.list = p.block()
	if p.take("else") {
		n.more = p.block()
	}
	return p.close(n)
}

func (p *pyParser) fors() *pyNode {
	n := p.node(pyNFor, p.next().pos)
	n.x = p.targets()
	p.want("in")
	n.y = p.expressions()
	return p.loop(n)
}

func (p *pyParser) try() *pyNode {
	n := p.node(pyNTry, p.next().pos)
	n.list = p.block()
	for !p.bad {
		h := p.node(pyNBlock, p.tok().pos)
		switch {
		case p.take("except"):
			p.take("*")
			if !p.is(":") {
				h.x = p.expressions()
				if p.take("as") {
					a := p.node(pyNName, p.tok().pos)
					a.text = p.identifier()
					h.more = append(h.more, a)
				}
			}
		case p.take("else"), p.take("finally"):
		default:
			if len(n.more) == 0 {
				p.fail()
			}
			return p.close(n)
		}
		h.list = p.block()
		n.more = append(n.more, p.close(h))
	}
	return n
}

func (p *pyParser) with() *pyNode {
	n := p.node(pyNWith, p.next().pos)
	start := p.i
	open := p.take("(")
	if open && !p.withItems(n, ")") || open && !p.is(":") {
		p.i, p.bad, n.more, open = start, false, nil, false
	}
	if !open {
		p.withItems(n, ":")
	}
	n.list = p.block()
	return p.close(n)
}

// withItems reads the items of a with up to end. false: they are none, the
// parenthesis before them belongs to an expression.
func (p *pyParser) withItems(n *pyNode, end string) bool {
	for !p.bad && !p.is(end) {
		item := p.node(pyNBlock, p.tok().pos)
		item.x = p.expression()
		if p.take("as") {
			item.y = p.target()
			if end == ":" && p.is(",") && item.y.kind == pyNTuple {
				p.fail()
			}
		}
		n.more = append(n.more, p.close(item))
		if !p.take(",") {
			break
		}
	}
	if end == ")" {
		return !p.bad && p.take(")")
	}
	return !p.bad
}

func (p *pyParser) decorated() *pyNode {
	list := p.node(pyNList, p.tok().pos)
	for p.take("@") {
		list.list = append(list.list, p.expression())
		if p.tok().kind != pyNewline {
			p.fail()
		}
		p.next()
	}
	p.take("async")
	var n *pyNode
	if p.is("class") {
		n = p.class()
	} else {
		n = p.def()
	}
	n.x = list
	return n
}

func (p *pyParser) def() *pyNode {
	n := p.node(pyNDef, p.tok().pos)
	p.want("def")
	n.text = p.identifier()
	p.typeParams()
	p.want("(")
	n.more = p.params(")")
	p.want(")")
	if p.take("->") {
		p.expressions()
	}
	n.list = p.block()
	return p.close(n)
}

// typeParams skips def f[T: int](…).
func (p *pyParser) typeParams() {
	if !p.is("[") {
		return
	}
	for depth := 0; p.tok().kind != pyEOF; {
		t := p.next()
		if t.kind == pyOp && (t.text == "[" || t.text == "(" || t.text == "{") {
			depth++
		}
		if t.kind == pyOp && (t.text == "]" || t.text == ")" || t.text == "}") {
			if depth--; depth == 0 {
				return
			}
		}
	}
}

func (p *pyParser) class() *pyNode {
	n := p.node(pyNClass, p.tok().pos)
	p.want("class")
	n.text = p.identifier()
	p.typeParams()
	if p.take("(") {
		n.more = p.arguments()
	}
	n.list = p.block()
	return p.close(n)
}

// matches reports whether the word match begins a statement of its own rather
// than being a name: its line ends with a colon, and a case follows.
func (p *pyParser) matches() bool {
	for i := p.i + 1; i+3 < len(p.toks); i++ {
		if p.toks[i].text == ";" && p.toks[i].kind == pyOp {
			return false
		}
		if p.toks[i].kind == pyNewline {
			return i > p.i+2 && p.toks[i-1].text == ":" && p.toks[i+1].kind == pyIndent && p.toks[i+2].text == "case"
		}
	}
	return false
}

func (p *pyParser) match() *pyNode {
	n := p.node(pyNMatch, p.next().pos)
	n.x = p.expressions()
	p.want(":")
	p.next()
	p.next()
	for !p.bad && p.tok().kind != pyDedent {
		c := p.node(pyNBlock, p.tok().pos)
		p.want("case")
		depth := 0
	pattern:
		for p.tok().kind != pyNewline && p.tok().kind != pyEOF {
			t := p.tok()
			switch {
			case t.kind == pyName && !hasWord(pyKeywords, t.text):
				name := p.node(pyNName, t.pos)
				name.text = t.text
				c.more = append(c.more, name)
			case depth == 0 && (t.text == ":" || t.text == "if") && t.kind != pyString:
				break pattern
			case t.kind == pyOp && hasWord("( [ {", t.text):
				depth++
			case t.kind == pyOp && hasWord(") ] }", t.text):
				depth--
			}
			p.next()
		}
		if p.take("if") {
			c.x = p.expression()
		}
		c.list = p.block()
		n.list = append(n.list, p.close(c))
	}
	p.next()
	return p.close(n)
}
