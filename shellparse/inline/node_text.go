package inline

import (
	"encoding/base64"
	"encoding/hex"
	"strings"
	"unicode/utf8"
)

// The functions of javascript that only compute, followed where what they are
// given is known.

// nodePure is the result of such a function; nil where name is none.
func nodePure(ev *follower, name string, s *site) *thing {
	a := s.arg(0)
	switch name {
	case "Buffer.from", "Buffer", "globalThis.Buffer.from":
		switch enc, _ := s.arg(1).str().Exact(); enc {
		case "base64", "base64url":
			return textThing(a.str().apply(fromBase64))
		case "hex":
			return textThing(a.str().apply(fromHex))
		}
		if a.list {
			return charCodes(a)
		}
		return textThing(a.str())
	case "atob", "globalThis.atob":
		return textThing(a.str().apply(fromBase64))
	case "btoa", "globalThis.btoa":
		return textThing(a.str().apply(func(s string) (string, bool) { return base64.StdEncoding.EncodeToString([]byte(s)), true }))
	case "unescape", "decodeURIComponent", "decodeURI", "querystring.unescape", "globalThis.unescape", "globalThis.decodeURIComponent":
		return textThing(a.str().apply(fromPercent))
	case "String.fromCharCode", "String.fromCodePoint", "Buffer.of":
		return charCodes(&thing{list: true, elems: s.args, rest: restIf(s.open)})
	case "String", "Number", "parseInt", "parseFloat", "BigInt", "Number.parseInt", "Number.parseFloat", "globalThis.parseInt":
		if a.text == nil && !a.list {
			return &thing{number: name != "String"}
		}
		n := a.number
		if name != "String" {
			_, n = intOf(a)
		}
		return &thing{text: a.str(), number: n}
	case "JSON.stringify", "util.inspect":
		if a.text != nil {
			return textThing(join(lit(`"`), a.str(), lit(`"`)))
		}
		return ev.outcome(s)
	case "JSON.parse":
		return ev.outcome(s)
	case "String.raw":
		return textThing(a.str())
	case "path.join", "path.resolve", "path.normalize", "path.toNamespacedPath":
		return textThing(joinPath(s.args, name == "path.resolve"))
	case "path.basename", "path.dirname", "path.relative", "path.extname":
		return textThing(a.str().apply(func(p string) (string, bool) {
			i := strings.LastIndexByte(p, '/')
			switch name {
			case "path.basename":
				return strings.TrimSuffix(p[i+1:], argText(s, 1)), true
			case "path.dirname":
				if i <= 0 {
					return [...]string{".", "/"}[i+1], true
				}
				return p[:i], true
			}
			return "", false
		}))
	case "os.homedir":
		return textThing(from(Home, ""))
	case "os.tmpdir":
		return exactThing("/tmp")
	case "os.userInfo":
		return &thing{props: map[string]*thing{"homedir": textThing(from(Home, ""))}}
	case "process.cwd", "Deno.cwd":
		return textThing(from(Dir, ""))
	case "Deno.env.get":
		if k, ok := a.str().Exact(); ok {
			return textThing(from(Env, k))
		}
	case "URL", "globalThis.URL", "globalThis.fileURLToPath", "globalThis.pathToFileURL", "Request", "util.format":
		if name == "util.format" && len(s.args) > 1 {
			return textThing(computed(texts(s.args)...))
		}
		return textThing(a.str())
	case "util.promisify", "util.callbackify", "util.deprecate", "Object.freeze", "Object.seal", "Object", "Promise.resolve", "structuredClone", "Proxy":
		return a
	case "Promise.all", "Promise.allSettled", "Promise.race", "Promise.any":
		return a
	case "Promise":
		for _, c := range a.funcs {
			done := &thing{}
			ev.enter(c, nil, []*thing{done, done}, true)
		}
		return &thing{}
	case "Array.from", "Array.of", "Array":
		s.told = true
		return nodeArray(ev, name, s)
	case "Object.assign":
		out := &thing{props: map[string]*thing{}}
		for _, o := range s.args {
			for k, v := range o.props {
				a.setProp(k, v)
			}
			out = eitherOf(out, o)
		}
		return out
	case "Object.values", "Object.keys", "Object.entries", "Reflect.ownKeys", "Object.getOwnPropertyNames":
		return nodeEntries(ev, name, s)
	case "Object.fromEntries":
		return &thing{props: map[string]*thing{}, rest: a.all().all()}
	case "Reflect.get", "Object.getOwnPropertyDescriptor":
		return ev.index(a, s.arg(1))
	case "Reflect.set":
		ev.store(a, s.arg(1), s.arg(2), s.t)
		return &thing{}
	case "Object.defineProperty", "Reflect.defineProperty":
		ev.store(a, s.arg(1), ev.member(s.arg(2), "value"), s.t)
		ev.escape(2, s.arg(2))
		return a
	case "Reflect.apply":
		s.told = true
		return ev.call(a, &site{t: s.t, this: s.arg(1), args: s.arg(2).elems, open: !s.arg(2).list || s.arg(2).rest != nil})
	case "Reflect.construct":
		return ev.call(a, &site{t: s.t, args: s.arg(1).elems, open: !s.arg(1).list || s.arg(1).rest != nil, made: true})
	case "process.nextTick", "queueMicrotask", "globalThis.queueMicrotask":
		s.told = true
		return ev.call(a, &site{t: s.t, args: s.args[min(1, len(s.args)):]})
	case "glob", "glob.sync", "glob.glob", "glob.globSync", "fast-glob", "fast-glob.sync", "globby", "globby.sync", "globby.globby", "globby.globbySync", "fs.glob", "fs.globSync":
		found := &thing{list: true, rest: textThing(globStart(a.str()))}
		ev.escapeWith(found, s)
		return found
	case "RegExp":
		return &thing{names: []string{"RegExp()"}, args: []*thing{a}}
	case "TextDecoder().decode", "child_process.child.toString":
		return textThing(a.str())
	}
	return nil
}

