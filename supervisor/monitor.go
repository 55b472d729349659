package supervisor

import (
	"errors"
	"os"
	"os/signal"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// A command with a terminal of its own has a monitor above it, as under sudo:
// the leader of the terminal's session and the command's parent. Without one
// the command itself would lead the session, its process group would be an
// orphaned one, and the kernel does not stop those: no Ctrl-Z. The monitor
// starts the command, tells the supervisor what becomes of it, passes signals
// on, and moves the command between foreground and background.
//
// Go cannot fork without exec, so the monitor is this program once more.
const monitorName = "hermes-exec-monitor"

// lastWords is what the command has between TERM and KILL when the supervisor
// was killed: it is to be gone within a second.
const lastWords = 700 * time.Millisecond

// Monitor turns this process into the monitor if it was started as one, and
// does not return then. Every program that calls [Keep] calls it first in main, with
// what installs the guards of its commands; nil where they have none.
//
// Being the monitor means to run a command without a verdict. That is no way
// around one: the orders come over a socket whose other end the parent made,
// and who can do that can start programs without this one.
//
// In every process it sees to it that commands ignore what this one was started
// to ignore, see [keepIgnored].
func Monitor(install Installer) {
	keepIgnored()
	if os.Args[0] != monitorName || len(os.Args) < 7 {
		return
	}
	args := HideArgs()
	m, err := newMonitor(args[1], args[2], args[3])
	if err != nil {
		os.Stderr.WriteString("hermes-exec: monitor: " + err.Error() + "\n")
		os.Exit(125)
	}
	m.install, m.orders = install, args[4]
	m.run(args[5], args[6:])
	os.Exit(0)
}

// monitorArgs is the argv that [Monitor] takes apart.
func monitorArgs(control, tty int, foreground bool, c Command) []string {
	where := "background"
	if foreground {
		where = "foreground"
	}
	orders := ""
	if c.Guard != nil {
		orders = c.Guard.Orders()
	}
	return append([]string{monitorName, strconv.Itoa(control), strconv.Itoa(tty), where, orders, c.Path}, c.Argv...)
}

type monitor struct {
	control    *os.File
	tty        int                 // the session's terminal: a standard stream, or one of our own
	foreground bool                // start the command there
	pid        int                 // of the command, and of its group; 0 when it has ended
	early      *syscall.WaitStatus // a change of it that was met before its time
	install    Installer           // of the command's guard
	orders     string              // for that; "": the command has none
	resumed    int                 // how often the supervisor had it continued
}

func newMonitor(control, tty, where string) (*monitor, error) {
	fd, err := strconv.Atoi(control)
	if err != nil {
		return nil, err
	}
	m := &monitor{foreground: where == "foreground"}
	if m.tty, err = strconv.Atoi(tty); err != nil {
		return nil, err
	}
	if m.tty > 2 { // the command's, which is given up
		if m.tty, err = unix.FcntlInt(uintptr(m.tty), unix.F_DUPFD_CLOEXEC, 3); err != nil {
			return nil, err
		}
	}
	m.control, err = Assume(monitorName, fd)
	return m, err
}

// run keeps the command until it has ended and the supervisor is done with it.
func (m *monitor) run(path string, argv []string) {
	changed := make(chan os.Signal, 1)
	signal.Notify(changed, syscall.SIGCHLD)
	signals := catch(forwarded)

	var g guarded
	var pid int
	var err error
	OnThread(func() { // it stays until this process ends
		if m.orders != "" {
			g.listener, g.err = m.install(m.orders)
		}
		m.tellGuard(g) // who judges the command's start as well
		pid, err = m.start(path, argv)
	})
	if err != nil {
		var errno syscall.Errno
		errors.As(err, &errno)
		message{verb: failed, arg: int(errno)}.writeTo(m.control)
		return
	}
	m.pid = pid
	message{verb: started, arg: m.pid}.writeTo(m.control)
	m.release()
	// The command has what was inherited; from here on the terminal's
	// foreground is changed from the background.
	signal.Ignore(syscall.SIGTTOU)

	orders := readMessages(m.control)
	var tooLate <-chan time.Time
	for m.report(); ; {
		select {
		case <-changed:
			m.report()
		case sig := <-signals: // a key pressed before the command was in the foreground
			if m.pid != 0 {
				syscall.Kill(-m.pid, sig.(syscall.Signal))
			}
		case order, ok := <-orders:
			switch {
			case ok:
				m.obey(order)
				continue
			case m.pid == 0:
				return
			}
			// The supervisor was killed. The kernel sends HUP, the
			// pty having lost its other side; that is followed up.
			orders = nil
			syscall.Kill(-m.pid, syscall.SIGTERM)
			syscall.Kill(-m.pid, syscall.SIGCONT)
			tooLate = time.After(lastWords)
		case <-tooLate:
			syscall.Kill(-m.pid, syscall.SIGKILL)
		}
		if orders == nil && m.pid == 0 {
			return
		}
	}
}

// start starts the command in a group of its own, in the foreground if it is to
// be there. It is so before its first instruction: the new process asks for it
// between fork and exec. Still in the background, that stops it (SIGTTOU); then
// there is a group to give the foreground to, and it goes on.
func (m *monitor) start(path string, argv []string) (pid int, err error) {
	attr := &syscall.ProcAttr{
		Env:   os.Environ(),
		Files: []uintptr{0, 1, 2},
		Sys:   withDeathSignal(&syscall.SysProcAttr{Setpgid: true}),
	}
	if !m.foreground {
		return syscall.ForkExec(path, argv, attr)
	}
	attr.Sys.Foreground, attr.Sys.Ctty = true, m.tty

	answerable()
	changed := make(chan os.Signal, 1)
	signal.Notify(changed, syscall.SIGCHLD)
	defer signal.Stop(changed)
	execed, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for {
			select {
			case <-changed:
				m.giveWay()
			case <-execed:
				return
			}
		}
	}()
	pid, err = syscall.ForkExec(path, argv, attr)
	close(execed)
	<-done
	return pid, err
}

