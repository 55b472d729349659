//go:build (amd64 || arm64) && !cgo

package supervisor

// What is the caller's and gone once Go's runtime has begun. firstMmap, in
// assembly, looks at it while the runtime makes its heap.
var (
	closedAtStart uint32 // bit n for standard stream n
	maskAtStart   uint64 // of signals
)

const lookedBefore = true
