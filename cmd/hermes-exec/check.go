package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/hermes-exec/hermes-exec/shellparse"
	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/supervisor/approve"
	"github.com/hermes-exec/hermes-exec/tiers"
)

// check gives the verdict on a script and runs nothing.
func check(args []string) (supervisor.Status, error) {
	fs := newFlags("check")
	asJSON := fs.Bool("json", false, "")
	asLines := fs.Bool("jsonl", false, "")
	var o tiers.Options
	fs.StringVar(&o.Action, "action", "", "")
	fs.StringVar(&o.Preset, "preset", "", "")
	var h historyFlags
	fs.StringVar(&h.file, "history", "", "")
	fs.StringVar(&h.format, "format", "", "")
	fs.StringVar(&h.dir, "cwd", "", "")
	fs.BoolVar(&h.asked, "asked", false, "")
	what, err := toJudge(fs, args, func() bool { return *asLines || h.file != "" })
	if err != nil {
		return supervisor.Status{}, err
	}
	if err := checkPreset("check", o.Preset); err != nil {
		return supervisor.Status{}, err
	}
	h.asJSON = *asJSON
	if err := h.check(*asLines); err != nil {
		return supervisor.Status{}, err
	}
	w := newWorld()
	if h.file != "" {
		return checkHistory(w, o, h)
	}
	if *asLines {
		return supervisor.Status{}, checkLines(w, o, os.Stdin, os.Stdout)
	}
	if _, err := w.govern(&o); err != nil {
		return supervisor.Status{}, err
	}

	_, v := w.judge(what, o)
	out := bufio.NewWriter(os.Stdout)
	if *asJSON {
		err = writeJSON(out, v)
	} else {
		if v.Crisis {
			io.WriteString(os.Stderr, endLine(tiers.Resources))
		}
		printVerdict(out, v)
	}
	if flushErr := out.Flush(); err == nil {
		err = flushErr
	}
	if err != nil {
		return supervisor.Status{}, fmt.Errorf("write the verdict: %w", err)
	}
	return supervisor.Status{Code: decisionStatus(v.Decision)}, nil
}

// judge parses and judges a text, or a program's words, in this world.
func (w *world) judge(what call, o tiers.Options) (*shellparse.Script, *tiers.Verdict) {
	script := what.script(w.reading())
	return script, tiers.Judge(script, w.facts(tiers.NeedsOf(script)), o)
}

// decisionStatus is the exit status of check. A decision this program does
// not know is none to go ahead on.
func decisionStatus(decision string) int {
	switch decision {
	case tiers.Allow:
		return 0
	case tiers.Ask:
		return 1
	}
	return 2
}

// printVerdict is the verdict for a reader: one line, and one more for each
// thing found.
func printVerdict(w io.Writer, v *tiers.Verdict) {
	fmt.Fprintln(w, headline(v))
	for _, f := range v.Findings {
		fmt.Fprintf(w, "  %-8s %s: %s\n", findingMark(f), f.Rule, findingText(v.Cmd, f))
	}
	for _, p := range v.Problems {
		fmt.Fprintf(w, "  %-8s %s: %s\n", "problem", visible(p.Pos.String()), visible(p.Text))
	}
}

func headline(v *tiers.Verdict) string {
	var sb strings.Builder
	sb.WriteString(v.Decision)
	switch {
	case v.Hardline:
		sb.WriteString(": hardline, always refused")
	case v.Denied:
		sb.WriteString(": a policy file forbids it, and nobody can approve it")
	default:
		sb.WriteString(": " + v.Tier.String())
		if v.TimeoutS != nil {
			fmt.Fprintf(&sb, ", %s, %d s to answer", strings.Join(v.Approvers, " and "), *v.TimeoutS)
		}
	}
	for _, s := range []string{v.Status, v.Reason} {
		if s != "" {
			sb.WriteString(" (" + s + ")")
		}
	}
	if v.Unconfirmed != "" {
		sb.WriteString("\nnote: " + visible(v.Unconfirmed))
	}
	return sb.String()
}

func findingMark(f tiers.Finding) string {
	if f.Hardline {
		return "BLOCK"
	}
	return f.Tier.String()
}

// findingText is the command found in cmd, target, why and a safer way in one line.
func findingText(cmd string, f tiers.Finding) string {
	command := f.Command
	if strings.Contains(command, "*") { // it may stand for what is unknown
		command = approve.Written(cmd, f)
	}
	s := visible(command) + ": " + visible(f.Why)
	if f.Target != "" && !strings.Contains(f.Why, f.Target) {
		s += " (" + visible(f.Target) + ")"
	}
	if f.Granted != "" {
		return s + "; permitted: " + visible(f.Granted)
	}
	if f.Safer != "" {
		s += "; instead: " + visible(f.Safer)
	}
	return s
}
