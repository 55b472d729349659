package inline

import (
	"path"
	"strings"
)

// files are the calls that open, find and name files.
func (e *pyEval) files(name, module, base string, a *pyArgs, n *pyNode) pyVal {
	first := a.arg(0, "path file filename name fd self pathname files database").orUnknown()
	switch name {
	case "os.open":
		flags := a.arg(1, "flags").orUnknown()
		if i, ok := flags.number(); ok && i == 0 {
			e.redir(name, "<", first.str(), n)
		} else {
			e.redir(name, ">", first.str(), n)
		}
		return pyUnknown()
	case "os.chmod", "os.lchmod":
		e.like(name, n, lit("chmod"), pyMode(a.arg(1, "mode").orUnknown()), lit("--"), first.str())
		return pyStrConst("None")
	case "os.getcwd", "os.getcwdb":
		return pyOf(from(Dir, ""), 's')
	case "os.environ.update", "os.environ.setdefault":
		if base == "setdefault" {
			e.like(name, n, lit("export"), join(first.str(), lit("="), a.arg(1, "").orUnknown().str()))
		} else {
			e.environ(first, n)
			for _, k := range a.kw {
				e.like(name, n, lit("export"), join(lit(k.name+"="), k.val.str()))
			}
		}
		return pyUnknown()
	case "os.environ.get", "os.environ.pop", "os.environ.__getitem__", "os.environb.get":
		v := e.key(pyLibrary("os.environ"), first)
		if d := a.arg(1, "default"); d != nil {
			v = pyEither(v, d)
		}
		return v
	case "os.environ.copy":
		return pyVal{{form: pyDict, open: true}}
	case "os.walk", "os.fwalk":
		dir := pyOf(pyPathJoin(first.str(), from(Unknown, Below)), 's')
		names := pyOpenList(pyOf(from(Unknown, Entry), 's'))
		return pyOpenList(pyItems(dir, names, names))
	case "os.listdir", "os.get_exec_path":
		if len(a.pos) == 0 {
			return pyOpenList(pyOf(from(Unknown, Entry), 's'))
		}
		entry := from(Unknown, Entry)
		if first.str().pid() {
			entry = from(HostPID, "")
		} else if s, ok := first.exact(); ok && strings.TrimRight(s, "/") == "/proc" {
			entry = from(Everyone, "")
		}
		return pyOpenList(pyOf(entry, 's'))
	case "os.scandir":
		dir := lit(".")
		if len(a.pos) > 0 {
			dir = first.str()
		}
		return pyOpenList(pyInstance("os.DirEntry", pyOf(pyPathJoin(dir, from(Unknown, Entry)), 's')))
	case "os.fspath", "os.fsencode", "os.fsdecode":
		return pyOf(first.str(), 's')
	case "glob.glob", "glob.iglob":
		v := pyPattern(first.str())
		if root := a.named("root_dir"); root != nil {
			v = pyPathJoin(root.str(), v)
		}
		return pyOpenList(pyOf(v, 's'))
	case "fileinput.input", "fileinput.FileInput":
		op := "<"
		if in := a.named("inplace"); in != nil {
			if t, known := in.truth(); t || !known {
				op = ">"
			}
		}
		items, _ := e.iterate(first)
		if pyIsText(first) {
			items = []pyVal{first}
		}
		if len(a.pos) == 0 && a.named("files") == nil {
			items = nil // what the operands name, or the standard input
		}
		for _, f := range items {
			e.redir(name, op, f.str(), n)
		}
		return pyOpenList(pyUnknown())
	case "builtins.open", "__builtin__.open", "builtins.file", "io.open", "codecs.open", "gzip.open", "bz2.open", "lzma.open", "tokenize.open", "io.FileIO", "gzip.GzipFile", "bz2.BZ2File", "lzma.LZMAFile", "aiofiles.open", "tarfile.open", "zipfile.ZipFile", "tarfile.TarFile", "dbm.open", "shelve.open", "zipfile.PyZipFile", "dbm.gnu.open", "dbm.dumb.open":
		mode := a.arg(1, "mode flag")
		if len(first) == 1 && first[0].form == pyInst && first[0].name == "file" {
			return pyInstance("file", pyUnknown()) // in memory, or open already
		}
		v := e.opened(name, first.str(), mode, n)
		if module == "tarfile" || module == "zipfile" {
			return pyInstance("tarfile.open", first)
		}
		return v
	case "io.BytesIO", "io.StringIO":
		return pyInstance("file", pyUnknown())
	case "tempfile.mkdtemp", "tempfile.gettempdir", "tempfile.TemporaryDirectory", "tempfile.mktemp":
		if base == "gettempdir" {
			return pyStr("/tmp")
		}
		return pyOf(from(Temp, ""), 's')
	case "tempfile.mkstemp":
		return pyItems(pyUnknown(), pyOf(from(Temp, ""), 's'))
	case "tempfile.NamedTemporaryFile", "tempfile.TemporaryFile", "tempfile.SpooledTemporaryFile":
		return pyInstance("tempfile", pyOf(from(Temp, ""), 's'))
	case "mmap.mmap":
		for _, v := range a.all() {
			for _, o := range v {
				if o.form == pyLib && strings.HasSuffix(o.name, "PROT_EXEC") {
					e.code(name, unknown(), n.pos, n.end)
				}
			}
		}
		if p, ok := a.named("prot").orUnknown().number(); ok && p&4 != 0 {
			e.code(name, unknown(), n.pos, n.end)
		}
		return pyUnknown()
	case "codecs.decode", "codecs.encode":
		kind := byte('s')
		return e.coded(&pyObj{form: pyText, kind: 's', text: a.arg(0, "obj").orUnknown().str()}, a.arg(1, "encoding"), kind, base == "encode")
	case "codecs.getdecoder", "codecs.getencoder":
		return pyVal{{form: pyInst, name: "codec", self: first}}
	}
	if module == "os.path" || module == "posixpath" || module == "genericpath" || module == "ntpath" {
		return e.paths(base, a, n)
	}
	if module == "pathlib.Path" || name == "pathlib.Path" {
		return e.pathMethod(&pyObj{form: pyInst, name: "pathlib.Path", self: pyOf(first.str(), 's')}, base, &pyArgs{pos: a.pos[min(1, len(a.pos)):], kw: a.kw, open: a.open}, n)
	}
	return nil
}

