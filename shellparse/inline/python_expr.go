package inline

import "strings"

// pyParser builds the tree by recursive descent, as the grammar of python 3.13
// reads, older ones being part of it.
type pyParser struct {
	r     *run
	toks  []pyToken
	i     int
	depth int
	bad   bool
	at    int // where it failed
}

func (p *pyParser) tok() *pyToken { return &p.toks[p.i] }
func (p *pyParser) is(s string) bool {
	t := p.tok()
	return t.text == s && (t.kind == pyOp || t.kind == pyName)
}

func (p *pyParser) next() *pyToken {
	t := &p.toks[p.i]
	if p.i < len(p.toks)-1 {
		p.i++
	}
	return t
}

func (p *pyParser) take(s string) bool {
	if p.is(s) {
		p.next()
		return true
	}
	return false
}

func (p *pyParser) want(s string) {
	if !p.take(s) {
		p.fail()
	}
}

// fail says that the text is none of the grammar; nothing more is read.
func (p *pyParser) fail() {
	if !p.bad {
		p.at = p.tok().pos
	}
	p.bad = true
	p.i = len(p.toks) - 1
}

// enter counts how deep the descent is. It is undone with p.depth--.
func (p *pyParser) enter() {
	p.depth++
	if p.depth > maxPyNest*4 {
		p.r.deep = true
		p.fail()
	}
}

func (p *pyParser) node(kind pyKind, pos int) *pyNode {
	return &pyNode{kind: kind, pos: pos, end: pos}
}

// close sets the end of a node to the last token that was read.
func (p *pyParser) close(n *pyNode) *pyNode {
	if p.i > 0 {
		n.end = max(n.pos, p.toks[p.i-1].end)
	}
	return n
}

const pyKeywords = "False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield"

// expressions reads one or more with commas: a tuple where there is a comma.
func (p *pyParser) expressions() *pyNode {
	pos := p.tok().pos
	first := p.starExpression()
	if !p.is(",") {
		return first
	}
	n := p.node(pyNTuple, pos)
	n.list = append(n.list, first)
	for p.take(",") && p.startsExpression() {
		n.list = append(n.list, p.starExpression())
	}
	return p.close(n)
}

func (p *pyParser) startsExpression() bool {
	t := p.tok()
	switch t.kind {
	case pyName:
		return !hasWord(pyKeywords, t.text) || hasWord("False None True await lambda not yield", t.text)
	case pyNumberTok, pyString, pyFString:
		return true
	case pyOp:
		return hasWord("( [ { - + ~ * ** ...", t.text)
	}
	return false
}

func (p *pyParser) starExpression() *pyNode {
	pos := p.tok().pos
	if p.take("*") {
		n := p.node(pyNStar, pos)
		n.x = p.binary(0)
		return p.close(n)
	}
	return p.expression()
}

// expression reads one with :=, conditions and lambdas.
func (p *pyParser) expression() *pyNode {
	p.enter()
	defer func() { p.depth-- }()
	if !p.r.step() {
		p.fail()
	}
	t := p.tok()
	if t.kind == pyName {
		switch t.text {
		case "lambda":
			return p.lambda()
		case "yield":
			return p.yield()
		}
		if next := p.toks[min(p.i+1, len(p.toks)-1)]; next.text == ":=" && next.kind == pyOp && !hasWord(pyKeywords, t.text) {
			n := p.node(pyNWalrus, t.pos)
			n.text = t.text
			p.next()
			p.next()
			n.x = p.expression()
			return p.close(n)
		}
	}
	first := p.anyOf()
	if !p.is("if") {
		return first
	}
	p.next()
	n := p.node(pyNCond, first.pos)
	test := p.anyOf()
	p.want("else")
	n.list = []*pyNode{first, test, p.expression()}
	return p.close(n)
}

func (p *pyParser) lambda() *pyNode {
	n := p.node(pyNLambda, p.next().pos)
	n.more = p.params(":")
	p.want(":")
	n.x = p.expression()
	return p.close(n)
}

