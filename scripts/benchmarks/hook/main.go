// Hook measures what `hermes-exec hook claude` costs an agent before each call of
// a tool: one process, from its start to its answer, beside the same program that
// only prints its version. They take turns within each round.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"
)

// budget is what one answer may take.
const budget = 10 * time.Millisecond

// asked are calls as Claude Code tells its hook of them, and what must be in the answer.
var asked = [...]struct{ name, command, answer string }{
	{"hook, ls", "ls -la", ""},
	{"hook, a build and a test", "cd src && make -j4 2>&1 | tail -n 20; go test ./...", ""},
	{"hook, git push: it asks", "git push origin main", `"ask"`},
	{"hook, kill -9 $PPID: denied", "kill -9 $PPID", `"deny"`},
	{"hook, pkill: the process table", "pkill -f no-such-process-name", ""},
}

func main() {
	rounds := flag.Int("rounds", 200, "rounds")
	flag.Usage = func() { fmt.Fprintln(os.Stderr, "usage: hook [-rounds N] HERMES-EXEC") }
	flag.Parse()
	if flag.NArg() != 1 || *rounds < 1 {
		flag.Usage()
		os.Exit(2)
	}
	if err := measure(flag.Arg(0), *rounds); err != nil {
		fmt.Fprintln(os.Stderr, "hook:", err)
		os.Exit(1)
	}
}

func measure(program string, rounds int) error {
	took := make([][]time.Duration, len(asked)+1) // the last is the reference
	const warmUp = 5
	for round := range rounds + warmUp {
		for i := range took {
			which := (i + round) % len(took)
			d, err := once(program, which)
			if err != nil {
				return err
			}
			if round >= warmUp {
				took[which] = append(took[which], d)
			}
		}
	}
	for i := range took {
		slices.Sort(took[i])
	}
	at := func(i, tenth int) float64 {
		return float64(took[i][len(took[i])*tenth/10]) / float64(time.Millisecond)
	}
	reference := len(asked)
	fmt.Printf("%-38s %10s %10s %8s\n", fmt.Sprintf("%d rounds, interleaved", rounds), "median", "p90", "ratio")
	for i, a := range asked {
		fmt.Printf("%-38s %7.2f ms %7.2f ms %8.2f\n", a.name, at(i, 5), at(i, 9), at(i, 5)/at(reference, 5))
	}
	fmt.Printf("%-38s %7.2f ms %7.2f ms %8.2f\n", "hermes-exec version", at(reference, 5), at(reference, 9), 1.0)
	fmt.Printf("budget: an answer of the hook in %v\n", budget)
	return nil
}

func once(program string, which int) (time.Duration, error) {
	c, answer := exec.Command(program, "version"), ""
	if which < len(asked) {
		a := asked[which]
		c, answer = exec.Command(program, "hook", "claude"), a.answer
		c.Stdin = strings.NewReader(fmt.Sprintf(`{"session_id":"bench","cwd":"/","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":%q}}`, a.command))
	}
	began := time.Now()
	out, err := c.Output()
	took := time.Since(began)
	if err == nil && !strings.Contains(string(out), answer) {
		err = fmt.Errorf("%s: it says %s", asked[which].name, out)
	}
	return took, err
}
