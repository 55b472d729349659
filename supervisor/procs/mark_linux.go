package procs

import "golang.org/x/sys/unix"

// The call of the mark is pidfd_send_signal, which does not exist under the
// filter, with flags it does not have: elsewhere it fails with EINVAL or ENOSYS. A
// question stands where the signal would, and a [HomeMark] where its siginfo would.
// The filter answers with one of these errors.
const (
	MarkFlags = 0x6865726d

	MarkedYes = unix.EISNAM
	MarkedNo  = unix.ENAVAIL
)

// What can be asked.
const (
	AskHome   = iota // is the home that of who guards the caller?
	AskJudged        // is what the caller starts judged, by the exec guard?
	AskAside         // and does a shell that is this program step aside for it?
)

// Marked reports whether this process descends from a guarded command, however it
// got away from it, and whether the one who guards it has this $HERMES_HOME.
func Marked(home string) (guarded, same bool) {
	answer := ask(AskHome, home)
	return answer == MarkedYes || answer == MarkedNo, answer == MarkedYes
}

// Judged reports whether an exec guard judges what this process starts.
func Judged() bool { return ask(AskJudged, "") == MarkedYes }

// StepsAside reports whether it does so for a command that is a program's, not a
// person's who types.
func StepsAside() bool { return ask(AskAside, "") == MarkedYes }

func ask(question uintptr, home string) unix.Errno {
	_, _, errno := unix.RawSyscall6(unix.SYS_PIDFD_SEND_SIGNAL, ^uintptr(0), question, uintptr(HomeMark(home)), MarkFlags, 0, 0)
	return errno
}
