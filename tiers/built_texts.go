package tiers

import (
	"path"
	"slices"
	"strings"

	"github.com/hermes-exec/hermes-exec/shellparse"
)

// Files that a text writes for a tool that builds, tests or runs what stands in
// them: recipes, settings with commands, sources.

// builtBy says which files tools read and run, beside those of [readBy].
var builtBy = [...]struct{ tools, files []string }{
	{[]string{"make", "gmake"}, []string{"Makefile", "makefile", "GNUmakefile", "*.mk"}},
	{[]string{"make", "gmake", "cmake", "ninja", "meson", "gcc", "cc", "clang", "g++", "c++", "clang++", "tcc"}, []string{"*.c", "*.cc", "*.cpp", "*.h"}},
	{[]string{"go", "make"}, []string{"*.go"}}, {[]string{"cargo", "rustc"}, []string{"*.rs"}}, {[]string{"java", "javac", "gradle", "mvn"}, []string{"*.java"}}, {[]string{"dart", "flutter"}, []string{"*.dart"}}, {[]string{"swift", "swiftc"}, []string{"*.swift"}},
	{[]string{"npm", "pnpm", "yarn", "bun", "composer", "deno"}, []string{"package.json", "composer.json", "deno.json", "deno.jsonc"}},
	{[]string{"npm", "pnpm", "yarn", "bun", "node", "deno", "npx", "jest", "vitest", "mocha", "ava", "vite", "webpack", "rollup", "gulp", "grunt", "pm2", "next", "eslint", "playwright", "cypress", "tsx", "ts-node", "electron"}, []string{"*.js", "*.cjs", "*.mjs", "*.ts", "*.cts", "*.mts"}},
	{[]string{"python", "pytest", "tox", "nox", "pip", "poetry", "uv", "pdm", "hatch", "invoke", "inv", "fab", "flask", "django-admin", "sphinx-build", "snakemake", "scons", "waf", "coverage", "pylint", "celery", "gunicorn", "uvicorn", "streamlit", "make"}, []string{"*.py", "Snakefile", "SConstruct", "SConscript", "wscript"}},
	{[]string{"tox", "nox", "pytest", "pip", "hatch", "pdm", "poetry", "uv"}, []string{"tox.ini", "setup.cfg", "pyproject.toml"}},
	{[]string{"bundle", "bundler", "gem", "rake", "rspec", "rails", "ruby", "vagrant", "fastlane", "pod"}, []string{"Gemfile", "Vagrantfile", "Rakefile", "Podfile", "Fastfile", "*.rb", "*.gemspec"}},
	{[]string{"ninja"}, []string{"*.ninja"}}, {[]string{"meson", "ninja"}, []string{"meson.build"}}, {[]string{"cmake", "make", "ninja", "ctest"}, []string{"CMakeLists.txt", "*.cmake"}},
	{[]string{"gradle", "gradlew"}, []string{"*.gradle", "*.kts"}}, {[]string{"mvn", "mvnw"}, []string{"pom.xml"}}, {[]string{"ant"}, []string{"build.xml"}}, {[]string{"bazel", "bazelisk", "buck"}, []string{"BUILD", "BUILD.bazel", "WORKSPACE", "*.bzl"}},
	{[]string{"pre-commit", "git"}, []string{".pre-commit-config.yaml"}}, {[]string{"lefthook", "git"}, []string{"lefthook.yml"}}, {[]string{"git"}, []string{"pre-commit", "pre-push", "commit-msg", "post-checkout", "post-merge", "prepare-commit-msg", "post-commit"}},
	{[]string{"gitlab-runner", "gitlab-ci-local", "act", "ansible-playbook"}, []string{"*.yml", "*.yaml"}}, {[]string{"honcho", "foreman", "overmind", "hivemind", "goreman"}, []string{"Procfile*"}},
	{[]string{"dvc"}, []string{"dvc.yaml"}}, {[]string{"mise", "rtx"}, []string{"mise.toml", ".mise.toml"}}, {[]string{"cargo"}, []string{"config.toml", "Makefile.toml"}}, {[]string{"terraform", "tofu", "terragrunt", "packer"}, []string{"*.tf", "*.hcl"}},
	{[]string{"tmux"}, []string{"*.conf"}}, {[]string{"sqlite3", "psql", "mysql"}, []string{"*.sql", ".psqlrc", ".sqliterc"}}, {[]string{"nix-shell", "nix", "nix-build"}, []string{"*.nix"}}, {[]string{"gdb"}, []string{".gdbinit", "*.gdb"}}, {[]string{"m4", "gm4"}, []string{"*.m4"}},
	{[]string{"bats"}, []string{"*.bats"}}, {[]string{"nim", "nimble"}, []string{"*.nims", "*.nim"}}, {[]string{"runhaskell", "runghc", "ghc", "cabal", "stack"}, []string{"*.hs"}}, {[]string{"emacs"}, []string{"*.el"}}, {[]string{"kotlin", "kotlinc", "kscript"}, []string{"*.kts", "*.kt"}},
	{[]string{"dotnet"}, []string{"*.fsx", "*.fs", "*.csx"}}, {[]string{"julia"}, []string{"*.jl"}}, {[]string{"Rscript", "R"}, []string{"*.R"}}, {[]string{"elixir", "mix"}, []string{"*.exs", "*.ex"}}, {[]string{"zig"}, []string{"*.zig"}}, {[]string{"scala", "scala-cli", "sbt"}, []string{"*.scala", "*.sc", "*.sbt"}},
	{[]string{"tclsh", "expect", "wish"}, []string{"*.tcl", "*.exp"}}, {[]string{"php", "phpunit"}, []string{"*.php"}}, {[]string{"just"}, []string{"*.just"}},
}

