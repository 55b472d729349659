//go:build !linux || (!amd64 && !arm64) || cgo

package supervisor

// closedAtStart is not known: with cgo the runtime's way to mmap is that of C.
const closedAtStart uint32 = 0
