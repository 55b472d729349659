package procs

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/hermes-exec/hermes-exec/tiers"
)

// Agent is the nearest ancestor that is no shell and lives: who gives the
// commands, and since when it runs. host begins with the supervisor itself.
func Agent(host []tiers.Process) (tiers.Process, time.Time, bool) {
	for _, p := range host[min(1, len(host)):] {
		if IsShell(p.Name) {
			continue
		}
		if started, err := StartTime(p.PID); err == nil {
			return p, started, true
		}
	}
	return tiers.Process{}, time.Time{}, false
}

// IsShell knows shells, and this program with its monitor, by their names: who
// stands behind one of them is asked about.
func IsShell(name string) bool {
	name = strings.TrimPrefix(filepath.Base(name), "-")
	switch name {
	case "bash", "sh", "dash", "zsh", "ksh", "fish", "busybox",
		"hermes-exec", "hermes-exec-monitor", "hermes-exec-mon": // the last is all that the kernel keeps of it
		return true
	}
	return false
}

// SessionName is the session of a supervisor that nobody has named one: its
// agent. The start time tells that from a later process with the same pid.
func SessionName(host []tiers.Process) string {
	if p, started, ok := Agent(host); ok {
		return fmt.Sprintf("%s:%d:%d", p.Name, p.PID, started.Unix())
	}
	return ""
}

// SessionOf is the session of the supervisor that a process runs under, as that
// one names it: what HERMES_SESSION_KEY says to the furthest, else its agent.
// ours is the supervisor's file; nil: it is known by its name alone.
func SessionOf(pid int, ours os.FileInfo) (string, error) {
	host := Ancestors(pid)
	for i := len(host) - 1; i >= 0; i-- {
		if !Supervises(host[i], ours) {
			continue
		}
		env, err := Environ(host[i].PID)
		if err != nil {
			return "", fmt.Errorf("the session of process %d: %w", pid, err)
		}
		if key := env("HERMES_SESSION_KEY"); key != "" {
			return key, nil
		}
		return SessionName(host[i:]), nil
	}
	return "", errors.New("it runs under no supervisor")
}
