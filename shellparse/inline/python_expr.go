package inline

import "strings"

// pyKind is what a node of the tree is.
type pyKind uint8

const (
	pyNName    pyKind = iota // text
	pyNStr                   // value
	pyNNum                   // text
	pyNFormat                // list: the stretches of an f-string; text "plain" or "" is on each
	pyNConst                 // text: None True False ...
	pyNAttr                  // x.text
	pyNSub                   // x[y]
	pyNSlice                 // list: three, nil where left out
	pyNCall                  // x(list)
	pyNKeyword               // text=x
	pyNStar                  // *x
	pyNStar2                 // **x
	pyNBin                   // x text y
	pyNUnary                 // text x
	pyNAny                   // list joined by and, or, comparisons: text is the first operator
	pyNCond                  // list: then, test, else
	pyNLambda                // more: parameters, x: body
	pyNTuple                 // list
	pyNList                  // list
	pyNSet                   // list
	pyNDict                  // more: keys, nil for **; list: values
	pyNComp                  // text: bracket, x: element, y: value of a dict, list: clauses
	pyNClause                // x: target, y: iterated, list: conditions
	pyNYield                 // x; text "from"
	pyNWalrus                // text := x

	pyNExpr   // x
	pyNAssign // list = x
	pyNAug    // x text= y
	pyNReturn // x
	pyNDel    // list
	pyNImport // text: module, list: names, each text and as y.text; from: x is set
	pyNGlobal // list of names
	pyNIf     // list: tests and blocks in turn, the last block without a test
	pyNWhile  // x, list, more
	pyNFor    // x: target, y: iterated, list, more
	pyNTry    // list: body; more: blocks of the handlers, of else and of finally
	pyNHandler
	pyNWith  // more: items, each x as y; list: body
	pyNDef   // text, more: parameters, list: body, x: decorators as a list
	pyNParam // text: name with its stars; x: default
	pyNClass // text, more: bases, list: body, x: decorators
	pyNMatch // x, list: cases; each text-less block with more: names
	pyNBlock // list: statements; x: a guard or a type; more: names bound
	pyNRaise // list
)

// pyNode is a node of the tree of python code; see [pyKind] for what its
// fields hold.
type pyNode struct {
	kind       pyKind
	bytes      bool
	text       string
	value      Value
	x, y       *pyNode
	list, more []*pyNode
	pos, end   int
}

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
