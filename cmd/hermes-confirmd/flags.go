package main

import (
	"flag"
	"io"
	"os"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/hermes-exec/hermes-exec/supervisor/system"
)

// home is HERMES_HOME, as hermes-exec finds it.
func home() string {
	if dir := os.Getenv("HERMES_HOME"); dir != "" {
		return absolute(dir)
	}
	dir, err := os.UserHomeDir()
	if err != nil {
		if u, err := user.Current(); err == nil {
			dir = u.HomeDir
		}
	}
	return filepath.Join(dir, ".hermes")
}

// asked is the home of the daemon that commands ask: the machine's where there is
// one, else the user's, as root's always do.
func asked() string {
	if system.Asked() {
		return system.Home
	}
	return home()
}

// desk is the home of the daemon that is answered: the machine's where there is one,
// else the user's. Root names their own by HERMES_HOME.
func desk() string {
	if system.Asked() || system.Present() && os.Getenv("HERMES_HOME") == "" {
		return system.Home
	}
	return home()
}

// me is the approver's name where none is given.
func me() string {
	if u, err := user.Current(); err == nil && u.Username != "" {
		return u.Username
	}
	return "uid " + strconv.Itoa(os.Getuid())
}

// newFlags is a flag set that returns its errors and prints nothing.
func newFlags() *flag.FlagSet {
	fs := flag.NewFlagSet("", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.Usage = func() {}
	return fs
}

// parse reads flags wherever they stand among least to most words.
func parse(fs *flag.FlagSet, verb string, args []string, least, most int) error {
	var words []string
	for rest := args; ; {
		if err := fs.Parse(rest); err != nil {
			if err == flag.ErrHelp {
				return err
			}
			return usagef("%s: %v", verb, err)
		}
		if fs.NArg() == 0 {
			break
		}
		words = append(words, fs.Arg(0))
		rest = fs.Args()[1:]
	}
	if len(words) < least || len(words) > most {
		return usagef("%s: %d words, and it takes %s", verb, len(words), span(least, most))
	}
	// What is left to the verb are the words alone.
	return fs.Parse(append([]string{"--"}, slices.Clone(words)...))
}

func span(least, most int) string {
	if least == most {
		return strconv.Itoa(least)
	}
	return strings.Join([]string{strconv.Itoa(least), strconv.Itoa(most)}, " to ")
}
