package inline

import (
	"strings"
	"unicode/utf8"
)

// tokenKind is what a token is.
type tokenKind uint8

const (
	tokenEnd tokenKind = iota
	tokenName
	tokenVar    // php's $name
	tokenText   // a string; text is its value
	tokenNumber //
	tokenMark   // an operator or bracket
	tokenQuote  // the start of a string with code in it; text is the quote
	tokenHTML   // php: what stands outside of <?php
)

type token struct {
	kind     tokenKind
	newline  bool // a line break stands before it
	escaped  bool // a name written with escapes is no keyword
	text     string
	pos, end int
}

// grammar reads code into a tree. The first thing it does not understand ends
// the reading: bad is set and every token from there on is the end.
type grammar struct {
	src   string
	at    int // where the next token is looked for
	tok   token
	last  int // end of the token before tok
	bad   bool
	over  bool // for a limit
	hole  bool // a hole stands outside of comments
	depth int
	steps int
	scan  func(*grammar) token
	unary func(*grammar) *tree
	prec  func(g *grammar) (prec int, right bool)
	noIn  bool // javascript: "in" is no operator here
	yield bool // javascript: yield is an operator here
	html  bool // php: outside of <?php
}

// maxNesting is how deep expressions and statements may be nested.
const maxNesting = 1000

func (g *grammar) next() {
	g.last = g.tok.end
	g.steps++
	if g.bad || g.steps > maxSteps {
		g.limit()
		return
	}
	g.tok = g.scan(g)
	if g.bad {
		g.fail()
	}
}

func (g *grammar) fail() {
	g.bad = true
	g.tok = token{pos: len(g.src), end: len(g.src)}
}

// limit is fail of what is too much to read.
func (g *grammar) limit() {
	g.over = g.over || !g.bad
	g.fail()
}

// reading is what came of a text.
type reading struct {
	tree *tree
	hole bool   // a hole stands outside of comments
	why  string // [Unread] or [Limited]; empty where it was read to its end

	steps int // tokens looked at
}

func (g *grammar) reading(list []*tree) reading {
	end := int32(len(g.src))
	out := reading{tree: &tree{form: fBlock, end: end, kids: list}, hole: g.hole || g.bad && holed(g.src), steps: g.steps}
	switch {
	case g.over:
		out.why = Limited
	case g.bad:
		out.why = Unread
	}
	return out
}

// enter counts nesting; leave undoes it.
func (g *grammar) enter() bool {
	g.depth++
	if g.depth > maxNesting {
		g.limit()
	}
	return !g.bad
}

func (g *grammar) leave() { g.depth-- }

// peek is the token behind the current one.
func (g *grammar) peek() token {
	saved := *g
	g.next()
	t := g.tok
	*g = saved
	return t
}

func (g *grammar) is(mark string) bool { return g.tok.kind == tokenMark && g.tok.text == mark }

func (g *grammar) isWord(word string) bool {
	return g.tok.kind == tokenName && g.tok.text == word && !g.tok.escaped
}

func (g *grammar) accept(mark string) bool {
	if g.is(mark) {
		g.next()
		return true
	}
	return false
}

func (g *grammar) acceptWord(word string) bool {
	if g.isWord(word) {
		g.next()
		return true
	}
	return false
}

func (g *grammar) expect(mark string) {
	if !g.accept(mark) {
		g.fail()
	}
}

func (g *grammar) node(f form, pos int, text string, kids ...*tree) *tree {
	return &tree{form: f, pos: int32(pos), end: int32(max(g.last, pos)), text: text, kids: kids}
}

func (g *grammar) empty() *tree {
	return &tree{pos: int32(g.tok.pos), end: int32(g.tok.pos)}
}

// binary reads operators of at least this precedence. A chain of one operator
// is one node, so that a long sum is not a deep tree.
func (g *grammar) binary(least int) *tree {
	if !g.enter() {
		return g.empty()
	}
	defer g.leave()
	pos := g.tok.pos
	left := g.unary(g)
	for !g.bad {
		prec, right := g.prec(g)
		if prec < least || prec == 0 {
			break
		}
		op := strings.ToLower(g.tok.text)
		g.next()
		above := prec + 1
		if right {
			above = prec
		}
		operand := g.binary(above)
		if left.form == fBinary && left.text == op && left.flag&isParens == 0 {
			left.kids = append(left.kids, operand)
			left.end = int32(g.last)
			continue
		}
		left = g.node(fBinary, pos, op, left, operand)
	}
	return left
}

// longest finds the longest mark that stands at the place.
func longest(src string, marks string) string {
	for n := min(4, len(src)); n > 1; n-- {
		if strings.IndexByte(src[:n], ' ') < 0 && hasWord(marks, src[:n]) {
			return src[:n]
		}
	}
	return ""
}

// isHole reports whether a character stands for what the shell did not tell.
func isHole(c rune) bool { return c >= Hole && c < Hole+4096 }

// noteHole remembers that a stretch of code outside of comments has a hole.
func (g *grammar) noteHole(s string) {
	if !g.hole && holed(s) {
		g.hole = true
	}
}

func holed(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0xf3 {
			if c, _ := utf8.DecodeRuneInString(s[i:]); isHole(c) {
				return true
			}
		}
	}
	return false
}

// span is the length of the stretch of s whose bytes are in the class.
func span(s string, in func(byte) bool) int {
	n := 0
	for n < len(s) && in(s[n]) {
		n++
	}
	return n
}

func isHex(b byte) bool {
	return isDigit(b) || b >= 'a' && b <= 'f' || b >= 'A' && b <= 'F'
}

func isLetter(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b == '_' || b >= utf8.RuneSelf
}
