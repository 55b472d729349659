package supervisor

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// withDeathSignal does nothing here: macOS has no PDEATHSIG. A command on a
// pty still gets its hang-up.
func withDeathSignal(attr *syscall.SysProcAttr) *syscall.SysProcAttr { return attr }

// self is this program's file.
func self() (string, error) { return os.Executable() }

// ownDescriptors is a folder of what this process has open.
const ownDescriptors = "/dev/fd"

// nameProcess does nothing: macOS names a process after its file.
func nameProcess(string) {}

// madeBy does not ask: macOS remembers the last user of a socket, not its maker.
func madeBy(fd, pid int) bool { return true }

// orphansAdopted says whether adoptOrphans has an effect.
const orphansAdopted = false

// adoptOrphans does nothing here: macOS has no subreaper.
func adoptOrphans() (disown func()) { return func() {} }

// descendants returns the processes below pid, parents before their children.
// A process whose parent has ended is launchd's and not among them.
func descendants(pid int) []int {
	table, err := unix.SysctlKinfoProcSlice("kern.proc.all")
	if err != nil {
		return nil
	}
	children := make(map[int][]int)
	for i := range table {
		parent := int(table[i].Eproc.Ppid)
		children[parent] = append(children[parent], int(table[i].Proc.P_pid))
	}
	all := append([]int(nil), children[pid]...)
	for i := 0; i < len(all); i++ {
		all = append(all, children[all[i]]...)
	}
	return all
}
