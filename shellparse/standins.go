package shellparse

import (
	"path"
	"strings"
)

// Programs that do what another program does, under words of their own: what
// they are told is evaluated as that program's command line. CMake 4.0
// (cmake(1), "Command-Line Tool Mode"), coreutils 9.6, un.rb of Ruby 3.4,
// ExtUtils::Command of Perl 5.40, tarfile and zipfile of Python 3.13.

// standIns are the commands of cmake -E, of ruby -run -e, and of perl
// -MExtUtils::Command -e, with the command line each stands for.
var standIns = [...]struct{ names, words string }{
	{"rm", "rm"}, {"remove", "rm"}, {"remove_directory", "rm -r"}, {"rm_rf", "rm -rf"}, {"rm_r", "rm -r"}, {"rm_f", "rm -f"},
	{"copy copy_if_different copy_if_newer cp", "cp"}, {"copy_directory copy_directory_if_different copy_directory_if_newer cp_r", "cp -r"},
	{"rename mv", "mv"}, {"create_symlink ln_s", "ln -s"}, {"create_hardlink ln", "ln"}, {"touch touch_nocreate", "touch"}, {"make_directory mkpath mkdir", "mkdir -p"}, {"rmdir", "rmdir"},
	{"install", "install"}, {"chmod", "chmod"}, {"tar", "tar"}, {"cat", "cat"},
}

func standIn(name string) []Word {
	for i := range standIns {
		if hasName(standIns[i].names, name) {
			return splitWord(Word{Texts: []Text{Text(standIns[i].words)}, Src: standIns[i].words})
		}
	}
	return nil
}

// stoodFor gives the command line that a command stands for; nil where it is
// what its name says.
func (ev *evaluator) stoodFor(name string, argv []Word) []Word {
	switch name {
	case "cmake":
		if len(argv) > 2 && isWord(argv[1], "-E") {
			command, _ := argv[2].Exact()
			if words := standIn(command); words != nil {
				return append(words, argv[3:]...)
			}
		}
	case "coreutils":
		if len(argv) > 1 {
			s, _ := argv[1].Exact()
			if prog, ok := strings.CutPrefix(s, "--coreutils-prog="); ok {
				return append([]Word{sub(argv[1], prog)}, argv[2:]...)
			}
			if prog, ok := strings.CutPrefix(s, "--coreutils-prog-shebang="); ok && len(argv) > 2 {
				return append([]Word{sub(argv[1], prog)}, argv[3:]...)
			}
		}
	case "deno":
		if len(argv) < 3 || !isWord(argv[1], "run") && !isWord(argv[1], "x") {
			return nil
		}
		for i, w := range argv {
			if s, _ := w.Exact(); strings.HasPrefix(s, "npm:") {
				module, _, _ := strings.Cut(path.Base(s[len("npm:"):]), "@")
				return append([]Word{sub(w, module)}, argv[i+1:]...)
			}
		}
	case "ruby":
		return oneLiner(argv, "-run", "-e")
	case "perl":
		return oneLiner(argv, "-MExtUtils::Command", "-e")
	}
	if strings.HasPrefix(name, "python") || strings.HasPrefix(name, "pypy") {
		return unpacksModule(argv)
	}
	return nil
}

// oneLiner reads MODULE -e COMMAND [--] OPERANDS.
func oneLiner(argv []Word, module, option string) []Word {
	loaded := false
	for i := 1; i+1 < len(argv); i++ {
		s, ok := argv[i].Exact()
		switch {
		case !ok:
			return nil
		case s == module || strings.HasPrefix(s, module+"="):
			loaded = true
		case s == option && loaded:
			command, _ := argv[i+1].Exact()
			words := standIn(strings.TrimSpace(strings.TrimRight(command, "; ()")))
			if words == nil {
				return nil
			}
			rest := argv[i+2:]
			if len(rest) > 0 && isWord(rest[0], "--") {
				rest = rest[1:] // it ends the interpreter's options
			}
			return append(words, rest...)
		}
	}
	return nil
}

// unpacksModule reads python -m tarfile|zipfile -e ARCHIVE [FOLDER].
func unpacksModule(argv []Word) []Word {
	for i := 1; i+3 < len(argv); i++ {
		module, _ := argv[i+1].Exact()
		if !isWord(argv[i], "-m") || !isWord(argv[i+2], "-e") && !isWord(argv[i+2], "--extract") {
			continue
		}
		words, into := "", ""
		switch module {
		case "tarfile":
			words, into = "tar xf", "-C"
		case "zipfile":
			words, into = "unzip", "-d"
		default:
			return nil
		}
		run := append(splitWord(sub(argv[i], words)), argv[i+3])
		if i+4 < len(argv) {
			run = append(run, sub(argv[i], into), argv[i+4])
		}
		return run
	}
	return nil
}

// nicknamed gives the name that a file in a folder of the text's choosing was
// copied or linked from, where the copy is run: cp $(which rm) x; ./x.
func (ev *evaluator) nicknamed(c *ctx, name string) (string, bool) {
	if len(ev.nicknames) == 0 || strings.IndexByte(name, '/') < 0 {
		return "", false
	}
	to, ok := ev.nicknames[absolute(c, name)]
	return to, ok
}

// nickname remembers a program that is copied or linked under another name.
func (ev *evaluator) nickname(c *ctx, argv []Word) {
	var names []string
	var from string
	for _, w := range argv[1:] {
		s, ok := w.Exact()
		switch {
		case ok && len(s) > 1 && s[0] == '-':
			continue
		case !ok:
			located := ev.locatedNames(w)
			if len(located) != 1 || from != "" {
				return
			}
			s = "/usr/bin/" + programName(located[0])
		}
		if from == "" {
			from = s
		}
		names = append(names, s)
	}
	if len(names) != 2 || !isSystemPath(path.Clean(from)) && !strings.HasPrefix(path.Base(from), "hermes-") && ev.nicknames[absolute(c, from)] == "" {
		return
	}
	program := programName(from)
	if to, ok := ev.nicknames[absolute(c, from)]; ok {
		program = to
	}
	if ev.nicknames == nil {
		ev.nicknames = make(map[string]string)
	}
	to := absolute(c, names[1])
	ev.nicknames[to] = program
	ev.nicknames[path.Join(to, path.Base(from))] = program // where it is a folder
}

// overwritten reports whether the text has written something else to the file
// since: then it may be either.
func (ev *evaluator) overwritten(c *ctx, name string) bool {
	for _, t := range ev.written[ev.followLinks(absolute(c, name))] {
		if !onlyMarks(t) && t != "" {
			return true
		}
	}
	return false
}
