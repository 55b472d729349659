package supervisor

import (
	"os"
	"os/signal"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"
)

// forwarded are the signals that are passed on to the command.
//
// Without a pty the command shares our process group, so a signal sent to the
// group reaches it without us and, since Go does not tell who sent a signal,
// once more from us; timeout(1) and dumb-init do the same. For the two a person
// sends from the keyboard that would show (a second Ctrl-C means something
// else than one), so those are kept where the group is in the foreground.
//
// CONT is the last to be caught: whoever sees it forwarded knows of the others.
//
// On a pty the command has a session of its own and only we are signalled.
var forwarded = []syscall.Signal{
	syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT, syscall.SIGTERM,
	syscall.SIGUSR1, syscall.SIGUSR2, syscall.SIGCONT,
}

// deadly are the other signals that would end this process. On a pty it catches
// them only to put the user's terminal in order before it dies; else they are
// passed on, and it dies of them when the command has. Of those that stand for
// an error in a program only one that somebody sent is caught.
var deadly = [...]syscall.Signal{
	syscall.SIGALRM, syscall.SIGVTALRM, syscall.SIGXCPU, syscall.SIGXFSZ,
	syscall.SIGIO, syscall.SIGSYS, syscall.SIGTRAP, syscall.SIGABRT,
	syscall.SIGSEGV, syscall.SIGBUS, syscall.SIGFPE, syscall.SIGILL,
}

func fromKeyboard(sig syscall.Signal) bool {
	return sig == syscall.SIGINT || sig == syscall.SIGQUIT
}

// forGroup reports whether sig, come to this process, is to end a whole group: of
// one that leads its group that is what `kill %1`, timeout(1), a terminal that
// hangs up and an agent that gives a command up mean, and on a pty the rest of the
// group is in another.
func forGroup(sig syscall.Signal) bool {
	return (sig == syscall.SIGTERM || sig == syscall.SIGHUP) && syscall.Getpgrp() == os.Getpid()
}

// keepIgnored has the command ignore what this process was started to ignore:
// nohup, what a shell without job control starts with &, and trap "" SIGNAL. Go
// leaves HUP, INT and the job control signals as they were, and gives the others
// a handler. Where [readIgnored] cannot say of those, QUIT follows INT, since a
// shell ignores them together (POSIX 2.11). Not CHLD: who ignores that cannot
// learn how a child ended; where the system allows it the child does so itself.
// It is called before the start.
func keepIgnored() {
	set, known := atStart()
	for sig := syscall.Signal(1); sig <= 64; sig++ {
		if set&(1<<(sig-1)) != 0 && sig != syscall.SIGCHLD {
			ignore(sig)
		}
	}
	if !known && ignored(syscall.SIGINT) {
		signal.Ignore(syscall.SIGQUIT)
	}
}

var (
	startOnce  sync.Once
	startSet   uint64
	startKnown bool
)

// atStart is [readIgnored], read once.
func atStart() (set uint64, known bool) {
	startOnce.Do(func() { startSet, startKnown = readIgnored() })
	return startSet, startKnown
}

// ignored reports whether sig was ignored when this process started, as far as
// that is known.
func ignored(sig syscall.Signal) bool {
	set, _ := atStart()
	return set&(1<<(sig-1)) != 0 || stillIgnored(sig)
}

// catch has signals delivered to the returned channel, but those that are
// ignored.
func catch(signals []syscall.Signal) chan os.Signal {
	c := make(chan os.Signal, 16)
	catchAgain(c, signals)
	return c
}

func catchAgain(c chan os.Signal, signals []syscall.Signal) {
	for _, sig := range signals {
		if !ignored(sig) {
			signal.Notify(c, sig)
		}
	}
}

// catchMore has the deadly signals delivered to c, too, and the rest do what
// they would to another program. It comes after the start of the command, which
// it would hold up. A broken pipe is for those only who write to none but the
// command's own.
func catchMore(c chan os.Signal, command Command) {
	for _, sig := range deadly {
		if !ignored(sig) {
			signal.Notify(c, sig)
		}
	}
	if !command.Fed && !ignored(syscall.SIGPIPE) {
		signal.Notify(c, syscall.SIGPIPE)
	}
	dieOfTheRest()
}

// held is the subscription that [Listen] began; nil: none.
var held chan os.Signal

// Listen begins to catch the signals that [Keep] passes on, for a program that
// asks somebody before it calls that: none is to end it while there is an answer
// to be waited for, or to be written down. What arrives before the command has
// started is passed on when it has.
func Listen() {
	if held == nil {
		held = catch(forwarded)
	}
}

// caught is the channel of the signals to pass on.
func caught() chan os.Signal {
	c := held
	if held = nil; c == nil {
		c = catch(forwarded)
	}
	return c
}

// sharesForeground reports whether the keyboard's signals reach the command
// without us: it is in our group, and our group is the terminal's foreground.
func sharesForeground() bool {
	fd, err := unix.Open("/dev/tty", unix.O_RDWR|unix.O_NOCTTY|unix.O_CLOEXEC, 0)
	if err != nil {
		return false
	}
	defer unix.Close(fd)
	group, err := unix.IoctlGetInt(fd, unix.TIOCGPGRP)
	return err == nil && group == unix.Getpgrp()
}
