package main

import (
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"unsafe"

	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"

	"github.com/hermes-exec/hermes-exec/supervisor/guard"
)

// listens is `listens CMD…`: it runs CMD under a seccomp filter that is not
// ours, as a sandbox does that has a listener for some calls. Here that is one
// which nobody makes.
func listens() {
	runtime.LockOSThread() // what is started from this thread is under its filter
	if len(os.Args) < 2 {
		os.Exit(2)
	}
	listener, err := listen(unix.SYS_SWAPOFF)
	if err != nil {
		fmt.Fprintln(os.Stderr, "listens:", err)
		os.Exit(2)
	}
	c := exec.Command(os.Args[1], os.Args[2:]...)
	c.Stdout, c.Stderr = os.Stdout, os.Stderr
	err = c.Run()
	unix.Close(listener)
	if err != nil {
		fmt.Println("listens:", ended(err))
		os.Exit(1)
	}
	os.Exit(0)
}

// listen has the calling thread's call wait for a listener; all others go on.
func listen(call uint32) (listener int, err error) {
	if guard.TakesRights() {
		if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
			return -1, err
		}
	}
	filter, err := bpf.Assemble([]bpf.Instruction{
		bpf.LoadAbsolute{Off: 0, Size: 4},
		bpf.JumpIf{Cond: bpf.JumpEqual, Val: call, SkipFalse: 1},
		bpf.RetConstant{Val: unix.SECCOMP_RET_USER_NOTIF},
		bpf.RetConstant{Val: unix.SECCOMP_RET_ALLOW},
	})
	if err != nil {
		return -1, err
	}
	program := unix.SockFprog{Len: uint16(len(filter)), Filter: (*unix.SockFilter)(unsafe.Pointer(&filter[0]))}
	fd, _, errno := unix.RawSyscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_NEW_LISTENER, uintptr(unsafe.Pointer(&program)))
	runtime.KeepAlive(filter)
	if errno != 0 {
		return -1, errno
	}
	return int(fd), nil
}

// Where somebody else listens above, the kernel takes no second listener
// (EBUSY): the filter refuses by itself, without a line and a record, and doctor
// says that it is so.
func TestKernelGuardUnderForeignListener(t *testing.T) {
	t.Parallel()
	warns := regexp.MustCompile(`(?m)^warning +kernel guard +in force, but something above listens already`)
	for _, p := range pits(t) {
		t.Run(p.String(), func(t *testing.T) {
			t.Parallel()
			r := p.run(t, guardForced, "listens", "hermes-exec", "doctor")
			if !warns.MatchString(r.out) {
				t.Errorf("doctor says nothing of it: %s", r)
			}
			if r := p.run(t, guardForced, "hermes-exec", "doctor"); warns.MatchString(r.out) || !strings.Contains(r.out, "in force") {
				t.Errorf("doctor sees a listener where there is none: %s", r)
			}

			r = p.run(t, guardForced, append([]string{"listens"}, underGuard("true")...)...)
			if !r.spared() || !strings.Contains(r.out, "status: 0\n") || r.errs != "" {
				t.Errorf("true: %s", r)
			}
			for _, script := range []string{`kill -9 @HOST@`, `kill -9 $PPID`, `attack tgkill @HOST@`, `setsid -w sh -c 'kill -9 @HOST@'`} {
				for _, flags := range [][]string{nil, {"--pty"}} {
					r := p.run(t, guardForced, append([]string{"listens"}, underGuard("echo began; "+script+"; echo lived", flags...)...)...)
					if !r.spared() || !strings.Contains(r.out, "began") || !strings.Contains(r.out, "lived") || !strings.Contains(r.out, "status: 0\n") {
						t.Errorf("%s %v: %s", script, flags, r)
					}
					if regexp.MustCompile(saysNo).MatchString(r.errs) || regexp.MustCompile(recordsNo).MatchString(r.audit) {
						t.Errorf("%s %v: somebody else than the filter refused: %s", script, flags, r)
					}
				}
			}
		})
	}
}
