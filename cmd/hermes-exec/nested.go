package main

import (
	"os"
	"path/filepath"

	"github.com/hermes-exec/hermes-exec/tiers"
)

// supervised reports whether one of the ancestors is a supervisor: the same
// file as this program, or one of its name. host begins with this process.
func supervised(host []tiers.Process) bool {
	if len(host) < 2 {
		return false
	}
	self, selfErr := ownFile()
	for _, p := range host[1:] {
		if isOurName(p.Name) || (len(p.Argv) > 0 && isOurName(p.Argv[0])) {
			return true
		}
		path, file, err := executableOf(p.PID)
		if isOurName(path) {
			return true
		}
		if err == nil && selfErr == nil && os.SameFile(self, file) {
			return true
		}
	}
	return false
}

// ownFile is this program's file. A link to it, or a shell that is one, is the
// same file by [os.SameFile].
func ownFile() (os.FileInfo, error) {
	path, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return os.Stat(path)
}

func isOurName(path string) bool { return filepath.Base(path) == "hermes-exec" }
