package main

import (
	"bufio"
	"cmp"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/supervisor/audit"
)

// printEntry prints a command in one line: number, time, tier, what was
// decided by whom, the command, how it ended. An end that stands alone names the
// record it is of, or the id where that is not known (0).
func printEntry(out *bufio.Writer, e entry, of uint64) {
	r := e.record
	fmt.Fprintf(out, "%6d  %s  ", r.Seq, r.Time.Local().Format("2006-01-02 15:04:05"))
	switch r.Event {
	case "decision":
		const most = 100
		cmd := visible(r.Cmd)
		if runes := []rune(cmd); len(runes) > most {
			cmd = string(runes[:most]) + "…"
		}
		fmt.Fprintf(out, "%-8s  %-5s %-8s  %s", visible(r.Tier), visible(r.Decision), visible(r.By), cmd)
	case "torn":
		fmt.Fprintf(out, "a crash cut off a record; %d bytes of it are in %s", r.Bytes, visible(r.Kept))
	case "guard":
		fmt.Fprintf(out, "%s", visible(guardText(r)))
	default:
		whose := r.ID
		if of > 0 {
			whose = strconv.FormatUint(of, 10)
		}
		fmt.Fprintf(out, "%s of %s: %s", visible(r.Event), visible(whose), ending(r))
	}
	if e.exit != nil {
		fmt.Fprintf(out, "  (%s)", ending(e.exit))
	}
	out.WriteByte('\n')
}

// ending says how a command ended, and after how long.
func ending(r *audit.Record) string {
	how := "how is not recorded"
	switch {
	case r.Unstarted != "" && r.Status != nil:
		return "status " + strconv.Itoa(*r.Status) + ", it could not be started: " + visible(r.Unstarted)
	case r.Signal != "":
		how = visible(r.Signal)
	case r.Status != nil:
		how = "status " + strconv.Itoa(*r.Status)
	}
	return how + ", " + time.Duration(r.DurationMS*float64(time.Millisecond)).Round(time.Millisecond).String()
}

// guardText says what the kernel guard of a command did.
func guardText(r *audit.Record) string {
	switch {
	case r.Off != "":
		return "no kernel guard: " + r.Off
	case r.RefusedMore > 0:
		return fmt.Sprintf("the kernel guard refused %d more calls", r.RefusedMore)
	case r.Exec != "":
		return "the exec guard " + r.Outcome + " " + chainText(r.Chain) + r.Exec + " by " + r.Decider + ": " + r.Why
	case r.Unread != "" && r.Caller != nil:
		return fmt.Sprintf("the exec guard could not judge what %s (%d) starts: %s", r.Caller.Name, r.Caller.PID, r.Unread)
	}
	s := "the kernel guard refused " + r.Refused
	if r.Rights != "" {
		s = "the kernel guard kept the rights of " + r.Rights
	}
	if r.Caller != nil {
		s += fmt.Sprintf(" from %s (%d)", r.Caller.Name, r.Caller.PID)
	}
	if r.Target != nil {
		s += fmt.Sprintf(" on %s (%d)", r.Target.Name, r.Target.PID)
	}
	return s
}

// chainText names who was to start a program, furthest first.
func chainText(nearest []audit.Named) (s string) {
	for i := len(nearest) - 1; i >= 0; i-- {
		if i > 0 || len(nearest) == 1 || nearest[0].Name != nearest[1].Name { // else a fork of it
			s += named(nearest[i].Name) + " → "
		}
	}
	return s
}

