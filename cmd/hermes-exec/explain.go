package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/hermes-exec/hermes-exec/shellparse"
	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/supervisor/guard"
	"github.com/hermes-exec/hermes-exec/tiers"
	"github.com/hermes-exec/hermes-exec/tiers/policy"
)

// explain shows a script as this program sees it: every command found, how it
// was reached, which rule spoke, a safer way. It runs nothing.
func explain(args []string) (supervisor.Status, error) {
	fs := newFlags("explain")
	asJSON := fs.Bool("json", false, "")
	var o tiers.Options
	fs.StringVar(&o.Action, "action", "", "")
	fs.StringVar(&o.Preset, "preset", "", "")
	what, err := toJudge(fs, args, nil)
	if err != nil {
		return supervisor.Status{}, err
	}
	if err := checkPreset("explain", o.Preset); err != nil {
		return supervisor.Status{}, err
	}

	w := newWorld()
	laid, err := w.govern(&o)
	if err != nil {
		return supervisor.Status{}, err
	}
	script, v := w.judge(what, o)
	out := bufio.NewWriter(os.Stdout)
	if *asJSON {
		err = writeJSON(out, explained(script, v))
	} else {
		if v.Crisis {
			io.WriteString(os.Stderr, endLine(tiers.Resources))
		}
		printExplained(out, script, v)
		if below := belowNote(script, laid); below != "" {
			fmt.Fprintln(out, below)
		}
	}
	if flushErr := out.Flush(); err == nil {
		err = flushErr
	}
	if err != nil {
		return supervisor.Status{}, fmt.Errorf("write the explanation: %w", err)
	}
	return supervisor.Status{}, nil
}

// toJudge parses a verb's flags, which may stand on either side of its one
// SCRIPT or before -- CMD ARG…; one word behind -- is a SCRIPT, too. none, if set
// and true after parsing, says that neither is wanted.
func toJudge(fs *flag.FlagSet, args []string, none func() bool) (call, error) {
	var operands []string
	words := 0 // that stand behind --
	for {
		if err := fs.Parse(args); err != nil {
			return call{}, misread(fs, err)
		}
		rest := fs.Args()
		if len(rest) == 0 {
			break
		}
		if n := len(args) - len(rest); n > 0 && args[n-1] == "--" {
			operands, words = append(operands, rest...), len(rest)
			break
		}
		operands, args = append(operands, rest[0]), rest[1:]
	}
	switch {
	case none != nil && none():
		if len(operands) > 0 {
			return call{}, usagef(fs.Name(), "--jsonl reads the scripts from standard input, --history from its file")
		}
		return call{}, nil
	case len(operands) == 0:
		return call{}, usagef(fs.Name(), "a SCRIPT is needed")
	case len(operands) == 1:
		return call{text: operands[0]}, nil
	case len(operands) == words:
		return call{argv: operands}, nil
	}
	return call{}, usagef(fs.Name(), "one SCRIPT is judged, %d words were given; quote it as one, or put -- before a command", len(operands))
}

// printExplained is a paragraph for each command, then the verdict.
func printExplained(w io.Writer, script *shellparse.Script, v *tiers.Verdict) {
	about := make([]int, len(v.Findings)) // index of the command, -1 for the whole
	for j, f := range v.Findings {
		about[j] = commandOf(f, script.Commands)
	}
	for i := range script.Commands {
		c := &script.Commands[i]
		fmt.Fprintf(w, "%3d  %s\n", i+1, commandLine(c))
		for _, note := range commandNotes(script, c) {
			fmt.Fprintf(w, "       %s\n", note)
		}
		if !slices.Contains(about, i) {
			fmt.Fprintln(w, "       no rule speaks against it")
		}
		for j, f := range v.Findings {
			if about[j] == i {
				printFinding(w, f)
			}
		}
	}
	for j, f := range v.Findings {
		if about[j] < 0 {
			fmt.Fprintf(w, "     about the whole: %s\n", visible(f.Command))
			printFinding(w, f)
		}
	}
	for _, p := range v.Problems {
		fmt.Fprintf(w, "     problem at %s: %s\n", visible(p.Pos.String()), visible(p.Text))
	}
	fmt.Fprintln(w, headline(v))
}

