package procs

import "golang.org/x/sys/unix"

// The call of the mark is pidfd_send_signal, which does not exist under the
// filter, with flags it does not have: elsewhere it fails with EINVAL or ENOSYS. A
// [HomeMark] stands where the signal's siginfo would. The filter answers with one
// of these errors.
const (
	MarkFlags = 0x6865726d

	MarkedHome  = unix.EISNAM // this home's supervisor guards the caller
	MarkedOther = unix.ENAVAIL
)

// Marked reports whether this process descends from a guarded command, however it
// got away from it, and whether the one who guards it has this $HERMES_HOME.
func Marked(home string) (guarded, same bool) {
	_, _, errno := unix.RawSyscall6(unix.SYS_PIDFD_SEND_SIGNAL, ^uintptr(0), 0, uintptr(HomeMark(home)), MarkFlags, 0, 0)
	return errno == MarkedHome || errno == MarkedOther, errno == MarkedHome
}