// buildsBlocked reports whether a file that the text wrote, and that the command
// builds, tests or runs, holds what would be blocked as a command.
func buildsBlocked(c *call, h *hit) bool {
	if c.HasIn && c.anyArg("-") && slices.Contains([]string{"gcc", "cc", "clang", "g++", "c++", "clang++", "tcc"},
		c.name) {
		return c.j.sourceHoldsBlocked(&wroteText{path: "stdin.c", text: c.In.String()}, h)
	}
	if len(c.j.wrote) == 0 {
		return false
	}
	for i := range builtBy {
		if !slices.Contains(builtBy[i].tools, c.name) {
			continue
		}
		for k := range c.j.wrote {
			w := &c.j.wrote[k]
			for _, file := range builtBy[i].files {
				if wordIs(path.Base(w.path), file) && (!c.onlyChecks() || path.Base(w.path) == "build.rs") && lookedInto(&w.source, h, func(h *hit) bool { return c.j.sourceHoldsBlocked(w, h) }) {
					return true
				}
			}
		}
	}
	if c.name == "make" || c.name == "gmake" {
		for k := range c.j.wrote {
			w := &c.j.wrote[k]
			if name := path.Base(w.path); (slices.Contains([]string{"Makefile", "makefile", "GNUmakefile"}, name) || path.Ext(name) == ".mk") && lookedInto(&w.recipe, h, func(h *hit) bool { return c.j.recipesHoldBlocked(w.text, h) }) {
				return true
			}
		}
	}
	return false
}

// lookedInto looks through a file the first time, and remembers what it found: a
// text may run make a thousand times.
func lookedInto(found **hit, h *hit, look func(*hit) bool) bool {
	if *found == nil {
		*found = &hit{}
		look(*found)
	}
	h.target = (*found).target
	return h.target != ""
}

// onlyChecks reports whether go or cargo only look at sources: nothing of them
// is run, nor made ready to run.
func (c *call) onlyChecks() bool {
	if c.name != "go" && c.name != "cargo" {
		return false
	}
	_, ok := c.sub("check", "clippy", "fmt", "tree", "metadata", "vet", "list", "doc", "mod")
	return ok
}

