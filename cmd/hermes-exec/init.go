package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/term"

	"github.com/hermes-exec/hermes-exec/supervisor"
)

// initFlags are how init is to go about it.
type initFlags struct {
	undo, yes, print, hook, project bool
}

// initAgent is `hermes-exec init AGENT`.
func initAgent(args []string) (supervisor.Status, error) {
	flags := newFlags("init")
	var f initFlags
	flags.BoolVar(&f.undo, "undo", false, "")
	flags.BoolVar(&f.yes, "yes", false, "")
	flags.BoolVar(&f.print, "print", false, "")
	flags.BoolVar(&f.hook, "hook", false, "")
	flags.BoolVar(&f.project, "project", false, "")
	names, err := flagsAnywhere(flags, args)
	switch {
	case err != nil:
		return supervisor.Status{}, err
	case len(names) > 1:
		return supervisor.Status{}, usagef("init", "takes one agent at a time, not %s", strings.Join(names, " and "))
	case f.yes && f.print:
		return supervisor.Status{}, usagef("init", "--print changes nothing, and --yes asks for the change")
	case len(names) == 0 && f != initFlags{}:
		return supervisor.Status{}, usagef("init", "needs an agent; `hermes-exec init` lists them")
	}
	w := newWorld()
	if len(names) == 0 {
		return supervisor.Status{}, listAgents(w, os.Stdout)
	}
	a, err := agentNamed("init", names[0])
	if err != nil {
		return supervisor.Status{}, err
	}
	if w.nested() && !f.print {
		return supervisor.Status{}, errors.New("init: this is under hermes-exec already, where nobody changes what stands above; a person runs it outside")
	}
	status, err := a.init(w, f)
	if err != nil {
		undo := ""
		if f.undo {
			undo = " --undo"
		}
		err = fmt.Errorf("init %s%s: %w", a.name, undo, err)
	}
	return status, err
}

func (a anAgent) init(w *world, f initFlags) (supervisor.Status, error) {
	if f.undo {
		return a.undo(w, f)
	}
	c, err := a.change(w, f)
	if err != nil {
		return supervisor.Status{}, err
	}
	if c.recorded && c.now == c.After {
		if err := c.makeLinks(w); err != nil {
			return supervisor.Status{}, err
		}
		fmt.Printf("%s is under hermes-exec already, by %s\n", a.name, visible(c.File))
		return supervisor.Status{}, nil
	}
	if c.needsLinks() {
		fmt.Printf("links   %s\n", visible(shimsOf(w)))
	}
	fmt.Printf("file    %s\n%s", visible(c.File), changedLines(c.now, c.After))
	if c.Way == wayHook {
		fmt.Printf("see     %s\n", a.docs)
	}
	if f.print {
		return supervisor.Status{}, nil
	}
	for _, note := range a.notes(w, c) {
		fmt.Println("note: " + note)
	}
	if !a.installed(w) {
		fmt.Println("note: " + a.title + " is not installed here; this is for when it is")
	}
	switch {
	case !f.yes && !agreed():
		fmt.Println("nothing was changed; --yes makes the change")
		return supervisor.Status{Code: 1}, nil
	}
	if err := a.make(w, f, c); err != nil {
		return supervisor.Status{}, err
	}
	fmt.Printf("done; `hermes-exec init %s%s --undo` takes it back\n", a.name, f.scope())
	return supervisor.Status{}, nil
}

// scope is the flag that says where, with a space before it.
func (f initFlags) scope() string {
	if f.project {
		return " --project"
	}
	return ""
}

// notes are what the person still has to do, or to know.
func (a anAgent) notes(w *world, c *change) (list []string) {
	if c.Way == wayLauncher {
		if found, err := lookPath(a.name); err == nil && found != c.File {
			list = append(list, fmt.Sprintf("%s must stand first on PATH, before %s", visible(filepath.Dir(c.File)), visible(filepath.Dir(found))))
		}
	}
	return append(list, a.limits)
}

