package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hermes-exec/hermes-exec/shellparse"
	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/supervisor/audit"
	"github.com/hermes-exec/hermes-exec/supervisor/guard"
	"github.com/hermes-exec/hermes-exec/tiers/policy"
)

// guarded starts commands under the kernel guard, but not where policy says so,
// in a container backend, whose pids are not the host's, or where the script
// needs what the guard takes from it.
func (w *world) guarded(r *supervisor.Request, laid policy.Settings, record supervisor.Recorder, start supervisor.Runner) supervisor.Runner {
	setting := laid.Guard
	if setting == policy.GuardOff || setting != policy.GuardOn && (r.Facts.Contained || !guard.Exists) {
		return start
	}
	report := func(e supervisor.GuardEvent) {
		if e.Unread == "" && !e.Allowed && (e.Off == "" || setting == policy.GuardOn) {
			fmt.Fprint(os.Stderr, guardLine(e, setting)+lineEnd())
		}
		if err := record.Guarded(r, e); err != nil {
			fmt.Fprint(os.Stderr, "hermes-exec: audit log: "+visible(err.Error())+lineEnd())
		}
	}
	protect := r.Facts.Protect
	if protect == nil {
		protect = w.protected()
	}
	kernel := guard.New(slices.Concat(r.Facts.Host, protect), report)
	kernel.Home, kernel.Typed = w.hermes, w.typed
	return func(ctx context.Context, c supervisor.Command) (supervisor.Status, error) {
		w.runs(r)
		loan := newLoan()
		defer close(loan.over)
		if setting != policy.GuardOn && guard.TakesRights() {
			if program := reachesRights(r.Script); program != "" {
				report(supervisor.GuardEvent{Off: program + " gets rights by its file or its helper's, and would not under the guard"})
				return start(ctx, c)
			}
		}
		if kernel.Execs = w.execs(r, laid, loan); kernel.Execs != nil && c.Aside == nil {
			c.Aside = loan.aside
		}
		c.Guard = kernel
		return start(ctx, c)
	}
}

// guardLine says it to the agent, in one line.
func guardLine(e supervisor.GuardEvent, setting string) string {
	switch {
	case e.Off != "":
		return "hermes-exec: the kernel guard is not in force: " + visible(e.Off)
	case e.Rights != "":
		way := fmt.Sprintf("a command that names %s itself is judged by that, and runs without the guard", named(e.Caller.Name))
		if setting == policy.GuardOn {
			way = "the policy says kernel_guard: on, and auto leaves it off where the command names such a program"
		}
		return visible(fmt.Sprintf("hermes-exec: the kernel guard keeps %s (pid %d) from the rights of %s; %s", named(e.Caller.Name), e.Caller.PID, e.Rights, way))
	case e.Exec != "":
		return execLine(e)
	case e.More > 0:
		return fmt.Sprintf("hermes-exec: BLOCKED (kernel guard): %d more calls like these", e.More)
	}
	what := "which no command may"
	if e.Target.PID > 0 {
		what = fmt.Sprintf("which is meant for %s (pid %d), and this command runs under it", named(e.Target.Name), e.Target.PID)
	}
	return visible(fmt.Sprintf("hermes-exec: BLOCKED (kernel guard): %s (pid %d) called %s, %s; rephrasing will not help, ask the person",
		named(e.Caller.Name), e.Caller.PID, e.Call, what))
}

// execLine says which exec below the command was refused.
func execLine(e supervisor.GuardEvent) string {
	var chain []audit.Named
	for _, p := range e.Chain {
		chain = append(chain, audit.Named(p))
	}
	way := "rephrasing will not help, ask the person"
	if e.By != "hardline" && e.By != "policy" {
		way = "a person can answer at hermes-exec's own terminal, or with `hermes-confirmd serve` and `hermes-confirmd watch`"
	}
	why := e.Why
	if e.Rule != "" {
		why += " (" + e.Rule + ")"
	}
	return visible(fmt.Sprintf("hermes-exec: BLOCKED (exec guard): %s%s: %s; %s", chainText(chain), short(e.Exec), why, way))
}

// short is as much of a command's words as fits a line.
func short(words string) string {
	const most = 200
	if words = audit.Mask(words); len(words) > most {
		words = strings.ToValidUTF8(words[:most], "") + "…"
	}
	return words
}

func named(name string) string {
	if name == "" {
		return "a process"
	}
	return name
}

// lineEnd ends a line that is printed while a command runs: its terminal may
// have been put in a mode where a newline alone stays in the column.
func lineEnd() string {
	if info, err := os.Stderr.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 {
		return "\r\n"
	}
	return "\n"
}

// helped are programs that themselves start one with rights of its own.
var helped = [...]struct{ program, helper string }{
	{"podman", "newuidmap"}, {"buildah", "newuidmap"}, {"sshfs", "fusermount3"}, {"snap", "/usr/lib/snapd/snap-confine"},
	{"google-chrome", "/opt/google/chrome/chrome-sandbox"}, {"chromium", "/usr/lib/chromium/chrome-sandbox"}, {"apptainer", "/usr/libexec/apptainer/bin/starter-suid"},
}

// reachesRights names a program of the script that gets more rights by its
// file (set-uid, set-gid, file capabilities), "" where none is known.
func reachesRights(script *shellparse.Script) string {
	seen := map[string]bool{}
	raises := func(name string) bool {
		if name == "" || seen[name] {
			return false
		}
		seen[name] = true
		path, err := lookPath(name)
		if err == nil && guard.RaisesRights(path) {
			return true
		}
		for _, h := range helped {
			if filepath.Base(name) == h.program {
				path, err := lookPath(h.helper)
				return err == nil && guard.RaisesRights(path)
			}
		}
		return false
	}
	for i := range script.Commands {
		c := &script.Commands[i]
		if c.Remote {
			continue
		}
		for _, via := range c.Via { // "sudo", "bash -c", "function f"
			if name, _, _ := strings.Cut(via, " "); raises(name) {
				return name
			}
		}
		if c.Builtin || len(c.Argv) == 0 {
			continue
		}
		for _, t := range c.Argv[0].Texts {
			if name, ok := t.Exact(); ok && raises(name) {
				return name
			}
		}
	}
	return ""
}
