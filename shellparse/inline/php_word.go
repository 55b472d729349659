package inline

import "strings"

// Expressions of PHP that begin with a word.

// phpWord reads an expression that begins with a name or keyword.
func phpWord(g *grammar) *tree {
	pos, text := g.tok.pos, g.tok.text
	switch word := strings.ToLower(text); word {
	case "array", "list":
		g.next()
		if g.accept("(") {
			return g.node(fList, pos, "", phpElements(g, ")")...)
		}
		return g.node(fName, pos, text)
	case "new":
		return phpNew(g)
	case "clone", "print", "throw":
		g.next()
		return g.node(fCast, pos, word, phpTernary(g))
	case "include", "include_once", "require", "require_once":
		g.next()
		return g.node(fImport, pos, word, phpTernary(g))
	case "yield":
		g.next()
		g.acceptPHP("from")
		if g.tok.kind == tokenMark && hasWord("; ) , ]", g.tok.text) {
			return g.node(fYield, pos, "")
		}
		v := phpTernary(g)
		if g.accept("=>") {
			v = phpTernary(g)
		}
		return g.node(fYield, pos, "", v)
	case "function", "fn":
		return phpFunction(g)
	case "static":
		if n := g.peek(); n.kind == tokenName && (strings.EqualFold(n.text, "function") || strings.EqualFold(n.text, "fn")) {
			g.next()
			return phpFunction(g)
		}
	case "match":
		if n := g.peek(); n.kind == tokenMark && n.text == "(" {
			return phpMatch(g)
		}
	case "exit", "die":
		g.next()
		var args []*tree
		if g.is("(") {
			args = phpArguments(g)
		}
		return g.node(fSeq, pos, "", args...)
	case "true", "false", "null":
		g.next()
		return g.node(fNumber, pos, word)
	case "parent":
		g.next()
		return g.node(fSuper, pos, word)
	case "if", "else", "elseif", "while", "for", "foreach", "do", "switch", "case", "default", "break", "continue", "return", "echo", "try", "catch", "finally", "use", "global", "const", "extends", "implements", "as", "abstract", "final", "public", "private", "protected", "var", "unset", "goto", "declare", "instanceof", "insteadof", "interface", "trait", "endif", "endwhile", "endfor", "endforeach", "endswitch", "and", "or", "xor":
		g.fail()
		return g.empty()
	}
	g.next()
	return g.node(fName, pos, text)
}

func phpNew(g *grammar) *tree {
	pos := g.tok.pos
	g.next()
	phpAttributes(g)
	for g.acceptPHP("readonly") {
	}
	if g.isPHP("class") {
		at := g.tok.pos
		g.next()
		var args []*tree
		if g.is("(") {
			args = phpArguments(g)
		}
		c := phpClassBody(g, at, "")
		return g.node(fNew, pos, "", append([]*tree{c}, args...)...)
	}
	class := phpNewClass(g)
	kids := []*tree{class}
	if g.is("(") {
		kids = append(kids, phpArguments(g)...)
	}
	return g.node(fNew, pos, "", kids...)
}

// phpNewClass reads the class behind new: a name, or an expression without
// calls.
func phpNewClass(g *grammar) *tree {
	pos := g.tok.pos
	t := phpPrimary(g)
	for !g.bad && g.tok.kind == tokenMark {
		switch g.tok.text {
		case "->":
			g.next()
			t = phpMember(g, t, pos, fMember, fIndex)
		case "::":
			g.next()
			t = phpMember(g, t, pos, fStatic, fStatic)
		case "[":
			g.next()
			key := phpExpr(g)
			g.expect("]")
			t = g.node(fIndex, pos, "", t, key)
		default:
			return t
		}
	}
	return t
}

// phpMatch reads match (x) { a, b => c, default => d }.
func phpMatch(g *grammar) *tree {
	pos := g.tok.pos
	g.next()
	kids := []*tree{g.node(fEmpty, pos, ""), phpTest(g)}
	g.expect("{")
	for !g.bad && !g.accept("}") {
		if !g.acceptPHP("default") {
			for !g.bad && !g.is("=>") {
				kids[0] = g.node(fSeq, pos, "", kids[0], phpExpr(g))
				if len(kids) > maxNesting {
					g.fail()
				}
				g.accept(",")
			}
		}
		g.accept(",")
		g.expect("=>")
		kids = append(kids, phpExpr(g))
		if !g.is("}") {
			g.expect(",")
		}
	}
	if len(kids) < 3 {
		return g.node(fSeq, pos, "", kids...)
	}
	value := kids[len(kids)-1]
	for i := len(kids) - 2; i > 1; i-- {
		if len(kids) > maxNesting {
			g.fail()
			break
		}
		value = g.node(fCond, pos, "", kids[1], kids[i], value)
	}
	return g.node(fSeq, pos, "", kids[0], kids[1], value)
}
