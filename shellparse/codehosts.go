package shellparse

import (
	"path"
	"slices"
	"strings"
)

// codeHost is a program that takes code of a language without being its
// interpreter: a framework's console, a package runner, a module of python.
type codeHost struct {
	words string // the program, then the sub-command; "|" between alternatives
	lang  string // as package inline knows it
	opts  string // options whose value is code
	skip  string // options with a value that is none
	first bool   // the first operand is code where no option gives any
	file  bool   // the first operand is a file of code, "-" standard input
	stdin bool   // with neither, standard input is code
	all   bool   // so is every operand, besides what the options give
}

var codeHosts = [...]codeHost{
	{words: "manage.py|django-admin|django-admin.py shell|shell_plus", lang: "python", opts: "-c --command", skip: "-i --interface -v --verbosity --settings --pythonpath", stdin: true},
	{words: "flask shell", lang: "python", skip: "-A --app -e --env-file", stdin: true},
	{words: "uv run", lang: "python", skip: "-p --python --with --project --directory --group --extra --env-file --index-url", file: true},
	{words: "timeit", lang: "python", opts: "-s --setup", skip: "-n --number -r --repeat -u --unit", first: true, all: true},
	{words: "pdb|cProfile|profile|trace|runpy|kernprof|memory_profiler", lang: "python", opts: "-c --command", skip: "-o -s", file: true},
	{words: "coverage run", lang: "python", skip: "--rcfile --source --omit --include --data-file --context --concurrency", file: true},
	{words: "code|idlelib|asyncio|bpython|ptpython", lang: "python", skip: "-c", stdin: true},
	{words: "irb|pry", lang: "ruby", opts: "-e --exec", skip: "-r -I", file: true, stdin: true},
	{words: "rails|spring runner|r", lang: "ruby", skip: "-e --environment", first: true},
	{words: "rails console|c", lang: "ruby", skip: "-e --environment", stdin: true},
	{words: "tsx|ts-node|ts-node-esm|esno|babel-node|swc-node|bunx|electron|nw", lang: "node", opts: "-e --eval -p --print -pe -ep", skip: "-P --project -r --require --tsconfig", file: true, stdin: true},
	{words: "zx", lang: "node", opts: "-e --eval", skip: "--shell --prefix --cwd --ext", file: true, stdin: true},
	{words: "deno run", lang: "node", skip: "-c --config --import-map -L --log-level --lock --seed --location", file: true},
	{words: "deno repl", lang: "node", opts: "--eval", skip: "-c --config --import-map --eval-file", stdin: true},
	{words: "coffee|lsc|livescript", lang: "its own", opts: "-e --eval -pe -se -ce", skip: "-r --require", file: true, stdin: true},
	{words: "rake", lang: "ruby", opts: "-e --execute -p --execute-print -E --execute-continue"},
	{words: "bun run", lang: "node", skip: "--cwd -c --config --filter", file: true},
	{words: "artisan tinker", lang: "php", opts: "--execute", stdin: true},
	{words: "drush php:eval|php-eval|ev|eval", lang: "php", first: true},
	{words: "wp eval", lang: "php", skip: "--path --url --user", first: true},
	{words: "wp shell", lang: "php", stdin: true},
	{words: "psysh", lang: "php", file: true, stdin: true},
	{words: "mix run", lang: "its own", opts: "-e --eval", skip: "-r --require"},
}

// hosted finds the code that a program takes so. ok is false where it is no
// such program, or is given none.
func (ev *evaluator) hosted(c *ctx, name string, argv []Word) (l *language, a codeArgs, ok bool) {
	for i := range codeHosts {
		h := &codeHosts[i]
		program, sub, hasSub := strings.Cut(h.words, " ")
		if !listed(program, name) {
			continue
		}
		if a, ok = h.parse(argv, sub, hasSub); !ok {
			continue
		}
		for k := range languages {
			if languages[k].lang == h.lang {
				l = &languages[k]
				break
			}
		}
		if a.file != nil {
			ev.codeFile(c, l, &a)
		}
		if a.from == "stdin" && c.in != nil {
			a.code = []Text{c.in.text}
		}
		return l, a, len(a.code) > 0
	}
	return nil, a, false
}

