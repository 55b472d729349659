package pure

import "strings"

// awkReader reads a program of awk; whatever is not of the few forms of
// [awkProgram] makes all of it unknown.
type awkReader struct {
	s string
	i int
	p *awkProgram
}

func (r *awkReader) space(newlines bool) {
	for r.i < len(r.s) && (r.s[r.i] == ' ' || r.s[r.i] == '\t' || newlines && (r.s[r.i] == '\n' || r.s[r.i] == ';')) {
		r.i++
	}
}

func (r *awkReader) take(s string) bool {
	if strings.HasPrefix(r.s[r.i:], s) {
		r.i += len(s)
		return true
	}
	return false
}

// word reads a name.
func (r *awkReader) word() string {
	start := r.i
	for r.i < len(r.s) && letter(r.s[r.i]) {
		r.i++
	}
	return r.s[start:r.i]
}

func (r *awkReader) program() bool {
	for {
		r.space(true)
		if r.i == len(r.s) {
			return len(r.p.rules) > 0
		}
		if len(r.p.rules) == maxSedCmds || !r.rule() {
			return false
		}
	}
}

func (r *awkReader) rule() bool {
	var rule awkRule
	if !strings.HasPrefix(r.s[r.i:], "{") && !r.pattern(&rule) {
		return false
	}
	r.space(false)
	if !r.take("{") {
		if rule.begin {
			return false
		}
		if r.i < len(r.s) && r.s[r.i] != '\n' && r.s[r.i] != ';' {
			return false
		}
		rule.prints = []awkPrint{{}}
		r.p.rules = append(r.p.rules, rule)
		return true
	}
	for {
		r.space(true)
		if r.take("}") {
			break
		}
		if !r.statement(&rule) {
			return false
		}
	}
	r.p.rules = append(r.p.rules, rule)
	return true
}

func (r *awkReader) pattern(rule *awkRule) bool {
	if r.take("BEGIN") {
		rule.begin = true
		return r.i < len(r.s) && !letter(r.s[r.i])
	}
	if rule.not = r.take("!"); rule.not && !strings.HasPrefix(r.s[r.i:], "/") {
		return false
	}
	if strings.HasPrefix(r.s[r.i:], "/") {
		return r.regexp(rule)
	}
	left, ok := r.term()
	if !ok {
		return false
	}
	rule.left = &left
	r.space(false)
	if r.take("~") || r.take("!~") {
		rule.not = r.s[r.i-2:r.i] == "!~"
		r.space(false)
		return left.kind != '"' && r.regexp(rule)
	}
	for _, op := range [...]string{"==", "!=", "<=", ">=", "<", ">"} {
		if r.take(op) {
			rule.op = op
			r.space(false)
			rule.right, ok = r.term()
			return ok && (rule.right.kind == '"' || rule.right.kind == '0') && left.kind != '"'
		}
	}
	return left.kind == '0' || left.kind == 'F'
}

// regexp reads /…/.
func (r *awkReader) regexp(rule *awkRule) bool {
	if !r.take("/") {
		return false
	}
	start := r.i
	for ; r.i < len(r.s) && r.s[r.i] != '/'; r.i++ {
		if r.s[r.i] == '\\' {
			r.i++
		}
		if r.i < len(r.s) && r.s[r.i] == '[' {
			if end := strings.IndexByte(r.s[r.i:], ']'); end < 0 || strings.IndexByte(r.s[r.i:r.i+end], '/') >= 0 {
				return false
			}
		}
	}
	if r.i >= len(r.s) {
		return false
	}
	var ok bool
	rule.re, ok = dialectRE{extended: true, awk: true}.compile(r.s[start:r.i])
	r.i++
	return ok && start < r.i-1
}

func (r *awkReader) statement(rule *awkRule) bool {
	var pr awkPrint
	switch r.word() {
	case "print":
	case "printf":
		pr.formatted = true
	default:
		return false
	}
	r.space(false)
	for r.i < len(r.s) && strings.IndexByte("};\n", r.s[r.i]) < 0 {
		var item []awkTerm
		for r.i < len(r.s) && strings.IndexByte("};\n,", r.s[r.i]) < 0 {
			t, ok := r.term()
			if !ok {
				return false
			}
			item = append(item, t)
			r.space(false)
		}
		if len(item) == 0 {
			return false
		}
		pr.items = append(pr.items, item)
		if r.take(",") {
			if r.space(false); r.i == len(r.s) || strings.IndexByte("};\n", r.s[r.i]) >= 0 {
				return false
			}
		}
	}
	if pr.formatted && (len(pr.items) == 0 || len(pr.items[0]) != 1 || pr.items[0][0].kind != '"') {
		return false
	}
	rule.prints = append(rule.prints, pr)
	return r.i < len(r.s)
}

// term reads a string, a number, a field or a name.
func (r *awkReader) term() (awkTerm, bool) {
	if r.i == len(r.s) {
		return awkTerm{}, false
	}
	switch b := r.s[r.i]; {
	case b == '"':
		return r.literal()
	case b >= '0' && b <= '9':
		return r.digits('0')
	case b == '$':
		r.i++
		if r.take("NF") {
			return awkTerm{kind: 'L'}, r.i == len(r.s) || !letter(r.s[r.i])
		}
		if r.take("(NF-1)") {
			return awkTerm{kind: 'L', n: -1}, true
		}
		return r.digits('$')
	case letter(b):
		switch name := r.word(); {
		case name == "NF":
			return awkTerm{kind: 'F'}, true
		case name == "NR":
			return awkTerm{kind: 'R'}, true
		default:
			for _, v := range r.p.vars {
				if n, _, _ := strings.Cut(v, "="); n == name {
					return awkTerm{kind: 'v', text: name}, true
				}
			}
		}
	}
	return awkTerm{}, false
}

func (r *awkReader) digits(kind byte) (awkTerm, bool) {
	start := r.i
	for r.i < len(r.s) && r.s[r.i] >= '0' && r.s[r.i] <= '9' {
		r.i++
	}
	s := r.s[start:r.i]
	n, ok := count(s)
	if !ok || len(s) > 1 && s[0] == '0' || r.i < len(r.s) && (letter(r.s[r.i]) || strings.IndexByte(".+-*/%^[(=", r.s[r.i]) >= 0) {
		return awkTerm{}, false
	}
	return awkTerm{kind: kind, text: s, n: n}, true
}

// literal reads "…".
func (r *awkReader) literal() (awkTerm, bool) {
	var sb strings.Builder
	for r.i++; r.i < len(r.s) && r.s[r.i] != '"'; r.i++ {
		b := r.s[r.i]
		if b == '\n' {
			return awkTerm{}, false
		}
		if b != '\\' {
			sb.WriteByte(b)
			continue
		}
		if r.i++; r.i == len(r.s) {
			return awkTerm{}, false
		}
		switch e := r.s[r.i]; e {
		case 'n':
			sb.WriteByte('\n')
		case 't':
			sb.WriteByte('\t')
		case '\\', '"', '/':
			sb.WriteByte(e)
		case '0', '1', '2', '3', '4', '5', '6', '7':
			n, used := Number(r.s[r.i:], 8, 3)
			if n == 0 || n >= 0x80 {
				return awkTerm{}, false
			}
			sb.WriteByte(byte(n))
			r.i += used - 1
		default:
			return awkTerm{}, false
		}
	}
	if r.i == len(r.s) {
		return awkTerm{}, false
	}
	r.i++
	return awkTerm{kind: '"', text: sb.String()}, true
}
