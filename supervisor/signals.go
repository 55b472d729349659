package supervisor

import (
	"os"
	"os/signal"
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
var deadly = []syscall.Signal{
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

// keepIgnored has commands ignore what this process was started to ignore: HUP
// (nohup), and INT with QUIT, which a shell without job control ignores together
// for what it starts with & (POSIX 2.11). Go leaves HUP, INT and the job control
// signals as they were and gives QUIT, like all others, a handler.
func keepIgnored() {
	if signal.Ignored(syscall.SIGINT) {
		signal.Ignore(syscall.SIGQUIT)
	}
}

// catch has signals delivered to the returned channel, but those that are
// ignored.
func catch(signals []syscall.Signal) chan os.Signal {
	c := make(chan os.Signal, 16)
	notify(c, signals)
	return c
}

// notify has more signals delivered to c.
func notify(c chan os.Signal, signals []syscall.Signal) {
	for _, sig := range signals {
		if !signal.Ignored(sig) {
			signal.Notify(c, sig)
		}
	}
}

// catchMore has the deadly signals delivered to c, too. It comes after the start
// of the command, which it would hold up. A broken pipe is for those only who
// write to none but the command's own.
func catchMore(c chan os.Signal, command Command) {
	notify(c, deadly)
	if !command.Fed {
		notify(c, []syscall.Signal{syscall.SIGPIPE})
	}
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
