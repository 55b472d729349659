package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/hermes-exec/hermes-exec/supervisor"
)

// printVersion prints what the build recorded: version, commit, toolchain.
func printVersion(args []string) (supervisor.Status, error) {
	if err := parseFlags(newFlags("version"), args, 0); err != nil {
		return supervisor.Status{}, err
	}
	version, commit := "(unknown)", ""
	if info, ok := debug.ReadBuildInfo(); ok {
		version = info.Main.Version
		for _, s := range info.Settings {
			switch {
			case s.Key == "vcs.revision":
				commit = " " + s.Value[:min(12, len(s.Value))] + commit
			case s.Key == "vcs.modified" && s.Value == "true":
				commit += "+changes"
			}
		}
	}
	_, err := fmt.Printf("hermes-exec %s%s (%s %s/%s)\n", version, commit, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return supervisor.Status{}, err
}