func (h *codeHost) parse(argv []Word, sub string, hasSub bool) (a codeArgs, ok bool) {
	for i := 1; i < len(argv); i++ {
		s, known := argv[i].Exact()
		name, val, attached := strings.Cut(s, "=")
		switch {
		case hasSub && known && listed(sub, s):
			hasSub = false
		case known && s != "-" && strings.HasPrefix(s, "-"):
			switch {
			case h.opts != "" && hasName(h.opts, name):
				w := Word{Texts: []Text{Text(val)}, Src: val, Pos: argv[i].Pos}
				if !attached && i+1 < len(argv) {
					i++
					w = argv[i]
				}
				if a.code != nil && h.all {
					w.Texts = []Text{one(a.code) + "\n" + one(w.Texts)}
					a.code = nil
				}
				a.code, a.from = joinTexts(a.code, w.Texts), name
			case h.skip != "" && hasName(h.skip, name) && !attached:
				i++
			}
		case hasSub: // another sub-command
			return a, false
		case h.all: // lines of one text
			var text []byte
			if len(a.code) > 0 {
				text = []byte(one(a.code))
			}
			for _, w := range argv[i:] {
				if len(text) > 0 {
					text = append(text, '\n')
				}
				text = append(text, one(w.Texts)...)
			}
			a.code = []Text{Text(text)}
			if a.from == "" {
				a.from = "operand"
			}
			return a, true
		case a.code == nil && h.first:
			a.code, a.from, a.operands = argv[i].Texts, "operand", argv[i+1:]
			return a, true
		case a.code == nil && h.file:
			a.file, a.from, a.operands = &argv[i], "file", argv[i+1:]
			return a, true
		default:
			a.operands = argv[i:]
			return a, true
		}
	}
	if hasSub {
		return a, false
	}
	if a.code == nil && h.stdin {
		a.from = "stdin"
	}
	return a, true
}

// moduleCode is the code of python -m MODULE: that of a module which takes
// code, or of one which this text has written.
func (ev *evaluator) moduleCode(c *ctx, l *language, argv []Word) (a codeArgs, ok bool) {
	for i := 1; i < len(argv); i++ {
		s, known := argv[i].Exact()
		if !known || len(s) < 2 || s[0] != '-' || s[1] == '-' {
			return a, false
		}
		at := strings.IndexByte(s, 'm')
		if at < 0 || strings.ContainsAny(s[:at], "cWXQ") {
			if c := s[len(s)-1]; c == 'W' || c == 'X' || c == 'Q' {
				i++
			}
			continue
		}
		module, rest := s[at+1:], argv[i+1:]
		if module == "" {
			if len(rest) == 0 {
				return a, false
			}
			module, _ = rest[0].Exact()
			rest = rest[1:]
		}
		if module == "IPython" {
			a = l.parse(ev, append([]Word{argv[0]}, rest...))
			return a, len(a.code) > 0
		}
		if _, a, ok := ev.hosted(c, module, append([]Word{argv[0]}, rest...)); ok {
			return a, true
		}
		file := strings.ReplaceAll(module, ".", "/")
		for _, name := range [...]string{file + ".py", file + "/__main__.py", file + "/__init__.py"} {
			w := Word{Texts: []Text{Text(name)}}
			a.file = &w
			ev.codeFile(c, l, &a)
		}
		a.operands = rest
		return a, len(a.code) > 0
	}
	return a, false
}

// moduleFiles are the endings of the files that a language loads as code.
func moduleFiles(lang string) string {
	switch lang {
	case "python":
		return ".py"
	case "node":
		return ".js .cjs .mjs .ts .cts .mts"
	case "ruby":
		return ".rb"
	case "perl":
		return ".pm .pl"
	case "php":
		return ".php .inc"
	}
	return ""
}

// imported are the files which this text has written and a code imports. One
// that was there before is a module like any other.
func (ev *evaluator) imported(lang, code string) []string {
	var files []string
	for p, texts := range ev.written {
		if ext := path.Ext(p); ext == "" || !hasName(moduleFiles(lang), ext) || ev.importing[p] {
			continue
		}
		if lang != "python" {
			if mentions(code, p) {
				files = append(files, p)
			}
			continue
		}
		stem, isPython := strings.CutSuffix(path.Base(p), ".py")
		if !isPython || stem == "" || ev.importing[p] || len(texts) == 0 {
			continue
		}
		ev.steps += 1 + len(code)>>9
		for _, before := range [...]string{"import ", "from "} {
			if i := strings.Index(code, before+stem); i >= 0 {
				end := i + len(before) + len(stem)
				if end == len(code) || !nameByte(code[end]) || code[end] == '.' {
					files = append(files, p)
					break
				}
			}
		}
	}
	slices.Sort(files)
	return files
}

// listed reports whether a list separated by | holds a name.
func listed(list, name string) bool {
	for s := range strings.SplitSeq(list, "|") {
		if s == name {
			return true
		}
	}
	return false
}
