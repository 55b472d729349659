package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/hermes-exec/hermes-exec/shellparse"
)

// lineHook is how an interactive shell asks about each command line: two
// pipes that the hook in it opens by name, so that no command inherits them.
type lineHook struct {
	asked  *bufio.Reader
	answer int
	paths  [2]string // of both, for the shell
}

// asking is a line that a shell is about to run.
type asking struct {
	id      string
	dir     string // its working directory
	options string // BASHOPTS
	doubt   string // why text may not be what the shell makes of it, or ""
	text    string // all that was accepted since the last command
	aliases string // alias commands
}

// newLineHook makes the pipes. The shell opens its ends anew for every line.
func newLineHook() (*lineHook, error) {
	var ask, hear [2]int
	for _, p := range [...]*[2]int{&ask, &hear} {
		if err := hookPipe(p); err != nil {
			return nil, fmt.Errorf("a pipe for the shell's lines: %w", err)
		}
	}
	unix.CloseOnExec(ask[0])
	unix.CloseOnExec(hear[1])
	return &lineHook{
		asked:  bufio.NewReader(os.NewFile(uintptr(ask[0]), "lines")),
		answer: hear[1],
		paths:  [2]string{hookPath(ask[1]), hookPath(hear[0])},
	}, nil
}

// deliver puts the hook's text where the shell reads it, and gives that path.
// It is a few kilobytes: a pipe holds them.
func (h *lineHook) deliver(text string) (path string, err error) {
	var p [2]int
	if err := hookPipe(&p); err != nil {
		return "", fmt.Errorf("a pipe for the shell's hook: %w", err)
	}
	defer unix.Close(p[1])
	if err := unix.SetNonblock(p[1], true); err != nil {
		return "", err
	}
	if n, err := unix.Write(p[1], []byte(text)); err != nil || n < len(text) {
		return "", fmt.Errorf("a pipe for the shell's hook: %d of %d bytes: %w", n, len(text), err)
	}
	return hookPath(p[0]), nil // which stays open
}

// longestField is more than the shell has to say in one: the text may be as long as
// what is judged, and a byte more.
const longestField = 2 * shellparse.MaxInput

// next waits for what the shell says: a line it is about to run (ended is ""),
// or the status that the one before has ended with.
func (h *lineHook) next() (line asking, ended string, err error) {
	for {
		kind, err := h.field()
		if err != nil {
			return asking{}, "", err
		}
		switch kind {
		case "done":
			ended, err = h.field()
			return asking{}, ended, err
		case "line":
			for _, f := range [...]*string{&line.id, &line.dir, &line.options, &line.doubt, &line.text, &line.aliases} {
				if *f, err = h.field(); err != nil {
					return asking{}, "", err
				}
			}
			return line, "", nil
		}
		// Not the hook's: someone else has written there. What follows is
		// looked at until it is.
	}
}

// field reads up to the next NUL. Of one that is too long the beginning is
// enough: it is too long to be judged, too.
func (h *lineHook) field() (string, error) {
	var sb strings.Builder
	for {
		part, err := h.asked.ReadSlice(0)
		if sb.Len() < longestField {
			sb.Write(part)
		}
		switch {
		case err == nil:
			return strings.TrimSuffix(sb.String(), "\x00"), nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return "", io.ErrUnexpectedEOF
		}
	}
}

// reply lets the line run, or not.
func (h *lineHook) reply(id string, run bool) error {
	verdict := "0"
	if run {
		verdict = "1"
	}
	_, err := unix.Write(h.answer, []byte(id+" "+verdict+"\n"))
	return err
}
