//go:build amd64 || arm64

package guard

import "golang.org/x/sys/unix"

// call is one that can end a process, as each way into the kernel numbers it.
type call struct {
	name   string
	nr     uint32 // 64-bit, the supervisor's own way
	compat uint32 // 32-bit: i386, or arm under arm64
	x32    uint32 // amd64's third, without its bit
	check  check

	// foreign says that programs of other kinds than the supervisor's get the
	// same check. The calls without it are refused there whatever their
	// target: hardly any program is one, and each way in is one to get wrong.
	foreign bool
}

// none stands for a number that does not exist.
const none = ^uint32(0)

// check says what of a call's arguments the filter looks at.
type check int

const (
	checkKill       check = iota // pid_t 0, signal 1; pid may be 0, -1 or a group's
	checkQueue                   // pid_t 0, signal 1
	checkThread                  // pid_t 0, signal 2
	checkTarget                  // pid_t 0
	checkPtrace                  // request 0, pid_t 1
	checkLimit                   // pid_t 0, new limit 2
	checkOwner                   // command 1, pid_t 2: who gets SIGIO, which is deadly by default
	checkOwnerAt                 // command 1, the same in memory; and what types into a terminal
	checkJoin                    // group 1: only who is in the host's already, for who came back could signal its own
	checkAlways                  // refused, but where the caller's pid namespace is all it reaches
	checkNowhere                 // refused
	checkPledge                  // option 0: who asks whether it may get rights
	checkMissing                 // ENOSYS: there is no such call
	checkPretended               // ENOSYS, but to who asks for the mark
	checkKeys                    // operation 0: EACCES where it would change the user's keyring, see package seal
	checkKeyRequest              // keyring 3, the same
	checkExec                    // asked about, where execs are judged
	checkMount                   // the same
	checkKeyAdd                  // keyring 4, the same where nothing is sealed yet
)

// ofExecs says that a call is asked about only where execs are judged.
func (c check) ofExecs() bool { return c == checkExec || c == checkMount }

