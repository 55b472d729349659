// Hermes-confirmd is the confirmation daemon, see supervisor/confirm, and its
// clients. One of them, ask, is what hermes-exec runs where it has to ask somebody
// who is not at its terminal: it links what the wrapper must not, HTTP and TLS.
//
// This folder is laid out as cmd/hermes-exec is: main.go is the switch and the
// exit statuses, and each verb has a file.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"

	"github.com/hermes-exec/hermes-exec/supervisor/approve"
	"github.com/hermes-exec/hermes-exec/supervisor/procs"
)

// The exit statuses: that of hermes-exec, and one of screen.
const (
	exitFailure = 125
	exitUnsafe  = 1
)

func main() {
	procs.Hide() // it has the token, and connections over which answers go
	err := dispatch(os.Args)
	if errors.Is(err, errUnsafe) {
		os.Exit(exitUnsafe) // it has been said
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "hermes-confirmd: %s\n", approve.Visible(err.Error()))
		var usage *usageError
		if errors.As(err, &usage) {
			fmt.Fprintln(os.Stderr, "  `hermes-confirmd -h` shows the forms that work")
		}
		os.Exit(exitFailure)
	}
}

// dispatch finds the verb.
func dispatch(args []string) error {
	if len(args) < 2 {
		return usagef("a verb is wanted: %s", strings.Join(program().Verb("help").Words, ", "))
	}
	name := args[1]
	switch name {
	case "-h", "--help":
		return help(nil)
	case "--version":
		return version(nil)
	}
	for _, v := range verbs() {
		if v.usage.Name != name {
			continue
		}
		err := v.run(args[2:])
		if errors.Is(err, flag.ErrHelp) {
			return help([]string{name})
		}
		return err
	}
	return usagef("%s: there is no such verb", name)
}

// usageError is a command line that cannot be meant.
type usageError struct{ error }

func usagef(format string, args ...any) error { return &usageError{fmt.Errorf(format, args...)} }
