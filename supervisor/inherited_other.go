//go:build !linux || (!amd64 && !arm64)

package supervisor

// readIgnored is for a runtime whose code is known, see its other self.
func readIgnored() (set uint64, known bool) { return 0, false }
