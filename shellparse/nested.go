package shellparse

// nested evaluates programs that run other programs or hand text to a shell.
// handled is false for any other, which is then recorded as it is.
func (ev *evaluator) nested(c *ctx, name string, argv []Word) (tri, bool) {
	if isShell(name) {
		return ev.shellCommand(c, name, argv), true
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
	case "cp", "mv", "ln", "install", "gcp", "gmv":
		ev.prints(c, ev.emit(c, Command{Argv: argv}), argv)
		ev.copies(c, name, argv)
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
	for _, g := range ev.grammarsOf(name) {
		if readings := g.peel(argv); len(readings) > 0 {
			return ev.wrapper(c, name, g, readings, argv), true
		}
	}
	return maybe, false
}
