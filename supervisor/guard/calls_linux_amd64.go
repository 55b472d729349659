package guard

import "golang.org/x/sys/unix"

const (
	archNative = unix.AUDIT_ARCH_X86_64
	archCompat = unix.AUDIT_ARCH_I386
	x32Bit     = 0x40000000
)

// The numbers of i386, from the kernel's syscall_32.tbl.
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
