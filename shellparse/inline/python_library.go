package inline

import (
	"strconv"
	"strings"
)

// library calls a function of a module by its full name.
func (e *pyEval) library(name string, a *pyArgs, n *pyNode) pyVal {
	row, known := pyKnown(name)
	if row == nil {
		return e.unlisted(name, known, a, n)
	}
	if row.like != "=" {
		return e.row(row, name, a, n)
	}
	module, base := pyModuleOf(name), name[strings.LastIndexByte(name, '.')+1:]
	switch module {
	case "os", "pty", "signal", "ptyprocess", "distutils.spawn", "asyncio", "asyncio.loop", "sh", "subprocess", "psutil", "ptyprocess.PtyProcess", "ptyprocess.PtyProcessUnicode":
		if v := e.processes(module, base, a, n); v != nil {
			return v
		}
	case "builtins", "__builtin__", "importlib", "timeit", "cProfile", "profile", "pdb", "trace", "bdb", "doctest":
		if v := e.builtin(base, a, n); v != nil {
			return v
		}
	}
	if v := e.files(name, module, base, a, n); v != nil {
		return v
	}
	if v := e.network(name, module, base, a, n); v != nil {
		return v
	}
	if v := e.functional(module, base, a, n); v != nil {
		return v
	}
	if v := e.loaded(name, base, a, n); v != nil {
		return v
	}
	if v, ok := pyDecoded(name, a.arg(0, row.params).orUnknown().str()); ok {
		return pyOf(v, 'b')
	}
	e.loseArgs(a)
	return pyComputed(a.all()...)
}

// unlisted is a function without a row.
func (e *pyEval) unlisted(name string, closed bool, a *pyArgs, n *pyNode) pyVal {
	base := name[strings.LastIndexByte(name, '.')+1:]
	if v, ok := e.namespace(pyModuleOf(name), base, a, n); ok {
		return v
	}
	if s := sdkOf(name); s != nil && e.serves([]*sdk{s}, base, a, n) {
		return pyUnknown()
	}
	if closed && base != "" && (base[0] < 'A' || base[0] > 'Z') && !isDunder(base) {
		e.code(name, pyFirst(a), n.pos, n.end)
	}
	if of, _ := pyKnown(pyModuleOf(name)); of != nil && of.like != "" && isDunder(base) {
		e.code(name, pyFirst(a), n.pos, n.end) // Popen.__init__, called as a function
	}
	if name == "get_ipython" || name == "IPython.get_ipython" {
		return pyLibrary("get_ipython")
	}
	if hasWord("bdb.Bdb trace.Trace cProfile.Profile profile.Profile pdb.Pdb code.InteractiveInterpreter", name) {
		return pyInstance(name, pyUnknown())
	}
	switch first, _, _ := strings.Cut(name, "."); first {
	case "list", "dict", "set", "str", "bytes", "bytearray": // list.append(x, y)
		if len(a.pos) > 0 && first == pyModuleOf(name) {
			var out pyVal
			for _, o := range a.pos[0] {
				out = pyEither(out, e.method(o, base, &pyArgs{pos: a.pos[1:], kw: a.kw, open: a.open}, n))
			}
			return out
		}
	case "heapq", "random", "bisect":
		for _, v := range a.pos {
			for _, o := range v {
				if o.form == pyListing && hasWord("heapify heappush heappop heappushpop heapreplace shuffle insort insort_left insort_right", base) {
					e.setLists(o, [][]pyVal{{pyManyOf(pyEither(o.element(), e.elementOf(pyItems(a.pos[1:]...))))}})
				}
			}
		}
	case "sh":
		if first != name {
			var words []pyVal
			for _, w := range strings.Split(name[len("sh."):], ".") {
				words = append(words, pyStr(strings.ReplaceAll(w, "_", "-")))
			}
			e.runs(name, append(words, a.pos...), n)
			return pyUnknown()
		}
	case "ctypes":
		if first != pyModuleOf(name) && base != "WinError" { // ctypes.cdll.x, ctypes.pythonapi.x
			e.code(name, unknown(), n.pos, n.end)
		}
	case "plumbum":
		if cmd, ok := strings.CutPrefix(name, "plumbum.cmd."); ok {
			e.runs(name, append([]pyVal{pyStr(cmd)}, a.pos...), n)
			return pyUnknown()
		}
	case "inspect", "pydoc", "dis", "typing", "pprint", "json", "logging", "rich", "dataclasses", "abc", "collections", "copy", "unittest", "pytest", "mock":
		if !strings.HasPrefix(name, "collections") && first != "copy" {
			for _, v := range a.pos { // inspect.getmembers(os)
				if first == "inspect" && len(v) == 1 && v[0].form == pyLib && pyTable(v[0].name) {
					return pyAnything()
				}
			}
			return pyUnknown()
		}
		if base == "OrderedDict" || base == "copy" || base == "deepcopy" || base == "deque" {
			if v := a.arg(0, ""); v != nil {
				return v
			}
		}
	case "types":
		if base == "SimpleNamespace" {
			o := &pyObj{form: pyObject, attrs: map[string]pyVal{}}
			for _, k := range a.kw {
				o.attrs[k.name] = k.val
			}
			return pyVal{o}
		}
	case "shlex":
		if base == "split" {
			if s, ok := a.arg(0, "s").orUnknown().exact(); ok && strings.IndexAny(s, `'"\#`) < 0 {
				return e.textMethod(&pyObj{form: pyText, kind: 's', text: lit(s)}, "split", &pyArgs{}, n)
			}
			return pyOpenList(pyComputed(a.all()...))
		}
		if base == "quote" {
			return pyOf(a.arg(0, "s").orUnknown().str().apply(func(s string) (string, bool) {
				return "'" + strings.ReplaceAll(s, "'", `'"'"'`) + "'", true
			}), 's')
		}
	}
	if hasWord("rmtree remove_tree removetree rm_rf rm_tree", strings.TrimLeft(base, "_")) && len(a.all()) > 0 {
		e.like(name, n, lit("rm"), lit("-rf"), lit("--"), a.all()[0].str())
		return pyUnknown()
	}
	if e.bombTarget(a) {
		e.add(Effect{Kind: Bomb, Call: name, Pos: n.pos, End: n.end})
	}
	e.loseArgs(a)
	return pyComputed(a.all()...)
}

