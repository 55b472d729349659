//go:build amd64 || arm64

package guard

import (
	"encoding/binary"
	"errors"
	"io"
	"os"
	"runtime/debug"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/hermes-exec/hermes-exec/supervisor"
)

// Seccomp knows no way to fail open: when the last descriptor of a listener is
// closed, every call that the filter asks about fails with ENOSYS. So somebody has
// to answer for as long as a task with the filter is left: a guardian, this
// program once more. Guardians stand by, waiting for the lock that who answers
// holds: the supervisor first, then one of them after the other.
const guardianName = "hermes-exec-guardian"

const (
	standAfter  = time.Second           // shorter commands have nobody stand by unless something of them is left
	stragglers  = 10 * time.Millisecond // what ends with its command has until then
	readyWithin = 5 * time.Second       // for a guardian to say that it stands by
	startAgain  = 100 * time.Millisecond

	besideSupervisor = 2 // so many guardians stand by a supervisor: agents kill it, with what is named like it
	besideGuardian   = 1
)

// standby are the guardians that stand by for a listener.
type standby struct {
	l      *listener
	orders func() []byte // for a guardian

	mu     sync.Mutex
	timer  *time.Timer
	wanted int
	there  int
	held   bool
}

// standBy has guardians started in a while.
func (l *listener) standBy(orders func() []byte) *standby {
	s := &standby{l: l, orders: orders}
	s.timer = time.AfterFunc(standAfter, func() { s.want(besideSupervisor) })
	return s
}

// want has at least n guardians stand by from now on. It returns when they do.
func (s *standby) want(n int) (err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.wanted = max(s.wanted, n)
	if !s.held {
		if err := s.l.hold(); err != nil {
			return err
		}
		s.held = true
	}
	for s.there < s.wanted {
		control, err := s.l.startGuardian(s.orders())
		if err != nil {
			return err
		}
		s.there++
		go s.watch(control)
	}
	return nil
}

// watch has another guardian started when one has ended and somebody is left.
func (s *standby) watch(control *os.File) {
	io.Copy(io.Discard, control)
	control.Close()
	s.mu.Lock()
	s.there--
	s.mu.Unlock()
	time.Sleep(startAgain)
	s.want(0)
}

// leave sees to it that a guardian goes on when this process ends, where any of the
// command is left.
func (s *standby) leave() {
	s.timer.Stop()
	if s.l.hungUp(stragglers) {
		return
	}
	if err := s.want(1); err != nil && !s.l.hungUp(0) {
		s.l.records.add(supervisor.GuardEvent{Off: "what the command left running can start no programs: no guardian: " + err.Error()})
	}
}

// Where a guardian finds what it was handed.
const (
	controlFD = iota + 3
	listenerFD
	callsFD
)

var errOver = errors.New("nobody is left")

// hold says that this process answers.
func (l *listener) hold() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.over {
		return errOver
	}
	return l.calls.hold()
}

// startGuardian starts one for this listener, and returns when it stands by.
func (l *listener) startGuardian(orders []byte) (control *os.File, err error) {
	ours, theirs, err := supervisor.ControlPair()
	if err != nil {
		return nil, err
	}
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		ours.Close()
		unix.Close(theirs)
		return nil, err
	}
	defer null.Close()
	l.mu.Lock() // the descriptors stay what they are
	if l.over {
		err = errOver
	} else {
		err = supervisor.StartBeside([]string{guardianName}, &syscall.ProcAttr{
			Dir:   "/", // it holds nobody's folder
			Env:   os.Environ(),
			Files: []uintptr{null.Fd(), null.Fd(), null.Fd(), uintptr(theirs), uintptr(l.fd), uintptr(l.calls.fd)},
			Sys:   &syscall.SysProcAttr{Setsid: true},
		})
	}
	l.mu.Unlock()
	unix.Close(theirs)
	if err == nil {
		ours.SetDeadline(time.Now().Add(readyWithin))
		_, err = ours.Write(append(binary.NativeEndian.AppendUint32(nil, uint32(len(orders))), orders...))
	}
	if err == nil {
		_, err = io.ReadFull(ours, make([]byte, 1))
	}
	if err != nil {
		ours.Close()
		return nil, err
	}
	ours.SetDeadline(time.Time{})
	return ours, nil
}

// Guardian turns this process into a guardian if it was started as one, and does
// not return then. judge makes the guard that answers, of what [Execs].Orders gave.
// Every program whose guards judge execs calls it first in main.
func Guardian(judge func(orders []byte) *Guard) {
	if os.Args[0] != guardianName || len(os.Args) != 1 {
		return
	}
	debug.SetGCPercent(20) // it is one of many, and idle
	control, err := supervisor.Assume(guardianName, controlFD)
	if err != nil {
		os.Exit(125)
	}
	unix.CloseOnExec(listenerFD)
	unix.CloseOnExec(callsFD)
	supervisor.Release()
	if err := guardian(control, judge); err != nil {
		os.Exit(125)
	}
	os.Exit(0)
}

func readOrders(control io.Reader) ([]byte, error) {
	var size [4]byte
	if _, err := io.ReadFull(control, size[:]); err != nil {
		return nil, err
	}
	orders := make([]byte, binary.NativeEndian.Uint32(size[:]))
	_, err := io.ReadFull(control, orders)
	return orders, err
}

// guardian stands by until it has the lock, and answers for what is left of the
// command until that has ended.
func guardian(control *os.File, judge func([]byte) *Guard) error {
	orders, err := readOrders(control)
	if err != nil {
		return err
	}
	calls, err := openSlots(callsFD)
	if err != nil {
		return err
	}
	watched, err := unix.FcntlInt(listenerFD, unix.F_DUPFD_CLOEXEC, 3) // the other one is closed once nobody is left
	if err != nil {
		return err
	}
	control.Write([]byte{1})
	if err := calls.hold(); err != nil || hungUp(listenerFD, 0) {
		return err
	}
	left := calls.succeed()
	since := uptime()
	l := newListener(sync.OnceValue(func() *Guard { // what starts nothing costs little
		g := judge(orders)
		g.since = since
		return g
	}), listenerFD, calls)
	l.begun.Store(true)
	l.grow()
	for _, n := range left {
		l.later(n)
	}
	next := &standby{l: l, held: true, orders: func() []byte { return orders }}
	next.want(besideGuardian)
	hungUp(watched, -time.Millisecond)
	l.records.flush()
	return nil
}
