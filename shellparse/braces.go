package shellparse

import "mvdan.cc/sh/v3/syntax"

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
