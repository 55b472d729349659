package supervisor

import (
	"bytes"
	"os"
	"strconv"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// withDeathSignal has the kernel kill the command if this process is killed
// outright. It is KILL because that is what was meant for the command: whoever
// kills a shell with it expects it gone, whatever it traps. What the command
// itself started lives on, as it would under bash. The syscall package closes
// the race with a parent that is dead already.
func withDeathSignal(attr *syscall.SysProcAttr) *syscall.SysProcAttr {
	attr.Pdeathsig = syscall.SIGKILL
	return attr
}

// self is this program's file, even if another has taken its place since.
func self() (string, error) {
	const exe = "/proc/self/exe"
	if _, err := os.Lstat(exe); err == nil {
		return exe, nil
	}
	return os.Executable()
}

// ownDescriptors is a folder of what this process has open. /dev/fd leads there,
// but not every small system has that.
const ownDescriptors = "/proc/self/fd"

// nameProcess sets the name ps shows; it would be "exe".
func nameProcess(name string) {
	os.WriteFile("/proc/self/comm", []byte(name), 0)
}

// madeBy reports whether the process pid made the socket pair of fd.
func madeBy(fd, pid int) bool {
	cred, err := unix.GetsockoptUcred(fd, unix.SOL_SOCKET, unix.SO_PEERCRED)
	return err == nil && int(cred.Pid) == pid
}

// orphansAdopted says whether adoptOrphans has an effect.
const orphansAdopted = true

// adoptOrphans makes this process the parent of descendants whose own parent
// ends. The returned function gives that up again.
func adoptOrphans() (disown func()) {
	var before int32
	unix.Prctl(unix.PR_GET_CHILD_SUBREAPER, uintptr(unsafe.Pointer(&before)), 0, 0, 0)
	unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
	return func() { unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, uintptr(before), 0, 0, 0) }
}

// descendants returns the processes below pid, parents before their children.
func descendants(pid int) []int {
	proc, err := os.Open("/proc")
	if err != nil {
		return nil
	}
	defer proc.Close()
	names, _ := proc.Readdirnames(-1)
	children := make(map[int][]int)
	for _, name := range names {
		if child, err := strconv.Atoi(name); err == nil {
			parent := parentOf(name)
			children[parent] = append(children[parent], child)
		}
	}
	all := append([]int(nil), children[pid]...)
	for i := 0; i < len(all); i++ {
		all = append(all, children[all[i]]...)
	}
	return all
}

// parentOf reads field 4 of /proc/PID/stat. Field 2, the name, may hold
// anything; the last parenthesis ends it (proc(5)).
func parentOf(pid string) int {
	stat, err := os.ReadFile("/proc/" + pid + "/stat")
	if err != nil {
		return 0 // it ended meanwhile
	}
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	if len(fields) < 2 {
		return 0
	}
	parent, _ := strconv.Atoi(string(fields[1]))
	return parent
}
