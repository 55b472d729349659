// Package text is the value domain of the analysis: strings some of whose
// parts may not be known, what the unknown parts stand for, and how the
// alternatives of a value are joined, and widened where they become too many.
package text

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
	MarkUnknown = 'u' // unknown, stays inside one word; payload: its origin
	MarkSplit   = 'w' // unknown and unquoted: may split into words, or vanish
	MarkGlob    = 'g' // a live pattern character; payload: the character
	MarkNUL     = '0' // a NUL byte: only in what a pipe or file holds, never in a word

	Payload = 0x7f // the bits of a payload that count
)

// AppendMark adds a mark to a text that is being put together.
func AppendMark(s []byte, kind, value byte) []byte { return append(s, 0, kind, value|^byte(Payload)) }

// Unknown is a text of which nothing is known.
func Unknown(origin byte) Text {
	if origin == byte(OriginUnknown) {
		return "\x00u\x80" // by far the most frequent, and nothing to allocate
	}
	return Text([]byte{0, MarkUnknown, origin | ^byte(Payload)})
}

// Splitting is a text of which nothing is known, and which may also be any
// number of words.
func Splitting(origin byte) Text { return Text([]byte{0, MarkSplit, origin | ^byte(Payload)}) }

// Split is a text of one mark as one that may be any number of words.
func (t Text) Split() Text { return Splitting(t[2] & Payload) }

// Mark gives the origin of a text that is one mark and nothing else.
func (t Text) Mark() (origin byte, ok bool) {
	if len(t) != 3 || t[0] != 0 || t[1] == MarkGlob || t[1] == MarkNUL {
		return 0, false
	}
	return t[2] & Payload, true
}

// GlobLit is the pattern character that the payload of a mark stands for.
func GlobLit(b byte) string {
	switch b & Payload {
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
	Origin int // where it comes from, see [OriginKind]; -1 for literal text and pattern characters
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
			p := Part{Origin: int(s[i+2] & Payload)}
			switch s[i+1] {
			case MarkGlob:
				p = Part{Lit: GlobLit(s[i+2]), Glob: true, Origin: -1}
			case MarkNUL:
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
func (t Text) HasGlob() bool { return t.HasMark(MarkGlob) }

// HasUnknown reports whether some of t is not known.
func (t Text) HasUnknown() bool { return t.HasMark(MarkUnknown) || t.HasMark(MarkSplit) }

// OnlyUnknown reports whether nothing of t is known.
func (t Text) OnlyUnknown() bool {
	for p := range t.Parts() {
		if p.Origin < 0 {
			return false
		}
	}
	return true
}

// HasSlash reports whether a slash is known to be in t: as a command, it is a
// path and no builtin.
func (t Text) HasSlash() bool {
	for p := range t.Parts() {
		if p.Origin < 0 && strings.IndexByte(p.Lit, '/') >= 0 {
			return true
		}
	}
	return false
}

// HasMark reports whether a mark of a kind is in t.
func (t Text) HasMark(kind byte) bool {
	for s := string(t); s != ""; {
		switch {
		case s[0] != 0:
			i := strings.IndexByte(s, 0)
			if i < 0 {
				return false
			}
			s = s[i:]
		case len(s) < 3 || s[1] == kind:
			return true
		default:
			s = s[3:]
		}
	}
	return false
}

// Replace puts a text in place of a known string, wherever that stands in t.
func (t Text) Replace(old string, with Text) Text {
	if s, ok := t.Exact(); ok || old == "" {
		if old == "" {
			return t
		}
		return Text(strings.ReplaceAll(s, old, string(with)))
	}
	var out []byte
	for s := string(t); s != ""; {
		switch {
		case s[0] == 0 && len(s) >= 3:
			out = append(out, s[:3]...)
			s = s[3:]
		case strings.HasPrefix(s, old):
			out = append(out, with...)
			s = s[len(old):]
		default:
			out = append(out, s[0])
			s = s[1:]
		}
	}
	return Text(out)
}
