package shellparse

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Builtins that run a command by the way: jobs -x, fc, bind -x.

// fc runs a line of the history again, with -e after an editor had it.
func (ev *evaluator) fc(c *ctx, argv []Word) tri {
	i := ev.emit(c, Command{Argv: argv, Builtin: true})
	args := argv[1:]
	if hasFlag(args, 'l') || c.env.shell.dialect == syntax.LangZsh && (hasFlag(args, 'R') || hasFlag(args, 'W') || hasFlag(args, 'A') || hasFlag(args, 'p') || hasFlag(args, 'P')) {
		ev.prints(c, i, argv)
		return maybe
	}
	for k, w := range args {
		if s, ok := w.Exact(); ok && len(s) > 1 && s[0] == '-' && strings.HasSuffix(s, "e") && k+1 < len(args) {
			ev.shellCode(c.through("fc -e"), ev.loginShell(c), args[k+1].Texts, args[k+1].Pos)
			i = len(ev.out.Commands) - 1
		}
	}
	ev.unknownCode(i, "sh", unknownText(byte(OriginInput)), "history")
	for _, t := range ev.past {
		ev.evalCode(c, "fc", []Text{t}, c.pos)
	}
	ev.spoil(c)
	return maybe
}

// bound evaluates what bind -x "key":command runs.
func (ev *evaluator) bound(c *ctx, args []Word) {
	if !hasFlag(args, 'x') {
		return
	}
	for _, w := range args {
		for _, t := range w.Texts {
			if _, code, ok := strings.Cut(string(t), ":"); ok {
				ev.evalCode(c.subshell(), "bind -x", []Text{Text(strings.Trim(code, " \t\""))}, w.Pos)
			}
		}
	}
}

// jobsOf is jobs -x, which runs the command behind it.
func (ev *evaluator) jobsOf(c *ctx, args []Word) {
	for i, w := range args {
		s, ok := w.Exact()
		if !ok || len(s) < 2 || s[0] != '-' {
			return
		}
		if strings.IndexByte(s, 'x') > 0 && i+1 < len(args) {
			inner := c.through("jobs -x")
			inner.external = true
			ev.run(inner, args[i+1:])
			return
		}
	}
}