// opened records a file that is opened in a mode; nil is to read.
func (e *pyEval) opened(name string, file Value, mode pyVal, n *pyNode) pyVal {
	if s, ok := file.Exact(); ok && s != "" && strings.Trim(s, "0123456789") == "" {
		return pyInstance("file", pyUnknown()) // a descriptor
	}
	ops := "<"
	if mode != nil {
		m, ok := mode.exact()
		switch {
		case !ok:
			ops = "< >"
		case strings.ContainsAny(m, "wx") || m == "n" || m == "c":
			ops = ">"
		case strings.Contains(m, "a"):
			ops = ">>"
		case strings.Contains(m, "+"):
			ops = "< >"
		}
	}
	for _, op := range strings.Fields(ops) {
		e.redir(name, op, file, n)
	}
	if s, ok := file.Exact(); ok && s == "/dev/stdin" {
		return pyLibrary("sys.stdin")
	}
	return pyInstance("file", pyOf(file, 's'))
}

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
			case len(y) > 0 && (y[0].Source == Literal && strings.HasPrefix(y[0].Lit, "/") || y[0].Source == Home || y[0].Source == Dir):
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

// pathMethod is a method of a pathlib.Path.
func (e *pyEval) pathMethod(o *pyObj, base string, a *pyArgs, n *pyNode) pyVal {
	self := o.self.str()
	made := func(v Value) pyVal { return pyInstance("pathlib.Path", pyOf(v, 's')) }
	first := a.arg(0, "mode target pattern name").orUnknown()
	switch base {
	case "Path":
		v := self
		for _, p := range a.pos {
			v = pyPathJoin(v, p.str())
		}
		return made(v)
	case "cwd":
		return made(from(Dir, ""))
	case "home":
		return made(from(Home, ""))
	case "expanduser":
		return made(pyHome(self))
	case "resolve", "absolute", "relative_to":
		return made(self)
	case "as_posix", "__str__", "__fspath__":
		return pyOf(self, 's')
	case "joinpath":
		v := self
		for _, p := range a.pos {
			v = pyPathJoin(v, p.str())
		}
		return made(v)
	case "with_name":
		return made(pyPathJoin(pyDirname(self), first.str()))
	case "with_suffix", "with_stem":
		return made(pyPathJoin(pyDirname(self), computed(self)))
	case "iterdir":
		return pyOpenList(made(pyPathJoin(self, from(Unknown, Entry))))
	case "glob":
		return pyOpenList(made(pyPathJoin(self, pyPattern(first.str()))))
	case "rglob":
		found := pyPattern(first.str())
		if s, ok := first.exact(); ok && strings.HasPrefix(s, "*") {
			found = pyPattern(lit(strings.TrimLeft(s, "*")))
		}
		return pyOpenList(made(join(pyPathJoin(self, from(Unknown, Below)), found)))
	case "walk":
		names := pyOpenList(pyOf(from(Unknown, Entry), 's'))
		return pyOpenList(pyItems(made(pyPathJoin(self, from(Unknown, Below))), names, names))
	case "open":
		return e.opened("Path.open", self, a.arg(0, "mode"), n)
	case "read_text", "read_bytes":
		e.redir("Path."+base, "<", self, n)
		return pyComputed(pyVal{o})
	case "chmod", "lchmod":
		e.like("Path."+base, n, lit("chmod"), pyMode(first), lit("--"), self)
		return pyStrConst("None")
	}
	return nil
}
