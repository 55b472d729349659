package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// checkShims: whether an agent that is started from here gets this program
// where it asks for a shell.
func checkShims(w *world) []finding {
	list := lostShims()
	var ours, others []string
	for _, name := range shellNames {
		if installed(name) == "" {
			continue
		}
		if path, err := lookPath(name); err == nil && isOwnFile(path) {
			ours = append(ours, name)
		} else {
			others = append(others, name)
		}
	}
	shell := os.Getenv("SHELL")
	late := folderOfShims()
	switch {
	case len(ours) > 0 && len(others) == 0:
		return append(list, finding{State: stateOK, Text: strings.Join(ours, ", ") + " on PATH are this program"})
	case len(ours) > 0:
		return append(list, finding{State: stateWarning, Text: strings.Join(ours, ", ") + " on PATH are this program, but not " + strings.Join(others, ", "),
			Fix: "hermes-exec shim " + quoted(late)})
	case late != "":
		return append(list, finding{State: stateWarning, Text: "other folders with shells come before " + late + " on PATH: what calls bash by name is not judged",
			Fix: "PATH=" + quoted(late) + ":$PATH"})
	case shell != "" && isOwnFile(shell):
		return append(list, finding{State: stateOK, Text: "SHELL is this program; what calls bash by name is not judged"})
	}
	if shell == "" {
		shell = "not set"
	}
	self, err := os.Executable()
	if err != nil {
		self = "hermes-exec"
	}
	if len(recorded(w)) > 0 {
		return list // they are said by name
	}
	return append(list, finding{State: stateWarning, Text: "none is set up here: SHELL is " + shell + ", and PATH has no links to this program",
		Fix: "hermes-exec init AGENT, or for one that it does not know SHELL=" + quoted(self)})
}

// folderOfShims is the first folder on PATH with a link to this program that is
// called as a shell.
func folderOfShims() string {
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		for _, name := range shellNames {
			if dir != "" && isOwnFile(filepath.Join(dir, name)) {
				return dir
			}
		}
	}
	return ""
}

// lostShims are links on PATH to where this program was before: the next shell
// on PATH is taken instead, and nobody is told.
func lostShims() (list []finding) {
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		for _, name := range shellNames {
			path := filepath.Join(dir, name)
			to, err := os.Readlink(path)
			if err != nil || !isOurName(to) {
				continue
			}
			if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
				list = append(list, finding{State: stateProblem, Text: path + " leads to " + to + ", which is gone: what calls " + name + " is not judged",
					Fix: "hermes-exec shim " + quoted(dir)})
				break
			}
		}
	}
	return list
}
