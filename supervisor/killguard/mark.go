package killguard

import (
	"crypto/sha256"
	"encoding/binary"
)

// A filter is inherited by all that a command starts, and nobody gets rid of
// it: not by leaving the process tree, not by outliving the supervisor. So it
// also serves as a mark: a call that nobody makes gets an answer that no kernel
// gives, see [Under].

// mark stands for a $HERMES_HOME in the filter.
func mark(home string) uint64 {
	sum := sha256.Sum256([]byte(home))
	return binary.LittleEndian.Uint64(sum[:])
}
