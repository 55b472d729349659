package main

import (
	"slices"
	"strings"

	"github.com/hermes-exec/hermes-exec/shellparse"
)

// originText says in words where an unknown value comes from.
func originText(o shellparse.Origin) string {
	name := visible(o.Name)
	switch o.Kind {
	case shellparse.OriginUnset:
		return "nothing sets " + name + ", so it is empty"
	case shellparse.OriginSelf:
		return "the pid of this shell"
	case shellparse.OriginParent:
		return "the pid of the supervisor"
	case shellparse.OriginHostPID:
		return "computed from the pid of this shell or of its parent"
	case shellparse.OriginOwnShell:
		return "the pid of a shell this script starts"
	case shellparse.OriginJob:
		return "the pid of a job of this script"
	case shellparse.OriginOutput:
		return "what " + name + " prints"
	case shellparse.OriginInput:
		return "read from " + name
	case shellparse.OriginArg:
		return "an argument that is not given here"
	case shellparse.OriginLimit:
		return "it has more values than are followed"
	case shellparse.OriginAllPIDs:
		return "every process there is"
	case shellparse.OriginGlob:
		return "each name that the pattern matches"
	}
	return strings.TrimSpace("it cannot be told from the text " + name)
}

// withoutRepeats drops what was said before.
func withoutRepeats(list []string) []string {
	kept := list[:0]
	for _, s := range list {
		if !slices.Contains(kept, s) {
			kept = append(kept, s)
		}
	}
	return kept
}
