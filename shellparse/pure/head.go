package pure

import (
	"strings"

	"github.com/hermes-exec/hermes-exec/shellparse/text"
)

// cat gives its input, or the files this text has written.
func (j *job) cat() (text.Text, bool) {
	operands, files := []string(nil), false
	for _, t := range j.Words {
		s, ok := t.Exact()
		switch {
		case !ok:
			return "", false
		case files || s == "-" || s == "" || s[0] != '-':
			operands = append(operands, s)
		case s == "--":
			files = true
		case s != "-u":
			return "", false
		}
	}
	if len(operands) == 0 {
		operands = []string{"-"}
	}
	var out text.Text
	for _, s := range operands {
		if s == "-" && j.drank { // nothing is left to read
			continue
		}
		t, ok := j.source([]string{s})
		if out += t; !ok || len(out) > MaxOutput {
			return "", false
		}
	}
	return out, true
}

// portion is how much head and tail are asked for.
type portion struct {
	n     int
	bytes bool
	mark  byte // '-' or '+' before the number
}

// portionOf reads the options of head and tail, whose first word may be -5.
func (j *job) portionOf(spec string) (p portion, operands []string, ok bool) {
	p.n = 10
	args := j.args
	if len(args) > 0 && len(args[0]) > 1 && args[0][0] == '-' {
		if n, ok := count(args[0][1:]); ok {
			p.n, args = n, args[1:]
		}
	}
	opts, operands, ok := getopt(args, spec)
	if !ok || len(args) < len(j.args) && len(opts) > 0 {
		return p, nil, false
	}
	for _, o := range opts {
		if o.letter != 'n' && o.letter != 'c' {
			continue
		}
		p.bytes, p.mark = o.letter == 'c', 0
		if o.value != "" && (o.value[0] == '-' || o.value[0] == '+') {
			p.mark, o.value = o.value[0], o.value[1:]
		}
		if p.n, ok = count(o.value); !ok { // 1k and the like
			return p, nil, false
		}
	}
	return p, operands, true
}

// head passes on what is not known where it cannot be beyond the end.
func (j *job) head() (text.Text, bool) {
	p, operands, ok := j.portionOf("n:lines c:bytes q/quiet")
	if !ok || p.mark == '+' {
		return "", false
	}
	t, ok := j.source(operands)
	if !ok {
		return "", false
	}
	j.drank, j.torn = false, j.drank
	if p.mark == '-' {
		s, ok := t.Bytes()
		if !ok {
			return "", false
		}
		j.drank, j.torn = j.torn, false
		end := len(s)
		if p.bytes {
			end = max(0, len(s)-p.n)
		} else if lines := linesOf(s); p.n < len(lines) {
			end = len(strings.Join(lines[:len(lines)-p.n], ""))
		} else {
			end = 0
		}
		return text.Stream(s[:end]), true
	}
	var sb strings.Builder
	left := p.n
	for part := range t.Parts() {
		if left == 0 {
			break
		}
		if part.Origin >= 0 {
			if oneWord(part) && !p.bytes {
				sb.WriteString(string(text.Unknown(byte(part.Origin))))
				continue
			}
			if sb.Len() == 0 {
				return "", false
			}
			sb.WriteString(string(text.Unknown(j.Env.Taint(t[sb.Len():]))))
			return text.Text(sb.String()), true
		}
		s := part.Lit
		if p.bytes {
			s = s[:min(left, len(s))]
			left -= len(s)
		} else {
			for i := 0; i < len(s); i++ {
				if s[i] == '\n' {
					if left--; left == 0 {
						s = s[:i+1]
					}
				}
			}
		}
		sb.WriteString(string(text.Stream(s)))
	}
	return text.Text(sb.String()), true
}

// oneWord reports whether what is not known of a part is a pid: digits, and
// certainly no newline.
func oneWord(p text.Part) bool { return pidDigits(text.Unknown(byte(p.Origin))) }

// tail passes on what is not known, and what may have been in front of it.
func (j *job) tail() (text.Text, bool) {
	p, operands, ok := j.portionOf("n:lines c:bytes q/quiet")
	if !ok {
		return "", false
	}
	t, ok := j.source(operands)
	if !ok {
		return "", false
	}
	if s, ok := t.Bytes(); ok {
		return text.Stream(p.end(s)), true
	}
	if p.mark == '+' { // what is left out is known, the rest is passed on
		s, rest := knownStart(t)
		skipped := portion{n: max(p.n-1, 0), bytes: p.bytes}
		n := skipped.length(s)
		if n < 0 {
			return "", false
		}
		return text.Stream(s[n:]) + rest, true
	}
	// The lines behind everything that is not known.
	last := strings.LastIndexByte(string(t), 0)
	for last >= 0 && t[last+1] == text.MarkNUL {
		last = strings.LastIndexByte(string(t[:last]), 0)
	}
	behind, _ := t[last+3:].Bytes()
	kept := p.end(behind)
	if p.bytes && len(behind) >= p.n || !p.bytes && len(linesOf(behind)) > p.n {
		return text.Stream(kept), true
	}
	if p.n == 0 || behind == "" {
		return "", false
	}
	return text.Unknown(j.Env.Taint(t)) + text.Stream(behind), true
}

// length is how many bytes the first n bytes or lines of s take, -1 where s
// has fewer.
func (p portion) length(s string) int {
	if p.bytes {
		if p.n > len(s) {
			return -1
		}
		return p.n
	}
	end := 0
	for range p.n {
		i := strings.IndexByte(s[end:], '\n')
		if i < 0 {
			return -1
		}
		end += i + 1
	}
	return end
}

// end is what tail gives of a text.
func (p portion) end(s string) string {
	switch {
	case p.mark == '+':
		p.n = max(p.n-1, 0)
		if n := p.length(s); n >= 0 {
			return s[n:]
		}
		return ""
	case p.bytes:
		return s[max(0, len(s)-p.n):]
	}
	lines := linesOf(s)
	return strings.Join(lines[max(0, len(lines)-p.n):], "")
}
