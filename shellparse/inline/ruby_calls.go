package inline

import "strings"

// identifier reads what begins with a letter: a keyword, a variable, a class
// or a call.
func (p *ruby) identifier() datum {
	at := p.pos
	w := p.word()
	n := p.ahead(len(w))
	isCall := n == '(' || (n == '?' || n == '!') && p.ahead(len(w)+1) != '='
	if tail := p.ahead(len(w)); (!p.label(w) || p.inTernary > 0) && (tail != '?' && tail != '!' || p.ahead(len(w)+1) == '=') {
		if d, ok := p.control(w, at); ok {
			return d
		}
	}
	p.pos += len(w)
	constant := w[0] >= 'A' && w[0] <= 'Z'
	if constant && n != '(' {
		if p.termFollows() { // Integer "3"
			return p.command(w, at)
		}
		p.lv = &rubyPlace{name: w}
		if d, ok := p.get(w); ok {
			return d
		}
		switch w {
		case "ARGV":
			return operandData(1)
		case "STDIN", "ARGF":
			return datum{v: from0(Input), kind: "stdin"}
		case "DATA", "STDOUT", "STDERR":
			return object("file")
		}
		return datum{v: lit(w), kind: w}
	}
	if p.locals[w] && n != '(' {
		if (n == '?' || n == '!') && p.ahead(1) != '=' && p.ahead(1) != '~' {
			p.pos++
			return p.command(w+string(n), at)
		}
		if p.termFollows() { // no variable: nothing could stand there
			return p.command(w, at)
		}
		return p.variable(w)
	}
	if isCall && n != '(' && !(n == '?' && p.ahead(1) == ':') {
		p.pos++
		w += string(n)
	}
	d := p.command(w, at)
	if p.lv == nil && !isCall {
		p.lv = &rubyPlace{name: w}
	}
	return d
}

// command reads the arguments and the block of a call with no receiver.
func (p *ruby) command(name string, at int) datum {
	before := p.pos
	args, had := p.callArgs()
	plain := !had && p.pos == before
	d := p.perform(datum{}, name, args, at, false)
	if !plain {
		p.lv = nil
		return d
	}
	p.lv = nil
	if v, ok := p.get(name); ok && p.named[name] == nil {
		p.lv = &rubyPlace{name: name}
		return v
	}
	return d
}

// dot reads a method's name and arguments behind a receiver.
func (p *ruby) dot(d datum, at int) datum {
	lv := p.lv
	p.lv = nil
	if p.peek() == '(' { // f.()
		args, _ := p.callArgs()
		return p.callDatum(d, args, at)
	}
	p.take("::")
	if b := p.peek(); !isNameStart(b) {
		if b == '"' || b == '@' || b == '$' {
			p.fail()
			return unk()
		}
		name := p.methodName()
		args, _ := p.callArgs()
		return p.perform(d, name, args, at, true)
	}
	name := p.word()
	p.pos += len(name)
	if b := p.peek(); (b == '?' || b == '!') && p.ahead(1) != '=' {
		p.pos++
		name += string(b)
	}
	args, had := p.callArgs()
	if !had {
		at := p.pos
		p.sp()
		if p.peek() == '=' && p.ahead(1) != '=' && p.ahead(1) != '~' && p.ahead(1) != '>' {
			p.pos = at
			p.lv = &rubyPlace{attr: name}
			return unk()
		}
		for _, op := range [...]string{"||=", "&&=", "+=", "-=", "<<=", "|=", "&=", "*=", "/=", "%=", "^=", ">>=", "**="} {
			if p.starts(op) {
				p.pos = at
				p.lv = &rubyPlace{attr: name}
				return unk()
			}
		}
		p.pos = at
	}
	out := p.perform(d, name, args, at, true)
	if strings.HasSuffix(name, "!") || hasWord("concat push append unshift prepend replace insert clear shift pop delete delete_at store update delete_if keep_if fill setbyte force_encoding", name) {
		p.changed(d, name, args, lv)
	}
	p.lv = nil
	return out
}

// changed is what a method does to its receiver.
func (p *ruby) changed(d datum, name string, args []datum, lv *rubyPlace) {
	if lv == nil || lv.attr != "" {
		return
	}
	old, ok := p.get(lv.name)
	if !ok {
		return
	}
	switch {
	case lv.key != nil:
		p.assign(lv.name, merge(old, datum{isList: old.isList, open: true, list: []datum{unk()}, v: unknown()}))
	case d.isList && (name == "push" || name == "append" || name == "concat") && d.kind != operandList:
		all, open := flat(args)
		d.list = append(d.list[:len(d.list):len(d.list)], all...)
		d.open = d.open || open
		p.put(lv, d)
	case d.isList && name == "unshift" && d.kind != operandList:
		all, open := flat(args)
		d.list = append(all, d.list...)
		d.open = d.open || open
		p.put(lv, d)
	case d.isList && name == "shift" && len(d.list) > 0 && len(args) == 0 && (!d.open || d.kind == operandList):
		d.list = d.list[1:]
		p.put(lv, d)
	case d.isList && name == "pop" && len(d.list) > 0 && len(args) == 0 && !d.open:
		d.list = d.list[:len(d.list)-1]
		p.put(lv, d)
	case !d.isList && (name == "concat" || name == "prepend") && len(args) == 1:
		v := join(d.value(), args[0].value())
		if name == "prepend" {
			v = join(args[0].value(), d.value())
		}
		p.put(lv, dat(v))
	case d.isList:
		p.put(lv, datum{isList: true, open: true, list: []datum{merge(d.element(), unk())}})
	case d.kind == "":
		p.put(lv, dat(computed(append(words(args), d.value())...)))
	}
}

