package inline

import (
	"encoding/base64"
	"encoding/hex"
	"strings"
)

// phpPure is the result of a function that only computes; nil where name is
// none.
func phpPure(ev *follower, name string, s *site) *thing {
	a := s.arg(0)
	each := func(f func(string) (string, bool)) *thing { return textThing(a.str().apply(f)) }
	plain := func(f func(string) string) *thing {
		return each(func(s string) (string, bool) { return f(s), true })
	}
	switch name {
	case "base64_decode":
		return each(fromBase64)
	case "base64_encode":
		return plain(func(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) })
	case "hex2bin":
		return each(fromHex)
	case "bin2hex":
		return plain(func(s string) string { return hex.EncodeToString([]byte(s)) })
	case "urldecode":
		return each(func(s string) (string, bool) { return fromPercent(strings.ReplaceAll(s, "+", " ")) })
	case "rawurldecode":
		return each(fromPercent)
	case "strrev":
		return plain(backwards)
	case "str_rot13":
		return plain(rot13)
	case "strtolower", "mb_strtolower", "lcfirst":
		return plain(strings.ToLower)
	case "strtoupper", "mb_strtoupper":
		return plain(strings.ToUpper)
	case "trim", "rtrim", "ltrim", "chop":
		return textThing(a.str().trimmed("trim"))
	case "strval", "intval", "escapeshellcmd", "stripslashes", "addslashes", "realpath", "print_r", "var_export", "utf8_decode", "utf8_encode", "mb_convert_encoding", "html_entity_decode", "htmlspecialchars_decode", "nl2br", "array_values", "array_unique", "array_filter_", "iterator_to_array", "new recursiveiteratoriterator", "new iteratoriterator", "new arrayiterator", "sprintf_":
		if name == "intval" {
			return &thing{text: a.text, number: true}
		}
		return a
	case "escapeshellarg":
		return textThing(shellQuote(a.str()))
	case "chr":
		if n, ok := intOf(a); ok {
			return exactThing(string([]byte{byte(n)}))
		}
	case "ord":
		if t, ok := a.str().Exact(); ok && t != "" {
			return numberThing(itoa(int(t[0])))
		}
		return &thing{number: true}
	case "implode", "join":
		l, by := s.arg(1), a
		if a.list {
			l, by = a, s.arg(1)
		}
		sep := by.str()
		if by.none {
			sep = lit("")
		}
		if l.list {
			return textThing(l.glued(sep, 3))
		}
		return &thing{}
	case "explode":
		return splitText(s.arg(1).str(), &site{t: s.t, args: []*thing{a}})
	case "str_split":
		return splitText(a.str(), &site{t: s.t, args: []*thing{exactThing("")}})
	case "str_replace", "str_ireplace":
		return phpReplace(s)
	case "substr", "mb_substr":
		return textThing(a.str().apply(func(t string) (string, bool) { return phpSubstr(t, s) }))
	case "str_repeat":
		return nodeStringMethod(ev, a.str(), "repeat", &site{t: s.t, args: s.args[min(1, len(s.args)):]})
	case "sprintf", "vsprintf":
		return textThing(phpFormat(name, s))
	case "pack":
		if f, ok := a.str().Exact(); ok && strings.HasPrefix(f, "H") {
			return textThing(s.arg(1).str().apply(fromHex))
		}
		return textThing(computed(texts(s.args)...))
	case "array_reverse":
		return nodeListMethod(ev, &thing{list: a.list, elems: a.elems, rest: a.rest, or: a.or}, "toReversed", s)
	case "array_merge":
		l := &thing{list: true}
		for _, x := range s.args {
			if x.props != nil {
				l.props = x.props
			}
			ev.spread(l, x)
		}
		return l
	case "array_push", "array_unshift":
		for _, x := range s.args[min(1, len(s.args)):] {
			ev.append(a, x)
		}
		return &thing{number: true}
	case "array_slice":
		from, _ := intOf(s.arg(1))
		return sliced(a, from, -1)
	case "array_pop", "array_shift":
		return ev.drop(a, name == "array_pop")
	case "array_splice", "sort", "rsort", "ksort", "krsort", "asort", "arsort", "shuffle", "natsort":
		ev.escape(1, s.args...)
		out := &thing{list: true, rest: a.all()}
		if a.list {
			ev.loosen(a, s.arg(3), s.arg(3).all())
		}
		return out
	case "current", "reset", "end", "next", "array_rand", "max", "min":
		return a.all()
	case "array_keys":
		return nodeEntries(ev, "Object.keys", s)
	case "basename", "dirname":
		return nodePure(ev, "path."+name, s)
	case "getcwd":
		return textThing(from(Dir, ""))
	case "getenv":
		if k, ok := a.str().Exact(); ok && !a.none {
			return textThing(from(Env, k))
		}
		return named("_ENV")
	case "sys_get_temp_dir":
		return exactThing("/tmp")
	case "tempnam", "tmpfile":
		return textThing(from(Temp, ""))
	case "getmypid", "posix_getpid":
		return &thing{text: from(Own, ""), number: true}
	case "posix_getppid":
		return &thing{text: from(Parent, ""), number: true}
	case "posix_getpgrp":
		return &thing{text: from(Group, ""), number: true}
	case "posix_getpgid", "posix_getsid":
		if t, ok := a.str().Exact(); ok && t == "0" || sameValue(a.str(), from(Own, "")) {
			return &thing{text: from(Group, ""), number: true}
		}
		return &thing{text: computed(a.str()), number: true}
	case "glob":
		return &thing{list: true, rest: textThing(globStart(a.str()))}
	case "scandir", "opendir", "dir":
		if p, ok := a.str().Exact(); ok && strings.TrimRight(p, "/") == "/proc" {
			return &thing{list: true, rest: textThing(from(Everyone, ""))}
		}
		return &thing{list: true, rest: &thing{}}
	case "new directoryiterator", "new filesystemiterator", "new recursivedirectoryiterator", "new globiterator":
		v := join(a.str(), lit("/"), unknown())
		e := textThing(v)
		if name == "new recursivedirectoryiterator" {
			e.names = []string{"recursivedirectoryiterator[]"}
		}
		return &thing{list: true, rest: e}
	case "fgets", "stream_get_contents", "fread", "fgetc", "fscanf", "fgetcsv", "stream_get_line":
		if hasName(a, "STDIN") || a.text != nil && sameValue(a.text, from(Input, "")) {
			return textThing(from(Input, ""))
		}
		return ev.outcome(s)
	case "readline":
		return textThing(from(Input, ""))
	case "func_get_args":
		if v, _ := ev.lookup("arguments"); v != nil {
			return ev.get(v)
		}
	}
	return nil
}

