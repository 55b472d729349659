package main

import (
	"bufio"
	"fmt"
	"strings"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor/audit"
)

// shownPast is a command as it is shown: secrets masked, and no longer than a
// person reads.
func shownPast(text string) string {
	const most = 300
	text = audit.Mask(text)
	if runes := []rune(text); len(runes) > most {
		text = string(runes[:most]) + "…"
	}
	return text
}

// printTally is the report for people.
func printTally(out *bufio.Writer, t *tally, asked bool) {
	fmt.Fprintf(out, "%s, %d different, from %s (%s)", counted(t.Commands, "command"), t.Different, visible(t.File), t.Format)
	if t.From != nil {
		fmt.Fprintf(out, ", %s to %s", t.From.Local().Format(time.DateOnly), t.To.Local().Format(time.DateOnly))
	}
	out.WriteString("\n")
	if t.Left > 0 {
		fmt.Fprintf(out, "left out: %s, longer than 8 MiB or no JSON\n", counted(t.Left, "line"))
	}
	if t.Commands == 0 {
		return
	}
	out.WriteString("\n")
	for _, tier := range [...]string{"SAFE", "LOW", "MEDIUM", "HIGH", "CRITICAL", "hardline"} {
		fmt.Fprintf(out, "  %-8s  %7d  %5.1f %%\n", tier, t.Tiers[tier], share(t.Tiers[tier], t.Commands))
	}
	fmt.Fprintf(out, "\nrun unasked %d (%.1f %%), asked about %d (%.1f %%), blocked %d\n",
		t.Allowed, share(t.Allowed, t.Commands), t.Ask, share(t.Ask, t.Commands), t.Block)
	if p := t.Prompts; p != nil {
		fmt.Fprintf(out, "questions a day: %.1f, on %s with commands", p.Average, counted(p.Days, "day"))
		if p.Most > 0 {
			fmt.Fprintf(out, "; at most %d, on %s", p.Most, p.MostOn)
		}
		out.WriteString("\n")
	}
	if len(t.Rules) > 0 {
		out.WriteString("\nrules that speak most\n")
	}
	for _, r := range t.Rules {
		fmt.Fprintf(out, "  %5d  %-8s  %-34s  %s\n", r.Times, r.Tier, visible(r.Rule), shortened(r.Example))
	}
	printAsked(out, "blocked", t.Blocked, asked)
	printAsked(out, "asked about", t.Asked, asked)
}

// printAsked lists commands: all, or the first few.
func printAsked(out *bufio.Writer, title string, list []askedPast, all bool) {
	const few = 20
	if len(list) == 0 {
		return
	}
	fmt.Fprintf(out, "\n%s\n", title)
	for i, a := range list {
		if i == few && !all {
			fmt.Fprintf(out, "  and %d more; --asked shows them\n", len(list)-few)
			return
		}
		fmt.Fprintf(out, "  line %-6d %5d ×  %-8s  %s  (%s)\n", a.Line, a.Times, a.Tier, shortened(a.Cmd), visible(strings.Join(a.Rules, ", ")))
	}
}

// shortened is the text in a line of its own.
func shortened(text string) string {
	const most = 100
	text = visible(strings.ReplaceAll(text, "\n", "⏎"))
	if runes := []rune(text); len(runes) > most {
		text = string(runes[:most]) + "…"
	}
	return text
}

func share(n, of int) float64 { return 100 * float64(n) / float64(of) }
