package procs

import (
	"bytes"
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// Executable gives the file a process runs, by the name it was started under:
// kern.procargs2 is the argument count, then that path.
func Executable(pid int) (path string, file os.FileInfo, err error) {
	raw, err := unix.SysctlRaw("kern.procargs2", pid)
	if err != nil {
		return "", nil, err
	}
	if len(raw) < 4 {
		return "", nil, errors.New("kern.procargs2: short answer")
	}
	name, _, _ := bytes.Cut(raw[4:], []byte{0})
	file, err = os.Stat(string(name))
	return string(name), file, err
}
