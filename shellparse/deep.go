package shellparse

// The parser descends a Go stack frame or more for each level of nesting, and
// a stack past 1 GB ends the process: a mebibyte of "(" does. Nesting is
// therefore bounded before parsing, by counting what can open a level without
// looking at quotes, so that the count is never too low.

const (
	maxOpen  = 1000   // brackets, or compound commands, open at once
	maxChain = 2000   // operators that nest to the right, inside one pair of brackets
	maxHeads = 20_000 // f() f() f(), each the body of the one before
)

// tooDeep is where a text may nest deeper than the parser is trusted with, -1
// where it nowhere does. Text that is data counts too: a thousand brackets that never close
// in a here-document make it ask.
func tooDeep(text string) int {
	var open [3]int // ( { [
	words, chain, heads := 0, 0, 0
	start := true // of a word
	for i := 0; i < len(text); i++ {
		switch b := text[i]; b {
		case '(', '{', '[':
			k := bracket(b)
			if open[k]++; open[k] > maxOpen {
				return i
			}
			start = true
			switch {
			case k == 1:
				heads = 0
			case k == 0 && i+1 < len(text) && text[i+1] == ')':
				heads++
			}
			if heads > maxHeads {
				return i
			}
			if k != 1 {
				chain = 0
			}
			continue
		case ')', '}', ']':
			k := bracket(b)
			if open[k] > 0 {
				open[k]--
			}
		case '?', '=', '!', '&', '|', ',', '*':
			if open[0]+open[2] > 0 {
				if chain++; chain > maxChain {
					return i
				}
			}
		case ';':
			chain, heads = 0, 0
		case '\\':
			i++
			continue
		}
		if start {
			words += opens(text[i:])
			if words < 0 {
				words = 0
			}
			if words > maxOpen {
				return i
			}
		}
		start = !letter(text[i])
	}
	return -1
}

func bracket(b byte) int {
	switch b {
	case '(', ')':
		return 0
	case '{', '}':
		return 1
	}
	return 2
}

func letter(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b == '_'
}

// opens is 1 for a word that opens a level of its own, -1 for one that closes it.
func opens(s string) int {
	n := 0
	for n < len(s) && n < 8 && letter(s[n]) {
		n++
	}
	switch s[:n] {
	case "if", "while", "until", "for", "case", "select":
		return 1
	case "fi", "done", "esac":
		return -1
	}
	return 0
}
