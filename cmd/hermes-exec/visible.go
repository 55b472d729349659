package main

import (
	"mvdan.cc/sh/v3/syntax"

	"github.com/hermes-exec/hermes-exec/supervisor/approve"
	"github.com/hermes-exec/hermes-exec/supervisor/audit"
)

// What this program prints:
//
//   - nothing, where a command runs and nobody asked for more;
//   - on standard error, refusals, failures and where help is: what a caller
//     reads when it did not get what it wanted, beginning with the name of
//     this program;
//   - on standard output, what was asked for: a verdict, an explanation, help;
//   - no colour: the prompt on the terminal is the only thing that has any.
//
// JSON carries text as it is. Everything else that comes from a command, a
// path or an argument goes through visible.

// visible makes a text that others chose safe to print in one line, without
// its secrets.
func visible(s string) string { return approve.Visible(audit.Mask(s)) }

// quoted writes a word the way a shell would read it.
func quoted(s string) string {
	q, err := syntax.Quote(s, syntax.LangBash)
	if err != nil { // NUL: no shell word holds one
		return s
	}
	return q
}
