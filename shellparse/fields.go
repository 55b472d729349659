package shellparse

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"
)

// Words become fields here. A field carries marks for what is unknown, and for
// the pattern characters that are live.

// fields is one alternative of what a word expands to.
type fields struct {
	done  []Word // complete fields; only Texts[0] and Many are set
	cur   []byte // the field being built
	open  bool   // cur is a field even if empty: quotes were seen
	blank bool   // blanks of IFS have ended a field, and nothing came after
	solid bool   // an unquoted unknown in cur is one word, if there is more to cur: alone, it may be empty and vanish
}

func (f *fields) clone() fields {
	return fields{
		done: f.done[:len(f.done):len(f.done)],
		cur:  append([]byte(nil), f.cur...),
		open: f.open, blank: f.blank, solid: f.solid,
	}
}

// flush ends the current field.
func (f *fields) flush() {
	if len(f.cur) > 0 || f.open {
		if f.solid && !f.open && onlyMarks(Text(f.cur)) {
			for i := 1; i < len(f.cur); i += 3 {
				f.cur[i] = markSplit
			}
		}
		t := closeBrackets(f.cur)
		f.done = append(f.done, Word{Texts: []Text{t}, Many: t.HasMark(markSplit)})
	}
	f.cur, f.open, f.solid = f.cur[:0], false, false // the field is a copy
}

// closeBrackets makes literal a live [ that no ] follows: it starts no pattern.
func closeBrackets(s []byte) Text {
	closed := bytes.LastIndexByte(s, ']')
	out := s[:0] // never ahead of what is read
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] != 0 || i+2 >= len(s):
			out = append(out, s[i])
			continue
		case s[i+1] == markGlob && s[i+2]&payload == '[' && i+2 > closed:
			out = append(out, '[')
		default:
			out = append(out, s[i:i+3]...)
		}
		i += 2
	}
	return Text(out)
}

func (f *fields) quoted(t Text) {
	if n := len(f.cur); n+len(t) > cap(f.cur) { // append would grow a long text by a quarter, and copy it far more often
		f.cur = slices.Grow(f.cur, max(n, len(t)))
	}
	f.cur = append(f.cur, t...)
	f.open = true
}

// literal adds text of the source that is not quoted, without splitting.
func (f *fields) literal(t Text) {
	for p := range t.Parts() {
		if p.Origin >= 0 {
			f.cur = appendMark(f.cur, splitMark(p.Origin), byte(p.Origin))
			continue
		}
		s := p.Lit
		for i := 0; i < len(s); i++ {
			switch s[i] {
			case '\\':
				if i+1 < len(s) {
					_, n := utf8.DecodeRuneInString(s[i+1:])
					f.cur = append(f.cur, s[i+1:i+1+n]...)
					f.open = true
					i += n
					continue
				}
			case '*', '?', '[':
				f.cur = appendMark(f.cur, markGlob, s[i])
				continue
			}
			f.cur = append(f.cur, s[i])
		}
	}
}

// splitMark is the mark of an unknown that stands unquoted. A pid is digits,
// and so one word.
func splitMark(origin int) byte {
	switch OriginKind(origin) {
	case OriginSelf, OriginParent, OriginOwnShell, OriginJob:
		return markUnknown
	}
	return markSplit
}

// split adds the result of an unquoted expansion: it is cut at ifs, its
// pattern characters are live, and what is unknown in it may split further,
// unless it is solid.
func (f *fields) split(t Text, ifs string, solid *solids) {
	if len(t) > 64 {
		marks := strings.Count(string(t), "*") + strings.Count(string(t), "?") + strings.Count(string(t), "[")
		f.cur = slices.Grow(f.cur, len(t)+2*marks)
	}
	for p := range t.Parts() {
		if p.Origin >= 0 {
			kind := splitMark(p.Origin)
			if solid.has(p.Origin) && ifs == defaultIFS {
				kind, f.solid = markUnknown, true
			}
			f.cur = appendMark(f.cur, kind, byte(p.Origin))
			continue
		}
		if p.Glob {
			f.cur = appendMark(f.cur, markGlob, p.Lit[0])
			continue
		}
		s := p.Lit
		for i := 0; i < len(s); i++ {
			b := s[i]
			switch {
			case strings.IndexByte(ifs, b) < 0:
				f.blank = false
				if b == '*' || b == '?' || b == '[' {
					f.cur = appendMark(f.cur, markGlob, b)
				} else {
					f.cur = append(f.cur, b)
				}
			case b == ' ' || b == '\t' || b == '\n':
				if len(f.cur) > 0 || f.open {
					f.flush()
					f.blank = true
				}
			case f.blank: // the blanks before it belong to the same separator
				f.blank = false
			default: // one that is no blank ends a field, even an empty one
				f.open = true
				f.flush()
			}
		}
	}
}

// fork gives each alternative every value of a list, add putting it in.
func fork(alts []fields, texts []Text, add func(*fields, Text)) []fields {
	if len(texts) == 1 {
		for i := range alts {
			add(&alts[i], texts[0])
		}
		return alts
	}
	if len(alts)*len(texts) > MaxAlternatives {
		texts = []Text{limitText(texts)}
		return fork(alts, texts, add)
	}
	out := make([]fields, 0, len(alts)*len(texts))
	for i := range alts {
		for _, t := range texts {
			f := alts[i].clone()
			add(&f, t)
			out = append(out, f)
		}
	}
	return out
}
