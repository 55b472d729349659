package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strconv"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

// attack is `attack WAY PID`: it tries to end the process and says what the
// kernel answered, with status 0 where that was a no. Some ways only work where
// no guard is; they end the host there, which has to be a sacrificial one.
func attack() {
	if len(os.Args) != 3 {
		os.Exit(2)
	}
	runtime.LockOSThread()
	pid, err := strconv.Atoi(os.Args[2])
	if err != nil || pid <= 1 {
		os.Exit(2)
	}
	way, ok := attacks[os.Args[1]]
	if !ok {
		os.Exit(2)
	}
	err = way(pid)
	fmt.Printf("%s: %v\n", os.Args[1], err)
	if err == nil {
		os.Exit(1)
	}
}

const deadly = uintptr(unix.SIGKILL)

var attacks = map[string]func(pid int) error{
	"kill":  func(pid int) error { return raw(unix.SYS_KILL, uintptr(pid), deadly) },
	"high":  func(pid int) error { return raw(unix.SYS_KILL, 1<<32|uintptr(pid), 1<<32|deadly) },
	"group": func(pid int) error { return raw(unix.SYS_KILL, uintptr(-pid), deadly) },
	"tkill": func(pid int) error { return raw(unix.SYS_TKILL, uintptr(pid), deadly) },
	"tgkill": func(pid int) error {
		return raw(unix.SYS_TGKILL, uintptr(pid), uintptr(pid), deadly)
	},
	"thread": func(pid int) error { // a number of the host's that is none of its processes'
		return raw(unix.SYS_KILL, uintptr(anyThread(pid)), deadly)
	},
	"sigqueue": func(pid int) error {
		info := [16]uint64{uint64(deadly), 0xffffffff} // si_code -1, SI_QUEUE
		return raw(unix.SYS_RT_SIGQUEUEINFO, uintptr(pid), deadly, uintptr(unsafe.Pointer(&info)))
	},
	"tgsigqueue": func(pid int) error {
		info := [16]uint64{uint64(deadly), 0xffffffff}
		return raw(unix.SYS_RT_TGSIGQUEUEINFO, uintptr(pid), uintptr(pid), deadly, uintptr(unsafe.Pointer(&info)))
	},
	"pidfd": func(pid int) error {
		fd, err := unix.PidfdOpen(pid, 0)
		if err != nil {
			return err
		}
		return unix.PidfdSendSignal(fd, unix.SIGKILL, nil, 0)
	},
	"procfd": func(pid int) error { // a folder of /proc is as good as a pidfd
		fd, err := unix.Open("/proc/"+strconv.Itoa(pid), unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
		if err != nil {
			return err
		}
		return unix.PidfdSendSignal(fd, unix.SIGKILL, nil, 0)
	},
	"ptrace": func(pid int) error {
		if err := unix.PtraceAttach(pid); err != nil {
			return err
		}
		raw(unix.SYS_PTRACE, unix.PTRACE_KILL, uintptr(pid), 0, 0)
		return nil
	},
	"seize": func(pid int) error { return unix.PtraceSeize(pid) },
	"prlimit": func(pid int) error {
		return unix.Prlimit(pid, unix.RLIMIT_CPU, &unix.Rlimit{Cur: 0, Max: 0}, nil)
	},
	"memory": func(pid int) error { // nothing is written: there is nothing at 0
		b := []byte{0}
		local := []unix.Iovec{{Base: &b[0], Len: 1}}
		if _, err := unix.ProcessVMWritev(pid, local, []unix.RemoteIovec{{Len: 1}}, 0); err != unix.EFAULT {
			return err
		}
		return nil
	},
	"owner": func(pid int) error {
		return sigio(func(fd uintptr) error { return raw(unix.SYS_FCNTL, fd, unix.F_SETOWN, uintptr(pid)) })
	},
	"ownergroup": func(pid int) error {
		return sigio(func(fd uintptr) error { return raw(unix.SYS_FCNTL, fd, unix.F_SETOWN, uintptr(-pid)) })
	},
	"ownerex": func(pid int) error {
		return sigio(func(fd uintptr) error {
			owner := [2]int32{1, int32(pid)} // F_OWNER_PID
			return raw(unix.SYS_FCNTL, fd, unix.F_SETOWN_EX, uintptr(unsafe.Pointer(&owner)))
		})
	},
	"ownerioctl": func(pid int) error {
		return sigio(func(fd uintptr) error {
			owner := int32(pid)
			return raw(unix.SYS_IOCTL, fd, 0x8901, uintptr(unsafe.Pointer(&owner))) // FIOSETOWN
		})
	},
	"join": func(pid int) error { // into the host's group, to signal one's own
		if err := raw(unix.SYS_SETPGID, 0, 0); err != nil {
			return err
		}
		if err := raw(unix.SYS_SETPGID, 0, uintptr(pid)); err != nil {
			return err
		}
		return raw(unix.SYS_KILL, 0, deadly)
	},
	"type": func(int) error { // Ctrl-C, into the terminal that the host is on
		fd, err := unix.Open("/dev/tty", unix.O_RDWR|unix.O_CLOEXEC, 0)
		if err != nil {
			return err
		}
		key := byte(3)
		return raw(unix.SYS_IOCTL, uintptr(fd), unix.TIOCSTI, uintptr(unsafe.Pointer(&key)))
	},
	"hangup": func(int) error { return raw(unix.SYS_VHANGUP) },
	"zero":   func(int) error { return raw(unix.SYS_KILL, 0, deadly) },
	"orphan": func(pid int) error { // a grandchild in its own session
		self, err := os.Executable()
		if err != nil {
			return err
		}
		c := exec.Command(self, "kill", strconv.Itoa(pid))
		c.Args[0] = os.Args[0]
		c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		if err := c.Run(); err != nil {
			return nil // it was not refused
		}
		return unix.EPERM
	},
	"x32":   func(pid int) error { return foreign(raw(x32Bit|unix.SYS_KILL, uintptr(pid), deadly)) },
	"int80": func(pid int) error { return foreign(int80(37, uint32(pid), uint32(deadly))) },
	"reboot": func(int) error {
		// In a pid namespace this ends the namespace; elsewhere it is not tried.
		if here, err := os.Readlink("/proc/self/ns/pid"); err != nil || os.Getenv(outerEnv) == "" || here == os.Getenv(outerEnv) {
			return errors.New("not in a pid namespace of its own")
		}
		return raw(unix.SYS_REBOOT, unix.LINUX_REBOOT_MAGIC1, unix.LINUX_REBOOT_MAGIC2, unix.LINUX_REBOOT_CMD_RESTART)
	},
	"kexec": func(int) error { // flags that no kernel knows
		if err := raw(unix.SYS_KEXEC_LOAD, 0, 0, 0, 0xffff); err != unix.EINVAL {
			return err
		}
		return nil
	},
}

// foreign takes ENOSYS for no refusal: it is what a kernel without that way in
// says, guard or not.
func foreign(err error) error {
	if err == unix.ENOSYS {
		return nil
	}
	return err
}

func raw(call uintptr, args ...uintptr) error {
	var a [6]uintptr
	copy(a[:], args)
	if _, _, errno := unix.RawSyscall6(call, a[0], a[1], a[2], a[3], a[4], a[5]); errno != 0 {
		return errno
	}
	return nil
}

// sigio has input on a socket announced by SIGKILL to whomever own says.
func sigio(own func(fd uintptr) error) error {
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM, 0)
	if err != nil {
		return err
	}
	fd := uintptr(pair[0])
	if err := own(fd); err != nil {
		return err
	}
	raw(unix.SYS_FCNTL, fd, 10, deadly) // F_SETSIG
	raw(unix.SYS_FCNTL, fd, unix.F_SETFL, unix.O_ASYNC|unix.O_NONBLOCK)
	unix.Write(pair[1], []byte{0})
	time.Sleep(100 * time.Millisecond)
	return nil
}

