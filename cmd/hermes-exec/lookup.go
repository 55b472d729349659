package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

var errNotOnPath = errors.New("not found on PATH")

// defaultPath is searched where PATH is not set, as execvp(3) does.
const defaultPath = "/bin:/usr/bin"

// lookPath finds a program as bash does: a name with a slash is itself, an empty
// entry of PATH is the working directory, a file that may not be executed is only
// the answer where no later one may, and a folder that may not be searched has
// nothing (for execvp(3) it would be an answer, too).
func lookPath(name string) (string, error) {
	if name == "" {
		return "", errNotOnPath
	}
	if strings.Contains(name, "/") {
		return name, executable(name)
	}
	list, ok := os.LookupEnv("PATH")
	if !ok {
		list = defaultPath
	}
	found, foundErr := "", errNotOnPath
	for dir := range strings.SplitSeq(list, ":") {
		if dir == "" {
			dir = "."
		}
		path := filepath.Join(dir, name)
		if !strings.Contains(path, "/") {
			path = "./" + path // Join drops it
		}
		err := executable(path)
		if err == nil {
			return path, nil
		}
		if _, hidden := os.Stat(path); found == "" && hidden == nil && errors.Is(err, fs.ErrPermission) {
			found, foundErr = path, err
		}
	}
	return found, foundErr
}

// executable gives nil, or the error with which the kernel would refuse.
func executable(path string) error {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return err
	case info.IsDir():
		return &os.PathError{Op: "exec", Path: path, Err: syscall.EISDIR}
	case info.Mode()&0o111 == 0:
		return &os.PathError{Op: "exec", Path: path, Err: syscall.EACCES}
	}
	return nil
}
