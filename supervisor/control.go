package supervisor

import (
	"cmp"
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

	listener int // a guard's, where guardOn brings one; it is not part of the five bytes
}

type verb byte

const (
	// from the monitor
	started  verb = iota + 1 // arg is the pid
	failed                   // could not be started; arg is the errno
	stopped                  // arg is a [stopReport]
	ended                    // arg is the wait status
	guardOn                  // the command's guard is in force; with its listener if arg is 1
	guardOff                 // it is not; arg is the errno

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

func (m message) bytes() []byte {
	b := make([]byte, 5)
	b[0] = byte(m.verb)
	binary.NativeEndian.PutUint32(b[1:], uint32(m.arg))
	return b
}

func (m message) writeTo(f *os.File) error {
	_, err := f.Write(m.bytes())
	return err
}

// writeWith sends a descriptor along. The sender's own stays open.
func (m message) writeWith(f *os.File, fd int) error {
	conn, err := f.SyscallConn()
	if err != nil {
		return err
	}
	sendErr := error(nil)
	err = conn.Write(func(socket uintptr) (done bool) {
		sendErr = unix.Sendmsg(int(socket), m.bytes(), unix.UnixRights(fd), nil, 0)
		return sendErr != unix.EAGAIN
	})
	return cmp.Or(err, sendErr)
}

// readMessage returns the next one that comes over f.
func readMessage(f *os.File) (message, error) {
	conn, err := f.SyscallConn()
	if err != nil {
		return message{}, err
	}
	m := message{listener: -1}
	var b [5]byte
	for got := 0; got < len(b); {
		n, rights, readErr := 0, make([]byte, unix.CmsgSpace(4)), error(nil)
		err := conn.Read(func(socket uintptr) (done bool) {
			var extra int
			syscall.ForkLock.RLock() // macOS cannot receive with CLOEXEC
			n, extra, _, _, readErr = unix.Recvmsg(int(socket), b[got:], rights, 0)
			if fd := descriptor(rights[:max(extra, 0)]); fd >= 0 {
				unix.CloseOnExec(fd)
				m.listener = fd
			}
			syscall.ForkLock.RUnlock()
			return readErr != unix.EAGAIN && readErr != unix.EINTR
		})
		switch {
		case err != nil || readErr != nil:
			return m, cmp.Or(err, readErr)
		case n == 0:
			return m, io.EOF
		}
		got += n
	}
	m.verb, m.arg = verb(b[0]), int(int32(binary.NativeEndian.Uint32(b[1:])))
	return m, nil
}

// descriptor takes the one out of a control message, -1 where there is none.
func descriptor(rights []byte) int {
	if len(rights) == 0 {
		return -1
	}
	list, err := unix.ParseSocketControlMessage(rights)
	if err != nil || len(list) != 1 {
		return -1
	}
	fds, err := unix.ParseUnixRights(&list[0])
	if err != nil || len(fds) != 1 {
		return -1
	}
	return fds[0]
}

// readMessages sends every message that comes, and closes the channel at the
// end.
func readMessages(f *os.File) <-chan message {
	c := make(chan message)
	go func() {
		defer close(c)
		for {
			m, err := readMessage(f)
			if err != nil {
				return
			}
			c <- m
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

// noStream stands for a closed one in [syscall.ProcAttr].
const noStream = ^uintptr(0)

// handDown returns what is to be the child's descriptor table: streams as
// 0, 1, 2, those above that were handed to us, and control under its number. It
// is long enough for its terminal to be one of them.
func handDown(streams [3]uintptr, control, tty int) []uintptr {
	files := make([]uintptr, max(control, tty)+1)
	for fd := range files {
		flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFD, 0)
		switch {
		case fd < len(streams):
			files[fd] = streams[fd]
		case fd == control || err == nil && flags&unix.FD_CLOEXEC == 0:
			files[fd] = uintptr(fd)
		default:
			files[fd] = noStream
		}
	}
	return files
}
