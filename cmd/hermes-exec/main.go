package main

import (
	"errors"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/supervisor/guard"
)

func main() {
	supervisor.Monitor(guard.Installer) // does not return where this process is one
	guard.Guardian(guardianOf)          // nor here
	args := os.Args
	if len(args) < 2 || args[1] != "mcp" { // servers are looked for by their command line
		args = supervisor.HideArgs()
	}
	status, err := dispatch(args)
	if err != nil {
		os.Exit(report(os.Stderr, err))
	}
	status.Die()
}

// dispatch finds the verb. Called by a shell's name every word is the shell's,
// so that a symlink named bash is bash.
func dispatch(args []string) (supervisor.Status, error) {
	if name, ok := calledAsShell(args[0]); ok {
		return shell(args[0], args[1:], settings{shell: name})
	}
	if strings.HasPrefix(args[0], "-") { // login(1), for whom this is the shell
		return shell("-", args[1:], settings{})
	}
	if len(args) > 1 {
		switch args[1] {
		case "-h", "--help":
			return help(nil)
		case "--version":
			return printVersion(nil)
		}
		if !strings.HasPrefix(args[1], "-") {
			for _, v := range verbs() {
				if v.usage.Name == args[1] {
					return runVerb(v, args[2:])
				}
			}
		}
	}

	s, rest, err := takeSettings(args[1:])
	if err != nil {
		return supervisor.Status{}, err
	}
	if len(rest) > 0 && rest[0] == "--" {
		return run(rest[1:], s)
	}
	status, err := shell("", rest, s)
	return status, meant(err, rest)
}

// runVerb runs a verb, or says what it does where that is asked.
func runVerb(v verb, args []string) (supervisor.Status, error) {
	status, err := v.run(args)
	if errors.Is(err, flag.ErrHelp) {
		return help([]string{v.usage.Name})
	}
	return status, err
}

// calledAsShell reports whether this program was started by a shell's name,
// with the leading dash of a login shell or without.
func calledAsShell(argv0 string) (name string, ok bool) {
	name = strings.TrimPrefix(filepath.Base(argv0), "-")
	return name, slices.Contains(shellNames[:], name)
}

// shellNames are the shells that this program can be called as.
var shellNames = [...]string{"bash", "sh", "zsh", "dash", "ksh"}
