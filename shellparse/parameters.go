package shellparse

import (
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// args are the positional parameters from $1 on.
func args(e *env) []Word {
	v := e.get("@")
	if v == nil {
		return nil
	}
	e.shell.ev.steps += len(v.elems) >> 2
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
		if o, ok := t.Mark(); ok {
			t = unknownText(o)
		} else {
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
		o := Origin{OriginUnknown, "$" + name, -1}
		if slices.Contains([]string{"RANDOM", "SRANDOM", "SECONDS", "EPOCHSECONDS", "LINENO"}, name) && c.env.shell.dialect == syntax.LangBash && !c.env.shell.either {
			return scalar([]Text{unknownText(ev.solidOrigin(o))}), true
		}
		return scalar([]Text{unknownText(ev.origin(o))}), true
	case "!":
		if v := c.env.get("!"); v.isSet() {
			if v.unset {
				return scalar(joinTexts(v.texts, []Text{""})), true
			}
			return scalar(v.texts), true
		}
		return scalar([]Text{""}), true
	case "#":
		v := c.env.get("@")
		if v != nil && v.many {
			return scalar(lengths(v)), true
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
			out.many, out.ways = v.many, waysOf(v)
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
		case v != nil && v.many && v.ways != nil:
			var all []Text
			for _, w := range v.ways {
				one := []Text{""}
				if n > 0 && n <= len(w.elems) {
					one = w.elems[n-1].texts
				}
				all = joinTexts(all, one)
			}
			return scalar(all), true
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
	if name == "" {
		return scalar([]Text{""}), no
	}
	if v := c.env.get(name); v != nil && v.ref != "" {
		for i := 0; v != nil && v.ref != "" && i < 16; i++ {
			ev.subscripts(c, Text(v.ref))
			name = v.ref
			v = c.env.get(name)
		}
		if base, key, isElem := strings.Cut(name, "["); isElem {
			if !ev.enterReference(c, base) {
				return scalar([]Text{unknownText(byte(OriginUnknown))}), maybe
			}
			defer ev.leaveReference()
			return ev.elementOf(c, base, strings.TrimSuffix(key, "]"))
		}
	}
	if v, ok := ev.special(c, name); ok {
		if len(v.elems) == 0 || len(v.elems) == 1 && len(v.elems[0]) == 1 && v.elems[0][0] == "" {
			return v, no
		}
		if at := c.env.get("@"); at != nil && at.many && isSpecial(name) && strings.Trim(name, "@*123456789") == "" {
			return v, maybe
		}
		return v, yes
	}
	vr := ev.variable(c, name)
	if vr == nil {
		if name == "BASH_SOURCE" && c.src.name != "" { // the file that the line stands in
			if c.env.shell.dialect == syntax.LangBash && !c.env.shell.either {
				return scalar([]Text{c.src.name}), yes
			}
			return scalar([]Text{c.src.name}), maybe
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
		kind, set := OriginUnset, maybe
		switch {
		case c.env.shell.login || ev.opt.Env == nil || ev.spoiled:
			kind = OriginUnknown
		case c.env.shell.caller && !c.remote && !setByShell(name):
			set = no
		}
		return scalar([]Text{unknownText(ev.origin(Origin{kind, name, -1}))}), set
	}
	if vr.array {
		if vr.many {
			return ev.elementOf(c, name, "0")
		}
		for _, el := range vr.elems {
			switch {
			case el.key != "0":
			case vr.unset:
				return scalar(ev.orUnset(el.texts)), maybe
			default:
				return scalar(el.texts), yes
			}
		}
		return scalar([]Text{""}), no
	}
	if len(vr.texts) == 0 {
		return scalar([]Text{""}), no // unset by the text itself
	}
	if vr.unset {
		return scalar(ev.orUnset(vr.texts)), maybe
	}
	return scalar(vr.texts), yes
}

// orUnset is what may be set: where unknown code has run, that may have set it.
func (ev *evaluator) orUnset(texts []Text) []Text {
	texts = joinTexts(texts, []Text{""})
	if ev.spoiled {
		texts = joinTexts(texts, []Text{unknownText(byte(OriginUnknown))})
	}
	return texts
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

// setByShell reports whether a shell may set a variable by itself.
func setByShell(name string) bool {
	switch name {
	case "SHELLOPTS", "OPTERR", "OPTARG", "PS1", "PS2", "PS3", "MAPFILE", "COPROC", "COPROC_PID", "MAIL", "MAILCHECK", "HISTFILE", "HISTSIZE", "HISTFILESIZE":
		return true
	}
	return strings.HasPrefix(name, "BASH") || strings.HasPrefix(name, "COMP_") || strings.HasPrefix(name, "READLINE_") || strings.Trim(name, "0123456789") == ""
}
