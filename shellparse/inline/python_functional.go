package inline

import (
	"strings"
)

// callInst calls an object: a command of plumbum or sh, what attrgetter made.
func (e *pyEval) callInst(o *pyObj, a *pyArgs, n *pyNode) pyVal {
	first := a.arg(0, "").orUnknown()
	switch o.name {
	case "command":
		e.runs("command", append(append([]pyVal(nil), e.firstList(o.self)...), a.pos...), n)
		return pyUnknown()
	case "codec":
		return pyItems(e.coded(&pyObj{form: pyText, kind: 's', text: first.str()}, o.self, 's', false), pyUnknown())
	case "attrgetter":
		return e.getattr(first, o.self, nil, n)
	case "itemgetter":
		return e.key(first, o.self)
	case "methodcaller":
		return e.call(e.getattr(first, o.self, nil, n), o.args, n)
	}
	e.loseArgs(a)
	return pyComputed(append(a.all(), pyVal{o})...)
}

// functional are functions that call others, or make them.
func (e *pyEval) functional(module, base string, a *pyArgs, n *pyNode) pyVal {
	first := a.arg(0, "func attr").orUnknown()
	rest := &pyArgs{pos: a.pos[min(1, len(a.pos)):], kw: a.kw, open: a.open}
	switch module + "." + base {
	case "functools.partial", "functools.partialmethod":
		return pyVal{{form: pyPartial, self: first, args: rest}}
	case "functools.reduce", "builtins.reduce":
		el := e.elementOf(a.arg(1, "").orUnknown())
		if items, exact := e.iterate(a.arg(1, "").orUnknown()); exact && len(items) <= 64 && len(a.pos) == 3 {
			v := a.pos[2]
			for _, x := range items {
				v = e.call(first, &pyArgs{pos: []pyVal{v, x}}, n)
			}
			return v
		}
		return e.call(first, &pyArgs{pos: []pyVal{el, el}}, n)
	case "functools.wraps", "functools.lru_cache", "functools.cache":
		return first
	case "operator.attrgetter", "operator.itemgetter", "operator.methodcaller":
		return pyVal{{form: pyInst, name: base, self: first, args: rest}}
	case "operator.add", "operator.concat":
		return e.binary("+", first, a.arg(1, "").orUnknown(), n)
	case "operator.getitem":
		return e.key(first, a.arg(1, "").orUnknown())
	case "anyio.run", "trio.run":
		return e.call(first, rest, n)
	case "anyio.run_process", "anyio.open_process", "trio.run_process", "trio.lowlevel.open_process":
		for _, o := range first {
			if o.form == pyText && o.kind == 's' && module == "anyio" {
				e.add(Effect{Kind: Shell, Call: "anyio." + base, Argv: []Value{o.text}, Pos: n.pos, End: n.end})
				continue
			}
			e.runs(module+"."+base, e.argvOf(o), n)
		}
		return pyUnknown()
	case "operator.setitem":
		e.setKey(first, a.arg(1, "").orUnknown(), a.arg(2, "").orUnknown(), n)
		return pyStrConst("None")
	case "operator.iadd", "operator.iconcat":
		for _, o := range first {
			if o.form == pyListing {
				e.extend(o, a.arg(1, "").orUnknown())
			}
		}
		return first
	case "operator.call":
		return e.call(first, rest, n)
	case "itertools.count", "itertools.cycle", "itertools.repeat":
		if base == "repeat" && len(a.pos) > 1 {
			return pyOpenList(first)
		}
		return pyLibrary("itertools.count()")
	case "itertools.chain":
		var items []pyVal
		for _, v := range a.pos {
			items = append(items, e.spread(v)...)
		}
		return pyItems(items...)
	case "itertools.islice":
		return pyOpenList(e.elementOf(first))
	case "itertools.starmap":
		return pyOpenList(e.call(first, e.mapped("starmap", e.elementOf(a.arg(1, "").orUnknown())), n))
	case "asyncio.to_thread", "atexit.register", "weakref.finalize", "_thread.start_new_thread", "contextlib.ExitStack.callback":
		if base == "start_new_thread" {
			rest = &pyArgs{pos: e.spread(a.arg(1, "args").orUnknown())}
		} else if base == "finalize" {
			first, rest = a.arg(1, "func").orUnknown(), &pyArgs{pos: a.pos[min(2, len(a.pos)):], kw: a.kw}
		}
		return e.call(first, rest, n)
	case "signal.signal":
		e.lose(a.arg(1, "handler"))
		return pyUnknown()
	case "sys._getframe", "inspect.currentframe", "inspect.stack":
		return pyAnything()
	case "gc.get_objects", "gc.get_referrers", "gc.get_referents":
		return pyOpenList(pyAnything())
	case "str.join":
		return pyOf(e.joined(first.str(), a.arg(1, "").orUnknown()), 's')
	case "str.format":
		return pyOf(e.formatted(first.str(), rest), 's')
	case "plumbum.local.get", "plumbum.local.which":
		return pyInstance("command", pyItems(first))
	case "invoke.sudo", "fabric.operations.sudo", "fabric.api.sudo":
		e.add(Effect{Kind: Shell, Call: base, Argv: []Value{join(lit("sudo "), first.str())}, Pos: n.pos, End: n.end})
		return pyUnknown()
	case "yaml.load", "yaml.load_all":
		loader := a.arg(1, "Loader")
		for _, o := range loader {
			if o.form == pyLib && (strings.Contains(o.name, "Safe") || strings.Contains(o.name, "BaseLoader")) {
				return pyUnknown()
			}
		}
		e.code("yaml.load", first.str(), n.pos, n.end)
		return pyUnknown()
	}
	if base == "Pool" || base == "ThreadPool" {
		if f := a.named("initializer"); f != nil {
			e.lose(f)
		}
		return pyInstance("pool", pyUnknown())
	}
	if base == "Process" || base == "Thread" || base == "Timer" {
		if base != "Thread" && e.bombTarget(a) {
			e.add(Effect{Kind: Bomb, Call: module + "." + base, Pos: n.pos, End: n.end})
			return pyUnknown()
		}
		target, args := a.arg(1, "target function"), a.named("args")
		if base == "Timer" {
			args = a.arg(2, "args")
		} else if args == nil {
			args = a.arg(3, "")
		}
		call := &pyArgs{}
		if args != nil {
			call.pos = e.spread(args)
		}
		if kw := a.named("kwargs"); kw != nil {
			e.byName(call, kw)
		}
		if target != nil {
			e.call(target, call, n)
		}
		return pyInstance("multiprocessing.Process", pyUnknown())
	}
	return nil
}
