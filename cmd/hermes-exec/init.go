package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/hermes-exec/hermes-exec/supervisor"
)

// anAgent is one that can be put under this program: by a setting of its own that
// names its shell, or, where it takes bash from PATH, by a launcher of its name that
// puts the shims there.
type anAgent struct {
	name     string
	folder   string // of its settings, in the home; "" for a launcher
	folderBy string // the variable that names another
	file     string
	key      string
}

var agentsKnown = [...]anAgent{
	{name: "pi", folder: ".pi/agent", folderBy: "PI_CODING_AGENT_DIR", file: "settings.json", key: "shellPath"},
	{name: "qwen"},
}

// change is one file that init has written, as it is kept for --undo.
type change struct {
	File   string   `json:"file"`
	Was    bool     `json:"was"` // there before
	Before string   `json:"before"`
	After  string   `json:"after"`
	Key    string   `json:"key"`  // of the member that was set; "": the file is ours
	Made   []string `json:"made"` // folders, the outermost first
}

// initAgent is `hermes-exec init AGENT`.
func initAgent(args []string) (supervisor.Status, error) {
	flags := newFlags("init")
	undo, yes := flags.Bool("undo", false, ""), flags.Bool("yes", false, "")
	var names []string
	for len(args) > 0 { // flags may stand behind the name
		switch err := flags.Parse(args); {
		case err == flag.ErrHelp:
			return help([]string{"init"})
		case err != nil:
			return supervisor.Status{}, usagef("init", "%w", err)
		}
		if args = flags.Args(); len(args) > 0 {
			names, args = append(names, args[0]), args[1:]
		}
	}
	if len(names) != 1 {
		return supervisor.Status{}, usagef("init", "needs one agent: %s", knownNames())
	}
	a, err := agentNamed(names[0])
	if err != nil {
		return supervisor.Status{}, err
	}
	w := newWorld()
	if w.nested() {
		return supervisor.Status{}, errors.New("init: this is under hermes-exec already, where nobody changes what stands above; a person runs it outside")
	}
	if *undo {
		return supervisor.Status{}, a.undo(w)
	}
	return a.set(w, *yes)
}

func agentNamed(name string) (anAgent, error) {
	for _, a := range agentsKnown {
		if a.name == name {
			return a, nil
		}
	}
	return anAgent{}, usagef("init", "%s is not known: %s are; under another agent put the folder that `hermes-exec shim` makes first on PATH, and its bash in SHELL", name, knownNames())
}

func knownNames() string {
	var names []string
	for _, a := range agentsKnown {
		names = append(names, a.name)
	}
	return strings.Join(names, ", ")
}

// What init makes is where the log is: no command may change anything there.
func (a anAgent) record(w *world) string {
	return filepath.Join(w.hermes, "exec", "init", a.name+".json")
}
func (a anAgent) launcher(w *world) string { return filepath.Join(w.hermes, "exec", "bin", a.name) }
func shimsOf(w *world) string              { return filepath.Join(w.hermes, "exec", "shims") }

// set shows what is to be changed, and changes it when that is wanted.
func (a anAgent) set(w *world, yes bool) (supervisor.Status, error) {
	c, err := a.change(w)
	if err != nil {
		return supervisor.Status{}, fmt.Errorf("init %s: %w", a.name, err)
	}
	if c.Was && c.Before == c.After && !missing(a.record(w)) {
		if _, err := makeShims(shimsOf(w)); err != nil {
			return supervisor.Status{}, fmt.Errorf("init %s: %w", a.name, err)
		}
		fmt.Printf("%s is under hermes-exec already, by %s\n", a.name, visible(c.File))
		return supervisor.Status{}, nil
	}
	fmt.Printf("links   %s\nfile    %s\n%s", visible(shimsOf(w)), visible(c.File), c.shown())
	if !yes && !agreed() {
		fmt.Println("nothing was changed; --yes makes the change")
		return supervisor.Status{Code: 1}, nil
	}
	if err := a.make(w, c); err != nil {
		return supervisor.Status{}, fmt.Errorf("init %s: %w", a.name, err)
	}
	fmt.Printf("done; `hermes-exec init %s --undo` takes it back\n", a.name)
	if bin := filepath.Dir(c.File); c.Key == "" {
		if found, err := lookPath(a.name); err == nil && found != c.File {
			fmt.Printf("%s must stand first on PATH, before %s\n", visible(bin), visible(filepath.Dir(found)))
		}
	}
	return supervisor.Status{}, nil
}

// change is what has to be written for the agent.
func (a anAgent) change(w *world) (c *change, err error) {
	shell := filepath.Join(shimsOf(w), "bash")
	if a.folder == "" {
		c = &change{File: a.launcher(w)}
		if err := c.read(); err != nil {
			return nil, err
		}
		program, err := lookBeside(a.name, c.File)
		c.After = launcherText(a.name, shell, program)
		return c, err
	}
	folder := cmp.Or(os.Getenv(a.folderBy), filepath.Join(w.home, a.folder))
	c = &change{File: filepath.Join(folder, a.file), Key: a.key}
	if to, err := filepath.EvalSymlinks(c.File); err == nil {
		c.File = to
	}
	if err := c.read(); err != nil {
		return nil, err
	}
	text := c.Before
	if strings.TrimSpace(text) == "" {
		text = "{}\n"
	}
	was, err := memberOf(text, c.Key)
	if c.After = text; err == nil && was != jsonString(shell) {
		c.After, err = withMember(text, c.Key, jsonString(shell))
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w; set %s to %s by hand", c.File, err, c.Key, jsonString(shell))
	}
	return c, nil
}

func (c *change) read() error {
	text, err := os.ReadFile(c.File)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	c.Before, c.Was = string(text), err == nil
	return nil
}

// shown is the difference, for whoever is to agree.
func (c *change) shown() string {
	if c.Key == "" {
		return "        + " + strings.ReplaceAll(strings.TrimSuffix(c.After, "\n"), "\n", "\n        + ") + "\n"
	}
	shown := ""
	if was, err := memberOf(c.Before, c.Key); c.Before != "" && err == nil && was != "" {
		shown = fmt.Sprintf("        - %s: %s\n", c.Key, visible(was))
	}
	is, _ := memberOf(c.After, c.Key)
	return shown + fmt.Sprintf("        + %s: %s\n", c.Key, visible(is))
}

// agreed asks on the terminal, where there is one.
func agreed() bool {
	if !isTerminal(0) || !isTerminal(1) {
		return false
	}
	fmt.Print("change it? [y/N] ")
	line, _ := bufio.NewReader(os.Stdin).ReadString('\n')
	return strings.TrimSpace(line) == "y"
}

// make writes the record before the file: what was changed can be taken back.
func (a anAgent) make(w *world, c *change) error {
	if err := os.MkdirAll(filepath.Dir(shimsOf(w)), 0o700); err != nil {
		return err
	}
	if _, err := makeShims(shimsOf(w)); err != nil {
		return err
	}
	if first, err := readChange(a.record(w)); err == nil && first.File == c.File && c.Was {
		// What was there before the first time is what to return to.
		if c.Before, c.Was, err = first.reverted(c.Before); err != nil {
			return err
		}
		c.Made = first.Made
	} else {
		c.Made = missingAbove(c.File)
	}
	text, err := json.MarshalIndent(c, "", "  ")
	if err != nil {
		return err
	}
	if err := replaceFile(a.record(w), string(text)+"\n", 0o600); err != nil {
		return err
	}
	mode := fs.FileMode(0o600)
	if c.Key == "" {
		mode = 0o755
	}
	return replaceFile(c.File, c.After, mode)
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
