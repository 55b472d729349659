package procs

import (
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// filters reads Seccomp_filters of /proc/PID/status; before Linux 5.9 there is
// only Seccomp, which is 2 where there are some.
func filters(pid int) (Filters, error) {
	text, err := os.ReadFile(procPath(pid, "status"))
	if err != nil {
		return 0, err
	}
	some := 0
	for line := range strings.Lines(string(text)) {
		name, value, _ := strings.Cut(line, ":")
		switch name {
		case "Seccomp_filters":
			n, err := strconv.Atoi(strings.TrimSpace(value))
			return Filters(n), err
		case "Seccomp":
			if strings.TrimSpace(value) == "2" {
				some = 1
			}
		}
	}
	return Filters(some), nil
}

// Hide has nobody of the same user look into this process, or take its descriptors,
// but one with CAP_SYS_PTRACE: it is not dumpable, see prctl(2), and leaves no core,
// until show is called. Nor does anybody read its environment meanwhile.
func Hide() (show func()) {
	unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0)
	return func() { unix.Prctl(unix.PR_SET_DUMPABLE, 1, 0, 0, 0) }
}
