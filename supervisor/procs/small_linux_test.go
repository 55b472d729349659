package procs

import "testing"

// TestPIDsOfProc: what the kernel makes up is no pid file, and may block.
func TestPIDsOfProc(t *testing.T) {
	t.Parallel()
	for _, file := range []string{"/proc/kmsg", "/proc/sys/kernel/pid_max", "/dev/zero"} {
		if pids := PIDs(file); pids != nil {
			t.Errorf("%s: %v", file, pids)
		}
	}
}
