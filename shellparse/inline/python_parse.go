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
				n := p.node(pyNExpr, p.next().pos)
				p.identifier()
				params := p.typeParams()
				p.want("=")
				n.x = p.expression()
				n.x = params.with(n.x)
				return n
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
		n := p.node(pyNAssign, pos)
		n.y = p.expression()
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
