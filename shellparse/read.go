package shellparse

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/expand"
)

// read assigns what a line of the standard input splits into.
func (ev *evaluator) read(c *ctx, args []Word) tri {
	var names []string
	raw, array, whole := false, "", false
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
				arg := s[j+1:]
				if arg == "" && i+1 < len(args) {
					i++
					arg, _ = args[i].Exact()
				}
				switch s[j] {
				case 'a':
					array = arg
				case 'd':
					whole = true
				case 'u', 'n', 'N':
					whole = true
				}
				break flags
			}
		}
	}
	line, ok, known := c.in.line()
	if whole && c.in != nil {
		// Another delimiter or another descriptor: not followed.
		line, known = unknownText(ev.taint(c.in.text, line)), false
	}
	if !known {
		line = Text(strings.TrimSuffix(string(line), "\n"))
		if ev.opaque(line) { // it may hold newlines, and lose blanks
			line = unknownText(ev.taint(line))
		}
	}
	s, exact := line.Exact()
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
	case !ok:
		return no
	case known && exact && !whole:
		return yes
	}
	return maybe
}

func (ev *evaluator) mapfile(c *ctx, args []Word) {
	name := "MAPFILE"
	trim := hasFlag(args, 't')
	plainOnly := true
	for i := 0; i < len(args); i++ {
		s, ok := args[i].Exact()
		switch {
		case ok && s == "-t":
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
	s, exact := t.Exact()
	if !exact || !plainOnly {
		ev.assign(c, name, &variable{array: true, many: true, elems: []elem{{"0", []Text{unknownText(ev.taint(t))}}}})
		return
	}
	v := &variable{array: true}
	for i, line := range strings.SplitAfter(s, "\n") {
		if line == "" {
			continue
		}
		if trim {
			line = strings.TrimSuffix(line, "\n")
		}
		v.elems = append(v.elems, elem{strconv.Itoa(i), []Text{Text(line)}})
	}
	ev.assign(c, name, v)
}
