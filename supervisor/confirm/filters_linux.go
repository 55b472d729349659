package confirm

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// checkFilters gives an error for a process under a seccomp filter that the
// daemon does not have. What a supervised command starts has one, the kernel
// guard's, which it keeps when it has left the process tree.
func checkFilters(pid int) error {
	n, err := filters(pid)
	if err != nil {
		return fmt.Errorf("process %d cannot be looked at: %w", pid, err)
	}
	own, err := filters(os.Getpid()) // a container has one for all that is in it
	switch {
	case err != nil:
		return err
	case n > own:
		return fmt.Errorf("process %d runs under a seccomp filter, as what a supervised command starts does", pid)
	}
	return nil
}

// filters reads Seccomp_filters of /proc/PID/status; before Linux 5.9 there is
// only Seccomp, which is 2 where there are some.
func filters(pid int) (int, error) {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
	if err != nil {
		return 0, err
	}
	some := 0
	for line := range strings.Lines(string(text)) {
		name, value, _ := strings.Cut(line, ":")
		switch name {
		case "Seccomp_filters":
			return strconv.Atoi(strings.TrimSpace(value))
		case "Seccomp":
			if strings.TrimSpace(value) == "2" {
				some = 1
			}
		}
	}
	return some, nil
}
