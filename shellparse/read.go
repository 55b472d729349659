package shellparse

import (
	"strconv"
	"strings"
)

// reading is what the options of read ask for.
type reading struct {
	raw   bool
	array string
	delim byte // -d: what ends the line
	count int  // -n, -N: so many characters at most; -1: a line
	exact bool // -N: and no field splitting
	names []string
	known bool // false: from another descriptor, or an option that is not known
}

// readOptions looks at the arguments of read. A name that is not known may be any.
func (ev *evaluator) readOptions(c *ctx, args []Word) reading {
	r := reading{delim: '\n', count: -1, known: true}
	for i := 0; i < len(args); i++ {
		s, ok := args[i].Exact()
		if !ok {
			ev.spoil(c)
			r.known = false
			continue
		}
		if len(s) < 2 || s[0] != '-' {
			r.names = append(r.names, s)
			continue
		}
	flags:
		for j := 1; j < len(s); j++ {
			switch s[j] {
			case 'r':
				r.raw = true
			case 'a', 'd', 'i', 'n', 'N', 'p', 't', 'u':
				arg, known := s[j+1:], true
				if arg == "" && i+1 < len(args) {
					i++
					arg, known = args[i].Exact()
				}
				switch s[j] {
				case 'a':
					r.array = arg
				case 'd':
					byteLong := false
					r.delim, byteLong = delimiterOf(arg)
					known = known && byteLong
				case 'n', 'N':
					n, err := strconv.Atoi(arg)
					r.count, r.exact = n, s[j] == 'N'
					known = known && err == nil && n > 0
				case 'u', 't', 'i':
					known = false
				}
				r.known = r.known && known
				break flags
			}
		}
	}
	return r
}

// read assigns what a line of the standard input splits into.
func (ev *evaluator) read(c *ctx, args []Word) tri {
	r := ev.readOptions(c, args)
	ifs, split := ev.ifs(c)
	counted := r.count >= 0
	var line Text
	ok, known := true, false
	text, whole := "", false
	if c.in != nil {
		text, whole = c.in.text.Exact()
	}
	switch {
	case !r.known || !split || counted && (!whole || !r.raw || r.delim != '\n'):
		line = unknownText(byte(OriginInput))
		if c.in != nil {
			line = unknownText(ev.taint(c.in.text))
			c.in.set(line) // how far it was read is not known
		}
	case counted:
		s, rest, ended := cutRead(text, r)
		line, known, ok = Text(s), true, ended
		c.in.set(Text(rest))
	default:
		line, ok, known = c.in.line(r.delim)
		if strings.HasSuffix(string(line), "\\") && !r.raw && known { // it goes on with the next line
			line, known = unknownText(byte(OriginInput)), false
			c.in.set(line)
		}
	}
	if !known {
		line = Text(strings.TrimSuffix(string(line), "\n"))
		if ev.opaque(line) { // it may hold newlines, and lose blanks
			line = unknownText(ev.taint(line))
		}
	}
	s, exact := line.Exact()
	ev.charge(len(s)<<5, c.pos) // it may split into as many words as it has characters
	switch {
	case r.array != "":
		v := &variable{array: true, many: true, elems: []elem{{"0", []Text{line}}}}
		if exact && known {
			words := readFields(s, ifs, -1, r.raw)
			ev.steps += len(words) >> 3
			v = &variable{array: true, elems: make([]elem, 0, len(words))}
			for i, f := range words {
				v.elems = append(v.elems, elem{strconv.Itoa(i), []Text{Text(f)}})
			}
		}
		ev.assign(c, r.array, v)
	case exact && known:
		if len(r.names) == 0 || r.exact {
			name := "REPLY"
			if len(r.names) > 0 {
				name = r.names[0]
			} else if !r.raw {
				s = strings.Join(readFields(s, "", 1, false), "")
			}
			ev.assign(c, name, &variable{texts: []Text{Text(s)}})
			for _, name := range r.names[min(1, len(r.names)):] {
				ev.assign(c, name, &variable{texts: []Text{""}})
			}
			break
		}
		parts := readFields(s, ifs, len(r.names), r.raw)
		for i, name := range r.names {
			val := ""
			if i < len(parts) {
				val = parts[i]
			}
			ev.assignRead(c, r.names[:i], name, &variable{texts: []Text{Text(val)}})
		}
	default:
		if len(r.names) == 0 {
			r.names = []string{"REPLY"}
		}
		for i, name := range r.names {
			t := unknownText(ev.taint(line))
			if i == 0 && len(r.names) == 1 && r.raw {
				t = line
			}
			ev.assign(c, name, &variable{texts: []Text{t}})
		}
	}
	switch {
	case !ok:
		return no
	case known && exact:
		return yes
	}
	return maybe
}

