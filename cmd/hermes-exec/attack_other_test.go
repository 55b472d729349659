//go:build !linux

package main

import (
	"os"
	"syscall"
)

func attack() { os.Exit(2) }
func own()    { os.Exit(2) }

func listens() { os.Exit(2) }

func without() { os.Exit(2) }

func adopt() error { return nil }

func diesWithParent(*syscall.SysProcAttr) {}