// calls has the busiest first.
var calls = [...]call{
	{"ioctl", unix.SYS_IOCTL, compatIoctl, 514, checkOwnerAt, true},
	{"fcntl", unix.SYS_FCNTL, compatFcntl, 72, checkOwner, true},
	{"fcntl", none, compatFcntl64, none, checkOwner, true},
	{"prlimit64", unix.SYS_PRLIMIT64, compatPrlimit, 302, checkLimit, true},
	{"setpgid", unix.SYS_SETPGID, compatSetpgid, 109, checkJoin, true},
	{"kill", unix.SYS_KILL, compatKill, 62, checkKill, false},
	{"tgkill", unix.SYS_TGKILL, compatTgkill, 234, checkThread, false},
	{"tkill", unix.SYS_TKILL, compatTkill, 200, checkQueue, false},
	{"rt_sigqueueinfo", unix.SYS_RT_SIGQUEUEINFO, compatSigqueue, 524, checkQueue, false},
	{"rt_tgsigqueueinfo", unix.SYS_RT_TGSIGQUEUEINFO, compatTgsigqueue, 536, checkThread, false},
	{"pidfd_open", unix.SYS_PIDFD_OPEN, unix.SYS_PIDFD_OPEN, unix.SYS_PIDFD_OPEN, checkTarget, false},
	// No register says who would get the signal: the descriptor may be a folder
	// of /proc or the other end of a socket. Who uses it can do without, as
	// on a kernel before 5.1.
	{"pidfd_send_signal", unix.SYS_PIDFD_SEND_SIGNAL, unix.SYS_PIDFD_SEND_SIGNAL, unix.SYS_PIDFD_SEND_SIGNAL, checkPretended, true},
	{"ptrace", unix.SYS_PTRACE, compatPtrace, 521, checkPtrace, false},
	// Nor whose descriptor would be taken, an approver's connection among them.
	{"pidfd_getfd", unix.SYS_PIDFD_GETFD, unix.SYS_PIDFD_GETFD, unix.SYS_PIDFD_GETFD, checkMissing, true},
	{"process_vm_readv", unix.SYS_PROCESS_VM_READV, compatVMRead, 539, checkTarget, false},
	{"process_vm_writev", unix.SYS_PROCESS_VM_WRITEV, compatVMWrite, 540, checkTarget, false},
	{"keyctl", unix.SYS_KEYCTL, compatKeyctl, 250, checkKeys, true},
	{"add_key", unix.SYS_ADD_KEY, compatAddKey, 248, checkKeyAdd, true},
	{"request_key", unix.SYS_REQUEST_KEY, compatRequestKey, 249, checkKeyRequest, true},
	{"prctl", unix.SYS_PRCTL, none, none, checkPledge, true},
	{"execve", unix.SYS_EXECVE, compatExec, x32Exec, checkExec, true},
	{"execveat", unix.SYS_EXECVEAT, compatExecAt, x32ExecAt, checkExec, true},
	{"mount", unix.SYS_MOUNT, compatMount, unix.SYS_MOUNT, checkMount, true},
	{"move_mount", unix.SYS_MOVE_MOUNT, unix.SYS_MOVE_MOUNT, unix.SYS_MOVE_MOUNT, checkMount, true},
	{"umount2", unix.SYS_UMOUNT2, compatUmount, unix.SYS_UMOUNT2, checkMount, true},
	{"pivot_root", unix.SYS_PIVOT_ROOT, compatPivotRoot, unix.SYS_PIVOT_ROOT, checkMount, true},
	{"swapoff", unix.SYS_SWAPOFF, compatSwapoff, unix.SYS_SWAPOFF, checkMount, true},
	{"init_module", unix.SYS_INIT_MODULE, compatInitModule, unix.SYS_INIT_MODULE, checkMount, true},
	{"finit_module", unix.SYS_FINIT_MODULE, compatFinitModule, unix.SYS_FINIT_MODULE, checkMount, true},
	{"delete_module", unix.SYS_DELETE_MODULE, compatDeleteModule, unix.SYS_DELETE_MODULE, checkMount, true},
	{"reboot", unix.SYS_REBOOT, compatReboot, 169, checkAlways, true},
	{"kexec_load", unix.SYS_KEXEC_LOAD, compatKexec, 528, checkNowhere, true},
	{"kexec_file_load", unix.SYS_KEXEC_FILE_LOAD, compatKexecFile, 320, checkNowhere, true},
	{"vhangup", unix.SYS_VHANGUP, 111, 153, checkNowhere, true}, // of a terminal that may be the host's
}

// Commands of fcntl and ioctl that say who gets SIGIO.
const (
	setOwner   = 8      // F_SETOWN
	setOwnerEx = 15     // F_SETOWN_EX, with a struct f_owner_ex
	fioSetOwn  = 0x8901 // FIOSETOWN, with an int
	siocSetOwn = 0x8902 // SIOCSPGRP, the same
)

// typeInto has a terminal read a byte as if it had been typed, a Ctrl-C or the
// answer to a prompt among them (TIOCSTI). Kernels since 6.2 can do without,
// and hardly any program knows it.
const typeInto = 0x5412

// discards are the commands of ioctl that throw away what a block device holds:
// BLKDISCARD, BLKSECDISCARD and BLKZEROOUT, from the kernel's linux/fs.h.
var discards = [...]uint32{0x1277, 0x127d, 0x127f}

// harmless are the signals that end nobody: to ask, to go on, and what is
// ignored unless it is caught.
var harmless = [...]uint32{0, uint32(unix.SIGCONT), uint32(unix.SIGWINCH), uint32(unix.SIGCHLD), uint32(unix.SIGURG)}

// callOf finds a call by its number.
func callOf(arch, nr uint32) (call, bool) {
	for _, c := range calls {
		switch {
		case arch == archNative && x32Bit != 0 && nr&x32Bit != 0:
			if nr &^= x32Bit; nr == c.x32 || nr == c.nr {
				return c, true
			}
			nr |= x32Bit
		case arch == archNative && nr == c.nr, arch == archCompat && nr == c.compat:
			return c, true
		}
	}
	return call{}, false
}
