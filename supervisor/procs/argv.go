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
// then the environment, which is what is left.
func parseProcargs(b []byte) (argv []string, env []byte) {
	if len(b) < 4 {
		return nil, nil
	}
	n := int(int32(binary.NativeEndian.Uint32(b)))
	b = b[4:]
	end := bytes.IndexByte(b, 0)
	if end < 0 {
		return nil, nil
	}
	b = bytes.TrimLeft(b[end:], "\x00")
	for len(argv) < n && len(b) > 0 {
		arg, rest, _ := bytes.Cut(b, []byte{0})
		argv = append(argv, string(arg))
		b = rest
	}
	return argv, b
}
