package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/hermes-exec/hermes-exec/lock"
	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/supervisor/mcp"
)

// mcpVerb is what concerns MCP servers: one of each name at a time.
func mcpVerb(args []string) (supervisor.Status, error) {
	mcp.Keeper() // does not return where this process is one
	return runSubVerb("mcp", []subVerb{{"run", mcpRun}, {"list", mcpList}, {"stop", mcpStop}, {"clean", mcpClean}}, args)
}

// mcpRun is hermes-exec mcp run [flags] NAME -- CMD ARG…
func mcpRun(args []string) (supervisor.Status, error) {
	var s settings
	var wait seconds
	var replace bool
	fs := newFlags("mcp")
	s.declare(fs)
	fs.Var(&wait, "wait", "")
	fs.BoolVar(&replace, "replace", false, "")
	name, argv, err := takeName(fs, args)
	switch {
	case err != nil:
		return supervisor.Status{}, misread(fs, err)
	case s.pty:
		return supervisor.Status{}, usagef("mcp", "--pty: an MCP server talks over plain pipes, a terminal would garble them")
	}
	if err := lock.CheckName(name); err != nil {
		return supervisor.Status{}, usagef("mcp", "%w", err)
	}
	if err := s.check(); err != nil {
		return supervisor.Status{}, err
	}
	if s.report, err = openReport(s.reportTo); err != nil {
		return supervisor.Status{}, err
	}
	s.noPty = true
	w := newWorld()
	return runProgram(w, argv, s, func(ctx context.Context, c supervisor.Command) (supervisor.Status, error) {
		status, err := mcp.Run(ctx, mcp.Options{
			Dir: w.mcpDir(), Name: name, Command: c, Warn: os.Stderr,
			Wait: time.Duration(wait), Replace: replace,
			Host: w.host(), Spare: w.spared(),
		})
		if errors.As(err, new(*lock.HeldError)) {
			err = &heldError{err}
		}
		return status, err
	})
}

// takeName reads what stands before the two dashes: flags, and the name between
// them or at the end.
func takeName(fs *flag.FlagSet, args []string) (name string, argv []string, err error) {
	before := args
	if dashes := slices.Index(args, "--"); dashes >= 0 {
		before, argv = args[:dashes], args[dashes+1:]
	}
	if err := fs.Parse(before); err != nil {
		return "", nil, err
	}
	if fs.NArg() > 0 {
		name = fs.Arg(0)
		if err := fs.Parse(fs.Args()[1:]); err != nil {
			return "", nil, err
		}
	}
	if name == "" && !slices.Contains(before, "") || fs.NArg() > 0 || len(argv) == 0 {
		return "", nil, errors.New("run NAME -- CMD…: the name, two dashes and the command are all needed")
	}
	return name, argv, nil
}

// heldError says what there is to be done about it.
type heldError struct{ error }

func (e *heldError) Error() string {
	return "mcp server " + e.error.Error() + "; one of each name runs"
}
func (e *heldError) Unwrap() error { return e.error }
func (e *heldError) hint() string {
	return "`--wait 30s` waits for the name, `--replace` ends the server that has it"
}

func (w *world) mcpDir() string { return filepath.Join(w.hermes, "mcp") }

// spared are the processes that no pid file makes us end: those we run under,
// the gateway, and what the user named.
func (w *world) spared() (pids []int) {
	for _, p := range w.host() {
		pids = append(pids, p.PID)
	}
	for _, p := range w.protected() {
		pids = append(pids, p.PID)
	}
	return pids
}

// mcpStop is hermes-exec mcp stop NAME.
func mcpStop(args []string) (supervisor.Status, error) {
	names, err := flagsAnywhere(newFlags("mcp"), args)
	switch {
	case err != nil:
		return supervisor.Status{}, err
	case len(names) != 1:
		return supervisor.Status{}, usagef("mcp", "stop NAME: one name")
	}
	name, w := names[0], newWorld()
	if err := lock.CheckName(name); err != nil {
		return supervisor.Status{}, usagef("mcp", "%w", err)
	}
	taken, _ := lock.List(w.mcpDir()) // what is wrong with one name does not concern the others
	at := slices.IndexFunc(taken, func(e lock.Entry) bool { return e.Name == name })
	if at >= 0 {
		for _, pid := range []int{taken[at].PID, taken[at].Owner.HolderPID()} {
			if slices.Contains(w.spared(), pid) {
				return supervisor.Status{}, fmt.Errorf("mcp stop %s: pid %d is a process this one runs under or that is protected, and is not ended", name, pid)
			}
		}
	}
	if err := lock.ForceRelease(w.mcpDir(), name); err != nil {
		return supervisor.Status{}, fmt.Errorf("mcp stop: %w", err)
	}
	strays, err := mcp.EndStrays(w.mcpDir(), name, w.spared())
	if err != nil {
		return supervisor.Status{}, fmt.Errorf("mcp stop: %w", err)
	}
	switch {
	case at < 0 && strays > 0:
		fmt.Printf("%s: its keeper was killed; %s of what it had started ended\n", name, counted(strays, "process"))
		return supervisor.Status{}, nil
	case at < 0:
		fmt.Printf("%s: not running\n", name)
		return supervisor.Status{}, nil
	}
	pid := ""
	if taken[at].PID > 0 {
		pid = fmt.Sprintf(" (pid %d)", taken[at].PID)
	}
	fmt.Printf("%s: stopped%s\n", name, pid)
	return supervisor.Status{}, nil
}

// mcpClean is hermes-exec mcp clean.
func mcpClean(args []string) (supervisor.Status, error) {
	if err := parseFlags(newFlags("mcp"), args, 0); err != nil {
		return supervisor.Status{}, err
	}
	w := newWorld()
	files, processes, err := mcp.Clean(w.mcpDir(), w.spared())
	fmt.Printf("%s removed\n", counted(files, "stale pid file"))
	if processes > 0 {
		fmt.Printf("%s of killed servers ended\n", counted(processes, "process"))
	}
	if err != nil {
		err = fmt.Errorf("mcp clean: %w", err)
	}
	return supervisor.Status{}, err
}
