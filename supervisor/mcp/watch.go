package mcp

import (
	"os"

	"github.com/hermes-exec/hermes-exec/lock"
)

// watchInput calls ended once, when nothing more can come on standard input: its
// writers have closed it, or are gone. It reads nothing, that is the server's
// to do. A file or /dev/null has nobody at its other end, and does not end.
func watchInput(ended func()) (stop func()) {
	return watch(awaitHangUp, ended)
}

// watchGone calls then once, when a process of the chain has ended.
func watchGone(chain []lock.Process, then func()) (stop func()) {
	if len(chain) == 0 {
		return func() {}
	}
	return watch(func(stop int) bool { return awaitGone(chain, stop) }, then)
}

// watch has wait run beside what else goes on. It returns true when what it
// waits for has happened, and false when its descriptor is hung up.
func watch(wait func(stop int) bool, then func()) (stop func()) {
	r, w, err := os.Pipe()
	if err != nil {
		return func() {}
	}
	go func() {
		happened := wait(int(r.Fd()))
		r.Close()
		if happened {
			then()
		}
	}()
	return func() { w.Close() }
}

// gone reports whether one of the chain is. A parent that changed is gone,
// even if its number is in use again.
func gone(chain []lock.Process) bool {
	for _, p := range chain {
		if !p.Runs() {
			return true
		}
	}
	return os.Getppid() != chain[0].PID
}
