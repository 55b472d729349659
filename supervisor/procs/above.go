package procs

import (
	"os"
	"path/filepath"

	"github.com/hermes-exec/hermes-exec/tiers"
)

// SupervisorOf finds the supervisor that a process runs under, or is: an
// ancestor by the name of hermes-exec, or one that runs the file ours, see
// [Supervises]. known is false where the process is gone or its
// ancestors cannot be read: nothing can be said of it then.
func SupervisorOf(pid int, ours os.FileInfo) (p tiers.Process, found, known bool) {
	chain := Ancestors(pid)
	if len(chain) == 0 {
		return tiers.Process{}, false, false
	}
	for _, p := range chain {
		if Supervises(p, ours) {
			return p, true, true
		}
	}
	return tiers.Process{}, false, true
}

// Supervises reports whether a process is a supervisor, by its name or by
// running the file ours (nil: the name alone counts).
func Supervises(p tiers.Process, ours os.FileInfo) bool {
	if isSupervisor(p.Name) || len(p.Argv) > 0 && isSupervisor(p.Argv[0]) {
		return true
	}
	path, file, err := Executable(p.PID)
	return isSupervisor(path) || err == nil && ours != nil && os.SameFile(ours, file)
}

func isSupervisor(path string) bool { return filepath.Base(path) == "hermes-exec" }
