package mcp

import (
	"syscall"
	"unsafe"
)

// resident returns how many bytes of memory a process has; 0 where that cannot
// be told. It is proc_pidinfo(PROC_PIDTASKINFO) of libproc, whose struct
// proc_taskinfo (<sys/proc_info.h>, 96 bytes) begins with the virtual and the
// resident size.
func resident(pid int) int64 {
	const procInfo, callPIDInfo, taskInfo = 336, 2, 4
	var info [96]byte
	n, _, err := syscall.Syscall6(procInfo, callPIDInfo, uintptr(pid), taskInfo, 0, uintptr(unsafe.Pointer(&info)), unsafe.Sizeof(info))
	if err != 0 || n != unsafe.Sizeof(info) {
		return 0
	}
	return *(*int64)(unsafe.Pointer(&info[8]))
}
