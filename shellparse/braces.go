package shellparse

import (
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
