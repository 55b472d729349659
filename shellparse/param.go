package shellparse

import (
	"slices"
	"strings"

	"github.com/hermes-exec/hermes-exec/shellparse/text"
	"mvdan.cc/sh/v3/syntax"
)

// value is what a parameter expansion gives: the alternatives of each
// element. A scalar is a list of one.
type value struct {
	elems [][]Text
	list  bool       // "$@" and "${a[@]}": elements stay apart even in quotes
	many  bool       // elems is one element that stands for any number
	ways  [][][]Text // the lists of elements that it may be, where they are known
}

func scalar(texts []Text) value { return value{elems: [][]Text{texts}} }

// each gives the value with every text replaced.
func (v value) each(fn func(Text) Text) value {
	elems := make([][]Text, len(v.elems))
	for i, texts := range v.elems {
		for _, t := range texts {
			elems[i] = joinTexts(elems[i], []Text{fn(t)})
		}
	}
	v.elems, v.ways = elems, nil
	return v
}

// joined is the value where it becomes one text: elements are separated by blanks.
func (v value) joined() []Text { return v.joinedBy(" ") }

func (v value) joinedBy(sep Text) []Text {
	if v.many && len(v.ways) > 0 {
		var all []Text
		for _, w := range v.ways {
			all = joinTexts(all, value{elems: w}.joinedBy(sep))
		}
		return all
	}
	if v.many {
		all := joinAll(v.elems)
		if len(all) == 1 {
			if o, ok := all[0].Mark(); ok {
				return []Text{unknownText(o)}
			}
		}
		return []Text{limitText(all)}
	}
	if t, ok := v.sole(sep); ok {
		return []Text{t}
	}
	out := []Text{""}
	for i, texts := range v.elems {
		if i > 0 {
			texts = text.Cross([]Text{sep}, texts)
		}
		out = text.Cross(out, texts)
	}
	return out
}

// sole is joinedBy where every element has one text: a long list is then
// put together in one go.
func (v value) sole(sep Text) (Text, bool) {
	size := 0
	for _, texts := range v.elems {
		if len(texts) != 1 {
			return "", false
		}
		size += len(texts[0]) + len(sep)
	}
	if len(v.elems) == 1 {
		return v.elems[0][0], true
	}
	var sb strings.Builder
	sb.Grow(size)
	for i, texts := range v.elems {
		if i > 0 {
			sb.WriteString(string(sep))
		}
		sb.WriteString(string(texts[0]))
	}
	return Text(sb.String()), true
}

// param expands ${…} in every form.
func (ev *evaluator) param(c *ctx, p *syntax.ParamExp, quoted bool) value {
	unknown := func(texts ...Text) value {
		return scalar([]Text{unknownText(ev.taint(texts...))})
	}
	if p.Param == nil || p.Flags != nil || p.NestedParam != nil || len(p.Modifiers) > 0 || p.IsSet || p.Width {
		ev.walkIn(c, p)
		return value{elems: [][]Text{{unknownText(byte(OriginUnknown))}}, many: !quoted}
	}
	name := p.Param.Value
	v, set := value{}, maybe
	switch {
	case p.Excl && p.Names != 0: // ${!prefix*}
		return value{elems: [][]Text{{unknownText(byte(OriginUnknown))}}, list: true, many: true}
	case p.Index != nil:
		v, set = ev.index(c, name, p.Index)
		if p.Excl { // ${!a[@]}: the keys
			return ev.keys(c, name)
		}
	case p.Excl:
		v, set = ev.indirect(c, name)
	default:
		v, set = ev.lookup(c, name)
	}
	if ev.nounset && set != yes {
		ev.splits++ // the shell may end here
	}
	if byBytes(c, p, v) {
		return unknown(v.joined()...)
	}
	switch {
	case p.Length:
		return ev.length(c, name, p, v)
	case p.Slice != nil, p.Repl != nil:
		return orNothing(ev.operate(c, ev.withProcesses(c, p), v), set)
	case p.Exp == nil:
		return v
	}
	word := func() []Text { return ev.argument(c, p.Exp.Word, quoted) }
	empty := set
	if set != no {
		empty = ev.nonEmpty(v)
	}
	mayBeEmpty := false // ${x-y} of an empty x is empty
	switch p.Exp.Op {
	case syntax.DefaultUnset, syntax.AssignUnset, syntax.ErrorUnset:
		vr := ev.variable(c, name)
		mayBeEmpty = p.Index != nil || vr != nil && slices.Contains(vr.texts, "")
	}
	switch op := p.Exp.Op; op {
	case syntax.DefaultUnset, syntax.DefaultUnsetOrNull, syntax.AssignUnset, syntax.AssignUnsetOrNull:
		has := set
		if op == syntax.DefaultUnsetOrNull || op == syntax.AssignUnsetOrNull {
			has = empty
		}
		if has == yes {
			return v
		}
		other := word()
		result := scalar(other)
		if has == maybe {
			result = scalar(joinTexts(ev.withoutUnset(v.joined(), mayBeEmpty), other))
		}
		if op == syntax.AssignUnset || op == syntax.AssignUnsetOrNull {
			ev.assign(c, name, &variable{texts: result.elems[0]})
		}
		return result
	case syntax.AlternateUnset, syntax.AlternateUnsetOrNull:
		has := set
		if op == syntax.AlternateUnsetOrNull {
			has = empty
		}
		if has == no {
			return scalar([]Text{""})
		}
		other := word()
		if has == maybe {
			other = joinTexts(other, []Text{""})
		}
		return scalar(other)
	case syntax.ErrorUnset, syntax.ErrorUnsetOrNull:
		word()
		c.noise()
		return scalar(ev.withoutUnset(v.joined(), mayBeEmpty)) // bash stops where it is unset
	case syntax.OtherParamOps:
		lit := p.Exp.Word.Lit()
		switch lit {
		case "Q":
			return orNothing(ev.operate(c, p, v), set)
		case "E", "U", "u", "L":
			return ev.operate(c, p, v)
		case "P":
			ev.promptText(c, flatten(v)...)
			return v.each(func(t Text) Text {
				if strings.ContainsAny(string(t), "\\$`!\x00") && ev.emptied(t) != "" {
					return unknownText(ev.taint(t))
				}
				return t
			})
		case "A", "a":
			if p.Index == nil && !p.Excl && set != maybe {
				return ev.described(c, name, lit == "A", v, set)
			}
		}
		return unknown(flatten(v)...)
	default:
		return ev.operate(c, ev.withProcesses(c, p), v)
	}
}

