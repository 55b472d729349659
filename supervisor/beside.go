package supervisor

import (
	"slices"
	"sync"
	"syscall"
)

// A process that this one starts for itself, and that outlives it, is none of the
// command's: a timeout does not take it down, and nobody waits for its end.

// StartBeside starts one: this program once more, in another role.
func StartBeside(argv []string, attr *syscall.ProcAttr) error {
	exe, err := self()
	if err != nil {
		return err
	}
	beside.mu.Lock()
	defer beside.mu.Unlock()
	pid, err := syscall.ForkExec(exe, argv, attr)
	if err == nil {
		beside.pids = append(beside.pids, pid)
	}
	return err
}

// isBeside reports whether pid was started so.
func isBeside(pid int) bool {
	beside.mu.Lock()
	defer beside.mu.Unlock()
	return slices.Contains(beside.pids, pid)
}

// anyBeside reports whether any was.
func anyBeside() bool {
	beside.mu.Lock()
	defer beside.mu.Unlock()
	return len(beside.pids) > 0
}

var beside struct {
	mu   sync.Mutex
	pids []int
}
