package supervisor

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"
)

// session is a command with a terminal of its own: a monitor, a new pty, and
// the relay between that and the user's terminal.
type session struct {
	term     *terminal // the user's; nil where there is none (PtyAlways on pipes)
	keyboard bool      // the command's keyboard is the user's terminal
	pipeline bool      // a stream is a pipe: others may be reading the terminal
	wanted   bool      // the command gets the terminal when we have it
	resumed  int       // orders to continue the command
	futile   int       // suspensions since the last SIGCONT
	expected bool      // the SIGCONT that ended a suspension is still to come

	sink    int // where its output goes
	master  int
	control *os.File
	events  <-chan message
	out     *output
	in      *input // while the terminal is taken over
	key     atomic.Int32

	redrawn  <-chan time.Time // when its screen gets its size back, see redraw
	endGuard func()           // nil: there is none to end
}

// keepOnPty keeps a command in a session of its own. Streams that are on a
// terminal go to a new pty, the others straight through; with PtyAlways all
// three go to the pty, and its output to our standard output.
func keepOnPty(ctx context.Context, c Command, term *terminal, on [3]bool) (Status, error) {
	defer term.close()
	s := &session{term: term, keyboard: term != nil, sink: 1, master: -1}
	if c.Pty == PtyAlways {
		s.keyboard = on[0]
		on = [3]bool{true, true, true}
	} else {
		s.sink = term.fd
	}
	s.pipeline = anyPipe([3]int{c.input(), 1, 2})
	s.wanted = !s.keyboard || !s.pipeline || c.Feed != nil && on[0] // the script is typed
	defer func() {
		s.close()
		if s.endGuard != nil {
			s.endGuard()
		}
	}()

	children := newChildren(ctx, c)
	defer children.stop()
	pid, err := s.startMonitor(c, on)
	if err != nil {
		return Status{}, err
	}
	children.own, children.monitor = pid, pid
	// The rest is done while the monitor starts, which so inherits what this
	// process did. A signal before that ends this process, and the monitor
	// notices.
	signals := caught()
	defer signal.Stop(signals)
	rest := catch(append(append([]syscall.Signal{syscall.SIGWINCH}, suspenders...), deadly...))
	defer signal.Stop(rest)

	if err = s.startRelay(); err == nil {
		err = s.awaitStart(c)
	}
	status := Status{}
	if err == nil {
		if s.sink == 1 {
			c.giveUp()
		} else {
			c.giveUp(0, 1) // the terminal is open apart
		}
		status = s.keep(children, c.Aside, signals, rest)
		s.out.flush()
	}
	s.close()
	if children.own != 0 {
		syscall.Kill(children.own, syscall.SIGCONT) // should someone have stopped it
		reap(children.own)
	}
	if err != nil {
		return Status{}, err
	}
	s.passOn(status)
	return children.finish(status), nil
}

// passOn sends our own group the signal of a key that has ended the command: on
// the user's terminal the key would have, and a script around us, or make, ends
// by that and not by how we end.
func (s *session) passOn(end Status) {
	if end.Signal != 0 && end.Signal == syscall.Signal(s.key.Load()) && s.term != nil && s.term.controlled && s.term.foreground() {
		syscall.Kill(0, end.Signal)
	}
}

// anyPipe reports whether we are part of a pipeline, as sudo sees it.
func anyPipe(streams [3]int) bool {
	for _, fd := range streams {
		var st unix.Stat_t
		if unix.Fstat(fd, &st) == nil && (st.Mode&unix.S_IFMT == unix.S_IFIFO || st.Mode&unix.S_IFMT == unix.S_IFSOCK) {
			return true
		}
	}
	return false
}

// startMonitor opens the pty and starts this program once more, as the leader
// of a session on it.
func (s *session) startMonitor(c Command, on [3]bool) (pid int, err error) {
	slave, err := s.open()
	if err != nil {
		return 0, fmt.Errorf("open a pty: %w (--no-pty runs the command without)", err)
	}
	defer unix.Close(slave)
	control := -1
	if s.control, control, err = controlPair(); err != nil {
		return 0, err
	}
	defer func() { unix.Close(control) }() // from here on its end shows
	s.events = readMessages(s.control)

	streams, tty := [3]uintptr{0, 1, 2}, -1
	for fd := range streams {
		switch {
		case !on[fd]:
		case fd == 0 && c.Feed != nil:
			if err := c.Feed.moveTo(slave); err != nil {
				return 0, err
			}
			tty = c.Feed.Input
		default:
			streams[fd], tty = uintptr(slave), fd
		}
	}
	exe, err := self()
	if err != nil { // in words of its own: it is not the command that is missing
		return 0, fmt.Errorf("find this program's file for the monitor of its terminal: %v (--no-pty runs the command without)", err)
	}
	foreground := !s.keyboard || s.wanted && s.term.foreground()
	pid, err = syscall.ForkExec(exe, monitorArgs(control, tty, foreground, c), &syscall.ProcAttr{
		Dir:   c.Dir,
		Env:   c.Env,
		Files: handDown(streams, control, tty),
		Sys:   &syscall.SysProcAttr{Setsid: true, Setctty: true, Ctty: tty},
	})
	if err != nil {
		// Not the command's fault, so not in the words of one missing.
		return 0, cmp.Or(directoryError(c, err), fmt.Errorf("start the monitor of its terminal, %s: %v", exe, err))
	}
	return pid, nil
}

