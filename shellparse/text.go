package shellparse

import "github.com/hermes-exec/hermes-exec/shellparse/text"

// The value domain is package text. What the evaluator says in every other
// line of it has a short name here.

// Text is a string some of whose parts may not be known, see [text.Text].
type Text = text.Text

// Part is a stretch of a [Text], see [text.Part].
type Part = text.Part

const (
	markUnknown = text.MarkUnknown
	markSplit   = text.MarkSplit
	markGlob    = text.MarkGlob
	payload     = text.Payload
)

func unknownText(origin byte) Text                 { return text.Unknown(origin) }
func splitText(origin byte) Text                   { return text.Splitting(origin) }
func appendMark(s []byte, kind, value byte) []byte { return text.AppendMark(s, kind, value) }
func globLit(b byte) string                        { return text.GlobLit(b) }
func onlyMarks(t Text) bool                        { return t.OnlyUnknown() }
func joinTexts(a, b []Text) []Text                 { return text.Join(a, b) }
func limitText(texts []Text) Text                  { return text.Widen(texts) }

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
