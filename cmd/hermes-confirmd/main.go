// Hermes-confirmd is what hermes-exec runs where it has to ask somebody who is
// not at its terminal: it links what the wrapper must not, HTTP and TLS.
//
// This folder is laid out as cmd/hermes-exec is: main.go is the switch and the
// exit statuses, and each verb has a file.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/hermes-exec/hermes-exec/supervisor/approve"
)

// The exit statuses, those of hermes-exec.
const exitFailure = 125

func main() {
	if err := dispatch(os.Args); err != nil {
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
		return usagef("a verb is wanted")
	}
	switch args[1] {
	case "ask":
		return ask(args[2:], os.Stdin, os.Stdout)
	case "-h", "--help", "help":
		_, err := io.WriteString(os.Stdout, helpText)
		return err
	}
	return usagef("%s: there is no such verb", args[1])
}

// usageError is a command line that cannot be meant.
type usageError struct{ error }

func usagef(format string, args ...any) error { return &usageError{fmt.Errorf(format, args...)} }

const helpText = `usage: hermes-confirmd ask

ask is for hermes-exec: it reads one question as JSON on standard input and
writes answers as JSON lines on standard output.

Exit status: 0, or 125 where it failed.
`
