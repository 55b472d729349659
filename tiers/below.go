package tiers

import (
	"path"

	"github.com/hermes-exec/hermes-exec/shellparse"
)

// RecursiveDelete is the rule whose findings below a command are asked about only
// where the tree is not the project's, a temporary folder's or the command's own.
const RecursiveDelete = "files.recursive-delete"

// Mount is the rule whose findings are about the file systems that the machine sees.
const Mount = "disks.mount"

// watchedBelow are the groups that have hardline rules or rules that hold below a
// command, see [Rule].
const watchedBelow = files | disks | processes | git | packages | services | containers | clusters | cloud | databases |
	network | messaging | system | code | own | trees | outside

// WatchesBelow reports whether a rule that holds below a command, where the kernel
// shows what is started, may speak about a program of this base name.
func WatchesBelow(name string) bool {
	_, p := calledAs(name)
	return p != nil && (p == &shellProgram || p.guards&watchedBelow != 0)
}

// TracesCalls names a program of the script that follows system calls by the means
// by which execs are judged, and would lose them; "" where there is none.
func TracesCalls(s *shellparse.Script) string {
	for i := range s.Commands {
		argv := s.Commands[i].Argv
		if len(argv) == 0 {
			continue
		}
		name, _ := argv[0].Exact()
		switch name = path.Base(name); name {
		case "rr", "proot":
			return name
		case "strace":
			for _, w := range argv[1:] {
				if option, _ := w.Exact(); option == "--seccomp-bpf" {
					return name
				}
			}
		}
	}
	return ""
}
