package main

import (
	"testing"

	"github.com/hermes-exec/hermes-exec/shellparse"
)

// Only what bash rejects at once, behind what was understood, is left to it.
func TestLeaveErrors(t *testing.T) {
	t.Parallel()
	for text, left := range map[string]bool{
		"if":                true,
		"echo a; )":         true,
		"echo a\n\n# b\nfi": true,
		"echo 'a":           true,
		"shopt -s expand_aliases\nalias x='if true; then'\nx\necho a; fi": false, // which bash takes
		"\"$x\" -s y\nif":            false, // it may be shopt
		"echo $((echo a) | cat)\nif": false, // our grammar does not know the first line, and bash does
		"echo a":                     true,
	} {
		script := shellparse.Parse(text, shellparse.Options{})
		if leaveErrors(script, "/bin/bash"); (len(script.Problems) == 0) != left {
			t.Errorf("%q: %v", text, script.Problems)
		}
	}
}