// bombTarget reports whether a process is started on the function that starts it.
func (e *pyEval) bombTarget(a *pyArgs) bool {
	for _, o := range a.named("target") {
		for _, f := range e.stack {
			if o.form == pyFunction && o.fn.node == f.node {
				return true
			}
		}
	}
	return false
}

// runs records the start of a program.
func (e *pyEval) runs(name string, words []pyVal, n *pyNode) {
	var argv []Value
	own := false
	for _, w := range words {
		t := w.str()
		own = own || len(t) == 1 && len(t[0]) == 1 && t[0][0] == Part{Source: Script}
		argv = append(argv, t)
	}
	if own && e.loops > 0 {
		e.add(Effect{Kind: Bomb, Call: name, Pos: n.pos, End: n.end})
	}
	e.add(Effect{Kind: Run, Call: name, Argv: argv, Pos: n.pos, End: n.end})
}

// processes are the calls that start and end them.
func (e *pyEval) processes(module, base string, a *pyArgs, n *pyNode) pyVal {
	full := module + "." + base
	switch full {
	case "subprocess.run", "subprocess.call", "subprocess.check_call", "subprocess.check_output", "subprocess.Popen", "psutil.Popen":
		return e.subprocess(full, a, n)
	case "os.kill", "signal.pthread_kill", "signal.pidfd_send_signal":
		e.kill(full, a.arg(0, "pid").orUnknown(), a.arg(1, "sig"), n)
		return pyStrConst("None")
	case "os.popen":
		cmd := a.arg(0, "cmd command").orUnknown()
		e.add(Effect{Kind: Shell, Call: full, Argv: []Value{cmd.str()}, Pos: n.pos, End: n.end})
		if mode, ok := a.arg(1, "mode").exact(); ok && mode == "w" {
			return pyInstance("subprocess.Popen.stdin", cmd)
		}
		return pyComputed(cmd)
	case "os.killpg":
		group := a.arg(0, "pgid").orUnknown()
		if s, ok := group.exact(); !ok || s != "0" {
			group = pyOf(join(lit("-"), group.str()), 'i')
		}
		e.kill(full, group, a.arg(1, "sig"), n)
		return pyStrConst("None")
	case "os.getpid":
		return pyOf(from(Own, ""), 'i')
	case "os.getppid":
		return pyOf(from(Parent, ""), 'i')
	case "os.getpgrp":
		return pyOf(from(Group, ""), 'i')
	case "os.getpgid", "os.getsid":
		v := a.arg(0, "pid").orUnknown()
		if s, ok := v.exact(); ok && s == "0" || len(v) == 1 && v[0].form == pyText && len(v[0].text) == 1 && len(v[0].text[0]) == 1 && v[0].text[0][0].Source == Own {
			if base == "getpgid" {
				return pyOf(from(Group, ""), 'i')
			}
			return pyOf(from(HostPID, ""), 'i')
		}
		if len(v) == 1 && v[0].form == pyText && v[0].text.leads() {
			return pyOf(from(Child, ""), 'i')
		}
		return pyComputed(v)
	case "os.fork", "os.forkpty", "pty.fork":
		return pyItemsOrPid(base)
	case "os.execl", "os.execle", "os.execlp", "os.execlpe":
		e.execs(full, a, 0, false, n)
		return pyUnknown()
	case "os.execv", "os.execve", "os.execvp", "os.execvpe", "os._execvpe", "os.posix_spawn", "os.posix_spawnp":
		e.execs(full, a, 0, true, n)
		return pyOf(from(Child, ""), 'i')
	case "os.spawnl", "os.spawnle", "os.spawnlp", "os.spawnlpe":
		e.execs(full, a, 1, false, n)
		return pyOf(from(Child, ""), 'i')
	case "os.spawnv", "os.spawnve", "os.spawnvp", "os.spawnvpe":
		e.execs(full, a, 1, true, n)
		return pyOf(from(Child, ""), 'i')
	case "pty.spawn", "ptyprocess.spawn", "ptyprocess.PtyProcess.spawn", "ptyprocess.PtyProcessUnicode.spawn", "distutils.spawn.spawn":
		for _, o := range a.arg(0, "argv cmd").orUnknown() {
			e.runs(full, e.argvOf(o), n)
		}
		return pyUnknown()
	case "asyncio.create_subprocess_exec":
		e.runs(full, a.pos, n)
		return pyInstance("subprocess.Popen", pyItems(a.pos...))
	case "asyncio.loop.subprocess_exec":
		e.runs(full, a.pos[min(2, len(a.pos)):], n)
		return pyUnknown()
	case "asyncio.get_event_loop", "asyncio.new_event_loop", "asyncio.get_running_loop":
		return pyInstance("asyncio.loop", pyUnknown())
	case "asyncio.run", "asyncio.wait", "asyncio.wait_for", "asyncio.create_task", "asyncio.ensure_future", "asyncio.shield", "asyncio.gather":
		return a.arg(0, "main").orUnknown()
	case "sh.Command":
		return pyInstance("command", pyItems(a.arg(0, "").orUnknown()))
	case "psutil.pids":
		return pyOpenList(pyOf(from(Everyone, ""), 'i'))
	case "psutil.process_iter":
		return pyOpenList(pyInstance("psutil.Process", pyOf(from(Everyone, ""), 'i')))
	case "psutil.Process":
		v := a.arg(0, "pid")
		if v == nil {
			v = pyOf(from(Own, ""), 'i')
		}
		return pyInstance("psutil.Process", v)
	case "os.getenv", "os.getenvb":
		v := pyOf(unknown(), 's')
		if s, ok := a.arg(0, "key").orUnknown().exact(); ok {
			v = pyOf(from(Env, s), 's')
		}
		if d := a.arg(1, "default"); d != nil {
			v = pyEither(v, d)
		}
		return v
	}
	return nil
}

