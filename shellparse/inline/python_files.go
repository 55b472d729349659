package inline

import (
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
	case "sqlalchemy.text", "sqlalchemy.sql.text", "sqlalchemy.sql.expression.text", "sqlmodel.text":
		return pyOf(a.arg(0, "text").orUnknown().str(), 's')
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
