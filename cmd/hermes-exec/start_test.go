package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestNoWorkAtStart asks the Go runtime which packages do work before main
// begins (GODEBUG=inittrace=1): none of ours may, for every command would pay it.
func TestNoWorkAtStart(t *testing.T) {
	cmd := exec.Command("hermes-exec", "--version")
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	packages := 0
	for line := range strings.SplitSeq(string(out), "\n") {
		name, isInit := strings.CutPrefix(line, "init ")
		if !isInit {
			continue
		}
		packages++
		if strings.HasPrefix(name, module) || strings.HasPrefix(name, "main ") {
			t.Errorf("work before main: %s", name)
		}
	}
	if packages == 0 {
		t.Errorf("the runtime said nothing: %s", out)
	}
}
