package inline

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
	params := p.typeParams()
	p.want("(")
	n.more = p.params(")")
	p.want(")")
	if p.take("->") {
		n.y = p.expressions()
	}
	n.y = params.with(n.y)
	n.list = p.block()
	return p.close(n)
}

// typeParams reads def f[T: int](…), and gives the bounds and defaults in it,
// which python evaluates when somebody asks for them.
func (p *pyParser) typeParams() *pyNode {
	if !p.is("[") {
		return nil
	}
	n := p.node(pyNTuple, p.next().pos)
	for !p.bad && !p.is("]") {
		if !p.take("**") {
			p.take("*")
		}
		p.identifier()
		if p.take(":") {
			n.list = append(n.list, p.expression())
		}
		if p.take("=") {
			n.list = append(n.list, p.starExpression())
		}
		if !p.take(",") {
			break
		}
	}
	p.want("]")
	return p.close(n)
}

// with is an expression and those of type parameters, if there are any.
func (n *pyNode) with(x *pyNode) *pyNode {
	if n == nil || len(n.list) == 0 {
		return x
	}
	if x != nil {
		n.list = append(n.list, x)
		n.end = max(n.end, x.end)
	}
	return n
}

func (p *pyParser) class() *pyNode {
	n := p.node(pyNClass, p.tok().pos)
	p.want("class")
	n.text = p.identifier()
	n.y = p.typeParams()
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
