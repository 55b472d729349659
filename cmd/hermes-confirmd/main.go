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
	"io"
	"os"

	"github.com/hermes-exec/hermes-exec/supervisor/approve"
)

// The exit statuses: that of hermes-exec, and one of screen.
const (
	exitFailure = 125
	exitUnsafe  = 1
)

func main() {
	err := dispatch(os.Args)
	if errors.Is(err, flag.ErrHelp) {
		_, err = io.WriteString(os.Stdout, helpText)
	}
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
		return usagef("a verb is wanted")
	}
	switch args[1] {
	case "ask":
		return ask(args[2:], os.Stdin, os.Stdout)
	case "serve":
		return serve(args[2:])
	case "list":
		return list(args[2:])
	case "watch":
		return watch(args[2:])
	case "approve", "deny":
		return answerVerb(args[1], args[2:])
	case "audit":
		return auditVerb(args[2:])
	case "whitelist":
		return whitelist(args[2:])
	case "status":
		return status(args[2:])
	case "screen":
		return screen(args[2:], os.Stdin, os.Stdout)
	case "-h", "--help", "help":
		_, err := io.WriteString(os.Stdout, helpText)
		return err
	}
	return usagef("%s: there is no such verb", args[1])
}

// usageError is a command line that cannot be meant.
type usageError struct{ error }

func usagef(format string, args ...any) error { return &usageError{fmt.Errorf(format, args...)} }

const helpText = `usage: hermes-confirmd serve [--background] [--host H] [--port N] [--db-path F] [--rate-limit N]
       hermes-confirmd watch                          a console: what is asked, and the answers
       hermes-confirmd status [--json]                whether it answers, since when, and which one
       hermes-confirmd list [--json]                  what waits for an answer
       hermes-confirmd approve ID [--reason T] [--as NAME]
       hermes-confirmd deny ID [--reason T] [--as NAME]
       hermes-confirmd audit [--limit N] [--json]     what was asked, and what became of it
       hermes-confirmd whitelist [list]
       hermes-confirmd whitelist add|remove ACTION [--session KEY]
       hermes-confirmd screen [--out] [--json] [TEXT] what the content screen says of a message to
                                                      the agent, or (--out) from it
       hermes-confirmd ask                            for hermes-exec: questions as JSON on
                                                      standard input, answers on standard output

Holds what an agent may not do by itself until a person has answered. Anybody
on this machine may ask: POST /confirm on http://127.0.0.1:6000, or on the
socket confirmd.sock in HERMES_HOME. To answer takes the token in
confirmd.token there, and a process that is not under hermes-exec.

  --host, --port   where to listen (127.0.0.1, 6000); CONFIRMATION_HOST and _PORT
  --db-path        the database (confirmation_audit.db in HERMES_HOME)
  --rate-limit     questions about one action an hour (10); CONFIRMATION_RATE_LIMIT
  --background     in the background; what it has to say goes to exec/confirmd.log

screen reads the text from standard input where none is given. It needs screen:
in the policy ($HERMES_HOME/exec.yaml): Llama Guard in an Ollama. It is there
for messages that are submitted as well, and for hermes-exec.

Exit status: 0, or 125 where it failed. Of screen: 0 safe, 1 unsafe, 125 where
the text could not be screened.
`
