package supervisor

import (
	"bytes"
	"errors"
	"fmt"
	"syscall"

	"golang.org/x/sys/unix"
)

// Feed is the script on standard input of a shell that is about to be started:
// this process reads what the caller wrote and passes it on piece by piece.
//
// The shell gets a pipe of ours as its standard input, and the caller's own as
// a descriptor above ([Feed.Input]), for the pieces to put in place of the pipe
// while they run. So what a command inside reads comes from where it would have
// come from, and the bytes that no piece took are still there for it.
type Feed struct {
	in    int  // the caller's standard input
	file  bool // it is a file, so that one can go back in it
	Input int  // the same for the shell, which inherits it
	pipe  int
	back  string // what a shell reads and leaves out between two commands
}

// ErrGone says that the shell does not read its script any more: it has ended,
// or become another program.
var ErrGone = errors.New("the shell has gone")

// NewFeed puts the pipe in place of this process's standard input. back is
// what the shell reads and leaves out between two commands; blocks says that it
// reads its script in blocks, and not a byte at a time; highest is the most that
// [Feed.Input] may be.
func NewFeed(back string, blocks bool, highest int) (*Feed, error) {
	f := &Feed{back: back}
	var err error
	if f.in, err = unix.FcntlInt(0, unix.F_DUPFD_CLOEXEC, 3); err != nil {
		return nil, fmt.Errorf("standard input: %w", err)
	}
	if f.Input, err = duplicate(0, highest); err != nil {
		return nil, fmt.Errorf("standard input: %w", err)
	}
	var st unix.Stat_t
	f.file = unix.Fstat(f.in, &st) == nil && st.Mode&unix.S_IFMT == unix.S_IFREG
	read, err := f.open(blocks)
	if err != nil {
		return nil, fmt.Errorf("a pipe for the script: %w", err)
	}
	defer unix.Close(read)
	if err := replaceStream(read, 0); err != nil {
		return nil, fmt.Errorf("standard input: %w", err)
	}
	return f, nil
}

// moveTo has the caller's standard input be another terminal than it was, for
// the shell and for this process.
func (f *Feed) moveTo(terminal int) error {
	for _, fd := range [...]int{f.in, f.Input} {
		if err := replaceStream(terminal, fd); err != nil {
			return fmt.Errorf("standard input: %w", err)
		}
	}
	unix.CloseOnExec(f.in)
	return nil
}

// duplicate makes fd inheritable under a number of 3 to highest, a high one if
// there is.
func duplicate(fd, highest int) (int, error) {
	for low := highest; low >= 3; low-- {
		n, err := unix.FcntlInt(uintptr(fd), unix.F_DUPFD, low)
		switch {
		case err != nil: // beyond the limit on descriptors
		case n <= highest:
			return n, nil
		default:
			unix.Close(n)
		}
	}
	return -1, errors.New("no descriptor is free")
}

// longestLine is what [Feed.Line] gives in one piece.
const longestLine = 1 << 20

// Line reads a line of the script with its newline, and no byte beyond: what
// follows may be a command's to read. A line that is too long comes in pieces.
// more is false at the end.
func (f *Feed) Line() (line string, more bool) {
	if f.file {
		return f.fileLine()
	}
	var sb []byte
	var b [1]byte
	for {
		switch n, err := unix.Read(f.in, b[:]); {
		case n == 1:
			if sb = append(sb, b[0]); b[0] == '\n' || len(sb) >= longestLine {
				return string(sb), true
			}
		case err == unix.EINTR:
		case err == unix.EAGAIN:
			await(f.in, false, -1)
		default:
			return string(sb), len(sb) > 0
		}
	}
}

// fileLine goes on from where the file's offset is, which commands share, and
// leaves it behind the line.
func (f *Feed) fileLine() (string, bool) {
	offset, err := unix.Seek(f.in, 0, 1)
	if err != nil {
		return "", false
	}
	var sb []byte
	buf := make([]byte, 4<<10)
	for at := offset; ; {
		n, err := unix.Pread(f.in, buf, at)
		if err == unix.EINTR {
			continue
		}
		if n <= 0 {
			break
		}
		at += int64(n)
		if i := bytes.IndexByte(buf[:n], '\n'); i >= 0 {
			sb = append(sb, buf[:i+1]...)
			break
		}
		if sb = append(sb, buf[:n]...); len(sb) >= longestLine {
			break
		}
	}
	unix.Seek(f.in, offset+int64(len(sb)), 0)
	return string(sb), len(sb) > 0
}

// Pass gives the shell a piece of script that runs nothing before its last
// newline, and returns when the shell comes back for more.
func (f *Feed) Pass(text string) error {
	if err := f.Write(text); err != nil {
		return err
	}
	if err := f.Write(f.back); err != nil {
		return err
	}
	return f.awaitTaken()
}

// Write gives the shell a piece of script without waiting for anything.
func (f *Feed) Write(text string) error {
	for text != "" {
		piece := text[:min(len(text), packet)]
		text = text[len(piece):]
		if err := writeAll(f.pipe, []byte(piece), -1); errors.Is(err, syscall.EPIPE) {
			return ErrGone
		} else if err != nil {
			return fmt.Errorf("the pipe of the script: %w", err)
		}
	}
	return nil
}

// packet is the most that one write passes in one piece (PIPE_BUF).
const packet = 4096

// End is the end of the script.
func (f *Feed) End() { unix.Close(f.pipe) }
