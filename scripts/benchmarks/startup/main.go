// Startup measures what hermes-exec -c true costs, beside a minimal Go program
// that only starts the same bash, and beside that bash alone; and what the
// kernel guard adds, both times with a policy file that says so. Floor is what
// neither reads nor judges, see its own words. They take turns
// within each round, so that whatever else the machine does meets all.
package main

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/hermes-exec/hermes-exec/scripts/benchmarks/table"
	"github.com/hermes-exec/hermes-exec/supervisor/policyfile"
)

// budget is what the first may cost of the second, SPEC §11.
const budget = 1.5

// guardBudget is what it may cost with the kernel guard of what it does without.
const guardBudget = 1.05

func main() {
	rounds := flag.Int("rounds", 500, "rounds")
	flag.Usage = func() {
		fmt.Fprintln(os.Stderr, "usage: startup [-rounds N] HERMES-EXEC FORKEXEC FLOOR")
	}
	flag.Parse()
	if flag.NArg() != 3 || *rounds < 1 {
		flag.Usage()
		os.Exit(2)
	}
	programs := []string{flag.Arg(0), flag.Arg(1), "/bin/bash", flag.Arg(0), flag.Arg(0), flag.Arg(2)}
	names := []string{"hermes-exec -c true", "minimal Go fork-exec of bash -c true", "bash -c true", "hermes-exec, kernel_guard: on", "hermes-exec, kernel_guard: off", "floor: guard and audit, no verdict"}
	homes := []string{"", "", "", "on", "off", ""}
	for i, setting := range homes {
		if setting == "" {
			continue
		}
		home, err := homeWith("kernel_guard: " + setting + "\n")
		if err != nil {
			fmt.Fprintln(os.Stderr, "startup:", err)
			os.Exit(1)
		}
		defer os.RemoveAll(home)
		homes[i] = home
	}
	took := make([][]time.Duration, len(programs))
	const warmUp = 10
	for round := range *rounds + warmUp {
		for i := range programs {
			which := (i + round/2) % len(programs) // nobody is always the first
			if round%2 == 1 {
				which = len(programs) - 1 - which // nor always after another, who has warmed the caches for it
			}
			d, err := once(programs[which], homes[which])
			if err != nil {
				fmt.Fprintln(os.Stderr, "startup:", err)
				os.Exit(1)
			}
			if round >= warmUp {
				took[which] = append(took[which], d)
			}
		}
	}

	reference := median(took[1])
	fmt.Printf("%-38s %10s %10s %8s\n", fmt.Sprintf("%d rounds, interleaved", *rounds), "median", "p90", "ratio")
	for i, name := range names {
		slices.Sort(took[i])
		p90 := took[i][len(took[i])*9/10]
		fmt.Printf("%-38s %7.2f ms %7.2f ms %8.2f\n", name, ms(median(took[i])), ms(p90), ms(median(took[i]))/ms(reference))
	}
	fmt.Printf("budget: hermes-exec at most %.2f of the minimal Go program\n", budget)
	fmt.Printf("kernel guard: %.3f of hermes-exec without it, budget %.2f\n", ms(median(took[3]))/ms(median(took[4])), guardBudget)
	row := func(what string, i int, beside string, j int, budget float64) {
		a, b := ms(median(took[i])), ms(median(took[j]))
		table.Row(what, fmt.Sprintf("%.2f ms", a), fmt.Sprintf("%.2f ms, %s", b, beside), fmt.Sprintf("%.2f", a/b), fmt.Sprintf("%.2f", budget))
	}
	row("`hermes-exec -c true`", 0, "a minimal Go program that starts `bash -c true`", 1, budget)
	row("the same, kernel guard on", 3, "off", 4, guardBudget)
}

// homeWith makes a folder for the program's own files, with a policy.
func homeWith(policy string) (string, error) {
	home, err := os.MkdirTemp("", "startup")
	if err != nil {
		return "", err
	}
	path := policyfile.User(home)
	if err := os.WriteFile(path, []byte(policy), 0o600); err != nil {
		return "", err
	}
	return home, policyfile.Confirm(home, path, []byte(policy))
}

func once(program, home string) (time.Duration, error) {
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return 0, err
	}
	defer null.Close()
	env := os.Environ()
	if home != "" { // of two with the same name the first counts
		env = append([]string{"HERMES_HOME=" + home}, env...)
	}
	began := time.Now()
	p, err := os.StartProcess(program, []string{program, "-c", "true"}, &os.ProcAttr{Env: env, Files: []*os.File{null, null, os.Stderr}})
	if err != nil {
		return 0, err
	}
	state, err := p.Wait()
	took := time.Since(began)
	if err == nil && !state.Success() {
		err = fmt.Errorf("%s -c true: %v", program, state)
	}
	return took, err
}

func median(list []time.Duration) time.Duration {
	sorted := slices.Sorted(slices.Values(list))
	return sorted[len(sorted)/2]
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
