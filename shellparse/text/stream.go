package text

import "strings"

// A stream (what a pipe or a file holds) is a [Text] that may hold NUL bytes,
// each as a mark of its own, because a bare NUL introduces a mark. Whoever
// makes a word, a line or code of a stream says what becomes of them.

const nulMark = "\x00" + string(MarkNUL) + "\x80"

// Stream is a text of bytes that are all known.
func Stream(s string) Text {
	if strings.IndexByte(s, 0) < 0 {
		return Text(s)
	}
	return Text(strings.ReplaceAll(s, "\x00", nulMark))
}

// Bytes gives the bytes of a stream where all of them are known.
func (t Text) Bytes() (string, bool) {
	if s, ok := t.Exact(); ok {
		return s, true
	}
	if t.HasUnknown() || t.HasGlob() {
		return "", false
	}
	return strings.ReplaceAll(string(t), nulMark, "\x00"), true
}

// WithoutNUL is what a shell makes of a stream that becomes a word or code:
// bash and dash leave NUL bytes out.
func (t Text) WithoutNUL() Text {
	if strings.IndexByte(string(t), 0) < 0 {
		return t
	}
	return Text(strings.ReplaceAll(string(t), nulMark, ""))
}
