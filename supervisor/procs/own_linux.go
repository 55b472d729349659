package procs

import (
	"os"
	"strings"
	"syscall"
)

// beside gives the test that a process passes which is this user's, younger
// than the agent, in its control group, works in or below dir, and has the
// agent's terminal or none.
func beside(agent int, dir string) (same func(pid int) bool, ok bool) {
	first, err := readStat(agent)
	if err != nil {
		return nil, false
	}
	group, err := read(procPath(agent, "cgroup"), nil)
	if err != nil {
		return nil, false
	}
	return func(pid int) bool {
		st, err := readStat(pid)
		if err != nil || st.ended() || st.start <= first.start || st.tty != 0 && st.tty != first.tty {
			return false
		}
		var owner syscall.Stat_t
		if syscall.Stat(procPath(pid, "stat"), &owner) != nil || int(owner.Uid) != os.Geteuid() {
			return false
		}
		cwd, err := os.Readlink(procPath(pid, "cwd"))
		if err != nil || cwd != dir && !strings.HasPrefix(cwd, strings.TrimSuffix(dir, "/")+"/") {
			return false
		}
		g, err := read(procPath(pid, "cgroup"), nil)
		return err == nil && string(g) == string(group)
	}, true
}
