package shellparse

// What costs more than the statement it stands in says how much before it is done,
// and where that cannot be afforded it is not.

// minParse is what a parser makes for the shortest text, in bytes.
const minParse = 4 << 10

// parseCost is about what a parser makes of a text, in bytes: what begins a
// word, a part of one or a statement is a node.
func parseCost(text string) int {
	n := minParse + len(text)<<3
	for i := range len(text) {
		switch text[i] {
		case '(': // arithmetic takes a dozen calls a bracket, and each of them fails by itself
			if n += 256; i > 0 && text[i-1] == '(' {
				n += 768
			}
		case '$':
			n += 96
		case '"', '\'', '`', ';', '|', '&', '<', '>', '=', '\n':
			n += 32
		case ' ':
			n += 16
		}
	}
	return n
}

// matches charges holding a text against a pattern, both of so many bytes.
// false: the limit is passed.
func (ev *evaluator) matches(text, pattern int) bool {
	ev.steps += pattern + text*(pattern+4)>>5 // a step is about a microsecond
	return ev.steps <= MaxSteps
}
