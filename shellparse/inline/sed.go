package inline

import "strings"

// readSed reads a sed script as GNU sed does, extensions included. Several -e
// texts are one script, joined by newlines.
func readSed(r *run, code string, offset int) {
	s := &sedScript{r: r, src: code, offset: offset}
	s.script()
	if s.failed && !s.blind {
		r.unknownCode(Unread, unknown(), offset+min(s.pos, len(code)), offset+len(code))
	}
	s.holes()
}

type sedScript struct {
	r       *run
	src     string
	offset  int
	pos     int
	open    int // { not closed
	failed  bool
	blind   bool // the limit of steps was passed
	comment [][2]int
}

func (s *sedScript) fail() { s.failed = true }

func (s *sedScript) peek() byte {
	if s.pos < len(s.src) {
		return s.src[s.pos]
	}
	return 0
}

func (s *sedScript) more() bool { return s.pos < len(s.src) && !s.failed }

// blanks skips white space, and with lines newlines and semicolons.
func (s *sedScript) blanks(lines bool) {
	for s.pos < len(s.src) {
		switch b := s.src[s.pos]; {
		case b == ' ' || b >= '\t' && b <= '\r' && b != '\n':
		case lines && (b == '\n' || b == ';'):
		default:
			return
		}
		s.pos++
	}
}

func (s *sedScript) script() {
	for {
		if s.blanks(true); !s.more() {
			break
		}
		if !s.r.step() {
			s.failed, s.blind = true, true
			return
		}
		s.command()
	}
	if s.open != 0 {
		s.fail()
	}
}

// command reads one command with its addresses.
func (s *sedScript) command() {
	addresses := 0
	if s.address() {
		addresses++
		if s.blanks(false); s.peek() == ',' {
			s.pos++
			s.blanks(false)
			if !s.address() {
				s.fail()
				return
			}
			addresses++
		}
	}
	s.blanks(false)
	if s.peek() == '!' {
		for s.pos++; s.peek() == ' '; s.pos++ {
		}
		if s.peek() == '!' {
			s.fail()
		}
	}
	s.blanks(false)
	if !s.more() {
		if addresses > 0 {
			s.fail()
		}
		return
	}
	at := s.pos
	b := s.src[s.pos]
	s.pos++
	switch b {
	case '#':
		s.pos = at
		line := s.line()
		s.comment = append(s.comment, [2]int{at, at + len(line)})
		if addresses > 0 {
			s.fail()
		}
	case '{':
		s.open++
	case '}':
		if s.open--; s.open < 0 || addresses > 0 {
			s.fail()
		}
		s.end()
	case ':':
		s.blanks(false)
		if s.label(";") == "" || addresses > 0 {
			s.fail()
		}
	case 'b', 't', 'T':
		s.blanks(false)
		s.label(";}#")
	case 'a', 'i', 'c':
		s.text()
	case 'e':
		s.blanks(false)
		if cmd := s.line(); cmd != "" {
			s.r.add(Effect{Kind: Shell, Call: "e", Argv: []Value{lit(cmd)}, Pos: s.offset + at, End: s.offset + s.pos})
		} else {
			s.r.unknownCode("e", from(Input, ""), s.offset+at, s.offset+s.pos)
		}
	case 'r', 'R':
		s.file("<", string(b), at)
	case 'w', 'W':
		s.file(">", string(b), at)
	case 's':
		s.substitute(at)
	case 'y':
		if d := s.delimiter(); s.until(d, false) && s.until(d, false) {
			s.end()
		}
	case '=', 'd', 'D', 'F', 'g', 'G', 'h', 'H', 'n', 'N', 'p', 'P', 'x', 'z':
		s.end()
	case 'l', 'L', 'q', 'Q':
		s.blanks(false)
		s.number()
		s.end()
	case 'v':
		s.blanks(false)
		s.label(";")
	default:
		s.pos = at
		s.fail()
	}
}

// end is what may stand behind a command.
func (s *sedScript) end() {
	s.blanks(false)
	switch s.peek() {
	case ';', '\n':
		s.pos++
	case '}', '#', 0:
	default:
		s.fail()
	}
}

func (s *sedScript) number() bool {
	at := s.pos
	for s.pos < len(s.src) && s.src[s.pos] >= '0' && s.src[s.pos] <= '9' {
		s.pos++
	}
	return s.pos > at
}

func (s *sedScript) address() bool {
	switch b := s.peek(); {
	case b >= '0' && b <= '9':
		s.number()
		if s.blanks(false); s.peek() == '~' {
			s.pos++
			s.blanks(false)
			s.number()
		}
	case b == '+' || b == '~':
		s.pos++
		if !s.number() {
			s.fail()
		}
	case b == '$':
		s.pos++
	case b == '/' || b == '\\':
		if s.pos++; b == '\\' {
			b = s.delimiter()
		}
		s.until(b, true)
		for {
			if s.blanks(false); s.peek() != 'I' && s.peek() != 'M' {
				return true
			}
			s.pos++
		}
	default:
		return false
	}
	return true
}

// delimiter is the character that s, y and \ are followed by.
func (s *sedScript) delimiter() byte {
	b := s.peek()
	if b == 0 || b == '\n' || b == '\\' || b >= 0x80 {
		s.fail() // a delimiter of several bytes is not followed
		return 0
	}
	s.pos++
	return b
}

