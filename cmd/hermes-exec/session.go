package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/hermes-exec/hermes-exec/supervisor/procs"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// session names who is asking, across the commands of one sitting: what
// HERMES_SESSION_KEY says, else the nearest ancestor that is no shell. Its
// start time tells it from a later process with the same pid.
func session(host []tiers.Process) string {
	if key := os.Getenv("HERMES_SESSION_KEY"); key != "" {
		return key
	}
	for _, p := range host {
		if p.PID == os.Getpid() || isShell(p.Name) {
			continue
		}
		started, err := procs.StartTime(p.PID)
		if err != nil {
			continue // gone, and so not who is asking
		}
		return fmt.Sprintf("%s:%d:%d", p.Name, p.PID, started.Unix())
	}
	return ""
}

// agentOf is the nearest ancestor that is no shell: who gives the commands.
func agentOf(host []tiers.Process) (tiers.Process, bool) {
	for _, p := range host {
		if p.PID != os.Getpid() && !isShell(p.Name) {
			return p, true
		}
	}
	return tiers.Process{}, false
}

func isShell(name string) bool {
	name = strings.TrimPrefix(filepath.Base(name), "-")
	switch name {
	case "bash", "sh", "dash", "zsh", "ksh", "fish":
		return true
	}
	return strings.HasPrefix(name, "hermes-exec") // or its monitor
}
