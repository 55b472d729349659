package main

import (
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/term"
)

// greet tells a person who has this program for a shell for the first time what
// it is and how to leave. A file in $HERMES_HOME says that they know; where none
// can be made nothing is said.
func (w *world) greet() {
	if w.nested() || !term.IsTerminal(0) || !term.IsTerminal(2) {
		return
	}
	known := filepath.Join(w.hermes, "exec", "greeted")
	if os.MkdirAll(filepath.Dir(known), 0o700) != nil {
		return
	}
	f, err := os.OpenFile(known, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return
	}
	f.Close()
	fmt.Fprintln(os.Stderr, "hermes-exec: your shell, each line judged before it runs; exit leaves")
}