// anyThread gives the number of one of the process's threads but the first.
func anyThread(pid int) int {
	list, _ := os.ReadDir("/proc/" + strconv.Itoa(pid) + "/task")
	for _, e := range list {
		if tid, err := strconv.Atoi(e.Name()); err == nil && tid != pid {
			return tid
		}
	}
	return pid
}

// own is `own`: signals among its own processes, in every way that the guard
// looks at. It says what differs from a machine without one.
func own() {
	signal.Ignore(unix.SIGUSR1)
	check := func(what string, err error) {
		if err != nil {
			fmt.Printf("%s: %v\n", what, err)
		}
	}
	self := os.Getpid()
	for range 3 {
		child := exec.Command("sleep", "60")
		check("start", child.Start())
		check("signal 0", child.Process.Signal(syscall.Signal(0)))
		check("kill", child.Process.Kill())
		if err := child.Wait(); err == nil || err.Error() != "signal: killed" {
			fmt.Println("the child:", err)
		}
	}
	check("self", raw(unix.SYS_KILL, uintptr(self), uintptr(unix.SIGUSR1)))
	check("thread", raw(unix.SYS_TGKILL, uintptr(self), uintptr(unix.Gettid()), uintptr(unix.SIGUSR1)))
	fd, err := unix.PidfdOpen(self, 0)
	check("pidfd_open", err)
	unix.Close(fd)
	var limit unix.Rlimit
	check("getrlimit", unix.Prlimit(0, unix.RLIMIT_CPU, nil, &limit))
	check("setrlimit", unix.Prlimit(0, unix.RLIMIT_CPU, &limit, nil))
	check("limits of the parent", unix.Prlimit(os.Getppid(), unix.RLIMIT_CPU, nil, &limit))
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM, 0)
	check("socketpair", err)
	owner := [2]int32{1, int32(self)}
	check("F_SETOWN", raw(unix.SYS_FCNTL, uintptr(pair[0]), unix.F_SETOWN, uintptr(self)))
	check("F_SETOWN_EX", raw(unix.SYS_FCNTL, uintptr(pair[0]), unix.F_SETOWN_EX, uintptr(unsafe.Pointer(&owner))))
	check("FIOSETOWN", raw(unix.SYS_IOCTL, uintptr(pair[0]), 0x8901, uintptr(unsafe.Pointer(&owner[1]))))
	for _, sig := range []unix.Signal{0, unix.SIGCONT, unix.SIGWINCH, unix.SIGCHLD, unix.SIGURG} {
		check("parent "+sig.String(), unix.Kill(os.Getppid(), sig))
	}
	check("setpgid to where it is", raw(unix.SYS_SETPGID, 0, uintptr(unix.Getpgrp())))
	check("setpgid", raw(unix.SYS_SETPGID, 0, 0))
	check("own group", raw(unix.SYS_KILL, 0, uintptr(unix.SIGUSR1)))
	check("own group by number", raw(unix.SYS_KILL, uintptr(-self), uintptr(unix.SIGUSR1)))
	fmt.Println("done")
}