func (t *thing) setProp(k string, v *thing) {
	if t.props == nil {
		t.props = map[string]*thing{}
	}
	t.props[k] = eitherOf(t.props[k], v)
}

func restIf(open bool) *thing {
	if open {
		return &thing{}
	}
	return nil
}

func argText(s *site, i int) string {
	if i >= len(s.args) {
		return ""
	}
	t, _ := s.args[i].str().Exact()
	return t
}

// globStart is what a pattern finds: a name that begins like it.
func globStart(v Value) Value {
	out := make(Value, 0, len(v))
	for _, t := range v {
		if len(t) == 0 || t[0].Source != Literal {
			out = append(out, Text{{Source: Unknown}})
			continue
		}
		head := t[0].Lit
		if i := strings.IndexAny(head, "*?[{"); i >= 0 {
			head = head[:i]
		} else if len(t) == 1 {
			out = append(out, t)
			continue
		}
		out = append(out, Text{{Lit: head}, {Source: Unknown}})
	}
	return out
}

// charCodes is the text of character codes.
func charCodes(l *thing) *thing {
	var sb strings.Builder
	for _, e := range l.elems {
		n, ok := intOf(e)
		if !ok || n < 0 || n > utf8.MaxRune {
			return textThing(computed(e.str()))
		}
		sb.WriteRune(rune(n))
	}
	if l.rest != nil || len(l.or) > 0 {
		return &thing{}
	}
	return exactThing(sb.String())
}

// joinPath is path.join or path.resolve. Of paths that are not known in full
// the parts stay as they are, with a slash between them.
func joinPath(args []*thing, resolve bool) Value {
	var parts []Value
	for i, a := range args {
		v := a.str()
		if s, ok := v.Exact(); ok && resolve && strings.HasPrefix(s, "/") {
			parts = nil
		}
		if i > 0 && len(parts) > 0 {
			parts = append(parts, lit("/"))
		}
		parts = append(parts, v)
	}
	return join(parts...).apply2(func(s string) string {
		for strings.Contains(s, "//") {
			s = strings.ReplaceAll(s, "//", "/")
		}
		return s
	})
}

// apply2 changes what is literal in a value.
func (v Value) apply2(f func(string) string) Value {
	out := make(Value, len(v))
	for i, t := range v {
		for _, p := range t {
			if p.Source == Literal {
				p.Lit = f(p.Lit)
			}
			out[i] = append(out[i], p)
		}
	}
	return out
}

func fromBase64(s string) (string, bool) {
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '-':
			return '+'
		case r == '_':
			return '/'
		case r == '=' || r == '\n' || r == ' ' || r == '\r' || r == '\t':
			return -1
		}
		return r
	}, s)
	b, err := base64.RawStdEncoding.DecodeString(s)
	return string(b), err == nil
}

func fromHex(s string) (string, bool) {
	b, err := hex.DecodeString(s)
	return string(b), err == nil
}

func fromPercent(s string) (string, bool) {
	var sb strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '%' {
			sb.WriteByte(s[i])
			continue
		}
		if i+3 > len(s) {
			return "", false
		}
		b, err := hex.DecodeString(s[i+1 : i+3])
		if err != nil {
			return "", false
		}
		sb.WriteByte(b[0])
		i += 2
	}
	return sb.String(), true
}
