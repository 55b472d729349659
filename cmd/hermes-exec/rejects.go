package main

import (
	"context"
	"errors"
	"os/exec"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/hermes-exec/hermes-exec/shellparse"
)

// What the shell itself rejects is the shell's to say: it runs what stands before the
// error, which was judged, and answers with its own message and status. Where it would
// run more than was understood, the text asks.

const (
	maxBroken  = 16 // lines behind the last statement that was understood
	rejectTime = 2 * time.Second
)

// grammarChanges are commands after which a shell may read what follows otherwise than
// it does on its own.
var grammarChanges = [...]string{"alias", "unalias", "shopt", "set", "setopt", "unsetopt", "emulate", "source", ".", "eval", "enable", "builtin", "command", "disable"}

// leaveErrors takes the problems out of a script whose shell, at path, rejects it
// where it could not be understood.
func leaveErrors(script *shellparse.Script, path string) {
	if script.Broken == nil || slices.ContainsFunc(script.Problems, func(p shellparse.Problem) bool { return p.Kind != "parse" || p.Pos.File != "" }) ||
		slices.ContainsFunc(script.Commands, changesGrammar) {
		return
	}
	rest := strings.TrimLeft(script.Source[script.Broken.Offset:], " \t\r\n;&")
	lines := strings.SplitAfter(rest, "\n")
	if len(lines) > maxBroken || !rejects(path, rest) {
		return
	}
	for n := range lines { // of what it takes some lines, it runs those
		if first := strings.Join(lines[:n], ""); isCode(first) && !rejects(path, first) {
			return
		}
	}
	script.Problems = nil
}

func changesGrammar(c shellparse.Command) bool {
	if len(c.Argv) == 0 {
		return false
	}
	name, exact := c.Argv[0].Exact()
	return !exact || slices.Contains(grammarChanges[:], path.Base(name))
}

// isCode reports whether lines hold more than comments.
func isCode(lines string) bool {
	for line := range strings.Lines(lines) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			return true
		}
	}
	return false
}

// rejects reports whether a shell says that a text is not its language. It runs
// nothing of it.
func rejects(shell, text string) bool {
	ctx, cancel := context.WithTimeout(context.Background(), rejectTime)
	defer cancel()
	var exit *exec.ExitError
	return errors.As(exec.CommandContext(ctx, shell, "-n", "-c", text).Run(), &exit) && exit.Exited() && ctx.Err() == nil
}
