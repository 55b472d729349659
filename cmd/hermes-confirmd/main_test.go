package main

import (
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"testing"
)

// bin is the folder of both programs, as they are built and shipped. The tests
// drive them as people and agents do.
var bin string

func TestMain(m *testing.M) {
	// What this process was started to ignore (nohup, &) the programs would ignore
	// as well. A signal that is caught has its default action in a child.
	caught := make(chan os.Signal, 1)
	for _, sig := range []os.Signal{syscall.SIGHUP, syscall.SIGINT} {
		if signal.Ignored(sig) {
			signal.Notify(caught, sig)
		}
	}
	os.Exit(built(m))
}

func built(m *testing.M) int {
	dir, err := os.MkdirTemp("", "hermes-confirmd-test")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	build := exec.Command("go", "build", "-buildvcs=false", "-o", dir, ".", "../hermes-exec")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	build.Stdout, build.Stderr = os.Stderr, os.Stderr
	if err := build.Run(); err != nil {
		fmt.Fprintln(os.Stderr, "go build:", err)
		return 1
	}
	bin = dir
	return m.Run()
}
