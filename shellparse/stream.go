package shellparse

import (
	"slices"
	"strings"

	"github.com/hermes-exec/hermes-exec/shellparse/pure"
	"github.com/hermes-exec/hermes-exec/shellparse/text"
)

// maxCapture is how much output is followed as text; more is unknown.
const maxCapture = pure.MaxOutput

// input is what a command finds on its standard input. A nil input is the
// script's own, of which nothing is known.
type input struct {
	text Text
	file string // the file it comes from, where that is known
	alts []Text // the alternatives of text, where there are more than one
}

// inputOf is an input of which the alternatives are known.
func inputOf(texts []Text) *input {
	in := &input{text: one(texts)}
	if len(texts) > 1 {
		in.alts = texts
	}
	return in
}

// set replaces what is left to read.
func (in *input) set(t Text) {
	if in != nil {
		in.text, in.file, in.alts = t, "", nil
	}
}

// readings are the alternatives of what is left to read.
func (in *input) readings() []Text {
	switch {
	case in == nil:
		return []Text{unknownText(byte(OriginInput))}
	case len(in.alts) > 1: // nothing of it was read
		return in.alts
	}
	return []Text{in.text}
}

// fromFile gives the file that all of the input comes from.
func (in *input) fromFile() (string, bool) {
	if in == nil || in.file == "" {
		return "", false
	}
	return in.file, true
}

// left is how much text is left to read.
func (in *input) left() int {
	if in == nil {
		return 0
	}
	return len(in.text)
}

// join merges the input as a branch left it.
func (in *input) join(b *input) {
	if in != nil && b != nil && in.text != b.text {
		in.text, in.alts = unknownText(byte(OriginInput)), nil
	}
}

// all reads everything.
func (in *input) all() Text {
	if in == nil {
		return unknownText(byte(OriginInput))
	}
	t := in.text
	in.set("")
	return t
}

// line reads up to a delimiter (a NUL is one too), which it leaves out, as is
// any NUL in the line. known is false where not all of the line is; ended is
// false where the text ends first, which read reports as its status.
func (in *input) line(delim byte) (line Text, ended, known bool) {
	if in == nil {
		return unknownText(byte(OriginInput)), true, false
	}
	in.file, in.alts = "", nil
	if in.text == "" {
		return "", false, true
	}
	s, ok := in.text.Bytes()
	if !ok {
		// What is not known may hold the delimiter: the line is all of it,
		// and so is the rest.
		return in.text, true, false
	}
	before, after, ended := strings.Cut(s, string(delim))
	in.text = text.Stream(after)
	return Text(strings.ReplaceAll(before, "\x00", "")), ended, true
}

// sink collects what commands print, as alternatives. A nil sink is output
// that nobody looks at.
type sink struct {
	alts   []Text // nil: nothing yet
	racing bool   // something in the background may write here at any time
	unsure bool   // something was, or was not, written here that is not followed
	noisy  bool   // messages may stand among it
}

func (s *sink) write(alts ...Text) {
	if s == nil || len(alts) == 0 {
		return
	}
	if s.racing {
		s.unsure = true // in which order is not known
	}
	if s.alts == nil {
		s.alts = joinTexts(nil, alts)
		return
	}
	s.alts = concat(s.alts, alts)
}

// concat is every head followed by every tail; unknown where one is longer
// than what is followed.
func concat(heads, tails []Text) []Text {
	if longest(heads)+longest(tails) > maxCapture {
		return []Text{limitText(append(slices.Clip(heads), tails...))}
	}
	return text.Cross(heads, tails)
}

// longest is the length in bytes of the longest of texts.
func longest(texts []Text) int {
	n := 0
	for _, t := range texts {
		n = max(n, len(t))
	}
	return n
}

// writes puts a text behind what was printed, all of which is copied.
func (c *ctx) writes(alts ...Text) {
	c.env.shell.ev.steps += c.out.weight()
	c.out.write(alts...)
}

// weight is about how many steps it takes to write behind what is there.
func (s *sink) weight() int {
	n := 0
	if s != nil {
		for _, t := range s.alts {
			n += len(t) >> 8
		}
	}
	return n
}

func (s *sink) append(b *sink) {
	if s != nil && b != nil {
		s.write(b.alts...)
		s.flags(b)
	}
}

func (s *sink) flags(b *sink) {
	s.racing = s.racing || b.racing
	s.unsure = s.unsure || b.unsure
	s.noisy = s.noisy || b.noisy
}

// join appends what one of the branches printed.
func (s *sink) join(branches []*sink) {
	if s == nil {
		return
	}
	var alts []Text
	for _, b := range branches {
		if len(b.alts) == 0 {
			alts = joinTexts(alts, []Text{""})
		}
		alts = joinTexts(alts, b.alts)
	}
	s.write(alts...)
	for _, b := range branches {
		s.flags(b)
	}
}

// blur makes unknown what was printed in a loop whose turns are not counted.
func (s *sink) blur(ev *evaluator) {
	if s != nil && len(s.alts) > 0 {
		s.alts = []Text{unknownText(ev.taint(s.alts...))}
	}
}

// lost makes unknown what was printed where it is not known how far it went.
func (s *sink) lost(ev *evaluator) {
	if s != nil {
		s.alts = []Text{unknownText(ev.taint(s.alts...))}
	}
}

// texts are the alternatives of everything that was printed.
func (s *sink) texts(ev *evaluator) []Text {
	switch {
	case s.unsure:
		return []Text{unknownText(ev.taint(s.alts...))}
	case s.noisy: // without messages, or with them
		return joinTexts(s.quiet(), []Text{unknownText(ev.taint(s.alts...))})
	}
	return s.quiet()
}

// quiet is what was printed where no message stands among it.
func (s *sink) quiet() []Text {
	if len(s.alts) == 0 {
		return []Text{""}
	}
	return s.alts
}

// text is everything that was printed, as one text.
func (s *sink) text(ev *evaluator) Text { return one(s.texts(ev)) }