// orNothing is what an operator makes of a value that may not be set. What is
// empty becomes a pair of quotes by @Q and x by /#/x; what is not set stays nothing.
func orNothing(v value, set tri) value {
	switch {
	case v.list || len(v.elems) != 1:
	case set == no:
		return scalar([]Text{""})
	case set == maybe:
		v.elems[0] = joinTexts(v.elems[0], []Text{""})
	}
	return v
}

// withoutUnset turns "not set anywhere" into merely unknown, where the text
// has made sure that the empty case is not the one that goes on. With empties
// a value that is set and empty is.
func (ev *evaluator) withoutUnset(texts []Text, empties bool) []Text {
	out := make([]Text, 0, len(texts))
	for _, t := range texts {
		if t == "" && len(texts) > 1 && !empties {
			continue
		}
		if o, ok := t.Mark(); ok && ev.out.Origins[o].Kind == OriginUnset {
			t = unknownText(ev.origin(Origin{OriginUnknown, "$" + ev.out.Origins[o].Name, -1}))
		}
		out = append(out, t)
	}
	return out
}

func joinAll(elems [][]Text) []Text {
	var all []Text
	for _, texts := range elems {
		all = joinTexts(all, texts)
	}
	return all
}

func flatten(v value) []Text {
	var all []Text
	for _, e := range v.elems {
		all = append(all, e...)
	}
	return all
}

func (ev *evaluator) nonEmpty(v value) tri {
	result := no
	for i, t := range flatten(v) {
		k := yes
		if t == "" {
			k = no
		} else if ev.steps += len(t) >> 9; strings.Trim(string(t), "\x00") == "" || onlyMarks(t) {
			k = maybe
			switch OriginKind(t[2] & payload) {
			case OriginSelf, OriginParent, OriginOwnShell, OriginJob:
				k = yes
			}
		}
		if i == 0 {
			result = k
		} else if result != k {
			return maybe
		}
	}
	return result
}

// argument expands the word after an operator.
func (ev *evaluator) argument(c *ctx, w *syntax.Word, quoted bool) []Text {
	if w == nil {
		return []Text{""}
	}
	if quoted {
		return ev.joined(c, ev.unquoted(c, w.Parts), inQuotes)
	}
	return ev.value(c, ev.operandWord(c, w, false)).Texts
}

// unquoted gives the parts of a word that stands inside double quotes, where
// single quotes are characters like any other: "${x:-'$y'}".
func (ev *evaluator) unquoted(c *ctx, parts []syntax.WordPart) []syntax.WordPart {
	var out []syntax.WordPart
	for _, part := range parts {
		q, ok := part.(*syntax.SglQuoted)
		if !ok || q.Dollar {
			out = append(out, part)
			continue
		}
		lit := &syntax.Lit{ValuePos: q.Left, ValueEnd: q.Left, Value: "'"}
		out = append(out, lit)
		if strings.ContainsAny(q.Value, "$`\\") {
			w, err := ev.parser(c.env.shell.dialect).Document(strings.NewReader(q.Value))
			if err != nil || w == nil {
				ev.problem("construct", "quotes inside quotes that this program does not read", c.src.span(q))
				continue
			}
			out = append(out, w.Parts...)
		} else {
			out = append(out, &syntax.Lit{ValuePos: q.Left, ValueEnd: q.Left, Value: q.Value})
		}
		out = append(out, lit)
	}
	return out
}
