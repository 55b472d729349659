//go:build (amd64 || arm64) && !cgo

package supervisor

// closedAtStart has bit n for standard stream n. It is set by firstMmap, in
// assembly, while the runtime makes its heap.
var closedAtStart uint32
