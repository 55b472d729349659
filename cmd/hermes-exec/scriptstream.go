package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
	"golang.org/x/term"

	"github.com/hermes-exec/hermes-exec/shellparse"
	"github.com/hermes-exec/hermes-exec/supervisor"
)

// A script file may be a stream that this process was handed: `bash <(cmd)`
// names /dev/fd/63, `cmd | bash /dev/stdin ARG…` standard input. Such a file can
// be read once only.

// scriptStream gives the descriptor that the script file stands for, -1 where
// it is none, or a file that can be read again.
func (inv *invocation) scriptStream() (fd int) {
	if inv.command || inv.prints || inv.readsInput() {
		return -1
	}
	fd = descriptorOf(inv.operands[0])
	var st unix.Stat_t
	if fd < 0 || unix.Fstat(fd, &st) != nil || term.IsTerminal(fd) {
		return -1
	}
	switch st.Mode & unix.S_IFMT {
	case unix.S_IFREG, unix.S_IFDIR, unix.S_IFBLK:
		return -1
	}
	return fd
}

// descriptorOf is the number in /dev/fd/63 and its like, -1 for other names.
func descriptorOf(path string) int {
	if path == "/dev/stdin" {
		return 0
	}
	for _, dir := range [...]string{"/dev/fd/", "/proc/self/fd/"} {
		if name, ok := strings.CutPrefix(path, dir); ok {
			if fd, err := strconv.Atoi(name); err == nil && fd >= 0 {
				return fd
			}
		}
	}
	return -1
}

// streamed reads the script that comes through fd, to its end, and puts a pipe
// that holds the same in its place: what was judged is what the shell reads.
func (inv *invocation) streamed(fd int, w *world, path, argv0 string) (*shellparse.Script, error) {
	text, err := io.ReadAll(io.LimitReader(descriptorReader(fd), shellparse.MaxInput+1))
	name := inv.operands[0]
	switch {
	case err != nil:
		return nil, fmt.Errorf("read %s: %w", name, err)
	case len(text) > shellparse.MaxInput:
		return nil, &startError{
			name: name, text: shellparse.ErrTooLong.Error(), status: exitRefused, err: shellparse.ErrTooLong,
			way: "write it to a file and run that: what is too long to be judged is asked about there",
		}
	}
	if err := supervisor.Refill(fd, text); err != nil {
		return nil, fmt.Errorf("a pipe for %s: %w", name, err)
	}
	o := inv.reading(w, path, argv0)
	o.Args = inv.operands
	return shellparse.Parse(string(text), o), nil
}

// descriptorReader reads a descriptor that stays somebody else's.
type descriptorReader int

func (fd descriptorReader) Read(p []byte) (int, error) {
	for {
		n, err := unix.Read(int(fd), p)
		switch {
		case errors.Is(err, unix.EINTR):
		case errors.Is(err, unix.EAGAIN):
			unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}, -1)
		case err != nil:
			return 0, os.NewSyscallError("read", err)
		case n == 0:
			return 0, io.EOF
		default:
			return n, nil
		}
	}
}