// startRelay connects the pty with the user's side.
func (s *session) startRelay() (err error) {
	s.out, err = startOutput(s.master, s.sink, s.term, func() { s.tell(signalGroup, int(syscall.SIGHUP)) })
	if err != nil {
		return err
	}
	if !s.keyboard {
		s.in, err = startInput(0, s.master, s.term, &s.key)
		return err
	}
	s.term.copySize(s.master) // it may have changed since
	return s.takeTerminal()
}

// awaitStart returns when the command runs, or why it does not. That the
// monitor is gone is keep's to find: the command may have run, and killed it.
func (s *session) awaitStart(c Command) error {
	for m := range s.events {
		switch m.verb {
		case guardOn:
			g := guarded{listener: m.listener}
			if m.arg == 1 && m.listener < 0 {
				g.err = errors.New("its listener did not arrive: what it would judge fails")
			}
			s.endGuard = g.serve(c.Guard)
		case guardOff:
			guarded{listener: -1, err: syscall.Errno(m.arg)}.serve(c.Guard)
		case failed:
			return startError(c, syscall.Errno(m.arg))
		default:
			if m.verb == started {
				c.tell(m.arg)
			}
			return nil
		}
	}
	return nil
}

// open makes the pty, as like the user's terminal as can be.
func (s *session) open() (slave int, err error) {
	p, t, err := pty.Open()
	if err != nil {
		return -1, err
	}
	defer p.Close()
	defer t.Close()
	if slave, err = unix.FcntlInt(t.Fd(), unix.F_DUPFD_CLOEXEC, 3); err != nil {
		return -1, err
	}
	if s.master, err = unix.FcntlInt(p.Fd(), unix.F_DUPFD_CLOEXEC, 3); err != nil {
		unix.Close(slave)
		return -1, err
	}
	unix.SetNonblock(s.master, true)
	if s.term == nil {
		// A size of 0 x 0 is taken for a broken terminal by many.
		unix.IoctlSetWinsize(s.master, unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: 80})
		return slave, nil
	}
	s.term.copyTo(slave)
	s.term.copySize(s.master)
	if s.keyboard && s.wanted && s.term.foreground() {
		s.typeUnseen(s.term.typedAhead(), slave)
	}
	return slave, nil
}

// keep relays until the command has ended.
func (s *session) keep(children *children, aside <-chan func(), signals, rest <-chan os.Signal) Status {
	lost := syscall.WaitStatus(syscall.SIGKILL)
	for {
		select {
		case m, ok := <-s.events:
			switch {
			case !ok: // the monitor was killed, and the command with it
				if children.own != 0 {
					lost, children.own = reap(children.own), 0
				}
				return statusOf(lost)
			case m.verb == stopped:
				if sig := syscall.Signal(m.arg & 0xff); m.arg == stopReport(sig, s.resumed) {
					s.stopped(sig)
				}
			case m.verb == ended:
				return statusOf(syscall.WaitStatus(m.arg))
			}
		case <-children.changed:
			if ws, ended := children.reap(); ended {
				lost = ws
			}
		case ask := <-aside:
			s.out.flush()
			s.returnTerminal()
			ask()
			s.takeTerminal()
			s.redraw()
		case <-s.redrawn:
			s.term.copySize(s.master)
		case sig := <-signals:
			s.signal(sig.(syscall.Signal))
		case sig := <-rest:
			s.rest(sig.(syscall.Signal))
		case <-children.due:
			children.climb()
		case <-children.cancelled:
			children.cancel()
		}
	}
}

// redrawTime is how long a program has for its first drawing, see redraw.
const redrawTime = 100 * time.Millisecond

