package mcp

import (
	"github.com/hermes-exec/hermes-exec/lock"
	"github.com/hermes-exec/hermes-exec/supervisor/procs"
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
		if !procs.IsShell(p.Name) {
			break
		}
	}
	return chain
}
