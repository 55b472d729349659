package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// realShell finds the shell that runs what was approved: HERMES_EXEC_SHELL,
// the name this program was called by, bash, sh; never itself.
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
	for _, name := range [...]string{calledBy, "bash", "sh"} {
		if path := installed(name); path != "" {
			return path, nil
		}
	}
	return "", errors.New("no shell to run it with: set HERMES_EXEC_SHELL to the path of one")
}

// installed finds a shell where systems keep them: not on PATH, which a
// supervised command can set. "" where there is none but this program.
func installed(name string) string {
	if name == "" {
		return ""
	}
	for _, dir := range [...]string{"/bin/", "/usr/bin/", "/usr/local/bin/", "/opt/homebrew/bin/"} {
		if path := dir + name; executable(path) == nil && !isOwnFile(path) {
			return path
		}
	}
	return ""
}

// grammarOf names the shell whose grammar the one at path reads: what it is,
// not what a link to it is called.
func grammarOf(path string) string {
	name := filepath.Base(path)
	if real, err := filepath.EvalSymlinks(path); err == nil {
		name = filepath.Base(real)
	}
	switch {
	case name == "busybox":
		return "ash"
	case strings.HasPrefix(name, "bash-"):
		return "bash"
	}
	return name
}

// deepest is how many supervisors may stand inside each other. A real shell
// that starts this program, whatever it is called, would go on without end.
const deepest = 16

// checkDepth refuses a loop. The process table is only looked at closely
// where the tree is deep.
func (w *world) checkDepth(shell string) error {
	host := w.host()
	if len(host) <= 2*deepest {
		return nil
	}
	depth := 0
	for i := range host {
		if supervised(host[i:min(i+2, len(host))]) {
			depth++
		}
	}
	if depth <= deepest {
		return nil
	}
	return &startError{
		name: shell, text: fmt.Sprintf("stands for this program: it runs %d times inside itself", depth+1), status: exitFailure,
		way: "set HERMES_EXEC_SHELL to the path of a real shell",
	}
}

// isLoginShell reports whether the administrator lists path as a shell, see
// shells(5).
func isLoginShell(path string) bool {
	list, err := os.ReadFile("/etc/shells")
	return err == nil && slices.Contains(strings.Split(string(list), "\n"), path)
}
