package procs

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// Environ gives the environment that a process of this user was started with:
// "" for what was not set.
func Environ(pid int) (func(name string) string, error) {
	var st unix.Stat_t
	if err := unix.Stat(procPath(pid, ""), &st); err != nil {
		return nil, fmt.Errorf("environment of process %d: %w", pid, err)
	}
	if int(st.Uid) != os.Getuid() {
		return nil, fmt.Errorf("environment of process %d: %w", pid, errOtherUser)
	}
	block, err := read(procPath(pid, "environ"), make([]byte, 0, 8<<10))
	if err != nil {
		return nil, fmt.Errorf("environment of process %d: %w", pid, err)
	}
	return func(name string) string { return lookupEnv(block, name) }, nil
}

// Dir is the working directory of a process; "/" where it is not to be known.
func Dir(pid int) string {
	dir, err := os.Readlink(procPath(pid, "cwd"))
	if err != nil {
		return "/"
	}
	return dir
}
