//go:build amd64 || arm64

package supervisor

import (
	"os"
	"runtime"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// step is a system call that a child makes before it is the command. One that
// fails, or gives another result than is wanted, is its last.
type step struct {
	nr     uintptr
	args   [4]uintptr
	want   uintptr // 0: any
	result uintptr
}

// failed is the error of a step that was made, 0 where it has none.
func (s *step) failed() syscall.Errno {
	if s.result > ^uintptr(0)-4095 {
		return syscall.Errno(-s.result)
	}
	return 0
}

// child is a process that is being started: its steps, and what they point to.
//
// It is started by hand and not by the syscall package because the kernel guard
// has to be put on it and on nobody else. It shares this process's memory and
// descriptors until it is the command (so the guard's listener is ours), and
// this thread waits for that.
type child struct {
	steps []step
	guard [2]int // the steps that put the filter on: from, to; they are none if equal

	path, dir *byte
	argv, env []*byte
	mask      uint64
	standard  sigaction
	ignore    sigaction
	program   unix.SockFprog
}

// newChild prepares the start of c under a filter.
func newChild(c *Command, f Filter) (*child, error) {
	k := &child{steps: make([]step, 0, 96)}
	if err := k.names(c); err != nil {
		return nil, err
	}
	// A signal must not come to a handler of ours in it.
	for sig := syscall.Signal(1); sig <= lastSignal; sig++ {
		if action := swapAction(sig, nil); action.handled() {
			k.add(unix.SYS_RT_SIGACTION, uintptr(sig), uintptr(unsafe.Pointer(&k.standard)), 0, sigsetSize)
		}
	}
	if set, _ := atStart(); set&(1<<(syscall.SIGCHLD-1)) != 0 { // this process could not learn how it ended
		k.ignore = ignoreAction
		k.add(unix.SYS_RT_SIGACTION, uintptr(syscall.SIGCHLD), uintptr(unsafe.Pointer(&k.ignore)), 0, sigsetSize)
	}
	if k.mask = maskAtStart; !lookedBefore { // the runtime has taken some out
		unix.RawSyscall6(unix.SYS_RT_SIGPROCMASK, unix.SIG_BLOCK, 0, uintptr(unsafe.Pointer(&k.mask)), sigsetSize, 0, 0)
	}
	k.add(unix.SYS_RT_SIGPROCMASK, unix.SIG_SETMASK, uintptr(unsafe.Pointer(&k.mask)), 0, sigsetSize)
	if k.dir != nil {
		k.add(unix.SYS_CHDIR, uintptr(unsafe.Pointer(k.dir)))
	}
	if !c.Outlives {
		k.add(unix.SYS_PRCTL, unix.PR_SET_PDEATHSIG, uintptr(unix.SIGKILL))
		k.add(unix.SYS_GETPPID)
		k.steps[len(k.steps)-1].want = uintptr(os.Getpid()) // it was killed before that
	}
	k.under(f)
	k.add(unix.SYS_EXECVE, uintptr(unsafe.Pointer(k.path)), uintptr(unsafe.Pointer(&k.argv[0])), uintptr(unsafe.Pointer(&k.env[0])))
	return k, nil
}

func (k *child) names(c *Command) (err error) {
	if k.path, err = syscall.BytePtrFromString(c.Path); err != nil {
		return err
	}
	if c.Dir != "" {
		if k.dir, err = syscall.BytePtrFromString(c.Dir); err != nil {
			return err
		}
	}
	if k.argv, err = syscall.SlicePtrFromStrings(c.Argv); err != nil {
		return err
	}
	k.env, err = syscall.SlicePtrFromStrings(c.Env)
	return err
}

// under adds the steps that put a filter on the child.
func (k *child) under(f Filter) {
	k.guard = [2]int{len(k.steps), len(k.steps)}
	if len(f.Program) == 0 {
		return
	}
	if f.Pledge {
		k.add(unix.SYS_PRCTL, unix.PR_SET_NO_NEW_PRIVS, 1)
	}
	k.program = unix.SockFprog{Len: uint16(len(f.Program)), Filter: (*unix.SockFilter)(unsafe.Pointer(&f.Program[0]))}
	k.add(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, f.Flags, uintptr(unsafe.Pointer(&k.program)))
	k.guard[1] = len(k.steps)
}

func (k *child) add(nr uintptr, args ...uintptr) {
	s := step{nr: nr}
	copy(s.args[:], args)
	k.steps = append(k.steps, s)
}

// startFlags has the kernel give a pidfd, too; before 5.2 it knows nothing of that,
// and gives none.
var startFlags = unix.CLONE_VM | unix.CLONE_VFORK | unix.CLONE_FILES | unix.CLONE_PIDFD | uintptr(unix.SIGCHLD)

// start makes it a process. One of the errors is set if there is none: refused
// says that the kernel did not take the filter.
func (k *child) start() (d *direct, refused, err error) {
	pidfd := int32(-1)
	syscall.ForkLock.Lock()
	pid := vfork(startFlags, &pidfd, &k.steps[0], len(k.steps))
	syscall.ForkLock.Unlock()
	defer runtime.KeepAlive(k)
	if pid < 0 {
		return nil, nil, syscall.Errno(-pid)
	}
	d = &direct{pid: pid, pidfd: int(pidfd), listener: -1}
	for i := range k.steps {
		failed := k.steps[i].failed()
		if failed == 0 {
			continue
		}
		reap(pid)
		unix.Close(d.pidfd)
		if i >= k.guard[0] && i < k.guard[1] {
			return nil, failed, nil
		}
		return nil, nil, failed
	}
	if last := k.guard[1] - 1; last >= k.guard[0] && k.steps[last].result > 0 {
		d.listener = int(k.steps[last].result)
	}
	return d, nil, nil
}

// vfork starts a child that shares this process's memory and makes the steps,
// and returns when it has become another program or ended: its pid, or the
// negative number of an error. No signal comes to the child before a step lets
// it.
func vfork(flags uintptr, pidfd *int32, steps *step, n int) (pid int)
