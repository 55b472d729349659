package pure

import "strings"

// Number reads up to most digits of a base and says how many there were,
// as the escapes of printf and of $'…' have them.
func Number(s string, base, most int) (n, used int) {
	for used < len(s) && used < most {
		d := 99
		switch b := s[used]; {
		case b >= '0' && b <= '9':
			d = int(b - '0')
		case b >= 'a' && b <= 'f':
			d = int(b-'a') + 10
		case b >= 'A' && b <= 'F':
			d = int(b-'A') + 10
		}
		if d >= base {
			break
		}
		n = n*base + d
		used++
	}
	return n, used
}

// count reads a plain number.
func count(s string) (int, bool) {
	if s == "" || len(s) > 9 || strings.Trim(s, "0123456789") != "" {
		return 0, false
	}
	return atoi(s), true
}

func atoi(s string) int {
	n := 0
	for i := 0; i < len(s); i++ {
		n = n*10 + int(s[i]-'0')
	}
	return n
}
