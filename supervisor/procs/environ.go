package procs

import (
	"bytes"
	"errors"
)

// errOtherUser is a process of another user, whose environment is not for us
// to go by.
var errOtherUser = errors.New("it is another user's")

// lookupEnv finds a variable in what the kernel keeps of an environment:
// NAME=VALUE, each with a NUL behind it. The first of a name counts, as it does
// for getenv(3).
func lookupEnv(block []byte, name string) string {
	for len(block) > 0 {
		var entry []byte
		entry, block, _ = bytes.Cut(block, []byte{0})
		if value, ok := bytes.CutPrefix(entry, []byte(name)); ok && len(value) > 0 && value[0] == '=' {
			return string(value[1:])
		}
	}
	return ""
}
