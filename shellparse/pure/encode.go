package pure

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strings"
)

// Commands that write bytes as text and read them back.

// base64 of GNU breaks its lines at 76 characters, that of macOS does not.
func (j *job) base64() bool {
	opts, operands, ok := getopt(j.args, "d/decode D/ i/ignore-garbage w:wrap")
	if !ok || !j.readAll(operands) {
		return false
	}
	decode, loose, wrap := false, false, 76
	for _, o := range opts {
		switch o.letter {
		case 'd', 'D':
			decode = true
		case 'i':
			loose = true
		case 'w':
			if wrap, ok = count(o.value); !ok {
				return false
			}
		}
	}
	if decode {
		j.put(decoded64(j.in, loose))
		return true
	}
	s := base64.StdEncoding.EncodeToString([]byte(j.in))
	if wrap == 0 {
		j.put(s)
		return true
	}
	for len(s) > 0 {
		n := min(wrap, len(s))
		j.line(s[:n], true)
		s = s[n:]
	}
	return true
}

// decoded64 is what comes of a text before the first thing in it that is not
// base64, which is where the program stops and complains.
func decoded64(s string, loose bool) string {
	var out []byte
	var quad [4]byte
	n := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '\n' || loose && c != '=' && sextet(c) < 0 {
			continue
		}
		quad[n] = c
		if n++; n < 4 {
			continue
		}
		n = 0
		b, ok := quartet(quad)
		if out = append(out, b...); !ok {
			return string(out)
		}
	}
	if n > 0 { // what an end of input makes of a group that is not complete
		for i := n; i < 4; i++ {
			quad[i] = '!'
		}
		b, _ := quartet(quad)
		out = append(out, b...)
	}
	return string(out)
}

func sextet(c byte) int {
	switch {
	case c >= 'A' && c <= 'Z':
		return int(c - 'A')
	case c >= 'a' && c <= 'z':
		return int(c-'a') + 26
	case c >= '0' && c <= '9':
		return int(c-'0') + 52
	case c == '+':
		return 62
	case c == '/':
		return 63
	}
	return -1
}

// quartet decodes four characters as far as they are base64.
func quartet(q [4]byte) (out []byte, ok bool) {
	a, b, c, d := sextet(q[0]), sextet(q[1]), sextet(q[2]), sextet(q[3])
	if a < 0 || b < 0 {
		return nil, false
	}
	out = append(out, byte(a<<2|b>>4))
	if c < 0 {
		return out, q[2] == '=' && q[3] == '='
	}
	out = append(out, byte(b<<4|c>>2))
	if d < 0 {
		return out, q[3] == '='
	}
	return append(out, byte(c<<6|d)), true
}

// xxd writes a dump, or with -p digits alone, and reads both back with -r.
func (j *job) xxd() bool {
	plain, revert, upper := false, false, false
	width, limit := 0, -1
	args := j.args
	for len(args) > 0 && len(args[0]) > 1 && args[0][0] == '-' {
		s := args[0]
		args = args[1:]
		switch {
		case s == "-p" || s == "-ps" || s == "-plain" || s == "-postscript":
			plain = true
		case s == "-r" || s == "-revert":
			revert = true
		case s == "-u":
			upper = true
		case s == "-c" || s == "-l" || s == "-cols" || s == "-len":
			if len(args) == 0 {
				return false
			}
			n, ok := count(args[0])
			if !ok || n == 0 || n > 256 && s[1] == 'c' || len(args[0]) > 1 && args[0][0] == '0' {
				return false
			}
			if args = args[1:]; s[1] == 'c' {
				width = n
			} else {
				limit = n
			}
		default:
			return false
		}
	}
	if !j.readAll(args) {
		return false
	}
	if limit >= 0 && !revert {
		j.in = j.in[:min(limit, len(j.in))]
		j.drank = false
	}
	switch {
	case revert && (limit >= 0 || width > 0):
		return false
	case revert && plain:
		return j.hexRead()
	case revert:
		return j.dumpRead()
	}
	if width == 0 {
		width = 16
		if plain {
			width = 30
		}
	}
	for at := 0; at < len(j.in); at += width {
		row := j.in[at:min(at+width, len(j.in))]
		digits := hex.EncodeToString([]byte(row))
		if upper {
			digits = strings.ToUpper(digits)
		}
		if plain {
			j.line(digits, true)
			continue
		}
		var sb strings.Builder
		for i := 0; i < len(digits); i += 4 {
			sb.WriteString(digits[i:min(i+4, len(digits))] + " ")
		}
		shown := strings.Map(func(r rune) rune {
			if r < ' ' || r > '~' {
				return '.'
			}
			return r
		}, strings.ToValidUTF8(ascii(row), "."))
		j.put(fmt.Sprintf("%08x: %-*s %s\n", at, width*2+(width+1)/2, sb.String(), shown))
	}
	return true
}

// ascii is a text with a dot for every byte above 0x7f.
func ascii(s string) string {
	b := []byte(s)
	for i := range b {
		if b[i] >= 0x80 {
			b[i] = '.'
		}
	}
	return string(b)
}

// hexRead reads pairs of digits, with white space between them.
func (j *job) hexRead() bool {
	digits := strings.Map(func(r rune) rune {
		if r == ' ' || r == '\n' || r == '\t' || r == '\r' {
			return -1
		}
		return r
	}, j.in)
	for _, l := range linesOf(j.in) { // a pair that a line breaks is not one
		if n := len(strings.Join(strings.Fields(l), "")); n%2 != 0 {
			return false
		}
	}
	b, err := hex.DecodeString(digits)
	if err != nil {
		return false
	}
	j.put(string(b))
	return true
}

// dumpRead reads lines of xxd: an offset, a colon, groups of digits, and
// after two blanks the text. Only a dump from its beginning is computed.
func (j *job) dumpRead() bool {
	for _, l := range linesOf(j.in) {
		l = strings.TrimSuffix(l, "\n")
		offset, row, ok := strings.Cut(l, ":")
		at, used := Number(offset, 16, 8)
		if !ok || used == 0 || used != len(offset) || at != len(j.out) || !strings.HasPrefix(row, " ") {
			return false
		}
		row, _, _ = strings.Cut(row[1:], "  ")
		digits := strings.ReplaceAll(row, " ", "")
		b, err := hex.DecodeString(digits)
		if err != nil || len(b) > 16 || len(b) == 0 {
			return false
		}
		j.put(string(b))
	}
	return true
}

// od of single bytes without offsets: od -An -tx1.
func (j *job) od() bool {
	opts, operands, ok := getopt(j.args, "A:address-radix t:format v/output-duplicates")
	if !ok || !j.readAll(operands) {
		return false
	}
	address, kind, all := "", "", false
	for _, o := range opts {
		switch o.letter {
		case 'A':
			address = o.value
		case 't':
			kind += o.value
		case 'v':
			all = true
		}
	}
	if address != "n" || kind != "x1" {
		return false
	}
	before, starred := "", false
	for at := 0; at < len(j.in); at += 16 {
		row := j.in[at:min(at+16, len(j.in))]
		if !all && at > 0 && row == before && len(row) == 16 {
			if !starred {
				j.line("*", true)
			}
			starred = true
			continue
		}
		starred, before = false, row
		j.line(fmt.Sprintf(" % x", row), true)
	}
	return true
}
