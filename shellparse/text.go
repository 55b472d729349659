package shellparse

import (
	"iter"
	"strings"
)

// Text is a string some of whose parts may not be known. It is an ordinary
// Go string in which NUL, which no shell word can hold, introduces a mark of
// three bytes: NUL, what kind of mark, and its payload, which has its high bit
// set so that no search for a character finds one there. Literal stretches
// are as they are, so a fully known Text converts with string(t).
type Text string

const (
	markUnknown = 'u' // unknown, stays inside one word; payload: index into Script.Origins
	markSplit   = 'w' // unknown and unquoted: may split into words, or vanish
	markGlob    = 'g' // a live pattern character; payload: the character
	markNUL     = '0' // a NUL byte: only in what a pipe or file holds, never in a word

	payload = 0x7f
)

// appendMark adds a mark to a text that is being put together.
func appendMark(s []byte, kind, value byte) []byte { return append(s, 0, kind, value|^byte(payload)) }

// unknownText is a text of which nothing is known; splitText one that may
// also be any number of words.
func unknownText(origin byte) Text {
	if origin == byte(OriginUnknown) {
		return "\x00u\x80" // by far the most frequent, and nothing to allocate
	}
	return Text([]byte{0, markUnknown, origin | ^byte(payload)})
}
func splitText(origin byte) Text { return Text([]byte{0, markSplit, origin | ^byte(payload)}) }

// split is a text of one mark as one that may be any number of words.
func (t Text) split() Text { return splitText(t[2] & payload) }

// mark gives the origin of a text that is one mark and nothing else.
func (t Text) mark() (origin byte, ok bool) {
	if len(t) != 3 || t[0] != 0 || t[1] == markGlob || t[1] == markNUL {
		return 0, false
	}
	return t[2] & payload, true
}

func globLit(b byte) string {
	switch b & payload {
	case '*':
		return "*"
	case '?':
		return "?"
	}
	return "["
}

// Part is a stretch of a [Text]: literal, a live pattern character, or unknown.
type Part struct {
	Lit    string // literal text, one NUL byte of a stream, or for Glob the pattern character
	Glob   bool
	Origin int // index into Script.Origins; -1 for literal text and pattern characters
}

// Exact returns the text where all of it is known and no pattern character is live.
func (t Text) Exact() (string, bool) {
	if strings.IndexByte(string(t), 0) >= 0 {
		return "", false
	}
	return string(t), true
}

// Parts yields the stretches of t in order.
func (t Text) Parts() iter.Seq[Part] {
	return func(yield func(Part) bool) {
		s := string(t)
		for s != "" {
			i := strings.IndexByte(s, 0)
			if i < 0 {
				yield(Part{Lit: s, Origin: -1})
				return
			}
			if i > 0 && !yield(Part{Lit: s[:i], Origin: -1}) {
				return
			}
			if len(s) < i+3 { // cannot happen; a broken mark is unknown
				yield(Part{Origin: 0})
				return
			}
			p := Part{Origin: int(s[i+2] & payload)}
			switch s[i+1] {
			case markGlob:
				p = Part{Lit: globLit(s[i+2]), Glob: true, Origin: -1}
			case markNUL:
				p = Part{Lit: "\x00", Origin: -1}
			}
			if !yield(p) {
				return
			}
			s = s[i+3:]
		}
	}
}

// String writes t as a pattern: * for what is not known, pattern characters as they are.
func (t Text) String() string {
	if s, ok := t.Exact(); ok {
		return s
	}
	var sb strings.Builder
	for p := range t.Parts() {
		switch {
		case p.Origin >= 0:
			sb.WriteByte('*')
		default:
			sb.WriteString(p.Lit)
		}
	}
	return sb.String()
}

// HasGlob reports whether a pattern character in t is live.
func (t Text) HasGlob() bool { return t.hasMark(markGlob) }

// HasUnknown reports whether some of t is not known.
func (t Text) HasUnknown() bool { return t.hasMark(markUnknown) || t.hasMark(markSplit) }

// hasSlash reports whether a slash is known to be in t: as a command, it is a
// path and no builtin.
func (t Text) hasSlash() bool {
	for p := range t.Parts() {
		if p.Origin < 0 && strings.IndexByte(p.Lit, '/') >= 0 {
			return true
		}
	}
	return false
}

func (t Text) hasMark(kind byte) bool {
	s := string(t)
	for {
		i := strings.IndexByte(s, 0)
		if i < 0 || len(s) < i+3 {
			return i >= 0
		}
		if s[i+1] == kind {
			return true
		}
		s = s[i+3:]
	}
}

// Known says how much of a word is known, as `explain --json` prints it.
func (w Word) Known() string {
	if w.Many {
		return "unknown"
	}
	for _, t := range w.Texts {
		if t.HasUnknown() {
			if len(w.Texts) == 1 && len(t) == 3 {
				return "unknown"
			}
			return "part"
		}
	}
	if len(w.Texts) > 1 {
		return "set"
	}
	if _, ok := w.Exact(); !ok {
		return "part" // a pattern
	}
	return "exact"
}

// Exact returns the word's only value where it is fully known.
func (w Word) Exact() (string, bool) {
	if len(w.Texts) != 1 || w.Many {
		return "", false
	}
	return w.Texts[0].Exact()
}
