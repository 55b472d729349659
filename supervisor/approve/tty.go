package approve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"time"

	"golang.org/x/sys/unix"

	"github.com/hermes-exec/hermes-exec/supervisor/procs"
)

// writeTime is how long a terminal may refuse to take output (stopped with
// Ctrl-S, or nobody reads the other side) before it counts as gone.
const writeTime = 5 * time.Second

// turnTime is how long a question waits for another one on the same terminal
// (make -j), each of which takes at most the 100 s of the three tiers.
// turnPoll is how often it looks.
const (
	turnTime = 5 * time.Minute
	turnPoll = 100 * time.Millisecond
)

// tty is a terminal while a question is asked on it. It is used through its
// own open file, in non-blocking mode, so that nothing here can hang and the
// flags of the descriptors the command inherits are not touched.
type tty struct {
	fd    int
	path  string
	other bool // it controls another session than this process's
	lead  int  // the leader of the session that it controls
	saved unix.Termios

	input chan struct{} // the watcher has seen input, see read
	again chan struct{} // and may look for more
	wake  [2]*os.File   // closing the write end ends the watcher
	stop  chan struct{} // closed with it
	done  chan struct{} // closed by the watcher when it has ended
	sigs  chan os.Signal
}

// openDevice opens a terminal so that it controls nobody and nobody waits for it.
func openDevice(path string) (fd int, err error) {
	fd, err = unix.Open(path, unix.O_RDWR|unix.O_NOCTTY|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	switch {
	case err == unix.ENXIO && path == "/dev/tty":
		return fd, errNoTerminal
	case err != nil:
		return fd, fmt.Errorf("open %s: %w", path, err)
	}
	return fd, nil
}

// openTTY takes the terminal at path for a question: this process must be in
// its foreground group, or it is the terminal of another session; nobody may be
// reading its keys, and vouch must stand for who sits at it, by the leader of the
// session there.
func openTTY(ctx context.Context, path string, vouch func(leader int) error) (console, error) {
	fd, err := openDevice(path)
	if err != nil {
		return nil, err
	}
	t := &tty{
		fd: fd, path: path,
		input: make(chan struct{}),
		again: make(chan struct{}),
		stop:  make(chan struct{}),
		done:  make(chan struct{}),
		sigs:  make(chan os.Signal, 64),
	}
	if err = t.seated(vouch); err == nil {
		err = t.take(ctx)
	}
	if err != nil {
		unix.Close(fd)
		return nil, err
	}
	return t, nil
}

// seated finds out whose terminal it is, and whether that will do.
func (t *tty) seated(vouch func(leader int) error) error {
	if err := t.seat(); err != nil || vouch == nil {
		return err
	}
	return vouch(t.lead)
}

// seat finds out whose terminal it is.
func (t *tty) seat() error {
	var err error
	if _, err = unix.IoctlGetInt(t.fd, unix.TIOCGPGRP); err == nil {
		t.lead, err = unix.Getsid(0)
		return err
	}
	var st unix.Stat_t
	if _, err := unix.IoctlGetTermios(t.fd, getModes); err != nil || unix.Fstat(t.fd, &st) != nil {
		return fmt.Errorf("%s is not a terminal", t.path)
	}
	if int(st.Uid) != os.Getuid() || st.Mode&0o002 != 0 {
		return fmt.Errorf("%s is not this user's alone", t.path)
	}
	t.other, t.lead = true, procs.Leader(uint64(st.Rdev))
	if t.lead == 0 {
		return fmt.Errorf("no session is known that sits at %s", t.path)
	}
	return nil
}

func (t *tty) take(ctx context.Context) error {
	if t.fd >= unix.FD_SETSIZE {
		return fmt.Errorf("%s: too many open files to wait for a key", t.path)
	}
	if err := t.foreground(); err != nil {
		return err
	}
	if err := t.turn(ctx); err != nil {
		return err
	}
	if err := t.foreground(); err != nil { // again: the turn may have been long in coming
		return err
	}
	modes, err := unix.IoctlGetTermios(t.fd, getModes)
	if err != nil {
		return fmt.Errorf("%s: %w", t.path, err)
	}
	if modes.Lflag&unix.ICANON == 0 {
		return fmt.Errorf("another program reads the keys of %s (if not, `stty sane` puts it right; a terminal to ask on is best left to `sleep infinity`)", t.path)
	}
	t.saved = *modes
	if t.wake[0], t.wake[1], err = os.Pipe(); err != nil {
		return err
	}
	if t.wake[0].Fd() >= unix.FD_SETSIZE {
		t.unpipe()
		return fmt.Errorf("%s: too many open files to wait for a key", t.path)
	}
	t.catch()
	if err := t.resume(); err != nil {
		t.uncatch()
		t.unpipe()
		return err
	}
	go t.watch()
	return nil
}

// foreground gives an error unless this process is in the foreground group of
// its own terminal. Elsewhere a question would be drawn over somebody else's
// screen, or stop the process (SIGTTIN, SIGTTOU): whatever may do that asks here
// first, so that the question is lost and does not hang. Those signals are not
// ignored instead, since os/signal cannot undo that for the command.
func (t *tty) foreground() error {
	if t.other {
		return nil
	}
	group, err := unix.IoctlGetInt(t.fd, unix.TIOCGPGRP)
	if err != nil {
		return fmt.Errorf("%s is not the terminal this process was started in: %w", t.path, err)
	}
	if group != unix.Getpgrp() {
		return fmt.Errorf("this process is not in the foreground of %s", t.path)
	}
	return nil
}

// turn waits until no other supervisor asks on this terminal. The turn is a
// lock on one byte of the terminal's file, at the session's number since
// /dev/tty is one file for all sessions; it ends with the descriptor. Where the
// system does not lock devices, the second question finds the terminal in use.
func (t *tty) turn(ctx context.Context) error {
	late := time.After(turnTime)
	for {
		err := unix.FcntlFlock(uintptr(t.fd), unix.F_SETLK, &unix.Flock_t{Type: unix.F_WRLCK, Start: int64(t.lead), Len: 1})
		if !errors.Is(err, unix.EAGAIN) && !errors.Is(err, unix.EACCES) {
			return nil
		}
		select {
		case <-time.After(turnPoll):
		case <-late:
			return fmt.Errorf("another question has been waiting on %s for %v", t.path, turnTime)
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// resume sets the terminal's modes for a question: keys come one by one, unseen,
// and none of them is a signal or stops the output. It is also called after a
// stop, since a shell puts its own modes back.
func (t *tty) resume() error {
	if err := t.foreground(); err != nil {
		return err
	}
	modes := t.saved
	modes.Iflag &^= unix.IXON | unix.ISTRIP | unix.INLCR | unix.IGNCR
	modes.Lflag &^= unix.ICANON | unix.ECHO | unix.ECHONL | unix.ISIG | unix.IEXTEN
	modes.Oflag |= unix.OPOST | unix.ONLCR
	modes.Cc[unix.VMIN], modes.Cc[unix.VTIME] = 1, 0
	if err := unix.IoctlSetTermios(t.fd, setModes, &modes); err != nil {
		return fmt.Errorf("%s: %w", t.path, err)
	}
	return nil
}

// flush drops what was typed. It fails on a terminal that is gone, or in other
// hands, which read notices.
func (t *tty) flush() {
	if t.foreground() == nil {
		discardInput(t.fd)
	}
}

func (t *tty) ready() <-chan struct{}    { return t.input }
func (t *tty) signals() <-chan os.Signal { return t.sigs }

func (t *tty) width() int {
	size, err := unix.IoctlGetWinsize(t.fd, unix.TIOCGWINSZ)
	if err != nil {
		return 0
	}
	return int(size.Col)
}

// Write writes all of b, or gives an error when the terminal has not taken
// any of it for [writeTime].
func (t *tty) Write(b []byte) (int, error) {
	n := 0
	for n < len(b) {
		if err := t.foreground(); err != nil {
			return n, err
		}
		m, err := unix.Write(t.fd, b[n:])
		switch {
		case err == nil:
			n += m
		case errors.Is(err, unix.EINTR):
		case errors.Is(err, unix.EAGAIN):
			if err := t.writable(); err != nil {
				return n, err
			}
		default:
			return n, fmt.Errorf("write %s: %w", t.path, err)
		}
	}
	return n, nil
}

func (t *tty) writable() error {
	until := time.Now().Add(writeTime)
	for {
		wait := unix.NsecToTimeval(max(0, time.Until(until)).Nanoseconds())
		var set unix.FdSet
		set.Set(t.fd)
		n, err := unix.Select(t.fd+1, nil, &set, nil, &wait)
		switch {
		case errors.Is(err, unix.EINTR):
		case err != nil:
			return fmt.Errorf("select %s: %w", t.path, err)
		case n == 0:
			return fmt.Errorf("%s has taken no output for %v", t.path, writeTime)
		default:
			return nil
		}
	}
}

// watch says when there is something to read, until close. It does not read
// itself: a key in its hands would survive flush. select, not poll: macOS
// cannot poll /dev/tty.
func (t *tty) watch() {
	defer close(t.done)
	wake := int(t.wake[0].Fd())
	for {
		var set unix.FdSet
		set.Set(t.fd)
		set.Set(wake)
		_, err := unix.Select(max(t.fd, wake)+1, &set, nil, nil, nil)
		switch {
		case errors.Is(err, unix.EINTR):
			continue
		case err == nil && set.IsSet(wake):
			return
		}
		select {
		case t.input <- struct{}{}: // after an error too: read will see why
		case <-t.stop:
			return
		}
		select {
		case <-t.again:
		case <-t.stop:
			return
		}
	}
}

func (t *tty) read() ([]byte, error) {
	defer func() { t.again <- struct{}{} }()
	if err := t.foreground(); err != nil {
		return nil, err
	}
	buf := make([]byte, 1024)
	n, err := unix.Read(t.fd, buf)
	switch {
	case errors.Is(err, unix.EINTR), errors.Is(err, unix.EAGAIN):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("read %s: %w", t.path, err) // hung up, or in the background by now
	case n == 0:
		return nil, io.EOF
	}
	t.interrupts(buf[:n])
	return buf[:n], nil
}

// interrupts writes the keys this terminal interrupts with as the usual Ctrl-C.
func (t *tty) interrupts(in []byte) {
	for i, b := range in {
		for _, c := range [...]int{unix.VINTR, unix.VQUIT, unix.VEOF} {
			if k := t.saved.Cc[c]; b == k && k != 0 && k != 0xff && b != denials[1].key && b != denials[2].key {
				in[i] = denials[0].key // 0 and 0xff: not set
			}
		}
	}
}

// catch makes the signals that would end or stop this process end the question
// instead, so that the terminal is given back. Those that were ignored before
// (nohup) stay so.
func (t *tty) catch() {
	for _, s := range [...]os.Signal{unix.SIGTERM, unix.SIGHUP, unix.SIGINT, unix.SIGQUIT, unix.SIGWINCH, unix.SIGCONT} {
		if !signal.Ignored(s) {
			signal.Notify(t.sigs, s)
		}
	}
}

func (t *tty) uncatch() { signal.Stop(t.sigs) }

func (t *tty) unpipe() {
	t.wake[0].Close()
	t.wake[1].Close()
}

// close gives the terminal back. Keys that nobody has read were meant for the
// question, not for what comes next. In the background the modes are somebody
// else's by now.
func (t *tty) close() {
	close(t.stop)
	t.wake[1].Close()
	<-t.done
	t.wake[0].Close()
	t.flush()
	if t.foreground() == nil {
		unix.IoctlSetTermios(t.fd, setModes, &t.saved) // fails on a terminal that is gone: nothing to restore
	}
	t.uncatch()
	unix.Close(t.fd)
}
