package inline

import (
	"strconv"
	"strings"
)

// vString reports how long the v-string is that begins with word w: v114.109.
func vString(w, src string) (n int, ok bool) {
	if len(w) < 2 || w[0] != 'v' || strings.Trim(w[1:], "0123456789") != "" {
		return 0, false
	}
	n = len(w)
	for n+1 < len(src) && src[n] == '.' && isDigit(src[n+1]) {
		for n++; n < len(src) && isDigit(src[n]); n++ {
		}
	}
	return n, n > len(w)
}

// vText is the text of a v-string.
func vText(s string) Value {
	var sb strings.Builder
	for part := range strings.SplitSeq(s[1:], ".") {
		n, err := strconv.Atoi(part)
		if err != nil || n > 0x10ffff {
			return unknown()
		}
		sb.WriteRune(rune(n))
	}
	return lit(sb.String())
}

// operands are what the code makes of @ARGV: files that <> opens as open does
// with two arguments, so that one of them may be a command; with $^I they are
// written too.
func (p *perl) operands(d datum) {
	all, _ := flat([]datum{d})
	for _, e := range all {
		first := Unknown
		for _, t := range e.value() {
			if len(t) > 0 && first != Literal {
				first = t[0].Source
			}
		}
		switch first {
		case Literal:
			p.open("<>", []datum{unk(), e}, nil, p.pos)
		case Env, Home, Dir:
			p.file("<>", "<", e.value(), p.pos)
		default:
			continue
		}
		if strings.Contains(p.src, "$^I") {
			p.file("$^I", ">", e.value(), p.pos)
		}
	}
}
