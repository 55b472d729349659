package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hermes-exec/hermes-exec/supervisor/procs"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// A command can make terminals of its own and type on them. So a question is
// asked only where that cannot be: on the terminal that the furthest supervisor
// was started on, on those that supervisors have made for their commands, and on
// one that was there before whoever was told its name.

// terminal is the device to ask on, "" for the controlling terminal.
func (w *world) terminal() string { return w.outside("HERMES_EXEC_TTY") }

// vouch gives an error where a supervised command may sit at the terminal of
// the session with this leader.
func (w *world) vouch(leader int) error {
	host := w.host()
	if len(host) == 0 {
		return errors.New("the process table cannot be read")
	}
	if leader != host[0].SID {
		return w.vouchOther(leader)
	}
	o := w.outer()
	if o == nil {
		// Also where a supervisor stood above that has ended: a terminal
		// multiplexer that was started under one is the person's all the same.
		return w.handmade(host[0].PID)
	}
	if err := vouchOwn(host, o.host[0], seats{isOwnProgram, procs.OnlyOnOwn}); err != nil {
		return err
	}
	return w.handmade(o.host[0].PID)
}

// seats is what is to be known of the processes above.
type seats struct {
	ours   func(pid int) bool // it runs this very program
	athome func(pid int) bool // it has no terminal open but its controlling one
}

// vouchOwn follows the sessions from this process's up to the furthest
// supervisor's: each is led by the monitor of a supervisor, which reads the
// terminal of its own session and no other.
func vouchOwn(host []tiers.Process, furthest tiers.Process, s seats) error {
	for at := 0; host[at].SID != furthest.SID; {
		i := slices.IndexFunc(host, func(p tiers.Process) bool { return p.PID == host[at].SID })
		if i <= at || i+1 == len(host) || !isMonitor(host[i]) || !s.ours(host[i].PID) || !s.ours(host[i+1].PID) {
			return errors.New("a supervised command has made this terminal, and nobody knows who types on it")
		}
		if at = i + 1; host[at].PID != furthest.PID && !s.athome(host[at].PID) {
			return errors.New("a supervisor above has somebody else's terminal, and nobody knows who types on it")
		}
	}
	return nil
}

func isMonitor(p tiers.Process) bool { return len(p.Argv) > 0 && p.Argv[0] == "hermes-exec-monitor" }

// isOwnProgram reports whether a process runs this very program, whatever name
// it goes by.
func isOwnProgram(pid int) bool {
	self, err := ownFile()
	if err != nil {
		return false
	}
	_, file, err := procs.Executable(pid)
	return err == nil && os.SameFile(self, file)
}

// vouchOther stands for the terminal of another session where that is older
// than all who were told its name: the agent was started with it, and what the
// agent's commands make is younger.
func (w *world) vouchOther(leader int) error {
	chain := procs.Ancestors(leader)
	if len(chain) == 0 {
		return errors.New("it was closed")
	}
	if slices.ContainsFunc(chain, isSupervisor) {
		return fmt.Errorf("%s (%d), who sits there, was started under hermes-exec", chain[0].Name, leader)
	}
	host := w.host()
	if o := w.outer(); o != nil {
		host = o.host
	}
	first, err := firstTold(host[min(1, len(host)):], w.terminal())
	if err != nil {
		return err
	}
	older, err := procs.StartedBefore(leader, first.PID)
	if err != nil {
		return err
	}
	if !older {
		return fmt.Errorf("%s (%d) sits there, and was started after %s (%d) was told to ask there: open the terminal first, then start the agent",
			chain[0].Name, leader, first.Name, first.PID)
	}
	return nil
}

// firstTold finds the first of the ancestors, nearest first, that were started
// with HERMES_EXEC_TTY as it is. One of them has to be more than a go-between,
// which may have been started for this very command.
func firstTold(ancestors []tiers.Process, tty string) (first tiers.Process, err error) {
	agent := false
	for _, p := range ancestors {
		if environmentOf(p.PID)("HERMES_EXEC_TTY") != tty {
			break
		}
		first = p
		agent = agent || !procs.IsShell(p.Name) && !isGoBetween(p.Name)
	}
	if !agent {
		return first, errors.New("HERMES_EXEC_TTY is heard where the agent was started with it, not where it was set later")
	}
	return first, nil
}

// isGoBetween knows programs that agents put before the shell they start.
func isGoBetween(name string) bool {
	switch strings.TrimPrefix(filepath.Base(name), "-") {
	case "env", "timeout", "nice", "ionice", "nohup", "setsid", "stdbuf", "script", "time", "flock", "sudo", "doas", "su", "make", "xargs", "unshare", "nsenter", "setpriv", "taskset", "chrt", "systemd-run", "ssh", "git", "busybox", "tmux", "screen":
		return true
	}
	return false
}
