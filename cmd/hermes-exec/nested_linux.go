package main

import (
	"os"
	"strconv"
	"strings"
)

// executableOf gives the file a process runs. The link still names a file
// that has been replaced since (with " (deleted)" behind it), and leads to it.
func executableOf(pid int) (path string, file os.FileInfo, err error) {
	link := "/proc/" + strconv.Itoa(pid) + "/exe"
	path, _ = os.Readlink(link)
	file, err = os.Stat(link)
	return strings.TrimSuffix(path, " (deleted)"), file, err
}
