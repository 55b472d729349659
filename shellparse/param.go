package shellparse

import (
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"mvdan.cc/sh/v3/expand"
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
func (v value) joined() []Text {
	out := []Text{""}
	for i, texts := range v.elems {
		var next []Text
		for _, a := range out {
			for _, b := range texts {
				if i > 0 {
					b = " " + b
				}
				next = joinTexts(next, []Text{a + b})
			}
		}
		out = next
	}
	return out
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
		if w.Many {
			v = &variable{array: true, many: true}
			var all []Text
			for _, w := range words {
				all = joinTexts(all, w.Texts)
			}
			v.elems = []elem{{"1", all}}
			break
		}
		v.elems = append(v.elems, elem{strconv.Itoa(i + 1), w.Texts})
	}
	e.set("@", v)
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
	case "?", "-", "_", "RANDOM", "SRANDOM", "SECONDS", "EPOCHSECONDS", "EPOCHREALTIME", "LINENO", "COLUMNS", "LINES", "BASH_COMMAND", "SHLVL", "HISTCMD":
		if v := c.env.get(name); v.isSet() && name[0] != '?' && name != "_" {
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
			return scalar(v.elems[0].texts), true
		case v != nil && n <= len(v.elems):
			return scalar(v.elems[n-1].texts), true
		}
		return scalar([]Text{""}), true
	}
	return value{}, false
}

// lookup gives the value of a name, with how it may be unset: set is no
// where it is not set, maybe where it may not be.
func (ev *evaluator) lookup(c *ctx, name string) (v value, set tri) {
	if v, ok := ev.special(c, name); ok {
		if len(v.elems) == 0 || len(v.elems) == 1 && len(v.elems[0]) == 1 && v.elems[0][0] == "" {
			return v, no
		}
		return v, yes
	}
	vr := ev.variable(c, name)
	if vr == nil {
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
		case "Q", "E", "U", "u", "L":
			return ev.operate(c, p, v)
		case "P", "K", "k", "A", "a":
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
		if len(t) == 3 && t[0] == 0 && t[1] != markGlob && ev.out.Origins[t[2]].Kind == OriginUnset {
			t = unknownText(ev.origin(Origin{OriginUnknown, "$" + ev.out.Origins[t[2]].Name, -1}))
		}
		out = append(out, t)
	}
	return out
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
			switch OriginKind(t[2]) {
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
		return ev.joined(c, []syntax.WordPart{&syntax.DblQuoted{Parts: w.Parts}}, false)
	}
	return ev.value(c, w).Texts
}

// indirect is ${!name}.
func (ev *evaluator) indirect(c *ctx, name string) (value, tri) {
	if v := c.env.get(name); v != nil && v.ref != "" {
		return scalar([]Text{Text(v.ref)}), yes
	}
	v, _ := ev.lookup(c, name)
	if len(v.elems) != 1 {
		return scalar([]Text{unknownText(ev.taint(flatten(v)...))}), maybe
	}
	var out []Text
	for _, t := range v.elems[0] {
		s, ok := t.Exact()
		switch {
		case !ok:
			out = joinTexts(out, []Text{unknownText(ev.taint(t))})
		case s == "":
			out = joinTexts(out, []Text{""})
		default:
			base, sub, isElem := strings.Cut(s, "[")
			if !syntax.ValidName(base) && !strings.ContainsAny(base, "@*#?$!0123456789") {
				out = joinTexts(out, []Text{""})
				continue
			}
			if isElem {
				ev2, _ := ev.elementOf(c, base, strings.TrimSuffix(sub, "]"))
				out = joinTexts(out, ev2.joined())
				continue
			}
			target, _ := ev.lookup(c, s)
			if len(v.elems[0]) == 1 {
				return target, maybe
			}
			out = joinTexts(out, target.joined())
		}
	}
	return scalar(out), maybe
}

// length is ${#x}.
func (ev *evaluator) length(c *ctx, name string, p *syntax.ParamExp, v value) value {
	if name == "@" || name == "*" || p.Index != nil && (isAll(p.Index)) {
		if v.many {
			return scalar([]Text{unknownText(byte(OriginUnknown))})
		}
		return scalar([]Text{Text(strconv.Itoa(len(v.elems)))})
	}
	var out []Text
	for _, t := range v.joined() {
		s, ok := t.Exact()
		if !ok {
			return scalar([]Text{unknownText(byte(OriginUnknown))})
		}
		out = joinTexts(out, []Text{Text(strconv.Itoa(utf8.RuneCountInString(s)))})
	}
	return scalar(out)
}

func isAll(x syntax.ArithmExpr) bool {
	w, ok := x.(*syntax.Word)
	if !ok {
		return false
	}
	lit := w.Lit()
	return lit == "@" || lit == "*"
}

