//go:build amd64 || arm64

package guard

import (
	"path"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/tiers"
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

// receivers is how many threads wait for calls. Until a call is received a signal
// can interrupt its caller, which then sees an EINTR that no exec gives: so there
// are always two that wait. The others answer what they have received.
const receivers = 4

// listener answers the calls that come to a filter's listener.
type listener struct {
	guard func() *Guard
	fd    int
	calls *slots

	begun   atomic.Bool    // the command itself has been started
	grown   atomic.Bool    // there are all the receivers
	waiting atomic.Int32   // threads that do nothing but receive
	threads sync.WaitGroup // that receive, and answers that are given elsewhere

	mu   sync.Mutex
	over bool // nobody is left who could call, and the listener is closed

	files    executables
	records  records
	approved approved
	last     refusals
}

// Serve implements [supervisor.Guard]. What still comes when the command has ended
// is answered until this process ends, or the last who could make a call: a thread
// that waits for one cannot be called back.
func (g *Guard) Serve(fd int) (end func(), err error) {
	calls, err := newSlots()
	if err != nil {
		unix.Close(fd)
		return nil, err
	}
	g.since = uptime()
	l := newListener(func() *Guard { return g }, fd, calls)
	if g.Execs == nil {
		return l.records.flush, nil
	}
	next := l.standBy(g.Execs.Orders)
	return func() {
		next.leave()
		l.records.flush()
	}, nil
}

// newListener has the first thread wait; when the last has ended, the listener is
// given up.
func newListener(g func() *Guard, fd int, calls *slots) *listener {
	l := &listener{guard: g, fd: fd, calls: calls}
	l.records.report = func(e supervisor.GuardEvent) { g().report(e) }
	wakeInTurn(fd)
	l.receive(1) // the command's own start waits for it
	go func() {
		l.threads.Wait()
		l.mu.Lock()
		defer l.mu.Unlock()
		l.over = true
		unix.Close(fd)
		calls.close()
	}()
	return l
}

// receive starts threads that wait for calls.
func (l *listener) receive(n int) {
	for range n {
		l.threads.Add(1)
		go l.receiver()
	}
}

// receiver is a thread that waits for calls. It answers them, too, as long as two
// others wait: what is answered elsewhere has to wait for a thread.
func (l *listener) receiver() {
	defer l.threads.Done()
	runtime.LockOSThread() // and ends with this goroutine
	supervisor.Deafen()
	l.waiting.Add(1)
	for inHurry := false; ; {
		if !inHurry && l.begun.Load() { // the command's own start does not wait for it
			hurry()
			inHurry = true
		}
		n := l.calls.take()
		_, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(l.fd), unix.SECCOMP_IOCTL_NOTIF_RECV, uintptr(unsafe.Pointer(n)))
		rest, done := l.waiting.Add(-1), true
		switch {
		case errno == unix.EINTR:
		case errno == unix.ENOENT && !l.hungUp(0): // the caller was killed since
		case errno != 0:
			l.calls.give(n)
			return
		case l.atOnce(n):
		case l.grow(), rest > 1:
			done = l.answer(n)
		default:
			l.later(n)
			done = false
		}
		if done {
			l.calls.give(n)
		}
		l.waiting.Add(1)
	}
}

// grow starts the other receivers when the first call has come that is not the
// command's own start: many a command starts nothing. It reports whether it did; this
// thread can answer then.
func (l *listener) grow() bool {
	if !l.grown.CompareAndSwap(false, true) {
		return false
	}
	l.receive(receivers - 1)
	return true
}

// later answers a call elsewhere than where it was received.
func (l *listener) later(n *notice) {
	l.aside(n, func() bool { return l.answer(n) })
}

// aside has a call answered that may take its time.
func (l *listener) aside(n *notice, answer func() (done bool)) {
	l.threads.Add(1)
	go func() {
		defer l.threads.Done()
		if answer() {
			l.calls.give(n)
		}
	}()
}

