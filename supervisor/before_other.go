//go:build !linux || (!amd64 && !arm64) || cgo

package supervisor

// With cgo the runtime's way to mmap is that of C, and elsewhere it has none.
const (
	closedAtStart uint32 = 0
	maskAtStart   uint64 = 0
	lookedBefore         = false
)
