package shellparse

import (
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// maxBraces is how many brace expansions one word is followed through. Each
// copies what stands before and behind it for every word that it makes.
const maxBraces = 32

// braceLevels counts the brace expansions that one of the words made from
// these parts goes through: those side by side, and the deepest inside each.
func braceLevels(parts []syntax.WordPart) int {
	n := 0
	for _, part := range parts {
		b, ok := part.(*syntax.BraceExp)
		if !ok {
			continue
		}
		deepest := 0
		for _, elem := range b.Elems {
			deepest = max(deepest, braceLevels(elem.Parts))
		}
		n += 1 + deepest
	}
	return n
}

// hasBrace reports whether a word may have a brace expansion at all.
func hasBrace(parts []syntax.WordPart) bool {
	for _, part := range parts {
		if lit, ok := part.(*syntax.Lit); ok && strings.IndexByte(lit.Value, '{') >= 0 {
			return true
		}
	}
	return false
}

// misread reports whether bash may find other braces in a word than the parser
// does. To bash a } closes nothing where no comma stood before it, as in
// {a}b,c}; it drops the outer braces of {{a,b}..c}; and a sequence from large to
// small letters has a ` and a \ in it, which it reads.
func misread(parts []syntax.WordPart) bool {
	dots, braces, left := false, false, 0
	for _, part := range parts {
		switch p := part.(type) {
		case *syntax.Lit:
			dots = dots || p.Value == ".." && !p.ValuePos.IsValid()
			left = leftOver(p.Value, left)
		case *syntax.BraceExp:
			braces = true
			for _, elem := range p.Elems {
				if misread(elem.Parts) {
					return true
				}
			}
			if first, last := p.Elems[0].Lit(), p.Elems[1].Lit(); p.Sequence && max(first, last) >= "a" && min(first, last) >= "A" && min(first, last) < "a" {
				return true
			}
		}
	}
	return dots && braces || left == len("{,}")
}

// leftOver counts how much of {,} stands in literals that are no part of a brace
// expansion, from what stood in those before.
func leftOver(s string, found int) int {
	for i := 0; i < len(s) && found < len("{,}"); i++ {
		switch s[i] {
		case '\\':
			i++
		case "{,}"[found]:
			found++
		}
	}
	return found
}

// grownTogether reports whether braces have put side by side what bash, which
// expands them first, reads in another way: $x{a,b} is $xa and $xb, {$,}x is $x.
func grownTogether(parts []syntax.WordPart) bool {
	dollar := false // the part before is a name without braces of its own
	for i, part := range parts {
		lit, ok := part.(*syntax.Lit)
		if ok {
			if dollar && lit.Value != "" && !notOfName(rune(lit.Value[0])) || opensExpansion(lit.Value, i+1 < len(parts)) {
				return true
			}
		}
		p, ok := part.(*syntax.ParamExp)
		dollar = ok && p.Short && syntax.ValidName(p.Param.Value)
	}
	return false
}

// opensExpansion reports whether a $ in a literal stands before what it would
// have made an expansion of. more says that the word goes on after the literal.
func opensExpansion(s string, more bool) bool {
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\':
			i++
		case s[i] != '$':
		case i+1 == len(s):
			return more
		case !notOfName(rune(s[i+1])) || strings.IndexByte("@*#?$!({'\"-", s[i+1]) >= 0:
			return true
		}
	}
	return false
}

// withoutBraces yields the words that brace expansions make of a word, one after the
// other, until yield says no. before is what stands before the parts.
func withoutBraces(before, parts []syntax.WordPart, yield func([]syntax.WordPart) bool) bool {
	i := slices.IndexFunc(parts, func(part syntax.WordPart) bool {
		_, ok := part.(*syntax.BraceExp)
		return ok
	})
	if i < 0 {
		return yield(slices.Concat(before, parts))
	}
	before = slices.Concat(before, parts[:i])
	choose := func(chosen ...syntax.WordPart) bool {
		return withoutBraces(before, slices.Concat(chosen, parts[i+1:]), yield)
	}
	b := parts[i].(*syntax.BraceExp)
	if b.Sequence {
		return sequence(b, func(part syntax.WordPart) bool { return choose(part) })
	}
	for _, elem := range b.Elems {
		if !choose(elem.Parts...) {
			return false
		}
	}
	return true
}

// sequence yields {1..10..2}: numbers, as wide as the widest end where one of
// them begins with 0, or letters.
func sequence(b *syntax.BraceExp, yield func(syntax.WordPart) bool) bool {
	first, last := b.Elems[0].Lit(), b.Elems[1].Lit()
	from, err1 := strconv.ParseInt(first, 10, 64)
	to, err2 := strconv.ParseInt(last, 10, 64)
	letters := err1 != nil || err2 != nil
	if letters {
		from, to = int64(first[0]), int64(last[0])
	}
	width := 0
	if !letters && (padded(first) || padded(last)) {
		width = max(len(first), len(last))
	}
	step := uint64(1)
	if len(b.Elems) > 2 {
		n, _ := strconv.ParseInt(b.Elems[2].Lit(), 10, 64)
		step = max(distance(0, n), 1)
	}
	for left, n := distance(from, to), from; ; left -= step {
		lit := &syntax.Lit{Value: wide(n, width)}
		if letters {
			lit.Value = string(rune(n))
		}
		if !yield(lit) {
			return false
		}
		if left < step {
			return true
		}
		if from <= to {
			n += int64(step)
		} else {
			n -= int64(step)
		}
	}
}

// literals is how long the literals of a word are.
func literals(parts []syntax.WordPart) int {
	n := 0
	for _, part := range parts {
		if lit, ok := part.(*syntax.Lit); ok {
			n += len(lit.Value)
		}
	}
	return n
}

func distance(a, b int64) uint64 { return uint64(max(a, b)) - uint64(min(a, b)) }

// padded reports whether a number is written with zeros before it.
func padded(s string) bool {
	s = strings.TrimPrefix(s, "-")
	return len(s) > 1 && s[0] == '0'
}

// wide is a number with as many zeros before it as make it so wide.
func wide(n int64, width int) string {
	s := strconv.FormatInt(n, 10)
	digits, negative := strings.CutPrefix(s, "-")
	if len(s) >= width {
		return s
	}
	digits = strings.Repeat("0", width-len(s)) + digits
	if negative {
		return "-" + digits
	}
	return digits
}
