package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"
	"time"

	"github.com/hermes-exec/hermes-exec/shellparse"
)

// readPatience bounds how long a file may take to read: one on a network or
// user-space file system may never answer.
const readPatience = 2 * time.Second

// readScript reads a script file for the analysis. Devices and pipes are not
// read: they may never end, and what they gave would be gone for the command.
func readScript(path string) (string, error) {
	if path == os.DevNull {
		return "", nil
	}
	return patiently(path, readPatience, func() (string, error) { return readRegular(path) })
}

// patiently gives what read gives, or an error where that takes too long. The
// thread that hangs is left to the end of this process.
func patiently(path string, most time.Duration, read func() (string, error)) (string, error) {
	type answer struct {
		text string
		err  error
	}
	done := make(chan answer, 1)
	go func() {
		text, err := read()
		done <- answer{text, err}
	}()
	late := time.NewTimer(most)
	defer late.Stop()
	select {
	case a := <-done:
		return a.text, a.err
	case <-late.C:
		return "", fmt.Errorf("read %s: no answer within %s: %w", path, most, shellparse.ErrNotRead)
	}
}

func readRegular(path string) (string, error) {
	f, err := openRegular(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return "", err
	}
	switch {
	case info.Size() > shellparse.MaxInput && isBinary(f):
		return "", fmt.Errorf("read %s: %w", path, errBinary)
	case info.Size() > shellparse.MaxInput:
		return "", fmt.Errorf("read %s: %w", path, shellparse.ErrTooLong)
	}
	text, err := io.ReadAll(io.LimitReader(f, shellparse.MaxInput+1))
	if err == nil && len(text) > shellparse.MaxInput { // it grew
		err = fmt.Errorf("read %s: %w", path, shellparse.ErrTooLong)
	}
	return string(text), err
}

// openRegular opens a regular file on a disk, and no other: a pipe blocks, a
// device may have no end, and what the kernel makes up in /proc and /sys does
// either while it calls itself a regular file.
func openRegular(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	switch {
	case err != nil:
	case info.IsDir():
		err = &os.PathError{Op: "read", Path: path, Err: syscall.EISDIR}
	case !info.Mode().IsRegular():
		err = fmt.Errorf("read %s: not a regular file: %w", path, shellparse.ErrNotRead)
	case madeUp(f):
		err = fmt.Errorf("read %s: not a file on a disk: %w", path, shellparse.ErrNotRead)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

var errBinary = errors.New("a binary file")

// isBinary reports whether no shell takes the file for a script, as bash tells.
func isBinary(f *os.File) bool {
	var head [80]byte
	n, err := f.ReadAt(head[:], 0)
	line, _, _ := bytes.Cut(head[:n], []byte("\n"))
	return (err == nil || err == io.EOF) && bytes.IndexByte(line, 0) >= 0
}
