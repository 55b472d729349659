package main

import (
	_ "embed"
	"fmt"
	"os"
	"slices"
	"strings"
)

//go:embed hooks/bash.sh
var bashHook string

// unreadHook is bash's PS0 until its hook has been read: no command passes it.
const unreadHook = `${BASH/?*/${__hermes_line?its hook could not be read, nothing runs}}`

// prepareBash has bash read its hook in place of ~/.bashrc, which the hook
// then reads. A login shell reads no such file; in POSIX mode it reads the one
// that ENV names, and no other.
func (c *conversation) prepareBash(inv invocation, argv0 string) error {
	start, rc := "rc", "$HOME/.bashrc"
	words, rcfile, later, err := inv.bashStart()
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
	set("__hermes_set", later)
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
// start-up files; rcfile is the one that was named, and later the options that
// are set when the hook has been read, which they would show.
func (inv *invocation) bashStart() (words []string, rcfile, later string, err error) {
	for i := 0; i < len(inv.options); i++ {
		word := inv.options[i]
		switch name := strings.TrimLeft(word, "-"); {
		case slices.Contains(bashLongWord, name):
			i++
			rcfile = inv.options[i]
		case name == "norc" || name == "noprofile":
		case name == "noediting" || name == "posix" || name == "restricted":
			return nil, "", "", usagef("", "--%s: lines are judged where bash edits them, by a hook in it; leave it out", name)
		case name == "verbose":
			later += "v"
		case strings.HasPrefix(word, "-") && name != "" && !strings.HasPrefix(word, "--"):
			if strings.Contains(name, "r") {
				return nil, "", "", usagef("", "%s: a restricted bash cannot ask about its lines; leave it out", word)
			}
			for _, letter := range []string{"x", "v"} {
				if strings.Contains(name, letter) {
					name, later = strings.ReplaceAll(name, letter, ""), later+letter
				}
			}
			if name != "" {
				words = append(words, "-"+name)
			}
		default:
			words = append(words, word)
		}
	}
	return words, rcfile, later, nil
}

// envWithout is an environment with some names left out.
func envWithout(env []string, names ...string) []string {
	return slices.DeleteFunc(slices.Clone(env), func(v string) bool {
		name, _, _ := strings.Cut(v, "=")
		return slices.Contains(names, name)
	})
}
