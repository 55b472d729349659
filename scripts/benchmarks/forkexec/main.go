// Forkexec is what hermes-exec is measured against: a Go program that starts
// /bin/bash with its own arguments, waits, and exits as it did. Nothing less
// can do the job of a wrapper.
package main

import (
	"os"
	"syscall"
)

func main() {
	argv := append([]string{"/bin/bash"}, os.Args[1:]...)
	pid, err := syscall.ForkExec("/bin/bash", argv, &syscall.ProcAttr{Env: os.Environ(), Files: []uintptr{0, 1, 2}})
	if err != nil {
		os.Exit(125)
	}
	var status syscall.WaitStatus
	for {
		if _, err := syscall.Wait4(pid, &status, 0, nil); err != syscall.EINTR {
			break
		}
	}
	os.Exit(status.ExitStatus())
}
