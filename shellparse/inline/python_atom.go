package inline

func (p *pyParser) trailers(x *pyNode) *pyNode {
	for !p.bad && p.tok().kind == pyOp {
		var n *pyNode
		switch p.tok().text {
		case ".":
			p.next()
			n = p.node(pyNAttr, x.pos)
			n.x, n.text = x, p.identifier()
		case "(":
			p.next()
			n = p.node(pyNCall, x.pos)
			n.x, n.list = x, p.arguments()
		case "[":
			p.next()
			n = p.node(pyNSub, x.pos)
			n.x, n.y = x, p.subscript()
		default:
			return x
		}
		x = p.close(n)
	}
	return x
}

func (p *pyParser) identifier() string {
	t := p.tok()
	if t.kind != pyName || hasWord(pyKeywords, t.text) {
		p.fail()
		return ""
	}
	p.next()
	return t.text
}

// arguments reads those of a call, to behind the parenthesis.
func (p *pyParser) arguments() []*pyNode {
	var out []*pyNode
	for !p.bad && !p.is(")") {
		t := p.tok()
		var n *pyNode
		switch next := p.toks[min(p.i+1, len(p.toks)-1)]; {
		case p.take("*"):
			n = p.node(pyNStar, t.pos)
			n.x = p.expression()
		case p.take("**"):
			n = p.node(pyNStar2, t.pos)
			n.x = p.expression()
		case t.kind == pyName && next.kind == pyOp && next.text == "=":
			n = p.node(pyNKeyword, t.pos)
			n.text = p.identifier()
			p.next()
			n.x = p.expression()
		default:
			n = p.expression()
			if p.is("for") || p.is("async") {
				n = p.comprehension("(", n, nil)
			}
		}
		out = append(out, p.close(n))
		if !p.take(",") {
			break
		}
	}
	p.want(")")
	return out
}

func (p *pyParser) subscript() *pyNode {
	pos := p.tok().pos
	one := func() *pyNode {
		n := p.node(pyNSlice, p.tok().pos)
		n.list = make([]*pyNode, 3)
		slice := false
		for k := 0; k < 3; k++ {
			if !p.is(":") && !p.is("]") && !p.is(",") {
				n.list[k] = p.starExpression()
			}
			if !p.take(":") {
				break
			}
			slice = true
		}
		if !slice {
			if n.list[0] == nil {
				p.fail()
				return n
			}
			return n.list[0]
		}
		return p.close(n)
	}
	x := one()
	if p.is(",") {
		n := p.node(pyNTuple, pos)
		n.list = []*pyNode{x}
		for p.take(",") && !p.is("]") {
			n.list = append(n.list, one())
		}
		x = p.close(n)
	}
	p.want("]")
	return x
}

func (p *pyParser) atom() *pyNode {
	t := p.tok()
	switch t.kind {
	case pyName:
		switch t.text {
		case "None", "True", "False":
			p.next()
			n := p.node(pyNConst, t.pos)
			n.text = t.text
			return p.close(n)
		}
		n := p.node(pyNName, t.pos)
		n.text = p.identifier()
		return p.close(n)
	case pyNumberTok:
		n := p.node(pyNNum, t.pos)
		n.text = p.next().text
		return p.close(n)
	case pyString, pyFString:
		return p.strings()
	case pyOp:
		switch t.text {
		case "(":
			p.next()
			return p.paren(t.pos)
		case "[":
			p.next()
			return p.items(pyNList, "[", "]", t.pos)
		case "{":
			p.next()
			return p.braces(t.pos)
		case "...":
			p.next()
			n := p.node(pyNConst, t.pos)
			n.text = "..."
			return p.close(n)
		}
	}
	p.fail()
	return p.node(pyNConst, t.pos)
}

