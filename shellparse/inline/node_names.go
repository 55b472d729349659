package inline

import "strings"

// nodeLang is javascript as node, bun and deno run it.
type nodeLang struct{}

func readNode(r *run, code string, offset int) { r.follow(nodeLang{}, code) }

func (nodeLang) read(code string) reading { return nodeTree(code) }

// nodePowers are the modules and objects any member of which may be one that
// runs programs or code, or changes files.
const nodePowers = "child_process fs process globalThis vm module require Bun Deno worker_threads cluster net http https shelljs execa bun constructor"

func (nodeLang) powerful(name string) bool { return hasWord(nodePowers, name) }

func (nodeLang) starts(name string) bool {
	root, rest := nodeRoot(name)
	return !strings.HasSuffix(name, "()") && (rest != "" && hasWord("child_process execa shelljs vm", root) && rest != "child" && rest != "stdin" || hasWord("eval Function execa cross-spawn process.kill", name))
}

// nodeModule is the name the tables know a module by.
func nodeModule(name string) string {
	name = strings.TrimPrefix(strings.TrimPrefix(name, "node:"), "npm:")
	if i := strings.IndexByte(name, '@'); i > 0 { // npm:execa@8
		name = name[:i]
	}
	switch name {
	case "fs/promises", "fs-extra", "graceful-fs", "original-fs", "mz/fs", "fs-extra/esm":
		return "fs"
	case "mz/child_process", "child-process-promise", "promisify-child-process", "child_process/promises":
		return "child_process"
	case "path/posix", "path/win32", "pathe", "upath":
		return "path"
	case "timers", "timers/promises":
		return "globalThis"
	case "shelljs/global", "zx/globals":
		return "shelljs"
	case "zx/core":
		return "zx"
	case "buffer", "url":
		return "globalThis"
	case "rimraf/sync":
		return "rimraf"
	case "mysql2/promise", "mysql2", "mariadb", "promise-mysql":
		return "mysql"
	case "pg-promise", "pg-native", "postgres":
		return "pg"
	case "bun:sqlite", "node:sqlite", "sqlite":
		return "sqlite3"
	case "bun:ffi", "ffi-napi", "ffi", "koffi", "ref-napi", "node-ffi":
		return "ffi"
	case "node-fetch", "cross-fetch", "isomorphic-fetch", "make-fetch-happen", "whatwg-fetch":
		return "fetch"
	case "https", "http2", "follow-redirects":
		return "http"
	case "tls":
		return "net"
	case "node-pty", "node-pty-prebuilt-multiarch":
		return "node-pty"
	}
	return name
}

// nodeRoot splits a name into module or global and the rest.
func nodeRoot(name string) (root, rest string) {
	i := strings.IndexAny(name, ".(")
	if strings.HasPrefix(name, ".") || strings.HasPrefix(name, "/") {
		return name, ""
	}
	if i < 0 {
		return name, ""
	}
	if name[i] == '.' {
		return name[:i], name[i+1:]
	}
	return name[:i], name[i:]
}

// free is a global of node. Its modules are globals too in node -e.
func (nodeLang) free(ev *follower, name string, t *tree) *thing {
	switch name {
	case "global", "window", "self", "root", "globalThis":
		return named("globalThis")
	case "__dirname":
		return textThing(from(Dir, ""))
	case "__filename":
		return &thing{names: []string{"__filename"}, text: join(from(Dir, ""), lit("/[eval]"))}
	case "NaN", "Infinity":
		return &thing{number: true}
	case "https", "tls", "http2", "url", "buffer":
		return named(nodeModule(name))
	case "async", "await", "let", "yield", "of", "get", "set", "static":
		return &thing{}
	}
	if holed(name) {
		return &thing{hidden: true}
	}
	if root, _ := nodeRoot(name); !nodeKnows(root) && !hasWord("__filename exports", name) {
		return &thing{}
	}
	return named(name)
}

