package shellparse

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// getopts finds the next option of arguments that are known. How far it is
// inside a word of several, as in -ab, is kept with OPTIND: an assignment to
// that starts anew.
func (ev *evaluator) getopts(c *ctx, words []Word) tri {
	if len(words) < 2 {
		return maybe
	}
	name, named := words[1].Exact()
	set := func(name string, texts ...Text) { ev.assign(c, name, &variable{texts: texts}) }
	unknown := func() tri {
		if named {
			set(name, unknownText(byte(OriginArg)))
		} else {
			ev.spoil(c)
		}
		set("OPTARG", unknownText(byte(OriginArg)))
		set("OPTIND", unknownText(byte(OriginArg)))
		return maybe
	}
	spec, ok := words[0].Exact()
	given := args(c.env)
	if len(words) > 2 {
		given = words[2:]
	}
	at, inside := 1, 0
	if v := c.env.get("OPTIND"); v != nil {
		s, exact := one(append(v.texts[:len(v.texts):len(v.texts)], "")[:1]).Exact()
		n, err := strconv.Atoi(s)
		if !exact || err != nil || n < 1 || len(v.texts) != 1 || v.unset || v.inside < 0 {
			return unknown()
		}
		at, inside = n, v.inside
	}
	if !ok || !named || !syntax.ValidName(name) {
		return unknown()
	}
	for i, w := range given { // one that is several moves those behind it
		if _, exact := w.Exact(); !exact && (w.Many || w.Texts[0].HasGlob() || i+1 >= at) {
			return unknown()
		}
	}
	word := func(n int) string {
		if n > len(given) {
			return ""
		}
		s, _ := given[n-1].Exact()
		return s
	}
	move := func(at, inside int) {
		ev.assign(c, "OPTIND", &variable{texts: []Text{Text(strconv.Itoa(at))}, inside: inside})
	}
	s := word(at)
	if inside == 0 {
		if s == "--" {
			at++
		}
		if at > len(given) || s == "--" || len(s) < 2 || s[0] != '-' {
			move(min(at, len(given)+1), 0)
			set("OPTARG")
			set(name, "?")
			return no
		}
		inside = 1
	}
	if inside >= len(s) || s[inside] >= 0x80 {
		return unknown()
	}
	silent, letter := strings.HasPrefix(spec, ":"), s[inside:inside+1]
	known := strings.Index(spec, letter)
	if inside++; inside == len(s) {
		at, inside = at+1, 0
	}
	switch takes := known >= 0 && strings.HasPrefix(spec[known+1:], ":"); {
	case letter == ":" || known < 0:
		set("OPTARG")
		if silent {
			set("OPTARG", Text(letter))
		}
		letter = "?"
	case takes && inside > 0:
		set("OPTARG", Text(s[inside:]))
		at, inside = at+1, 0
	case takes && at <= len(given):
		set("OPTARG", Text(word(at)))
		at++
	case takes && silent:
		set("OPTARG", Text(letter))
		letter = ":"
	case takes:
		set("OPTARG")
		letter = "?"
	default:
		set("OPTARG")
	}
	move(at, inside)
	set(name, Text(letter))
	return yes
}
