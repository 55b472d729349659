package shellparse

import (
	"strings"
	"unicode/utf8"
)

// described is ${x@a}, the attributes of a variable, or where whole is set
// ${x@A}, the command that makes it what it is.
func (ev *evaluator) described(c *ctx, name string, whole bool, v value, set tri) value {
	vr := ev.variable(c, name)
	unknown := scalar([]Text{unknownText(ev.taint(flatten(v)...))})
	switch {
	case ev.spoiled || vr == nil || vr.array || vr.unset || vr.readonly || vr.perhaps || vr.attr == "?" || vr.mayRef != "" || set == no:
		return unknown
	}
	flags := ""
	if strings.Contains(vr.attr, "i") {
		flags = "i"
	}
	if vr.exported {
		flags += "x"
	}
	flags += strings.ReplaceAll(vr.attr, "i", "")
	if !whole {
		return scalar([]Text{Text(flags)})
	}
	if flags != "" {
		flags = "declare -" + flags + " "
	}
	return v.each(func(t Text) Text {
		s, ok := t.Exact()
		if !ok {
			return unknownText(ev.taint(t))
		}
		return Text(flags+name+"=") + quotedBy(s)
	})
}

// quotedBy is ${x@Q}: bash always quotes, and writes what does not print as $'…'.
func quotedBy(s string) Text {
	for _, r := range s {
		if r < ' ' || r == 0x7f || r == utf8.RuneError {
			return unknownText(byte(OriginUnknown))
		}
	}
	return Text("'" + strings.ReplaceAll(s, "'", `'\''`) + "'")
}
