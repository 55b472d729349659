package inline

import (
	"strings"
)

// number is an integer of a value that is known.
func (v pyVal) number() (int, bool) {
	s, ok := v.exact()
	if !ok || v[0].kind != 'i' {
		return 0, false
	}
	return pyInt(s)
}

// pyInt reads an integer as it is written in python.
func pyInt(s string) (int, bool) {
	s = strings.ReplaceAll(s, "_", "")
	neg := strings.HasPrefix(s, "-")
	s = strings.TrimPrefix(s, "-")
	base := 10
	if len(s) > 2 && s[0] == '0' {
		switch s[1] | 0x20 {
		case 'x':
			base = 16
		case 'o':
			base = 8
		case 'b':
			base = 2
		}
		if base != 10 {
			s = s[2:]
		}
	}
	if s == "" || len(s) > 18 {
		return 0, false
	}
	n := 0
	for i := 0; i < len(s); i++ {
		d := strings.IndexByte("0123456789abcdef", s[i]|0x20)
		if isDigit(s[i]) {
			d = int(s[i] - '0')
		}
		if d < 0 || d >= base || n > 1<<52 {
			return 0, false
		}
		n = n*base + d
	}
	if neg {
		n = -n
	}
	return n, true
}

// truth is what a value is as a condition, where that is known.
func (v pyVal) truth() (value, known bool) {
	if s, ok := v.exact(); ok {
		switch v[0].kind {
		case 'i':
			n, ok := pyInt(s)
			return n != 0, ok
		case 'c':
			return s == "True", true
		}
		return s != "", true
	}
	return false, false
}
