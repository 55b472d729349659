package shellparse

import "strings"

// maxCapture is how much output is followed as text; more is unknown.
const maxCapture = 64 << 10

// input is what a command finds on its standard input. A nil input is the
// script's own, of which nothing is known.
type input struct {
	text Text
	file string // the file it comes from, where that is known
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
		in.text = unknownText(byte(OriginInput))
	}
}

// all reads everything.
func (in *input) all() Text {
	if in == nil {
		return unknownText(byte(OriginInput))
	}
	t := in.text
	in.text, in.file = "", ""
	return t
}

// line reads one line without its newline. known is false where not all of
// the line is; ok is false at the end of the text.
func (in *input) line() (line Text, ok, known bool) {
	if in == nil {
		return unknownText(byte(OriginInput)), true, false
	}
	s := string(in.text)
	in.file = ""
	if s == "" {
		return "", false, true
	}
	if in.text.HasUnknown() {
		// What is not known may hold newlines: the line is all of it, and
		// so is the rest.
		return in.text, true, false
	}
	before, after, _ := strings.Cut(s, "\n")
	in.text = Text(after)
	return Text(before), true, true
}

// sink collects what commands print, as alternatives. A nil sink is output
// that nobody looks at.
type sink struct {
	alts   []Text // nil: nothing yet
	racing bool   // something in the background may write here at any time
	unsure bool   // something was, or was not, written here that is not followed
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
	var out []Text
	for _, a := range s.alts {
		for _, b := range alts {
			if len(a)+len(b) > maxCapture {
				s.alts = []Text{limitText([]Text{a, b})}
				return
			}
			out = joinTexts(out, []Text{a + b})
		}
	}
	s.alts = out
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
	case len(s.alts) == 0:
		return []Text{""}
	}
	return s.alts
}

// text is everything that was printed, as one text.
func (s *sink) text(ev *evaluator) Text { return one(s.texts(ev)) }