// printRecord prints all of a record, a member a line.
func printRecord(out *bufio.Writer, r *audit.Record) {
	line := func(name, value string) {
		if value != "" {
			fmt.Fprintf(out, "%-10s %s\n", name, visible(value))
		}
	}
	line("record", strconv.FormatUint(r.Seq, 10)+" "+r.Event)
	line("time", r.Time.Local().Format(time.RFC3339Nano))
	line("id", r.ID)
	line("session", r.Session)
	line("folder", r.Dir)
	line("command", r.Cmd)
	tier := r.Tier
	if r.DecidedTier != "" {
		tier += ", decided at " + r.DecidedTier
	}
	if r.Hardline {
		tier += ", hardline"
	}
	line("tier", tier)
	line("rules", strings.Join(r.Rules, ", "))
	if r.Decision != "" {
		line("decision", fmt.Sprintf("%s by %s after %v", r.Decision, r.By, time.Duration(r.TookMS*float64(time.Millisecond)).Round(time.Millisecond)))
	}
	line("reason", r.Reason)
	if r.Opinion != nil {
		line("reviewer", r.Opinion.String())
	}
	line("screened", r.Screening)
	var ancestors []string
	for _, p := range r.Ancestors {
		ancestors = append(ancestors, fmt.Sprintf("%s (%d)", p.Name, p.PID))
	}
	line("asked by", strings.Join(ancestors, " ← "))
	switch r.Event {
	case "exit":
		line("ended", ending(r))
	case "guard":
		line("guard", guardText(r))
	case "torn":
		line("torn", fmt.Sprintf("%d bytes, in %s", r.Bytes, r.Kept))
	}
	out.WriteByte('\n')
}

// auditStats counts what was decided: how often a person was asked is what
// decides whether a guard stays switched on.
func auditStats(args []string) (supervisor.Status, error) {
	if err := parseFlags(newFlags("audit"), args, 0); err != nil {
		return supervisor.Status{}, err
	}
	var s stats
	if err := eachRecord(newWorld(), s.add); err != nil {
		return supervisor.Status{}, err
	}
	out := bufio.NewWriter(os.Stdout)
	s.print(out)
	return supervisor.Status{}, out.Flush()
}

type stats struct {
	commands, failed, days  int
	day                     string // of the record before
	tiers, decisions, rules counts
	answers                 []float64 // how long people took, in ms
}

func (s *stats) add(r *audit.Record) {
	if r.Event == "exit" && (r.Signal != "" || r.Status != nil && *r.Status != 0) {
		s.failed++
	}
	if r.Event != "decision" {
		return
	}
	s.commands++
	s.tiers.add(r.Tier)
	s.decisions.add(r.Decision + " by " + r.By)
	for _, rule := range r.Rules {
		s.rules.add(rule)
	}
	if r.By == "human" {
		s.answers = append(s.answers, r.TookMS)
	}
	if d := r.Time.Local().Format(time.DateOnly); d != s.day {
		s.day = d
		s.days++
	}
}

func (s *stats) print(out *bufio.Writer) {
	fmt.Fprintf(out, "%s on %s, %d of them ended with another status than 0\n", counted(s.commands, "command"), counted(s.days, "day"), s.failed)
	if n := len(s.answers); n > 0 {
		slices.Sort(s.answers)
		fmt.Fprintf(out, "%d answered by a person, %.1f a day, half of them within %.1f s\n", n, float64(n)/float64(s.days), s.answers[n/2]/1000)
	}
	const most = 10
	s.tiers.print(out, "tier", most)
	s.decisions.print(out, "decision", most)
	s.rules.print(out, "rule", most)
}

// counted is "1 day", "2 days", "2 processes".
func counted(n int, what string) string {
	switch {
	case n == 1:
	case strings.HasSuffix(what, "s"):
		what += "es"
	default:
		what += "s"
	}
	return strconv.Itoa(n) + " " + what
}

// counts counts names, in the order they first come.
type counts []struct {
	name string
	n    int
}

func (c *counts) add(name string) {
	for i := range *c {
		if (*c)[i].name == name {
			(*c)[i].n++
			return
		}
	}
	*c = append(*c, struct {
		name string
		n    int
	}{name, 1})
}

// print lists the most frequent ones.
func (c counts) print(out *bufio.Writer, what string, most int) {
	slices.SortStableFunc(c, func(a, b struct {
		name string
		n    int
	}) int {
		return cmp.Compare(b.n, a.n)
	})
	if len(c) > 0 {
		fmt.Fprintf(out, "\n%s\n", what)
	}
	for _, row := range c[:min(most, len(c))] {
		fmt.Fprintf(out, "%8d  %s\n", row.n, visible(row.name))
	}
}
