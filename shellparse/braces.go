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

// braced yields the words that brace expansions make of a word, one after the
// other, until yield says no. before is what stands before the parts.
func braced(before, parts []syntax.WordPart, yield func([]syntax.WordPart) bool) bool {
	i := slices.IndexFunc(parts, func(part syntax.WordPart) bool {
		_, ok := part.(*syntax.BraceExp)
		return ok
	})
	if i < 0 {
		return yield(slices.Concat(before, parts))
	}
	before = slices.Concat(before, parts[:i])
	choose := func(chosen ...syntax.WordPart) bool {
		return braced(before, slices.Concat(chosen, parts[i+1:]), yield)
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
		var part syntax.WordPart = &syntax.Lit{Value: wide(n, width)}
		switch {
		case letters && n == '\\': // it quotes nothing
			part = &syntax.SglQuoted{}
		case letters:
			part = &syntax.Lit{Value: string(rune(n))}
		}
		if !yield(part) {
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