// codeSuffix reports whether files of a suffix are of a language in which a
// command stands in a string.
func codeSuffix(ext string) (lang string, ok bool) {
	switch ext {
	case ".js", ".cjs", ".mjs", ".ts", ".cts", ".mts":
		return "node", true
	case ".h":
		return ".c", true
	case ".py", ".go", ".rs", ".dart", ".swift", ".c", ".cc", ".cpp", ".java", ".kt", ".kts":
		return ext, true
	case ".rb", ".hs", ".el", ".fsx", ".fs", ".csx", ".jl", ".R", ".exs", ".ex", ".zig", ".scala", ".sc", ".php", ".nim", ".nims":
		return ext, true
	}
	return "", false
}

// sourceHoldsBlocked looks for commands that would be blocked in a file that a
// tool runs: behind a quote in code, anywhere on a line in what is not.
func (j *judge) sourceHoldsBlocked(w *wroteText, h *hit) bool {
	ext := path.Ext(w.path)
	lang, code := codeSuffix(ext)
	if code && !runsPrograms(lang, w.text) {
		return false
	}
	if code && endsAll(w.text) {
		h.target = path.Base(w.path)
		return true
	}
	tried := 0
	for line := range strings.Lines(w.text) {
		line = strings.TrimSpace(line)
		generates, directive := strings.CutPrefix(line, "//go:generate ")
		switch {
		case directive:
			line = generates
		case strings.HasPrefix(line, "#") && !strings.HasPrefix(line, "#!"), strings.HasPrefix(line, "//"), strings.HasPrefix(line, "--"):
			continue // a comment
		}
		if j.lineHoldsBlocked(line, code && !directive, &tried, h) {
			return true
		}
		if slices.Contains([]string{".gradle", ".kts", ".xml"}, ext) && strings.Contains(line, "delete") &&
			j.namesTree(line, h) {
			return true
		}
	}
	return false
}

// endsAll knows the calls by which code signals every process, or starts itself
// without end.
func endsAll(text string) bool {
	flat := strings.Join(strings.Fields(text), "")
	for _, s := range [...]string{"kill(-1,", "kill(-1)", "while(1)fork()", "for(;;)fork()", "while(true)fork()", "while(1){fork()", "for(;;){fork()", "while(true){fork()", "loop{fork()", "loop{libc::fork()", "for{syscall.ForkExec("} {
		if strings.Contains(flat, s) {
			return true
		}
	}
	return false
}

// lineHoldsBlocked judges what stands on a line from each name of a program on
// that can be blocked: as it stands, and as a list of its words.
func (j *judge) lineHoldsBlocked(line string, quoted bool, tried *int, h *hit) bool {
	const most, longest = 48, 400
	for i := 0; i < len(line); i++ {
		if i > 0 && nameByteOf(line[i-1]) || !nameByteOf(line[i]) {
			continue
		}
		end := i
		for end < len(line) && nameByteOf(line[end]) {
			end++
		}
		if !mayBeBlocked(line[i:end]) || quoted && (i == 0 || strings.IndexByte("\"'`", line[i-1]) < 0) || *tried >= most {
			i = end
			continue
		}
		if before := line[:i]; onlyPrinted(before) || powerWord(line[i:end]) && aloneInQuotes(line, i, end) && (strings.HasPrefix(strings.TrimLeft(line[end+1:], " "), ":") || quoted && !calledBy(before)) {
			i = end // shown, the name of a field, or one of a list of words
			continue
		}
		*tried++
		rest := withoutVariables(line[i:min(len(line), i+longest)])
		words := strings.NewReplacer(`\"`, " ", `\'`, " ", `"`, " ", `'`, " ", "`", " ", ",", " ", "[", " ", "]", " ", "(", " ", ")", " ", "{", " ", "}", " ", ";", " ", "<", " ", ">", " ").Replace(rest)
		if k := strings.IndexAny(rest, "\"'`"); k > 0 {
			rest = rest[:k]
		}
		for _, text := range [...]string{rest, words} {
			if Judge(shellparse.Parse(text, shellparse.Options{Dir: j.f.Dir, Home: j.f.Home}), j.f, Options{inner: true}).Hardline {
				h.target = strings.Join(strings.Fields(text), " ")
				return true
			}
		}
		i = end
	}
	return false
}

