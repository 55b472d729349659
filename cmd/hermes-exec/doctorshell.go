package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"strings"
	"time"
)

// checkShell: which shell runs what was approved, and why that one.
func checkShell(w *world) []finding {
	path, err := realShell(w, "")
	if err != nil {
		return []finding{{State: stateProblem, Text: err.Error(), Fix: "export HERMES_EXEC_SHELL=/path/to/bash, once bash is installed"}}
	}
	text, why := path, "the first that is installed"
	if version := shellVersion(path); version != "" {
		text += " " + version
	}
	named := os.Getenv("HERMES_EXEC_SHELL")
	found, lookErr := lookPath(named)
	if used := lookErr == nil && found == path; used {
		why = "HERMES_EXEC_SHELL"
	}
	text += " (" + why + ")"
	if grammar := grammarOf(path); grammar != "bash" {
		text += ", which is read as " + grammar
	}
	list := []finding{{State: stateOK, Text: text}}
	if named != "" && why != "HERMES_EXEC_SHELL" {
		list = append(list, finding{State: stateWarning, Text: "HERMES_EXEC_SHELL=" + named + " is not used: it leads to this program, or a supervised command has set it",
			Fix: "unset HERMES_EXEC_SHELL"})
	}
	return list
}

// shellVersion asks the shell, "" where it has none to tell.
func shellVersion(path string) string {
	const patience = 5 * time.Second
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	c := exec.CommandContext(ctx, path, "-c", `echo "${BASH_VERSION:-${ZSH_VERSION:-$KSH_VERSION}}"`)
	c.Env, c.WaitDelay = []string{}, time.Second // no BASH_ENV: nothing but the shell itself runs
	out, err := c.Output()
	if err != nil {
		return ""
	}
	line, _, _ := bytes.Cut(out, []byte("\n"))
	return strings.TrimSpace(string(line))
}
