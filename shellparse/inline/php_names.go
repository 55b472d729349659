package inline

import "strings"

// phpLang is php as its command line runs it.
type phpLang struct{}

func readPHP(r *run, code string, offset int) { r.follow(phpLang{}, code) }

func (phpLang) read(code string) reading { return phpTree(code) }

func (phpLang) powerful(name string) bool { return name == "GLOBALS" }

// starts: functions of php are passed on by their names, which are texts.
func (phpLang) starts(name string) bool { return false }

// phpFunction is what a function's name stands for: a function of the code, or
// one of php's own. A name with a namespace is tried without it, as php does.
func (ev *follower) phpFunction(name string) *thing {
	if holed(name) {
		return &thing{hidden: true}
	}
	name = strings.ToLower(strings.TrimPrefix(name, "\\"))
	if i := strings.LastIndexByte(name, '\\'); i >= 0 {
		name = name[i+1:]
	}
	if v := ev.global.vars[name+"()"]; v != nil {
		return ev.get(v)
	}
	return named(name)
}

// phpClass is the class that a name or expression stands for.
func (ev *follower) phpClass(t *tree) *thing {
	switch t.form {
	case fClass:
		return ev.classThing(t)
	case fSuper:
		return ev.lang.special(ev, t)
	case fName:
		return ev.phpClassNamed(t.text)
	}
	v := ev.expr(t)
	if v.class != nil {
		if v.class.self != nil {
			return v.class.self
		}
		return v
	}
	var out *thing
	for _, x := range v.str() {
		if s, ok := x.Exact(); ok {
			out = eitherOf(out, ev.phpClassNamed(s))
		} else if len(v.names) == 0 {
			out = eitherOf(out, &thing{hidden: true})
		}
	}
	if out == nil {
		return &thing{}
	}
	return out
}

func (ev *follower) phpClassNamed(name string) *thing {
	name = strings.ToLower(name[strings.LastIndexByte(name, '\\')+1:])
	switch name {
	case "self", "static":
		if this := ev.act.this; this != nil && this.class != nil && this.class.self != nil {
			return this.class.self
		}
		return &thing{}
	}
	if v := ev.global.vars["class "+name]; v != nil {
		return ev.get(v)
	}
	return named("new " + name)
}

// free is a constant, or a variable that the code does not set.
func (l phpLang) free(ev *follower, name string, t *tree) *thing {
	if holed(name) {
		return &thing{hidden: true}
	}
	if t != nil && t.form == fVar {
		switch name {
		case "argv":
			return nodeArgv(&thing{})
		case "GLOBALS", "_SERVER", "_ENV":
			return named(name)
		case "_GET", "_POST", "_REQUEST", "_COOKIE":
			return named("_GET")
		}
		return &thing{}
	}
	switch up := strings.ToUpper(strings.TrimPrefix(name, "\\")); {
	case up == "__DIR__":
		return textThing(from(Dir, ""))
	case up == "__FILE__":
		return &thing{names: []string{"__FILE__"}, text: unknown()}
	case up == "PHP_BINARY":
		return &thing{text: lit("php"), names: []string{"PHP_BINARY"}}
	case up == "PHP_EOL":
		return exactThing("\n")
	case up == "DIRECTORY_SEPARATOR":
		return exactThing("/")
	case up == "STDIN", up == "STDOUT", up == "STDERR":
		return named(up)
	case strings.HasPrefix(up, "SIG"), strings.HasPrefix(up, "CURLOPT_"), up == "FILE_APPEND":
		return exactThing(up)
	case strings.HasPrefix(up, "PHP_"), strings.HasPrefix(up, "E_"), strings.HasPrefix(up, "JSON_"):
		return &thing{number: true}
	}
	return &thing{}
}

func (l phpLang) member(ev *follower, obj *thing, name string) *thing {
	var out *thing
	for _, n := range obj.names {
		switch {
		case n == "GLOBALS":
			if v := ev.global.vars[name]; v != nil {
				out = eitherOf(out, ev.get(v))
			}
		case n == "_GET":
			out = eitherOf(out, textThing(from(Input, "")))
		case n == "_SERVER" && name == "argv":
			out = eitherOf(out, nodeArgv(&thing{}))
		case n == "_ENV", n == "_SERVER":
			out = eitherOf(out, textThing(from(Env, name)))
		case strings.HasSuffix(n, "()") && len(n) < 80:
			out = eitherOf(out, &thing{names: []string{n + "." + strings.ToLower(name)}, of: obj})
		case strings.HasPrefix(n, "new "):
			out = eitherOf(out, &thing{names: []string{n[4:] + "." + strings.ToLower(name)}, of: obj})
		}
	}
	return out
}

// assign is $GLOBALS["x"] = v.
func (phpLang) assign(ev *follower, obj *thing, name string, v *thing, t *tree) {
	if obj.names[0] == "GLOBALS" && name != "*" {
		ev.set(ev.declare(ev.global, name), v, t)
	}
}

// text is a call of a text: in php, of the function that it names.
func (l phpLang) text(ev *follower, fn *thing, s *site) *thing {
	var out *thing
	for _, f := range fn.lists() {
		if len(f.elems) != 2 {
			continue
		}
		if name, ok := f.elems[1].str().Exact(); ok {
			out = eitherOf(out, ev.callMethod(f.elems[0], name, s))
		} else {
			ev.unknownCall(s.t, "a call through a computed name")
		}
	}
	if fn.text == nil || len(fn.names) > 0 {
		return out
	}
	for _, t := range fn.text {
		name, ok := t.Exact()
		if !ok {
			ev.unknownCall(s.t, "a call through a computed name")
			continue
		}
		if class, method, ok := strings.Cut(name, "::"); ok {
			out = eitherOf(out, ev.callMethod(ev.phpClassNamed(class), method, s))
			continue
		}
		if v := ev.call(ev.phpFunction(name), s); v != nil {
			out = eitherOf(out, v)
		}
	}
	return out
}

