package procs

import (
	"bytes"
	"encoding/binary"
	"strings"
)

// splitArgs splits a command line at its NULs. Those at the end are dropped: a
// program that writes a title over its arguments pads with them.
func splitArgs(b []byte) []string {
	b = bytes.TrimRight(b, "\x00")
	if len(b) == 0 {
		return nil
	}
	return strings.Split(string(b), "\x00")
}

// parseProcargs reads the arguments out of macOS's kern.procargs2: their
// number as a native int, the program's path, NULs as padding, the arguments,
// then the environment.
func parseProcargs(b []byte) []string {
	if len(b) < 4 {
		return nil
	}
	n := int(int32(binary.NativeEndian.Uint32(b)))
	b = b[4:]
	end := bytes.IndexByte(b, 0)
	if end < 0 {
		return nil
	}
	b = bytes.TrimLeft(b[end:], "\x00")
	var argv []string
	for len(argv) < n && len(b) > 0 {
		arg, rest, _ := bytes.Cut(b, []byte{0})
		argv = append(argv, string(arg))
		b = rest
	}
	return argv
}