// nodeArgv is process.argv, as node -e CODE a b gives it.
func nodeArgv(first *thing) *thing {
	l := &thing{list: true, elems: []*thing{first}, rest: textThing(from(Args, ""))}
	for i := 1; i < 10; i++ {
		l.elems = append(l.elems, textThing(from(Arg, itoa(i))))
	}
	return l
}

func (l nodeLang) member(ev *follower, obj *thing, name string) *thing {
	if name == "constructor" && hasName(obj, "module") {
		return named("module")
	}
	if name == "constructor" {
		if len(obj.funcs) > 0 || len(obj.names) > 0 {
			return named("Function")
		}
		if ev.act.this == obj || obj.class != nil {
			return nil
		}
		return named("constructor")
	}
	if name == "length" && (obj.text != nil || obj.list) {
		if s, ok := obj.text.Exact(); ok && obj.text != nil {
			return numberThing(itoa(len([]rune(s))))
		}
		if obj.list && obj.rest == nil && len(obj.or) == 0 {
			return numberThing(itoa(len(obj.elems)))
		}
		return &thing{number: true}
	}
	var out *thing
	for _, n := range obj.names {
		out = eitherOf(out, l.memberOf(ev, obj, n, name))
	}
	return out
}

// memberOf is a member of something known by name.
func (l nodeLang) memberOf(ev *follower, obj *thing, n, name string) *thing {
	switch n {
	case "globalThis":
		if v := ev.global.vars[name]; v != nil {
			return ev.get(v)
		}
		return l.free(ev, name, nil)
	case "process.env", "Bun.env", "import.meta.env":
		return textThing(from(Env, name))
	case "process":
		switch name {
		case "argv":
			return nodeArgv(nodeProgram())
		case "execPath", "argv0", "title":
			return nodeProgram()
		case "pid":
			return &thing{text: from(Own, ""), number: true}
		case "ppid":
			return &thing{text: from(Parent, ""), number: true}
		case "mainModule":
			return named("module")
		}
	case "module", "require.main", "import.meta", "constructor":
		switch name {
		case "require":
			return named("require")
		case "constructor":
			return named("Function")
		case "filename":
			return l.free(ev, "__filename", nil)
		case "dirname", "dir":
			return textThing(from(Dir, ""))
		case "main":
			return &thing{}
		}
	case "Deno":
		switch name {
		case "args":
			a := nodeArgv(nodeProgram())
			a.elems = a.elems[1:]
			return a
		case "pid":
			return &thing{text: from(Own, ""), number: true}
		case "ppid":
			return &thing{text: from(Parent, ""), number: true}
		}
	case "Bun":
		if name == "argv" {
			return nodeArgv(nodeProgram())
		}
	case "os":
		if name == "EOL" {
			return exactThing("\n")
		}
	case "path":
		switch name {
		case "sep":
			return exactThing("/")
		case "delimiter":
			return exactThing(":")
		case "posix", "win32":
			return named("path")
		}
	case "fs", "util", "stream", "readline", "dns":
		if name == "promises" {
			return named(n)
		}
	case "RegExp()":
		return named("RegExp()." + name)
	}
	root, _ := nodeRoot(n)
	if name == "default" {
		return &thing{names: []string{n}, of: obj.of, args: obj.args}
	}
	if !nodeKnows(root) || len(n) > 120 || strings.Count(n, "()") > 3 {
		return nil
	}
	return &thing{names: []string{n + "." + name}, of: obj}
}

// nodeProgram is the program that runs the code.
func nodeProgram() *thing {
	return &thing{text: lit("node"), names: []string{"process.execPath"}}
}

