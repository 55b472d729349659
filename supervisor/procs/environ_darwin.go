package procs

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// Environ gives the environment that a process of this user was started with:
// "" for what was not set.
func Environ(pid int) (func(name string) string, error) {
	k, err := kinfo(pid)
	if err != nil {
		return nil, fmt.Errorf("environment of process %d: %w", pid, err)
	}
	if int(k.Eproc.Ucred.Uid) != os.Getuid() {
		return nil, fmt.Errorf("environment of process %d: %w", pid, errOtherUser)
	}
	b, err := unix.SysctlRaw("kern.procargs2", pid)
	if err != nil {
		return nil, fmt.Errorf("environment of process %d: %w", pid, err)
	}
	_, block := parseProcargs(b)
	return func(name string) string { return lookupEnv(block, name) }, nil
}

// Dir is not to be known without cgo: "/".
func Dir(int) string { return "/" }