func backwards(s string) string {
	b := []byte(s)
	for i, k := 0, len(b)-1; i < k; i, k = i+1, k-1 {
		b[i], b[k] = b[k], b[i]
	}
	return string(b)
}

func rot13(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z':
			return 'a' + (r-'a'+13)%26
		case r >= 'A' && r <= 'Z':
			return 'A' + (r-'A'+13)%26
		}
		return r
	}, s)
}

// phpReplace is str_replace of one text, or of each of a list.
func phpReplace(s *site) *thing {
	subject := s.arg(2).str()
	from, to := s.arg(0), s.arg(1)
	olds := []*thing{from}
	if from.list {
		if from.rest != nil || len(from.or) > 0 {
			return textThing(computed(subject))
		}
		olds = from.elems
	}
	for i, o := range olds {
		by := to
		if to.list {
			by = element(to, i)
			if by == nil || by.none {
				by = exactThing("")
			}
		}
		old, ok := o.str().Exact()
		with, known := by.str().Exact()
		if !ok || !known {
			return textThing(computed(subject))
		}
		if old == "" {
			continue
		}
		subject = subject.apply(func(s string) (string, bool) {
			t := strings.ReplaceAll(s, old, with)
			return t, len(t) < 1<<16
		})
	}
	return textThing(subject)
}

// phpSubstr is substr(text, from, length), in bytes.
func phpSubstr(t string, s *site) (string, bool) {
	from, ok := intOf(s.arg(1))
	if !ok {
		return "", false
	}
	if from < 0 {
		from += len(t)
	}
	from = max(0, min(from, len(t)))
	to := len(t)
	if n := s.arg(2); !n.none {
		length, ok := intOf(n)
		if !ok {
			return "", false
		}
		if length < 0 {
			to += length
		} else {
			to = from + length
		}
	}
	return t[from:max(from, min(to, len(t)))], true
}

// phpFormat is sprintf with %s and %d; another verb leaves the text unknown.
func phpFormat(name string, s *site) Value {
	f, ok := s.arg(0).str().Exact()
	args := s.args[min(1, len(s.args)):]
	if name == "vsprintf" {
		args = s.arg(1).elems
	}
	if !ok {
		return computed(texts(s.args)...)
	}
	var parts []Value
	for n := 0; ; {
		i := strings.IndexByte(f, '%')
		if i < 0 || i+1 >= len(f) {
			return join(append(parts, lit(f))...)
		}
		parts = append(parts, lit(f[:i]))
		switch verb := f[i+1]; {
		case verb == '%':
			parts = append(parts, lit("%"))
		case (verb == 's' || verb == 'd') && n < len(args):
			parts = append(parts, args[n].str())
			n++
		case verb == 'c' && n < len(args):
			parts = append(parts, charCodes(&thing{list: true, elems: args[n : n+1]}).str())
			n++
		default:
			k := i + 1 + span(f[i+1:], func(b byte) bool { return !isLetter(b) })
			if k >= len(f) {
				return join(append(parts, unknown())...)
			}
			parts = append(parts, computed(texts(args)...))
			n++
			f = f[k+1:]
			continue
		}
		f = f[i+2:]
	}
}
