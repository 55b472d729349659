package main

import (
	"os"

	"golang.org/x/sys/unix"
)

// madeUp reports whether the kernel makes up what a file holds: /proc/kmsg and
// the tracing pipes block, pagemap has no end, and none of them is a script.
func madeUp(f *os.File) bool {
	raw, err := f.SyscallConn()
	if err != nil {
		return true
	}
	var fs unix.Statfs_t
	if raw.Control(func(fd uintptr) { err = unix.Fstatfs(int(fd), &fs) }) != nil || err != nil {
		return true
	}
	switch uint32(fs.Type) {
	case unix.PROC_SUPER_MAGIC, unix.SYSFS_MAGIC, unix.DEBUGFS_MAGIC, unix.TRACEFS_MAGIC, unix.SECURITYFS_MAGIC, unix.CGROUP_SUPER_MAGIC, unix.CGROUP2_SUPER_MAGIC,
		unix.BPF_FS_MAGIC, unix.PSTOREFS_MAGIC, unix.SELINUX_MAGIC, unix.EFIVARFS_MAGIC, unix.BINFMTFS_MAGIC:
		return true
	}
	return false
}