func (l phpLang) special(ev *follower, t *tree) *thing {
	switch t.form {
	case fShellRun:
		text := ev.template(t.kid(0))
		ev.r.add(Effect{Kind: Shell, Call: "`…`", Argv: []Value{text}, Pos: int(t.pos), End: int(t.end)})
		return ev.outcome(&site{t: t, args: []*thing{textThing(text)}})
	case fVarVar:
		if name, ok := ev.expr(t.kid(0)).str().Exact(); ok {
			return ev.name(&tree{form: fVar, text: name, pos: t.pos, end: t.end})
		}
		return &thing{hidden: true}
	case fStatic:
		return l.static(ev, t)
	case fSuper:
		if this := ev.act.this; this != nil && this.class != nil && this.class.super != nil {
			return this.class.super
		}
	case fImport:
		return l.include(ev, t)
	case fCast:
		v := ev.expr(t.kid(0))
		if hasWord("int integer", t.text) && v.text != nil {
			return &thing{text: v.text, number: true, names: v.names}
		}
		return v
	case fModule:
		for _, k := range t.kids {
			from, local := k.kid(0).text, strings.ToLower(k.kid(1).text)
			if strings.EqualFold(from, local) {
				continue
			}
			if v := ev.phpFunction(from); len(v.funcs) > 0 || phpKnows(v.names[0]) {
				ev.set(ev.declare(ev.global, local+"()"), v, k)
			}
			ev.set(ev.declare(ev.global, "class "+local), ev.phpClassNamed(from), k)
		}
	case fGlobal:
		for _, k := range t.kids {
			if k.form == fVar && ev.scope != ev.global {
				ev.localScope().vars[k.text] = ev.declare(ev.global, k.text)
			}
		}
	case fFunc:
		l.enter(ev, t)
	case fAssign:
		l.setSpecial(ev, t.kid(0))
	}
	return &thing{}
}

// localScope is where the variables of the function are.
func (ev *follower) localScope() *scope {
	s := ev.scope
	for s.up != nil && s.up.act == s.act {
		s = s.up
	}
	return s
}

// enter begins a function: it sees no variables but its own and those that use
// names; an arrow function sees all.
func (phpLang) enter(ev *follower, fn *tree) {
	if fn.flag&isArrow != 0 {
		return
	}
	for _, k := range fn.kid(2).kids {
		if k.form == fVar {
			if v, _ := ev.lookup(k.text); v != nil {
				ev.scope.vars[k.text] = v
			}
		}
	}
	ev.scope.up = nil
}

// setSpecial is an assignment to $$x or A::$b; its value is met by those that
// read it as unknown.
func (l phpLang) setSpecial(ev *follower, target *tree) {
	if target.form != fVarVar {
		return
	}
	if name, ok := ev.expr(target.kid(0)).str().Exact(); ok {
		ev.bind(&tree{form: fVar, text: name, pos: target.pos, end: target.end}, &thing{hidden: true, text: unknown()}, target)
		return
	}
	ev.unknownCall(target, "an assignment to a computed name")
}

// static is A::b, A::$b or A::class.
func (l phpLang) static(ev *follower, t *tree) *thing {
	if t.text == "class" {
		if t.kid(0).form == fName {
			return exactThing(t.kid(0).text)
		}
		return &thing{}
	}
	class := ev.phpClass(t.kid(0))
	if len(t.kids) > 1 {
		key := ev.expr(t.kid(1))
		if name, ok := key.str().Exact(); ok {
			return l.staticMember(ev, class, name)
		}
		return &thing{hidden: true}
	}
	return l.staticMember(ev, class, t.text)
}

func (l phpLang) staticMember(ev *follower, class *thing, name string) *thing {
	if class.class != nil && class.props[name] == nil {
		o := &thing{props: map[string]*thing{}}
		if this := ev.act.this; this != nil && this.class != nil {
			o = this
		} else {
			ev.fillObject(o, class.class, 0)
		}
		if v := o.props[name]; v != nil {
			return v
		}
	}
	return ev.member(class, name)
}

// include is include, require and their kin: a file of the project is a
// program of the project.
func (l phpLang) include(ev *follower, t *tree) *thing {
	s := &site{t: t}
	v := ev.expr(t.kid(0))
	for _, x := range v.str() {
		name, ok := x.Exact()
		switch {
		case ok && strings.HasPrefix(name, "data:"):
			code, known := dataURL(name)
			if !known {
				ev.r.unknownCode(t.text, Value{x}, int(t.pos), int(t.end))
				continue
			}
			ev.code(t.text, exactThing("?>"+code), s, true)
		case ok && strings.Contains(name, "://"):
			ev.r.unknownCode(t.text, Value{x}, int(t.pos), int(t.end))
		case ok, dirPart(x), len(x) > 1 && x[0].Source == Literal && strings.IndexByte(x[0].Lit, '/') > 0:
			ev.r.add(Effect{Kind: Like, Call: t.text, Argv: []Value{lit("php"), {x}}, Pos: int(t.pos), End: int(t.end)})
		default:
			ev.r.unknownCode(t.text, Value{x}, int(t.pos), int(t.end))
		}
	}
	return &thing{}
}
