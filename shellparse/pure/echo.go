package pure

import (
	"strings"

	"github.com/hermes-exec/hermes-exec/shellparse/text"
)

// Dialect is whose echo and printf are computed.
type Dialect uint8

const (
	BashEcho Dialect = iota
	DashEcho         // sh is dash on Debian: echo has -n alone, and reads escapes
	ZshEcho          // reads escapes without being asked
	GNUEcho          // the programs of coreutils
)

// echo joins its words. What is not known of them stays so, whatever escapes
// it may hold.
func (j *job) echo() (text.Text, bool) {
	args, newline, escapes := j.Words, true, j.Shell == DashEcho || j.Shell == ZshEcho
	flags := "neE"
	if j.Shell == DashEcho {
		flags = "n"
	}
	if j.Shell == GNUEcho && len(args) == 1 && (args[0] == "--help" || args[0] == "--version") {
		return "", false
	}
	for len(args) > 0 {
		s, ok := args[0].Exact()
		if !ok || len(s) < 2 || s[0] != '-' || strings.Trim(s[1:], flags) != "" {
			break
		}
		for i := 1; i < len(s); i++ {
			switch s[i] {
			case 'n':
				newline = false
			case 'e':
				escapes = true
			case 'E':
				escapes = false
			}
		}
		args = args[1:]
		if j.Shell == DashEcho {
			break
		}
	}
	var sb strings.Builder
	for i, t := range args {
		if i > 0 {
			sb.WriteByte(' ')
		}
		sb.WriteString(string(t))
	}
	t := text.Text(sb.String())
	if escapes && strings.IndexByte(string(t), '\\') >= 0 {
		kind := inEcho
		if j.Shell == GNUEcho {
			kind = inGNUEcho
		}
		var sb strings.Builder
		for p := range t.Parts() {
			if p.Origin >= 0 {
				sb.WriteString(string(text.Unknown(byte(p.Origin))))
				continue
			}
			s, stop, ok := j.unescape(p.Lit, kind)
			if !ok {
				return "", false
			}
			sb.WriteString(string(text.Stream(s)))
			if stop {
				return text.Text(sb.String()), true
			}
		}
		t = text.Text(sb.String())
	}
	if newline {
		t += "\n"
	}
	return t, true
}

// escapeKind is where escapes stand: what they mean differs a little.
type escapeKind uint8

const (
	inFormat escapeKind = iota
	inB                 // the argument of %b
	inEcho
	inGNUEcho
)

// unescape decodes the escapes of echo -e, %b and formats. stop: it met \c.
func (j *job) unescape(s string, kind escapeKind) (out string, stop, ok bool) {
	if strings.IndexByte(s, '\\') < 0 {
		return s, false, true
	}
	plain := j.Shell == DashEcho // knows no \E \x \u
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b = append(b, s[i])
			continue
		}
		i++
		switch e := s[i]; e {
		case 'a', 'b', 'f', 'n', 'r', 't', 'v':
			b = append(b, "\a\b\f\n\r\t\v"[strings.IndexByte("abfnrtv", e)])
		case '\\':
			b = append(b, '\\')
		case 'e', 'E':
			if e == 'E' && (plain || j.Shell == GNUEcho) {
				b = append(b, '\\', e)
				break
			}
			b = append(b, 27)
		case 'c':
			if kind != inFormat {
				return string(b), true, true
			}
			if j.Shell != BashEcho {
				return "", false, false
			}
			b = append(b, '\\', e)
		case '\'', '"', '?':
			if kind == inFormat && (j.Shell == BashEcho || j.Shell == GNUEcho && e == '"') {
				b = append(b, e)
				break
			}
			if j.Shell == GNUEcho && e == '"' && kind == inB {
				b = append(b, e)
				break
			}
			b = append(b, '\\', e)
		case '0', '1', '2', '3', '4', '5', '6', '7':
			digits := s[i:]
			switch {
			case kind == inFormat:
			case e == '0' && (kind != inGNUEcho || len(digits) > 1):
				digits = digits[1:]
			case kind == inEcho && !plain:
				b = append(b, '\\', e)
				continue
			}
			n, used := Number(digits, 8, 3)
			b = append(b, byte(n))
			i += used + len(s[i:]) - len(digits) - 1
		case 'x', 'u', 'U':
			if plain || j.Shell == GNUEcho && kind == inGNUEcho && e != 'x' {
				b = append(b, '\\', e)
				break
			}
			most := 2
			switch e {
			case 'u':
				most = 4
			case 'U':
				most = 8
			}
			n, used := Number(s[i+1:], 16, most)
			switch {
			case used == 0:
				if kind != inEcho && kind != inGNUEcho {
					return "", false, false // an error is said, and what follows differs
				}
				b = append(b, '\\', e)
			case e == 'x':
				b = append(b, byte(n))
			case j.Shell == GNUEcho && (used < most || n < 0xa0), n > 0x10ffff || n >= 0xd800 && n < 0xe000:
				return "", false, false
			default:
				b = append(b, string(rune(n))...)
			}
			i += used
		default:
			b = append(b, '\\', e)
		}
	}
	return string(b), false, true
}
