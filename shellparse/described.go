package shellparse

import (
	"cmp"
	"strings"

	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/syntax"
)

// anchor is the # or % of a replacement at one end of the value, as in
// ${x/#a/b}; 0 for any other. Behind // both are characters of the pattern.
func anchor(r *syntax.Replace) byte {
	if r.All || r.Orig == nil || len(r.Orig.Parts) == 0 {
		return 0
	}
	lit, ok := r.Orig.Parts[0].(*syntax.Lit)
	if !ok || lit.Value == "" || lit.Value[0] != '#' && lit.Value[0] != '%' {
		return 0
	}
	return lit.Value[0]
}

// replaceAtEnd is ${x/#a/b} and ${x/%a/b}: what is left when the longest match
// is removed, with the replacement in its place.
func (ev *evaluator) replaceAtEnd(c *ctx, r *syntax.Replace, t Text) Text {
	s, _ := t.Exact()
	end := anchor(r)
	unknown := func(more ...Text) Text { return unknownText(ev.taint(append(more, t)...)) }
	with := ev.value(c, r.With).Texts
	put, known := with[0].Exact()
	pattern := *r.Orig
	first := *r.Orig.Parts[0].(*syntax.Lit)
	first.Value = first.Value[1:]
	pattern.Parts = append([]syntax.WordPart{&first}, r.Orig.Parts[1:]...)
	if first.Value == "" {
		pattern.Parts = r.Orig.Parts[1:]
	}
	if !known || len(with) > 1 || strings.ContainsAny(put, "&\\") || len(c.src.marks) > 0 {
		ev.walkIn(c, &pattern)
		return unknown(with...)
	}
	matches := true
	adapter := &exactEnv{ev: ev, c: c, operand: s}
	rest, ok := adapter.try(func(cfg *expand.Config) (string, error) {
		if len(pattern.Parts) == 0 {
			return s, nil
		}
		pat, err := expand.Pattern(cfg, &pattern)
		switch {
		case err != nil || !ev.matchable(s, pat):
			return "", cmp.Or(err, errTooMuch)
		case pat == "":
			return s, nil
		case strings.Contains(pat, "(") || s == "" && strings.Contains(pat, "*"): // it may match what is empty
			return "", errTooMuch
		}
		op := syntax.RemLargePrefix
		if end == '%' {
			op = syntax.RemLargeSuffix
		}
		x := &syntax.ParamExp{
			Dollar: r.Orig.Pos(), Rbrace: r.Orig.End(), Param: &syntax.Lit{Value: operand},
			Exp: &syntax.Expansion{Op: op, Word: &syntax.Word{Parts: []syntax.WordPart{&syntax.SglQuoted{Value: pat}}}},
		}
		rest, err := expand.Literal(cfg, &syntax.Word{Parts: []syntax.WordPart{&syntax.DblQuoted{Parts: []syntax.WordPart{x}}}})
		matches = rest != s
		return rest, err
	})
	switch {
	case !ok:
		return unknown(adapter.seen...)
	case !matches:
		return t
	case end == '#':
		return Text(put + rest)
	}
	return Text(rest + put)
}

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
