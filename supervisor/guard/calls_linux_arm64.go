package guard

import "golang.org/x/sys/unix"

const (
	archNative = unix.AUDIT_ARCH_AARCH64
	archCompat = unix.AUDIT_ARCH_ARM
	x32Bit     = 0 // there is no third way
)

// The numbers of 32-bit arm, from the kernel's arch/arm/tools/syscall.tbl.
const (
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