// onlyPrinted reports whether what follows on the line is what echo or printf print.
func onlyPrinted(before string) bool {
	if strings.HasPrefix(before, "s/") { // of sed, which puts one text in another's place
		return false
	}
	part := before[strings.LastIndexAny(before, ";&|(`")+1:]
	for _, name := range [...]string{"echo ", "printf "} {
		if k := strings.Index(part, name); k == 0 || k > 0 && !nameByteOf(part[k-1]) {
			return true
		}
	}
	return false
}

// powerWord knows the programs that are blocked without any argument; their
// names are words of other programs, too.
func powerWord(name string) bool {
	return slices.Contains([]string{"reboot", "shutdown", "poweroff", "halt", "init", "telinit", "killall5"}, name)
}

// aloneInQuotes reports whether a name on a line is all that a pair of quotes holds.
func aloneInQuotes(line string, from, to int) bool {
	return from > 0 && to < len(line) && line[from-1] == line[to] && strings.IndexByte("\"'`", line[to]) >= 0
}

// calledBy reports whether what stands before a quote is a call that runs what
// is quoted, or the list that is its first argument.
func calledBy(before string) bool {
	call, ok := strings.CutSuffix(strings.TrimRight(before, "\"'`[&{ "), "(")
	name := call[strings.LastIndexFunc(call, func(r rune) bool { return r != '_' && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') })+1:]
	low := strings.ToLower(name)
	return ok && (strings.Contains(low, "exec") || strings.Contains(low, "spawn") || strings.Contains(low, "open") || slices.Contains([]string{"system", "run", "call", "command", "check_call", "check_output", "process", "sh", "shell", "new", "start", "cmd"}, low))
}

// mayBeBlocked knows the names of programs that are blocked for what they are given.
func mayBeBlocked(name string) bool {
	switch name {
	case "rm", "dd", "shred", "wipefs", "blkdiscard", "kill", "pkill", "killall", "killall5", "reboot", "shutdown", "poweroff", "halt", "init", "telinit", "find", "systemctl", "rimraf", "srm", "hermes-confirmd":
		return true
	}
	return strings.HasPrefix(name, "mkfs")
}

func nameByteOf(b byte) bool {
	return isWordByte(b) && b != '*' && b != '.' || b == '-' || b == '_'
}

// withoutVariables puts a plain word in place of variables whose values are not
// known where the text is judged, but for those that are.
func withoutVariables(s string) string {
	if strings.IndexByte(s, '$') < 0 {
		return s
	}
	var out strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '$' || i+1 == len(s) {
			out.WriteByte(s[i])
			continue
		}
		end := i + 1
		switch s[i+1] {
		case '{', '(':
			k := strings.IndexAny(s[i:], "})")
			if k < 0 {
				k = len(s) - i - 1
			}
			end = i + k + 1
		default:
			for end < len(s) && nameByteOf(s[end]) && s[end] != '-' {
				end++
			}
		}
		name := strings.Trim(s[i:end], "${}()")
		if end == i+1 || slices.Contains([]string{"HOME", "PPID", "PWD", "USER"}, name) {
			out.WriteString(s[i:end])
		} else {
			out.WriteByte('x')
		}
		i = end - 1
	}
	return out.String()
}

// namesTree reports whether a line names, in quotes, a tree that must not be deleted.
func (j *judge) namesTree(line string, h *hit) bool {
	for part := range strings.FieldsFuncSeq(line, func(r rune) bool { return r == '"' || r == '\'' }) {
		if strings.HasPrefix(part, "/") && j.wipes(at(target{}, part, j.f.Dir)) != "" {
			h.target = part
			return true
		}
	}
	return false
}
