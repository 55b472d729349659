package main

import (
	"cmp"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"golang.org/x/term"

	"github.com/hermes-exec/hermes-exec/shellparse"
	"github.com/hermes-exec/hermes-exec/supervisor"
)

// shell is every invocation of bash: -c with its flags in any cluster, a
// script file or standard input. The real shell gets every word as it was
// given. argv0 is the name this program was called by if that is a shell's, else
// "", or "-" for a login shell.
func shell(argv0 string, args []string, s settings) (supervisor.Status, error) {
	inv, err := readInvocation(args)
	if err != nil || inv.command && len(inv.operands) == 0 {
		return misused(argv0, inv.options, cmp.Or(err, usagef("", "-c needs a script")), s)
	}
	if err := inv.check(); err != nil {
		return supervisor.Status{}, err
	}
	w := newWorld()
	path, err := realShell(w, s.shell)
	if err != nil {
		return supervisor.Status{}, err
	}
	if err := w.checkDepth(path); err != nil {
		return supervisor.Status{}, err
	}
	byName := argv0 == ""
	switch argv0 {
	case "":
		argv0 = path
	case "-": // a login shell's name begins so
		argv0 = "-" + filepath.Base(path)
	}
	if !inv.converses(path) && w.stepsAside(s) {
		return supervisor.Status{}, become(path, append([]string{argv0}, args...))
	}
	if inv.converses(path) {
		if byName {
			w.greet()
		}
		return converse(w, inv, path, argv0, s)
	}
	if inv.readsInput() {
		return scriptOnInput(w, inv, append([]string{argv0}, inv.operands...), path, argv0, s)
	}
	c := s.command(supervisor.Command{Path: path, Argv: append([]string{argv0}, args...)})
	if fd := inv.scriptStream(); fd == 0 {
		return scriptOnInput(w, inv, inv.operands, path, argv0, s)
	} else if fd > 0 {
		script, err := inv.streamed(fd, w, path, argv0)
		if err != nil {
			return supervisor.Status{}, err
		}
		c.Fed = true
		return execute(w, script, c, s, supervisor.Keep)
	}
	script, err := inv.script(w, path, argv0)
	if err != nil {
		if start, ok := err.(*startError); ok && s.shell != "" && grammarOf(path) == "bash" {
			start.says = argv0
			if start.err == nil || errors.Is(err, syscall.EISDIR) { // found, and no script
				start.says = start.name // twice, as bash has it
			}
		}
		return supervisor.Status{}, err
	}
	return execute(w, script, c, s, supervisor.Keep)
}

// check refuses the forms that are not judged yet.
func (inv *invocation) check() error {
	switch {
	case inv.prints:
		return nil
	case inv.rcfile && inv.interactive && !inv.readsInput():
		return usagef("", "--rcfile with -i: the file would run without being judged; leave one of them out")
	}
	return nil
}

// converses reports whether the shell will be an interactive one that reads
// its commands, as bash decides it. Without a terminal one that has no hook reads
// them as any script.
func (inv *invocation) converses(path string) bool {
	if !inv.readsInput() || term.IsTerminal(0) && term.IsTerminal(2) {
		return inv.readsInput()
	}
	grammar := grammarOf(path)
	return inv.interactive && (grammar == "bash" || grammar == "zsh")
}

// readsInput reports whether the script is what standard input holds.
func (inv *invocation) readsInput() bool {
	return !inv.prints && !inv.command && (inv.stdin || len(inv.operands) == 0)
}

// script reads what the shell is about to run.
func (inv *invocation) script(w *world, path, argv0 string) (*shellparse.Script, error) {
	o := inv.reading(w, path, argv0)
	if inv.prints {
		return shellparse.ParseArgv(append([]string{filepath.Base(argv0)}, inv.options...), o), nil
	}
	o.Args = inv.operands
	if inv.command {
		if o.Args = inv.operands[1:]; len(o.Args) == 0 {
			o.Args = []string{argv0}
		}
		script := shellparse.Parse(inv.operands[0], o)
		if len(inv.options) == 1 || inv.login {
			leaveErrors(script, path)
		}
		return script, nil
	}
	return scriptFile(inv.operands[0], o)
}

// reading is the world that the shell's script is read in.
func (inv *invocation) reading(w *world, path, argv0 string) shellparse.Options {
	o := w.reading()
	if o.Shell = grammarOf(path); o.Shell == "bash" && strings.TrimPrefix(filepath.Base(argv0), "-") == "sh" {
		o.Shell = "sh" // bash as POSIX has it
	}
	o.Login = inv.login || inv.interactive || strings.HasPrefix(argv0, "-") || os.Getenv("BASH_ENV") != ""
	return o
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
	asCommand := func() *shellparse.Script {
		return shellparse.ParseArgv(append([]string{cmp.Or(o.Shell, "bash"), path}, o.Args[1:]...), o)
	}
	if errors.Is(err, shellparse.ErrTooLong) {
		return asCommand(), nil
	}
	if err != nil && !errors.Is(err, errBinary) {
		return nil, cannotStart(name, err)
	}
	if line, _, _ := strings.Cut(text, "\n"); err != nil || strings.Contains(line, "\x00") { // as bash tells them apart
		return nil, &startError{
			name: name, text: "cannot execute binary file", status: exitRefused,
			way: "a program goes behind --: hermes-exec -- " + quoted(name) + " [ARG…]",
		}
	}
	abs, absErr := filepath.Abs(path)
	if absErr == nil && o.Wrote != nil && !o.Wrote(abs) { // a program
		return asCommand(), nil
	}
	script := shellparse.Parse(text, o)
	script.Own = true
	if absErr == nil {
		script.Files = append(slices.Clip(script.Files), shellparse.File{Path: abs, Text: text})
	}
	return script, nil
}
