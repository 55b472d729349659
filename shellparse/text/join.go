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
	out := a[:len(a):len(a)]
	for i, t := range b {
		if slices.Contains(out, t) {
			continue
		}
		if len(out) == cap(out) {
			out = append(make([]Text, 0, len(out)+len(b)-i), out...)
		}
		out = append(out, t)
	}
	if len(out) > MaxAlternatives {
		return []Text{Widen(out)}
	}
	return slices.Clip(out)
}

// Cross is every head followed by every tail, or past the limit what [Widen]
// makes of them.
func Cross(heads, tails []Text) []Text {
	out := make([]Text, 0, min(len(heads)*len(tails), MaxAlternatives))
	for _, head := range heads {
		for _, tail := range tails {
			if t := head + tail; !slices.Contains(out, t) {
				if len(out) == MaxAlternatives {
					return []Text{Widen(append(slices.Clip(heads), tails...))}
				}
				out = append(out, t)
			}
		}
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
