package audit

import (
	"strconv"
	"time"
	"unicode/utf8"
)

// object appends the members of a JSON object.
type object struct {
	b    []byte
	some bool // a member was written
}

func (o *object) key(name string) {
	if o.some {
		o.b = append(o.b, ',')
	} else {
		o.b = append(o.b, '{')
		o.some = true
	}
	o.b = append(o.b, '"')
	o.b = append(o.b, name...) // ours, plain letters
	o.b = append(o.b, '"', ':')
}

func (o *object) str(name, s string) {
	o.key(name)
	o.b = appendString(o.b, s)
}

func (o *object) int(name string, n int) {
	o.key(name)
	o.b = strconv.AppendInt(o.b, int64(n), 10)
}

func (o *object) bool(name string, v bool) {
	o.key(name)
	o.b = strconv.AppendBool(o.b, v)
}

// milliseconds has three decimals at most: more digits would be noise.
func (o *object) milliseconds(name string, d time.Duration) {
	o.key(name)
	o.b = strconv.AppendFloat(o.b, float64(d.Microseconds())/1000, 'f', -1, 64)
}

// appendString quotes s. Control characters are escaped, C1 and DEL too, and
// the line separators of Unicode, so that a record is one line and harmless
// whatever shows it. Bytes that are no UTF-8 become U+FFFD.
func appendString(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case r == '\n':
			b = append(b, '\\', 'n')
		case r == '\t':
			b = append(b, '\\', 't')
		case r < 0x20 || 0x7f <= r && r < 0xa0 || r == '\u2028' || r == '\u2029':
			b = append(b, '\\', 'u', hex[r>>12], hex[r>>8&15], hex[r>>4&15], hex[r&15])
		default:
			b = utf8.AppendRune(b, r)
		}
		i += size
	}
	return append(b, '"')
}
