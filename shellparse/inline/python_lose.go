package inline

// lose lets a value go where it is not followed: a function in it may be
// called, with anything.
func (e *pyEval) lose(v pyVal) { e.loseArgs(&pyArgs{pos: []pyVal{v}}) }

func (e *pyEval) loseArgs(a *pyArgs) {
	l := losing{e: e}
	for _, v := range a.pos {
		l.value(v)
	}
	for _, k := range a.kw {
		l.value(k.val)
	}
}

// losing goes through what is lost, once.
type losing struct {
	e    *pyEval
	seen map[*pyObj]bool
}

func (l *losing) value(v pyVal) {
	for _, o := range v {
		l.object(o)
	}
}

func (l *losing) object(o *pyObj) {
	switch o.form {
	case pyText, pyWild, pyObject, pyClassForm:
		return
	case pyFunction:
		o.fn.escaped = true
		return
	case pyLib:
		l.e.loseLib(o)
		return
	}
	if l.seen == nil {
		l.seen = map[*pyObj]bool{}
	}
	if l.seen[o] || len(l.seen) > pyMaxList {
		return
	}
	l.seen[o] = true
	switch o.form {
	case pyListing:
		for _, list := range o.lists {
			if len(list) == 2 && l.e.reduces(list) {
				continue
			}
			for _, x := range list {
				l.value(x)
			}
		}
	case pyDict:
		for _, x := range o.values {
			l.value(x)
		}
	case pyMany:
		l.value(o.self)
	case pyPartial:
		l.e.call(o.self, &pyArgs{pos: o.args.pos, kw: o.args.kw, open: true}, pyNowhere)
	case pyBound:
		for _, r := range o.self {
			if r.form == pyInst {
				l.e.method(r, o.name, &pyArgs{open: true}, pyNowhere)
			}
		}
	}
}

// pyNowhere is the place of a call that stands nowhere in the text.
var pyNowhere = &pyNode{kind: pyNCall, x: &pyNode{kind: pyNConst}}

// reduces calls a function that stands beside its arguments, as __reduce__
// gives them and threads take them.
func (e *pyEval) reduces(l []pyVal) bool {
	for _, o := range l[1] {
		if o.form != pyListing {
			return false
		}
	}
	done := false
	for _, o := range l[0] {
		if o.form == pyLib || o.form == pyFunction {
			e.callOne(o, &pyArgs{pos: e.spread(l[1])}, pyNowhere)
			done = true
		}
	}
	return done
}

func (e *pyEval) loseLib(o *pyObj) {
	row, _ := pyKnown(o.name)
	if row == nil || row.like == "" {
		return
	}
	if row.like == "=" && !hasWord("os.popen os.execl os.execle os.execlp os.execlpe os.execv os.execve os.execvp os.execvpe os.spawnl os.spawnle os.spawnlp os.spawnlpe os.spawnv os.spawnve os.spawnvp os.spawnvpe os.posix_spawn os.posix_spawnp os.kill os.killpg os.chmod subprocess.run subprocess.call subprocess.check_call subprocess.check_output subprocess.Popen pty.spawn asyncio.create_subprocess_exec builtins.eval builtins.exec builtins.__import__ builtins.execfile importlib.import_module", o.name) {
		return
	}
	e.library(o.name, &pyArgs{pos: []pyVal{pyUnknown(), pyUnknown()}, open: true}, pyNowhere)
}
