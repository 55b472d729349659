package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Who has this program for a shell is told once what it is.
func TestGreeting(t *testing.T) {
	t.Parallel()
	term := newTerminal(t)
	os.Remove(filepath.Join(term.dir, ".hermes/exec/greeted"))
	const greeting = "each line judged before it runs; exit leaves"
	term.typeLine("clear; hermes-exec; echo out-$((0+1))")
	term.waitFor(t, greeting)
	term.typeLine("echo in-$((0+1))")
	term.waitFor(t, "in-1")
	term.typeLine("exit")
	term.waitFor(t, "out-1") // what is typed before that is the inner one's
	term.typeLine("clear; hermes-exec")
	term.typeLine("echo in-$((1+1))")
	if screen := term.waitFor(t, "in-2"); strings.Contains(screen, greeting) {
		t.Errorf("it is said again:\n%s", screen)
	}
}