// release gives up what is the command's alone; the terminal stays.
func (m *monitor) release() {
	var streams []int
	for fd := range 3 {
		if fd != m.tty {
			streams = append(streams, fd)
		}
	}
	release(streams...)
}

// giveWay gives the foreground to a child that was stopped on its way to exec.
func (m *monitor) giveWay() {
	var ws syscall.WaitStatus
	pid, err := syscall.Wait4(-1, &ws, syscall.WNOHANG|syscall.WUNTRACED, nil)
	switch {
	case err != nil || pid <= 0:
	case ws.Stopped() && ws.StopSignal() == syscall.SIGTTOU:
		m.setForeground(pid)
		syscall.Kill(pid, syscall.SIGCONT)
	default:
		m.early = &ws // it was faster than the news of its exec
	}
}

// report tells the supervisor how the command has changed.
func (m *monitor) report() {
	for m.pid != 0 {
		var ws syscall.WaitStatus
		pid, err := m.pid, error(nil)
		if m.early != nil {
			ws, m.early = *m.early, nil
		} else {
			pid, err = syscall.Wait4(m.pid, &ws, syscall.WNOHANG|syscall.WUNTRACED, nil)
		}
		switch {
		case err == syscall.EINTR:
		case err != nil || pid == 0:
			return
		case ws.Stopped():
			m.stopped(ws.StopSignal())
		default:
			// The group in the foreground gets HUP when the session
			// ends; a background job the command left is not to.
			m.setForeground(os.Getpid())
			m.pid = 0
			message{verb: ended, arg: int(ws)}.writeTo(m.control)
		}
	}
}

// stopped reports that the command was stopped. One that reached for the
// terminal in the moment before it was put in the foreground just goes on.
func (m *monitor) stopped(sig syscall.Signal) {
	if fg, _ := foregroundOf(m.tty); fg == m.pid && (sig == syscall.SIGTTIN || sig == syscall.SIGTTOU) {
		syscall.Kill(-m.pid, syscall.SIGCONT)
		return
	}
	message{verb: stopped, arg: stopReport(sig, m.resumed)}.writeTo(m.control)
}

func (m *monitor) obey(order message) {
	if m.pid == 0 {
		return
	}
	fg, _ := foregroundOf(m.tty)
	switch order.verb {
	case signalCommand:
		syscall.Kill(m.pid, syscall.Signal(order.arg))
	case signalGroup:
		syscall.Kill(-m.pid, syscall.Signal(order.arg))
	case toForeground:
		m.resumed++
		if fg == os.Getpid() { // else it is a job of the command's
			m.setForeground(m.pid)
		}
		syscall.Kill(-m.pid, syscall.SIGCONT)
	case toBackground:
		m.resumed++
		if fg == m.pid {
			m.setForeground(os.Getpid())
		}
		syscall.Kill(-m.pid, syscall.SIGCONT)
	}
}

// tellGuard hands the listener on to the supervisor, which judges: who waits for
// an answer is then released whichever of the two is killed.
func (m *monitor) tellGuard(g guarded) {
	var errno syscall.Errno
	switch {
	case m.orders == "":
	case errors.As(g.err, &errno):
		message{verb: guardOff, arg: int(errno)}.writeTo(m.control)
	case g.err != nil:
		message{verb: guardOff, arg: int(syscall.EINVAL)}.writeTo(m.control)
	case g.listener < 0:
		message{verb: guardOn}.writeTo(m.control)
	default:
		message{verb: guardOn, arg: 1}.writeWith(m.control, g.listener)
		unix.Close(g.listener)
	}
}

func (m *monitor) setForeground(group int) {
	unix.IoctlSetPointerInt(m.tty, unix.TIOCSPGRP, group)
}
