package main

import (
	"os"

	"golang.org/x/sys/unix"

	"github.com/hermes-exec/hermes-exec/shellparse"
	"github.com/hermes-exec/hermes-exec/supervisor"
)

// misused answers a command line with an option that the shell is not known to
// have, wrong being err. By a shell's name it is the shell that says so, in its
// own words and with its own status. It gets the options up to that one, nothing
// to run, and an empty standard input. Where it knows the option after all err
// stands: what would run could not be judged.
func misused(argv0 string, options []string, wrong error, s settings) (supervisor.Status, error) {
	if argv0 == "" || argv0 == "-" {
		return supervisor.Status{}, wrong
	}
	w := newWorld()
	path, err := realShell(w, s.shell)
	if err != nil {
		return supervisor.Status{}, err
	}
	if err := emptyInput(); err != nil {
		return supervisor.Status{}, err
	}
	argv := append([]string{argv0}, options...)
	nothing := shellparse.Parse("", w.reading())
	nothing.Source = shellparse.ParseArgv(argv, w.reading()).Source // for the record
	c := s.command(supervisor.Command{Path: path, Argv: argv})
	status, err := execute(w, nothing, c, s, supervisor.Keep)
	if err == nil && status == (supervisor.Status{}) {
		err = wrong
	}
	return status, err
}

// emptyInput puts nothing in place of standard input.
func emptyInput() error {
	null, err := os.Open(os.DevNull)
	if err != nil {
		return err
	}
	defer null.Close()
	return unix.Dup2(int(null.Fd()), 0)
}
