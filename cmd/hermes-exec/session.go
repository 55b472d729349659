package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor/procs"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// session names who is asking, across the commands of one sitting: what
// HERMES_SESSION_KEY says, else the nearest ancestor that is no shell. Its
// start time tells it from a later process with the same pid. Under another
// supervisor the session is that one's.
func (w *world) session() string {
	if key := w.outside("HERMES_SESSION_KEY"); key != "" {
		return key
	}
	host := w.host()
	if o := w.outer(); o != nil {
		host = o.host
	}
	if p, started, ok := agentOf(host); ok {
		return fmt.Sprintf("%s:%d:%d", p.Name, p.PID, started.Unix())
	}
	return ""
}

// agentOf is the nearest ancestor that is no shell and lives: who gives the
// commands, and since when it runs. host begins with the supervisor itself.
func agentOf(host []tiers.Process) (tiers.Process, time.Time, bool) {
	for _, p := range host[min(1, len(host)):] {
		if isShell(p.Name) {
			continue
		}
		if started, err := procs.StartTime(p.PID); err == nil {
			return p, started, true
		}
	}
	return tiers.Process{}, time.Time{}, false
}

func isShell(name string) bool {
	name = strings.TrimPrefix(filepath.Base(name), "-")
	switch name {
	case "bash", "sh", "dash", "zsh", "ksh", "fish":
		return true
	}
	return strings.HasPrefix(name, "hermes-exec") // or its monitor
}
