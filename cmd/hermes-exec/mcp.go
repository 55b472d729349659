package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/hermes-exec/hermes-exec/lock"
	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/supervisor/mcp"
)

// mcpVerb is what concerns MCP servers: one of each name at a time.
func mcpVerb(args []string) (supervisor.Status, error) {
	if len(args) == 0 {
		return supervisor.Status{}, usagef("mcp", "run NAME -- CMD…")
	}
	switch args[0] {
	case "run":
		return mcpRun(args[1:])
	case "-h", "--help":
		return help([]string{"mcp"})
	case "list", "stop", "clean":
		return supervisor.Status{}, usagef("mcp", "%s: not in this version", args[0])
	}
	return supervisor.Status{}, usagef("mcp", "%s: run is what it knows", args[0])
}

// mcpRun is hermes-exec mcp run [flags] NAME -- CMD ARG…
func mcpRun(args []string) (supervisor.Status, error) {
	var s settings
	fs := newFlags("mcp")
	s.declare(fs)
	if err := fs.Parse(args); err == flag.ErrHelp {
		return help([]string{"mcp"})
	} else if err != nil {
		return supervisor.Status{}, usagef("mcp", "%w", err)
	}
	rest := fs.Args()
	switch {
	case len(rest) < 3 || rest[1] != "--":
		return supervisor.Status{}, usagef("mcp", "run NAME -- CMD…: the name, two dashes and the command are all needed")
	case s.pty:
		return supervisor.Status{}, usagef("mcp", "--pty: an MCP server talks over plain pipes, a terminal would garble them")
	}
	if err := lock.CheckName(rest[0]); err != nil {
		return supervisor.Status{}, usagef("mcp", "%w", err)
	}
	if err := s.check(); err != nil {
		return supervisor.Status{}, err
	}
	var err error
	if s.report, err = openReport(s.reportTo); err != nil {
		return supervisor.Status{}, err
	}
	s.noPty = true
	w := newWorld()
	return runProgram(w, rest[2:], s, func(ctx context.Context, c supervisor.Command) (supervisor.Status, error) {
		status, err := mcp.Run(ctx, mcp.Options{Dir: filepath.Join(w.hermes, "mcp"), Name: rest[0], Command: c, Warn: os.Stderr})
		if errors.As(err, new(*lock.HeldError)) {
			err = fmt.Errorf("mcp server %w; one of each name runs", err)
		}
		return status, err
	})
}
