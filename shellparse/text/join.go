package text

import "slices"

// MaxAlternatives is how many values a word is followed with.
const MaxAlternatives = 16

// Join is the union of two lists of alternatives. Past the limit they
// become one unknown text, which keeps what matters of where they came from.
func Join(a, b []Text) []Text {
	if len(a) == 0 {
		return b
	}
	out := a
	for _, t := range b {
		if !slices.Contains(out, t) {
			out = append(out[:len(out):len(out)], t)
		}
	}
	if len(out) > MaxAlternatives {
		return []Text{Widen(out)}
	}
	return out
}

// Widen stands for more alternatives than are followed.
func Widen(texts []Text) Text {
	for _, t := range texts {
		for p := range t.Parts() {
			switch OriginKind(max(p.Origin, 0)) {
			case OriginSelf, OriginParent, OriginHostPID:
				return Unknown(byte(OriginHostPID))
			}
		}
	}
	return Unknown(byte(OriginLimit))
}
