//go:build amd64 || arm64

package guard

import (
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/hermes-exec/hermes-exec/supervisor"
)

// notice is struct seccomp_notif: a call that waits for its answer.
type notice struct {
	id     uint64
	caller uint32 // its thread, 0 where it is not in our pid namespace
	flags  uint32
	nr     uint32
	arch   uint32
	ip     uint64
	args   [6]uint64
}

// answer is struct seccomp_notif_resp.
type answer struct {
	id    uint64
	value int64
	errno int32 // negative
	flags uint32
}

// maxReports is how many refusals of one command are reported each by itself.
// A loop that tries a million times must not fill the disk.
const maxReports = 100

// Serve implements [supervisor.Guard].
func (g *Guard) Serve(fd int) (answer, stop func()) {
	g.since = uptime()
	l := &listener{guard: g, fd: fd}
	return l.next, l.stop
}

type listener struct {
	guard *Guard
	fd    int

	missed   supervisor.GuardEvent // the last to miss rights
	refused  int
	events   chan supervisor.GuardEvent
	reported chan struct{}
}

// stop ends the listening. Who waits then is told ENOSYS by the kernel.
func (l *listener) stop() {
	unix.Close(l.fd)
	if l.events == nil {
		return
	}
	if more := l.refused - maxReports; more > 0 {
		l.events <- supervisor.GuardEvent{More: more}
	}
	close(l.events)
	<-l.reported
}

// next answers the call that has come. Where its caller was killed since, there
// is none (ENOENT), and it does not wait.
func (l *listener) next() {
	var n notice
	if ioctl(l.fd, unix.SECCOMP_IOCTL_NOTIF_RECV, unsafe.Pointer(&n)) == nil {
		l.answer(&n)
	}
}

func (l *listener) answer(n *notice) {
	if c, known := callOf(n.arch, n.nr); known && c.check == checkJoin {
		l.answerJoin(n)
		return
	}
	goesOn, event := l.guard.judge(n, func() bool {
		return ioctl(l.fd, unix.SECCOMP_IOCTL_NOTIF_ID_VALID, unsafe.Pointer(&n.id)) == nil
	})
	a := answer{id: n.id, errno: -int32(unix.EPERM)}
	if goesOn {
		a.errno, a.flags = 0, unix.SECCOMP_USER_NOTIF_FLAG_CONTINUE
		switch err := ioctl(l.fd, unix.SECCOMP_IOCTL_NOTIF_SEND, unsafe.Pointer(&a)); {
		case err == nil && event.Rights != "":
			if event != l.missed { // sudo asks twice
				l.missed = event
				l.report(event)
			}
			return
		case err != unix.EINVAL:
			return
		}
		// Before 5.5 no call could go on; better refused than left waiting.
		a.errno, a.flags = -int32(unix.EPERM), 0
	}
	if ioctl(l.fd, unix.SECCOMP_IOCTL_NOTIF_SEND, unsafe.Pointer(&a)) == nil {
		l.report(event)
	}
}

// answerJoin is for who wants into the host's group. Who is there has what it
// asked for, as a shell with job control does for each $( ): it is told so, and
// nothing is done. Nobody comes back: another's kill(0) may have been judged by
// its being elsewhere.
func (l *listener) answerJoin(n *notice) {
	a := answer{id: n.id, errno: -int32(unix.EPERM)}
	switch caller, pid := int(n.caller), int(int32(n.args[0])); {
	case caller == 0 || !ownProc():
	case nested(caller):
		a.errno, a.flags = 0, unix.SECCOMP_USER_NOTIF_FLAG_CONTINUE // numbers there mean others
	default:
		if pid == 0 {
			pid = caller
		}
		if group, ok := groupOf(pid); ok && group == int(int32(n.args[1])) {
			a.errno = 0
		}
	}
	ioctl(l.fd, unix.SECCOMP_IOCTL_NOTIF_SEND, unsafe.Pointer(&a))
}

// report has an event reported without waiting for that: a reader of our
// standard error that stands still holds no caller up.
func (l *listener) report(e supervisor.GuardEvent) {
	if l.events == nil {
		l.events, l.reported = make(chan supervisor.GuardEvent, maxReports+1), make(chan struct{})
		go func() {
			defer close(l.reported)
			for e := range l.events {
				l.guard.report(e)
			}
		}()
	}
	if l.refused++; l.refused <= maxReports {
		l.events <- e // there is room for as many
	}
}

func ioctl(fd int, command uintptr, at unsafe.Pointer) error {
	for {
		_, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(fd), command, uintptr(at))
		switch errno {
		case 0:
			return nil
		case unix.EINTR:
		default:
			return errno
		}
	}
}
