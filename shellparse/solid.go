package shellparse

import (
	"slices"
	"strings"
)

// What programs print that is one word wherever it stands: a number, a name, a
// path that a tool keeps. Such an output has an origin of its own, which is
// lost as soon as anything is computed from it.

// maxOrigins is how many origins a mark can tell apart.
const maxOrigins = int(payload) + 1

// solids says which origins are of one word.
type solids [maxOrigins / 64]uint64

func (s *solids) has(origin int) bool { return s[origin>>6&1]>>(origin&63)&1 != 0 }
func (s *solids) add(origin int)      { s[origin>>6&1] |= 1 << (origin & 63) }

// solidOrigin is [evaluator.origin] for what is one word.
func (ev *evaluator) solidOrigin(o Origin) byte {
	for i := fixedOrigins; i < len(ev.out.Origins); i++ {
		if ev.solid.has(i) && ev.out.Origins[i] == o {
			return byte(i)
		}
	}
	if len(ev.out.Origins) >= maxOrigins {
		return byte(OriginUnknown)
	}
	ev.out.Origins = append(ev.out.Origins, o)
	ev.solid.add(len(ev.out.Origins) - 1)
	return byte(len(ev.out.Origins) - 1)
}

// wordOrigin is what the output of command i stands for that prints one word.
func (ev *evaluator) wordOrigin(c *ctx, name string, i int, argv []Word) byte {
	o := Origin{OriginOutput, name, i}
	if ev.printsOneWord(c, argv) {
		return ev.solidOrigin(o)
	}
	return ev.origin(o)
}

// printsOneWord reports whether what a command prints has neither blanks nor
// pattern characters, and is no option: it is a number, or an absolute path
// that the tool was installed with.
func (ev *evaluator) printsOneWord(c *ctx, argv []Word) bool {
	var words [4]string
	if len(argv) == 0 || len(argv) > len(words) {
		return false
	}
	for i, w := range argv {
		s, ok := w.Exact()
		if !ok {
			return false
		}
		words[i] = s
	}
	if strings.IndexByte(words[0], '/') >= 0 && !isSystemPath(words[0]) {
		return false // a program of that name, but which?
	}
	line := strings.Join(words[1:len(argv)], " ")
	switch programName(words[0]) {
	case "nproc":
		return line == "" || line == "--all"
	case "date":
		format, ok := strings.CutPrefix(strings.TrimPrefix(line, "-u "), "+")
		return ok && digitsFormat(format)
	case "go":
		name, ok := strings.CutPrefix(line, "env ")
		return ok && slices.Contains([]string{"GOPATH", "GOROOT", "GOBIN", "GOMODCACHE"}, name) && ev.absoluteOrUnset(c, name)
	case "git":
		return line == "rev-parse --show-toplevel"
	}
	return false
}

// digitsFormat reports whether a format of date gives digits and what may stand
// between them in a name.
func digitsFormat(format string) bool {
	for i := 0; i < len(format); i++ {
		switch b := format[i]; {
		case b == '%' && i+1 < len(format) && strings.IndexByte("sNYymdHMSjFTIuUVWwC", format[i+1]) >= 0:
			i++
		case b == '-' || b == '_' || b == '.' || letter(b) || b >= '0' && b <= '9':
		default:
			return false
		}
	}
	return strings.HasPrefix(format, "%")
}

// absoluteOrUnset reports whether a variable that a program reads a path from is
// not set, or holds paths without blanks.
func (ev *evaluator) absoluteOrUnset(c *ctx, name string) bool {
	v := c.env.get(name)
	if !v.isSet() {
		return true
	}
	return !v.array && !slices.ContainsFunc(v.texts, func(t Text) bool {
		s, ok := t.Exact()
		return !ok || s != "" && (s[0] != '/' || strings.ContainsAny(s, " \t\n*?["))
	})
}
