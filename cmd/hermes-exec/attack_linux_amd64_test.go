package main

import (
	"encoding/binary"
	"runtime/debug"
	"unsafe"

	"golang.org/x/sys/unix"
)

const x32Bit = 0x40000000

// int80 enters the kernel as a 32-bit program does. Where the kernel was built
// without that, this process ends by SIGSEGV.
func int80(call, a, b uint32) error {
	debug.SetGCPercent(-1)                                                                 // nobody is to look at this stack meanwhile
	code := []byte{0xb8, 0, 0, 0, 0, 0xbb, 0, 0, 0, 0, 0xb9, 0, 0, 0, 0, 0xcd, 0x80, 0xc3} // mov eax, ebx, ecx; int 0x80; ret
	binary.LittleEndian.PutUint32(code[1:], call)
	binary.LittleEndian.PutUint32(code[6:], a)
	binary.LittleEndian.PutUint32(code[11:], b)
	page, err := unix.Mmap(-1, 0, unix.Getpagesize(), unix.PROT_READ|unix.PROT_WRITE|unix.PROT_EXEC, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err != nil {
		return err
	}
	copy(page, code)
	entry := &struct{ code *byte }{&page[0]}
	answer := (*(*func() uintptr)(unsafe.Pointer(&entry)))() // in eax, as Go has results
	if errno := -int32(answer); errno != 0 {
		return unix.Errno(errno)
	}
	return nil
}
