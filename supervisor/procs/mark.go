package procs

import (
	"crypto/sha256"
	"encoding/binary"
)

// The kernel guard's filter is inherited by all that a command starts, and nobody
// gets rid of it: not by leaving the process tree, not by outliving the
// supervisor. So it also serves as a mark: a call that nobody makes gets an answer
// that no kernel gives, see [Marked].

// HomeMark stands for a $HERMES_HOME in the filter.
func HomeMark(home string) uint64 {
	sum := sha256.Sum256([]byte(home))
	return binary.LittleEndian.Uint64(sum[:])
}
