package main

import (
	"syscall"

	"golang.org/x/sys/unix"
)

// adopt has this process be the parent of whoever loses its own below it.
func adopt() error { return unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) }

// diesWithParent has a child be killed when this thread ends.
func diesWithParent(attr *syscall.SysProcAttr) { attr.Pdeathsig = syscall.SIGKILL }
