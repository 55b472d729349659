package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"syscall"

	"golang.org/x/term"

	"github.com/hermes-exec/hermes-exec/lock"
	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/supervisor/approve"
	"github.com/hermes-exec/hermes-exec/supervisor/audit"
)

// The program's own exit statuses; all others are the command's. They follow
// env(1), timeout(1) and sysexits(3).
const (
	exitFailure  = 125 // its own failure: a bad flag, an unreadable file
	exitRefused  = 126 // refused, or found but not executable
	exitNotFound = 127
	exitHeld     = 75 // EX_TEMPFAIL: another instance holds the MCP lock
)

// report says on w what went wrong, and gives the exit status that stands for it.
func report(w io.Writer, err error) int {
	var refusal *supervisor.Refusal
	if errors.As(err, &refusal) {
		text := endLine(audit.Mask(approve.Refusal(refusal.Request, refusal.Decision)))
		if width, _, err := term.GetSize(2); err == nil { // where there is a terminal
			text = approve.Fit(text, width)
		}
		io.WriteString(w, text)
		return exitStatus(err)
	}
	if start, ok := err.(*startError); ok && start.says != "" {
		fmt.Fprintf(w, "%s: %s\n", visible(start.says), visible(err.Error()))
		return exitStatus(err)
	}
	fmt.Fprintf(w, "hermes-exec: %s\n", visible(err.Error()))
	var hinted interface{ hint() string }
	if errors.As(err, &hinted) && hinted.hint() != "" {
		fmt.Fprintf(w, "  %s\n", hinted.hint())
	}
	return exitStatus(err)
}

// exitStatus is the one place that maps errors to statuses.
func exitStatus(err error) int {
	var refusal *supervisor.Refusal
	var start *startError
	var held *lock.HeldError
	switch {
	case errors.As(err, &refusal):
		return exitRefused
	case errors.As(err, &start):
		return start.status
	case errors.As(err, &held):
		return exitHeld
	}
	return exitFailure
}

// usageError is a command line that cannot be meant; verb is the one it was
// given to, "" for the wrapper itself.
type usageError struct {
	verb string
	err  error
}

func usagef(verb, format string, args ...any) error {
	return &usageError{verb, fmt.Errorf(format, args...)}
}

func (e *usageError) Error() string {
	if e.verb == "" {
		return e.err.Error()
	}
	return e.verb + ": " + e.err.Error()
}

func (e *usageError) Unwrap() error { return e.err }

func (e *usageError) hint() string {
	if e.verb == "" {
		return "`hermes-exec -h` shows the forms that work"
	}
	return "`hermes-exec " + e.verb + " -h` shows its flags"
}

// startError is a command that was allowed and could not be started. Its text
// is what bash prints, since callers look for it.
type startError struct {
	name   string
	text   string
	status int
	err    error
	way    string // out; may be ""
	says   string // the shell in whose words it is said; "" for this program
}

func (e *startError) Error() string { return e.name + ": " + e.text }
func (e *startError) Unwrap() error { return e.err }
func (e *startError) hint() string  { return e.way }

// cannotStart tells not found from not executable, by what the kernel said.
// Anything else (no processes left, no terminal to be had, a lock that is held)
// says itself what it is.
func cannotStart(name string, err error) error {
	switch {
	case errors.Is(err, errNotOnPath):
		return &startError{name: name, text: "command not found", status: exitNotFound, err: err}
	case errors.Is(err, fs.ErrNotExist):
		return &startError{name: name, text: "No such file or directory", status: exitNotFound, err: err}
	case errors.Is(err, syscall.ENOTDIR):
		return &startError{name: name, text: "Not a directory", status: exitRefused, err: err}
	case errors.Is(err, syscall.EISDIR):
		return &startError{name: name, text: "Is a directory", status: exitRefused, err: err}
	case errors.Is(err, syscall.EPERM):
		return &startError{name: name, text: "Operation not permitted", status: exitRefused, err: err}
	case errors.Is(err, fs.ErrPermission) && !errors.As(err, new(*fs.PathError)):
		// The file is there and may be executed; what it names as its interpreter is not.
		return &startError{name: name, text: "cannot execute: required file not found", status: exitNotFound, err: err}
	case errors.Is(err, fs.ErrPermission):
		return &startError{name: name, text: "Permission denied", status: exitRefused, err: err}
	case errors.Is(err, syscall.ENOEXEC):
		return &startError{name: name, text: "cannot execute binary file: Exec format error", status: exitRefused, err: err}
	case errors.Is(err, syscall.E2BIG):
		return &startError{name: name, text: "Argument list too long", status: exitRefused, err: err}
	}
	return err
}

func endLine(s string) string {
	if strings.HasSuffix(s, "\n") {
		return s
	}
	return s + "\n"
}
