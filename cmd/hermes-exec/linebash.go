package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/hermes-exec/hermes-exec/shellparse"
)

// unreadHook is bash's PS0 until its hook has been read: no command passes it.
const unreadHook = `${BASH/?*/${__hermes_line?its hook could not be read, nothing runs}}`

// prepareBash has bash read its hook in place of ~/.bashrc, which the hook
// then reads. A login shell reads no such file; in POSIX mode it reads the one
// that ENV names, and no other.
func (c *conversation) prepareBash(inv invocation, argv0 string) error {
	start, rc := "rc", "$HOME/.bashrc"
	words, rcfile, err := inv.bashStart()
	if err != nil {
		return err
	}
	switch {
	case inv.login || strings.HasPrefix(argv0, "-"):
		start, rc = "login", ""
		if slices.Contains(inv.options, "--noprofile") {
			start = "none"
		}
	case slices.Contains(inv.options, "--norc"):
		start, rc = "none", ""
	case rcfile != "":
		rc = quoted(rcfile)
	}
	var sb strings.Builder
	set := func(name, value string) { fmt.Fprintf(&sb, "%s=%s\n", name, value) }
	set("__hermes_ask", c.hook.paths[0])
	set("__hermes_hear", c.hook.paths[1])
	set("__hermes_start", start)
	set("__hermes_rc", rc)
	set("__hermes_ps0", quoted(os.Getenv("PS0")))
	if env, ok := os.LookupEnv("ENV"); ok {
		set("__hermes_env", quoted(env))
	}
	path, err := c.hook.deliver(sb.String() + bashHook)
	if err != nil {
		return err
	}
	c.command.Env = append(envWithout(os.Environ(), "PS0", "ENV"), "PS0="+unreadHook)
	c.command.Argv = []string{argv0}
	if start == "rc" {
		c.command.Argv = append(c.command.Argv, "--rcfile", path)
		if env, ok := os.LookupEnv("ENV"); ok {
			c.command.Env = append(c.command.Env, "ENV="+env)
		}
	} else {
		c.command.Argv = append(c.command.Argv, "--posix")
		c.command.Env = append(c.command.Env, "ENV="+path)
	}
	c.command.Argv = append(append(c.command.Argv, words...), inv.operands...)
	return nil
}

// bashStart are the options for the shell without those that choose its
// start-up files; rcfile is the one that was named.
func (inv *invocation) bashStart() (words []string, rcfile string, err error) {
	for i := 0; i < len(inv.options); i++ {
		word := inv.options[i]
		switch name := strings.TrimLeft(word, "-"); {
		case !strings.HasPrefix(word, "-"):
			words = append(words, word)
		case slices.Contains(bashLongWord, name):
			i++
			rcfile = inv.options[i]
		case name == "norc" || name == "noprofile":
		case name == "noediting" || name == "posix":
			return nil, "", usagef("", "--%s: lines are judged where bash edits them, in its own mode; leave it out", name)
		default:
			words = append(words, word)
		}
	}
	return words, rcfile, nil
}

// envWithout is an environment with some names left out.
func envWithout(env []string, names ...string) []string {
	return slices.DeleteFunc(slices.Clone(env), func(v string) bool {
		name, _, _ := strings.Cut(v, "=")
		return slices.Contains(names, name)
	})
}

// problems are what makes a line ask because it may not be what it seems, or
// would change how the next ones are seen.
func (line *asking) problems(script *shellparse.Script) (list []shellparse.Problem) {
	add := func(at shellparse.Span, text string) {
		list = append(list, shellparse.Problem{Kind: "construct", Text: text, Pos: at})
	}
	all := shellparse.Span{Line: 1, Col: 1, End: len(script.Source)}
	if line.doubt != "" {
		add(all, line.doubt)
	}
	if strings.Contains(script.Source, "#") && !slices.Contains(strings.Split(line.options, ":"), "interactive_comments") {
		add(all, "with interactive_comments off, # begins no comment, and the text is not read so")
	}
	if strings.Contains(script.Source, "__hermes_") {
		add(all, "it touches the hook that lines are judged by")
	}
	for i := range script.Commands {
		cmd := &script.Commands[i]
		for _, a := range cmd.Assigns {
			if why := hookVariable(a); why != "" {
				add(cmd.Pos, why)
			}
		}
		if why := hookBuiltin(cmd); why != "" {
			add(cmd.Pos, why)
		}
	}
	return list
}

// hookVariable says why an assignment is more than that to an interactive shell.
func hookVariable(a shellparse.Assign) string {
	switch a.Name {
	case "PROMPT_COMMAND", "PS0":
		return "it sets " + a.Name + ", which the shell runs beside every command line"
	case "PS1", "PS2", "PS4", "RPROMPT":
		if value, ok := a.Value.Exact(); ok && (strings.Contains(value, "`") || strings.Contains(value, "$(")) {
			return "it puts a command into " + a.Name + ", which the shell runs at every prompt"
		}
	}
	return ""
}

// hookBuiltin says why a builtin gets past the hook, or takes it away.
func hookBuiltin(cmd *shellparse.Command) string {
	if len(cmd.Argv) == 0 || cmd.Level > 0 {
		return ""
	}
	name, _ := cmd.Argv[0].Exact()
	args := cmd.Argv[1:]
	has := func(word string) bool {
		return slices.ContainsFunc(args, func(w shellparse.Word) bool { v, ok := w.Exact(); return ok && v == word })
	}
	switch name {
	case "fc":
		if !has("-l") && !has("-ln") && !has("-lr") && !has("-lnr") {
			return "fc runs lines from the history, which are not judged there; recall the line and press Enter"
		}
	case "bind":
		if len(args) > 0 && !has("-p") && !has("-P") && !has("-l") && !has("-v") && !has("-V") && !has("-s") && !has("-S") && !has("-X") && !has("-q") {
			return "bind changes what keys do, and by keys lines are seen before they run"
		}
	case "set":
		if has("+o") && (has("emacs") || has("vi")) {
			return "lines are seen where they are edited: without editing none would run any more"
		}
	case "unset":
		if has("PROMPT_COMMAND") || has("PS0") {
			return "it takes away the hook that lines are judged by"
		}
	}
	return ""
}
