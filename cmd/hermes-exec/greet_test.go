package main

import (
	"strings"
	"testing"
)

// Who has this program for a shell is told once what it is.
func TestGreeting(t *testing.T) {
	t.Parallel()
	term := newTerminal(t)
	const greeting = "with each line judged before it runs; exit leaves"
	term.typeLine("clear; hermes-exec")
	term.waitFor(t, greeting)
	term.typeLine("exit")
	term.typeLine("clear; hermes-exec")
	term.typeLine("echo in-$((1+1))")
	if screen := term.waitFor(t, "in-2"); strings.Contains(strings.ReplaceAll(screen, "\n", ""), "judged before") {
		t.Errorf("it is said again:\n%s", screen)
	}
}
