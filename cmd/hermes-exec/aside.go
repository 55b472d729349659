package main

import (
	"os"

	"golang.org/x/sys/unix"

	"github.com/hermes-exec/hermes-exec/supervisor/procs"
)

// Below a supervisor whose exec guard is in force a shell that is this program steps
// aside: the real one takes its place, and the guard above judges its text and what it
// starts, as it does for the shell of any program. So a build or a test suite finds the
// shell it asked for, and the mode, approvals and permissions of the outer command
// hold for all of it.

// stepsAside reports whether this shell does, unless a person types into it. One that
// is to do more than a shell does not, nor one that an agent started: what an agent
// gives it is no program's, and judged as a text.
func (w *world) stepsAside(s settings) bool {
	return s.plain() && procs.StepsAside() && !w.belowAgent()
}

// plain reports whether a shell could do the same.
func (s *settings) plain() bool {
	return !s.pty && s.timeout == 0 && s.killAfter == 0 && s.reportTo == "" && s.action == "" && s.preset == ""
}

// belowAgent reports whether an agent stands between this process and the nearest
// supervisor.
func (w *world) belowAgent() bool {
	host := w.host()
	for _, p := range host[min(1, len(host)):] {
		if isSupervisor(p) {
			return false
		}
		if isAgent(p) {
			return true
		}
	}
	return false
}

// become makes this process the real shell. It returns where that fails.
func become(path string, argv []string) error {
	return cannotStart(argv[0], unix.Exec(path, argv, os.Environ()))
}
