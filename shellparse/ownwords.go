package shellparse

import (
	"path"
	"strings"
)

// Programs that run code which stands among their words in a form of their
// own, from their manuals: rpm(8), hg(1), gh(1), cargo's book, exec-maven-plugin,
// pdftex(1), bpftrace(8), java(1).

// hasOwnWords reports whether a program is one of [evaluator.ownWords].
func hasOwnWords(name string) bool {
	switch name {
	case "cmake", "rpm", "rpmbuild", "rpmspec", "hg", "chg", "gh", "cargo", "mvn", "mvnw", "mvnd", "tex", "latex", "pdftex", "pdflatex", "xelatex", "luatex", "lualatex", "latexmk", "bpftrace", "java", "vim", "nvim", "vi", "ex", "view", "svn":
		return true
	}
	return false
}

// ownWords evaluates the code among the words of a command, which has been
// recorded as number i.
func (ev *evaluator) ownWords(c *ctx, name string, argv []Word, i int) {
	if i >= len(ev.out.Commands) {
		return
	}
	inner := c.through(name)
	inner.external, inner.redirs, inner.in, inner.out, inner.last = true, nil, nil, nil, i
	code := func(w Word, s string) {
		if s = strings.TrimSpace(s); s != "" && !Text(s).HasUnknown() {
			ev.shellCode(inner, "sh", []Text{Text(s)}, w.Pos)
		}
	}
	if name == "cmake" {
		ev.cmakeFiles(c, inner, argv)
		return
	}
	var program, args string
	var at Word
	for k := 1; k < len(argv); k++ {
		w := argv[k]
		s := string(one(w.Texts))
		before := ""
		if k > 1 {
			before, _ = argv[k-1].Exact()
		}
		switch name {
		case "rpm", "rpmbuild", "rpmspec":
			enclosed(s, "%(", '(', ')', func(body string) { code(w, body) })
		case "tex", "latex", "pdftex", "pdflatex", "xelatex", "luatex", "lualatex", "latexmk":
			enclosed(s, `\write18{`, '{', '}', func(body string) { code(w, body) })
			enclosed(s, `\input{|`, '{', '}', func(body string) { code(w, strings.Trim(body, `"`)) })
		case "bpftrace":
			enclosed(s, `system("`, 0, '"', func(body string) { code(w, body) })
		case "vim", "nvim", "vi", "ex", "view":
			if before == "-c" || before == "--cmd" {
				ev.editorCommands(inner, w, s)
			} else if strings.HasPrefix(s, "+") {
				ev.editorCommands(inner, w, s[1:])
			}
		case "java":
			for _, option := range [...]string{"-XX:OnOutOfMemoryError=", "-XX:OnError="} {
				if body, ok := strings.CutPrefix(s, option); ok {
					code(w, body)
				}
			}
		case "hg", "chg", "svn":
			setting, ok := strings.CutPrefix(s, "--config=")
			if before == "--config" || before == "--config-option" {
				setting, ok = s, true
			}
			key, value, has := strings.Cut(setting, "=")
			if ok && has && (strings.HasPrefix(key, "hooks.") && !strings.HasPrefix(value, "python:") || strings.HasPrefix(key, "alias.") && strings.HasPrefix(value, "!") ||
				strings.Contains(key, "-cmd") || hasName("ui.editor ui.ssh ui.merge pager.pager", key) || strings.HasPrefix(key, "extdiff.")) {
				code(w, strings.TrimPrefix(value, "!"))
			}
		case "gh":
			switch {
			case k < 4 || !isWord(argv[1], "alias") || !isWord(argv[2], "set"):
			case strings.HasPrefix(s, "!"):
				code(w, s[1:])
			case hasWord(argv, "--shell") || hasWord(argv, "-s"):
				if s == "-" && c.in != nil {
					s = string(c.in.text)
				}
				if !strings.HasPrefix(s, "-") {
					code(w, s)
				}
			}
		case "cargo":
			setting, ok := strings.CutPrefix(s, "--config=")
			if before == "--config" {
				setting, ok = s, true
			}
			if k := strings.LastIndexByte(setting, '='); ok && k > 0 {
				for _, end := range [...]string{".runner", ".linker", ".rustc", ".rustc-wrapper", ".rustc-workspace-wrapper", ".rustdoc"} {
					if strings.HasSuffix(strings.TrimSpace(setting[:k]), end) {
						code(w, strings.Trim(setting[k+1:], ` "'[]`))
					}
				}
			}
		case "mvn", "mvnw", "mvnd":
			if p, ok := strings.CutPrefix(s, "-Dexec.executable="); ok {
				program, at = p, w
			} else if a, ok := strings.CutPrefix(s, "-Dexec.args="); ok {
				args = a
			}
		}
	}
	if program != "" && !Text(program+args).HasUnknown() {
		ev.run(inner, append([]Word{sub(at, program)}, splitWord(sub(at, args))...))
	}
}

// enclosed shows what stands between an opening and the bracket that closes it.
func enclosed(s, opening string, more, closing byte, show func(string)) {
	for {
		_, after, ok := strings.Cut(s, opening)
		if !ok {
			return
		}
		end, open := 0, 1
		for ; end < len(after); end++ {
			if after[end] == closing {
				if open--; open == 0 {
					break
				}
			} else if more != 0 && after[end] == more {
				open++
			}
		}
		show(after[:end])
		s = after[end:]
	}
}

// cmakeFiles evaluates what the files that this text has written make cmake
// run while it reads them: the one behind -P, or the CMakeLists.txt of a
// folder, and execute_process and file(REMOVE) in it.
func (ev *evaluator) cmakeFiles(c, inner *ctx, argv []Word) {
	if len(ev.written) == 0 {
		return
	}
	files := []string{"CMakeLists.txt"}
	for k, w := range argv[1:] {
		s, ok := w.Exact()
		switch {
		case !ok || s == "--build" || s == "-E":
			return
		case s == "-P" && k+2 < len(argv):
			file, _ := argv[k+2].Exact()
			files = []string{file}
		case strings.HasPrefix(s, "-S") && len(s) > 2:
			files = append(files, path.Join(s[2:], "CMakeLists.txt"))
		case !strings.HasPrefix(s, "-"):
			files = append(files, path.Join(s, "CMakeLists.txt"))
		}
	}
	for _, file := range files {
		for _, t := range ev.written[ev.followLinks(absolute(c, file))] {
			text := string(t)
			run := func(words string) {
				if w := splitWord(sub(argv[0], words)); len(w) > 0 && !Text(words).HasUnknown() {
					ev.run(inner, w)
				}
			}
			enclosed(text, "execute_process(", '(', ')', func(body string) {
				for _, command := range strings.Split(body, "COMMAND ")[1:] {
					for _, option := range [...]string{"WORKING_DIRECTORY", "OUTPUT_", "ERROR_", "RESULT", "TIMEOUT", "INPUT_FILE", "COMMAND_", "ENCODING"} {
						command, _, _ = strings.Cut(command, option)
					}
					run(strings.ReplaceAll(command, "\n", " "))
				}
			})
			enclosed(text, "file(REMOVE_RECURSE", '(', ')', func(body string) { run("rm -rf " + strings.ReplaceAll(body, "\n", " ")) })
		}
	}
}
