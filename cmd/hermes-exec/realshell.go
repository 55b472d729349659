package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
)

// realShell finds the shell that runs what was approved: HERMES_EXEC_SHELL,
// the name this program was called by, /bin/bash, /bin/sh; never itself.
func realShell(w *world, calledBy string) (string, error) {
	if named := os.Getenv("HERMES_EXEC_SHELL"); named != "" {
		path, err := lookPath(named)
		switch {
		case err != nil:
			return "", fmt.Errorf("HERMES_EXEC_SHELL=%s: %w", named, err)
		case isOwnFile(path):
			// A caller that sets SHELL and this variable alike means the next one.
		case w.nested() && !isLoginShell(path):
			// A supervised command could name a program of its own.
		default:
			return path, nil
		}
	}
	names := []string{"/bin/bash", "/bin/sh"}
	if calledBy != "" {
		names = append([]string{"/bin/" + calledBy}, names...)
	}
	for _, path := range names {
		if executable(path) == nil && !isOwnFile(path) {
			return path, nil
		}
	}
	return "", errors.New("no shell to run it with: set HERMES_EXEC_SHELL to the path of one")
}

// isLoginShell reports whether the administrator lists path as a shell, see
// shells(5).
func isLoginShell(path string) bool {
	list, err := os.ReadFile("/etc/shells")
	return err == nil && slices.Contains(strings.Split(string(list), "\n"), path)
}
