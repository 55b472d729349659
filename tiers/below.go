package tiers

import (
	"path"
	"slices"
	"strings"

	"github.com/hermes-exec/hermes-exec/shellparse"
)

// RecursiveDelete is the rule whose findings below a command are asked about only
// where the tree is not the project's, a temporary folder's or the command's own.
const RecursiveDelete = "files.recursive-delete"

// Partition and PartitionScripted are the rules whose findings are about disks, and
// below a command about nothing else: disk images are made by builds.
const (
	Partition         = "disks.partition"
	PartitionScripted = "disks.partition-scripted"
)

// DestroysData is the rule whose findings are about what a database holds; see
// [IsFileDatabase].
const DestroysData = "databases.destroy"

// IsFileDatabase reports whether a program of this base name keeps its data in a file
// that it is given.
func IsFileDatabase(name string) bool { return strings.HasPrefix(name, "sqlite") || name == "duckdb" }

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
	return p != nil && (p == &shellProgram || p.guards&watchedBelow != 0) || shellparse.BecomesAnother(name)
}

// WatchesWords reports whether one of those rules may speak about such a program with
// these words. A compiler or cat is started a thousand times by a build, and harms
// the machine by the name of a device, of what the kernel obeys, or of this program's
// own files (own is their folder). A word that is relative to /dev is not seen.
func WatchesWords(name string, argv []string, own string) bool {
	switch _, p := calledAs(name); p {
	case &reader, &searcher, &filterProgram, &awkProgram, &sedProgram, &converter, &compressor, &copier, &installer, &creator,
		&teer, &compiler, &patcher, &writer:
	default:
		return true
	}
	for _, word := range argv {
		for _, mark := range [...]string{"/dev/", "/proc/", "/sys/", "hermes", own} {
			if mark != "" && strings.Contains(word, mark) {
				return true
			}
		}
	}
	return false
}

// IsTransport reports whether argv is what git starts to reach another machine: one
// of its helpers, see gitremote-helpers(7), or ssh with the program that receives
// commits there. It is judged as the git command that starts it. Where a push goes
// (settings, other files, rewritten addresses) is known then, and git alone knows it.
func IsTransport(argv []string) bool {
	if len(argv) < 2 {
		return false
	}
	_, p := calledAs(argv[0])
	return argv[0] == "git" && strings.HasPrefix(argv[1], "remote-") ||
		p == &remote && slices.ContainsFunc(argv[1:], func(w string) bool { return strings.Contains(w, "receive-pack") })
}

// SendsByTransport reports whether a script is a git command that starts a
// transport where it sends commits to another machine: it asks then, and a push
// into a folder starts none.
func SendsByTransport(s *shellparse.Script, f *Facts) (sends bool) {
	j := &judge{s: s, f: f, v: &Verdict{}}
	for i := range s.Commands {
		j.calls(&s.Commands[i], 0, func(c *call) {
			_, ok := c.sub("push", "send-pack")
			sends = sends || ok && slices.Contains(gitNames, c.name)
		})
	}
	return sends
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