// belowNote says what of a script's programs will be watched while they run; "" where
// it starts none.
func belowNote(script *shellparse.Script, laid policy.Settings) string {
	starts := slices.ContainsFunc(script.Commands, func(c shellparse.Command) bool { return !c.Builtin && !c.Remote && len(c.Argv) > 0 })
	tracer := tiers.TracesCalls(script)
	switch {
	case !starts:
		return ""
	case !guard.Exists, laid.Guard == policy.GuardOff, laid.ExecGuard == policy.GuardOff, laid.Below == policy.BelowOff:
		return "What these programs start is not judged."
	case tracer != "" && laid.ExecGuard != policy.GuardOn:
		return "What these programs start is not judged: " + tracer + " follows it by the same means."
	case laid.Below == policy.BelowHardline:
		return "What these programs start is judged when it starts: the hardline."
	}
	return "What these programs start is judged when it starts: the hardline, and what reaches others is asked about."
}

// commandOf finds the command that a finding speaks about, -1 where that is
// none of them. Several may stand at one place of the text, as a loop's body
// does; then the words tell them apart.
func commandOf(f tiers.Finding, commands []shellparse.Command) int {
	found := -1
	for i := range commands {
		c := &commands[i]
		if tiers.PosOf(c) != f.Pos || !slices.Equal(c.Via, f.Via) {
			continue
		}
		if found < 0 || unquoted(argvLine(c)) == unquoted(f.Command) {
			found = i
		}
	}
	return found
}

// unquoted is for comparing commands that two hands have quoted.
func unquoted(s string) string {
	return strings.NewReplacer("'", "", `"`, "", `\`, "", "…", "").Replace(s)
}

func printFinding(w io.Writer, f tiers.Finding) {
	fmt.Fprintf(w, "       %s %s: %s\n", findingMark(f), f.Rule, visible(f.Why))
	if f.Target != "" {
		fmt.Fprintf(w, "         touches: %s\n", visible(f.Target))
	}
	if f.Granted != "" {
		fmt.Fprintf(w, "         permitted: %s\n", visible(f.Granted))
	} else if f.Safer != "" {
		fmt.Fprintf(w, "         instead: %s\n", visible(f.Safer))
	}
}

// commandLine is the command with every word resolved as far as it goes: * is
// what is not known, {a|b} are the values it may have.
func commandLine(c *shellparse.Command) string {
	var words []string
	for _, a := range c.Assigns {
		words = append(words, a.Name+"="+resolved(a.Value))
	}
	if len(c.Argv) > 0 {
		words = append(words, argvLine(c))
	}
	for _, r := range c.Redirs {
		fd := strconv.Itoa(r.FD)
		if r.FD < 0 || r.FD == 0 && r.Op[0] == '<' || r.FD == 1 && r.Op[0] == '>' {
			fd = "" // what the operator means by itself
		}
		words = append(words, fd+r.Op+resolved(r.Target))
	}
	return strings.Join(words, " ")
}

func argvLine(c *shellparse.Command) string {
	var words []string
	for _, word := range c.Argv {
		words = append(words, resolved(word))
	}
	return strings.Join(words, " ")
}

func resolved(word shellparse.Word) string {
	if s, ok := word.Exact(); ok {
		return visible(quoted(s))
	}
	var values []string
	for _, t := range word.Texts {
		values = append(values, visible(t.String()))
	}
	s := strings.Join(values, "|")
	if len(values) > 1 {
		s = "{" + s + "}"
	}
	if word.Many {
		s += "…"
	}
	return s
}

// commandNotes are what the line does not show.
func commandNotes(script *shellparse.Script, c *shellparse.Command) []string {
	at := visible(tiers.PosOf(c).String())
	if len(c.Via) > 0 {
		at += ", reached by " + visible(strings.Join(c.Via, " → "))
	}
	if c.Remote {
		at += ", not on this machine"
	}
	if c.Background {
		at += ", in the background"
	}
	notes := []string{at}
	for _, word := range c.Argv {
		for _, t := range word.Texts {
			for p := range t.Parts() {
				if p.Origin >= 0 && p.Origin < len(script.Origins) {
					notes = append(notes, fmt.Sprintf("%s: %s", visible(word.Src), originText(script.Origins[p.Origin])))
				}
			}
		}
	}
	if c.Call != "" {
		notes = append(notes, "no command, but what "+visible(c.Call)+" does in that code")
	}
	if c.Code != nil {
		notes = append(notes, codeNote(c.Code))
	}
	return withoutRepeats(notes)
}

// codeNote says how much is known of the code that a command runs.
func codeNote(code *shellparse.Code) string {
	note := fmt.Sprintf("runs %s code from %s", code.Lang, code.From)
	switch {
	case code.Lang == "sh":
		return note + ", not all of which is known"
	case !code.Read:
		return note + ", which is not read here"
	case code.Unknown && code.Call != "":
		return note + ", which runs code that is not known: " + visible(code.Call)
	case code.Unknown:
		return note + ", which is not known"
	case code.Holes:
		return note + ", which holds what the shell text does not tell"
	}
	return note + "; what it does follows"
}