func (p *pyParser) yield() *pyNode {
	n := p.node(pyNYield, p.next().pos)
	if p.take("from") {
		n.text = "from"
		n.x = p.expression()
	} else if p.startsExpression() {
		n.x = p.expressions()
	}
	return p.close(n)
}

// anyOf reads operands of or, and, not and comparisons: all that they give is
// one of the operands, or true or false.
func (p *pyParser) anyOf() *pyNode {
	n := p.operand()
	var all *pyNode
	for !p.bad {
		op := p.tok().text
		switch {
		case p.tok().kind != pyOp && p.tok().kind != pyName:
			op = ""
		case op == "not":
			p.next()
			p.want("in")
			p.i--
		case op == "is":
			p.next()
			if !p.is("not") {
				p.i--
			}
		}
		if !hasWord("and or < > <= >= == != in is not", op) {
			break
		}
		p.next()
		if all == nil {
			all = p.node(pyNAny, n.pos)
			all.list = []*pyNode{n}
		}
		if all.text == "" || op != "and" && op != "or" {
			all.text = op
		}
		all.more = append(all.more, &pyNode{kind: pyNConst, text: op})
		all.list = append(all.list, p.operand())
	}
	if all == nil {
		return n
	}
	return p.close(all)
}

func (p *pyParser) operand() *pyNode {
	pos, not := p.tok().pos, false
	for p.take("not") {
		not = true
	}
	x := p.binary(0)
	if not {
		n := p.node(pyNUnary, pos)
		n.text, n.x = "not", x
		return p.close(n)
	}
	return x
}

// precedence of the binary operators, the loosest first.
func pyPrecedence(op string) int {
	switch op {
	case "|":
		return 1
	case "^":
		return 2
	case "&":
		return 3
	case "<<", ">>":
		return 4
	case "+", "-":
		return 5
	case "*", "/", "//", "%", "@":
		return 6
	}
	return 0
}

func (p *pyParser) binary(above int) *pyNode {
	x := p.unary()
	for !p.bad && p.tok().kind == pyOp {
		op := p.tok().text
		prec := pyPrecedence(op)
		if prec <= above {
			break
		}
		p.next()
		n := p.node(pyNBin, x.pos)
		n.text, n.x, n.y = op, x, p.binary(prec)
		x = p.close(n)
	}
	return x
}

func (p *pyParser) unary() *pyNode {
	t := p.tok()
	if t.kind == pyOp && (t.text == "-" || t.text == "+" || t.text == "~") {
		p.enter()
		defer func() { p.depth-- }()
		p.next()
		n := p.node(pyNUnary, t.pos)
		n.text, n.x = t.text, p.unary()
		return p.close(n)
	}
	p.take("await")
	x := p.trailers(p.atom())
	if p.is("**") {
		p.enter()
		defer func() { p.depth-- }()
		p.next()
		n := p.node(pyNBin, x.pos)
		n.text, n.x, n.y = "**", x, p.unary()
		return p.close(n)
	}
	return x
}

// params reads parameters up to the closing token.
func (p *pyParser) params(end string) []*pyNode {
	var out []*pyNode
	for !p.bad && !p.is(end) {
		n := p.node(pyNParam, p.tok().pos)
		switch {
		case p.take("/"):
			if !p.take(",") {
				return out
			}
			continue
		case p.take("**"):
			n.text = "**"
		case p.take("*"):
			n.text = "*"
			if p.is(",") {
				p.next()
				n.text = "*,"
				out = append(out, n)
				continue
			}
		}
		n.text += p.identifier()
		if end == ")" && p.take(":") {
			n.y = p.starExpression()
		}
		if p.take("=") {
			n.x = p.expression()
		}
		out = append(out, p.close(n))
		if !p.take(",") {
			break
		}
	}
	return out
}

// isDunder reports whether a name is one of python's own: __import__.
func isDunder(s string) bool {
	return len(s) > 4 && strings.HasPrefix(s, "__") && strings.HasSuffix(s, "__")
}
