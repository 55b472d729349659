package shellparse

import "strings"

// number reads a number as bash does in an expression: 0 begins an octal one,
// 0x a hexadecimal one, BASE# one of any base up to 64; a sign may stand before
// it and blanks around it. ok is false for anything else, and for a number of
// more than 63 bits, of which the shells make different ones.
func number(s string) (n int64, ok bool) {
	digits, negative := strings.CutPrefix(strings.Trim(s, arithmBlanks), "-")
	base := int64(10)
	switch {
	case len(digits) > 1 && digits[0] == '0' && digits[1]|' ' == 'x':
		base, digits = 16, digits[2:]
	case len(digits) > 1 && digits[0] == '0':
		base = 8
	default:
		if name, rest, given := strings.Cut(digits, "#"); given {
			if name == "" || len(name) > 2 || name[0] == '0' {
				return 0, false
			}
			if base, ok = number(name); !ok || base < 2 || base > 64 {
				return 0, false
			}
			digits = rest
		}
	}
	for i := range len(digits) {
		d := digitOf(digits[i], base)
		if d >= base || n > (1<<63-1-d)/base {
			return 0, false
		}
		n = n*base + d
	}
	if negative {
		n = -n
	}
	return n, digits != ""
}

const arithmBlanks = " \t\n"

// digitOf is what a digit counts; 64 for what is none. Up to base 36 capital
// letters are those of hexadecimal numbers, above they follow the small ones.
func digitOf(b byte, base int64) int64 {
	switch {
	case b >= '0' && b <= '9':
		return int64(b - '0')
	case b >= 'a' && b <= 'z':
		return int64(b-'a') + 10
	case b >= 'A' && b <= 'Z' && base <= 36:
		return int64(b-'A') + 10
	case b >= 'A' && b <= 'Z':
		return int64(b-'A') + 36
	case b == '@':
		return 62
	case b == '_':
		return 63
	}
	return 64
}
