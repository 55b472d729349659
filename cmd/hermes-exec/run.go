package main

import (
	"errors"
	"os"
	"syscall"

	"github.com/hermes-exec/hermes-exec/shellparse"
	"github.com/hermes-exec/hermes-exec/supervisor"
)

// run starts one program with no shell in between: hermes-exec [flags] -- CMD ARG…
func run(argv []string, s settings) (supervisor.Status, error) {
	if len(argv) == 0 {
		return supervisor.Status{}, usagef("", "-- needs a command")
	}
	return runProgram(newWorld(), argv, s, supervisor.Keep)
}

// runProgram is the same under any runner. A program that is not found is
// still judged first: whether it may run does not depend on it being there.
func runProgram(w *world, argv []string, s settings, start supervisor.Runner) (supervisor.Status, error) {
	path, err := lookPath(argv[0])
	c := s.command(supervisor.Command{Path: path, Argv: argv})
	if err != nil {
		start = unstartable(err)
	}
	status, err := execute(w, shellparse.ParseArgv(argv, w.reading()), c, s, start)
	if !errors.Is(err, syscall.ENOEXEC) {
		return status, err
	}
	// A text file without #!: execvp(3) hands it to the shell, and so it is
	// judged again as what it now is.
	argv = append([]string{"/bin/sh", path}, argv[1:]...)
	c.Path, c.Argv = argv[0], argv
	return execute(w, shellparse.ParseArgv(argv, w.reading()), c, s, start)
}

// isOwnFile reports whether path leads to this very program.
func isOwnFile(path string) bool {
	self, err := ownFile()
	if err != nil {
		return false
	}
	file, err := os.Stat(path)
	return err == nil && os.SameFile(self, file)
}
