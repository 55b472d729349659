package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// listAgents is `hermes-exec init`: the agents, whether they are installed, and
// how they are set up.
func listAgents(w *world, to io.Writer) error {
	out := bufio.NewWriter(to)
	fmt.Fprintf(out, "%-9s  %-11s  %-13s  %s\n", "agent", "", "installed", "under hermes-exec")
	for _, a := range agentsKnown() {
		installed := "no"
		if a.installed(w) {
			installed = "yes"
		}
		how := "no: by " + a.ways()
		if c, err := readChange(a.record(w, initFlags{})); err == nil {
			how = "by " + c.Way + ", " + visible(c.File)
			if !c.isSet() {
				how = "no more: " + visible(c.File) + " was changed since"
			}
		}
		fmt.Fprintf(out, "%-9s  %-11s  %-13s  %s\n", a.name, a.title, installed, how)
	}
	return out.Flush()
}

// ways are those by which init can do it, the one it takes first of all.
func (a anAgent) ways() string {
	switch {
	case a.shell != nil:
		return wayShell + ", or " + wayHook + " with --hook"
	case a.launcher && a.hook != nil:
		return wayLauncher + ", or " + wayHook + " with --hook"
	case a.launcher:
		return wayLauncher
	}
	return wayHook
}

// checkAgents has a line of doctor for each agent that is installed here.
func checkAgents(w *world) (list []finding) {
	for _, a := range agentsKnown() {
		_, err := readChange(a.record(w, initFlags{}))
		if f := a.checked(w); a.installed(w) {
			list = append(list, f)
		} else if err == nil {
			f.Text += "; it is not installed here"
			list = append(list, f)
		}
	}
	return list
}

func (a anAgent) checked(w *world) finding {
	again := "hermes-exec init " + a.name
	c, err := readChange(a.record(w, initFlags{}))
	switch {
	case err != nil:
		return finding{State: stateWarning, Text: a.title + " is installed; what it runs is not judged unless it is started with this program for a shell", Fix: again}
	case !c.isSet():
		return finding{State: stateProblem, Text: a.title + " was put under this program, but " + c.File + " was changed since", Fix: again}
	case c.needsLinks() && !isOwnLink(filepath.Join(shimsOf(w), "bash")):
		return finding{State: stateProblem, Text: a.title + " has a shell that is no link to this program any more: " + filepath.Join(shimsOf(w), "bash"), Fix: again}
	case !c.needsLinks() && !c.calls(a.name):
		return finding{State: stateWarning, Text: a.title + " has a hook that calls another hermes-exec than this one", Fix: again}
	case c.Way == wayLauncher && !a.launched(c):
		return finding{State: stateWarning, Text: a.title + " has a launcher, but another " + a.name + " comes first on PATH", Fix: "PATH=" + quoted(filepath.Dir(c.File)) + ":$PATH"}
	}
	return finding{State: stateOK, Text: a.title + " is under this program, by " + c.Way + ": " + c.File}
}

// calls reports whether the hook that was set is this program's.
func (c *change) calls(agent string) bool {
	self, err := os.Executable()
	return err == nil && strings.Contains(c.After, jsonString(hookCommand(self, agent)))
}

// launched reports whether the launcher is what is found on PATH.
func (a anAgent) launched(c *change) bool {
	found, err := lookPath(a.name)
	return err == nil && found == c.File
}
