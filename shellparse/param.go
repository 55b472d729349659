package shellparse

import (
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// value is what a parameter expansion gives: the alternatives of each
// element. A scalar is a list of one.
type value struct {
	elems [][]Text
	list  bool // "$@" and "${a[@]}": elements stay apart even in quotes
	many  bool // elems is one element that stands for any number
}

func scalar(texts []Text) value { return value{elems: [][]Text{texts}} }

// joined is the value where it becomes one text: elements are separated by blanks.
func (v value) joined() []Text { return v.joinedBy(" ") }

func (v value) joinedBy(sep Text) []Text {
	if v.many {
		all := joinAll(v.elems)
		if len(all) == 1 {
			if o, ok := all[0].mark(); ok {
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
		var next []Text
		for _, a := range out {
			for _, b := range texts {
				if i > 0 {
					b = sep + b
				}
				next = joinTexts(next, []Text{a + b})
			}
		}
		out = next
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

// args are the positional parameters from $1 on.
func args(e *env) []Word {
	v := e.get("@")
	if v == nil {
		return nil
	}
	words := make([]Word, len(v.elems))
	for i, el := range v.elems {
		words[i] = Word{Texts: el.texts, Many: v.many}
	}
	return words
}

func setArgs(e *env, args []string) {
	e.set("0", &variable{texts: []Text{Text(args[0])}})
	v := &variable{array: true}
	for i, a := range args[1:] {
		v.elems = append(v.elems, elem{strconv.Itoa(i + 1), []Text{Text(a)}})
	}
	e.set("@", v)
}

func setWords(e *env, words []Word) {
	v := &variable{array: true}
	for i, w := range words {
		if w.Many || slices.ContainsFunc(w.Texts, Text.HasGlob) {
			v = &variable{array: true, many: true}
			var all []Text
			for _, w := range words {
				all = joinTexts(all, w.each())
			}
			v.elems = []elem{{"1", all}}
			break
		}
		v.elems = append(v.elems, elem{strconv.Itoa(i + 1), w.Texts})
	}
	e.set("@", v)
}

// each is what one of the words that w becomes may be: where it is a pattern,
// a name that matches; where it is split, a part that need not hold what else
// w holds.
func (w Word) each() []Text {
	if !w.Many {
		return matched(w.Texts)
	}
	var out []Text
	for _, t := range w.Texts {
		if _, ok := t.mark(); !ok {
			t = limitText([]Text{t})
		}
		out = joinTexts(out, []Text{t})
	}
	return out
}

// special gives the parameters the shell sets itself. ok is false for a
// name that is an ordinary variable.
func (ev *evaluator) special(c *ctx, name string) (value, bool) {
	one := func(origin OriginKind) (value, bool) {
		return scalar([]Text{unknownText(byte(origin))}), true
	}
	switch name {
	case "$", "BASHPID":
		if c.env.shell.level > 0 {
			return one(OriginOwnShell)
		}
		return one(OriginSelf)
	case "PPID":
		if c.remote {
			break // a process of another machine
		}
		return one(OriginParent)
	case "?":
		if t := c.env.lastStatus(); !t.HasUnknown() && !c.inTrap {
			return scalar([]Text{t}), true
		}
		return scalar([]Text{unknownText(ev.origin(Origin{OriginUnknown, "$?", -1}))}), true
	case "-", "_", "RANDOM", "SRANDOM", "SECONDS", "EPOCHSECONDS", "EPOCHREALTIME", "LINENO", "COLUMNS", "LINES", "BASH_COMMAND", "SHLVL", "HISTCMD":
		if v := c.env.get(name); v.isSet() && name != "-" && name != "_" {
			return value{}, false
		}
		return scalar([]Text{unknownText(ev.origin(Origin{OriginUnknown, "$" + name, -1}))}), true
	case "!":
		if v := c.env.get("!"); v.isSet() {
			return scalar(v.texts), true
		}
		return scalar([]Text{""}), true
	case "#":
		v := c.env.get("@")
		if v != nil && v.many {
			return scalar([]Text{unknownText(byte(OriginUnknown))}), true
		}
		n := 0
		if v != nil {
			n = len(v.elems)
		}
		return scalar([]Text{Text(strconv.Itoa(n))}), true
	case "@", "*":
		v := c.env.get("@")
		out := value{list: name == "@"}
		if v != nil {
			out.many = v.many
			for _, el := range v.elems {
				out.elems = append(out.elems, el.texts)
			}
		}
		return out, true
	case "0":
		if v := c.env.get("0"); v.isSet() {
			return scalar(v.texts), true
		}
		return scalar([]Text{"bash"}), true
	}
	if name[0] >= '1' && name[0] <= '9' {
		n, _ := strconv.Atoi(name)
		v := c.env.get("@")
		switch {
		case v != nil && v.many:
			return scalar(joinTexts(v.elems[0].texts, []Text{""})), true
		case v != nil && n > 0 && n <= len(v.elems):
			return scalar(v.elems[n-1].texts), true
		}
		return scalar([]Text{""}), true
	}
	return value{}, false
}

// lookup gives the value of a name, with how it may be unset: set is no
// where it is not set, maybe where it may not be.
func (ev *evaluator) lookup(c *ctx, name string) (v value, set tri) {
	if v := c.env.get(name); v != nil && v.ref != "" {
		for i := 0; v != nil && v.ref != "" && i < 16; i++ {
			ev.subscripts(c, Text(v.ref))
			name = v.ref
			v = c.env.get(name)
		}
		if base, key, isElem := strings.Cut(name, "["); isElem {
			return ev.elementOf(c, base, strings.TrimSuffix(key, "]"))
		}
	}
	if v, ok := ev.special(c, name); ok {
		if len(v.elems) == 0 || len(v.elems) == 1 && len(v.elems[0]) == 1 && v.elems[0][0] == "" {
			return v, no
		}
		return v, yes
	}
	vr := ev.variable(c, name)
	if vr == nil {
		if name == "BASH_SOURCE" && c.src.name != "" {
			return scalar([]Text{c.src.name}), maybe // the file that the line stands in
		}
		switch name {
		case "HOME":
			if ev.opt.Home != "" {
				return scalar([]Text{Text(ev.opt.Home)}), yes
			}
		case "PWD":
			return scalar(c.env.cwd()), yes
		case "SHELL", "BASH":
			return scalar([]Text{"/bin/bash"}), yes // bash sets them itself
		case "IFS":
			return scalar([]Text{" \t\n"}), yes
		case "UID", "EUID", "HOSTNAME", "HOSTTYPE", "MACHTYPE", "OSTYPE", "BASH_VERSION", "PATH", "OPTIND", "PS4", "TERM", "GROUPS", "BASH_VERSINFO", "DIRSTACK", "FUNCNAME", "BASH_SOURCE", "PIPESTATUS", "REPLY", "OLDPWD", "USER", "LOGNAME":
			return scalar([]Text{unknownText(ev.origin(Origin{OriginUnknown, "$" + name, -1}))}), maybe
		}
		kind := OriginUnset
		if c.env.shell.login || ev.opt.Env == nil {
			kind = OriginUnknown
		}
		return scalar([]Text{unknownText(ev.origin(Origin{kind, name, -1}))}), maybe
	}
	if vr.array {
		if vr.many {
			return scalar(vr.elems[0].texts), maybe
		}
		for _, el := range vr.elems {
			if el.key == "0" {
				return scalar(el.texts), yes
			}
		}
		return scalar([]Text{""}), no
	}
	if len(vr.texts) == 0 {
		return scalar([]Text{""}), no // unset by the text itself
	}
	if vr.unset {
		return scalar(joinTexts(vr.texts, []Text{""})), maybe
	}
	return scalar(vr.texts), yes
}

// variable follows name references.
func (ev *evaluator) variable(c *ctx, name string) *variable {
	v := c.env.get(name)
	for i := 0; v != nil && v.ref != "" && i < 16; i++ {
		ev.subscripts(c, Text(v.ref))
		v = c.env.get(v.ref)
	}
	return v
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
		return ev.operate(c, p, v)
	case p.Exp == nil:
		return v
	}
	word := func() []Text { return ev.argument(c, p.Exp.Word, quoted) }
	empty := set
	if set != no {
		empty = ev.nonEmpty(v)
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
			result = scalar(joinTexts(ev.withoutUnset(v.joined()), other))
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
		return scalar(ev.withoutUnset(v.joined())) // bash stops where it is unset
	case syntax.OtherParamOps:
		lit := p.Exp.Word.Lit()
		switch lit {
		case "Q":
			if set == no { // nothing, where an empty value is ''
				return scalar([]Text{""})
			}
			out := ev.operate(c, p, v)
			if set == maybe && len(out.elems) == 1 {
				out.elems[0] = joinTexts(out.elems[0], []Text{""})
			}
			return out
		case "E", "U", "u", "L":
			return ev.operate(c, p, v)
		case "P":
			ev.promptText(c, flatten(v)...)
			return unknown(flatten(v)...)
		case "K", "k", "A", "a":
			return unknown(flatten(v)...)
		}
		return unknown(flatten(v)...)
	default:
		return ev.operate(c, p, v)
	}
}

// withoutUnset turns "not set anywhere" into merely unknown, where the text
// has made sure that the empty case is not the one that goes on.
func (ev *evaluator) withoutUnset(texts []Text) []Text {
	out := make([]Text, 0, len(texts))
	for _, t := range texts {
		if t == "" && len(texts) > 1 {
			continue
		}
		if o, ok := t.mark(); ok && ev.out.Origins[o].Kind == OriginUnset {
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
		} else if strings.Trim(string(t), "\x00") == "" || onlyMarks(t) {
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

func onlyMarks(t Text) bool {
	for p := range t.Parts() {
		if p.Origin < 0 {
			return false
		}
	}
	return true
}

// argument expands the word after an operator.
func (ev *evaluator) argument(c *ctx, w *syntax.Word, quoted bool) []Text {
	if w == nil {
		return []Text{""}
	}
	if quoted {
		return ev.joined(c, ev.unquoted(c, w.Parts), inQuotes)
	}
	return ev.value(c, w).Texts
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
