package supervisor

import (
	"encoding/binary"
	"io"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// The supervisor and its monitor talk over a pair of sockets, in messages of
// five bytes. Its closing is a message, too: to the monitor that it can go.
type message struct {
	verb verb
	arg  int
}

type verb byte

const (
	// from the monitor
	started verb = iota + 1 // arg is the pid
	failed                  // could not be started; arg is the errno
	stopped                 // arg is a [stopReport]
	ended                   // arg is the wait status

	// to the monitor
	signalCommand // arg is the signal
	signalGroup
	toForeground // continue the command and let it have the terminal
	toBackground // continue it without
)

// stopReport tells by which signal the command was stopped, and how many orders
// to continue it the monitor had obeyed by then: if there is one more under
// way, the report is out of date.
func stopReport(sig syscall.Signal, resumed int) int { return resumed<<8&0xffffff | int(sig) }

func (m message) writeTo(f *os.File) error {
	var b [5]byte
	b[0] = byte(m.verb)
	binary.NativeEndian.PutUint32(b[1:], uint32(m.arg))
	_, err := f.Write(b[:])
	return err
}

// readMessages sends every message that comes, and closes the channel at the
// end.
func readMessages(f *os.File) <-chan message {
	c := make(chan message)
	go func() {
		defer close(c)
		for {
			var b [5]byte
			if _, err := io.ReadFull(f, b[:]); err != nil {
				return
			}
			c <- message{verb(b[0]), int(int32(binary.NativeEndian.Uint32(b[1:])))}
		}
	}()
	return c
}

// controlPair returns two connected sockets. Neither survives an exec.
func controlPair() (ours *os.File, theirs int, err error) {
	syscall.ForkLock.RLock()
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM, 0)
	if err == nil {
		unix.CloseOnExec(pair[0])
		unix.CloseOnExec(pair[1])
	}
	syscall.ForkLock.RUnlock()
	if err != nil {
		return nil, -1, os.NewSyscallError("socketpair", err)
	}
	unix.SetNonblock(pair[0], true)
	return os.NewFile(uintptr(pair[0]), "control"), pair[1], nil
}

// handDown returns what is to be the child's descriptor table: streams as
// 0, 1, 2, those above that were handed to us, and control under its number.
func handDown(streams [3]int, control int) []uintptr {
	const closed = ^uintptr(0)
	files := make([]uintptr, control+1)
	for fd := range files {
		flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFD, 0)
		switch {
		case fd < len(streams):
			files[fd] = uintptr(streams[fd])
		case fd == control || err == nil && flags&unix.FD_CLOEXEC == 0:
			files[fd] = uintptr(fd)
		default:
			files[fd] = closed
		}
	}
	return files
}
