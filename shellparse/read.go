package shellparse

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/expand"
)

// read assigns what a line of the standard input splits into.
func (ev *evaluator) read(c *ctx, args []Word) tri {
	var names []string
	raw, array, whole, delim := false, "", false, byte('\n')
	for i := 0; i < len(args); i++ {
		s, ok := args[i].Exact()
		if !ok {
			continue
		}
		if len(s) < 2 || s[0] != '-' {
			names = append(names, s)
			continue
		}
	flags:
		for j := 1; j < len(s); j++ {
			switch s[j] {
			case 'r':
				raw = true
			case 'a', 'd', 'i', 'n', 'N', 'p', 't', 'u':
				arg, ok := s[j+1:], true
				if arg == "" && i+1 < len(args) {
					i++
					arg, ok = args[i].Exact()
				}
				switch s[j] {
				case 'a':
					array = arg
				case 'd':
					var byteLong bool
					delim, byteLong = delimiterOf(arg)
					whole = whole || !ok || !byteLong
				case 'u', 'n', 'N':
					whole = true
				}
				break flags
			}
		}
	}
	line, ok, known := c.in.line(delim)
	if whole && c.in != nil {
		// A number of characters or another descriptor: not followed.
		line, known = unknownText(ev.taint(c.in.text, line)), false
	}
	if !known {
		line = Text(strings.TrimSuffix(string(line), "\n"))
		if ev.opaque(line) { // it may hold newlines, and lose blanks
			line = unknownText(ev.taint(line))
		}
	}
	s, exact := line.Exact()
	ev.charge(len(s)<<5, c.pos) // it may split into as many words as it has characters
	ifs, one := ev.ifs(c)
	exact = exact && one
	cfg := &expand.Config{Env: expand.FuncEnviron(func(name string) string {
		if name == "IFS" {
			return ifs
		}
		return ""
	})}
	switch {
	case array != "":
		v := &variable{array: true, many: true, elems: []elem{{"0", []Text{line}}}}
		if exact && known {
			v = &variable{array: true}
			for i, f := range expand.ReadFields(cfg, s, -1, raw) {
				v.elems = append(v.elems, elem{strconv.Itoa(i), []Text{Text(f)}})
			}
		}
		ev.assign(c, array, v)
	case exact && known:
		if len(names) == 0 {
			ev.assign(c, "REPLY", &variable{texts: []Text{Text(s)}})
			break
		}
		parts := expand.ReadFields(cfg, s, len(names), raw)
		for i, name := range names {
			val := ""
			if i < len(parts) {
				val = parts[i]
			}
			ev.assign(c, name, &variable{texts: []Text{Text(val)}})
		}
	default:
		if len(names) == 0 {
			names = []string{"REPLY"}
		}
		for i, name := range names {
			t := unknownText(ev.taint(line))
			if i == 0 && len(names) == 1 && raw {
				t = line
			}
			ev.assign(c, name, &variable{texts: []Text{t}})
		}
	}
	switch {
	case !ok && !whole: // what is left without a delimiter is assigned all the same
		return no
	case known && exact && !whole:
		return yes
	}
	return maybe
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
	s, exact := t.bytes()
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
