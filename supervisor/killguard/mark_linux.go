//go:build amd64 || arm64

package killguard

import "golang.org/x/sys/unix"

// The call is pidfd_send_signal, which does not exist under the filter, with
// flags it does not have: elsewhere it fails with EINVAL or ENOSYS. A home's mark
// stands where the signal's siginfo would.
const (
	markFlags = 0x6865726d

	answerHome  = unix.EISNAM // this home's supervisor guards the caller
	answerOther = unix.ENAVAIL
)

const (
	retHome  = unix.SECCOMP_RET_ERRNO | uint32(answerHome)
	retOther = unix.SECCOMP_RET_ERRNO | uint32(answerOther)
)

// Under reports whether this process descends from a guarded command, however
// it got away from it, and whether the one who guards it has this $HERMES_HOME.
func Under(home string) (guarded, same bool) {
	_, _, errno := unix.RawSyscall6(unix.SYS_PIDFD_SEND_SIGNAL, ^uintptr(0), 0, uintptr(mark(home)), markFlags, 0, 0)
	return errno == answerHome || errno == answerOther, errno == answerHome
}

// marks answers who asks by [Under], and pretends to the others.
func (p *program) marks(n numbers) {
	p.load(atLow(3))
	p.ne(markFlags, unknown)
	p.load(atLow(2))
	p.ne(uint32(n.mark), other)
	p.load(atHigh(2))
	p.ne(uint32(n.mark>>32), other)
	p.ret(retHome)
	p.label(other)
	p.ret(retOther)
}