// callDatum calls a lambda or a method that is a value.
func (p *ruby) callDatum(d datum, args []datum, at int) datum {
	p.escapes(args)
	if d.isMethod() {
		owner, name, _ := strings.Cut(d.kind[len("method "):], " ")
		recv := datum{}
		if owner != "." {
			recv = datum{v: lit(owner), kind: owner}
		}
		return p.call(recv, name, args, at, owner != ".")
	}
	if d.fn != nil {
		return p.invoke(d.fn, args, true)
	}
	return unk()
}

// perform makes a call, and reads the block behind it.
func (p *ruby) perform(recv datum, name string, args []datum, at int, has bool) datum {
	back := p.pos
	p.sp()
	brace := p.peek() == '{'
	if !brace && !(p.noDo == 0 && p.word() == "do" && !p.label("do")) {
		p.pos = back
		return p.call(recv, name, args, at, has)
	}
	if name == "lambda" || name == "proc" || name == "define_method" {
		fn := p.define("", func(args []datum, known bool) datum { return p.blockBody(args, known) })
		return datum{v: unknown(), fn: fn, kind: "lambda"}
	}
	start := p.pos
	stop, ok := p.ends[start]
	if !ok || p.inner > 0 {
		p.mute++
		p.block(func() { p.blockBody(nil, false) })
		p.mute--
		stop = p.pos
		if p.inner == 0 {
			p.ends[start] = stop
		}
	}
	if p.failed {
		return unk()
	}
	p.pos = stop
	if p.mute > 0 {
		return unk()
	}
	d := p.call(recv, name, args, at, has)
	given, known := p.given(recv, name, args, d)
	var last datum
	if p.failed {
		return d
	}
	read := func() {
		p.pos = start
		last = p.blockBody(given, known)
	}
	if name == "fork" {
		p.block(read) // the child does it, once
	} else if name == "loop" && !has {
		p.loop(true, read)
	} else {
		p.loop(false, read)
	}
	if p.failed {
		return d
	}
	p.pos = stop
	switch name {
	case "map", "collect", "flat_map", "filter_map":
		return datum{isList: true, open: true, list: []datum{last}}
	case "then", "yield_self", "instance_eval", "fetch":
		return last
	case "each", "tap", "each_with_index", "select", "reject", "sort_by", "filter":
		return recv
	}
	return d
}

// blockBody reads { |x| … } or do |x| … end.
func (p *ruby) blockBody(args []datum, known bool) datum {
	brace := p.take("{")
	if !brace && !p.keyword("do") {
		p.fail()
		return unk()
	}
	saved := p.locals
	p.locals = make(map[string]bool, len(saved))
	for k := range saved {
		p.locals[k] = true
	}
	defer func() { p.locals = saved }()
	p.nl(false)
	if p.peek() == '|' {
		p.pos++
		p.noPipe++
		p.params("|", args, known)
		p.noPipe--
		p.want("|")
	} else {
		d := unk()
		if len(args) > 0 {
			d = args[0]
		}
		p.declare("_1", d)
		p.declare("it", d)
	}
	if !brace {
		return p.bodyEnd()
	}
	d := p.statementsIn("}")
	p.nl(true)
	p.want("}")
	return d
}

// given is what a method gives its block.
func (p *ruby) given(recv datum, name string, args []datum, result datum) ([]datum, bool) {
	switch name {
	case "each", "map", "collect", "select", "filter", "reject", "find", "detect", "flat_map", "each_entry", "any?", "all?", "none?", "sort_by", "group_by", "filter_map", "partition", "sum", "count", "reverse_each", "each_slice", "cycle":
		if recv.isList && recv.kind != "hash" {
			return []datum{recv.element()}, true
		}
		if recv.kind == "Dir" || recv.kind == "Find" {
			break
		}
		return nil, false
	case "each_with_index", "each_with_object":
		if recv.isList && recv.kind != "hash" {
			return []datum{recv.element(), unk()}, true
		}
		return nil, false
	case "tap", "then", "yield_self":
		return []datum{recv}, true
	case "open", "new", "popen", "start", "mktmpdir", "create":
		return []datum{result}, true
	case "glob":
		return []datum{result.element()}, true
	}
	if result.kind == "found" {
		return []datum{dat(result.v)}, true
	}
	return nil, false
}