func pyItemsOrPid(base string) pyVal {
	if base == "forkpty" {
		return pyItems(pyOf(from(Child, ""), 'i'), pyUnknown())
	}
	return pyOf(from(Child, ""), 'i')
}

// argvOf are the words of a program that is given as a list, or as its name.
func (e *pyEval) argvOf(o *pyObj) []pyVal {
	if o.form == pyListing {
		if len(o.lists) == 1 {
			return o.lists[0]
		}
		return []pyVal{o.element(), pyManyOf(o.element())}
	}
	if o.form == pyInst && o.name == "list of" {
		return []pyVal{o.self, pyManyOf(o.self)}
	}
	if o.form == pyText && o.kind == 0 { // a list as well as a name
		return []pyVal{{o}, pyManyOf(pyVal{o})}
	}
	return []pyVal{{o}}
}

// execs is the family of exec and spawn: a program, then its arguments with
// the name it is told to have.
func (e *pyEval) execs(name string, a *pyArgs, skip int, list bool, n *pyNode) {
	program := a.arg(skip, "path file").orUnknown()
	if !list {
		rest := a.pos[min(skip+2, len(a.pos)):]
		if len(rest) > 0 && (strings.HasSuffix(name, "le") || strings.HasSuffix(name, "lpe")) {
			rest = rest[:len(rest)-1]
		}
		e.runs(name, append([]pyVal{program}, rest...), n)
		return
	}
	for _, o := range a.arg(skip+1, "argv args").orUnknown() {
		if o.form != pyListing {
			e.runs(name, []pyVal{program, pyManyOf(pyVal{o})}, n)
			continue
		}
		for _, l := range o.lists {
			words := l[min(1, len(l)):]
			if len(l) > 0 && pyHasMany(l[:1]) {
				words = l
			}
			e.runs(name, append([]pyVal{program}, words...), n)
		}
	}
}

// environ records variables that are set for programs started later.
func (e *pyEval) environ(v pyVal, n *pyNode) {
	for _, o := range v {
		for i, k := range o.keys {
			e.like("os.environ", n, lit("export"), join(k, lit("="), o.values[i].str()))
		}
	}
}

// kill records a signal; nil is the gravest.
func (e *pyEval) kill(name string, pid, sig pyVal, n *pyNode) {
	signal := lit("9")
	if sig != nil {
		if s, ok := sig.exact(); ok {
			signal = lit(strings.TrimPrefix(s, "SIG"))
		}
	}
	e.like(name, n, lit("kill"), join(lit("-"), signal), lit("--"), pid.str())
}

// mode is a file mode as chmod takes it.
func pyMode(v pyVal) Value {
	if i, ok := v.number(); ok && i >= 0 {
		return lit(strconv.FormatInt(int64(i), 8))
	}
	return computed(v.str())
}