// strings reads literals that stand one behind the other.
func (p *pyParser) strings() *pyNode {
	n := p.node(pyNFormat, p.tok().pos)
	plain := true
	for p.tok().kind == pyString || p.tok().kind == pyFString {
		t := p.next()
		if t.kind == pyString {
			n.bytes = t.bytes
			n.list = append(n.list, &pyNode{kind: pyNStr, value: t.value, bytes: t.bytes, pos: t.pos, end: t.end})
			continue
		}
		plain = false
		for _, piece := range t.parts {
			if piece.expr == nil {
				n.list = append(n.list, &pyNode{kind: pyNStr, value: piece.lit, pos: t.pos, end: t.end})
				continue
			}
			in := pyParser{r: p.r, toks: piece.expr, depth: p.depth + 1}
			x := in.expressions()
			if in.tok().kind != pyEOF {
				in.bad = true
			}
			if in.bad {
				p.fail()
				return n
			}
			text := "changed"
			if piece.plain {
				text = "plain"
			}
			if piece.prefix != "" {
				n.list = append(n.list, &pyNode{kind: pyNStr, value: lit(piece.prefix), pos: t.pos, end: t.end})
			}
			n.list = append(n.list, &pyNode{kind: pyNFormat, text: text, x: x, pos: x.pos, end: x.end})
		}
	}
	if plain && len(n.list) == 1 {
		return n.list[0]
	}
	return p.close(n)
}

func (p *pyParser) paren(pos int) *pyNode {
	if p.take(")") {
		return p.close(p.node(pyNTuple, pos))
	}
	x := p.starExpression()
	switch {
	case p.is("for"), p.is("async"):
		x = p.comprehension("(", x, nil)
	case p.is(","):
		n := p.node(pyNTuple, pos)
		n.list = []*pyNode{x}
		for p.take(",") && !p.is(")") {
			n.list = append(n.list, p.starExpression())
		}
		x = n
	}
	p.want(")")
	return p.close(x)
}

func (p *pyParser) items(kind pyKind, open, end string, pos int) *pyNode {
	n := p.node(kind, pos)
	for !p.bad && !p.is(end) {
		x := p.starExpression()
		if len(n.list) == 0 && (p.is("for") || p.is("async")) {
			n = p.comprehension(open, x, nil)
			break
		}
		n.list = append(n.list, x)
		if !p.take(",") {
			break
		}
	}
	p.want(end)
	return p.close(n)
}

func (p *pyParser) braces(pos int) *pyNode {
	n := p.node(pyNDict, pos)
	for !p.bad && !p.is("}") {
		if p.take("**") {
			n.more, n.list = append(n.more, nil), append(n.list, p.binary(0))
		} else {
			key := p.starExpression()
			if len(n.list) == 0 && !p.is(":") {
				return p.setOf(key, pos)
			}
			p.want(":")
			value := p.expression()
			if len(n.list) == 0 && (p.is("for") || p.is("async")) {
				n = p.comprehension("{", key, value)
				break
			}
			n.more, n.list = append(n.more, key), append(n.list, value)
		}
		if !p.take(",") {
			break
		}
	}
	p.want("}")
	return p.close(n)
}

// setOf goes on with a set whose first element is read.
func (p *pyParser) setOf(first *pyNode, pos int) *pyNode {
	n := p.node(pyNSet, pos)
	if p.is("for") || p.is("async") {
		n = p.comprehension("[", first, nil)
	} else {
		n.list = []*pyNode{first}
		for p.take(",") && !p.is("}") {
			n.list = append(n.list, p.starExpression())
		}
	}
	p.want("}")
	return p.close(n)
}

// comprehension goes on behind its element.
func (p *pyParser) comprehension(open string, x, y *pyNode) *pyNode {
	n := p.node(pyNComp, x.pos)
	n.text, n.x, n.y = open, x, y
	for !p.bad && (p.is("for") || p.is("async")) {
		p.take("async")
		c := p.node(pyNClause, p.tok().pos)
		p.want("for")
		c.x = p.targets()
		p.want("in")
		c.y = p.anyOf()
		for p.take("if") {
			c.list = append(c.list, p.condition())
		}
		n.list = append(n.list, p.close(c))
	}
	return p.close(n)
}

// condition of a comprehension: no if of its own.
func (p *pyParser) condition() *pyNode {
	if p.is("lambda") || p.toks[min(p.i+1, len(p.toks)-1)].text == ":=" {
		return p.expression()
	}
	return p.anyOf()
}

// targets reads what is assigned to in a loop: it ends before "in".
func (p *pyParser) targets() *pyNode {
	pos := p.tok().pos
	first := p.target()
	if !p.is(",") {
		return first
	}
	n := p.node(pyNTuple, pos)
	n.list = []*pyNode{first}
	for p.take(",") && !p.is("in") && !p.is("=") {
		n.list = append(n.list, p.target())
	}
	return p.close(n)
}

func (p *pyParser) target() *pyNode {
	pos := p.tok().pos
	if p.take("*") {
		n := p.node(pyNStar, pos)
		n.x = p.target()
		return p.close(n)
	}
	return p.trailers(p.atom())
}