// assignRead assigns a name behind others: one of those that is readonly ends it.
func (ev *evaluator) assignRead(c *ctx, before []string, name string, v *variable) {
	for _, b := range before {
		if old := c.env.get(b); old != nil && old.readonly {
			v = joinVariables(c.env.get(name), v)
		}
	}
	ev.assign(c, name, v)
}

// cutRead cuts off a text what read -n or -N takes of it.
func cutRead(text string, r reading) (s, rest string, ended bool) {
	end, skip := len(text), 0
	if i := strings.IndexByte(text, r.delim); i >= 0 && !r.exact {
		end, skip, ended = i, 1, true
	}
	if r.count >= 0 {
		n := 0
		for i := range text {
			if n == r.count {
				if i <= end {
					end, skip, ended = i, 0, true
				}
				break
			}
			n++
		}
		if n >= r.count && end == len(text) {
			ended = true
		}
	}
	return text[:end], text[end+skip:], ended
}

// readFields splits a line as read does: at most n fields, the last of which
// takes the rest; n < 0 for all. A backslash keeps the character after it as it
// is, unless raw.
func readFields(line, ifs string, n int, raw bool) []string {
	type char struct {
		r    rune
		kept bool
	}
	s := make([]char, 0, len(line))
	escaped := false
	for _, r := range line {
		if r == '\\' && !raw && !escaped {
			escaped = true
			continue
		}
		s = append(s, char{r, escaped})
		escaped = false
	}
	sep := func(c char) bool { return !c.kept && strings.ContainsRune(ifs, c.r) }
	blank := func(c char) bool { return sep(c) && (c.r == ' ' || c.r == '\t' || c.r == '\n') }
	text := func(s []char) string {
		var sb strings.Builder
		for _, c := range s {
			sb.WriteRune(c.r)
		}
		return sb.String()
	}
	skip := func(i int) int {
		for i < len(s) && blank(s[i]) {
			i++
		}
		return i
	}
	word := func(i int) (end, next int) { // a field, and what follows its separator
		end = i
		for end < len(s) && !sep(s[end]) {
			end++
		}
		if end == len(s) {
			return end, end
		}
		next = skip(end + 1)
		if blank(s[end]) && next < len(s) && sep(s[next]) {
			next = skip(next + 1)
		}
		return end, next
	}
	var out []string
	for i := skip(0); i < len(s); {
		end, next := word(i)
		if len(out) == n-1 { // the last one: the rest, without a separator that only ends it
			if next < len(s) {
				end = len(s)
				for end > i && blank(s[end-1]) {
					end--
				}
			}
			next = len(s)
		}
		out = append(out, text(s[i:end]))
		i = next
	}
	return out
}

// delimiterOf is the first byte of what -d is given, NUL where that is empty.
// ok is false for a character of more than one byte.
func delimiterOf(arg string) (delim byte, ok bool) {
	if arg == "" {
		return 0, true
	}
	return arg[0], arg[0] < 0x80
}

func (ev *evaluator) mapfile(c *ctx, args []Word) {
	name := "MAPFILE"
	trim, delim := false, byte('\n')
	plainOnly := true
	for i := 0; i < len(args); i++ {
		s, ok := args[i].Exact()
		switch {
		case ok && s == "-t":
			trim = true
		case ok && (strings.HasPrefix(s, "-d") || strings.HasPrefix(s, "-td")):
			trim = trim || s[1] == 't'
			arg := s[strings.IndexByte(s, 'd')+1:]
			if arg == "" && i+1 < len(args) {
				i++
				arg, ok = args[i].Exact()
			}
			byteLong := false
			delim, byteLong = delimiterOf(arg)
			plainOnly = plainOnly && ok && byteLong
		case ok && len(s) > 1 && s[0] == '-':
			plainOnly = false
			if strings.ContainsAny(s, "C") && i+1 < len(args) {
				// The index and the line are put behind it.
				line := unknownText(byte(OriginInput))
				if c.in != nil {
					line = unknownText(ev.taint(c.in.text))
				}
				ev.evalCode(c.subshell(), "mapfile -C", scalar(args[i+1].Texts).plus([]Text{" 0 " + line}), args[i+1].Pos)
			}
			if len(s) == 2 {
				i++
			}
		case ok:
			name = s
		}
	}
	t := c.in.all()
	s, exact := t.Bytes()
	ev.steps += strings.Count(s, string(delim))
	if !exact || !plainOnly {
		ev.assign(c, name, &variable{array: true, many: true, elems: []elem{{"0", []Text{unknownText(ev.taint(t))}}}})
		return
	}
	v := &variable{array: true}
	for i, line := range strings.SplitAfter(s, string(delim)) {
		if line == "" {
			continue
		}
		if trim {
			line = strings.TrimSuffix(line, string(delim))
		}
		line, _, _ = strings.Cut(line, "\x00") // where bash's string ends
		v.elems = append(v.elems, elem{strconv.Itoa(i), []Text{Text(line)}})
	}
	ev.assign(c, name, v)
}