// assign is x.name = v for an x known by name.
func (l nodeLang) assign(ev *follower, obj *thing, name string, v *thing, t *tree) {
	n := obj.names[0]
	switch n {
	case "process.env", "Bun.env":
		e := Effect{Kind: Like, Call: n, Argv: []Value{lit("export"), join(lit(name+"="), v.str())}, Pos: int(t.pos), End: int(t.end)}
		if name == "*" {
			e.Argv[1] = join(unknown(), lit("="), v.str())
		}
		ev.r.add(e)
		return
	case "globalThis":
		if name == "*" {
			ev.patch("globalThis.*", v)
			return
		}
		ev.set(ev.declare(ev.global, name), v, t)
		return
	}
	ev.patch(n+"."+name, v)
}

// text: a text is no function in javascript.
func (nodeLang) text(ev *follower, fn *thing, s *site) *thing { return nil }

func (l nodeLang) special(ev *follower, t *tree) *thing {
	switch t.form {
	case fTagged:
		return l.tagged(ev, t)
	case fImport:
		s := &site{t: t}
		s.args, s.open = ev.arguments(t.kids)
		return l.require(ev, s, "import")
	case fModule:
		s := &site{t: t, args: []*thing{exactThing(t.text)}}
		m := l.require(ev, s, "import")
		for _, k := range t.kids {
			v := m
			if from := k.kid(0).text; from != "*" && from != "default" {
				v = ev.member(m, from)
			}
			ev.bind(k.kid(1), v, k)
		}
	case fSuper:
		if this := ev.act.this; this != nil && this.class != nil && this.class.super != nil {
			return this.class.super
		}
	case fVarVar, fStatic, fCast, fShellRun, fAssign, fFunc, fGlobal:
	}
	return &thing{}
}

// tagged is tag`text`: a shell's text for zx and bun.
func (l nodeLang) tagged(ev *follower, t *tree) *thing {
	tag := ev.expr(t.kid(0))
	parts := t.kid(1).kids
	vals := make([]*thing, 0, len(parts))
	list := &thing{list: true}
	plain := make([]Value, len(parts))
	quoted := make([]Value, len(parts))
	for i, k := range parts {
		v := ev.expr(k)
		plain[i] = v.str()
		quoted[i] = plain[i]
		if i%2 == 1 {
			vals = append(vals, v)
			quoted[i] = shellWords(v)
			continue
		}
		list.elems = append(list.elems, v)
	}
	s := &site{t: t, fn: tag, args: append([]*thing{list}, vals...)}
	for _, n := range tag.names {
		switch root, rest := nodeRoot(n); {
		case n == "String.raw":
			return textThing(join(plain...))
		case root == "$", strings.HasPrefix(rest, "$"), root == "execa", root == "zx":
			ev.r.add(Effect{Kind: Shell, Call: "$`…`", Argv: []Value{join(quoted...)}, Pos: int(t.pos), End: int(t.end)})
			return ev.outcome(&site{t: t, args: []*thing{textThing(join(plain...))}})
		case root == "pg":
			ev.r.add(Effect{Kind: Like, Call: "sql`…`", Argv: []Value{lit("psql"), lit("-c"), join(plain...)}, Pos: int(t.pos), End: int(t.end)})
			return &thing{}
		}
	}
	return ev.call(tag, s)
}

// shellWords is a value as zx and bun put it into a command: quoted, a list as
// several words.
func shellWords(v *thing) Value {
	if v.list && len(v.or) == 0 && v.rest == nil {
		words := make([]Value, len(v.elems))
		for i, e := range v.elems {
			words[i] = shellQuote(e.str())
		}
		return spaced(words)
	}
	return shellQuote(v.str())
}

// shellQuote is a value as one word of a shell's text.
func shellQuote(v Value) Value {
	out := make(Value, len(v))
	for i, t := range v {
		if s, ok := t.Exact(); ok && s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:=@%+,-") == "" {
			out[i] = t
			continue
		}
		q := Text{{Lit: "'"}}
		for _, p := range t {
			if p.Source == Literal {
				p.Lit = strings.ReplaceAll(p.Lit, "'", `'\''`)
			}
			q = join2(q, Text{p})
		}
		out[i] = join2(q, Text{{Lit: "'"}})
	}
	return out
}
