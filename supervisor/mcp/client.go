package mcp

import (
	"path/filepath"
	"strings"

	"github.com/hermes-exec/hermes-exec/lock"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// clientOf returns the processes that this one works for: its parent and, where
// that is a shell that was only asked to start it, those above up to one that
// is none. The last is the client; when any of them goes, nobody is left to
// talk to. Pid 1 is nobody's client: what has it as its parent was left to it.
func clientOf(host []tiers.Process) (chain []lock.Process) {
	for i, p := range host {
		if i == 0 { // this process
			continue
		}
		if p.PID <= 1 {
			break
		}
		chain = append(chain, lock.Identify(p.PID, p.Name))
		if !isShell(p.Name) {
			break
		}
	}
	return chain
}

func isShell(name string) bool {
	switch strings.TrimPrefix(filepath.Base(name), "-") {
	case "bash", "sh", "dash", "zsh", "ksh", "fish", "busybox", "hermes-exec":
		return true
	}
	return false
}
