package procs

import (
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// Terminal gives the controlling terminal of a process (its device number), and
// whether that is a pty: a terminal that another process has made.
func Terminal(pid int) (dev uint64, pty bool) {
	st, err := readStat(pid)
	if err != nil || st.tty == 0 {
		return 0, false
	}
	return st.terminal(), isTerminal(unix.Major(st.terminal()))
}

// PtyHolders finds the processes that hold the other side of a pty: what they
// write there is what is typed on it. Other users' processes are not seen, nor is
// anything before Linux 4.14. Where several devpts are mounted, those of another
// with the same number are among them.
func PtyHolders(dev uint64) []int {
	all, err := pids()
	if err != nil || unix.Major(dev) != firstPts {
		return nil
	}
	want := "tty-index:\t" + strconv.Itoa(int(unix.Minor(dev))) + "\n"
	var holders []int
	for _, pid := range all {
		fds, err := os.ReadDir(procPath(pid, "fd"))
		if err != nil {
			continue
		}
		for _, fd := range fds {
			link, err := os.Readlink(procPath(pid, "fd/"+fd.Name()))
			if err != nil || !strings.HasSuffix(link, "/ptmx") {
				continue
			}
			if text, err := os.ReadFile(procPath(pid, "fdinfo/"+fd.Name())); err == nil && strings.Contains(string(text), want) {
				holders = append(holders, pid)
				break
			}
		}
	}
	return holders
}

// firstPts is the major number of the other sides of ptys, all of them today.
const firstPts = 136