// index is ${a[x]}.
func (ev *evaluator) index(c *ctx, name string, x syntax.ArithmExpr) (value, tri) {
	vr := ev.variable(c, name)
	if isAll(x) {
		out := value{list: x.(*syntax.Word).Lit() == "@"}
		switch {
		case vr == nil:
			v, set := ev.lookup(c, name)
			return v, set
		case !vr.array:
			if len(vr.texts) > 0 {
				out.elems = [][]Text{vr.texts}
			}
		default:
			out.many = vr.many
			for _, el := range vr.elems {
				out.elems = append(out.elems, el.texts)
			}
		}
		return out, ev.setness(len(out.elems) > 0)
	}
	if vr == nil {
		return ev.lookup(c, name)
	}
	key, ok := ev.key(c, vr, x)
	if !ok {
		var all []Text
		for _, el := range vr.elems {
			all = joinTexts(all, el.texts)
		}
		if !vr.array {
			all = vr.texts
		}
		return scalar(joinTexts(all, []Text{""})), maybe
	}
	return ev.elementOf(c, name, key)
}

func (ev *evaluator) setness(set bool) tri {
	if set {
		return yes
	}
	return no
}

func (ev *evaluator) elementOf(c *ctx, name, key string) (value, tri) {
	vr := ev.variable(c, name)
	switch {
	case vr == nil:
		return ev.lookup(c, name)
	case !vr.array:
		if key == "0" {
			return ev.lookup(c, name)
		}
		return scalar([]Text{""}), no
	case vr.many:
		return scalar(joinTexts(vr.elems[0].texts, []Text{""})), maybe
	}
	if n, err := strconv.Atoi(key); err == nil && n < 0 && !vr.assoc && len(vr.elems) > 0 {
		last, _ := strconv.Atoi(vr.elems[len(vr.elems)-1].key)
		key = strconv.Itoa(last + 1 + n)
	}
	for _, el := range vr.elems {
		if el.key == key {
			return scalar(el.texts), yes
		}
	}
	return scalar([]Text{""}), no
}

// key evaluates an index. ok is false where it is not fully known.
func (ev *evaluator) key(c *ctx, vr *variable, x syntax.ArithmExpr) (string, bool) {
	if vr != nil && vr.assoc {
		w, ok := x.(*syntax.Word)
		if !ok {
			return "", false
		}
		return ev.value(c, w).Exact()
	}
	return ev.arithm(c, x).Exact()
}

// keys is ${!a[@]}.
func (ev *evaluator) keys(c *ctx, name string) value {
	vr := ev.variable(c, name)
	out := value{list: true}
	if vr == nil || vr.many {
		return value{elems: [][]Text{{unknownText(byte(OriginUnknown))}}, list: true, many: true}
	}
	if !vr.array && len(vr.texts) > 0 {
		out.elems = [][]Text{{"0"}}
	}
	for _, el := range vr.elems {
		out.elems = append(out.elems, []Text{Text(el.key)})
	}
	return out
}

// operate applies an operator that only expand knows (removal, replacement,
// case, slices) to every value that is fully known; the result for any other
// is unknown, with where it came from.
func (ev *evaluator) operate(c *ctx, p *syntax.ParamExp, v value) value {
	if v.many {
		ev.walkIn(c, p)
		v.elems = [][]Text{{unknownText(ev.taint(flatten(v)...))}}
		return v
	}
	if p.Slice != nil && (v.list || p.Param.Value == "*") {
		return ev.sliceList(c, p, v)
	}
	out := value{list: v.list, elems: make([][]Text, len(v.elems))}
	for i, texts := range v.elems {
		for _, t := range texts {
			out.elems[i] = joinTexts(out.elems[i], []Text{ev.operateText(c, p, t)})
		}
	}
	return out
}

const operand = "_operand_" // stands for the value in the expression given to expand

func (ev *evaluator) operateText(c *ctx, p *syntax.ParamExp, t Text) Text {
	s, ok := t.Exact()
	if !ok {
		ev.walkIn(c, p)
		if p.Exp != nil && ev.vanishes(Word{Texts: []Text{t}}) {
			return t // nothing can be removed from what is empty
		}
		return unknownText(ev.taint(t))
	}
	adapter := &exactEnv{ev: ev, c: c, operand: s}
	x := &syntax.ParamExp{
		Dollar: p.Dollar, Rbrace: p.Rbrace,
		Param: &syntax.Lit{Value: operand},
		Slice: p.Slice, Repl: p.Repl, Exp: p.Exp,
	}
	result, ok := adapter.try(func(cfg *expand.Config) (string, error) {
		return expand.Literal(cfg, &syntax.Word{Parts: []syntax.WordPart{&syntax.DblQuoted{Parts: []syntax.WordPart{x}}}})
	})
	if !ok {
		return unknownText(ev.taint(append(adapter.seen, t)...))
	}
	return c.src.show(result)
}

