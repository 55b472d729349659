package inline

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// pyTok is a kind of token.
type pyTok uint8

const (
	pyEOF pyTok = iota
	pyNewline
	pyIndent
	pyDedent
	pyName
	pyNumberTok
	pyString  // value holds it
	pyFString // parts holds it
	pyOp
)

// pyToken is one token of python code. text is the name, the operator, or the
// number as it is written.
type pyToken struct {
	kind     pyTok
	bytes    bool // a bytes literal
	text     string
	value    Value
	parts    []pyPiece
	pos, end int
}

// pyPiece is a stretch of an f-string: text, or an expression's tokens.
type pyPiece struct {
	lit    Value
	expr   []pyToken // ends with pyEOF; nil for text
	plain  bool      // no conversion and no format that changes a string
	prefix string    // f"{x=}"
}

// pyLexer cuts python code into tokens. bad is set where python would refuse
// the text, or where this lexer does not know.
type pyLexer struct {
	r       *run
	code    string
	i       int
	toks    []pyToken
	depth   int  // of brackets
	inner   bool // inside the braces of an f-string: ends at } : or ! outside of brackets
	nest    int  // of f-strings in f-strings
	bad     bool
	holed   bool // a hole stands outside of a comment
	strange bool // a name is written in letters that python takes for others
}

// maxPyNest is how deep brackets, blocks and f-strings may stand in each
// other; python itself refuses 200 brackets and 100 blocks.
const maxPyNest = 200

// lex reads the whole text.
func (l *pyLexer) lex() {
	l.i = 0
	if strings.HasPrefix(l.code, "\ufeff") {
		l.i = 3
	}
	var indents []int
	fresh := true // at the start of a logical line
	for !l.bad {
		if fresh && l.depth == 0 {
			col, ok := l.indent()
			if !ok {
				break
			}
			if indents == nil {
				indents = []int{col}
			}
			if top := indents[len(indents)-1]; col > top {
				indents = append(indents, col)
				l.add(pyIndent, l.i)
				l.bad = l.bad || len(indents) > maxPyNest/2
			}
			for col < indents[len(indents)-1] && len(indents) > 1 {
				indents = indents[:len(indents)-1]
				l.add(pyDedent, l.i)
			}
			l.bad = l.bad || col != indents[len(indents)-1]
			fresh = false
		}
		if !l.blanks() {
			break
		}
		if c := l.code[l.i]; c == '\n' {
			if l.depth == 0 {
				l.add(pyNewline, l.i)
				fresh = true
			}
			l.i++
			continue
		}
		l.token()
	}
	l.bad = l.bad || l.depth != 0
	if n := len(l.toks); n > 0 && l.toks[n-1].kind != pyNewline {
		l.add(pyNewline, l.i)
	}
	for range max(len(indents)-1, 0) {
		l.add(pyDedent, l.i)
	}
	l.add(pyEOF, l.i)
}

func (l *pyLexer) add(kind pyTok, start int) {
	l.push(pyToken{kind: kind, text: l.code[start:l.i], pos: start, end: l.i})
}

// push adds a token. append would grow a long list by a quarter, and copy it
// far more often.
func (l *pyLexer) push(t pyToken) {
	if n := len(l.toks); n == cap(l.toks) {
		l.toks = slices.Grow(l.toks, max(n, 8))
	}
	l.toks = append(l.toks, t)
}

// indent skips empty lines and comments, and measures the next line's blanks.
// ok is false at the end.
func (l *pyLexer) indent() (col int, ok bool) {
	for l.i < len(l.code) {
		switch c := l.code[l.i]; c {
		case ' ':
			col++
		case '\t':
			col = col/8*8 + 8
		case '\f':
			col = 0
		case '\r':
		case '\n':
			col = 0
		case '#':
			l.comment()
			continue
		case '\\': // a line that goes on
			if !l.continuation() {
				l.bad = true
				return 0, false
			}
			continue
		default:
			return col, true
		}
		l.i++
	}
	return 0, false
}

func (l *pyLexer) comment() {
	n := strings.IndexByte(l.code[l.i:], '\n')
	if n < 0 {
		n = len(l.code) - l.i
	}
	l.i += n
}

func (l *pyLexer) continuation() bool {
	rest := l.code[l.i+1:]
	switch {
	case strings.HasPrefix(rest, "\n"):
		l.i += 2
	case strings.HasPrefix(rest, "\r\n"):
		l.i += 3
	default:
		return false
	}
	return true
}

