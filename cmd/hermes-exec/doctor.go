package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/supervisor/approve"
	"github.com/hermes-exec/hermes-exec/supervisor/guard"
	"github.com/hermes-exec/hermes-exec/supervisor/seal"
	"github.com/hermes-exec/hermes-exec/tiers"
	"github.com/hermes-exec/hermes-exec/tiers/policy"
)

// A finding is one line of doctor: what is so, and where it is not as it should
// be, what to do about it.
type finding struct {
	Check string `json:"check"`
	State state  `json:"state"`
	Text  string `json:"text"`
	Fix   string `json:"fix,omitempty"`
}

type state string

const (
	stateOK      state = "ok"
	stateWarning state = "warning" // it works, but protects or says less than it could
	stateProblem state = "problem" // something is broken, or open to others
)

// doctor says whether all that this program stands on is in place. Nothing is
// changed, and nothing recorded. Status 1: there is a problem.
func doctor(args []string) (supervisor.Status, error) {
	flags := newFlags("doctor")
	asJSON := flags.Bool("json", false, "")
	if err := parseFlags(flags, args, 0); err != nil {
		return supervisor.Status{}, err
	}
	w := newWorld()
	checks := [...]struct {
		name string
		run  func(*world) []finding
	}{
		{"program", checkProgram},
		{"shell", checkShell},
		{"policy", checkPolicy},
		{"kernel guard", checkGuard},
		{"exec guard", checkExecGuard},
		{"agents", checkShims},
		{"agents", checkAgents},
		{"home", checkHome},
		{"audit log", checkAudit},
		{"mcp servers", checkServers},
		{"reviewer", checkReviewer},
		{"daemon", checkDaemon},
	}
	status := supervisor.Status{}
	all := []finding{}
	for _, c := range checks {
		for _, f := range c.run(w) {
			f.Check = c.name
			all = append(all, f)
			if f.State == stateProblem {
				status.Code = 1
			}
		}
	}
	write := printFindings
	if *asJSON {
		write = func(to io.Writer, all []finding) error { return writeJSON(to, all) }
	}
	if err := write(os.Stdout, all); err != nil {
		return supervisor.Status{}, fmt.Errorf("write the findings: %w", err)
	}
	return status, nil
}

func printFindings(to io.Writer, all []finding) error {
	out := bufio.NewWriter(to)
	for _, f := range all {
		fmt.Fprintf(out, "%-8s  %-12s  %s\n", f.State, f.Check, visible(f.Text))
		if f.Fix != "" {
			fmt.Fprintf(out, "%24s%s\n", "", visible(f.Fix))
		}
	}
	return out.Flush()
}

// checkPolicy: whether what the files say is understood.
func checkPolicy(w *world) []finding {
	files, err := w.loadPolicies()
	if err != nil {
		return []finding{{State: stateProblem, Text: err.Error(), Fix: "nothing runs until then; `hermes-exec policy check` shows all that is wrong"}}
	}
	var names []string
	var list []finding
	for _, f := range files {
		names = append(names, f.Name)
		ignored := f.Ignored
		if f.Origin == policy.Unconfirmed {
			ignored = nil // said of the whole
		}
		for _, n := range append(ignored, f.Examples(w.reading(), w.facts(tiers.Needs{}))...) {
			list = append(list, finding{State: stateWarning, Text: n.At.String() + ": " + n.Text, Fix: "correct it there; `hermes-exec policy check` says whether it is right"})
		}
	}
	text := "no files: the built-in rules hold"
	if len(names) > 0 {
		text = strings.Join(names, ", ")
	}
	if !seal.Kernel() {
		text += "; this system has no keyring, so what you confirm is kept in a file that a program written for it can forge"
	}
	list = append([]finding{{State: stateOK, Text: text}}, list...)
	if text := unconfirmed(w.unconfirmed(files)); text != "" {
		list = append(list, finding{State: stateWarning, Text: text, Fix: "`hermes-exec policy trust` shows it, and asks"})
	}
	if _, err := approve.Grants(w.hermes, time.Now()); err != nil {
		list = append(list, finding{State: stateProblem, Text: err.Error(), Fix: "move the file of permissions aside, and give those again that are still wanted"})
	}
	return list
}

