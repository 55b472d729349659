// Package guard keeps what a command does from ending the host: the agent
// that asked for it and every other process above it. And it judges every program
// that is started below the command as if it stood in the text. Reading the text is
// a promise about what is written; this is one about what happens, for a Python
// script that kills its parent, a pkill whose pattern is computed, and a Makefile
// whose PREFIX is empty.
//
// On Linux it is a seccomp filter on the thread that starts the command, which
// inherits it, as does all that it starts. The filter holds the targets of signals
// against the host's numbers in the kernel; only what matches, the few calls that
// registers alone do not tell, and every exec come to the listener in this process.
// Elsewhere there is no guard.
//
// An exec waits while its words are read from its caller's memory and judged
// (exec.go). Most programs no rule speaks about, and they go on at once. What is
// hardline is refused; what reaches others is asked about; what cannot be read goes
// on. Threads that do nothing but receive keep the time short in which a signal
// could interrupt a caller (listen_linux.go). When the supervisor ends before all
// that it started, a guardian goes on in its place (guardian_linux.go).
//
// Without CAP_SYS_ADMIN the kernel takes a filter only from who gives up more
// rights for good (no_new_privs): sudo and its like fail beneath it. So the
// caller leaves the guard off where the text names such a program. What a
// Makefile or a program of its own comes to is not in the text, and there the
// guard stays on: else it would be off for nearly everything, and a sudo that
// nobody has read is one that nobody was asked about. sudo then finds itself
// without rights, and asks the kernel whether it may have any before it gives
// up. The filter lets that question through by way of the listener, and the
// event says who missed the rights of which file. Others (su, doas, pkexec,
// mount) fail in their own words.
//
// What no filter sees: files that stop processes (/proc/PID/mem, cgroup.kill,
// sysrq), others who are asked to do it (systemctl, docker), what is pasted on
// a virtual console (TIOCLINUX), and threads the host starts later, or has in
// the supervisor, where they are named by their own number.
//
// A call that waits for the listener can be interrupted until that has received it:
// it then fails with EINTR if its caller catches a signal in that moment, without
// SA_RESTART. The kernel has no way around that, and before 5.19 every signal would
// do so while a call is judged: there execs are not. A program that means to can
// change the words between the reading and the exec, or run a copy of rm by another
// name.
package guard

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/supervisor/procs"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// Guard keeps one command from ending the host. It is a [supervisor.Guard].
type Guard struct {
	Home string // $HERMES_HOME, see [procs.Marked]; to be set before the command starts

	// Execs says how what the command starts is judged; nil: it is not. To be set
	// before the command starts, too.
	Execs *Execs

	// Typed says that the command is a shell that a person types into: an agent may be
	// started there, whose shell goes on judging what it is given.
	Typed bool

	host   []tiers.Process
	report func(supervisor.GuardEvent)

	groups []int

	monitored bool // the command's parent is a monitor, whose parent is this process

	since time.Duration // of the machine's uptime: all that is guarded was there by then
}

// New guards host, which is the supervisor and what is above it, and whatever
// else is to be guarded. report is told of each call that is refused, and why
// the guard is not in force where it should be; never from two goroutines at
// the same time. The command waits for neither.
func New(host []tiers.Process, report func(supervisor.GuardEvent)) *Guard {
	g := &Guard{host: host, report: report}
	for _, p := range host {
		if p.PGID > 1 && !slices.Contains(g.groups, p.PGID) {
			g.groups = append(g.groups, p.PGID)
		}
	}
	return g
}

// Failed implements [supervisor.Guard].
func (g *Guard) Failed(err error) { g.report(supervisor.GuardEvent{Off: err.Error()}) }

// Orders implements [supervisor.Guard].
func (g *Guard) Orders() string {
	g.monitored = true
	return g.numbers(false).String()
}

// numbers are what the filter compares with.
type numbers struct {
	pids    []int  // the host's processes, and their threads so far
	groups  []int  // the host's process groups
	shared  bool   // the command starts in one of those
	pledged bool   // no_new_privs was set for this filter, and not before
	mark    uint64 // what tells the filter apart in what inherits it
	ring    int32  // the user's keyring, see package seal; 0: there is none
	sealed  bool   // the seals are there
	session bool   // it is the session's keyring, too
	execs   bool   // execs are judged
	judged  bool   // the same, or they are by a guard above
	typed   bool   // the command is a shell that a person types into
}

// numbers reads which threads the host has right before the command starts: a
// person may have thought it over for a minute.
func (g *Guard) numbers(shared bool) numbers {
	n := numbers{groups: g.groups, shared: shared, mark: procs.HomeMark(g.Home), execs: g.Execs != nil, typed: g.Typed}
	for _, p := range g.host {
		if p.PID > 0 {
			n.pids = append(n.pids, p.PID)
		}
	}
	for _, p := range g.host {
		if p.Threads != 1 && p.PID != os.Getpid() { // our own come and go
			n.pids = addThreads(n.pids, p.PID)
		}
	}
	return n
}

// String is the form in which they reach a monitor: pids, groups with a minus
// before them, whether execs are judged and a person types, and the mark.
func (n numbers) String() string {
	var b []byte
	if n.execs {
		b = append(b, "execs "...)
	}
	if n.typed {
		b = append(b, "typed "...)
	}
	for _, pid := range n.pids {
		b = append(strconv.AppendInt(b, int64(pid), 10), ' ')
	}
	for _, group := range n.groups {
		b = append(strconv.AppendInt(b, int64(-group), 10), ' ')
	}
	return string(strconv.AppendUint(append(b, '@'), n.mark, 16))
}

// parseNumbers takes [numbers.String] apart.
func parseNumbers(text string) (n numbers, err error) {
	for s := range strings.FieldsSeq(text) {
		if hex, ok := strings.CutPrefix(s, "@"); ok {
			if n.mark, err = strconv.ParseUint(hex, 16, 64); err != nil {
				return numbers{}, fmt.Errorf("kernel guard: %q is not a mark", s)
			}
			continue
		}
		if s == "execs" || s == "typed" {
			n.execs, n.typed = n.execs || s == "execs", n.typed || s == "typed"
			continue
		}
		i, err := strconv.Atoi(s)
		switch {
		case err != nil || i == 0:
			return numbers{}, fmt.Errorf("kernel guard: %q is not a process", s)
		case i < 0:
			n.groups = append(n.groups, -i)
		default:
			n.pids = append(n.pids, i)
		}
	}
	return n, nil
}
