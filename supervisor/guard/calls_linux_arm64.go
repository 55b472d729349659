package guard

import "golang.org/x/sys/unix"

const (
	archNative = unix.AUDIT_ARCH_AARCH64
	archCompat = unix.AUDIT_ARCH_ARM
	x32Bit     = 0 // there is no third way
)

// The numbers of 32-bit arm, from the kernel's arch/arm/tools/syscall.tbl.
const (
	compatExec         = 11
	compatMount        = 21
	compatUmount       = 52
	compatSwapoff      = 115
	compatInitModule   = 128
	compatDeleteModule = 129
	compatPivotRoot    = 218
	compatFinitModule  = 379
	compatExecAt       = 387

	compatPtrace     = 26
	compatKill       = 37
	compatIoctl      = 54
	compatFcntl      = 55
	compatSetpgid    = 57
	compatReboot     = 88
	compatSigqueue   = 178
	compatFcntl64    = 221
	compatTkill      = 238
	compatTgkill     = 268
	compatAddKey     = 309
	compatRequestKey = 310
	compatKeyctl     = 311
	compatKexec      = 347
	compatTgsigqueue = 363
	compatPrlimit    = 369
	compatVMRead     = 376
	compatVMWrite    = 377
	compatKexecFile  = 401
)

const x32Exec, x32ExecAt = none, none