// without is `without ERRNO CMD…`: it runs CMD on a kernel that has no seccomp,
// as far as CMD can see: the call fails with that number.
func without() {
	if len(os.Args) < 3 {
		os.Exit(2)
	}
	errno, err := strconv.ParseUint(os.Args[1], 10, 12)
	if err != nil {
		os.Exit(2)
	}
	code, err := bpf.Assemble([]bpf.Instruction{
		bpf.LoadAbsolute{Off: 0, Size: 4},
		bpf.JumpIf{Cond: bpf.JumpEqual, Val: unix.SYS_SECCOMP, SkipFalse: 1},
		bpf.RetConstant{Val: unix.SECCOMP_RET_ERRNO | uint32(errno)},
		bpf.RetConstant{Val: unix.SECCOMP_RET_ALLOW},
	})
	if err != nil {
		os.Exit(2)
	}
	runtime.LockOSThread()
	program := unix.SockFprog{Len: uint16(len(code)), Filter: (*unix.SockFilter)(unsafe.Pointer(&code[0]))}
	if os.Getuid() != 0 {
		unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
	}
	if err := raw(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, 0, uintptr(unsafe.Pointer(&program))); err != nil {
		fmt.Println(err)
		os.Exit(2)
	}
	path, err := exec.LookPath(os.Args[2])
	if err == nil {
		err = syscall.Exec(path, os.Args[2:], os.Environ())
	}
	fmt.Println(err)
	os.Exit(2)
}
