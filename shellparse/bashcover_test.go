package shellparse

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// covering is how well a command stands for an argv.
type covering int

// commandCovers reports how well a command stands for an argv. An argv counts
// as predicted exactly where the command has as many words, and each is a known
// value of its word, alone (precisely) or in a small set (among). A variable
// that neither the text nor the environment sets is known to be empty, though
// its Origin stays in the word for the rules.
//
// An argv that no command stands for may still have been run by code of which
// the Script says that it is not known, such as a here-document of a shell with
// what a program prints in it. Such a text asks, so the argv counts as covered,
// never as exact, and is counted apart: see [inUnknownCode].
func commandCovers(s *Script, cmd *Command, argv []string) covering {
	if c := knownCovers(s, cmd.Argv, argv); c != none {
		return c
	}
	if wordsCover(cmd.Argv, argv) {
		return loosely
	}
	return none
}

// knownCovers is commandCovers by known values alone.
func knownCovers(s *Script, words []Word, argv []string) covering {
	c := precisely
	for _, w := range words {
		texts, vanishes := make([]Text, 0, len(w.Texts)), false
		for _, t := range w.Texts {
			known := withoutUnset(s, t)
			if known == "" && t.HasMark(markSplit) {
				vanishes = true
				continue
			}
			if w.Many && known.HasUnknown() {
				return none
			}
			texts = append(texts, known)
		}
		switch {
		case vanishes && len(texts) == 0:
			continue
		case vanishes || len(argv) == 0 || !slices.Contains(texts, Text(argv[0])): // a mark is no value: argv has no NUL
			return none
		case len(texts) > 1:
			c = among
		}
		argv = argv[1:]
	}
	if len(argv) > 0 {
		return none
	}
	return c
}

// withoutUnset gives a text without the parts that are empty because a
// variable is not set.
func withoutUnset(s *Script, t Text) Text {
	var out []byte
	rest := string(t)
	for p := range t.Parts() {
		n := len(p.Lit)
		if p.Origin >= 0 || p.Glob {
			n = 3
		}
		if p.Origin < 0 || s.Origins[p.Origin].Kind != OriginUnset {
			out = append(out, rest[:n]...)
		}
		rest = rest[n:]
	}
	return Text(out)
}

func wordsCover(words []Word, argv []string) bool {
	if len(words) == 0 {
		return len(argv) == 0
	}
	w := words[0]
	if len(argv) > 0 && wordCovers(w, argv[0]) && wordsCover(words[1:], argv[1:]) {
		return true
	}
	if w.Many {
		if wordsCover(words[1:], argv) {
			return true
		}
		return len(argv) > 0 && wordsCover(words, argv[1:])
	}
	for _, t := range w.Texts { // a pattern gives all that it matches
		if t.HasGlob() && len(argv) > 0 && textMatches(t, argv[0]) && wordsCover(words, argv[1:]) {
			return true
		}
	}
	return false
}

func wordCovers(w Word, arg string) bool {
	for _, t := range w.Texts {
		if textMatches(t, arg) {
			return true
		}
	}
	return false
}

// textMatches reports whether a text may be arg: an unknown part is anything,
// a live pattern character what it matches or itself.
func textMatches(t Text, arg string) bool {
	return partsMatch(slices.Collect(t.Parts()), arg)
}

func partsMatch(parts []Part, arg string) bool {
	if len(parts) == 0 {
		return arg == ""
	}
	p, rest := parts[0], parts[1:]
	switch {
	case p.Origin >= 0 || p.Glob && p.Lit == "*":
		for i := 0; i <= len(arg); i++ {
			if partsMatch(rest, arg[i:]) {
				return true
			}
		}
		return false
	case !p.Glob:
		tail, ok := strings.CutPrefix(arg, p.Lit)
		return ok && partsMatch(rest, tail)
	case arg == "":
		return false
	}
	if p.Lit == arg[:1] && partsMatch(rest, arg[1:]) {
		return true
	}
	_, n := utf8.DecodeRuneInString(arg)
	if p.Lit == "?" {
		return partsMatch(rest, arg[n:])
	}
	for i, q := range rest { // [ to the ] that closes it
		if end := strings.IndexByte(q.Lit, ']'); q.Origin < 0 && !q.Glob && end >= 0 {
			after := append([]Part{{Lit: q.Lit[end+1:], Origin: -1}}, rest[i+1:]...)
			return partsMatch(after, arg[n:])
		}
	}
	return false
}

// inUnknownCode reports whether a program was run by a shell, itself or through
// others, whose command the Script says to run shell code that is not known.
// Every command that may be that one has to say so.
func inUnknownCode(s *Script, logged []ran, r ran) bool {
	for _, shell := range logged {
		if shell.as != r.in && !strings.HasPrefix(r.in, shell.as+" ") || shell.argv[0] != "bash" && shell.argv[0] != "sh" {
			continue
		}
		best, _ := scriptCovers(s, shell.argv)
		marked := best != none
		for i := range s.Commands {
			c := &s.Commands[i]
			if commandCovers(s, c, shell.argv) == best && (c.Code == nil || c.Code.Lang != "sh") {
				marked = false
			}
		}
		if marked {
			return true
		}
	}
	return false
}

// scriptCovers gives the command of a Script that stands best for an argv.
func scriptCovers(s *Script, argv []string) (best covering, by int) {
	for i := range s.Commands {
		if c := commandCovers(s, &s.Commands[i], argv); c > best {
			best, by = c, i
		}
	}
	return best, by
}
