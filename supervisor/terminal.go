package supervisor

import (
	"sync"

	"golang.org/x/sys/unix"
	"golang.org/x/term"
)

// terminal is the user's terminal.
type terminal struct {
	fd         int  // open for reading and writing; ours alone
	controlled bool // it is our controlling terminal, so there is job control

	mu    sync.Mutex // the way out may be any goroutine's
	raw   bool
	whole bool        // raw for output as well
	saved *term.State // its modes before raw
}

// findTerminal returns the terminal that standard streams are connected to, and
// which of them are; nil where none is. A stream on another terminal than ours
// (cmd >/dev/pts/5) counts as a file.
func findTerminal(streams [3]int) (*terminal, [3]bool) {
	var on, ours [3]bool
	first := -1
	for i, fd := range streams {
		if !term.IsTerminal(fd) {
			continue
		}
		on[i] = true
		_, err := foregroundOf(fd)
		ours[i] = err == nil
		if first < 0 || ours[i] && !ours[first] {
			first = i
		}
	}
	if first < 0 {
		return nil, on
	}
	for i, fd := range streams {
		on[i] = on[i] && ours[i] == ours[first] && (ours[first] || device(fd) == device(streams[first]))
	}
	t := &terminal{fd: -1, controlled: ours[first]}
	if t.controlled {
		t.fd, _ = unix.Open("/dev/tty", unix.O_RDWR|unix.O_NOCTTY|unix.O_CLOEXEC, 0)
	}
	if t.fd < 0 {
		t.fd, _ = unix.FcntlInt(uintptr(streams[first]), unix.F_DUPFD_CLOEXEC, 3)
	}
	return t, on
}

func device(fd int) uint64 {
	var st unix.Stat_t
	unix.Fstat(fd, &st)
	return uint64(st.Rdev)
}

// foregroundOf returns the foreground group of a terminal. It fails for one
// that does not control this process.
func foregroundOf(fd int) (int, error) { return unix.IoctlGetInt(fd, unix.TIOCGPGRP) }

func (t *terminal) close() {
	if t != nil {
		unix.Close(t.fd)
	}
}

// foreground reports whether the terminal is ours to read from and to change.
func (t *terminal) foreground() bool {
	group, err := foregroundOf(t.fd)
	return err != nil || group == unix.Getpgrp()
}

// takeOver puts the terminal in raw mode: what is typed goes to the command as
// it is, and the command's own terminal makes of it what it will. With
// keepOutput newlines are still expanded, for the rest of a pipeline that
// writes to the terminal, too. Where the terminal is raw already, the modes are
// set again: someone may have changed them while this process was stopped.
func (t *terminal) takeOver(keepOutput bool) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	before, err := unix.IoctlGetTermios(t.fd, ioctlGetTermios)
	if err != nil {
		return err
	}
	saved, err := term.MakeRaw(t.fd)
	if err != nil {
		return err
	}
	if !t.raw {
		t.saved = saved
	}
	if keepOutput && before.Oflag&unix.OPOST != 0 { // term knows no such mode
		if modes, err := unix.IoctlGetTermios(t.fd, ioctlGetTermios); err == nil {
			modes.Oflag |= unix.OPOST
			unix.IoctlSetTermios(t.fd, ioctlSetTermios, modes)
		}
	}
	t.raw, t.whole = true, !keepOutput
	return nil
}

// passes reports whether the terminal shows what it is given as it is.
func (t *terminal) passes() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.raw && t.whole
}

// giveBack restores the modes from before takeOver, unless the terminal is in
// someone else's hands by now. It may be called at any time, by anyone.
func (t *terminal) giveBack() {
	if t == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.raw && t.foreground() {
		term.Restore(t.fd, t.saved)
	}
	t.raw = false
}

// onPanic gives the terminal back before a panic goes on. It is deferred by
// every goroutine there is while the terminal may be raw.
func (t *terminal) onPanic() {
	if r := recover(); r != nil {
		t.giveBack()
		panic(r)
	}
}

// copyTo gives another terminal the modes of this one, which term cannot.
func (t *terminal) copyTo(fd int) error {
	modes, err := unix.IoctlGetTermios(t.fd, ioctlGetTermios)
	if err != nil {
		return err
	}
	return unix.IoctlSetTermios(fd, ioctlSetTermios, modes)
}

// copySize gives another terminal the size of this one, in pixels as well, of
// which term does not know. The kernel tells its foreground group (SIGWINCH) if
// that is a change.
func (t *terminal) copySize(fd int) error {
	size, err := unix.IoctlGetWinsize(t.fd, unix.TIOCGWINSZ)
	if err != nil {
		return err
	}
	return unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, size)
}
