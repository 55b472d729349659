package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hermes-exec/hermes-exec/shellparse"
	"github.com/hermes-exec/hermes-exec/supervisor"
)

// shell is every invocation of bash: -c with its flags in any cluster, a
// script file. The real shell gets every word as it was given. argv0 is the
// name this program was called by if that is a shell's, else "".
func shell(argv0 string, args []string, s settings) (supervisor.Status, error) {
	inv, err := readInvocation(args)
	if err != nil {
		return supervisor.Status{}, err
	}
	if err := inv.check(); err != nil {
		return supervisor.Status{}, err
	}
	supervisor.Listen()
	w := newWorld()
	path, err := realShell(w, s.shell)
	if err != nil {
		return supervisor.Status{}, err
	}
	if argv0 == "" {
		argv0 = path
	}
	script, err := inv.script(w, argv0)
	if err != nil {
		return supervisor.Status{}, err
	}
	c := s.command(supervisor.Command{Path: path, Argv: append([]string{argv0}, args...)})
	return execute(w, script, c, s, supervisor.Keep)
}

// check refuses the forms that are not judged yet.
func (inv *invocation) check() error {
	switch {
	case inv.prints:
		return nil
	case inv.command && len(inv.operands) == 0:
		return usagef("", "-c needs a script")
	case inv.rcfile && inv.interactive:
		return usagef("", "--rcfile with -i: the file would run without being judged; leave one of them out")
	case inv.command:
		return nil
	case inv.stdin, len(inv.operands) == 0:
		return usagef("", "a script on standard input and an interactive shell are not judged yet; "+
			"what works is -c 'SCRIPT', FILE [ARG…] and -- CMD [ARG…]")
	}
	return nil
}

// script reads what the shell is about to run.
func (inv *invocation) script(w *world, argv0 string) (*shellparse.Script, error) {
	o := w.reading()
	o.Login = inv.login || inv.interactive || strings.HasPrefix(argv0, "-") || os.Getenv("BASH_ENV") != ""
	if inv.prints {
		return shellparse.ParseArgv(append([]string{filepath.Base(argv0)}, inv.options...), o), nil
	}
	o.Args = inv.operands
	if inv.command {
		if o.Args = inv.operands[1:]; len(o.Args) == 0 {
			o.Args = []string{argv0}
		}
		return shellparse.Parse(inv.operands[0], o), nil
	}
	return scriptFile(inv.operands[0], o)
}

// scriptFile reads a script the way bash finds it: in the working directory,
// else on PATH.
func scriptFile(name string, o shellparse.Options) (*shellparse.Script, error) {
	path := name
	if _, err := os.Stat(path); err != nil && !strings.Contains(name, "/") {
		if onPath, err := lookPath(name); err == nil {
			path = onPath
		}
	}
	text, err := readScript(path)
	if err != nil {
		return nil, cannotStart(name, err)
	}
	if line, _, _ := strings.Cut(text, "\n"); strings.Contains(line, "\x00") { // as bash tells them apart
		return nil, &startError{
			name: name, text: "cannot execute binary file", status: exitRefused,
			way: "`hermes-exec -- CMD [ARG…]` runs a program",
		}
	}
	script := shellparse.Parse(text, o)
	if abs, err := filepath.Abs(path); err == nil {
		script.Files = append(slices.Clip(script.Files), shellparse.File{Path: abs, Text: text})
	}
	return script, nil
}