// change is what has to be written for the agent.
func (a anAgent) change(w *world, f initFlags) (*change, error) {
	shell := filepath.Join(shimsOf(w), "bash")
	c, s, err := a.way(w, f)
	if err != nil {
		return nil, err
	}
	if err := c.read(); err != nil {
		return nil, err
	}
	c.Before, c.Was = c.now, c.there
	record := a.record(w, f)
	if first, err := readChange(record); err == nil {
		if first.File != c.File || first.Way != c.Way {
			return nil, fmt.Errorf("it is under hermes-exec already, by %s: take that back first, `hermes-exec init %s%s --undo`", first.File, a.name, f.scope())
		}
		// What was there before the first time is what to return to.
		c.recorded, c.Made = true, first.Made
		if c.there {
			if c.Before, c.Was, err = first.reverted(c.now); err != nil {
				return nil, err
			}
		}
	}
	if c.Way == wayLauncher {
		program, err := lookBeside(a.name, c.File)
		c.After = launcherText(a.name, shell, program)
		return c, err
	}
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("find this program's file: %w", err)
	}
	fill := func(text string) string { return filled(text, shell, hookCommand(self, a.name)) }
	if s.text != "" {
		c.After = fill(s.text)
		return c, nil
	}
	c.After = c.Before
	if strings.TrimSpace(c.After) == "" {
		c.After = "{}\n"
	}
	c.Edits = nil
	for _, e := range s.edits {
		e.Value = fill(e.Value)
		if c.After, err = e.apply(c.After); err != nil {
			return nil, fmt.Errorf("%s: %w; set %s to %s by hand", c.File, err, strings.Join(e.Path, "."), e.Value)
		}
		c.Edits = append(c.Edits, e)
	}
	return c, nil
}

// hookCommand is what an agent's hook runs. Where this program is gone the shell
// says 127, which lets the call pass in most agents; 2 stops it in all.
func hookCommand(self, agent string) string {
	return quoted(self) + " hook " + agent + " || exit " + strconv.Itoa(exitBlock)
}

// The ways to put an agent under this program.
const (
	wayShell    = "shell"
	wayLauncher = "launcher"
	wayHook     = "hook"
)

// way is the one that the agent has, or that was asked for, and its file.
func (a anAgent) way(w *world, f initFlags) (*change, *setting, error) {
	switch {
	case f.hook && a.hook == nil && a.name == "hermes":
		return nil, nil, fmt.Errorf("its hooks stand in %s, which is edited by hand: under hooks.pre_tool_call put {matcher: \"terminal|process|execute_code|write_file|patch\", command: hermes-exec hook hermes, timeout: %s, fail_closed: true}", filepath.Join(w.hermes, "config.yaml"), hookTimeout)
	case !f.hook && a.shell != nil:
		return a.at(w, f, wayShell, a.shell)
	case !f.hook && a.launcher && !f.project:
		return &change{Way: wayLauncher, File: a.launcherFile(w)}, nil, nil
	case a.hook != nil:
		return a.at(w, f, wayHook, a.hook)
	}
	return nil, nil, errors.New("it has no setting for a project: leave out --project")
}

func (a anAgent) at(w *world, f initFlags, way string, s *setting) (*change, *setting, error) {
	return &change{Way: way, File: a.path(w, s, f.project)}, s, nil
}

// agreed asks on the terminal, where there is one.
func agreed() bool {
	if !term.IsTerminal(0) || !term.IsTerminal(1) {
		return false
	}
	fmt.Print("change it? [y/N] ")
	line, _ := bufio.NewReader(os.Stdin).ReadString('\n')
	return strings.TrimSpace(line) == "y"
}

// make writes the record before the file: what was changed can be taken back.
func (a anAgent) make(w *world, f initFlags, c *change) error {
	if err := os.MkdirAll(filepath.Dir(shimsOf(w)), 0o700); err != nil {
		return err
	}
	if err := c.makeLinks(w); err != nil {
		return err
	}
	if !c.recorded {
		c.Made = missingAbove(c.File)
	}
	if err := c.keep(a.record(w, f)); err != nil {
		return err
	}
	return replaceFile(c.File, c.After, c.mode())
}

// launcherText is a script that runs the agent with the shims first on PATH.
func launcherText(name, shell, program string) string {
	return fmt.Sprintf("#!/bin/sh\n# Made by `hermes-exec init %s`; --undo removes it.\nSHELL=%s PATH=%s:$PATH exec %s \"$@\"\n",
		name, quoted(shell), quoted(filepath.Dir(shell)), quoted(program))
}

// lookBeside finds a program on PATH that is not the file given.
func lookBeside(name, file string) (string, error) {
	for dir := range strings.SplitSeq(os.Getenv("PATH"), ":") {
		path := filepath.Join(dir, name)
		if filepath.IsAbs(path) && path != file && executable(path) == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("%s is not on PATH: install it first", name)
}
