package shellparse

import (
	"strconv"
	"strings"
)

// git runs text as shell code in a few places of its command line.
func (ev *evaluator) git(c *ctx, argv []Word) tri {
	i := ev.emit(c, Command{Argv: argv})
	ev.prints(c, i, argv)
	code := func(how string, w Word, s string) {
		inner := c.through(how)
		ev.shellCode(inner, "sh", []Text{Text(s)}, w.Pos)
	}
	if c.env.get("GIT_CONFIG_COUNT").isSet() {
		for n := range MaxAlternatives {
			if v := c.env.get("GIT_CONFIG_VALUE_" + strconv.Itoa(n)); v.isSet() {
				ev.gitValue(c, v.texts, c.pos)
			}
		}
	}
	sub := ""
	for j := 1; j < len(argv); j++ {
		w := argv[j]
		s, ok := w.Exact()
		if !ok {
			continue
		}
		if sub == "" {
			switch {
			case s == "-c" && j+1 < len(argv):
				j++
				v := string(argv[j].Texts[0])
				key, val, _ := strings.Cut(v, "=")
				if strings.HasPrefix(val, "!") && strings.HasPrefix(strings.ToLower(key), "alias.") {
					code("git alias", argv[j], val[1:])
				} else if gitRunsValue(strings.ToLower(key)) {
					code("git -c "+key, argv[j], val)
				}
			case strings.HasPrefix(s, "--config-env="):
				if i := strings.LastIndexByte(s, '='); i > 0 {
					v, _ := ev.lookup(c, s[i+1:])
					ev.gitValue(c, v.joined(), w.Pos)
				}
			case s == "-C" || s == "--git-dir" || s == "--work-tree" || s == "--namespace":
				j++
			case strings.HasPrefix(s, "-"):
			default:
				sub = s
			}
			continue
		}
		switch {
		case strings.HasPrefix(s, "ext::"): // a remote that is a command
			code("git ext::", w, s[len("ext::"):])
		case sub == "bisect" && s == "run" && j+1 < len(argv):
			inner := c.through("git bisect run")
			inner.external = true
			return ev.run(inner, argv[j+1:])
		case sub == "submodule" && s == "foreach" && j+1 < len(argv):
			rest := argv[j+1:]
			for len(rest) > 0 && maybeFlag(rest[0]) {
				rest = rest[1:]
			}
			ev.shellCode(c.through("git submodule foreach"), "sh", ev.joinWords(rest), at(rest, c.pos))
			return maybe
		case sub == "rebase" && (s == "-x" || s == "--exec") && j+1 < len(argv):
			j++
			ev.shellCode(c.through("git rebase -x"), "sh", argv[j].Texts, argv[j].Pos)
		case sub == "rebase" && strings.HasPrefix(s, "--exec="):
			code("git rebase --exec", w, s[len("--exec="):])
		case sub == "filter-branch" && strings.HasSuffix(s, "-filter") && j+1 < len(argv):
			j++
			ev.shellCode(c.through("git filter-branch"), "sh", argv[j].Texts, argv[j].Pos)
		case sub == "config" && strings.HasPrefix(strings.ToLower(s), "alias.") && j+1 < len(argv):
			// The alias is only written down; it is judged when it runs.
		}
	}
	return maybe
}

// gitValue evaluates a setting of git whose name is not looked at: where it
// begins with ! it is the code of an alias.
func (ev *evaluator) gitValue(c *ctx, texts []Text, at Span) {
	for _, t := range texts {
		if strings.HasPrefix(string(t), "!") {
			ev.shellCode(c.through("git alias"), "sh", []Text{t[1:]}, at)
		} else if t.HasUnknown() {
			ev.problem("option", "a setting of git that is not known, which may be an alias that runs code", at)
		}
	}
}

// gitRunsValue reports whether git gives the value of a setting to a shell.
func gitRunsValue(key string) bool {
	switch key {
	case "core.pager", "core.editor", "core.sshcommand", "core.fsmonitor", "core.askpass", "sequence.editor", "diff.external", "gpg.program", "credential.helper", "core.hookspath":
		return key != "credential.helper" && key != "core.hookspath" && key != "core.fsmonitor"
	}
	return strings.HasPrefix(key, "pager.")
}
