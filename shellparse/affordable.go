package shellparse

import (
	"errors"

	"mvdan.cc/sh/v3/syntax"
)

// What expand computes is work that no step has counted. A pattern becomes a
// regular expression there, which costs the product of its length and that of
// the text; it is charged, and where it cannot be afforded it is not run.

var errTooMuch = errors.New("more work than is followed")

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

// matchable charges matching a text against a pattern. false: the limit is passed.
func (ev *evaluator) matchable(text, pattern string) bool {
	return ev.matches(len(text), len(pattern))
}

func (ev *evaluator) matches(text, pattern int) bool {
	ev.steps += pattern + text*(pattern+4)>>5 // a step is about a microsecond
	return ev.steps <= MaxSteps
}

// replaceable charges ${x/pattern/with} on a text. false: the limit is passed,
// or the result may be longer than what is followed.
func (ev *evaluator) replaceable(c *ctx, r *syntax.Replace, text string) bool {
	longest := func(w *syntax.Word) int {
		n := 0
		if w != nil {
			for _, t := range ev.value(c.subshell(), w).Texts { // what it changes is not to be changed twice
				n = max(n, len(t))
			}
		}
		return n
	}
	if !ev.matches(len(text), longest(r.Orig)) {
		return false
	}
	most := 1
	if r.All {
		most += len(text)
	}
	size := most * longest(r.With)
	ev.steps += size>>8 + most>>3 // each match is a list of its own
	return size <= 4*maxCapture && ev.steps <= MaxSteps
}
