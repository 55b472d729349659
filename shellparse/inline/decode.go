package inline

import (
	"encoding/base64"
	"encoding/hex"
	"strings"
)

// Decoders of known text.

func base64Decoded(s string) (string, bool) {
	s = strings.Map(func(r rune) rune {
		switch {
		case r == ' ' || r == '\n' || r == '\r' || r == '\t' || r == '=':
			return -1
		case r == '-':
			return '+'
		case r == '_':
			return '/'
		}
		return r
	}, s)
	b, err := base64.RawStdEncoding.DecodeString(s)
	return string(b), err == nil
}

func hexDecoded(s string) (string, bool) {
	b, err := hex.DecodeString(s)
	return string(b), err == nil
}

func percentDecoded(s string) (string, bool) {
	var sb strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) && hexDigit(s[i+1]) >= 0 && hexDigit(s[i+2]) >= 0 {
			sb.WriteByte(byte(hexDigit(s[i+1])<<4 | hexDigit(s[i+2])))
			i += 2
			continue
		}
		sb.WriteByte(s[i])
	}
	return sb.String(), true
}
