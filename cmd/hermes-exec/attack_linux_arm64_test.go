package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"os/exec"

	"golang.org/x/sys/unix"
)

const x32Bit = 0

// int80 enters the kernel as a 32-bit program does: in one that is made of the
// call and of an exit with the number of its error. Where the kernel or the
// processor has none of those, this process ends as it does on amd64.
func int80(call, a, b uint32) error {
	fd, err := unix.MemfdCreate("arm", 0)
	if err != nil {
		return err
	}
	f := os.NewFile(uintptr(fd), "arm")
	defer f.Close()
	if _, err := f.Write(armProgram(call, a, b)); err != nil {
		return err
	}
	c := exec.Command("/proc/self/fd/3")
	c.ExtraFiles = []*os.File{f}
	err = c.Run()
	var exit *exec.ExitError
	switch {
	case errors.Is(err, unix.ENOEXEC):
		os.Exit(128 + int(unix.SIGSEGV))
	case errors.As(err, &exit) && exit.ExitCode() > 0:
		return unix.Errno(exit.ExitCode())
	}
	return err
}

func armProgram(call, a, b uint32) []byte {
	load := func(register, value uint32) []uint32 { // movw, movt
		half := func(op, v uint32) uint32 { return op | v>>12<<16 | register<<12 | v&0xfff }
		return []uint32{half(0xe3000000, value&0xffff), half(0xe3400000, value>>16)}
	}
	const svc, negate, exit = 0xef000000, 0xe2600000, 1 // rsb r0, r0, #0
	var code []uint32
	for _, part := range [][]uint32{load(7, call), load(0, a), load(1, b), {svc, negate}, load(7, exit), {svc}} {
		code = append(code, part...)
	}
	const at, headers = 0x10000, 52 + 32
	size := uint32(headers + 4*len(code))
	var file bytes.Buffer
	for _, part := range []any{
		[16]byte{0x7f, 'E', 'L', 'F', 1, 1, 1},                                                   // 32 bits, little-endian
		[]uint16{2, 40}, []uint32{1, at + headers, 52, 0, 5 << 24}, []uint16{52, 32, 1, 0, 0, 0}, // an executable for arm, EABI 5
		[]uint32{1, 0, at, at, size, size, 5, 0x1000}, // loaded as a whole
		code,
	} {
		binary.Write(&file, binary.LittleEndian, part)
	}
	return file.Bytes()
}
