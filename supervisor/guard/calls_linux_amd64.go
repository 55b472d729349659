package guard

import "golang.org/x/sys/unix"

const (
	archNative = unix.AUDIT_ARCH_X86_64
	archCompat = unix.AUDIT_ARCH_I386
	x32Bit     = 0x40000000
)

// The numbers of i386, from the kernel's syscall_32.tbl.
const (
	compatExec         = 11
	compatMount        = 21
	compatUmount       = 52
	compatSwapoff      = 115
	compatInitModule   = 128
	compatDeleteModule = 129
	compatPivotRoot    = 217
	compatFinitModule  = 350
	compatExecAt       = 358

	compatPtrace     = 26
	compatKill       = 37
	compatIoctl      = 54
	compatFcntl      = 55
	compatSetpgid    = 57
	compatReboot     = 88
	compatSigqueue   = 178
	compatFcntl64    = 221
	compatTkill      = 238
	compatTgkill     = 270
	compatKexec      = 283
	compatAddKey     = 286
	compatRequestKey = 287
	compatKeyctl     = 288
	compatTgsigqueue = 335
	compatPrlimit    = 340
	compatVMRead     = 347
	compatVMWrite    = 348
	compatKexecFile  = none
)

// The numbers of x32 that are not amd64's, from the kernel's syscall_64.tbl.
const (
	x32Exec   = 520
	x32ExecAt = 545
)