// checkGuard: whether the kernel keeps commands from ending the host.
func checkGuard(w *world) []finding {
	setting := policy.GuardAuto
	if files, err := w.loadPolicies(); err == nil {
		setting = policy.Merge(files).Guard
	}
	switch {
	case setting == policy.GuardOff:
		return []finding{{State: stateWarning, Text: "switched off by policy: only what a command's text shows is stopped", Fix: "kernel_guard: auto in the policy file that says off"}}
	case setting != policy.GuardOn && w.contained():
		return []finding{{State: stateOK, Text: "off: HERMES_EXEC_BACKEND=" + os.Getenv("HERMES_EXEC_BACKEND") + ", whose processes are not the host's"}}
	}
	listens, err := guard.Available()
	switch {
	case err != nil && setting == policy.GuardOn:
		return []finding{{State: stateProblem, Text: "policy wants it, and it is not in force: " + err.Error(), Fix: guardFix()}}
	case err != nil:
		return []finding{{State: stateWarning, Text: "not in force: " + err.Error() + "; only what a command's text shows is stopped", Fix: guardFix()}}
	case !listens && !w.nested():
		return []finding{{State: stateWarning, Text: "in force, but something above listens already: what it refuses is neither explained nor recorded",
			Fix: "run the agent outside of the sandbox that filters its system calls, if that is not wanted"}}
	}
	text := "in force"
	if guard.TakesRights() {
		text += "; without CAP_SYS_ADMIN commands that name sudo or its like run without it, and so does a script on standard input"
		if setting == policy.GuardOn {
			text = "in force; without CAP_SYS_ADMIN, and with kernel_guard: on, sudo and its like fail in every command"
		}
	}
	return []finding{{State: stateOK, Text: text}}
}

// checkExecGuard: whether what commands start is judged.
func checkExecGuard(w *world) []finding {
	var laid policy.Settings
	if files, err := w.loadPolicies(); err == nil {
		laid = policy.Merge(files)
	}
	const alone = "only a command's text is judged, not what it starts"
	warn := func(text, fix string) []finding {
		return []finding{{State: stateWarning, Text: text + ": " + alone, Fix: fix}}
	}
	switch {
	case laid.Guard == policy.GuardOff:
		return warn("off with the kernel guard", "kernel_guard: auto in the policy file that says off")
	case laid.ExecGuard == policy.GuardOff:
		return warn("switched off by policy", "exec_guard: auto in the policy file that says off")
	case laid.Below == policy.BelowOff:
		return warn("switched off by policy", "below: hardline in the policy file that says off")
	case laid.Guard != policy.GuardOn && w.contained():
		return []finding{{State: stateOK, Text: "off, as the kernel guard"}}
	}
	if err := guard.ExecsAvailable(); err != nil {
		return warn("not in force: "+err.Error(), "")
	}
	switch listens, err := guard.Available(); {
	case err != nil:
		return warn("not in force, as the kernel guard", "")
	case !listens && w.nested():
		return []finding{{State: stateOK, Text: "the supervisor above judges what is started"}}
	case !listens:
		return warn("not in force: something above listens already", "")
	}
	text := "in force: hardline for what commands start"
	if laid.Below != policy.BelowHardline {
		text += ", and questions about what reaches others"
	}
	if guard.TakesRights() && laid.Guard != policy.GuardOn {
		text += "; not where the text names sudo or its like"
	}
	return []finding{{State: stateOK, Text: text}}
}

func guardFix() string {
	if !guard.Exists {
		return ""
	}
	return "Linux 5.0 or later, and in a container a profile that lets seccomp(2) through"
}
