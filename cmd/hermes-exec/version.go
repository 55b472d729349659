package main

import (
	"fmt"
	"runtime"

	"github.com/hermes-exec/hermes-exec/supervisor"
)

// printVersion prints what the build recorded: version, commit, toolchain.
func printVersion(args []string) (supervisor.Status, error) {
	if err := parseFlags(newFlags("version"), args, 0); err != nil {
		return supervisor.Status{}, err
	}
	_, err := fmt.Printf("hermes-exec %s (%s %s/%s)\n", supervisor.Version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return supervisor.Status{}, err
}
