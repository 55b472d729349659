package shellparse

import (
	"maps"
	"path"
	"slices"
)

// nested evaluates programs that run other programs or hand text to a shell.
// handled is false for any other, which is then recorded as it is.
func (ev *evaluator) nested(c *ctx, name string, argv []Word) (tri, bool) {
	if isShell(name) {
		return ev.shellCommand(c, name, argv), true
	}
	if words := ev.stoodFor(name, argv); words != nil {
		ev.prints(c, ev.emit(c, Command{Argv: argv}), argv)
		inner := c.through(name)
		inner.external = true
		return ev.run(inner, words), true
	}
	if program, ok := ev.nicknamed(c, givenName(argv)); ok && program != name {
		ev.prints(c, ev.emit(c, Command{Argv: argv}), argv)
		if ev.overwritten(c, givenName(argv)) {
			ev.scriptFile(c, argv[0], argv)
		}
		inner := c.through(givenName(argv))
		inner.external = true
		return ev.run(inner, append([]Word{sub(argv[0], program)}, argv[1:]...)), true
	}
	switch name {
	case "xargs", "gxargs":
		return ev.xargs(c, argv), true
	case "find", "gfind", "fd", "fdfind":
		return ev.find(c, name, argv), true
	case "parallel", "sem", "env_parallel":
		return ev.parallel(c, argv), true
	case "git":
		return ev.git(c, argv), true
	case "make", "gmake", "bmake":
		ev.prints(c, ev.emit(c, Command{Argv: argv}), argv)
		ev.makeRuns(c, argv)
		return maybe, true
	case "cp", "mv", "ln", "install", "gcp", "gmv":
		ev.prints(c, ev.emit(c, Command{Argv: argv}), argv)
		ev.copies(c, name, argv)
		ev.nickname(c, argv)
		return maybe, true
	case "tee", "curl", "wget":
		ev.emit(c, Command{Argv: argv})
		ev.saves(c, name, argv)
		return maybe, true
	case "dd", "gdd", "sponge", "sort", "gsort", "uniq", "rsync":
		i := ev.emit(c, Command{Argv: argv})
		ev.putsInto(c, name, argv)
		ev.prints(c, i, argv)
		return maybe, true
	case "run-parts":
		ev.prints(c, ev.emit(c, Command{Argv: argv}), argv)
		ev.runParts(c, argv)
		return maybe, true
	case "xterm", "uxterm", "urxvt", "rxvt", "konsole", "gnome-terminal", "xfce4-terminal", "lxterminal", "mate-terminal", "terminator", "alacritty", "kitty", "foot", "wezterm", "x-terminal-emulator":
		ev.prints(c, ev.emit(c, Command{Argv: argv}), argv)
		ev.window(c, name, argv)
		return maybe, true
	case "at", "batch":
		return ev.at(c, name, argv), true
	case "crontab":
		return ev.crontab(c, argv), true
	case "tmux", "byobu", "byobu-tmux":
		return ev.tmux(c, argv), true
	case "screen":
		return ev.screen(c, argv), true
	}
	if isLoader(name) {
		name = "ld.so"
	}
	if lang, args, ok := ev.hosted(c, name, argv); ok {
		return ev.runsCode(c, lang, args, argv), true
	}
	if lang := interpreterOf(name); lang != nil {
		return ev.interpreter(c, lang, argv), true
	}
	if name == "sg" && isAstGrep(argv) {
		return maybe, false
	}
	for _, g := range ev.grammarsOf(name) {
		words := argv
		if g.remote {
			words = ev.withIDs(argv)
		}
		if readings := g.peel(words); len(readings) > 0 {
			return ev.wrapper(c, name, g, readings, argv), true
		}
	}
	return maybe, false
}

// givenName is the program as it is written, where that is known.
func givenName(argv []Word) string {
	s, _ := argv[0].Exact()
	return s
}

// runParts is run-parts(8): every program in a folder is run.
func (ev *evaluator) runParts(c *ctx, argv []Word) {
	dir, ok := argv[len(argv)-1].Exact()
	if !ok || len(argv) < 2 {
		return
	}
	for _, p := range slices.Sorted(maps.Keys(ev.written)) {
		if path.Dir(p) == absolute(c, dir) {
			ev.scriptFile(c, sub(argv[0], p), []Word{sub(argv[0], p)})
		}
	}
}

// window is a program that opens a terminal, with a command in it.
func (ev *evaluator) window(c *ctx, name string, argv []Word) {
	for i, w := range argv {
		switch s, _ := w.Exact(); s {
		case "-e", "-x", "--", "--command", "start":
			if rest := argv[i+1:]; len(rest) > 0 {
				inner := c.elsewhere(name, one(c.env.cwd()))
				inner.external = true
				ev.run(inner, rest)
				if len(rest) == 1 {
					ev.shellCode(inner, "sh", rest[0].Texts, rest[0].Pos)
				}
			}
			return
		}
	}
}

// isAstGrep reports whether a command line of sg is one of ast-grep, for which
// sg(1) would find no group, or no command: it begins with an option that
// sg(1) does not have, or with one behind a sub-command.
func isAstGrep(argv []Word) bool {
	option := func(i int) bool {
		if i >= len(argv) {
			return false
		}
		s, ok := argv[i].Exact()
		return ok && len(s) > 1 && s[0] == '-' && s[1] != 'c' && s[1] != 'l' && s != "--command"
	}
	sub, _ := argv[min(1, len(argv)-1)].Exact()
	return option(1) || slices.Contains([]string{"run", "scan", "test", "new"}, sub) && option(2)
}
