package shellparse

import (
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// git runs text as shell code in a few places of its command line, of its
// settings and of its environment (git 2.47).
func (ev *evaluator) git(c *ctx, argv []Word) tri {
	i := ev.emit(c, Command{Argv: argv})
	ev.prints(c, i, argv)
	aliases := ev.gitEnvironment(c)
	j := 1
	for ; j < len(argv); j++ {
		w := argv[j]
		s, whole := beginning(w.Texts[0])
		if len(w.Texts) > 1 || w.Many || !strings.HasPrefix(s, "-") {
			break
		}
		switch {
		case s == "-c" && j+1 < len(argv):
			j++
			aliases = append(aliases, ev.gitSetting(c, argv[j])...)
		case strings.HasPrefix(s, "--config-env=") || s == "--config-env" && j+1 < len(argv):
			if s == "--config-env" {
				j++
				s, whole = beginning(argv[j].Texts[0])
			}
			if k := strings.LastIndexByte(s, '='); k > 0 && whole && syntax.ValidName(s[k+1:]) {
				v, _ := ev.lookup(c, s[k+1:])
				aliases = append(aliases, ev.gitSet(c, strings.TrimPrefix(s[:k], "--config-env="), v.joined(), w.Pos)...)
			}
		case s == "-C" || s == "--git-dir" || s == "--work-tree" || s == "--namespace" || s == "--super-prefix" || s == "--attr-source" || s == "--list-cmds":
			j++
		}
	}
	if j >= len(argv) {
		return maybe
	}
	aliases = append(aliases, ev.aliases...)
	for _, t := range argv[j].Texts {
		sub, ok := t.Exact()
		if !ok {
			for _, a := range aliases { // it may be any of them
				ev.gitAlias(c, a, aliases, argv, j)
			}
			continue
		}
		for _, a := range aliases {
			if strings.EqualFold(a.name, sub) || a.name == "" {
				ev.gitAlias(c, a, aliases, argv, j)
			}
		}
		ev.gitCommand(c, sub, argv[j+1:], argv, j)
	}
	return maybe
}

// gitAlias is an alias that this text defines.
type gitAlias struct {
	name  string
	value Text
	pos   Span
}

// gitAlias runs an alias: !CODE with the arguments behind it, or words of git.
// The git commands in that code have the aliases of this one, all of them.
func (ev *evaluator) gitAlias(c *ctx, a gitAlias, all []gitAlias, argv []Word, j int) {
	value := string(a.value)
	if strings.HasPrefix(value, "!") {
		outer := ev.aliases
		ev.aliases = slices.Clip(outer)
		for _, other := range all {
			if !slices.Contains(ev.aliases, other) {
				ev.aliases = append(ev.aliases, other)
			}
		}
		handed := len(ev.aliases)
		defer func() { ev.aliases = append(slices.Clip(outer), ev.aliases[handed:]...) }() // and those it has written down
		inner := c.through("git alias")
		code := Text(value[1:])
		args := argv[j+1:]
		if len(args) > 0 {
			code += ` "$@"`
		}
		ev.shellText(inner, "sh", []Text{code}, args, a.pos)
		return
	}
	if c.depth > MaxNesting {
		ev.limit("nesting deeper than "+strconv.Itoa(MaxNesting), c.pos)
		return
	}
	words := splitWord(Word{Texts: []Text{a.value}, Src: value, Pos: a.pos})
	if len(words) == 0 {
		return
	}
	if s, ok := words[0].Exact(); ok && strings.EqualFold(s, a.name) {
		return // git refuses one that is itself
	}
	run := append(append(append([]Word(nil), argv[:j]...), words...), argv[j+1:]...)
	ev.git(c.through("git alias"), run)
}

// gitSetting looks at one name=value of git -c. An alias is given back: it
// runs only if it is called.
func (ev *evaluator) gitSetting(c *ctx, w Word) (aliases []gitAlias) {
	for _, t := range w.Texts {
		key, val, ok := strings.Cut(string(t), "=")
		if Text(key).HasUnknown() {
			ev.problem("option", "a setting of git that is not known, which may be an alias that runs code", w.Pos)
			continue
		}
		lower := strings.ToLower(key)
		switch {
		case !ok:
		case lower == "include.path" || strings.HasPrefix(lower, "includeif.") && strings.HasSuffix(lower, ".path"):
			aliases = append(aliases, ev.gitFile(c.through("git include"), Text(val))...)
		case strings.HasPrefix(lower, "alias."):
			aliases = append(aliases, gitAlias{strings.TrimSuffix(key[len("alias."):], ".command"), Text(val), w.Pos})
		case strings.HasSuffix(lower, "credential.helper") && !strings.HasPrefix(val, "!") && !strings.HasPrefix(val, "/"),
			lower == "core.fsmonitor" && (val == "true" || val == "false"):
			// the name of a program of git, or no program
		case gitRunsValue(lower):
			ev.shellCode(c.through("git -c "+key), "sh", []Text{Text(strings.TrimPrefix(val, "!"))}, w.Pos)
		}
	}
	return aliases
}

// gitCommand evaluates the arguments of sub-commands that are code.
func (ev *evaluator) gitCommand(c *ctx, name string, args, argv []Word, j int) {
	code := func(how string, w Word, texts []Text) {
		ev.shellCode(c.through(how), "sh", texts, w.Pos)
	}
	options := ""
	switch name {
	case "submodule--helper":
		name = "submodule"
	case "for-each-repo":
		for k, w := range args { // git itself, in each of some repositories
			if s, ok := w.Exact(); ok && !strings.HasPrefix(s, "-") {
				ev.git(c.through("git for-each-repo"), append(argv[:1:1], args[k:]...))
				break
			}
		}
		return
	}
	switch name {
	case "mv":
		ev.copies(c, "mv", append(argv[:1:1], args...))
	case "bisect":
		if len(args) > 1 && isWord(args[0], "run") {
			inner := c.through("git bisect run")
			inner.external = true
			ev.run(inner, args[1:])
		}
		return
	case "submodule":
		g := grammar{names: "git submodule", sub: "foreach", short: "q", long: "recursive quiet", lax: true}
		for _, p := range g.peel(append([]Word{{}}, args...)) {
			switch len(p.rest) {
			case 0:
			case 1:
				code("git submodule foreach", p.rest[0], p.rest[0].Texts)
			default: // more words are no code: they are run as they are
				inner := c.through("git submodule foreach")
				inner.external = true
				ev.run(inner, p.rest)
				code("git submodule foreach", p.rest[0], ev.joinWords(p.rest))
			}
		}
		return
	case "config":
		ev.gitConfig(c, args)
	case "rebase":
		options = "x exec"
	case "difftool":
		options = "x extcmd"
	case "grep":
		options = "O open-files-in-pager"
	case "filter-branch":
		options = "filter"
	case "clone", "fetch", "pull", "ls-remote", "fetch-pack", "archive", "push", "send-pack":
		options = "u upload-pack receive-pack exec"
		if name != "clone" {
			options = "upload-pack receive-pack exec"
		}
	case "send-email":
		options = "sendmail-cmd to-cmd cc-cmd header-cmd"
	}
	for k := 0; k < len(args); k++ {
		w := args[k]
		t := string(w.Texts[0])
		if strings.HasPrefix(t, "ext::") { // a remote that is a command
			code("git ext::", w, []Text{extCommand(t[len("ext::"):])})
		}
		if name == "clone" && (isWord(w, "-c") || isWord(w, "--config")) && k+1 < len(args) {
			k++
			ev.gitSetting(c, args[k])
			continue
		}
		flag, val, has := strings.Cut(strings.TrimLeft(t, "-"), "=")
		switch {
		case !strings.HasPrefix(t, "-") || options == "":
		case strings.HasPrefix(t, "--") && (hasName(options, flag) || options == "filter" && strings.HasSuffix(flag, "-filter")):
			if has {
				code("git "+name+" --"+flag, w, []Text{Text(val)})
			} else if k+1 < len(args) {
				k++
				code("git "+name+" --"+flag, args[k], args[k].Texts)
			}
		case !strings.HasPrefix(t, "--") && len(t) > 1 && hasName(options, t[1:2]):
			if len(t) > 2 {
				code("git "+name+" "+t[:2], w, []Text{Text(t[2:])})
			} else if k+1 < len(args) {
				k++
				code("git "+name+" "+t, args[k], args[k].Texts)
			}
		}
	}
}

// extCommand is the command of an ext:: remote as a shell would read it: in it
// "% " is a blank within a word, and %% a percent sign, see git-remote-ext(1).
func extCommand(s string) Text {
	if !strings.Contains(s, "%") {
		return Text(s)
	}
	const blank = "\x01"
	words := strings.Fields(strings.NewReplacer("%%", "%", "% ", blank).Replace(s))
	for i, w := range words {
		words[i] = "'" + strings.ReplaceAll(strings.ReplaceAll(w, blank, " "), "'", `'\''`) + "'"
	}
	return Text(strings.Join(words, " "))
}

// gitConfig remembers an alias that git config writes down: it is judged when
// the same text calls it.
func (ev *evaluator) gitConfig(c *ctx, args []Word) {
	for k, w := range args {
		s, ok := w.Exact()
		if !ok || k+1 >= len(args) || !strings.HasPrefix(strings.ToLower(s), "alias.") {
			continue
		}
		for _, t := range args[k+1].Texts {
			ev.aliases = append(ev.aliases, gitAlias{strings.TrimSuffix(s[len("alias."):], ".command"), t, args[k+1].Pos})
		}
		return
	}
}

func isWord(w Word, want string) bool {
	s, ok := w.Exact()
	return ok && s == want
}

// gitEnvironment evaluates what this text has put into variables that git
// gives to a shell, or takes settings from, and gives the aliases among them.
func (ev *evaluator) gitEnvironment(c *ctx) (aliases []gitAlias) {
	if c.env.get("GIT_CONFIG_COUNT").isSet() {
		for n := range MaxAlternatives {
			v, key := c.env.get("GIT_CONFIG_VALUE_"+strconv.Itoa(n)), c.env.get("GIT_CONFIG_KEY_"+strconv.Itoa(n))
			if !v.isSet() || !key.isSet() {
				break
			}
			for _, name := range key.texts {
				aliases = append(aliases, ev.gitSet(c, string(name), v.texts, c.pos)...)
			}
		}
	}
	if v := c.env.get("GIT_CONFIG_PARAMETERS"); v.isSet() {
		for _, t := range v.texts { // 'name=value', and 'name'='value' from git 2.31 on
			for _, s := range xargsItems(string(t), "") {
				if name, value, ok := strings.Cut(s, "="); ok {
					aliases = append(aliases, ev.gitSet(c, name, []Text{Text(value)}, c.pos)...)
				}
			}
		}
	}
	for _, name := range [...]string{"GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG"} {
		if v := c.env.get(name); v.isSet() {
			for _, t := range v.texts {
				aliases = append(aliases, ev.gitFile(c, t)...)
			}
		}
	}
	for _, name := range [...]string{"GIT_EDITOR", "GIT_SEQUENCE_EDITOR", "GIT_PAGER", "GIT_SSH_COMMAND", "GIT_EXTERNAL_DIFF", "GIT_ASKPASS", "GIT_PROXY_COMMAND"} {
		for l := c.env; l != nil; l = l.up {
			if v, ok := l.vars[name]; ok {
				if v.exported && len(v.texts) > 0 {
					ev.shellCode(c.through(name), "sh", v.texts, c.pos)
				}
				break
			}
		}
	}
	return aliases
}

// gitSet looks at one setting of git with the values it may have.
func (ev *evaluator) gitSet(c *ctx, name string, values []Text, at Span) (aliases []gitAlias) {
	for _, v := range values {
		aliases = append(aliases, ev.gitSetting(c, Word{Texts: []Text{Text(name) + "=" + v}, Pos: at})...)
	}
	return aliases
}

// gitFile reads a file of git's settings that this text has written.
func (ev *evaluator) gitFile(c *ctx, file Text) (aliases []gitAlias) {
	name, ok := file.Exact()
	if !ok || c.depth > MaxNesting || !ev.step(c.pos) { // a file may include itself
		return nil
	}
	name = ev.followLinks(absolute(c, name))
	if ev.importing[name] {
		return nil
	}
	if ev.importing == nil {
		ev.importing = make(map[string]bool)
	}
	ev.importing[name] = true
	defer delete(ev.importing, name)
	for _, text := range ev.written[name] {
		section := ""
		for line := range strings.SplitSeq(string(text), "\n") {
			line = strings.TrimSpace(line)
			if strings.HasPrefix(line, "[") {
				head, rest, _ := strings.Cut(line[1:], "]")
				section, line = strings.ReplaceAll(strings.ReplaceAll(head, " \"", "."), "\"", ""), strings.TrimSpace(rest)
			}
			key, value, ok := strings.Cut(line, "=")
			if !ok || line[0] == '#' || line[0] == ';' || section == "" {
				continue
			}
			value = strings.TrimSpace(value)
			if len(value) > 1 && value[0] == '"' && strings.HasSuffix(value, `"`) {
				value = strings.NewReplacer(`\"`, `"`, `\\`, `\`).Replace(value[1 : len(value)-1])
			}
			aliases = append(aliases, ev.gitSet(c, section+"."+strings.TrimSpace(key), []Text{Text(value)}, c.pos)...)
		}
	}
	return aliases
}

// gitRunsValue reports whether git gives the value of a setting to a shell.
func gitRunsValue(key string) bool {
	switch key {
	case "core.pager", "core.editor", "core.sshcommand", "core.askpass", "core.gitproxy", "core.alternaterefscommand", "sequence.editor", "diff.external", "gpg.program", "gpg.ssh.program", "gpg.x509.program", "interactive.difffilter", "uploadpack.packobjectshook", "sendemail.sendmailcmd", "credential.helper", "core.fsmonitor":
		return true
	}
	for _, k := range [...]struct{ section, name string }{
		{"pager.", ""}, {"diff.", ".textconv"}, {"diff.", ".command"}, {"filter.", ".clean"}, {"filter.", ".smudge"}, {"filter.", ".process"},
		{"merge.", ".driver"}, {"difftool.", ".cmd"}, {"mergetool.", ".cmd"}, {"credential.", ".helper"}, {"man.", ".cmd"}, {"browser.", ".cmd"},
		{"remote.", ".uploadpack"}, {"remote.", ".receivepack"}, {"tar.", ".command"}, {"trailer.", ".command"}, {"trailer.", ".cmd"}, {"submodule.", ".update"},
	} {
		if strings.HasPrefix(key, k.section) && strings.HasSuffix(key, k.name) {
			return true
		}
	}
	return false
}
