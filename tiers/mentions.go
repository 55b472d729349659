package tiers

import (
	"slices"
	"strings"
)

// What code holds as text is data where nothing in the code can run it. By what
// a language runs text is known by whole names, looked for outside of strings
// and comments: TestKill, executor and re.compile run nothing.

// onlyMentions reports whether code has been read to its end and nothing in it
// has the name of a way to run text, to delete, or to come by such a way.
func (c *call) onlyMentions() bool {
	if c.Code.Unknown || c.Code.Hidden || c.Code.Holes {
		return false
	}
	if !c.Code.Read {
		return c.onlyComputes()
	}
	text := c.Code.Text.String()
	return onlySays(c.Code.Lang, text) || !runsPrograms(c.Code.Lang, text)
}

// waysToRun is by what code in a language, or in files of a suffix, runs text,
// deletes a folder, or comes by a name for that.
type waysToRun struct {
	langs   []string
	words   string   // names in the code
	bare    string   // names that count where they do not stand behind a dot
	methods string   // names that count behind a dot only
	except  string   // such calls that are harmless
	raw     []string // parts of the text as it stands, strings included: the names of modules
}

var waysToRunText = [...]waysToRun{
	{langs: []string{"python", ".py"},
		words: " system popen popen2 popen3 popen4 spawn spawnl spawnle spawnlp spawnlpe spawnv spawnve spawnvp spawnvpe posix_spawn posix_spawnp startfile exec execl execle execlp execlpe execv execve execvp execvpe execfile fexecve eval compile" +
			" subprocess create_subprocess_shell create_subprocess_exec subprocess_shell subprocess_exec getoutput getstatusoutput check_output check_call Popen getattr attrgetter methodcaller locate resolve_name import_string import_object import_from_string get_original globals locals vars builtins import_module importlib runpy run_path run_module runctx" +
			" ctypes cffi dlopen pty pexpect ptyprocess plumbum paramiko fabric invoke sh delegator sarge envoy asyncssh docker xonsh get_ipython timeit doctest codeop InteractiveInterpreter InteractiveConsole socket telnetlib sendline rmtree remove_tree pickle dill cloudpickle joblib shelve marshal ",
		methods: " run call load loads modules signal ",
		except:  " re.compile regex.compile asyncio.run anyio.run uvicorn.run app.run platform.system json.load json.loads tomllib.load tomllib.loads toml.load toml.loads "},
	{langs: []string{"node"},
		words:   " eval Function spawn spawnSync execSync execFile execFileSync fork createRequire getBuiltinModule mainModule binding dlopen Bun Deno Reflect globalThis global Worker rm rmSync rmdir rmdirSync rimraf execa execaCommand ",
		bare:    " exec ",
		methods: " constructor __proto__ ",
		raw:     []string{"child_process", "worker_threads", "execa", "shelljs", "cross-spawn", "node-pty", "rimraf", "zx", "vm\"", "vm'", "vm`", "module\"", "module'", "module`", "inspector", "repl\"", "repl'", "process[", "process.m"}},
	{langs: []string{"awk"}, words: " system getline ", raw: []string{"|", "@"}},
	{langs: []string{".go"}, words: " StartProcess ForkExec RemoveAll ", methods: " Exec ",
		raw: []string{"os/exec", "syscall", "golang.org/x/sys", "\"plugin\"", "`plugin`", `"C"`, "`C`", "magefile", "bitfield/script", "go-sh", "go:linkname", "go:generate"}},
	{langs: []string{".rs"}, words: " Command libc nix duct xshell system popen execv execve execvp execl asm global_asm libloading extern link_name remove_dir_all ", raw: []string{"sh!", "cmd!", "fun!"}},
	{langs: []string{".c", ".cc", ".cpp"}, words: " system kill fork popen _popen wordexp execl execlp execle execv execvp execvpe execve fexecve posix_spawn posix_spawnp spawnl spawnlp spawnv spawnvp syscall asm __asm __asm__ dlopen dlsym dlmopen nftw remove_all QProcess ShellExecute ShellExecuteA CreateProcess CreateProcessA WinExec __libc_system weakref ",
		raw: []string{"##", "??", "boost/process"}},
	{langs: []string{".java", ".kt", ".kts"}, words: " exec Runtime Process ProcessBuilder ProcessHandle ProcessExecutor CommandLine DefaultExecutor GeneralCommandLine invoke invokeExact invokeWithArguments forName loadClass getMethod getDeclaredMethod loadLibrary Native ScriptEngine ScriptEngineManager eval deleteDirectory deleteRecursively deleteTree "},
}

// runsPrograms reports whether code of a language may run text or delete.
func runsPrograms(lang, code string) bool {
	for i := range waysToRunText {
		w := &waysToRunText[i]
		if !slices.Contains(w.langs, lang) {
			continue
		}
		for _, s := range w.raw {
			if strings.Contains(code, s) {
				return true
			}
		}
		rest, ok := withoutStrings(lang, code)
		return !ok || w.namedIn(rest)
	}
	return true
}

// namedIn reports whether one of the names stands in code without strings.
func (w *waysToRun) namedIn(code string) bool {
	before := "" // the name before, where a dot joins it to this one
	for i := 0; i < len(code); {
		if !identByte(code[i]) {
			if code[i] != '.' && !space(code[i]) {
				before = ""
			}
			i++
			continue
		}
		start := i
		for i < len(code) && identByte(code[i]) {
			i++
		}
		name := code[start:i]
		if len(name) == 1 {
			before = name
			continue
		}
		dotted := strings.HasSuffix(strings.TrimRight(code[:start], " \t\r\n"), ".")
		switch {
		case dotted && before != "" && listed(w.except, before+"."+name):
		case listed(w.words, name), dotted && listed(w.methods, name), !dotted && listed(w.bare, name):
			return true
		case w.langs[0] == "python" && strings.HasPrefix(name, "__") && !listed(plainDunders, name):
			return true
		case w.langs[0] == "node" && (name == "import" || name == "require") && loadsComputed(code[i:]):
			return true
		}
		before = name
	}
	return false
}

// plainDunders lead to no other name.
const plainDunders = " __name__ __main__ __init__ __file__ __version__ __doc__ __all__ __future__ __repr__ __str__ __len__ __eq__ __hash__ __iter__ __next__ __enter__ __exit__ __post_init__ __contains__ "

// loadsComputed reports whether what follows import or require, strings left
// empty, is a call with anything but a single string.
func loadsComputed(rest string) bool {
	rest = strings.TrimLeft(rest, " \t\r\n")
	return strings.HasPrefix(rest, "(") && !strings.HasPrefix(rest, `("")`) || strings.HasPrefix(rest, "[") || strings.HasPrefix(rest, "?.")
}

// listed reports whether a list of names, each between blanks, has this one.
func listed(list, name string) bool {
	for rest := list; ; {
		i := strings.Index(rest, name)
		if i < 0 {
			return false
		}
		if i > 0 && rest[i-1] == ' ' && i+len(name) < len(rest) && rest[i+len(name)] == ' ' {
			return true
		}
		rest = rest[i+1:]
	}
}

func identByte(b byte) bool {
	return b == '_' || b == '$' || 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || '0' <= b && b <= '9'
}

func space(b byte) bool { return b == ' ' || b == '\t' || b == '\r' || b == '\n' }
