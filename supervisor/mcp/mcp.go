// Package mcp runs one MCP server of a name: the lock says which, and stdio
// goes straight through, since JSON-RPC must not meet a terminal.
package mcp

import (
	"context"
	"fmt"
	"io"

	"github.com/hermes-exec/hermes-exec/lock"
	"github.com/hermes-exec/hermes-exec/supervisor"
)

// Options say what to run, and under which name.
type Options struct {
	Dir     string // the folder of locks: $HERMES_HOME/mcp
	Name    string // see [lock.CheckName]
	Command supervisor.Command
	Warn    io.Writer // where a pid file that could not be kept is reported; nil: nowhere
}

// Run holds the name for as long as the command runs, and returns how it
// ended. The error is a *[lock.HeldError] where another server has the name;
// nothing is started then.
//
// The pid file only informs, so failing to write or remove it does not end a
// server: the lock holds without it.
func Run(ctx context.Context, o Options) (supervisor.Status, error) {
	l, err := lock.Acquire(o.Dir, o.Name)
	if err != nil {
		return supervisor.Status{}, err
	}
	defer func() { o.report(l.Release()) }()

	c := o.Command
	c.Pty = supervisor.PtyNever
	c.Started = func(pid int) {
		o.report(l.SetPID(pid))
		if o.Command.Started != nil {
			o.Command.Started(pid)
		}
	}
	return supervisor.Keep(ctx, c)
}

func (o Options) report(err error) {
	if err != nil && o.Warn != nil {
		fmt.Fprintf(o.Warn, "hermes-exec: mcp: %v\n", err)
	}
}
