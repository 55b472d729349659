// Audit measures what a record in the audit log costs, without and with the wait
// for the disk, beside a program that appends as many bytes to a file that it
// opens for it. They take turns, so that whatever else the machine does meets all.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/hermes-exec/hermes-exec/scripts/benchmarks/table"
	"github.com/hermes-exec/hermes-exec/supervisor"
	"github.com/hermes-exec/hermes-exec/supervisor/audit"
	"github.com/hermes-exec/hermes-exec/tiers"
)

const budget = 100 * time.Microsecond // of a record without fsync

func main() {
	rounds := flag.Int("rounds", 5000, "records")
	flag.Usage = func() { fmt.Fprintln(os.Stderr, "usage: audit [-rounds N] FOLDER") }
	flag.Parse()
	if flag.NArg() != 1 || *rounds < 1 {
		flag.Usage()
		os.Exit(2)
	}
	if err := measure(flag.Arg(0), *rounds); err != nil {
		fmt.Fprintln(os.Stderr, "audit:", err)
		os.Exit(1)
	}
}

func measure(home string, rounds int) error {
	log, err := audit.Open(home)
	if err != nil {
		return err
	}
	low, medium := request(tiers.Low), request(tiers.Medium)
	allowed := supervisor.Decision{Allow: true, By: "tier"}
	if err := log.Decided(low, allowed); err != nil {
		return err
	}
	line, err := os.ReadFile(audit.Path(home))
	if err != nil {
		return err
	}
	plain := filepath.Join(home, "plain")
	rows := []struct {
		name  string
		every int // not in each round
		do    func() error
		took  []time.Duration
	}{
		{name: "open, append, close", every: 1, do: func() error { return appendTo(plain, line) }},
		{name: "audit: a record", every: 1, do: func() error { return log.Decided(low, allowed) }},
		{name: "audit: a record that is on the disk", every: 50, do: func() error { return log.Decided(medium, allowed) }},
	}
	for round := range rounds {
		for i := range rows {
			row := &rows[(i+round)%len(rows)]
			if round%row.every > 0 {
				continue
			}
			began := time.Now()
			if err := row.do(); err != nil {
				return err
			}
			row.took = append(row.took, time.Since(began))
		}
	}
	fmt.Printf("%-38s %10s %10s %8s\n", fmt.Sprintf("%d rounds", rounds), "median", "p90", "ratio")
	for i := range rows {
		fmt.Printf("%-38s %7.1f µs %7.1f µs %8.2f\n", rows[i].name, us(at(rows[i].took, 50)), us(at(rows[i].took, 90)),
			float64(at(rows[i].took, 50))/float64(at(rows[0].took, 50)))
	}
	fmt.Printf("budget: a record at most %v, where it need not be on the disk\n", budget)
	table.Row("an audit record", fmt.Sprintf("%.1f µs", us(at(rows[1].took, 50))), fmt.Sprintf("%.0f µs where it has to be on the disk", us(at(rows[2].took, 50))), "",
		fmt.Sprintf("%.0f µs", us(budget)))
	return nil
}

// request is as an agent makes them: a line of some length, a dozen ancestors.
func request(tier tiers.Tier) *supervisor.Request {
	facts := &tiers.Facts{Dir: "/home/me/src/project"}
	for pid := range 12 {
		facts.Host = append(facts.Host, tiers.Process{PID: 4000 + pid, Name: "some-process"})
	}
	return &supervisor.Request{
		Text:    `cd /home/me/src/project && git commit -m "fix: the thing" && go test ./... 2>&1 | tail -20`,
		Session: "agent:4000:1234567",
		Facts:   facts,
		Verdict: &tiers.Verdict{Tier: tier, Findings: []tiers.Finding{{Rule: "git.commit"}}},
	}
}

func appendTo(path string, line []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	if _, err := f.Write(line); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

func at(took []time.Duration, percent int) time.Duration {
	return slices.Sorted(slices.Values(took))[len(took)*percent/100]
}

func us(d time.Duration) float64 { return float64(d) / float64(time.Microsecond) }