// atOnce answers what needs no thought: the command's own start, and programs of the
// system that no rule speaks about. Nothing here may wait for a file system that a
// caller keeps.
func (l *listener) atOnce(n *notice) bool {
	c, known := callOf(n.arch, n.nr)
	if !known || c.check != checkExec {
		return false
	}
	if l.begun.CompareAndSwap(false, true) {
		l.goOn(n)
		return true
	}
	s, err := n.exec(c.name)
	if err != nil || !ofDistribution(s.path) || tiers.WatchesBelow(path.Base(s.path)) {
		return false
	}
	l.grow()
	p, _, found, _ := l.files.recall(s.path)
	if !found || p.words != nil || isMultiCall(p.name) || tiers.WatchesBelow(p.name) {
		return false
	}
	l.goOn(n)
	return true
}

// answer judges a call and answers it. It is not done where somebody is asked first.
func (l *listener) answer(n *notice) (done bool) {
	c, known := callOf(n.arch, n.nr)
	switch {
	case known && c.check == checkExec:
		return l.answerExec(n, c)
	case known && c.check == checkMount:
		return l.answerMount(n, c)
	case known && c.check == checkJoin:
		l.answerJoin(n)
		return true
	}
	goesOn, event := l.guard().judge(n, func() bool { return l.waits(n) })
	if !goesOn {
		l.refuse(n, event)
		return true
	}
	if event.Rights != "" {
		l.records.once(event) // sudo asks twice
	}
	return l.goOn(n)
}

// goOn lets the call happen. Before 5.5 none could; better refused than left waiting.
func (l *listener) goOn(n *notice) (done bool) {
	a := answer{id: n.id, flags: unix.SECCOMP_USER_NOTIF_FLAG_CONTINUE}
	if l.send(&a) == unix.EINVAL {
		a.errno, a.flags = -int32(unix.EPERM), 0
		l.send(&a)
	}
	return true
}

// refuse answers EPERM: after EACCES execvp(3) would try the next folder of PATH.
func (l *listener) refuse(n *notice, e supervisor.GuardEvent) (done bool) {
	l.records.pending.Add(1) // the command may end at once
	defer l.records.pending.Done()
	if l.send(&answer{id: n.id, errno: -int32(unix.EPERM)}) == nil && (e.Call != "" || e.Exec != "") {
		l.records.add(e)
	}
	return true
}

// send gives an answer; an error means that the caller waits no more.
func (l *listener) send(a *answer) error {
	return ioctl(l.fd, unix.SECCOMP_IOCTL_NOTIF_SEND, unsafe.Pointer(a))
}

// waits reports whether the caller still does, so that what was read of it is true.
func (l *listener) waits(n *notice) bool {
	return ioctl(l.fd, unix.SECCOMP_IOCTL_NOTIF_ID_VALID, unsafe.Pointer(&n.id)) == nil
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
	l.send(&a)
}

// hungUp reports whether no task has the filter any more, or none has within a while.
func (l *listener) hungUp(within time.Duration) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.over || hungUp(l.fd, within)
}

// hungUp waits for ever where within is below 0.
func hungUp(fd int, within time.Duration) bool {
	on := []unix.PollFd{{Fd: int32(fd)}}
	for {
		_, err := unix.Poll(on, int(within.Milliseconds()))
		if err != unix.EINTR {
			return on[0].Revents != 0
		}
	}
}

// hurry has the calling thread run as soon as it is woken, where every processor is
// busy, too: before all that is not urgent, for who may say so, else with the shortest
// turn that the kernel gives (since 6.12).
func hurry() {
	const shortest = 100_000 // ns
	urgent := unix.SchedAttr{Size: unix.SizeofSchedAttr, Policy: unix.SCHED_FIFO, Priority: 1, Flags: unix.SCHED_FLAG_RESET_ON_FORK}
	if unix.SchedSetAttr(0, &urgent, 0) == nil {
		return
	}
	if a, err := unix.SchedGetAttr(0, 0); err == nil {
		a.Runtime = shortest
		unix.SchedSetAttr(0, a, 0)
	}
}

// wakeInTurn has whoever waits woken on the processor of who woke it: ask and answer
// are a hand-over, not two runs side by side. Kernels before 6.6 do not know it.
func wakeInTurn(fd int) {
	const (
		setFlags   = 0x40082104 // SECCOMP_IOCTL_NOTIF_SET_FLAGS, from the kernel's linux/seccomp.h
		syncWakeUp = 1          // SECCOMP_USER_NOTIF_FD_SYNC_WAKE_UP
	)
	unix.Syscall(unix.SYS_IOCTL, uintptr(fd), setFlags, syncWakeUp)
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
