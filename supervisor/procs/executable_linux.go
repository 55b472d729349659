package procs

import (
	"os"
	"strings"
)

// Executable gives the file a process runs. The link leads to it also where
// the file has been replaced since, and then ends in " (deleted)".
func Executable(pid int) (path string, file os.FileInfo, err error) {
	link := procPath(pid, "exe")
	path, _ = os.Readlink(link)
	file, err = os.Stat(link)
	return strings.TrimSuffix(path, " (deleted)"), file, err
}
