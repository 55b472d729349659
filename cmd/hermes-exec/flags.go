package main

import (
	"errors"
	"flag"
	"io"
	"strings"

	"github.com/hermes-exec/hermes-exec/supervisor"
)

// How verbs read their words. Where help is asked for the error is
// [flag.ErrHelp], and [dispatch] gives it.

// newFlags is a flag set that returns its errors and prints nothing.
func newFlags(verb string) *flag.FlagSet {
	fs := flag.NewFlagSet(verb, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.Usage = func() {}
	return fs
}

// parseFlags reads flags and at most some words behind them.
func parseFlags(fs *flag.FlagSet, args []string, words int) error {
	if err := fs.Parse(args); err != nil {
		return misread(fs, err)
	}
	if fs.NArg() > words {
		return usagef(fs.Name(), "%s is a word too many", fs.Arg(words))
	}
	return nil
}

// flagsAnywhere reads flags before and after words, which it returns.
func flagsAnywhere(fs *flag.FlagSet, args []string) (words []string, err error) {
	for {
		if err := fs.Parse(args); err != nil {
			return nil, misread(fs, err)
		}
		if fs.NArg() == 0 {
			return words, nil
		}
		words = append(words, fs.Arg(0))
		args = fs.Args()[1:]
	}
}

func misread(fs *flag.FlagSet, err error) error {
	if errors.Is(err, flag.ErrHelp) {
		return err
	}
	return usagef(fs.Name(), "%w", err)
}

// subVerb is a word that stands behind a verb, and what it does.
type subVerb struct {
	name string
	run  func(args []string) (supervisor.Status, error)
}

// runSubVerb runs the one that args begin with.
func runSubVerb(verb string, list []subVerb, args []string) (supervisor.Status, error) {
	var names []string
	for _, v := range list {
		if len(args) > 0 && args[0] == v.name {
			return v.run(args[1:])
		}
		names = append(names, v.name)
	}
	last := len(names) - 1
	known := strings.Join(names[:last], ", ") + " or " + names[last]
	switch {
	case len(args) == 0:
		return supervisor.Status{}, usagef(verb, "%s", known)
	case args[0] == "-h" || args[0] == "--help":
		return supervisor.Status{}, flag.ErrHelp
	}
	return supervisor.Status{}, usagef(verb, "%s: %s", args[0], known)
}
