package shellparse

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// glob is a pattern: runs of single characters, between each two of which a *
// stands. So the first place where a run fits is always the best, but for the
// last run, and no match takes more than the product of both lengths.
type glob struct {
	runs  [][]single
	ascii bool // it asks what kind of character one is, which is answered for ASCII alone
	caret bool // it has [^…], which is no negation to dash
	odd   bool // it has [!]…], of which ${x/a/b} takes the length wrong in bash 5.2
	local bool // it has a range, which some shells take by the order of a language
}

// single is what matches one character.
type single struct {
	char rune // where set is nil; '?' with any
	any  bool
	not  bool // what set does not have
	set  []span
}

type span struct{ from, to rune }

func (s *single) fits(r rune) bool {
	switch {
	case s.any:
		return true
	case s.set == nil:
		return s.char == r
	}
	return slices.ContainsFunc(s.set, func(p span) bool { return p.from <= r && r <= p.to }) != s.not
}

// globOf reads a pattern in which a backslash stands before each character that
// means itself. ok is false for one that is not followed: an operator of
// extglob, a class of a language.
func globOf(pattern string) (g glob, ok bool) {
	if !utf8.ValidString(pattern) {
		return g, false
	}
	p := []rune(pattern)
	run := make([]single, 0, len(p))
	for i := 0; i < len(p); i++ {
		r := p[i]
		if i+1 < len(p) && p[i+1] == '(' && strings.ContainsRune("?*+@!", r) {
			return g, false
		}
		switch {
		case r == '*':
			if len(run) > 0 || len(g.runs) == 0 { // two in a row are one
				g.runs = append(g.runs, run)
				run = run[len(run):]
			}
			continue
		case r == '?':
			run = append(run, single{any: true})
			continue
		case r == '[':
			set, n, ok := g.bracket(p[i+1:])
			if !ok {
				return g, false
			}
			if n > 0 {
				run = append(run, set)
				i += n
				continue
			}
		case r == '\\' && i+1 < len(p):
			i++
			r = p[i]
		}
		run = append(run, single{char: r})
	}
	g.runs = append(g.runs, run)
	return g, true
}

// bracket reads what follows [, of n characters; n is 0 where no ] closes it.
func (g *glob) bracket(p []rune) (set single, n int, ok bool) {
	i := 0
	if i < len(p) && (p[i] == '!' || p[i] == '^') {
		set.not, g.caret = true, g.caret || p[i] == '^'
		i++
	}
	g.odd = g.odd || set.not && i < len(p) && p[i] == ']'
	set.set = []span{}
	char := func() rune { // takes one, without the backslash before it
		if p[i] == '\\' && i+1 < len(p) {
			i++
		}
		i++
		return p[i-1]
	}
	for first := i; i < len(p); {
		if p[i] == ']' && i > first {
			return set, i + 1, true
		}
		if p[i] == '[' && i+1 < len(p) && strings.ContainsRune(":.=", p[i+1]) {
			name, _, closed := strings.Cut(string(p[i+2:]), ":]")
			class := classNamed(name)
			if p[i+1] != ':' || !closed || class == nil {
				return set, 0, false
			}
			g.ascii = true
			set.set = append(set.set, class...)
			i += len(name) + 4
			continue
		}
		from := char()
		to := from
		if i+1 < len(p) && p[i] == '-' && p[i+1] != ']' {
			if i++; p[i] == '[' {
				return set, 0, false
			}
			to = char()
			g.local = g.local || from < '0' || to > '9'
		}
		set.set = append(set.set, span{from, to})
	}
	return set, 0, true
}

// classNamed gives the characters of a class as far as ASCII goes; nil for a
// name that is none.
func classNamed(name string) []span {
	switch name {
	case "lower":
		return []span{{'a', 'z'}}
	case "upper":
		return []span{{'A', 'Z'}}
	case "digit":
		return []span{{'0', '9'}}
	case "alpha":
		return []span{{'a', 'z'}, {'A', 'Z'}}
	case "alnum":
		return []span{{'a', 'z'}, {'A', 'Z'}, {'0', '9'}}
	case "word":
		return []span{{'a', 'z'}, {'A', 'Z'}, {'0', '9'}, {'_', '_'}}
	case "xdigit":
		return []span{{'a', 'f'}, {'A', 'F'}, {'0', '9'}}
	case "space":
		return []span{{' ', ' '}, {'\t', '\r'}}
	case "blank":
		return []span{{' ', ' '}, {'\t', '\t'}}
	case "punct":
		return []span{{'!', '/'}, {':', '@'}, {'[', '`'}, {'{', '~'}}
	case "graph":
		return []span{{'!', '~'}}
	case "print":
		return []span{{' ', '~'}}
	case "cntrl":
		return []span{{0, 0x1f}, {0x7f, 0x7f}}
	}
	return nil
}

// reversed is the pattern of the same texts written backwards.
func (g glob) reversed() glob {
	runs := make([][]single, len(g.runs))
	for i, run := range g.runs {
		run = slices.Clone(run)
		slices.Reverse(run)
		runs[len(runs)-1-i] = run
	}
	g.runs = runs
	return g
}

// startsWith reports whether a run stands at the start of s.
func startsWith(run []single, s []rune) bool {
	if len(run) > len(s) {
		return false
	}
	for i := range run {
		if !run[i].fits(s[i]) {
			return false
		}
	}
	return true
}

// firstPlace is where a run stands first in s from an index on; -1 for nowhere.
func firstPlace(run []single, s []rune, from int) int {
	for i := from; i+len(run) <= len(s); i++ {
		if startsWith(run, s[i:]) {
			return i
		}
	}
	return -1
}

// lastPlace is where it stands last.
func lastPlace(run []single, s []rune, from int) int {
	for i := len(s) - len(run); i >= from; i-- {
		if startsWith(run, s[i:]) {
			return i
		}
	}
	return -1
}

// prefix is how much of the start of s the pattern matches, the most or the
// least that it can. ok is false where it matches none.
func (g glob) prefix(s []rune, most bool) (n int, ok bool) {
	if !startsWith(g.runs[0], s) {
		return 0, false
	}
	return g.behind(s, len(g.runs[0]), most)
}

// behind is where a match ends whose first run ends at an index.
func (g glob) behind(s []rune, i int, most bool) (end int, ok bool) {
	for k, run := range g.runs[1:] {
		find := firstPlace
		if most && k == len(g.runs)-2 {
			find = lastPlace
		}
		if i = find(run, s, i); i < 0 {
			return 0, false
		}
		i += len(run)
	}
	return i, true
}

// find is the leftmost match from an index on, and there the longest.
func (g glob) find(s []rune, from int) (start, end int, ok bool) {
	start = firstPlace(g.runs[0], s, from)
	if start < 0 {
		return 0, 0, false
	}
	end, ok = g.behind(s, start+len(g.runs[0]), true) // where this fails it fails farther on, too
	return start, end, ok
}

// whole reports whether the pattern matches all of s.
func (g glob) whole(s []rune) bool {
	n, ok := g.prefix(s, true)
	return ok && n == len(s)
}