// sliceList is "${@:x:y}" and "${a[@]:x:y}".
func (ev *evaluator) sliceList(c *ctx, p *syntax.ParamExp, v value) value {
	elems := v.elems
	base := 0
	if p.Param.Value == "@" || p.Param.Value == "*" {
		zero, _ := ev.special(c, "0")
		elems = append([][]Text{zero.joined()}, elems...)
		base = 1
	}
	bound := func(x syntax.ArithmExpr, def int) (int, bool) {
		if x == nil {
			return def, true
		}
		s, ok := ev.arithm(c, x).Exact()
		n, err := strconv.Atoi(s)
		return n, ok && err == nil
	}
	from, ok1 := bound(p.Slice.Offset, 0)
	n, ok2 := bound(p.Slice.Length, len(elems))
	if !ok1 || !ok2 {
		return value{elems: [][]Text{{limitText(flatten(v))}}, list: true, many: true}
	}
	if from < 0 {
		from = max(0, len(elems)+from)
	}
	if p.Slice.Offset == nil {
		from = base
	}
	from = min(from, len(elems))
	n = max(0, min(n, len(elems)-from))
	return value{elems: elems[from : from+n], list: v.list}
}

// walkIn evaluates what stands inside an expansion whose value is not known,
// for the commands it runs.
func (ev *evaluator) walkIn(c *ctx, n syntax.Node) {
	syntax.Walk(n, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.CmdSubst:
			ev.cmdSubst(c, n)
			return false
		case *syntax.ProcSubst:
			ev.procSubst(c, n)
			return false
		}
		return true
	})
}

// exactEnv lends the evaluator's variables to expand, which knows only
// values that are fully known. inexact says that it met another one.
type exactEnv struct {
	ev      *evaluator
	c       *ctx
	operand string
	inexact bool
	seen    []Text // the values that were not fully known
	sets    []string
}

// try runs fn with a configuration over the environment. ok is false where
// the result cannot be trusted.
func (x *exactEnv) try(fn func(*expand.Config) (string, error)) (result string, ok bool) {
	defer func() {
		if recover() != nil { // expand panics on what it does not support
			result, ok = "", false
		}
	}()
	cfg := &expand.Config{
		Env: x,
		CmdSubst: func(w io.Writer, n *syntax.CmdSubst) error {
			texts := x.ev.cmdSubst(x.c, n)
			if s, ok := texts[0].Exact(); ok && len(texts) == 1 {
				_, err := io.WriteString(w, s)
				return err
			}
			x.miss(texts)
			_, err := io.WriteString(w, "1")
			return err
		},
		ProcSubst: func(n *syntax.ProcSubst) (string, error) {
			x.ev.procSubst(x.c, n)
			return "/dev/fd/63", nil
		},
	}
	result, err := fn(cfg)
	return result, err == nil && !x.inexact && strings.IndexByte(result, 0) < 0
}

func (x *exactEnv) miss(texts []Text) {
	x.inexact = true
	x.seen = append(x.seen, texts...)
}

// Get implements [expand.Environ].
func (x *exactEnv) Get(name string) expand.Variable {
	str := func(s string) expand.Variable { return expand.Variable{Set: true, Kind: expand.String, Str: s} }
	if name == operand {
		return str(x.operand)
	}
	if vr := x.ev.variable(x.c, name); vr != nil && vr.array {
		out := expand.Variable{Set: true, Kind: expand.Indexed}
		if vr.assoc {
			out.Kind, out.Map = expand.Associative, map[string]string{}
		}
		for _, el := range vr.elems {
			s, ok := el.texts[0].Exact()
			if !ok || len(el.texts) > 1 || vr.many {
				x.miss(el.texts)
				s = "1"
			}
			if vr.assoc {
				out.Map[el.key] = s
			} else {
				n, _ := strconv.Atoi(el.key)
				out.List, out.Indexes = append(out.List, s), append(out.Indexes, n)
			}
		}
		return out
	}
	v, set := x.ev.lookup(x.c, name)
	if set == no {
		return expand.Variable{}
	}
	texts := v.joined()
	if x.ev.vanishes(Word{Texts: texts}) {
		return expand.Variable{}
	}
	s, ok := texts[0].Exact()
	if !ok || len(texts) > 1 || set == maybe {
		x.miss(texts)
		return str("1")
	}
	return str(s)
}

// Each implements [expand.Environ]; nothing here lists variables.
func (x *exactEnv) Each(func(string, expand.Variable) bool) {}

// Set implements [expand.WriteEnviron].
func (x *exactEnv) Set(name string, vr expand.Variable) error {
	x.sets = append(x.sets, name)
	x.ev.assign(x.c, name, &variable{texts: []Text{Text(vr.String())}})
	return nil
}
