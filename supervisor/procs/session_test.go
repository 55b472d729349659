package procs

import "testing"

func TestIsShell(t *testing.T) {
	for name, want := range map[string]bool{
		"bash": true, "-zsh": true, "/bin/sh": true, "busybox": true,
		"hermes-exec": true, "hermes-exec-mon": true,
		"hermes-exec.tes": false, "claude": false, "node": false, "bashful": false, "": false,
	} {
		if got := IsShell(name); got != want {
			t.Errorf("%q is a shell: %v", name, got)
		}
	}
}
