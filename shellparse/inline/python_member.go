package inline

import "strings"

// member is an attribute of a module: something that has a full name, or one
// of the values that are known.
func (e *pyEval) member(module, name string) pyVal {
	module = strings.TrimPrefix(module, "builtins.") // bytes.fromhex
	full := name
	if module != "" {
		full = module + "." + name
	}
	if v, ok := e.globals.vars[full]; ok && strings.Contains(full, ".") {
		return v
	}
	if module == "__main__" && name != "__dict__" {
		outer := e.scope
		e.scope = e.globals
		defer func() { e.scope = outer }()
		return e.lookup(name)
	}
	switch full {
	case "os.sep", "os.path.sep":
		return pyStr("/")
	case "os.pathsep":
		return pyStr(":")
	case "os.curdir":
		return pyStr(".")
	case "os.pardir":
		return pyStr("..")
	case "os.linesep":
		return pyStr("\n")
	case "os.devnull", "os.path.devnull":
		return pyStr("/dev/null")
	case "os.name":
		return pyStr("posix")
	case "os.O_RDONLY":
		return pyNumber(0)
	case "sys.executable":
		return pyStr("python3")
	case "builtins.__dict__":
		return pyLibrary("builtins")
	case "shutil.os", "posix", "nt", "os.posix", "_posix":
		return pyLibrary("os")
	case "pathlib.PosixPath", "pathlib.WindowsPath", "pathlib.PurePath", "pathlib.PurePosixPath", "pathlib2.Path", "anyio.Path", "aiopath.AsyncPath", "trio.Path", "importlib.metadata.Path":
		return pyLibrary("pathlib.Path")
	case "sys.stdin.buffer":
		return pyLibrary("sys.stdin")
	case "signal.SIGKILL", "signal.Signals.SIGKILL":
		return pyOf(lit("9"), 'i')
	case "string.ascii_lowercase":
		return pyStr("abcdefghijklmnopqrstuvwxyz")
	case "string.ascii_uppercase":
		return pyStr("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
	case "string.ascii_letters":
		return pyStr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
	case "string.digits":
		return pyStr("0123456789")
	}
	if sig, ok := strings.CutPrefix(full, "signal.SIG"); ok {
		return pyOf(lit(strings.TrimPrefix(sig, "_")), 'i')
	}
	if sig, ok := strings.CutPrefix(full, "signal.Signals.SIG"); ok {
		return pyOf(lit(sig), 'i')
	}
	if module != "" {
		if name == "__dict__" || name == "__call__" || name == "__wrapped__" {
			return pyLibrary(module)
		}
		if row, _ := pyKnown("builtins." + module); name == "__self__" && row != nil {
			return pyLibrary("builtins")
		}
		if pyReaching(name) && full != "builtins.__import__" && full != "builtins.__builtins__" {
			return pyAnything()
		}
		if row, _ := pyKnown(full); row == nil && !pyTable(full) {
			if bare := strings.TrimLeft(name, "_"); hasWord(pyDangerous, bare) && !strings.HasPrefix(module, ".") {
				return pyLibrary(strings.TrimSuffix(bare, "__"))
			}
		}
	}
	return pyLibrary(full)
}

// pyTable reports whether a module has rows.
func pyTable(module string) bool {
	for m := range pyModules {
		if hasWord(pyModules[m].names, module) {
			return true
		}
	}
	switch module {
	case "sys", "globals()", "vars()", "__main__", "sys.modules":
		return true
	}
	return false
}

// pyReaching are attributes by which any object of the interpreter is reached
// from any other.
func pyReaching(name string) bool {
	return hasWord("__globals__ __subclasses__ __builtins__ __bases__ __base__ __mro__ __code__ __closure__ __loader__ __spec__ __reduce__ __reduce_ex__ mro gi_frame cr_frame ag_frame f_globals f_builtins f_locals f_back tb_frame __import__ __func__", name)
}

// attr is v.name.
func (e *pyEval) attr(v pyVal, name string, n *pyNode) pyVal {
	var out pyVal
	for _, o := range v {
		out = pyEither(out, e.attrOne(o, name, n))
	}
	return out
}

func (e *pyEval) attrOne(o *pyObj, name string, n *pyNode) pyVal {
	if name == "__getattribute__" || name == "__getattr__" {
		if o.form == pyLib && (o.name == "builtins.object" || o.name == "builtins.type") {
			return pyLibrary("builtins.getattr")
		}
		if o.form != pyObject {
			return pyVal{{form: pyPartial, self: pyLibrary("builtins.getattr"), args: &pyArgs{pos: []pyVal{{o}}}}}
		}
	}
	switch o.form {
	case pyLib:
		return e.member(o.name, name)
	case pyInst:
		if v := e.instAttr(o, name); v != nil {
			return v
		}
	case pyObject:
		if name == "__dict__" {
			return pySpaceOf(pyVal{o})
		}
		var out pyVal
		if v, ok := o.attrs[name]; ok {
			out = v
		}
		if v := e.classAttr(o, name); v != nil {
			return pyEither(out, v)
		}
		if out != nil {
			return out
		}
		if o.class != nil {
			if v, ok := o.class.shared()[name]; ok {
				return v
			}
			for _, b := range o.class.bases {
				for _, c := range b {
					if c.form == pyLib {
						if row, _ := pyKnown(c.name + "." + name); row != nil {
							return pyVal{{form: pyBound, self: pyInstance(c.name, pyUnknown()), name: name}}
						}
						if name == "__init__" && pyTable(pyModuleOf(c.name)) {
							return pyVal{c}
						}
					}
				}
			}
		}
		if !isDunder(name) {
			if v := e.hook(o, "__getattr__", n, pyStr(name)); v != nil {
				return v
			}
		}
	case pyClassForm:
		if name == "__dict__" {
			return pySpaceOf(pyVal{o})
		}
		if v := e.findInClass(o.class, name, 0); v != nil {
			if len(v) == 1 && v[0].form == pyFunction && v[0].fn.node.x != nil {
				for _, d := range v[0].fn.node.x.list {
					if d.kind == pyNName && d.text == "classmethod" {
						return pyVal{{form: pyPartial, self: v, args: &pyArgs{pos: []pyVal{{o}}}}}
					}
				}
			}
			return v
		}
	case pyFunction:
		if name == "__globals__" {
			return pyLibrary("globals()")
		}
	case pyWild:
		return pyVal{o}
	}
	if pyReaching(name) {
		return pyAnything()
	}
	return pyVal{{form: pyBound, self: pyVal{o}, name: name}}
}

// classAttr is an attribute that an object has from its class; a function
// becomes a method of the object.
func (e *pyEval) classAttr(o *pyObj, name string) pyVal {
	if o.class == nil {
		return nil
	}
	var out pyVal
	for _, f := range e.findInClass(o.class, name, 0) {
		if f.form != pyFunction {
			out = pyEither(out, pyVal{f})
			continue
		}
		args := &pyArgs{pos: []pyVal{{o}}}
		if x := f.fn.node.x; x != nil {
			for _, d := range x.list {
				switch {
				case d.kind == pyNName && d.text == "staticmethod":
					args = &pyArgs{}
				case d.kind == pyNName && (d.text == "property" || d.text == "cached_property"), d.kind == pyNAttr && d.text == "cached_property":
					out = pyEither(out, e.callOne(f, args, f.fn.node))
					args = nil
				}
			}
		}
		if args != nil {
			out = pyEither(out, pyVal{{form: pyPartial, self: pyVal{f}, args: args}})
		}
	}
	return out
}

func (e *pyEval) findInClass(c *pyClass, name string, depth int) pyVal {
	if depth > 16 {
		return nil
	}
	if v, ok := c.scope.vars[name]; ok {
		return v
	}
	for _, b := range c.bases {
		for _, o := range b {
			if o.form == pyClassForm {
				if v := e.findInClass(o.class, name, depth+1); v != nil {
					return v
				}
			}
			if o.form == pyLib {
				if row, _ := pyKnown(o.name + "." + name); row != nil {
					return pyLibrary(o.name + "." + name)
				}
			}
		}
	}
	return nil
}

// instAttr are the attributes of objects that are not methods.
func (e *pyEval) instAttr(o *pyObj, name string) pyVal {
	switch o.name + "." + name {
	case "subprocess.Popen.pid", "multiprocessing.Process.pid":
		if o.kind == 'g' {
			return pyOf(from(Child, Leader), 'i')
		}
		return pyOf(from(Child, ""), 'i')
	case "psutil.Process.pid", "os.DirEntry.path":
		return o.self
	case "os.DirEntry.name":
		return pyOf(from(Unknown, Entry), 's')
	case "subprocess.Popen.stdin":
		return pyInstance("subprocess.Popen.stdin", o.self)
	case "file.name", "tempfile.name":
		return o.self
	case "pathlib.Path.parent":
		return pyInstance(o.name, pyOf(pyDirname(o.self.str()).applyKnown(func(s string) string {
			if s == "" {
				return "."
			}
			return s
		}), 's'))
	case "pathlib.Path.parents":
		return pyOpenList(pyInstance(o.name, pyOf(pyDirname(o.self.str()), 's')))
	case "pathlib.Path.name":
		return pyOf(pyBasename(o.self.str()), 's')
	case "pathlib.Path.stem":
		return pyOf(pyBasename(o.self.str()).apply(func(s string) (string, bool) {
			if i := strings.LastIndexByte(s, '.'); i > 0 {
				s = s[:i]
			}
			return s, true
		}), 's')
	case "pathlib.Path.suffix":
		return pyOf(unknown(), 's')
	}
	return nil
}
