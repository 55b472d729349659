package main

import (
	"os"
	"path/filepath"

	"github.com/hermes-exec/hermes-exec/supervisor"
)

// checkProgram: which program this is, and whether its manual is where man finds
// it. `go install` puts the programs alone.
func checkProgram(*world) []finding {
	self, err := os.Executable()
	if err == nil {
		self, err = filepath.EvalSymlinks(self) // a link named bash stands elsewhere
	}
	if err != nil {
		return []finding{{State: stateWarning, Text: "its own file cannot be found: " + err.Error(), Fix: "install it anew"}}
	}
	list := []finding{{State: stateOK, Text: self + ", " + supervisor.Version()}}
	page := filepath.Join(filepath.Dir(self), "..", "share", "man", "man1", "hermes-exec.1")
	if _, err := os.Stat(page); err != nil {
		list = append(list, finding{State: stateWarning, Text: "the manual and the completions are not installed: go install puts the programs alone",
			Fix: "`scripts/install` of the repository puts all; `hermes-exec help --man` and `hermes-exec completion SHELL` print them"})
	}
	return list
}
