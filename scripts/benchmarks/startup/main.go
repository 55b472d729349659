// Startup measures what hermes-exec -c true costs, beside a minimal Go program
// that only starts the same bash, and beside that bash alone. The three take
// turns within each round, so that whatever else the machine does meets all.
package main

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"time"
)

// budget is what the first may cost of the second, SPEC §11.
const budget = 1.15

func main() {
	rounds := flag.Int("rounds", 500, "rounds")
	flag.Usage = func() {
		fmt.Fprintln(os.Stderr, "usage: startup [-rounds N] HERMES-EXEC FORKEXEC")
	}
	flag.Parse()
	if flag.NArg() != 2 || *rounds < 1 {
		flag.Usage()
		os.Exit(2)
	}
	programs := []string{flag.Arg(0), flag.Arg(1), "/bin/bash"}
	names := []string{"hermes-exec -c true", "minimal Go fork-exec of bash -c true", "bash -c true"}
	took := make([][]time.Duration, len(programs))
	const warmUp = 10
	for round := range *rounds + warmUp {
		for i := range programs {
			which := (i + round) % len(programs) // nobody is always the first
			d, err := once(programs[which])
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
}

func once(program string) (time.Duration, error) {
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return 0, err
	}
	defer null.Close()
	began := time.Now()
	p, err := os.StartProcess(program, []string{program, "-c", "true"}, &os.ProcAttr{Files: []*os.File{null, null, os.Stderr}})
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