// redraw has a program that reads single keys, and so has the whole screen, draw it
// again: what was asked or said has stood there. For a moment there is a row less,
// since most programs do nothing about a SIGWINCH that changes no size.
func (s *session) redraw() {
	modes, err := unix.IoctlGetTermios(s.master, ioctlGetTermios)
	if err != nil || modes.Lflag&unix.ICANON != 0 || s.term == nil {
		return
	}
	size, err := unix.IoctlGetWinsize(s.term.fd, unix.TIOCGWINSZ)
	if err != nil || size.Row < 2 {
		return
	}
	size.Row--
	unix.IoctlSetWinsize(s.master, unix.TIOCSWINSZ, size)
	s.redrawn = time.After(redrawTime)
}

// signal passes sig on: to the group what a keyboard would send to it or what
// is meant for a whole group, to the command alone what a kill would.
func (s *session) signal(sig syscall.Signal) {
	switch {
	case sig == syscall.SIGCONT:
		// One that stopSelf has waited for was acted upon then. Once
		// more would undo the next Ctrl-Z if that is quick.
		if s.futile = 0; !s.expected {
			s.resume()
		}
		s.expected = false
	case fromKeyboard(sig) || forGroup(sig):
		s.tell(signalGroup, int(sig))
	default:
		s.tell(signalCommand, int(sig))
	}
}

// rest deals with the signals that are not passed on as they are.
func (s *session) rest(sig syscall.Signal) {
	switch sig {
	case syscall.SIGWINCH:
		if s.term != nil {
			s.term.copySize(s.master)
		}
	case syscall.SIGTSTP:
		s.tell(signalGroup, int(sig)) // we follow when it has stopped
	default:
		s.term.giveBack()
		Status{Signal: sig}.Die()
	}
}

// stopped follows a command that was stopped: Ctrl-Z suspends both. A command
// that was stopped because it wants a terminal that we can give gets it.
func (s *session) stopped(sig syscall.Signal) {
	if sig == syscall.SIGTTIN || sig == syscall.SIGTTOU {
		if s.wanted = true; s.keyboard && s.in == nil && s.term.foreground() {
			s.resume()
			return
		}
		if s.futile++; s.futile > 2 {
			s.abandon()
			return
		}
	}
	s.out.flush()
	s.returnTerminal()
	stopSelf(sig)
	s.expected = true
	s.resume()
}

// abandon goes on without a keyboard: the command wants to read one, ours is
// in other hands, and stopping does not help since there is no shell to
// continue us. A process in that place reads an error; here it is an end.
func (s *session) abandon() {
	s.keyboard = false
	s.resume()
	writeAll(s.master, []byte{eofCharacter(s.master)}, -1)
}

// resume continues the command, with the terminal if it is ours and wanted. It
// is for every SIGCONT: the terminal may have come or gone, or another's modes
// be on it.
func (s *session) resume() {
	s.resumed++
	if s.takeTerminal(); s.in != nil || !s.keyboard {
		s.tell(toForeground, 0)
	} else {
		s.tell(toBackground, 0)
	}
}

// takeTerminal starts to read the command's keyboard, from the user's terminal
// if that is in our hands and wanted. In a pipeline (cmd | less) it is left to
// whoever reads it until the command reaches for it, as sudo does.
func (s *session) takeTerminal() (err error) {
	if !s.keyboard || !s.wanted {
		return nil
	}
	if !s.term.foreground() {
		s.returnTerminal() // it was taken from us while we were stopped
		return nil
	}
	if s.in == nil {
		writeAll(s.master, s.term.typedAhead(), -1) // since then
	}
	if err := s.term.takeOver(s.pipeline); err != nil {
		return fmt.Errorf("put the terminal in raw mode: %w", err)
	}
	if s.in == nil {
		s.in, err = startInput(s.term.fd, s.master, s.term, &s.key)
	}
	return err
}

// returnTerminal leaves the terminal as it was found.
func (s *session) returnTerminal() {
	if s.keyboard {
		s.endInput()
	}
	s.term.giveBack()
}

func (s *session) endInput() {
	if s.in != nil {
		s.in.end()
		s.in = nil
	}
}

func (s *session) tell(v verb, arg int) { message{verb: v, arg: arg}.writeTo(s.control) }

// close gives everything back, the terminal first. It may be called twice.
func (s *session) close() {
	s.endInput()
	s.term.giveBack()
	if s.out != nil {
		s.out.end()
		s.out = nil
	}
	if s.control != nil {
		s.control.Close()
		for m := range s.events { // its reader ends
			guarded{listener: m.listener}.close()
		}
		s.control = nil
	}
	if s.master >= 0 {
		unix.Close(s.master)
		s.master = -1
	}
}