// until reads up to a delimiter that is not quoted, and over it. In a pattern
// one between brackets is an ordinary character.
func (s *sedScript) until(d byte, pattern bool) bool {
	for s.more() {
		switch b := s.src[s.pos]; {
		case b == d:
			s.pos++
			return true
		case b == '\n' && pattern:
			s.fail()
			return false
		case b == '\\':
			s.pos++
		case b == '[' && pattern:
			end, cost := bracket(s.src, s.pos)
			s.pos = end - 1
			if s.r.steps += cost; !s.r.step() {
				s.failed, s.blind = true, true
				return false
			}
		}
		s.pos++
	}
	s.fail()
	return false
}

// bracket gives where the bracket expression at i ends. One that is never
// closed is a plain [: cost is what was looked at in vain, in steps.
func bracket(src string, i int) (end, cost int) {
	line, _, _ := strings.Cut(src[i:], "\n")
	var open [3]bool // [: [. [= that nothing behind closes
	j := 1
	if strings.HasPrefix(line[j:], "^") {
		j++
	}
	if strings.HasPrefix(line[j:], "]") {
		j++
	}
	for ; j < len(line); j++ {
		switch line[j] {
		case ']':
			return i + j + 1, cost
		case '[':
			class := 0
			if j+1 < len(line) {
				class = strings.IndexByte(":.=", line[j+1]) + 1
			}
			if class == 0 || open[class-1] {
				continue
			}
			if k := strings.Index(line[j+2:], line[j+1:j+2]+"]"); k >= 0 {
				j += k + 3
			} else {
				cost += len(line) / 16
				open[class-1] = true
			}
		}
	}
	return i + 1, cost + len(line)/16
}

// line is the rest of the line.
func (s *sedScript) line() string {
	rest, _, _ := strings.Cut(s.src[s.pos:], "\n")
	s.pos += len(rest)
	return rest
}

// label reads a name up to white space or one of ends.
func (s *sedScript) label(ends string) string {
	at := s.pos
	for s.pos < len(s.src) && strings.IndexByte(" \t\r\n\v\f", s.src[s.pos]) < 0 && strings.IndexByte(ends, s.src[s.pos]) < 0 {
		s.pos++
	}
	return s.src[at:s.pos]
}

// text skips the text of a, i and c: up to a newline that is not quoted.
func (s *sedScript) text() {
	s.blanks(false)
	if s.pos >= len(s.src) {
		s.fail() // expected \ after a, c or i
		return
	}
	for s.pos < len(s.src) && s.src[s.pos] != '\n' {
		if s.src[s.pos] == '\\' {
			s.pos++
		}
		s.pos++
	}
	s.pos = min(s.pos, len(s.src))
}

// file is the file of r and w: the rest of the line.
func (s *sedScript) file(op, call string, at int) {
	s.blanks(false)
	name := s.line()
	switch {
	case name == "":
		s.fail()
	case name == "/dev/stdout" || name == "/dev/stderr" || name == "/dev/stdin" && op == "<":
	default:
		s.r.add(Effect{Kind: Like, Call: call, Redir: op, Argv: []Value{lit(name)}, Pos: s.offset + at, End: s.offset + s.pos})
	}
}

// substitute reads s. With the flag e what is then in the pattern space is the
// text of a shell: all of it is known where the pattern takes the whole line.
func (s *sedScript) substitute(at int) {
	d := s.delimiter()
	a := s.pos
	if !s.until(d, true) {
		return
	}
	pattern := s.src[a : s.pos-1]
	a = s.pos
	if !s.until(d, false) {
		return
	}
	with := s.src[a : s.pos-1]
	runs, lines := false, false
	for s.more() {
		switch b := s.src[s.pos]; {
		case b == 'e':
			runs = true
		case b == 'm' || b == 'M':
			lines = true
		case b == ' ' || b == '\t' || b == 'g' || b == 'p' || b == 'i' || b == 'I' || b >= '0' && b <= '9':
		case b == 'w':
			s.executes(runs, lines, pattern, with, at)
			s.pos++
			s.file(">", "s///w", at)
			return
		default:
			s.executes(runs, lines, pattern, with, at)
			s.end()
			return
		}
		s.pos++
	}
	s.executes(runs, lines, pattern, with, at)
}

func (s *sedScript) executes(runs, lines bool, pattern, with string, at int) {
	if !runs {
		return
	}
	var known strings.Builder
	plain := true
	for i := 0; i < len(with); i++ {
		switch b := with[i]; {
		case b == '&':
			plain = false
		case b != '\\':
			known.WriteByte(b)
		case i+1 < len(with):
			i++
			if c := with[i]; c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' {
				plain = false
			} else {
				known.WriteByte(c)
			}
		}
	}
	v := lit(known.String())
	switch pattern {
	case ".*", "^.*", "^.*$", ".*$":
		if plain && !lines {
			s.r.add(Effect{Kind: Shell, Call: "s///e", Argv: []Value{v}, Pos: s.offset + at, End: s.offset + s.pos})
			return
		}
	}
	s.r.unknownCode("s///e", join(from(Input, ""), v, from(Input, "")), s.offset+at, s.offset+s.pos)
}

// holes says that code is not known where the shell text around it did not
// tell some of it, comments aside.
func (s *sedScript) holes() {
	if i := firstHole(s.src, s.comment); i >= 0 {
		s.r.unknownCode(Holed, unknown(), s.offset+i, s.offset+len(s.src))
	}
}

// firstHole gives where the first hole stands outside of the given ranges,
// which are in order; -1 where there is none.
func firstHole(src string, comments [][2]int) int {
	if !strings.Contains(src, "\xf3\xb0") { // how every hole begins
		return -1
	}
	for i, c := range src {
		if c < Hole || c >= Hole+4096 {
			continue
		}
		for len(comments) > 0 && comments[0][1] <= i {
			comments = comments[1:]
		}
		if len(comments) == 0 || comments[0][0] > i {
			return i
		}
	}
	return -1
}
