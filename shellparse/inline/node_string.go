package inline

import (
	"encoding/base64"
	"encoding/hex"
	"strings"
)

// The methods of a string.

// nodeString is a method of a text; nil where it is none, or not followed.
func nodeStringMethod(ev *follower, v Value, name string, s *site) *thing {
	each := func(f func(string) string) *thing {
		return textThing(v.apply(func(s string) (string, bool) { return f(s), true }))
	}
	a := s.arg(0)
	switch name {
	case "toString", "valueOf", "trim", "trimEnd", "trimStart", "normalize", "toWellFormed", "toLocaleString":
		if name == "toString" {
			switch enc, ok := a.str().Exact(); {
			case a.none, ok && hasWord("utf8 utf-8 ascii latin1 binary", strings.ToLower(enc)):
			case enc == "base64":
				return each(func(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) })
			case enc == "hex":
				return each(func(s string) string { return hex.EncodeToString([]byte(s)) })
			default:
				return textThing(computed(v))
			}
		}
		if strings.HasPrefix(name, "trim") {
			return textThing(v.apply2(func(s string) string { return s }).trimmed(name))
		}
		return textThing(v)
	case "toLowerCase", "toLocaleLowerCase":
		return each(strings.ToLower)
	case "toUpperCase", "toLocaleUpperCase":
		return each(strings.ToUpper)
	case "concat":
		return textThing(join(append([]Value{v}, texts(s.args)...)...))
	case "repeat":
		if n, ok := intOf(a); ok && n >= 0 && n < 1<<16 {
			return textThing(v.apply(func(s string) (string, bool) {
				if len(s)*n > 1<<16 {
					return "", false
				}
				return strings.Repeat(s, n), true
			}))
		}
	case "slice", "substring", "substr", "charAt", "at":
		return textThing(v.apply(func(t string) (string, bool) { return cut([]rune(t), name, s) }))
	case "charCodeAt", "codePointAt":
		if n, ok := intOf(a); ok || a.none {
			if t, ok := v.Exact(); ok {
				if r := []rune(t); n >= 0 && n < len(r) {
					return numberThing(itoa(int(r[n])))
				}
			}
		}
		return &thing{number: true}
	case "split":
		return splitText(v, s)
	case "replace", "replaceAll":
		return replaceText(ev, v, name, s)
	case "padStart", "padEnd":
		return textThing(computed(v))
	case "write", "indexOf", "lastIndexOf", "includes", "startsWith", "endsWith", "match", "matchAll", "search", "localeCompare":
		return ev.outcome(s)
	}
	return nil
}

// trimmed takes the blanks off both ends of a value.
func (v Value) trimmed(name string) Value {
	const blank = " \t\r\n"
	out := make(Value, len(v))
	for i, t := range v {
		t = append(Text(nil), t...)
		if n := len(t); n > 0 {
			if p := &t[0]; p.Source == Literal && name != "trimEnd" {
				p.Lit = strings.TrimLeft(p.Lit, blank)
			}
			if p := &t[n-1]; p.Source == Literal && name != "trimStart" {
				p.Lit = strings.TrimRight(p.Lit, blank)
			}
		}
		out[i] = t
	}
	return out
}

// cut is slice, substring, substr, charAt or at.
func cut(r []rune, name string, s *site) (string, bool) {
	from, ok := intOf(s.arg(0))
	if !ok && len(s.args) > 0 {
		return "", false
	}
	to := len(r)
	if len(s.args) > 1 {
		if to, ok = intOf(s.arg(1)); !ok {
			return "", false
		}
	}
	clamp := func(n int, negative bool) int {
		if n < 0 && negative {
			n += len(r)
		}
		return max(0, min(n, len(r)))
	}
	switch name {
	case "charAt", "at":
		from = clamp(from, name == "at")
		to = clamp(from+1, false)
	case "substr":
		from = clamp(from, true)
		if len(s.args) > 1 {
			to = clamp(from+to, false)
		}
	case "substring":
		from, to = clamp(from, false), clamp(to, false)
		from, to = min(from, to), max(from, to)
	default:
		from, to = clamp(from, true), clamp(to, true)
	}
	return string(r[from:max(from, to)]), true
}

// splitText is text.split(separator).
func splitText(v Value, s *site) *thing {
	t, ok := v.Exact()
	sep, known := s.arg(0).str().Exact()
	if hasName(s.arg(0), "RegExp()") && len(s.arg(0).args) > 0 {
		sep, known = plainPattern(s.arg(0).args[0])
	}
	if !ok || !known || len(t) > 1<<16 {
		return &thing{list: true, rest: textThing(computed(v))}
	}
	if s.arg(0).none {
		return listThing(exactThing(t))
	}
	l := &thing{list: true}
	for _, p := range strings.Split(t, sep) {
		l.elems = append(l.elems, exactThing(p))
	}
	return l
}

// plainPattern is the text that a regular expression without operators finds.
func plainPattern(t *thing) (string, bool) {
	s, ok := t.str().Exact()
	if !ok {
		return "", false
	}
	s = strings.NewReplacer(`\/`, "/", `\.`, "\x00", `\|`, "\x01", `\$`, "\x02").Replace(s)
	if s == "" || strings.ContainsAny(s, `\^$.|?*+()[]{}`) {
		return "", false
	}
	return strings.NewReplacer("\x00", ".", "\x01", "|", "\x02", "$").Replace(s), true
}

// replaceText is text.replace(what, with): by a regular expression perhaps only
// the first, so either result counts.
func replaceText(ev *follower, v Value, name string, s *site) *thing {
	what, with := s.arg(0), s.arg(1)
	if len(with.funcs) > 0 || len(with.names) > 0 || with.hidden {
		ev.call(with, &site{t: s.t, args: []*thing{textThing(v)}, open: true})
		return textThing(computed(v))
	}
	old, ok := what.str().Exact()
	pattern := hasName(what, "RegExp()") && len(what.args) > 0
	if pattern {
		old, ok = plainPattern(what.args[0])
	}
	by, known := with.str().Exact()
	if !ok || !known || strings.Contains(by, "$") {
		return textThing(computed(append(texts(s.args), v)...))
	}
	once := v.apply(func(s string) (string, bool) { return strings.Replace(s, old, by, 1), true })
	all := v.apply(func(s string) (string, bool) { return strings.ReplaceAll(s, old, by), true })
	switch {
	case name == "replaceAll":
		return textThing(all)
	case pattern:
		return textThing(either(once, all))
	}
	return textThing(once)
}
