package inline

import (
	"path"
	"strings"
)

// paths are the functions of os.path that give a path.
func (e *pyEval) paths(base string, a *pyArgs, n *pyNode) pyVal {
	first := a.arg(0, "path p a").orUnknown().str()
	switch base {
	case "join":
		v := first
		for i := 1; i < len(a.pos); i++ {
			if len(a.pos[i]) == 1 && a.pos[i][0].form == pyMany {
				v = join(v, unknown())
				continue
			}
			v = pyPathJoin(v, a.pos[i].str())
		}
		return pyOf(v, 's')
	case "abspath", "realpath", "normpath", "relpath":
		return pyOf(first.applyKnown(path.Clean), 's')
	case "dirname":
		return pyOf(pyDirname(first), 's')
	case "basename":
		return pyOf(pyBasename(first), 's')
	case "expanduser":
		return pyOf(pyHome(first), 's')
	case "expandvars":
		return pyOf(pyVars(first), 's')
	case "split":
		return pyItems(pyOf(pyDirname(first), 's'), pyOf(pyBasename(first), 's'))
	case "splitext":
		stem := first.applyKnown(func(s string) string { return strings.TrimSuffix(s, path.Ext(s)) })
		return pyItems(pyOf(stem, 's'), pyOf(unknown(), 's'))
	}
	return pyUnknown()
}

// applyKnown changes what is known as a whole, and leaves the rest as it is.
func (v Value) applyKnown(f func(string) string) Value {
	out := make(Value, len(v))
	for i, t := range v {
		if s, ok := t.Exact(); ok {
			t = Text{{Lit: f(s)}}
		}
		out[i] = t
	}
	return out
}

// pyPathJoin is os.path.join of two: a second one that begins at the root
// stands alone.
func pyPathJoin(a, b Value) Value {
	if len(a)*len(b) > MaxAlternatives {
		return computed(a, b)
	}
	var out Value
	for _, x := range a {
		for _, y := range b {
			switch {
			case len(y) > 0 && (y[0].Source == Literal && strings.HasPrefix(y[0].Lit, "/") || y[0].Source == Home || y[0].Source == Dir || y[0].Source == Script):
				out = append(out, y)
			case len(x) == 0, len(x) == 1 && x[0] == Part{}:
				out = append(out, y)
			case x[len(x)-1].Source == Literal && strings.HasSuffix(x[len(x)-1].Lit, "/"):
				out = append(out, join2(x, y))
			default:
				out = append(out, join2(join2(x, Text{{Lit: "/"}}), y))
			}
		}
	}
	return out
}

// pyDirname is the part before the last slash; of a path that is not known to
// its end, what is known before.
func pyDirname(v Value) Value {
	out := make(Value, len(v))
	for i, t := range v {
		out[i] = pyDirOf(t)
	}
	return out
}

func pyDirOf(t Text) Text {
	if len(t) > 0 && t[0].Source == Script { // nothing but steps up from there
		switch {
		case len(t) == 1 && t[0].Lit == "":
			return Text{{Source: Script, Lit: "dir"}}
		case len(t) == 1:
			return append(t[:1:1], Part{Lit: "/.."})
		case len(t) == 2 && strings.Trim(t[1].Lit, "/.") == "" && strings.HasSuffix(t[1].Lit, "/.."):
			return append(t[:1:1], Part{Lit: t[1].Lit + "/.."})
		}
	}
	for k := len(t) - 1; k >= 0; k-- {
		if t[k].Source == Unknown && t[k].Lit == Entry {
			continue
		}
		if t[k].Source != Literal {
			return Text{{Source: Unknown}}
		}
		if j := strings.LastIndexByte(t[k].Lit, '/'); j >= 0 {
			dir := t[k].Lit[:j]
			if dir == "" && k == 0 {
				dir = "/"
			}
			return join2(t[:k:k], Text{{Lit: dir}})
		}
	}
	return Text{{Lit: ""}}
}

func pyBasename(v Value) Value {
	out := make(Value, len(v))
	for i, t := range v {
		out[i] = Text{{Source: Unknown}}
		if len(t) == 0 {
			continue
		}
		if last := t[len(t)-1]; last.Source == Literal && (len(t) == 1 || strings.Contains(last.Lit, "/")) {
			out[i] = Text{{Lit: last.Lit[strings.LastIndexByte(last.Lit, '/')+1:]}}
		} else if last.Source == Unknown && last.Lit == Entry {
			out[i] = Text{last}
		} else if t.pid() {
			out[i] = Text{{Source: HostPID}}
		}
	}
	return out
}

func (t Text) pid() bool { return Value{t}.pid() }

// pyHome puts the home directory for a ~ that begins a path.
func pyHome(v Value) Value {
	out := make(Value, len(v))
	for i, t := range v {
		out[i] = t
		if len(t) == 0 || t[0].Source != Literal || !strings.HasPrefix(t[0].Lit, "~") {
			continue
		}
		user, rest, slash := strings.Cut(t[0].Lit[1:], "/")
		if slash {
			rest = "/" + rest
		}
		head := Text{{Source: Home}}
		if user != "" {
			head = Text{{Lit: "/home/" + user}}
		}
		if rest != "" {
			head = join2(head, Text{{Lit: rest}})
		}
		out[i] = join2(head, t[1:])
	}
	return out
}

// pyVars puts variables of the environment for $NAME and ${NAME}.
func pyVars(v Value) Value {
	s, ok := v.Exact()
	if !ok {
		return computed(v)
	}
	var out []Value
	for {
		i := strings.IndexByte(s, '$')
		if i < 0 || i+1 == len(s) {
			return join(append(out, lit(s))...)
		}
		out = append(out, lit(s[:i]))
		s = s[i+1:]
		name := ""
		if s[0] == '{' {
			name, s, _ = strings.Cut(s[1:], "}")
		} else {
			k := 0
			for k < len(s) && (isPyStart(s[k]) || isDigit(s[k])) {
				k++
			}
			name, s = s[:k], s[k:]
		}
		switch name {
		case "":
			out = append(out, lit("$"))
		case "HOME":
			out = append(out, from(Home, ""))
		default:
			out = append(out, from(Env, name))
		}
	}
}

// pattern is what a glob pattern finds.
func pyPattern(v Value) Value {
	out := make(Value, len(v))
	for i, t := range v {
		var text Text
		for _, p := range t {
			if p.Source != Literal {
				text = append(text, p)
				continue
			}
			s := p.Lit
			for s != "" {
				k := strings.IndexAny(s, "*?[")
				if k < 0 {
					text = join2(text, Text{{Lit: s}})
					break
				}
				if k > 0 {
					text = join2(text, Text{{Lit: s[:k]}})
				}
				mark := Entry
				n := 1
				switch {
				case strings.HasPrefix(s[k:], "**"):
					mark, n = Below, 2
				case s[k] == '[':
					n = max(strings.IndexByte(s[k:], ']')+1, 1)
				}
				text = append(text[:len(text):len(text)], Part{Source: Unknown, Lit: mark})
				s = s[k+n:]
			}
		}
		out[i] = text
	}
	return out
}
