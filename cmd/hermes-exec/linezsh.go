package main

import (
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

//go:embed hooks/zsh.sh
var zshHook string

// zshFiles are the start-up files in a person's ZDOTDIR, in the order zsh
// reads them.
var zshFiles = [...]string{".zshenv", ".zprofile", ".zshrc", ".zlogin"}

// prepareZsh has zsh read its hook in place of its start-up files, which the
// hook then reads: there is no option that names one, but ZDOTDIR says where
// all of them are.
func (c *conversation) prepareZsh(inv invocation, argv0 string) (err error) {
	if word := inv.skipsStartUp(); word != "" {
		return usagef("", "%s: an interactive zsh is judged by what it reads at its start; leave it out", word)
	}
	if c.files, err = os.MkdirTemp("", "hermes-exec-zsh"); err != nil {
		return fmt.Errorf("a folder for the shell's hook: %w", err)
	}
	for i, name := range zshFiles {
		var sb strings.Builder
		set := func(name, value string) { fmt.Fprintf(&sb, "%s=%s\n", name, value) }
		set("__hermes_file", name)
		if i == 0 {
			set("__hermes_ask", c.hook.paths[0])
			set("__hermes_hear", c.hook.paths[1])
			if home, ok := os.LookupEnv("ZDOTDIR"); ok {
				set("__hermes_home", quoted(home))
			}
		}
		if err := os.WriteFile(filepath.Join(c.files, name), []byte(sb.String()+zshHook), 0o600); err != nil {
			return fmt.Errorf("the shell's hook: %w", err)
		}
	}
	c.command.Env = append(envWithout(os.Environ(), "ZDOTDIR"), "ZDOTDIR="+c.files)
	c.command.Argv = append(append([]string{argv0}, inv.options...), inv.operands...)
	return nil
}

// skipsStartUp gives the option of zsh's by which it reads no start-up files, or
// not all (-f, -o norcs, --no-rcs), "" where there is none.
func (inv *invocation) skipsStartUp() string {
	value := false
	for _, word := range inv.options {
		name := strings.ToLower(strings.ReplaceAll(word, "_", ""))
		switch {
		case value || strings.HasPrefix(word, "--"):
			if value = false; strings.Contains(name, "rcs") || strings.HasPrefix(name, "--no") {
				return word
			}
		case strings.Contains(word, "f"):
			return word
		default:
			value = strings.HasSuffix(word, "o")
		}
	}
	return ""
}