// blanks skips what separates tokens. false: the text has ended.
func (l *pyLexer) blanks() bool {
	for l.i < len(l.code) {
		switch c := l.code[l.i]; c {
		case ' ', '\t', '\f', '\r':
			l.i++
		case '\n':
			if l.depth == 0 && !l.inner {
				return true
			}
			l.i++
		case '#':
			l.comment()
		case '\\':
			if !l.continuation() {
				l.bad = true
				return false
			}
		default:
			return true
		}
	}
	return false
}

// token reads one token, which does not begin with a blank.
func (l *pyLexer) token() {
	if !l.r.step() {
		l.bad = true
		return
	}
	start, c := l.i, l.code[l.i]
	switch {
	case c == '"' || c == '\'':
		l.str(start)
	case isPyStart(c):
		l.name()
		if l.i < len(l.code) && l.i-start <= 2 && (l.code[l.i] == '"' || l.code[l.i] == '\'') && isPyPrefix(l.code[start:l.i]) {
			l.str(start)
			return
		}
		l.add(pyName, start)
	case c >= '0' && c <= '9' || c == '.' && l.i+1 < len(l.code) && isDigit(l.code[l.i+1]):
		l.number()
		l.add(pyNumberTok, start)
	default:
		l.operator()
		l.add(pyOp, start)
	}
}

func isPyStart(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c >= utf8.RuneSelf
}

func isPyPrefix(s string) bool {
	return hasWord("r u b f t br rb fr rf tr rt", strings.ToLower(s))
}

func (l *pyLexer) name() {
	for l.i < len(l.code) {
		c := l.code[l.i]
		if c < utf8.RuneSelf {
			if !isPyStart(c) && !isDigit(c) {
				return
			}
			l.i++
			continue
		}
		r, n := utf8.DecodeRuneInString(l.code[l.i:])
		switch {
		case r >= Hole && r < Hole+4096:
			l.holed = true
		case !unicode.In(r, unicode.L, unicode.M, unicode.Nd, unicode.Nl, unicode.Pc):
			l.bad = true
		case pyCompatible(r):
			l.strange = true
		}
		l.i += n
	}
}

// compatible reports whether python's normal form of names (NFKC) makes
// another character of this one: ｏｓ is os.
func pyCompatible(r rune) bool {
	switch {
	case r == 0xaa, r == 0xba, r == 0x17f, r == 0x1e9b, r >= 0x132 && r <= 0x149, r >= 0x1c4 && r <= 0x1f3, r >= 0x2b0 && r <= 0x2e4,
		r >= 0x1d2c && r <= 0x1dbf, r >= 0x2070 && r <= 0x209c, r >= 0x2100 && r <= 0x218f, r == 0x2c7c, r == 0x2c7d,
		r >= 0xfb00 && r <= 0xfb06, r >= 0xfe33 && r <= 0xfe4f, r >= 0xff00 && r <= 0xffef, r >= 0x1d400 && r <= 0x1d7ff, r >= 0x10780 && r <= 0x107bf, r >= 0x1f100 && r <= 0x1f1ff:
		return true
	}
	return false
}

func (l *pyLexer) number() {
	start := l.i
	hex := strings.HasPrefix(l.code[l.i:], "0x") || strings.HasPrefix(l.code[l.i:], "0X")
	for l.i < len(l.code) {
		c := l.code[l.i]
		switch {
		case c == '.' && !hex, isDigit(c), c == '_':
		case (c == '+' || c == '-') && !hex && l.i > start && (l.code[l.i-1] == 'e' || l.code[l.i-1] == 'E'):
		case isPyStart(c) && c < utf8.RuneSelf:
			if !hex && !strings.ContainsRune("eEjJxXoObBlL", rune(c)) { // 1if x else y: python lets them touch
				return
			}
			if rest := l.code[l.i:]; !hex && l.i > start && (strings.HasPrefix(rest, "else") || strings.HasPrefix(rest, "or ")) {
				return
			}
		default:
			return
		}
		l.i++
	}
}

// operator reads the longest operator there is.
func (l *pyLexer) operator() {
	rest := l.code[l.i:]
	n := 1
	switch rest[0] {
	case '(', '[', '{':
		l.depth++
		l.bad = l.bad || l.depth > maxPyNest
	case ')', ']', '}':
		l.depth--
		l.bad = l.bad || l.depth < 0
	default:
		for _, op := range [...]string{"**=", "//=", ">>=", "<<=", "...", "->", ":=", "**", "//", ">>", "<<", "<=", ">=", "==", "!=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "@="} {
			if strings.HasPrefix(rest, op) {
				n = len(op)
				break
			}
		}
		if n == 1 && strings.IndexByte("+-*/%@&|^~<>=.,:;", rest[0]) < 0 {
			l.bad = true // ! $ ? ` and control characters
		}
	}
	l.i += n
}
